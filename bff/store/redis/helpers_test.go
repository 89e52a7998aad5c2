package redis_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// TestMain runs more tests at the same time than there are processors, because most of them wait.
func TestMain(m *testing.M) {
	flag.Parse()
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// timeout bounds how long a store may take to reconnect.
const timeout = 30 * time.Second

var (
	// testIndexKey is the index key of every store of a test.
	testIndexKey = indexkey.New()

	key            = bff.IdempotencyKey{Brand: "marmara", Player: "7", Key: "6f1e3c7e-0b1d-4a53-9f1e-0d8f9a1b2c3d"}
	body           = bff.Fingerprint{1}
	paid           = &bff.Answer{Result: true, Code: 200, Data: []byte(`{"transaction_id":1}`)}
	unknownOutcome = bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)
)

// open opens a store whose keys are separate from those of other tests.
func open(t *testing.T, url string, o redis.Options) *redis.Store {
	t.Helper()
	if o.Prefix == "" {
		o.Prefix = t.Name()
	}
	if o.IndexKey == nil {
		o.IndexKey = testIndexKey
	}
	s, err := redis.Open(t.Context(), url, o)
	must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// openTwo opens the stores of two instances.
func openTwo(t *testing.T, url string, o redis.Options) (one, two *redis.Store) {
	t.Helper()
	return open(t, url, o), open(t, url, o)
}

func must(t *testing.T, err error) {
	t.Helper()
	require.NoError(t, err)
}

// do runs a command and returns its reply.
func do(t *testing.T, server *realredis.Server, words ...string) string {
	t.Helper()
	reply, err := server.Do(words...)
	require.NoError(t, err, "%v", words)
	return reply
}

// waitFor polls condition until it holds and fails the test after timeout.
func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	deadline := time.After(timeout)
	for !condition() {
		select {
		case <-ticks.C:
		case <-deadline:
			t.Fatalf("timeout: waiting until %s", what)
		}
	}
}

// defaultTimeoutURL returns a URL with the default timeout, as in production.
func defaultTimeoutURL(s *realredis.Server) string { return "redis://" + s.Address() }

// allowEight limits every rule to eight units per hour.
func allowEight(string, bff.LimitRule) (bff.Allowance, bool) {
	return bff.Allowance{Count: 8, Window: time.Hour}, true
}

// keyAt returns a money key with the time at (UUIDv7).
func keyAt(at time.Time, n int) bff.IdempotencyKey {
	k := key
	hex := fmt.Sprintf("%012x", at.UnixMilli())
	k.Key = fmt.Sprintf("%s-%s-7000-8000-%012d", hex[:8], hex[8:], n)
	return k
}

// keyWithoutTime returns a money key of random numbers (UUIDv4).
func keyWithoutTime(n int) bff.IdempotencyKey {
	k := key
	k.Key = fmt.Sprintf("6f1e3c7e-0b1d-4a53-9f1e-%012d", n)
	return k
}

func claim(t *testing.T, s *redis.Store, k bff.IdempotencyKey) (first *bff.Answer, err error) {
	t.Helper()
	return s.IdempotencyStore().Claim(t.Context(), k, body)
}

func isFree(t *testing.T, s *redis.Store, k bff.IdempotencyKey) bool {
	t.Helper()
	first, err := claim(t, s, k)
	return first == nil && err == nil
}

func claimFree(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	first, err := claim(t, s, k)
	require.True(t, first == nil && err == nil, "claim of %s: %v, %v", k.Key, first, err)
}

// settle claims a key and records the answer paid.
func settle(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	claimFree(t, s, k)
	must(t, s.IdempotencyStore().Finish(t.Context(), k, paid))
}

// settleUnknown claims a key and records that its outcome is unknown.
func settleUnknown(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	claimFree(t, s, k)
	must(t, s.IdempotencyStore().MarkUnknown(t.Context(), k, unknownOutcome))
}

// assertReplayed repeats a call that was answered with paid.
func assertReplayed(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	first, err := claim(t, s, k)
	assert.True(t, err == nil && first != nil && string(first.Data) == string(paid.Data), "%s: %v, %v", name, first, err)
}

// assertRefused repeats a call, which must be refused with one of the reasons.
func assertRefused(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey, reasons ...*bff.Reason) {
	t.Helper()
	first, err := claim(t, s, k)
	for _, reason := range reasons {
		var r *bff.Reason
		if first == nil && errors.As(err, &r) && (errors.Is(err, reason) || reason == unknownOutcome && r.Debug == reason.Debug) {
			return
		}
	}
	t.Errorf("%s: %v, %v, want %v", name, first, err, reasons)
}

// assertUnknown repeats a call whose outcome must be unknown.
func assertUnknown(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	assertRefused(t, name, s, k, unknownOutcome)
}

// assertOtherBody repeats a call with another body.
func assertOtherBody(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	t.Helper()
	_, err := s.IdempotencyStore().Claim(t.Context(), k, bff.Fingerprint{9})
	assert.ErrorIs(t, err, bff.ReasonKeyReused, "%s: another body", name)
}

// revoke revokes a session for an hour.
func revoke(t *testing.T, s *redis.Store, session string, at time.Time) {
	t.Helper()
	must(t, s.Revocations().Revoke(t.Context(), session, at, time.Now().Add(time.Hour)))
}

// assertRevoked checks since when a session is revoked. The zero time means never.
func assertRevoked(t *testing.T, name string, s *redis.Store, session string, want time.Time) {
	t.Helper()
	at, err := s.Revocations().Revoked(t.Context(), session)
	assert.True(t, err == nil && len(at) == 1 && at[0].Equal(want),
		"%s: %s is revoked since %v, %v, want %v", name, session, at, err, want)
}
