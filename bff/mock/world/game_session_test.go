package world

import (
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"croupier/bff"
)

// wheelGame pays double in even rounds.
var wheelGame = Game{ID: 901, Kind: KindVirtual, Name: "Çark", Page: "wheel", MinBet: 100, MaxBet: 10_000}

func double(_ Game, b Bet, _ *rand.Rand) bff.MinorUnits {
	if b.Round%2 == 0 {
		return 2 * b.Stake
	}
	return 0
}

// openWheel opens wheelGame for the demo player, with real and with play money.
func openWheel(t *testing.T) (w *World, k Ticket, token, show string) {
	t.Helper()
	w = New(catalogue(t, 1), "test", fixedClock, double)
	k = login(t, w, "demo")
	asPlayer(t, w, k, func(p *Player) {
		token, show = p.OpenGame(wheelGame, &Brands[0], k.SID, "tr", false), p.OpenGame(wheelGame, &Brands[0], k.SID, "tr", true)
	})
	return w, k, token, show
}

func place(t *testing.T, w *World, token string, amount bff.MinorUnits, round int64, in time.Duration) (bet Bet, err error) {
	t.Helper()
	if failed := w.WithBets(token, func(b *BettingSession) error {
		bet, err = b.Stake(amount, round, b.Now().Add(in), "red")
		return nil
	}); failed != nil {
		t.Fatal(failed)
	}
	return bet, err
}

