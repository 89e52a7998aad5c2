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

// IdempotencyStore combines the interfaces that an idempotency store implements.
type IdempotencyStore interface {
	gateway.IdempotencyStore
	staff.IdempotencyReader
	staff.Payments
}

// IdempotencyBackend is the storage of one test.
type IdempotencyBackend struct {
	// Open opens the storage, which is empty at first. Opened again after close, it must hold every
	// acknowledged record.
	Open func(t *testing.T) (s IdempotencyStore, close func())
}

// lease is longer than the lease of every store under test.
const lease = 10 * time.Minute

var (
	moneyKey  = bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	body      = bff.Fingerprint{1, 2, 3}
	otherBody = bff.Fingerprint{3, 2, 1}
	paid      = bff.Answer{
		Result: true, Message: "ödendi <b>\n", Code: 200, Debug: "no records",
		Data: []byte("{\"transaction_id\": 1,\n \"amount\": 12.50, \"note\": \"<&>\"}"), Pagination: &bff.Pagination{Limit: 1, Offset: 2, Total: 3},
	}
)

// RunIdempotencyStore runs the tests of gateway.IdempotencyStore and staff.IdempotencyReader, each
// with a new backend from factory that uses clock.
func RunIdempotencyStore(t *testing.T, factory func(t *testing.T, clock *Clock) IdempotencyBackend) {
	t.Helper()
	for name, test := range map[string]func(t *testing.T, b IdempotencyBackend, c *Clock){
		"a repeat receives the first answer byte for byte":      repeatAnswered,
		"a repeat is refused while the first call is in flight": repeatInFlight,
		"another body is refused in every state of the first":   reusedKey,
		"an unknown outcome keeps its status but not its cause": unknownOutcome,
		"a released key may be claimed again":                   releasedKey,
		"keys of different players are separate":                separatePlayers,
		"one of many concurrent claims succeeds":                concurrentClaims,
		"a key is remembered for 24 hours":                      retention,
		"a key with a time is used within 24 hours of it":       keyTime,
		"a claim has an unknown outcome after a restart":        abandonedClaim,
		"a late outcome replaces the unknown one":               lateOutcome,
		"a claim ignores the cancellation of its request":       cancelledClaim,
		"a record is found by its request id":                   findByRequestID,
		"a record is found by its key":                          findByKey,
		"unknown outcomes are listed, newest first":             listUnknown,
		"a settled key is answered so, also after a restart":    settledKey,
		"a settlement may be refused, and taken back":           changedSettlement,
		"one of many concurrent settlements succeeds":           concurrentSettlements,
		"the platform's late answer outlasts a settlement":      lateAnswerOfSettledKey,
		"an unknown outcome is remembered for 30 days":          unknownRetention,
	} {
		t.Run(name, func(t *testing.T) {
			c := NewClock()
			test(t, factory(t, c), c)
		})
	}
}

// claimKey claims a key that must be free.
func claimKey(t *testing.T, s gateway.IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	if first, err := s.Claim(context.Background(), k, body); first != nil || err != nil {
		t.Fatalf("claim: %v, %v", first, err)
	}
}

// assertAnswer repeats a call, which must have been answered with a.
func assertAnswer(t *testing.T, s gateway.IdempotencyStore, k bff.IdempotencyKey, a *bff.Answer) {
	t.Helper()
	first, err := s.Claim(context.Background(), k, body)
	if err != nil || first == nil || string(first.Append(nil)) != string(a.Append(nil)) {
		t.Errorf("got %v, %v", first, err)
	}
}

// assertRefused repeats the call of moneyKey with the body f, which must fail with the status and
// texts of want.
func assertRefused(t *testing.T, s gateway.IdempotencyStore, f bff.Fingerprint, want *bff.Reason) {
	t.Helper()
	first, err := s.Claim(context.Background(), moneyKey, f)
	var r *bff.Reason
	if first != nil || !errors.As(err, &r) || r.Status != want.Status || r.Debug != want.Debug || r.Key != want.Key {
		t.Errorf("got %v, %v, want %v", first, err, want)
	}
}

