package games

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/mock/world"
)

// send sends a request with headers: name, value, name, value.
func send(h http.Handler, method, path, body string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func get(h http.Handler, path string, headers ...string) *httptest.ResponseRecorder {
	return send(h, http.MethodGet, path, "", headers...)
}

// post sends a POST request with a JSON body.
func post(h http.Handler, path, body string) *httptest.ResponseRecorder {
	return send(h, http.MethodPost, path, body, "Content-Type", "application/json")
}

// page returns the address of a game's page by kind, or of a path below it.
func page(kind, path string) string { return Prefix + kind + "/" + fakeToken + path }

// client is the page of one session. State is the type into which it decodes responses.
type client[State any] struct {
	t      *testing.T
	wallet *fakeWallet
	h      http.Handler
}

func newClient[State any](t *testing.T, kind, gameType string, rtp float64, minBet bff.MinorUnits) client[State] {
	f := newFakeWallet()
	f.session.Page, f.session.Type, f.session.RTP, f.session.MinBet = kind, gameType, rtp, minBet
	return client[State]{t, f, Handler(f.Use)}
}

func (c client[State]) path(last string) string {
	return page(c.wallet.session.Page, "/"+last)
}

func (c client[State]) decode(w *httptest.ResponseRecorder, status int) State {
	c.t.Helper()
	var state State
	err := json.Unmarshal(w.Body.Bytes(), &state)
	require.True(c.t, err == nil && w.Code == status, "HTTP %d, want %d: %v %s", w.Code, status, err, w.Body)
	return state
}

// state gets the state of the game.
func (c client[State]) state() State {
	c.t.Helper()
	return c.decode(get(c.h, c.path("state")), http.StatusOK)
}

// post sends an action and expects a status.
func (c client[State]) post(action, body string, status int) State {
	c.t.Helper()
	return c.decode(post(c.h, c.path(action), body), status)
}

// refuses sends actions and expects the error code of each.
func (c client[State]) refuses(action string, bodies map[string]string) {
	c.t.Helper()
	for body, want := range bodies {
		w := post(c.h, c.path(action), body)
		assert.True(c.t, w.Code >= 400 && strings.Contains(w.Body.String(), `"error":"`+want+`"`),
			"%s %s: %d %s, want %q", c.wallet.session.Page, body, w.Code, w.Body, want)
	}
}

// bodyf formats the body of a request. The first argument is the round.
func bodyf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// fakeWallet is a Wallet with one session in memory and random numbers of a fixed seed. It is
// also the Account of the session.
type fakeWallet struct {
	mu      sync.Mutex
	session Session
	rng     *rand.Rand
	rounds  int
	now     time.Time // moved by tests
	bets    []world.Bet
	err     error // of Use, if set
	Account       // nil: the session has no coupons
}

func (f *fakeWallet) Use(_ context.Context, token, _ string, do func(Session, Account) error) (Session, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.err != nil:
		return f.session, fmt.Errorf("account: %w", f.err)
	case token != fakeToken:
		return Session{}, world.ErrSession
	}
	f.settle()
	return f.session, do(f.session, f)
}

func (f *fakeWallet) Now() time.Time { return f.now }

func (f *fakeWallet) Chance(round int64) *rand.Rand { return rand.New(rand.NewPCG(7, uint64(round))) }

func (f *fakeWallet) Balances() world.Balances { return f.session.Balances }

func (f *fakeWallet) Bets() []world.Bet { return slices.Clone(f.bets) }

func (f *fakeWallet) Stake(amount bff.MinorUnits, round int64, due time.Time, play string) (world.Bet, error) {
	if amount < f.session.MinBet || amount > f.session.MaxBet {
		return world.Bet{}, world.ErrStake
	}
	if amount > f.session.Balance {
		return world.Bet{}, world.ErrFunds
	}
	f.rounds++
	f.session.Balance -= amount
	bet := world.Bet{
		ID: fmt.Sprintf("round-%d", f.rounds), Stake: amount, At: f.now, Round: round, Due: due,
		Play: play,
	}
	f.bets = append(f.bets, bet)
	return bet, nil
}

// change changes a bet that is not settled.
func (f *fakeWallet) change(id string, change func(*world.Bet)) (world.Bet, error) {
	i := slices.IndexFunc(f.bets, func(bet world.Bet) bool { return bet.ID == id && !bet.Settled })
	if i < 0 {
		return world.Bet{}, world.ErrBet
	}
	change(&f.bets[i])
	return f.bets[i], nil
}

func (f *fakeWallet) Settle(id string, win bff.MinorUnits) (world.Bet, error) {
	return f.change(id, func(bet *world.Bet) {
		bet.Settled, bet.Win = true, win
		f.session.Balance += win
	})
}

// settle settles due bets.
func (f *fakeWallet) settle() {
	for _, bet := range f.bets {
		if !bet.Settled && !f.now.Before(bet.Due) {
			_, _ = f.Settle(bet.ID, Settle(f.session.Game, bet, f.Chance(bet.Round)))
		}
	}
}

const fakeToken = "t-1"

func newFakeWallet() *fakeWallet {
	return &fakeWallet{
		now: time.Date(2026, time.May, 14, 12, 0, 0, 0, time.UTC),
		rng: rand.New(rand.NewPCG(2, 18)),
		session: Session{
			Game: world.Game{
				ID: 7, Page: "slot", Name: "Lale Bahçesi", Provider: "Kuzey", Theme: "anatolia",
				RTP: 96.2, MinBet: 50, MaxBet: 50_000,
			},
			Locale: world.Locale{Lang: "tr"}, Balances: world.Balances{Balance: 10_000},
		},
	}
}

func (f *fakeWallet) Round(stake bff.MinorUnits, decide func(*rand.Rand) bff.MinorUnits) (world.RoundResult, error) {
	if f.session.Balance < stake {
		return world.RoundResult{}, world.ErrFunds
	}
	win := decide(f.rng)
	f.rounds++
	f.session.Balance += win - stake
	return world.RoundResult{
		RoundID: fmt.Sprintf("round-%d", f.rounds), Stake: stake, Win: win,
		Balances: f.session.Balances,
	}, nil
}
