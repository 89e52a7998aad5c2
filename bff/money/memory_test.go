package money_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/money"
)

var (
	ctx   = context.Background()
	key   = bff.JournalKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	body  = bff.Fingerprint{1}
	other = bff.Fingerprint{2}
	paid  = &bff.Answer{Result: true, Data: []byte(`{"transaction_id":1}`), Code: 200}
)

type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

func journal(o money.Options) (*money.Memory, *clock) {
	c := &clock{at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	o.Clock = c.now
	return money.NewMemory(o), c
}

// claim begins a key that must be new.
func claim(t *testing.T, j bff.Journal, k bff.JournalKey) {
	t.Helper()
	if first, err := j.Begin(ctx, k, body); first != nil || err != nil {
		t.Fatalf("claim: %v, %v", first, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestRepeatGetsTheFirstAnswer(t *testing.T) {
	j, c := journal(money.Options{})
	claim(t, j, key)
	must(t, j.Finish(ctx, key, paid))
	c.at = c.at.Add(money.Kept - time.Second)
	if first, err := j.Begin(ctx, key, body); first != paid || err != nil {
		t.Errorf("repeat: %v, %v", first, err)
	}
	c.at = c.at.Add(time.Second)
	claim(t, j, key)
}

func TestRepeatInFlightIsRefused(t *testing.T) {
	j, _ := journal(money.Options{})
	claim(t, j, key)
	if _, err := j.Begin(ctx, key, body); !errors.Is(err, bff.ReasonDuplicate) {
		t.Errorf("got %v", err)
	}
}

func TestAnotherBodyIsRefusedWhateverBecameOfTheFirst(t *testing.T) {
	for name, settle := range map[string]func(bff.Journal) error{
		"in flight": func(bff.Journal) error { return nil },
		"answered":  func(j bff.Journal) error { return j.Finish(ctx, key, paid) },
		"unknown":   func(j bff.Journal) error { return j.Unknown(ctx, key, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)) },
	} {
		t.Run(name, func(t *testing.T) {
			j, _ := journal(money.Options{})
			claim(t, j, key)
			must(t, settle(j))
			_, err := j.Begin(ctx, key, other)
			var r *bff.Reason
			if !errors.As(err, &r) || r.Key != bff.ReasonKeyReused.Key {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestUnknownOutcomeIsRememberedWithItsStatus(t *testing.T) {
	j, _ := journal(money.Options{})
	claim(t, j, key)
	unknown := bff.OutcomeUnknown(bff.ReasonUpstreamTimeout).Because(errors.New("of the first request"))
	must(t, j.Unknown(ctx, key, unknown))
	_, err := j.Begin(ctx, key, body)
	if !errors.Is(err, unknown) {
		t.Errorf("got %v", err)
	}
	if errors.Unwrap(err) != nil {
		t.Errorf("the repeat carries the first request's cause: %v", err)
	}
}

func TestReleasedKeyMayBeSentAgain(t *testing.T) {
	j, _ := journal(money.Options{})
	claim(t, j, key)
	must(t, j.Release(ctx, key))
	claim(t, j, key)
}

func TestKeysArePlayersOwn(t *testing.T) {
	j, _ := journal(money.Options{})
	claim(t, j, key)
	neighbour, elsewhere := key, key
	neighbour.Player, elsewhere.Brand = "8", "zephyr"
	claim(t, j, neighbour)
	claim(t, j, elsewhere)
}

func TestFullJournalTakesNoNewKeyAndForgetsNone(t *testing.T) {
	for name, o := range map[string]money.Options{
		"keys":  {MostKeys: 1},
		"bytes": {MostBytes: len(paid.Data)},
	} {
		t.Run(name, func(t *testing.T) {
			j, c := journal(o)
			claim(t, j, key)
			must(t, j.Finish(ctx, key, paid))
			next := key
			next.Key = "another"
			if _, err := j.Begin(ctx, next, body); !errors.Is(err, bff.ReasonUnavailable) {
				t.Errorf("got %v", err)
			}
			if first, _ := j.Begin(ctx, key, body); first != paid {
				t.Error("the first answer was forgotten")
			}
			c.at = c.at.Add(money.Kept)
			claim(t, j, next)
		})
	}
}

func TestOneOfManyClaims(t *testing.T) {
	j, _ := journal(money.Options{})
	var claimed atomic.Int64
	var wg sync.WaitGroup
	for range 64 {
		wg.Go(func() {
			if first, err := j.Begin(ctx, key, body); first == nil && err == nil {
				claimed.Add(1)
			}
		})
	}
	wg.Wait()
	if claimed.Load() != 1 {
		t.Errorf("%d claimed the key", claimed.Load())
	}
}

func TestExpiryKeepsWhatIsYoung(t *testing.T) {
	j, c := journal(money.Options{MostKeys: 10})
	for i := range 10 {
		k := key
		k.Key = fmt.Sprint(i)
		claim(t, j, k)
		must(t, j.Finish(ctx, k, paid))
		c.at = c.at.Add(time.Hour)
	}
	c.at = c.at.Add(money.Kept - 10*time.Hour) // the first is due, the second is not
	claim(t, j, key)
	k := key
	k.Key = "1"
	if first, err := j.Begin(ctx, k, body); first != paid || err != nil {
		t.Errorf("a young key: %v, %v", first, err)
	}
}
