package storetest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

const day = 24 * time.Hour

// claimUnknown claims a key at an instance and records its outcome as unknown.
func claimUnknown(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	ctx := bff.WithScope(t.Context(), &bff.Scope{
		RequestID: "request of " + k.Key, Rules: bff.Rules{Part: "withdrawals"}, Amount: "250.50",
		Call: &bff.Call{Class: "finance", Method: "save_bank_transfer"},
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

func findOne(t testing.TB, s bff.IdempotencyStore, key string) *bff.IdempotencyRecord {
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
func settle(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey, to *bff.Settlement) *bff.IdempotencyRecord {
	t.Helper()
	r, err := s.Settle(t.Context(), findOne(t, s, k.Key).Key, func(bff.IdempotencyRecord) (*bff.Settlement, error) {
		return to, nil
	})
	require.NoError(t, err)
	return r
}

// assertSettled repeats a call that must be settled.
func assertSettled(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey, want bff.Settlement) {
	t.Helper()
	first, err := s.Claim(t.Context(), k, body)
	var settled *bff.SettledError
	assert.True(t, first == nil && errors.As(err, &settled) && settled.Settlement == want,
		"repeat of a settled key: %v, %v", first, err)
}

// listed returns the keys of all listed records, read by pages of two.
func listed(t testing.TB, s bff.IdempotencyStore, matches func(*bff.IdempotencyRecord) bool) (keys []string) {
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
func assertAbsent(t testing.TB, s bff.IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	found, err := s.FindKey(t.Context(), k.Key)
	r, lookupErr := s.Lookup(t.Context(), k)
	assert.True(t, err == nil && lookupErr == nil && len(found) == 0 && r == nil, "%s: %v, %v, %v, %v", k.Key, found,
		err, r, lookupErr)
}

func assertUnknowns(t testing.TB, s bff.IdempotencyStore, want int) {
	t.Helper()
	if n := len(listed(t, s, all)); n != want {
		t.Errorf("%d unknown outcomes listed, want %d", n, want)
	}
}

func all(*bff.IdempotencyRecord) bool { return true }

func settlementTests() tests[bff.IdempotencyStore] {
	return tests[bff.IdempotencyStore]{
		"a record is found by its key": func(t *idempotencyTest, s bff.IdempotencyStore) {
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
				if r.Call != "finance/save_bank_transfer" || r.Part != "withdrawals" || r.Amount != "250.50" ||
					r.RequestID == "" || !r.At.Equal(t.Now()) || r.Unknown == nil {
					t.Errorf("%+v", r)
				}
			}
			assert.Equal(t, 1, unknown, "%d unknown", unknown)
			assertAbsent(t, s, numberedKey(9)) // an unknown key
			for _, k := range []bff.IdempotencyKey{moneyKey, other} {
				if r, err := s.Lookup(t.Context(), k); err != nil || r == nil || r.Key.Key != k.Key {
					t.Errorf("look-up of %v: %v, %v", k, r, err)
				}
			}
		},
		"unknown outcomes are listed, newest first": func(t *idempotencyTest, s bff.IdempotencyStore) {
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
		"a settled key is answered so, also after a restart": func(t *idempotencyTest, s bff.IdempotencyStore) {
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
		"a settlement may be refused, and taken back": func(t *idempotencyTest, s bff.IdempotencyStore) {
			claimUnknown(t, s, moneyKey)
			hashed := findOne(t, s, moneyKey.Key).Key
			refusal := errors.New("refused")
			if _, err := s.Settle(t.Context(), hashed, func(bff.IdempotencyRecord) (*bff.Settlement, error) {
				return nil, refusal
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
				return nil, nil
			}); !errors.Is(err, bff.ErrNoRecord) { //nolint:nilnil // no settlement
				t.Errorf("an absent key: %v", err)
			}
		},
		"one of many concurrent settlements succeeds": func(t *idempotencyTest, s bff.IdempotencyStore) {
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
		"the platform's late answer outlasts a settlement": func(t *idempotencyTest, s bff.IdempotencyStore) {
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
			assertUnknowns(t, s, 0) // after the response
		},
		"an unknown outcome is remembered for 30 days": func(t *idempotencyTest, s bff.IdempotencyStore) {
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
