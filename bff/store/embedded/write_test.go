package embedded_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/internal/idempotency"
	"croupier/bff/test/storetest"
)

func moneyKey(n int) bff.IdempotencyKey {
	return bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: fmt.Sprint("key-", n)}
}

var (
	paid = &bff.Answer{Result: true, Data: []byte(`{"transaction_id":1}`), Code: 200}
	body = bff.Fingerprint{1}
)

func claim(t *testing.T, s *embedded.Store, n int) (first *bff.Answer, err error) {
	return s.IdempotencyStore().Claim(t.Context(), moneyKey(n), body)
}

func claimFree(t *testing.T, s *embedded.Store, n int) {
	first, err := claim(t, s, n)
	require.True(t, first == nil && err == nil, "claim of a free key: %v, %v", first, err)
}

func assertReplayed(t *testing.T, name string, s *embedded.Store, n int) {
	first, err := claim(t, s, n)
	require.True(t, err == nil && first != nil, "%s: %v", name, err)
	assert.True(t, first.Result && string(first.Data) == string(paid.Data), "%s: %+v", name, first)
}

// assertRefused claims the key n, which must fail with the status and the text of want.
func assertRefused(t *testing.T, name string, s *embedded.Store, n int, want *bff.Reason) {
	var r *bff.Reason
	first, err := claim(t, s, n)
	require.ErrorAs(t, err, &r, name)
	assert.True(t, first == nil && r.Status == want.Status && r.Debug == want.Debug, "%s: %v, want %v", name, err, want)
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
	for name, o := range map[string]embedded.Options{
		"keys":  {MaxIdempotencyKeys: 3},
		"bytes": {MaxIdempotencyBytes: 1200},
	} {
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
	r, err := s.Find(ctx, "chosen by the visitor")
	assert.True(t, err == nil && r != nil && r.Key.Key == moneyKey(1).Key, "got %+v, %v", r, err)
	assert.ErrorIs(t, s.Finish(ctx, moneyKey(0), paid), idempotency.ErrClaimLost, "Finish of a released key")
}

// openBroken opens a store in dir with a claim of key 1. Its writes fail until the caller calls
// end.
func openBroken(t *testing.T, dir string) (s *embedded.Store, end func(mend bool)) {
	s = open(t, dir, embedded.Options{})
	claimFree(t, s, 1)
	end, err := s.BreakWrites()
	require.NoError(t, err)
	return s, end
}

// openWithUnwrittenAnswer is openBroken with an answer of key 1, which the store cannot write.
func openWithUnwrittenAnswer(t *testing.T, dir string) (s *embedded.Store, end func(mend bool)) {
	s, end = openBroken(t, dir)
	require.Error(t, s.IdempotencyStore().Finish(t.Context(), moneyKey(1), paid),
		"the answer was written to a broken disk")
	return s, end
}

// While writes fail, the answer of a money call is repeated from memory. It is written once they
// succeed again.
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
		require.NoError(t, s.Close())
	})
}

// Close writes what could not be written before. A process that ends before that leaves an unknown
// outcome, never a free key.
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

// If the release of a claim cannot be written, repeats fail as unavailable, not as in flight. The
// key is free after the release is written.
func TestReleaseIsWrittenOnceWritesSucceed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, end := openBroken(t, t.TempDir())
		require.Error(t, s.IdempotencyStore().Release(t.Context(), moneyKey(1)), "the release was written")
		assertRefused(t, "while writes fail", s, 1, bff.ReasonUnavailable)
		end(true)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		claimFree(t, s, 1)
		require.NoError(t, s.Close())
	})
}

// While writes fail, an ended session is revoked in memory. The entry is written once they succeed.
func TestRevocationIsWrittenOnceWritesSucceed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		s, end := openBroken(t, dir)
		for range 2 { // the second one does not wait for the disk
			require.NoError(t, s.Revoke(t.Context(), "login/a", time.Now(), time.Now().Add(time.Hour)))
		}
		assert.True(t, isRevoked(t, s, "login/a"), "while writes fail")
		end(true)
		time.Sleep(2 * time.Second)
		synctest.Wait()
		s = reopen(t, s, dir, embedded.Options{})
		assert.True(t, isRevoked(t, s, "login/a"), "after a restart")
		require.NoError(t, s.Close())
	})
}
