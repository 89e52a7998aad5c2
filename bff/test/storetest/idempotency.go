package storetest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// lease is longer than the lease of every store under test.
const lease = 10 * time.Minute

var (
	moneyKey  = bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	body      = bff.Fingerprint{1, 2, 3}
	otherBody = bff.Fingerprint{3, 2, 1}
	paid      = bff.Answer{
		Result: true, Message: "ödendi <b>\n", Code: 200, Debug: "no records",
		Data: []byte("{\"transaction_id\": 1,\n \"amount\": 12.50, \"note\": \"<&>\"}"), Pagination: &bff.Pagination{
			Limit: 1, Offset: 2, Total: 3,
		},
	}
)

type idempotencyTest = storeTest[bff.IdempotencyStore]

// RunIdempotencyStore runs the tests of bff.IdempotencyStore.
func RunIdempotencyStore(t *testing.T, open Factory[bff.IdempotencyStore]) {
	t.Helper()
	run(t, open, settlementTests())
	run(t, open, tests[bff.IdempotencyStore]{
		"a repeat receives the first answer byte for byte": func(t *idempotencyTest, s bff.IdempotencyStore) {
			claimKey(t, s, moneyKey)
			must(t, s.Finish(t.Context(), moneyKey, &paid))
			assertAnswer(t, s, moneyKey, &paid)
			empty := moneyKey
			empty.Key = "another"
			claimKey(t, s, empty)
			must(t, s.Finish(t.Context(), empty, &bff.Answer{Message: "Yetersiz bakiye", Code: 400}))
			s = t.restartAfter(time.Hour)
			assertAnswer(t, s, moneyKey, &paid)
			assertAnswer(t, s, empty, &bff.Answer{Message: "Yetersiz bakiye", Code: 400})
		},
		"a repeat in flight is refused, and another body in every state": func(
			t *idempotencyTest, s bff.IdempotencyStore,
		) {
			claimKey(t, s, moneyKey)
			assertRefused(t, s, moneyKey, body, bff.ReasonDuplicate)
			assertRefused(t, s, moneyKey, otherBody, bff.ReasonKeyReused)
			must(t, s.Finish(t.Context(), moneyKey, &paid))
			assertRefused(t, s, moneyKey, otherBody, bff.ReasonKeyReused)
			assertAnswer(t, s, moneyKey, &paid)
		},
		"an unknown outcome keeps its status but not its cause": func(t *idempotencyTest, s bff.IdempotencyStore) {
			unknown := bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)
			claimKey(t, s, moneyKey)
			must(t, s.MarkUnknown(t.Context(), moneyKey, unknown.WithCause(errors.New("cause of the first request"))))
			assertRefused(t, s, moneyKey, body, unknown)
			assertRefused(t, s, moneyKey, otherBody, bff.ReasonKeyReused)
			s = t.restart()
			assertRefused(t, s, moneyKey, body, unknown)
			if _, err := s.Claim(t.Context(), moneyKey, body); errors.Unwrap(err) != nil {
				t.Errorf("the repeat received the cause of the first request: %v", err)
			}
		},
		"a released key may be claimed again": func(t *idempotencyTest, s bff.IdempotencyStore) {
			claimKey(t, s, moneyKey)
			must(t, s.Release(t.Context(), moneyKey))
			claimKey(t, s, moneyKey)
			must(t, s.Release(t.Context(), moneyKey))
			s = t.restart()
			claimKey(t, s, moneyKey)
		},
		"keys of different players are separate": func(t *idempotencyTest, s bff.IdempotencyStore) {
			for _, k := range []bff.IdempotencyKey{
				moneyKey,
				{Brand: "marmara", Player: "8", Key: moneyKey.Key},
				{Brand: "zephyr", Player: "7", Key: moneyKey.Key},
				{Brand: "marmar", Player: "a7", Key: moneyKey.Key},
				{Brand: "marmara", Player: "7/" + moneyKey.Key, Key: ""},
			} {
				claimKey(t, s, k)
			}
		},
		"one of many concurrent claims succeeds": func(t *idempotencyTest, s bff.IdempotencyStore) {
			claimed := atOnce(t, 32, func(int) (bool, error) {
				first, err := s.Claim(t.Context(), moneyKey, body)
				if errors.Is(err, bff.ReasonDuplicate) {
					return false, nil
				}
				return first == nil && err == nil, err
			})
			assert.Equal(t, 1, claimed)
		},
		"a key is remembered for 24 hours": func(t *idempotencyTest, s bff.IdempotencyStore) {
			later := moneyKey
			later.Key = "an hour later"
			claimKey(t, s, moneyKey)
			must(t, s.Finish(t.Context(), moneyKey, &paid))
			t.Advance(time.Hour)
			claimKey(t, s, later)
			must(t, s.Finish(t.Context(), later, &paid))
			t.Advance(23*time.Hour - time.Second)
			assertAnswer(t, s, moneyKey, &paid)
			t.Advance(time.Second)
			claimKey(t, s, moneyKey)
			assertAnswer(t, s, later, &paid)
		},
		"a key with a time is used within 24 hours of it": func(t *idempotencyTest, s bff.IdempotencyStore) {
			t.Advance(24 * time.Hour) // the store was opened long ago
			unknown := bff.OutcomeUnknown(bff.ReasonUnavailable)
			assertRefused(t, s, keyMadeAt(t.Now().Add(time.Minute)), body, bff.ReasonKeyTime) // in a minute
			assertRefused(t, s, keyMadeAt(t.Now().Add(-24*time.Hour)), body, unknown)         // a day ago
			claimKey(t, s, keyMadeAt(t.Now().Add(-24*time.Hour+3*time.Second)))
			now, ahead := keyMadeAt(t.Now()), keyMadeAt(t.Now().Add(time.Second)) // clocks differ
			for _, k := range []bff.IdempotencyKey{now, ahead} {
				claimKey(t, s, k)
				must(t, s.Finish(t.Context(), k, &paid))
			}
			t.Advance(24*time.Hour - time.Second)
			assertAnswer(t, s, now, &paid)
			assertAnswer(t, s, ahead, &paid)
			t.Advance(time.Second)
			assertRefused(t, s, now, body, unknown)   // used a day ago
			assertRefused(t, s, ahead, body, unknown) // made by a fast clock, used a day ago
		},
		"a claim has an unknown outcome after a restart": func(t *idempotencyTest, s bff.IdempotencyStore) {
			claimKey(t, s, moneyKey)
			s = t.restartAfter(lease)
			assertRefused(t, s, moneyKey, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
			assertRefused(t, s, moneyKey, otherBody, bff.ReasonKeyReused)
		},
		"a late outcome replaces the unknown one": func(t *idempotencyTest, s bff.IdempotencyStore) {
			claimKey(t, s, moneyKey)
			t.Advance(lease)
			assertRefused(t, s, moneyKey, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
			must(t, s.Finish(t.Context(), moneyKey, &paid))
			assertAnswer(t, s, moneyKey, &paid)
		},
		"a claim ignores the cancellation of its request": func(t *idempotencyTest, s bff.IdempotencyStore) {
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			if first, err := s.Claim(cancelled, moneyKey, body); first != nil || err != nil {
				t.Fatalf("%v, %v", first, err)
			}
			must(t, s.Release(t.Context(), moneyKey))
			claimKey(t, s, moneyKey)
		},
		"a record is found by its request id": func(t *idempotencyTest, s bff.IdempotencyStore) {
			claim := func(n int) bff.IdempotencyKey {
				k := moneyKey
				k.Key = fmt.Sprint("key ", n)
				ctx := bff.WithScope(t.Context(), &bff.Scope{RequestID: fmt.Sprint("request ", n)})
				if _, err := s.Claim(ctx, k, body); err != nil {
					t.Fatal(err)
				}
				return k
			}
			at := t.Now()
			claim(0)
			must(t, s.Finish(t.Context(), claim(1), &paid))
			must(t, s.MarkUnknown(t.Context(), claim(2), bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)))
			must(t, s.Release(t.Context(), claim(3)))
			if r, err := s.Find(t.Context(), "request 0"); err != nil || r == nil ||
				r.State != bff.IdempotencyInFlight {
				t.Errorf("in flight: %v, %v", r, err)
			}
			s = t.restartAfter(lease)
			for n, want := range []bff.IdempotencyState{
				bff.IdempotencyUnknown, bff.IdempotencyAnswered, bff.IdempotencyUnknown,
			} {
				id := fmt.Sprint("request ", n)
				r, err := s.Find(t.Context(), id)
				require.True(t, err == nil && r != nil, "%s: %v, %v", id, r, err)
				if r.RequestID != id || r.Key.Key != fmt.Sprint("key ", n) || r.Key.Player == "" ||
					r.Key.Player == moneyKey.Player || !r.At.Equal(at) || r.State != want {
					t.Errorf("%s: %+v", id, r)
				}
				assert.True(t, (r.Answer != nil) == (want == bff.IdempotencyAnswered) &&
					(r.Unknown != nil) == (want == bff.IdempotencyUnknown), "%s: %+v", id, r)
				if n == 2 && r.Unknown.Status != http.StatusBadGateway {
					t.Errorf("%s: %v", id, r.Unknown)
				}
			}
			for _, id := range []string{"request 3", "absent", ""} {
				if r, err := s.Find(t.Context(), id); err != nil || r != nil {
					t.Errorf("%q: %v, %v", id, r, err)
				}
			}
			t.Advance(24 * time.Hour)
			if r, err := s.Find(t.Context(), "request 1"); err != nil || r != nil {
				t.Errorf("after a day: %v, %v", r, err)
			}
		},
	})
}