func repeatAnswered(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	claimKey(t, s, moneyKey)
	must(t, s.Finish(context.Background(), moneyKey, &paid))
	assertAnswer(t, s, moneyKey, &paid)
	empty := moneyKey
	empty.Key = "another"
	claimKey(t, s, empty)
	must(t, s.Finish(context.Background(), empty, &bff.Answer{Message: "Yetersiz bakiye", Code: 400}))
	done()
	c.Advance(time.Hour)
	s, done = b.Open(t)
	defer done()
	assertAnswer(t, s, moneyKey, &paid)
	assertAnswer(t, s, empty, &bff.Answer{Message: "Yetersiz bakiye", Code: 400})
}

func repeatInFlight(t *testing.T, b IdempotencyBackend, _ *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	claimKey(t, s, moneyKey)
	assertRefused(t, s, body, bff.ReasonDuplicate)
}

func reusedKey(t *testing.T, b IdempotencyBackend, _ *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	claimKey(t, s, moneyKey)
	assertRefused(t, s, otherBody, bff.ReasonKeyReused)
	must(t, s.Finish(context.Background(), moneyKey, &paid))
	assertRefused(t, s, otherBody, bff.ReasonKeyReused)
	assertAnswer(t, s, moneyKey, &paid)
}

func unknownOutcome(t *testing.T, b IdempotencyBackend, _ *Clock) {
	t.Helper()
	s, done := b.Open(t)
	unknown := bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)
	claimKey(t, s, moneyKey)
	must(t, s.MarkUnknown(context.Background(), moneyKey, unknown.WithCause(errors.New("cause of the first request"))))
	assertRefused(t, s, body, unknown)
	assertRefused(t, s, otherBody, bff.ReasonKeyReused)
	done()
	s, done = b.Open(t)
	defer done()
	assertRefused(t, s, body, unknown)
	if _, err := s.Claim(context.Background(), moneyKey, body); errors.Unwrap(err) != nil {
		t.Errorf("the repeat received the cause of the first request: %v", err)
	}
}

func releasedKey(t *testing.T, b IdempotencyBackend, _ *Clock) {
	t.Helper()
	s, done := b.Open(t)
	claimKey(t, s, moneyKey)
	must(t, s.Release(context.Background(), moneyKey))
	claimKey(t, s, moneyKey)
	must(t, s.Release(context.Background(), moneyKey))
	done()
	s, done = b.Open(t)
	defer done()
	claimKey(t, s, moneyKey)
}

func separatePlayers(t *testing.T, b IdempotencyBackend, _ *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	for _, k := range []bff.IdempotencyKey{
		moneyKey,
		{Brand: "marmara", Player: "8", Key: moneyKey.Key},
		{Brand: "zephyr", Player: "7", Key: moneyKey.Key},
		{Brand: "marmar", Player: "a7", Key: moneyKey.Key},
		{Brand: "marmara", Player: "7/" + moneyKey.Key, Key: ""},
	} {
		claimKey(t, s, k)
	}
}

