package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"croupier/bff"
)

const day = 24 * time.Hour

// claimUnknown claims a key at an instance and records its outcome as unknown.
func claimUnknown(t *testing.T, s IdempotencyStore, k bff.IdempotencyKey) {
	t.Helper()
	ctx := bff.WithScope(context.Background(), &bff.Scope{
		RequestID: "request of " + k.Key, Amount: "250.50", Call: &bff.Call{Class: "finance", Method: "save_bank_transfer"},
	})
	if first, err := s.Claim(ctx, k, body); first != nil || err != nil {
		t.Fatalf("claim: %v, %v", first, err)
	}
	must(t, s.MarkUnknown(context.Background(), k, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)))
}

func numberedKey(n int) bff.IdempotencyKey {
	k := moneyKey
	k.Key = fmt.Sprintf("6f1e3c7e-0b1d-4a53-9f1e-%012d", n)
	return k
}

// findOne returns the only record of a key.
func findOne(t *testing.T, s IdempotencyStore, key string) *bff.IdempotencyRecord {
	t.Helper()
	found, err := s.FindKey(context.Background(), key)
	if err != nil || len(found) != 1 {
		t.Fatalf("%s: %d records, %v", key, len(found), err)
	}
	return found[0]
}

func approved(c *Clock, outcome bff.SettledOutcome) *bff.Settlement {
	return &bff.Settlement{
		Outcome: outcome, Reference: "P-1", Note: "<ödendi>", ProposedBy: "a", ProposedAt: c.Now(), ApprovedBy: "b", ApprovedAt: c.Now(),
	}
}

// settle replaces the settlement of a key.
func settle(t *testing.T, s IdempotencyStore, k bff.IdempotencyKey, to *bff.Settlement) *bff.IdempotencyRecord {
	t.Helper()
	r, err := s.Settle(context.Background(), findOne(t, s, k.Key).Key, func(bff.IdempotencyRecord) (*bff.Settlement, error) { return to, nil })
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// assertSettled repeats a call, which must have been settled.
func assertSettled(t *testing.T, s IdempotencyStore, k bff.IdempotencyKey, want bff.Settlement) {
	t.Helper()
	first, err := s.Claim(context.Background(), k, body)
	var settled *bff.SettledError
	if first != nil || !errors.As(err, &settled) || settled.Settlement != want {
		t.Errorf("repeat of a settled key: %v, %v", first, err)
	}
}

// listed returns the keys of all listed records, read by pages of two.
func listed(t *testing.T, s IdempotencyStore, matches func(*bff.IdempotencyRecord) bool) (keys []string) {
	t.Helper()
	var before *bff.IdempotencyRecord
	for {
		page, err := s.ListUnknown(context.Background(), before, 2, matches)
		if err != nil || len(page) > 2 {
			t.Fatalf("%d records, %v", len(page), err)
		}
		if len(page) == 0 {
			return keys
		}
		for _, r := range page {
			keys = append(keys, r.Key.Key)
			before = r
		}
	}
}

func all(*bff.IdempotencyRecord) bool { return true }

func findByKey(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	other, brand := moneyKey, moneyKey
	other.Player, brand.Brand = "8", "zephyr"
	claimUnknown(t, s, moneyKey)
	for _, k := range []bff.IdempotencyKey{other, brand} {
		claimKey(t, s, k)
		must(t, s.Finish(context.Background(), k, &paid))
	}
	done()
	s, done = b.Open(t)
	defer done()
	found, err := s.FindKey(context.Background(), moneyKey.Key)
	if err != nil || len(found) != 3 {
		t.Fatalf("%d records, %v", len(found), err)
	}
	unknown := 0
	for _, r := range found {
		if r.Key.Player == "7" || r.Key.Player == "8" {
			t.Errorf("the record names a player: %+v", r.Key)
		}
		if r.State != bff.IdempotencyUnknown {
			continue
		}
		unknown++
		if r.Call != "finance/save_bank_transfer" || r.Amount != "250.50" || r.RequestID == "" || !r.At.Equal(c.Now()) || r.Unknown == nil {
			t.Errorf("%+v", r)
		}
	}
	if unknown != 1 {
		t.Errorf("%d unknown", unknown)
	}
	if found, err := s.FindKey(context.Background(), numberedKey(9).Key); err != nil || len(found) != 0 {
		t.Errorf("an absent key: %v, %v", found, err)
	}
	for _, k := range []bff.IdempotencyKey{moneyKey, other} {
		if r, err := s.Lookup(context.Background(), k); err != nil || r == nil || r.Key.Key != k.Key {
			t.Errorf("look-up of %v: %v, %v", k, r, err)
		}
	}
	if r, err := s.Lookup(context.Background(), numberedKey(9)); err != nil || r != nil {
		t.Errorf("look-up of an absent key: %v, %v", r, err)
	}
}

func listUnknown(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	for n := range 5 {
		claimUnknown(t, s, numberedKey(n))
		c.Advance(time.Minute)
	}
	claimKey(t, s, numberedKey(5)) // abandoned below
	for n, end := range []func(bff.IdempotencyKey) error{
		func(k bff.IdempotencyKey) error { return s.Release(context.Background(), k) },
		func(k bff.IdempotencyKey) error { return s.Finish(context.Background(), k, &paid) },
	} {
		claimKey(t, s, numberedKey(6+n))
		must(t, end(numberedKey(6+n)))
	}
	if n := len(listed(t, s, all)); n != 5 {
		t.Errorf("%d listed while one is in flight", n)
	}
	done()
	c.Advance(lease)
	s, done = b.Open(t)
	defer done()
	settle(t, s, numberedKey(2), approved(c, bff.SettledRefused))
	want := []string{}
	for n := 5; n >= 0; n-- {
		want = append(want, numberedKey(n).Key)
	}
	if got := listed(t, s, all); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("listed %v, want %v", got, want)
	}
	if got := listed(t, s, func(r *bff.IdempotencyRecord) bool { return r.State == bff.IdempotencySettled }); len(got) != 1 || got[0] != want[3] {
		t.Errorf("settled: %v", got)
	}
}

