package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func TestJournal(t *testing.T) {
	storetest.RunJournal(t, func(t *testing.T, c *storetest.Clock) storetest.JournalPlace {
		t.Helper()
		dir := t.TempDir()
		return storetest.JournalPlace{Open: func(t *testing.T) (storetest.IdempotencyStore, func()) {
			t.Helper()
			s := open(t, dir, embedded.Options{Now: c.Now})
			return s.IdempotencyStore(), func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		}}
	})
}

func TestRecords(t *testing.T) {
	storetest.RunRecords(t, func(t *testing.T) func(*testing.T, string) (bff.RecordStore, func()) {
		t.Helper()
		dir := t.TempDir()
		return func(t *testing.T, name string) (bff.RecordStore, func()) {
			t.Helper()
			s := open(t, dir, embedded.Options{})
			r, err := s.Records(name)
			if err != nil {
				t.Fatal(err)
			}
			return r, func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		}
	})
}

func TestBus(t *testing.T) {
	storetest.RunBus(t, func(*testing.T) (one, two bff.Bus) {
		b := &embedded.Bus{}
		return b, b
	})
}

func moneyKey(n int) bff.IdempotencyKey {
	return bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: fmt.Sprint(n)}
}

var paid = &bff.Answer{Result: true, Data: []byte(`{"transaction_id":1}`), Code: 200}

func TestClaimsInFlightAreUnknownAsSoonAsTheStoreIsOpenedAgain(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{})
	if _, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(1), bff.Fingerprint{1}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s = open(t, dir, embedded.Options{})
		_, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(1), bff.Fingerprint{1})
		var r *bff.Reason
		if !errors.As(err, &r) || r.Debug != "outcome unknown" || r.Status != 503 {
			t.Errorf("got %v", err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFullJournalTakesNoNewKeyAndForgetsNone(t *testing.T) {
	for name, o := range map[string]embedded.Options{"keys": {MostKeys: 3}, "bytes": {MostBytes: 600}} {
		t.Run(name, func(t *testing.T) {
			c := storetest.NewClock()
			dir := t.TempDir()
			o.Now = c.Now
			s := open(t, dir, o)
			held := 0
			for ; held < 10; held++ {
				_, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(held), bff.Fingerprint{1})
				if errors.Is(err, bff.ReasonUnavailable) {
					break
				}
				if err := errors.Join(err, s.IdempotencyStore().Finish(t.Context(), moneyKey(held), paid)); err != nil {
					t.Fatal(err)
				}
			}
			if held < 2 || held > 3 {
				t.Fatalf("full after %d", held)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, dir, o)
			if _, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(99), bff.Fingerprint{1}); !errors.Is(err, bff.ReasonUnavailable) {
				t.Errorf("opened again it takes one more: %v", err)
			}
			for i := range held {
				if first, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(i), bff.Fingerprint{1}); first == nil || err != nil {
					t.Errorf("key %d: %v, %v", i, first, err)
				}
			}
			c.Wind(24 * time.Hour)
			for i := range held { // all room is free again, in the file too
				if first, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(50+i), bff.Fingerprint{1}); first != nil || err != nil {
					t.Errorf("after a day: %v, %v", first, err)
				}
			}
		})
	}
}

func TestAClosedStoreRefusesMoney(t *testing.T) {
	s := open(t, t.TempDir(), embedded.Options{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(1), bff.Fingerprint{1}); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestARequestIDThatIsUsedTwiceStandsForTheLaterCall(t *testing.T) {
	c := storetest.NewClock()
	j := open(t, t.TempDir(), embedded.Options{Now: c.Now}).IdempotencyStore()
	ctx := bff.WithScope(context.Background(), &bff.Scope{RequestID: "chosen by the visitor"})
	for n := range 2 {
		if _, err := j.Claim(ctx, moneyKey(n), bff.Fingerprint{1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Release(ctx, moneyKey(0)); err != nil {
		t.Fatal(err)
	}
	if e, err := j.Find(ctx, "chosen by the visitor"); err != nil || e == nil || e.Key != moneyKey(1) {
		t.Errorf("got %+v, %v", e, err)
	}
	if err := j.Finish(ctx, moneyKey(0), paid); !errors.Is(err, embedded.ErrNotClaimed) {
		t.Errorf("an outcome of a released key: %v", err)
	}
}
