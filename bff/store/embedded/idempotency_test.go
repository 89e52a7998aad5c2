package embedded_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func moneyKey(n int) bff.IdempotencyKey {
	return bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: fmt.Sprint("key-", n)}
}

var (
	paid = &bff.Answer{Result: true, Data: []byte(`{"transaction_id":1}`), Code: 200}
	body = bff.Fingerprint{1}
)

// claim claims the key n with body.
func claim(t *testing.T, s *embedded.Store, n int) (first *bff.Answer, err error) {
	t.Helper()
	return s.IdempotencyStore().Claim(t.Context(), moneyKey(n), body)
}

// claimFree claims the key n, which must be free.
func claimFree(t *testing.T, s *embedded.Store, n int) {
	t.Helper()
	first, err := claim(t, s, n)
	require.True(t, first == nil && err == nil, "claim of a free key: %v, %v", first, err)
}

func assertReplayed(t *testing.T, name string, s *embedded.Store, n int) {
	t.Helper()
	first, err := claim(t, s, n)
	assert.True(t, err == nil && first != nil && first.Result && string(first.Data) == string(paid.Data),
		"%s: %+v, %v", name, first, err)
}

// assertRefused claims the key n, which must fail with the status and the text of want.
func assertRefused(t *testing.T, name string, s *embedded.Store, n int, want *bff.Reason) {
	t.Helper()
	var r *bff.Reason
	first, err := claim(t, s, n)
	assert.True(t, first == nil && errors.As(err, &r) && r.Status == want.Status && r.Debug == want.Debug,
		"%s: %v, %v, want %v", name, first, err, want)
}

var unknownAfterCrash = bff.OutcomeUnknown(bff.ReasonUnavailable)

func TestClaimsInFlightAreUnknownAfterRestart(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{})
	claimFree(t, s, 1)
	for range 2 {
		s = reopen(t, s, dir, embedded.Options{})
		assertRefused(t, "after a restart", s, 1, unknownAfterCrash)
	}
}

func TestFullIdempotencyStoreRefusesNewKeysAndForgetsNone(t *testing.T) {
	for name, o := range map[string]embedded.Options{"keys": {MaxIdempotencyKeys: 3}, "bytes": {MaxIdempotencyBytes: 600}} {
		t.Run(name, func(t *testing.T) {
			c, dir := storetest.NewClock(), t.TempDir()
			o.Now = c.Now
			s := open(t, dir, o)
			stored := 0
			for ; stored < 10; stored++ {
				_, err := claim(t, s, stored)
				if errors.Is(err, bff.ReasonUnavailable) {
					break
				}
				require.NoError(t, errors.Join(err, s.IdempotencyStore().Finish(t.Context(), moneyKey(stored), paid)))
			}
			require.True(t, stored >= 2 && stored <= 3, "full after %d keys", stored)
			s = reopen(t, s, dir, o)
			assertRefused(t, "after a restart", s, 99, bff.ReasonUnavailable)
			for i := range stored {
				assertReplayed(t, "a stored key", s, i)
			}
			c.Advance(24 * time.Hour)
			for i := range stored { // all capacity is free again, on disk too
				claimFree(t, s, 50+i)
			}
		})
	}
}

func TestReusedRequestIDFindsTheLaterCall(t *testing.T) {
	s := open(t, t.TempDir(), embedded.Options{Now: storetest.NewClock().Now}).IdempotencyStore()
	ctx := bff.WithScope(t.Context(), &bff.Scope{RequestID: "chosen by the visitor"})
	for n := range 2 {
		_, err := s.Claim(ctx, moneyKey(n), body)
		require.NoError(t, err)
	}
	require.NoError(t, s.Release(ctx, moneyKey(0)))
	if r, err := s.Find(ctx, "chosen by the visitor"); err != nil || r == nil || r.Key.Key != moneyKey(1).Key {
		t.Errorf("got %+v, %v", r, err)
	}
	assert.ErrorIs(t, s.Finish(ctx, moneyKey(0), paid), embedded.ErrNotClaimed, "Finish of a released key")
}

// A plain fingerprint would reveal the body of a payment to whoever tries the possible ones.
func TestFingerprintsAreNotStored(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{})
	plain := bff.Fingerprint([]byte("a fingerprint of thirty-two byte"))
	_, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(1), plain)
	require.NoError(t, errors.Join(err, s.Close()))
	file, err := os.ReadFile(filepath.Join(dir, embedded.FileName))
	require.True(t, err == nil && bytes.Contains(file, []byte(moneyKey(1).Key)), "the file has no record, %v", err)
	assert.True(t, !bytes.Contains(file, plain[:]) && !bytes.Contains(file, []byte(base64.StdEncoding.EncodeToString(plain[:]))),
		"the file contains the fingerprint")
}

// breakWrites makes every write of the store fail until end is called.
func breakWrites(t *testing.T, s *embedded.Store) (end func(mend bool)) {
	t.Helper()
	end, err := s.BreakWrites()
	require.NoError(t, err)
	return end
}

// openWithUnwrittenAnswer opens a store in dir that holds an answer of key 1 which it cannot write until
// end is called.
func openWithUnwrittenAnswer(t *testing.T, dir string) (s *embedded.Store, end func(mend bool)) {
	t.Helper()
	s = open(t, dir, embedded.Options{})
	claimFree(t, s, 1)
	end = breakWrites(t, s)
	require.Error(t, s.IdempotencyStore().Finish(t.Context(), moneyKey(1), paid), "the answer was written to a broken disk")
	return s, end
}

// While writes fail, the answer of a money call is repeated from memory. It is written once they succeed
// again.
func TestAnswerIsWrittenOnceWritesSucceed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s, end := openWithUnwrittenAnswer(t, dir)
		assertReplayed(t, "a repeat while writes fail", s, 1)
		_, err := s.IdempotencyStore().Claim(t.Context(), moneyKey(1), bff.Fingerprint{2})
		assert.ErrorIs(t, err, bff.ReasonKeyReused, "another body while writes fail")
		time.Sleep(5 * time.Second) // synctest's clock: some attempts fail
		end(true)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		s = reopen(t, s, dir, embedded.Options{})
		assertReplayed(t, "after a restart", s, 1)
		mustClose(t, s)
	})
}

// Close writes what could not be written before. A process that ends before that leaves an unknown outcome,
// never a free key.
func TestUnwrittenAnswerAtClose(t *testing.T) {
	dir := t.TempDir()
	s, end := openWithUnwrittenAnswer(t, dir)
	end(true)
	assertReplayed(t, "written by Close", reopen(t, s, dir, embedded.Options{}), 1)

	dir = t.TempDir()
	s, end = openWithUnwrittenAnswer(t, dir)
	assert.Error(t, s.Close(), "Close does not report the answer that it could not write")
	end(false)
	assertRefused(t, "after a crash", open(t, dir, embedded.Options{}), 1, unknownAfterCrash)
}

// A claim whose release could not be written is refused as unavailable, not as in flight. It is free once the
// release is written.
func TestReleaseIsWrittenOnceWritesSucceed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := open(t, t.TempDir(), embedded.Options{})
		claimFree(t, s, 1)
		end := breakWrites(t, s)
		require.Error(t, s.IdempotencyStore().Release(t.Context(), moneyKey(1)), "the release was written")
		assertRefused(t, "while writes fail", s, 1, bff.ReasonUnavailable)
		end(true)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		claimFree(t, s, 1)
		mustClose(t, s)
	})
}
