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

// fakeWallet is a Wallet with one session in memory and random numbers of a fixed seed. It is
// also the Account of the session.
type fakeWallet struct {
	mu      sync.Mutex
	session Session
	rng     *rand.Rand
	rounds  int
	kind    string    // of the bets that are settled when due
	now     time.Time // moved by tests
	bets    []Bet
	err     error           // returned by all methods but Session, if set
	release <-chan struct{} // Round waits for it, if set
	began   chan<- struct{} // receives when Round begins, if set
}

func (f *fakeWallet) View(_ context.Context, token string, see func(Account) error) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.err != nil:
		return fmt.Errorf("account: %w", f.err)
	case token != fakeToken:
		return ErrNoSession
	}
	f.settle()
	return see(f)
}

func (f *fakeWallet) Update(ctx context.Context, token string, do func(Account) error) error {
	return f.View(ctx, token, do)
}

func (f *fakeWallet) Now() time.Time { return f.now }

func (f *fakeWallet) Chance(round int64) *rand.Rand { return rand.New(rand.NewPCG(7, uint64(round))) }

func (f *fakeWallet) Balances() Balances { return f.session.Balances }

func (f *fakeWallet) Bets() []Bet { return slices.Clone(f.bets) }

func (f *fakeWallet) Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error) {
	if amount < f.session.MinBet || amount > f.session.MaxBet {
		return Bet{}, ErrStake
	}
	return f.open(amount, round, due, play)
}

func (f *fakeWallet) Raise(id string, amount bff.MinorUnits, play string) (Bet, error) {
	i := slices.IndexFunc(f.bets, func(bet Bet) bool { return bet.ID == id && !bet.Settled })
	switch {
	case i < 0:
		return Bet{}, ErrBet
	case amount > f.bets[i].Stake:
		return Bet{}, ErrStake
	}
	return f.open(amount, f.bets[i].Round, f.bets[i].Due, play)
}

func (f *fakeWallet) open(amount bff.MinorUnits, round int64, due time.Time, play string) (Bet, error) {
	if amount > f.session.Balance {
		return Bet{}, ErrInsufficientFunds
	}
	f.rounds++
	f.session.Balance -= amount
	bet := Bet{ID: fmt.Sprintf("round-%d", f.rounds), Stake: amount, At: f.now, Round: round, Due: due, Play: play}
	f.bets = append(f.bets, bet)
	return bet, nil
}

func (f *fakeWallet) SetPlay(id, play string) (Bet, error) {
	for i := range f.bets {
		if bet := &f.bets[i]; bet.ID == id && !bet.Settled {
			bet.Play = play
			return *bet, nil
		}
	}
	return Bet{}, ErrBet
}

func (f *fakeWallet) Settle(id string, win bff.MinorUnits) (Bet, error) {
	for i := range f.bets {
		if bet := &f.bets[i]; bet.ID == id && !bet.Settled {
			bet.Settled, bet.Win = true, win
			f.session.Balance += win
			return *bet, nil
		}
	}
	return Bet{}, ErrBet
}

// settle settles the bets that are due.
func (f *fakeWallet) settle() {
	for _, bet := range f.bets {
		if !bet.Settled && !f.now.Before(bet.Due) {
			_, _ = f.Settle(bet.ID, Settle(f.kind, f.session, bet, f.Chance(bet.Round)))
		}
	}
}

const fakeToken = "t-1"

func newFakeWallet() *fakeWallet {
	return &fakeWallet{
		now: time.Date(2026, time.May, 14, 12, 0, 0, 0, time.UTC),
		rng: rand.New(rand.NewPCG(2, 18)),
		session: Session{
			GameID: 7, Name: "Lale Bahçesi", Provider: "Kuzey", Theme: "anatolia", RTP: 96.2, Lang: "tr",
			Currency: "TRY", Balances: Balances{Balance: 10_000}, MinBet: 50, MaxBet: 50_000,
		},
	}
}

func (f *fakeWallet) Session(_ context.Context, token string) (Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if token != fakeToken {
		return Session{}, fmt.Errorf("session: %w", ErrNoSession)
	}
	return f.session, nil
}

func (f *fakeWallet) Round(_ context.Context, token string, stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (Receipt, error) {
	if f.began != nil {
		f.began <- struct{}{}
	}
	if f.release != nil {
		<-f.release
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.err != nil:
		return Receipt{}, fmt.Errorf("round: %w", f.err)
	case token != fakeToken:
		return Receipt{}, ErrNoSession
	case f.session.Balance < stake:
		return Receipt{}, ErrInsufficientFunds
	}
	win := decide(f.rng)
	f.rounds++
	f.session.Balance += win - stake
	return Receipt{RoundID: fmt.Sprintf("round-%d", f.rounds), Stake: stake, Win: win, Balances: f.session.Balances}, nil
}