func settledKey(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	executed, refused := numberedKey(1), numberedKey(2)
	for _, k := range []bff.IdempotencyKey{executed, refused} {
		claimUnknown(t, s, k)
	}
	proposal := approved(c, bff.SettledExecuted)
	proposal.ApprovedBy, proposal.ApprovedAt = "", time.Time{}
	if r := settle(t, s, executed, proposal); r.State != bff.IdempotencyUnknown || *r.Settlement != *proposal {
		t.Errorf("proposed: %+v", r)
	}
	var r *bff.Reason
	if _, err := s.Claim(context.Background(), executed, body); !errors.As(err, &r) || r.Key != "outcome_unknown" {
		t.Errorf("repeat of a proposed key: %v", err)
	}
	wantExecuted, wantRefused := approved(c, bff.SettledExecuted), approved(c, bff.SettledRefused)
	if r := settle(t, s, executed, wantExecuted); r.State != bff.IdempotencySettled {
		t.Errorf("settled: %+v", r)
	}
	settle(t, s, refused, wantRefused)
	assertSettled(t, s, executed, *wantExecuted)
	done()
	c.Advance(day)
	s, done = b.Open(t)
	defer done()
	assertSettled(t, s, executed, *wantExecuted)
	assertSettled(t, s, refused, *wantRefused)
	if _, err := s.Claim(context.Background(), executed, otherBody); !errors.Is(err, bff.ReasonKeyReused) {
		t.Errorf("another body of a settled key: %v", err)
	}
	if r, err := s.Lookup(context.Background(), executed); err != nil || r == nil || r.State != bff.IdempotencySettled || *r.Settlement != *wantExecuted {
		t.Errorf("look-up of a settled key: %+v, %v", r, err)
	}
}