func concurrentClaims(t *testing.T, b IdempotencyBackend, _ *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	var claimed, refused atomic.Int64
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			first, err := s.Claim(context.Background(), moneyKey, body)
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

func retention(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	later := moneyKey
	later.Key = "an hour later"
	claimKey(t, s, moneyKey)
	must(t, s.Finish(context.Background(), moneyKey, &paid))
	c.Advance(time.Hour)
	claimKey(t, s, later)
	must(t, s.Finish(context.Background(), later, &paid))
	c.Advance(23*time.Hour - time.Second)
	assertAnswer(t, s, moneyKey, &paid)
	c.Advance(time.Second)
	claimKey(t, s, moneyKey)
	assertAnswer(t, s, later, &paid)
}

// keyMadeAt returns a key with the time at (UUIDv7, RFC 9562).
func keyMadeAt(at time.Time) bff.IdempotencyKey {
	k := moneyKey
	hex := fmt.Sprintf("%012x", at.UnixMilli())
	k.Key = hex[:8] + "-" + hex[8:] + "-7a53-9f1e-0d8f9a1b2c3d"
	return k
}

func keyTime(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	c.Advance(24 * time.Hour) // the store was opened long ago
	refused := func(name string, k bff.IdempotencyKey, want *bff.Reason) {
		t.Helper()
		first, err := s.Claim(context.Background(), k, body)
		var r *bff.Reason
		if first != nil || !errors.As(err, &r) || r.Status != want.Status || r.Debug != want.Debug || r.Key != want.Key {
			t.Errorf("%s: got %v, %v, want %v", name, first, err, want)
		}
	}
	unknown := bff.OutcomeUnknown(bff.ReasonUnavailable)
	refused("in a minute", keyMadeAt(c.Now().Add(time.Minute)), bff.ReasonKeyTime)
	refused("a day ago", keyMadeAt(c.Now().Add(-24*time.Hour)), unknown)
	claimKey(t, s, keyMadeAt(c.Now().Add(-24*time.Hour+3*time.Second)))
	now, ahead := keyMadeAt(c.Now()), keyMadeAt(c.Now().Add(time.Second)) // clocks differ
	for _, k := range []bff.IdempotencyKey{now, ahead} {
		claimKey(t, s, k)
		must(t, s.Finish(context.Background(), k, &paid))
	}
	c.Advance(24*time.Hour - time.Second)
	assertAnswer(t, s, now, &paid)
	assertAnswer(t, s, ahead, &paid)
	c.Advance(time.Second)
	refused("used a day ago", now, unknown)
	refused("made by a clock that was ahead, used a day ago", ahead, unknown)
}

func abandonedClaim(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	claimKey(t, s, moneyKey)
	done()
	c.Advance(lease)
	s, done = b.Open(t)
	defer done()
	assertRefused(t, s, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
	assertRefused(t, s, otherBody, bff.ReasonKeyReused)
}

func lateOutcome(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	claimKey(t, s, moneyKey)
	c.Advance(lease)
	assertRefused(t, s, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
	must(t, s.Finish(context.Background(), moneyKey, &paid))
	assertAnswer(t, s, moneyKey, &paid)
}

func cancelledClaim(t *testing.T, b IdempotencyBackend, _ *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if first, err := s.Claim(cancelled, moneyKey, body); first != nil || err != nil {
		t.Fatalf("%v, %v", first, err)
	}
	must(t, s.Release(context.Background(), moneyKey))
	claimKey(t, s, moneyKey)
}

func findByRequestID(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	claim := func(n int) bff.IdempotencyKey {
		k := moneyKey
		k.Key = fmt.Sprint("key ", n)
		ctx := bff.WithScope(context.Background(), &bff.Scope{RequestID: fmt.Sprint("request ", n)})
		if _, err := s.Claim(ctx, k, body); err != nil {
			t.Fatal(err)
		}
		return k
	}
	at := c.Now()
	claim(0)
	must(t, s.Finish(context.Background(), claim(1), &paid))
	must(t, s.MarkUnknown(context.Background(), claim(2), bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)))
	must(t, s.Release(context.Background(), claim(3)))
	if r, err := s.Find(context.Background(), "request 0"); err != nil || r == nil || r.State != bff.IdempotencyInFlight {
		t.Errorf("in flight: %v, %v", r, err)
	}
	done()
	c.Advance(lease)
	s, done = b.Open(t)
	defer done()
	for n, want := range []bff.IdempotencyState{bff.IdempotencyUnknown, bff.IdempotencyAnswered, bff.IdempotencyUnknown} {
		id := fmt.Sprint("request ", n)
		r, err := s.Find(context.Background(), id)
		if err != nil || r == nil {
			t.Fatalf("%s: %v, %v", id, r, err)
		}
		if r.RequestID != id || r.Key.Key != fmt.Sprint("key ", n) || r.Key.Player == "" || r.Key.Player == moneyKey.Player || !r.At.Equal(at) || r.State != want {
			t.Errorf("%s: %+v", id, r)
		}
		if (r.Answer != nil) != (want == bff.IdempotencyAnswered) || (r.Unknown != nil) != (want == bff.IdempotencyUnknown) {
			t.Errorf("%s: %+v", id, r)
		}
		if n == 2 && r.Unknown.Status != http.StatusBadGateway {
			t.Errorf("%s: %v", id, r.Unknown)
		}
	}
	for _, id := range []string{"request 3", "absent", ""} {
		if r, err := s.Find(context.Background(), id); err != nil || r != nil {
			t.Errorf("%q: %v, %v", id, r, err)
		}
	}
	c.Advance(24 * time.Hour)
	if r, err := s.Find(context.Background(), "request 1"); err != nil || r != nil {
		t.Errorf("after a day: %v, %v", r, err)
	}
}