func TestClockSettlesBets(t *testing.T) {
	w, k, token, show := openWheel(t)
	var before bff.MinorUnits
	var rounds int
	asPlayer(t, w, k, func(p *Player) { before, rounds = p.Balance, len(p.Rounds) })
	for round := range int64(3) {
		if _, err := place(t, w, token, 1000, round, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := place(t, w, show, 1000, 2, time.Minute); err != nil {
		t.Fatal(err)
	}
	asPlayer(t, w, k, func(p *Player) {
		if p.Balance != before-3000 || len(p.Rounds) != rounds {
			t.Errorf("staked: %s of %s, %d rounds more", p.Balance, before, len(p.Rounds)-rounds)
		}
	})
	w.Advance(time.Hour)
	asPlayer(t, w, k, func(p *Player) {
		if p.Balance != before+1000 || len(p.Rounds) != rounds+3 || transactionSum(p) != p.Balance {
			t.Errorf("settled: %s of %s, %d rounds more, the transactions sum to %s", p.Balance, before, len(p.Rounds)-rounds, transactionSum(p))
		}
		if at := p.Rounds[rounds].At; !at.Equal(noon.Add(time.Minute)) {
			t.Errorf("the round ended at %s", at)
		}
	})
	if err := w.WithBets(show, func(b *BettingSession) error {
		if bets := b.Bets(); len(bets) != 1 || !bets[0].Settled || bets[0].Win != 2000 || b.Balances().Balance != demoBalance+1000 {
			t.Errorf("the demo session has %+v and %s", bets, b.Balances().Balance)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestSessionsOfAGameShareBets(t *testing.T) {
	w, k, token, show := openWheel(t)
	bet, err := place(t, w, token, 1000, 1, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	other := wheelGame
	other.ID++
	var again, elsewhere string
	asPlayer(t, w, k, func(p *Player) {
		again, elsewhere = p.OpenGame(wheelGame, &Brands[0], k.SID, "tr", false), p.OpenGame(other, &Brands[0], k.SID, "tr", false)
	})
	for _, c := range []struct {
		token string
		bets  int
		want  error
	}{{show, 0, ErrBet}, {elsewhere, 0, ErrBet}, {again, 1, nil}} {
		if err := w.WithBets(c.token, func(b *BettingSession) error {
			if got := b.Bets(); len(got) != c.bets {
				t.Errorf("want %d bets, have %+v", c.bets, got)
			}
			_, err := b.Note(bet.ID, "black")
			return err
		}); !errors.Is(err, c.want) {
			t.Errorf("noted: %v, want %v", err, c.want)
		}
	}
	if err := w.WithBets(again, func(b *BettingSession) error { _, err := b.Settle(bet.ID, 1500); return err }); err != nil {
		t.Error(err)
	}
}

func TestBetIsSettledOnce(t *testing.T) {
	w, k, token, show := openWheel(t)
	bet, err := place(t, w, token, 1000, 1, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	var held bff.MinorUnits
	asPlayer(t, w, k, func(p *Player) { held = p.Balance })
	for i, c := range []struct {
		token string
		want  error
	}{{show, ErrBet}, {token, nil}, {token, ErrBet}} {
		err := w.WithBets(c.token, func(b *BettingSession) error { _, err := b.Settle(bet.ID, 1500); return err })
		if !errors.Is(err, c.want) {
			t.Errorf("try %d: %v", i, err)
		}
	}
	w.Advance(time.Hour)
	asPlayer(t, w, k, func(p *Player) {
		if p.Balance != held+1500 {
			t.Errorf("%s after %s", p.Balance, held)
		}
	})
}

func TestStakeLimits(t *testing.T) {
	w, k, token, _ := openWheel(t)
	asPlayer(t, w, k, func(p *Player) { p.Balance = 5000 })
	for _, c := range []struct {
		amount bff.MinorUnits
		want   error
	}{{-100, ErrStake}, {0, ErrStake}, {99, ErrStake}, {10_001, ErrStake}, {5001, ErrFunds}, {5000, nil}} {
		if _, err := place(t, w, token, c.amount, 1, time.Minute); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.amount, err, c.want)
		}
	}
}

func TestBetsAreBounded(t *testing.T) {
	w, k, token, _ := openWheel(t)
	asPlayer(t, w, k, func(p *Player) { p.Balance = 10_000_000 })
	for range maxOpenBets {
		if _, err := place(t, w, token, 100, 1, time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := place(t, w, token, 100, 1, time.Minute); !errors.Is(err, ErrStake) {
		t.Errorf("one bet too many: %v", err)
	}
	w.Advance(time.Hour)
	if err := w.WithBets(token, func(b *BettingSession) error {
		if n := len(b.Bets()); n != maxSettledBets {
			t.Errorf("%d settled bets", n)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestChanceDependsOnSeedGameAndRound(t *testing.T) {
	draw := func(seed uint64, round int64) (n uint64) {
		w := New(catalogue(t, seed), "other", fixedClock, nil)
		k := login(t, w, "zengin")
		var token string
		asPlayer(t, w, k, func(p *Player) { token = p.OpenGame(wheelGame, &Brands[0], k.SID, "tr", false) })
		if err := w.WithBets(token, func(b *BettingSession) error { n = b.Chance(round).Uint64(); return nil }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	first, again := draw(1, 5), draw(1, 5)
	if first != again || first == draw(1, 6) || first == draw(2, 5) {
		t.Error("a round is not decided by seed, game and number")
	}
}

func TestRaisePlacesAnAdditionalBet(t *testing.T) {
	w, k, token, _ := openWheel(t)
	var before bff.MinorUnits
	asPlayer(t, w, k, func(p *Player) { before = p.Balance })
	first, err := place(t, w, token, 100, 2, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	raise := func(id string, amount bff.MinorUnits) (bet Bet, err error) {
		if failed := w.WithBets(token, func(b *BettingSession) error {
			bet, err = b.Raise(id, amount, "more")
			return nil
		}); failed != nil {
			t.Fatal(failed)
		}
		return bet, err
	}
	// A raise may be below the minimum stake but not above the bet.
	more, err := raise(first.ID, 50)
	if err != nil || more.ID == first.ID || more.Round != first.Round || !more.Due.Equal(first.Due) {
		t.Errorf("%v: %+v beside %+v", err, more, first)
	}
	if _, err := raise(first.ID, 101); !errors.Is(err, ErrStake) {
		t.Errorf("more than the bet: %v", err)
	}
	if _, err := raise(first.ID, 0); !errors.Is(err, ErrStake) {
		t.Errorf("nothing: %v", err)
	}
	if _, err := raise("another", 50); !errors.Is(err, ErrBet) {
		t.Errorf("of no bet: %v", err)
	}
	w.Advance(time.Minute)
	asPlayer(t, w, k, func(p *Player) {
		if p.Balance != before+150 {
			t.Errorf("paid: %s of %s", p.Balance, before)
		}
	})
	if _, err := raise(first.ID, 50); !errors.Is(err, ErrBet) {
		t.Errorf("of a settled bet: %v", err)
	}
}
