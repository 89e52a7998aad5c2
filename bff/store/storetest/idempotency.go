package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/staff"
)

// IdempotencyStore is what the suite asks of a journal of money calls.
type IdempotencyStore interface {
	gateway.IdempotencyStore
	staff.IdempotencyReader
}

// JournalPlace is where one test keeps its journal.
type JournalPlace struct {
	// Open gives the journal at the place; the first time it is empty. Opening it again,
	// after close, must find what was acknowledged.
	Open func(t *testing.T) (j IdempotencyStore, close func())
}

// lease is longer than any store takes a claim to be in flight.
const lease = 10 * time.Minute

var (
	moneyKey = bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	body     = bff.Fingerprint{1, 2, 3}
	other    = bff.Fingerprint{3, 2, 1}
	paid     = bff.Answer{
		Result: true, Message: "ödendi <b>\n", Code: 200, Debug: "no records",
		Data: []byte("{\"transaction_id\": 1,\n \"amount\": 12.50, \"note\": \"<&>\"}"), Pagination: &bff.Pagination{Limit: 1, Offset: 2, Total: 3},
	}
)

// RunJournal runs the suite of gateway.IdempotencyStore and bff.JournalReader against fresh places that
// factory makes. The stores at a place tell the time by the clock.
func RunJournal(t *testing.T, factory func(t *testing.T, clock *Clock) JournalPlace) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, p JournalPlace, c *Clock){
		"a repeat is given the first answer, byte for byte":       repeats,
		"a repeat while the first is in flight is refused":        inFlight,
		"another body is refused whatever became of the first":    otherBody,
		"an unknown outcome keeps its status and loses its cause": unknownOutcome,
		"a released key may be sent again":                        released,
		"keys are each player's own":                              playersOwn,
		"of many claims one succeeds":                             oneOfMany,
		"a key is remembered for 24 hours":                        aDay,
		"a claim outlives the program with an unknown outcome":    abandoned,
		"an outcome that comes late replaces the unknown one":     lateOutcome,
		"a visitor who has left claims all the same":              hasLeft,
		"a call is found by its request":                          foundByRequest,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// claimKey begins a key that must be new.
func claimKey(t *testing.T, j gateway.IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	if first, err := j.Claim(context.Background(), k, body); first != nil || err != nil {
		t.Fatalf("claim: %v, %v", first, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// wantAnswer repeats a key, which must have been answered.
func wantAnswer(t *testing.T, j gateway.IdempotencyStore, k bff.IdempotencyKey, a *bff.Answer) {
	t.Helper()
	first, err := j.Claim(context.Background(), k, body)
	if err != nil || first == nil || string(first.Append(nil)) != string(a.Append(nil)) {
		t.Errorf("got %v, %v", first, err)
	}
}

// wantRefusal repeats a key, which must fail for a reason of that message key.
func wantRefusal(t *testing.T, j gateway.IdempotencyStore, b bff.Fingerprint, want *bff.Reason) {
	t.Helper()
	first, err := j.Claim(context.Background(), moneyKey, b)
	var r *bff.Reason
	if first != nil || !errors.As(err, &r) || r.Status != want.Status || r.Debug != want.Debug || r.Key != want.Key {
		t.Errorf("got %v, %v, want %v", first, err, want)
	}
}

func repeats(t *testing.T, p JournalPlace, c *Clock) {
	t.Helper()
	j, done := p.Open(t)
	claimKey(t, j, moneyKey)
	must(t, j.Finish(context.Background(), moneyKey, &paid))
	wantAnswer(t, j, moneyKey, &paid)
	empty := moneyKey
	empty.Key = "another"
	claimKey(t, j, empty)
	must(t, j.Finish(context.Background(), empty, &bff.Answer{Message: "Yetersiz bakiye", Code: 400}))
	done()
	c.Wind(time.Hour)
	j, done = p.Open(t)
	defer done()
	wantAnswer(t, j, moneyKey, &paid)
	wantAnswer(t, j, empty, &bff.Answer{Message: "Yetersiz bakiye", Code: 400})
}

func inFlight(t *testing.T, p JournalPlace, _ *Clock) {
	t.Helper()
	j, done := p.Open(t)
	defer done()
	claimKey(t, j, moneyKey)
	wantRefusal(t, j, body, bff.ReasonDuplicate)
}

func otherBody(t *testing.T, p JournalPlace, _ *Clock) {
	t.Helper()
	j, done := p.Open(t)
	defer done()
	claimKey(t, j, moneyKey)
	wantRefusal(t, j, other, bff.ReasonKeyReused)
	must(t, j.Finish(context.Background(), moneyKey, &paid))
	wantRefusal(t, j, other, bff.ReasonKeyReused)
	wantAnswer(t, j, moneyKey, &paid)
}

func unknownOutcome(t *testing.T, p JournalPlace, _ *Clock) {
	t.Helper()
	j, done := p.Open(t)
	unknown := bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)
	claimKey(t, j, moneyKey)
	must(t, j.MarkUnknown(context.Background(), moneyKey, unknown.WithCause(errors.New("of the first request"))))
	wantRefusal(t, j, body, unknown)
	wantRefusal(t, j, other, bff.ReasonKeyReused)
	done()
	j, done = p.Open(t)
	defer done()
	wantRefusal(t, j, body, unknown)
	if _, err := j.Claim(context.Background(), moneyKey, body); errors.Unwrap(err) != nil {
		t.Errorf("the repeat carries the first request's cause: %v", err)
	}
}

func released(t *testing.T, p JournalPlace, _ *Clock) {
	t.Helper()
	j, done := p.Open(t)
	claimKey(t, j, moneyKey)
	must(t, j.Release(context.Background(), moneyKey))
	claimKey(t, j, moneyKey)
	must(t, j.Release(context.Background(), moneyKey))
	done()
	j, done = p.Open(t)
	defer done()
	claimKey(t, j, moneyKey)
}

func playersOwn(t *testing.T, p JournalPlace, _ *Clock) {
	t.Helper()
	j, done := p.Open(t)
	defer done()
	for _, k := range []bff.IdempotencyKey{
		moneyKey,
		{Brand: "marmara", Player: "8", Key: moneyKey.Key},
		{Brand: "zephyr", Player: "7", Key: moneyKey.Key},
		{Brand: "marmar", Player: "a7", Key: moneyKey.Key},
		{Brand: "marmara", Player: "7/" + moneyKey.Key, Key: ""},
	} {
		claimKey(t, j, k)
	}
}

func oneOfMany(t *testing.T, p JournalPlace, _ *Clock) {
	t.Helper()
	j, done := p.Open(t)
	defer done()
	var claimed, refused atomic.Int64
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			first, err := j.Claim(context.Background(), moneyKey, body)
			switch {
			case first == nil && err == nil:
				claimed.Add(1)
			case errors.Is(err, bff.ReasonDuplicate):
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	if claimed.Load() != 1 || refused.Load() != 31 {
		t.Errorf("%d claimed the key, %d were refused", claimed.Load(), refused.Load())
	}
}

func aDay(t *testing.T, p JournalPlace, c *Clock) {
	t.Helper()
	j, done := p.Open(t)
	defer done()
	later := moneyKey
	later.Key = "an hour later"
	claimKey(t, j, moneyKey)
	must(t, j.Finish(context.Background(), moneyKey, &paid))
	c.Wind(time.Hour)
	claimKey(t, j, later)
	must(t, j.Finish(context.Background(), later, &paid))
	c.Wind(23*time.Hour - time.Second)
	wantAnswer(t, j, moneyKey, &paid)
	c.Wind(time.Second)
	claimKey(t, j, moneyKey)
	wantAnswer(t, j, later, &paid)
}

func abandoned(t *testing.T, p JournalPlace, c *Clock) {
	t.Helper()
	j, done := p.Open(t)
	claimKey(t, j, moneyKey)
	done()
	c.Wind(lease)
	j, done = p.Open(t)
	defer done()
	wantRefusal(t, j, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
	wantRefusal(t, j, other, bff.ReasonKeyReused)
}

func lateOutcome(t *testing.T, p JournalPlace, c *Clock) {
	t.Helper()
	j, done := p.Open(t)
	defer done()
	claimKey(t, j, moneyKey)
	c.Wind(lease)
	wantRefusal(t, j, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
	must(t, j.Finish(context.Background(), moneyKey, &paid))
	wantAnswer(t, j, moneyKey, &paid)
}

func hasLeft(t *testing.T, p JournalPlace, _ *Clock) {
	t.Helper()
	j, done := p.Open(t)
	defer done()
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if first, err := j.Claim(gone, moneyKey, body); first != nil || err != nil {
		t.Fatalf("%v, %v", first, err)
	}
	must(t, j.Release(context.Background(), moneyKey))
	claimKey(t, j, moneyKey)
}

func foundByRequest(t *testing.T, p JournalPlace, c *Clock) {
	t.Helper()
	j, done := p.Open(t)
	claim := func(n int) bff.IdempotencyKey {
		k := moneyKey
		k.Key = fmt.Sprint("key ", n)
		ctx := bff.WithScope(context.Background(), &bff.Scope{RequestID: fmt.Sprint("request ", n)})
		if _, err := j.Claim(ctx, k, body); err != nil {
			t.Fatal(err)
		}
		return k
	}
	at := c.Now()
	claim(0)
	must(t, j.Finish(context.Background(), claim(1), &paid))
	must(t, j.MarkUnknown(context.Background(), claim(2), bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)))
	must(t, j.Release(context.Background(), claim(3)))
	if e, err := j.Find(context.Background(), "request 0"); err != nil || e == nil || e.State != bff.IdempotencyInFlight {
		t.Errorf("in flight: %v, %v", e, err)
	}
	done()
	c.Wind(lease)
	j, done = p.Open(t)
	defer done()
	for n, want := range []bff.IdempotencyState{bff.IdempotencyUnknown, bff.IdempotencyAnswered, bff.IdempotencyUnknown} {
		id := fmt.Sprint("request ", n)
		e, err := j.Find(context.Background(), id)
		if err != nil || e == nil {
			t.Fatalf("%s: %v, %v", id, e, err)
		}
		if e.RequestID != id || e.Key.Key != fmt.Sprint("key ", n) || e.Key.Player != "7" || !e.At.Equal(at) || e.State != want {
			t.Errorf("%s: %+v", id, e)
		}
		if (e.Answer != nil) != (want == bff.IdempotencyAnswered) || (e.Unknown != nil) != (want == bff.IdempotencyUnknown) {
			t.Errorf("%s: %+v", id, e)
		}
		if n == 2 && e.Unknown.Status != http.StatusBadGateway {
			t.Errorf("%s: %v", id, e.Unknown)
		}
	}
	for _, id := range []string{"request 3", "never", ""} {
		if e, err := j.Find(context.Background(), id); err != nil || e != nil {
			t.Errorf("%q: %v, %v", id, e, err)
		}
	}
	c.Wind(24 * time.Hour)
	if e, err := j.Find(context.Background(), "request 1"); err != nil || e != nil {
		t.Errorf("after a day: %v, %v", e, err)
	}
}