// claimKey claims a key that must be free.
func claimKey(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	if first, err := s.Claim(t.Context(), k, body); first != nil || err != nil {
		t.Fatalf("claim: %v, %v", first, err)
	}
}

// assertAnswer repeats a call, which must return the response a.
func assertAnswer(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey, a *bff.Answer) {
	t.Helper()
	first, err := s.Claim(t.Context(), k, body)
	assert.True(t, err == nil && first != nil && string(first.Append(nil)) == string(a.Append(nil)), "got %v, %v",
		first, err)
}

// assertRefused repeats a call with the body f, which must fail with the status and texts of want.
func assertRefused(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey, f bff.Fingerprint, want *bff.Reason) {
	t.Helper()
	first, err := s.Claim(t.Context(), k, f)
	var r *bff.Reason
	assert.True(t, first == nil && errors.As(err, &r) && r.Status == want.Status && r.Debug == want.Debug &&
		r.Key == want.Key, "repeat of %s: got %v, %v, want %v", k.Key, first, err, want)
}

// keyMadeAt returns a key with the time at (UUIDv7, RFC 9562).
func keyMadeAt(at time.Time) bff.IdempotencyKey {
	k := moneyKey
	hex := fmt.Sprintf("%012x", at.UnixMilli())
	k.Key = hex[:8] + "-" + hex[8:] + "-7a53-9f1e-0d8f9a1b2c3d"
	return k
}
