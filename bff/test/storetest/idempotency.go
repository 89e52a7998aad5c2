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
	"croupier/bff/ops/staff"
)

// IdempotencyStore combines the interfaces that an idempotency store implements.
type IdempotencyStore interface {
	bff.IdempotencyStore
	staff.Payments
}

// lease is longer than the lease of every store under test.
const lease = 10 * time.Minute

var (
	moneyKey  = bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	body      = bff.Fingerprint{1, 2, 3}
	otherBody = bff.Fingerprint{3, 2, 1}
	paid      = bff.Answer{
		Result: true, Message: "ödendi <b>\n", Code: 200, Debug: "no records",
		Data: []byte("{\"transaction_id\": 1,\n \"amount\": 12.50, \"note\": \"<&>\"}"), Pagination: &bff.Pagination{
			Limit:  1,
			Offset: 2, Total: 3,
		},
	}
)

type idempotencyTest = storeTest[IdempotencyStore]

// RunIdempotencyStore runs the tests of bff.IdempotencyStore and staff.Payments.
func RunIdempotencyStore(t *testing.T, open Factory[IdempotencyStore]) {
	t.Helper()
	run(t, open, settlementTests())
	run(t, open, tests[IdempotencyStore]{
		"a repeat receives the first answer byte for byte": func(t *idempotencyTest, s IdempotencyStore) {
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
		"a repeat in flight is refused, and another body in every state": func(t *idempotencyTest, s IdempotencyStore) {
			claimKey(t, s, moneyKey)
			assertRefused(t, s, moneyKey, body, bff.ReasonDuplicate)
			assertRefused(t, s, moneyKey, otherBody, bff.ReasonKeyReused)
			must(t, s.Finish(t.Context(), moneyKey, &paid))
			assertRefused(t, s, moneyKey, otherBody, bff.ReasonKeyReused)
			assertAnswer(t, s, moneyKey, &paid)
		},
		"an unknown outcome keeps its status but not its cause": func(t *idempotencyTest, s IdempotencyStore) {
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
		"a released key may be claimed again": func(t *idempotencyTest, s IdempotencyStore) {
			claimKey(t, s, moneyKey)
			must(t, s.Release(t.Context(), moneyKey))
			claimKey(t, s, moneyKey)
			must(t, s.Release(t.Context(), moneyKey))
			s = t.restart()
			claimKey(t, s, moneyKey)
		},
		"keys of different players are separate": func(t *idempotencyTest, s IdempotencyStore) {
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
		"one of many concurrent claims succeeds": func(t *idempotencyTest, s IdempotencyStore) {
			claimed := atOnce(t, 32, func(int) (bool, error) {
				first, err := s.Claim(t.Context(), moneyKey, body)
				if errors.Is(err, bff.ReasonDuplicate) {
					return false, nil
				}
				return first == nil && err == nil, err
			})
			assert.Equal(t, 1, claimed)
		},
		"a key is remembered for 24 hours": func(t *idempotencyTest, s IdempotencyStore) {
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
		"a key with a time is used within 24 hours of it": func(t *idempotencyTest, s IdempotencyStore) {
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
			assertRefused(t, s, ahead, body, unknown) // made by a clock that was ahead, used a day ago
		},
		"a claim has an unknown outcome after a restart": func(t *idempotencyTest, s IdempotencyStore) {
			claimKey(t, s, moneyKey)
			s = t.restartAfter(lease)
			assertRefused(t, s, moneyKey, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
			assertRefused(t, s, moneyKey, otherBody, bff.ReasonKeyReused)
		},
		"a late outcome replaces the unknown one": func(t *idempotencyTest, s IdempotencyStore) {
			claimKey(t, s, moneyKey)
			t.Advance(lease)
			assertRefused(t, s, moneyKey, body, bff.OutcomeUnknown(bff.ReasonUnavailable))
			must(t, s.Finish(t.Context(), moneyKey, &paid))
			assertAnswer(t, s, moneyKey, &paid)
		},
		"a claim ignores the cancellation of its request": func(t *idempotencyTest, s IdempotencyStore) {
			cancelled, cancel := context.WithCancel(t.Context())
			cancel()
			if first, err := s.Claim(cancelled, moneyKey, body); first != nil || err != nil {
				t.Fatalf("%v, %v", first, err)
			}
			must(t, s.Release(t.Context(), moneyKey))
			claimKey(t, s, moneyKey)
		},
		"a record is found by its request id": func(t *idempotencyTest, s IdempotencyStore) {
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
			if r, err := s.Find(t.Context(), "request 0"); err != nil || r == nil || r.State != bff.IdempotencyInFlight {
				t.Errorf("in flight: %v, %v", r, err)
			}
			s = t.restartAfter(lease)
			for n, want := range []bff.IdempotencyState{bff.IdempotencyUnknown, bff.IdempotencyAnswered, bff.IdempotencyUnknown} {
				id := fmt.Sprint("request ", n)
				r, err := s.Find(t.Context(), id)
				require.True(t, err == nil && r != nil, "%s: %v, %v", id, r, err)
				if r.RequestID != id || r.Key.Key != fmt.Sprint("key ", n) || r.Key.Player == "" || r.Key.Player == moneyKey.Player ||
					!r.At.Equal(at) || r.State != want {
					t.Errorf("%s: %+v", id, r)
				}
				assert.True(t, (r.Answer != nil) == (want == bff.IdempotencyAnswered) && (r.Unknown != nil) == (want == bff.IdempotencyUnknown),
					"%s: %+v", id, r)
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

// assertAnswer repeats a call, which must have been answered with a.
func assertAnswer(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey, a *bff.Answer) {
	t.Helper()
	first, err := s.Claim(t.Context(), k, body)
	assert.True(t, err == nil && first != nil && string(first.Append(nil)) == string(a.Append(nil)), "got %v, %v", first, err)
}

// assertRefused repeats a call with the body f, which must fail with the status and texts of want.
func assertRefused(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey, f bff.Fingerprint, want *bff.Reason) {
	t.Helper()
	first, err := s.Claim(t.Context(), k, f)
	var r *bff.Reason
	assert.True(t, first == nil && errors.As(err, &r) && r.Status == want.Status && r.Debug == want.Debug && r.Key == want.Key,
		"repeat of %s: got %v, %v, want %v", k.Key, first, err, want)
}

// keyMadeAt returns a key with the time at (UUIDv7, RFC 9562).
func keyMadeAt(at time.Time) bff.IdempotencyKey {
	k := moneyKey
	hex := fmt.Sprintf("%012x", at.UnixMilli())
	k.Key = hex[:8] + "-" + hex[8:] + "-7a53-9f1e-0d8f9a1b2c3d"
	return k
}

const day = 24 * time.Hour

// claimUnknown claims a key at an instance and records its outcome as unknown.
func claimUnknown(t testing.TB, s IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	ctx := bff.WithScope(t.Context(), &bff.Scope{
		RequestID: "request of " + k.Key, Rules: bff.Rules{Part: "withdrawals"}, Amount: "250.50", Call: &bff.Call{Class: "finance", Method: "save_bank_transfer"},
	})
	if first, err := s.Claim(ctx, k, body); first != nil || err != nil {
		t.Fatalf("claim: %v, %v", first, err)
	}
	must(t, s.MarkUnknown(t.Context(), k, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)))
}

func numberedKey(n int) bff.IdempotencyKey {
	k := moneyKey
	k.Key = fmt.Sprintf("6f1e3c7e-0b1d-4a53-9f1e-%012d", n)
	return k
}

func findOne(t testing.TB, s IdempotencyStore, key string) *bff.IdempotencyRecord {
	t.Helper()
	found, err := s.FindKey(t.Context(), key)
	require.True(t, err == nil && len(found) == 1, "%s: %d records, %v", key, len(found), err)
	return found[0]
}

func approved(c *idempotencyTest, outcome bff.SettledOutcome) *bff.Settlement {
	return &bff.Settlement{
		Outcome: outcome, Reference: "P-1", Note: "<ödendi>",
		ProposedBy: "a", ProposedAt: c.Now(), ApprovedBy: "b", ApprovedAt: c.Now(),
	}
}

// settle replaces the settlement of a key.
func settle(t testing.TB, s IdempotencyStore, k bff.IdempotencyKey, to *bff.Settlement) *bff.IdempotencyRecord {
	t.Helper()
	r, err := s.Settle(t.Context(), findOne(t, s, k.Key).Key, func(bff.IdempotencyRecord) (*bff.Settlement, error) {
		return to, nil
	})
	require.NoError(t, err)
	return r
}

// assertSettled repeats a call, which must have been settled.
func assertSettled(t testing.TB, s IdempotencyStore, k bff.IdempotencyKey, want bff.Settlement) {
	t.Helper()
	first, err := s.Claim(t.Context(), k, body)
	var settled *bff.SettledError
	assert.True(t, first == nil && errors.As(err, &settled) && settled.Settlement == want, "repeat of a settled key: %v, %v", first, err)
}

// listed returns the keys of all listed records, read by pages of two.
func listed(t testing.TB, s IdempotencyStore, matches func(*bff.IdempotencyRecord) bool) (keys []string) {
	t.Helper()
	var before *bff.IdempotencyRecord
	for {
		page, err := s.ListUnknown(t.Context(), before, 2, matches)
		require.True(t, err == nil && len(page) <= 2, "%d records, %v", len(page), err)
		if len(page) == 0 {
			return keys
		}
		for _, r := range page {
			keys = append(keys, r.Key.Key)
			before = r
		}
	}
}

// assertAbsent checks that there is no record of a key.
func assertAbsent(t testing.TB, s IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	found, err := s.FindKey(t.Context(), k.Key)
	r, lookupErr := s.Lookup(t.Context(), k)
	assert.True(t, err == nil && lookupErr == nil && len(found) == 0 && r == nil, "%s: %v, %v, %v, %v", k.Key, found, err, r, lookupErr)
}

func assertUnknowns(t testing.TB, s IdempotencyStore, want int) {
	t.Helper()
	if n := len(listed(t, s, all)); n != want {
		t.Errorf("%d unknown outcomes listed, want %d", n, want)
	}
}

func all(*bff.IdempotencyRecord) bool { return true }

func settlementTests() tests[IdempotencyStore] {
	return tests[IdempotencyStore]{
		"a record is found by its key": func(t *idempotencyTest, s IdempotencyStore) {
			other, brand := moneyKey, moneyKey
			other.Player, brand.Brand = "8", "zephyr"
			claimUnknown(t, s, moneyKey)
			for _, k := range []bff.IdempotencyKey{other, brand} {
				claimKey(t, s, k)
				must(t, s.Finish(t.Context(), k, &paid))
			}
			s = t.restart()
			found, err := s.FindKey(t.Context(), moneyKey.Key)
			require.True(t, err == nil && len(found) == 3, "%d records, %v", len(found), err)
			unknown := 0
			for _, r := range found {
				assert.True(t, r.Key.Player != "7" && r.Key.Player != "8", "the record names a player: %+v", r.Key)
				if r.State != bff.IdempotencyUnknown {
					continue
				}
				unknown++
				if r.Call != "finance/save_bank_transfer" || r.Part != "withdrawals" || r.Amount != "250.50" || r.RequestID == "" || !r.At.Equal(t.Now()) ||
					r.Unknown == nil {
					t.Errorf("%+v", r)
				}
			}
			assert.Equal(t, 1, unknown, "%d unknown", unknown)
			assertAbsent(t, s, numberedKey(9)) // an absent key
			for _, k := range []bff.IdempotencyKey{moneyKey, other} {
				if r, err := s.Lookup(t.Context(), k); err != nil || r == nil || r.Key.Key != k.Key {
					t.Errorf("look-up of %v: %v, %v", k, r, err)
				}
			}
		},
		"unknown outcomes are listed, newest first": func(t *idempotencyTest, s IdempotencyStore) {
			for n := range 5 {
				claimUnknown(t, s, numberedKey(n))
				t.Advance(time.Minute)
			}
			claimKey(t, s, numberedKey(5)) // abandoned below
			for n, end := range []func(bff.IdempotencyKey) error{
				func(k bff.IdempotencyKey) error { return s.Release(t.Context(), k) },
				func(k bff.IdempotencyKey) error { return s.Finish(t.Context(), k, &paid) },
			} {
				claimKey(t, s, numberedKey(6+n))
				must(t, end(numberedKey(6+n)))
			}
			assertUnknowns(t, s, 5) // while one is in flight
			s = t.restartAfter(lease)
			settle(t, s, numberedKey(2), approved(t, bff.SettledRefused))
			want := []string{}
			for n := 5; n >= 0; n-- {
				want = append(want, numberedKey(n).Key)
			}
			if got := listed(t, s, all); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("listed %v, want %v", got, want)
			}
			isSettled := func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencySettled }
			if got := listed(t, s, isSettled); len(got) != 1 || got[0] != want[3] {
				t.Errorf("settled: %v", got)
			}
		},
		"a settled key is answered so, also after a restart": func(t *idempotencyTest, s IdempotencyStore) {
			executed, refused := numberedKey(1), numberedKey(2)
			for _, k := range []bff.IdempotencyKey{executed, refused} {
				claimUnknown(t, s, k)
			}
			proposal := approved(t, bff.SettledExecuted)
			proposal.ApprovedBy, proposal.ApprovedAt = "", time.Time{}
			if r := settle(t, s, executed, proposal); r.State != bff.IdempotencyUnknown || *r.Settlement != *proposal {
				t.Errorf("proposed: %+v", r)
			}
			var r *bff.Reason
			if _, err := s.Claim(t.Context(), executed, body); !errors.As(err, &r) || r.Key != "outcome_unknown" {
				t.Errorf("repeat of a proposed key: %v", err)
			}
			wantExecuted, wantRefused := approved(t, bff.SettledExecuted), approved(t, bff.SettledRefused)
			if r := settle(t, s, executed, wantExecuted); r.State != bff.IdempotencySettled {
				t.Errorf("settled: %+v", r)
			}
			settle(t, s, refused, wantRefused)
			assertSettled(t, s, executed, *wantExecuted)
			s = t.restartAfter(day)
			assertSettled(t, s, executed, *wantExecuted)
			assertSettled(t, s, refused, *wantRefused)
			if _, err := s.Claim(t.Context(), executed, otherBody); !errors.Is(err, bff.ReasonKeyReused) {
				t.Errorf("another body of a settled key: %v", err)
			}
			if r, err := s.Lookup(t.Context(), executed); err != nil || r == nil || r.State != bff.IdempotencySettled ||
				*r.Settlement != *wantExecuted {
				t.Errorf("look-up of a settled key: %+v, %v", r, err)
			}
		},
		"a settlement may be refused, and taken back": func(t *idempotencyTest, s IdempotencyStore) {
			claimUnknown(t, s, moneyKey)
			hashed := findOne(t, s, moneyKey.Key).Key
			refusal := errors.New("refused")
			if _, err := s.Settle(t.Context(), hashed, func(bff.IdempotencyRecord) (*bff.Settlement, error) {
				return nil,
					refusal
			}); !errors.Is(err, refusal) {
				t.Errorf("refused: %v", err)
			}
			settle(t, s, moneyKey, approved(t, bff.SettledExecuted))
			if r := settle(t, s, moneyKey, nil); r.Settlement != nil || r.State != bff.IdempotencyUnknown {
				t.Errorf("taken back: %+v", r)
			}
			assertRefused(t, s, moneyKey, body, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout))
			absent := hashed
			absent.Key = numberedKey(1).Key
			if _, err := s.Settle(t.Context(), absent, func(bff.IdempotencyRecord) (*bff.Settlement, error) {
				return nil,
					nil
			}); !errors.Is(err, bff.ErrNoRecord) { //nolint:nilnil // no settlement
				t.Errorf("an absent key: %v", err)
			}
		},
		"one of many concurrent settlements succeeds": func(t *idempotencyTest, s IdempotencyStore) {
			claimUnknown(t, s, moneyKey)
			hashed := findOne(t, s, moneyKey.Key).Key
			taken := errors.New("proposed already")
			succeeded := atOnce(t, 16, func(n int) (bool, error) {
				proposal := approved(t, bff.SettledExecuted)
				proposal.Reference = fmt.Sprint("P-", n)
				_, err := s.Settle(t.Context(), hashed, func(r bff.IdempotencyRecord) (*bff.Settlement, error) {
					if r.Settlement != nil {
						return nil, taken
					}
					return proposal, nil
				})
				if errors.Is(err, taken) || errors.Is(err, bff.ErrRecordModified) {
					return false, nil
				}
				return err == nil, err
			})
			assert.Equal(t, 1, succeeded)
		},
		"the platform's late answer outlasts a settlement": func(t *idempotencyTest, s IdempotencyStore) {
			claimKey(t, s, moneyKey)
			t.Advance(lease)
			assertUnknowns(t, s, 1) // after the lease
			settle(t, s, moneyKey, approved(t, bff.SettledRefused))
			must(t, s.Finish(t.Context(), moneyKey, &paid))
			assertAnswer(t, s, moneyKey, &paid)
			s = t.restart()
			if r := findOne(t, s, moneyKey.Key); r.State != bff.IdempotencyAnswered || r.Settlement == nil {
				t.Errorf("%+v", r)
			}
			assertUnknowns(t, s, 0) // after the answer
		},
		"an unknown outcome is remembered for 30 days": func(t *idempotencyTest, s IdempotencyStore) {
			unknown := numberedKey(2)
			claimUnknown(t, s, moneyKey)
			claimUnknown(t, s, unknown)
			s = t.restartAfter(30*day - time.Second)
			claimKey(t, s, numberedKey(1)) // expired records are deleted here
			want := approved(t, bff.SettledExecuted)
			settle(t, s, moneyKey, want)
			t.Advance(time.Second)
			claimKey(t, s, numberedKey(3))
			assertSettled(t, s, moneyKey, *want)
			assertAbsent(t, s, unknown) // after 30 days
			t.Advance(30 * day)
			claimKey(t, s, numberedKey(4))
			assertAbsent(t, s, moneyKey) // 30 days after its settlement
		},
	}
}