func changedSettlement(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	claimUnknown(t, s, moneyKey)
	hashed := findOne(t, s, moneyKey.Key).Key
	refusal := errors.New("refused")
	if _, err := s.Settle(context.Background(), hashed, func(bff.IdempotencyRecord) (*bff.Settlement, error) { return nil, refusal }); !errors.Is(err, refusal) {
		t.Errorf("refused: %v", err)
	}
	settle(t, s, moneyKey, approved(c, bff.SettledExecuted))
	if r := settle(t, s, moneyKey, nil); r.Settlement != nil || r.State != bff.IdempotencyUnknown {
		t.Errorf("taken back: %+v", r)
	}
	assertRefused(t, s, body, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout))
	absent := hashed
	absent.Key = numberedKey(1).Key
	if _, err := s.Settle(context.Background(), absent, func(bff.IdempotencyRecord) (*bff.Settlement, error) { return nil, nil }); !errors.Is(err, bff.ErrNoRecord) { //nolint:nilnil // no settlement
		t.Errorf("an absent key: %v", err)
	}
}

func concurrentSettlements(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	defer done()
	claimUnknown(t, s, moneyKey)
	hashed := findOne(t, s, moneyKey.Key).Key
	taken := errors.New("proposed already")
	var succeeded atomic.Int64
	var wg sync.WaitGroup
	for n := range 16 {
		proposal := approved(c, bff.SettledExecuted)
		proposal.Reference = fmt.Sprint("P-", n)
		wg.Go(func() {
			_, err := s.Settle(context.Background(), hashed, func(r bff.IdempotencyRecord) (*bff.Settlement, error) {
				if r.Settlement != nil {
					return nil, taken
				}
				return proposal, nil
			})
			switch {
			case err == nil:
				succeeded.Add(1)
			case !errors.Is(err, taken) && !errors.Is(err, bff.ErrRecordModified):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if succeeded.Load() != 1 {
		t.Errorf("%d settlements succeeded", succeeded.Load())
	}
}

func lateAnswerOfSettledKey(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	claimKey(t, s, moneyKey)
	c.Advance(lease)
	if n := len(listed(t, s, all)); n != 1 {
		t.Fatalf("%d listed after the lease", n)
	}
	settle(t, s, moneyKey, approved(c, bff.SettledRefused))
	must(t, s.Finish(context.Background(), moneyKey, &paid))
	assertAnswer(t, s, moneyKey, &paid)
	done()
	s, done = b.Open(t)
	defer done()
	if r := findOne(t, s, moneyKey.Key); r.State != bff.IdempotencyAnswered || r.Settlement == nil {
		t.Errorf("%+v", r)
	}
	if n := len(listed(t, s, all)); n != 0 {
		t.Errorf("%d listed after the answer", n)
	}
}

func unknownRetention(t *testing.T, b IdempotencyBackend, c *Clock) {
	t.Helper()
	s, done := b.Open(t)
	unknown := numberedKey(2)
	claimUnknown(t, s, moneyKey)
	claimUnknown(t, s, unknown)
	done()
	c.Advance(30*day - time.Second)
	s, done = b.Open(t)
	defer done()
	claimKey(t, s, numberedKey(1)) // expired records are deleted here
	want := approved(c, bff.SettledExecuted)
	settle(t, s, moneyKey, want)
	c.Advance(time.Second)
	claimKey(t, s, numberedKey(3))
	assertSettled(t, s, moneyKey, *want)
	if found, err := s.FindKey(context.Background(), unknown.Key); err != nil || len(found) != 0 {
		t.Errorf("after 30 days: %v, %v", found, err)
	}
	c.Advance(30 * day)
	claimKey(t, s, numberedKey(4))
	if found, err := s.FindKey(context.Background(), moneyKey.Key); err != nil || len(found) != 0 {
		t.Errorf("30 days after its settlement: %v, %v", found, err)
	}
}
