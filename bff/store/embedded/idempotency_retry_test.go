package embedded_test

import (
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
	"croupier/bff/store/embedded"
)

func receipt() *bff.Answer {
	return &bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"transaction_id":1}`)}
}

// breakWrites makes every write of the store fail until end is called.
func breakWrites(t *testing.T, s *embedded.Store) (end func(mend bool)) {
	t.Helper()
	end, err := s.BreakWrites()
	if err != nil {
		t.Fatal(err)
	}
	return end
}

// openWithUnwrittenAnswer opens a store in dir that holds an answer which it cannot write until end
// is called.
func openWithUnwrittenAnswer(t *testing.T, dir string, key bff.IdempotencyKey, body bff.Fingerprint) (s *embedded.Store, end func(mend bool)) {
	t.Helper()
	s = open(t, dir, embedded.Options{})
	if _, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil {
		t.Fatal(err)
	}
	end = breakWrites(t, s)
	if err := s.IdempotencyStore().Finish(t.Context(), key, receipt()); err == nil {
		t.Fatal("the answer was written to a broken disk")
	}
	return s, end
}

// While writes fail, the answer of a money call is repeated from memory; it is written once they
// succeed again.
func TestAnswerIsWrittenOnceWritesSucceed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s := open(t, dir, embedded.Options{})
		i, key, body := s.IdempotencyStore(), moneyKey(1), bff.Fingerprint{1}
		if first, err := i.Claim(t.Context(), key, body); first != nil || err != nil {
			t.Fatal(first, err)
		}
		end := breakWrites(t, s)
		if err := i.Finish(t.Context(), key, receipt()); err == nil {
			t.Fatal("the answer was written to a broken disk")
		}
		if again, err := i.Claim(t.Context(), key, body); err != nil || string(again.Data) != string(receipt().Data) {
			t.Errorf("a repeat while writes fail: %v", err)
		}
		if _, err := i.Claim(t.Context(), key, bff.Fingerprint{2}); !errors.Is(err, bff.ReasonKeyReused) {
			t.Errorf("another body while writes fail: %v", err)
		}
		time.Sleep(5 * time.Second) // synctest's clock: some attempts fail
		end(true)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = open(t, dir, embedded.Options{})
		if again, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil || again == nil || !again.Result {
			t.Errorf("after a restart: %v, %v", again != nil, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// Closing the store writes what could not be written before.
func TestAnswerIsWrittenAtClose(t *testing.T) {
	dir, key, body := t.TempDir(), moneyKey(1), bff.Fingerprint{1}
	s, end := openWithUnwrittenAnswer(t, dir, key, body)
	end(true)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, dir, embedded.Options{})
	if again, err := s.IdempotencyStore().Claim(t.Context(), key, body); err != nil || again == nil {
		t.Errorf("after a restart: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A process that ends before that leaves an unknown outcome, never a free key.
func TestUnwrittenAnswerIsUnknownAfterCrash(t *testing.T) {
	dir, key, body := t.TempDir(), moneyKey(1), bff.Fingerprint{1}
	s, end := openWithUnwrittenAnswer(t, dir, key, body)
	if err := s.Close(); err == nil {
		t.Error("Close does not report the answer that it could not write")
	}
	end(false)
	s = open(t, dir, embedded.Options{})
	if first, err := s.IdempotencyStore().Claim(t.Context(), key, body); first != nil || !errors.Is(err, bff.OutcomeUnknown(bff.ReasonUnavailable)) {
		t.Errorf("after a restart: %v, %v", first, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// A claim whose release could not be written is refused as unavailable, not as in flight, and is free
// once it was.
func TestReleaseIsWrittenOnceWritesSucceed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir(), embedded.Options{})
		i, key, body := s.IdempotencyStore(), moneyKey(1), bff.Fingerprint{1}
		if _, err := i.Claim(t.Context(), key, body); err != nil {
			t.Fatal(err)
		}
		end := breakWrites(t, s)
		if err := i.Release(t.Context(), key); err == nil {
			t.Fatal("the release was written")
		}
		if _, err := i.Claim(t.Context(), key, body); !errors.Is(err, bff.ReasonUnavailable) {
			t.Errorf("while writes fail: %v", err)
		}
		end(true)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if first, err := i.Claim(t.Context(), key, body); first != nil || err != nil {
			t.Errorf("after that: %v, %v", first, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}
