package session

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"croupier/bff"
)

// testBus is a bff.Bus in memory.
type testBus struct {
	mu   sync.Mutex
	subs map[int]func([]byte)
	made int
	said [][]byte
	fail error
}

func (w *testBus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	if topic != bff.TopicSessions {
		return errors.New("not of sessions")
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = append(w.said, payload)
	for _, fn := range w.subs {
		fn(payload)
	}
	return w.fail
}

func (w *testBus) Subscribe(_ bff.Topic, fn func([]byte)) func() {
	w.mu.Lock()
	defer w.mu.Unlock()
	id := w.made
	w.made++
	w.subs[id] = fn
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.subs, id)
	}
}

// newInstances returns two instances on one bus.
func newInstances(t *testing.T) (f *fixture, other *Manager, w *testBus) {
	t.Helper()
	f, w = newFixture(t), &testBus{subs: map[int]func([]byte){}}
	f.Manager = f.another(t, func(s *Settings) { s.Bus = w })
	return f, f.another(t, func(s *Settings) { s.Bus = w }), w
}

func TestEndReachesEveryInstance(t *testing.T) {
	f, other, w := newInstances(t)
	first, token := f.login(t)
	second, again := f.login(t)
	remembered := func(token string) bool { _, ok := other.opened.Get(token); return ok }
	for _, tok := range []string{token, again} {
		if _, err := other.Open(t.Context(), marmara, tok); err != nil || !remembered(tok) {
			t.Fatalf("%v, remembered %v", err, remembered(tok))
		}
	}
	if err := f.End(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if remembered(token) || !remembered(again) {
		t.Errorf("remembered %v and %v", remembered(token), remembered(again))
	}
	if _, err := other.Open(t.Context(), marmara, token); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("the other instance: %v", err)
	}
	if err := f.EndAll(t.Context(), "marmara", second.Identity.Player()); err != nil {
		t.Fatal(err)
	}
	if remembered(again) {
		t.Error("a session of the player is remembered")
	}
	want := []bff.SessionsEnded{
		{Brand: "marmara", Player: ayse.UID, Session: first.ID},
		{Brand: "marmara", Player: ayse.UID},
	}
	for i, payload := range w.said {
		var got bff.SessionsEnded
		if err := json.Unmarshal(payload, &got); err != nil || i >= len(want) || got != want[i] {
			t.Errorf("said %s, %v", payload, err)
		}
	}
	if len(w.said) != len(want) {
		t.Errorf("said %d times", len(w.said))
	}
	other.onSessionsEnded([]byte("no JSON"))
	other.Close()
	if len(w.subs) != 1 {
		t.Errorf("%d subscriptions after one was closed", len(w.subs))
	}
}

func TestEndHoldsWithoutTheBus(t *testing.T) {
	f, other, w := newInstances(t)
	w.fail = errors.New("connection reset")
	clear(w.subs)
	s, token := f.login(t)
	if _, err := other.Open(t.Context(), marmara, token); err != nil {
		t.Fatal(err)
	}
	if err := f.End(t.Context(), s); err != nil {
		t.Fatalf("an end that nobody heard is an end all the same: %v", err)
	}
	if _, err := other.Open(t.Context(), marmara, token); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("the other instance: %v", err)
	}
}

func TestRefreshesOnTwoInstancesEndInOneSession(t *testing.T) {
	for name, tickets := range map[string]bool{"cookies": false, "tickets": true} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			if tickets {
				f, _ = newTicketFixture(t)
			}
			_, token := f.login(t)
			instances := [2]*Manager{f.Manager, f.another(t)}
			f.clock.advance(10 * time.Minute)
			ids, tokens := make([]string, 40), make([]string, 40)
			var wg sync.WaitGroup
			for i := range ids {
				wg.Go(func() {
					m := instances[i%2]
					s, err := m.Open(t.Context(), marmara, token)
					if err != nil {
						t.Errorf("open: %v", err)
						return
					}
					next, err := m.Refresh(t.Context(), s)
					if err != nil {
						t.Errorf("refresh: %v", err)
						return
					}
					if ids[i] = next.ID; ids[i] == s.ID {
						t.Error("nothing was rotated")
					}
					if tokens[i], err = m.Token(t.Context(), next); err != nil {
						t.Errorf("token: %v", err)
					}
				})
			}
			wg.Wait()
			for i := range ids {
				if ids[i] != ids[0] {
					t.Fatalf("sessions %q", ids)
				}
				for _, m := range instances {
					if _, err := m.Open(t.Context(), marmara, tokens[i]); err != nil {
						t.Fatalf("a token of one instance at another: %v", err)
					}
				}
			}
			f.clock.advance(time.Minute)
			for _, m := range instances {
				if _, err := m.Open(t.Context(), marmara, token); !errors.Is(err, bff.ReasonAnonymous) {
					t.Errorf("the old token after its grace: %v", err)
				}
			}
		})
	}
}

func TestCompletionsOnTwoInstancesGiveOneSession(t *testing.T) {
	f := newFixture(t)
	pending, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	if err != nil {
		t.Fatal(err)
	}
	instances := [2]*Manager{f.Manager, f.another(t)}
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			next, err := instances[i%2].Complete(t.Context(), pending)
			if err == nil {
				ids[i] = next.ID
			} else if !errors.Is(err, bff.ReasonAnonymous) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	seen := map[string]bool{}
	for _, id := range ids {
		if id != "" {
			seen[id] = true
		}
	}
	if len(seen) != 1 {
		t.Errorf("completed as %v", seen)
	}
}
