package games

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"

	"croupier/bff"
)

// fakeLedger keeps one seat in memory and settles rounds with numbers of a fixed seed.
type fakeLedger struct {
	mu     sync.Mutex
	seat   Seat
	rng    *rand.Rand
	rounds int
	err    error           // what Round fails with, when set
	hold   <-chan struct{} // a round waits for it, when set
	began  chan<- struct{} // told when a round has begun, when set
}

const fakeToken = "t-1"

func newFakeLedger() *fakeLedger {
	return &fakeLedger{
		rng: rand.New(rand.NewPCG(2, 18)),
		seat: Seat{
			GameID: 7, Name: "Lale Bahçesi", Provider: "Kuzey", Theme: "anatolia", RTP: 96.2, Lang: "tr",
			Currency: "TRY", Balance: 10_000, MinBet: 50, MaxBet: 50_000,
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

func (f *fakeLedger) Round(_ context.Context, token string, stake bff.Kurus, decide func(*rand.Rand) bff.Kurus) (Receipt, error) {
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
	return Receipt{RoundID: fmt.Sprintf("round-%d", f.rounds), Stake: stake, Win: win, Balance: f.seat.Balance}, nil
}
