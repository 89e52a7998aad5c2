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

func TestIdempotencyStore(t *testing.T) {
	storetest.RunIdempotencyStore(t, func(t *testing.T, c *storetest.Clock) storetest.IdempotencyBackend {
		t.Helper()
		dir := t.TempDir()
		return storetest.IdempotencyBackend{Open: func(t *testing.T) (storetest.IdempotencyStore, func()) {
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
	storetest.RunRecordStore(t, func(t *testing.T) func(*testing.T, string) (bff.KeyedStore, func()) {
		t.Helper()
		dir := t.TempDir()
		return func(t *testing.T, name string) (bff.KeyedStore, func()) {
			t.Helper()
			s := open(t, dir, embedded.Options{})
			r := s.Records(name)
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

func TestClaimsInFlightAreUnknownAfterRestart(t *testing.T) {
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

func TestFullIdempotencyStoreRefusesNewKeysAndForgetsNone(t *testing.T) {
	for name, o := range map[string]embedded.Options{"keys": {MaxIdempotencyKeys: 3}, "bytes": {MaxIdempotencyBytes: 600}} {
		t.Run(name, func(t *testing.T) {
			c := storetest.NewClock()
			dir := t.TempDir()
			o.Now = c.Now
			s := open(t, dir, o)
			stored := 0
			for ; stored < 10; stored++ {
				_, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(stored), bff.Fingerprint{1})
				if errors.Is(err, bff.ReasonUnavailable) {
					break
				}
				if err := errors.Join(err, s.IdempotencyStore().Finish(t.Context(), moneyKey(stored), paid)); err != nil {
					t.Fatal(err)
				}
			}
			if stored < 2 || stored > 3 {
				t.Fatalf("full after %d keys", stored)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s = open(t, dir, o)
			if _, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(99), bff.Fingerprint{1}); !errors.Is(err, bff.ReasonUnavailable) {
				t.Errorf("after a restart: %v", err)
			}
			for i := range stored {
				if first, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(i), bff.Fingerprint{1}); first == nil || err != nil {
					t.Errorf("key %d: %v, %v", i, first, err)
				}
			}
			c.Advance(24 * time.Hour)
			for i := range stored { // all capacity is free again, on disk too
				if first, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(50+i), bff.Fingerprint{1}); first != nil || err != nil {
					t.Errorf("after a day: %v, %v", first, err)
				}
			}
		})
	}
}

func TestClosedIdempotencyStoreRefusesClaims(t *testing.T) {
	s := open(t, t.TempDir(), embedded.Options{})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(1), bff.Fingerprint{1}); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestReusedRequestIDFindsTheLaterCall(t *testing.T) {
	c := storetest.NewClock()
	s := open(t, t.TempDir(), embedded.Options{Now: c.Now}).IdempotencyStore()
	ctx := bff.WithScope(context.Background(), &bff.Scope{RequestID: "chosen by the visitor"})
	for n := range 2 {
		if _, err := s.Claim(ctx, moneyKey(n), bff.Fingerprint{1}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Release(ctx, moneyKey(0)); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Find(ctx, "chosen by the visitor"); err != nil || r == nil || r.Key.Key != moneyKey(1).Key {
		t.Errorf("got %+v, %v", r, err)
	}
	if err := s.Finish(ctx, moneyKey(0), paid); !errors.Is(err, embedded.ErrNotClaimed) {
		t.Errorf("Finish of a released key: %v", err)
	}
}
