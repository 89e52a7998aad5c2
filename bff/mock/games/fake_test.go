package games

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"croupier/bff"
)

// fakeLedger keeps one seat in memory and settles rounds with numbers of a fixed seed.
type fakeLedger struct {
	mu     sync.Mutex
	seat   Seat
	rng    *rand.Rand
	rounds int
	kind   string    // what the test plays, for bets that the clock settles
	now    time.Time // moved by the test
	bets   []Bet
	err    error           // what Round fails with, when set
	hold   <-chan struct{} // a round waits for it, when set
	began  chan<- struct{} // told when a round has begun, when set
}

func (f *fakeLedger) Watch(_ context.Context, token string, see func(Book) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.err != nil:
		return fmt.Errorf("book: %w", f.err)
	case token != fakeToken:
		return ErrNoSeat
	}
	f.settle()
	return see(f)
}

func (f *fakeLedger) Act(ctx context.Context, token string, do func(Book) error) error {
	return f.Watch(ctx, token, do)
}

// The ledger is its one seat's book as well.

func (f *fakeLedger) Now() time.Time { return f.now }

func (f *fakeLedger) Chance(round int64) *rand.Rand { return rand.New(rand.NewPCG(7, uint64(round))) }

func (f *fakeLedger) Purse() Purse { return f.seat.Purse }

func (f *fakeLedger) Bets() []Bet { return slices.Clone(f.bets) }

func (f *fakeLedger) Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error) {
	if amount < f.seat.MinBet || amount > f.seat.MaxBet {
		return Bet{}, ErrStake
	}
	return f.open(amount, round, due, play)
}

func (f *fakeLedger) Raise(id string, amount bff.MinorUnits, play string) (Bet, error) {
	i := slices.IndexFunc(f.bets, func(bet Bet) bool { return bet.ID == id && !bet.Settled })
	switch {
	case i < 0:
		return Bet{}, ErrBet
	case amount > f.bets[i].Stake:
		return Bet{}, ErrStake
	}
	return f.open(amount, f.bets[i].Round, f.bets[i].Due, play)
}

func (f *fakeLedger) open(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error) {
	if amount > f.seat.Balance {
		return Bet{}, ErrInsufficientFunds
	}
	f.rounds++
	f.seat.Balance -= amount
	bet := Bet{ID: fmt.Sprintf("round-%d", f.rounds), Stake: amount, At: f.now, Round: round, Due: due, Play: play}
	f.bets = append(f.bets, bet)
	return bet, nil
}

func (f *fakeLedger) Note(id, play string) (Bet, error) {
	for i := range f.bets {
		if bet := &f.bets[i]; bet.ID == id && !bet.Settled {
			bet.Play = play
			return *bet, nil
		}
	}
	return Bet{}, ErrBet
}

func (f *fakeLedger) Settle(id string, win bff.MinorUnits) (Bet, error) {
	for i := range f.bets {
		if bet := &f.bets[i]; bet.ID == id && !bet.Settled {
			bet.Settled, bet.Win = true, win
			f.seat.Balance += win
			return *bet, nil
		}
	}
	return Bet{}, ErrBet
}

// settle does what the casino's clock does, for the kind that the test plays.
func (f *fakeLedger) settle() {
	for _, bet := range f.bets {
		if !bet.Settled && !f.now.Before(bet.Due) {
			_, _ = f.Settle(bet.ID, Settle(f.kind, f.seat, bet, f.Chance(bet.Round)))
		}
	}
}

const fakeToken = "t-1"

func newFakeLedger() *fakeLedger {
	return &fakeLedger{
		now: time.Date(2026, time.May, 14, 12, 0, 0, 0, time.UTC),
		rng: rand.New(rand.NewPCG(2, 18)),
		seat: Seat{
			GameID: 7, Name: "Lale Bahçesi", Provider: "Kuzey", Theme: "anatolia", RTP: 96.2, Lang: "tr",
			Currency: "TRY", Purse: Purse{Balance: 10_000}, MinBet: 50, MaxBet: 50_000,
		},
	}
}

func (f *fakeLedger) Sit(_ context.Context, token string) (Seat, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if token != fakeToken {
		return Seat{}, fmt.Errorf("sit: %w", ErrNoSeat)
	}
	return f.seat, nil
}

func (f *fakeLedger) Round(_ context.Context, token string, stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (Receipt, error) {
	if f.began != nil {
		f.began <- struct{}{}
	}
	if f.hold != nil {
		<-f.hold
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.err != nil:
		return Receipt{}, fmt.Errorf("round: %w", f.err)
	case token != fakeToken:
		return Receipt{}, ErrNoSeat
	case f.seat.Balance < stake:
		return Receipt{}, ErrInsufficientFunds
	}
	win := decide(f.rng)
	f.rounds++
	f.seat.Balance += win - stake
	return Receipt{RoundID: fmt.Sprintf("round-%d", f.rounds), Stake: stake, Win: win, Purse: f.seat.Purse}, nil
}
