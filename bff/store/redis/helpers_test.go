package redis_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest/realredis"
	"croupier/bff/test/testkit"
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

// open opens a store whose keys are separate from keys of other tests.
func open(t *testing.T, url string, o redis.Options) *redis.Store {
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

func openTwo(t *testing.T, url string, o redis.Options) (one, two *redis.Store) {
	return open(t, url, o), open(t, url, o)
}

func start(t *testing.T, o redis.Options) (server *realredis.Server, s *redis.Store) {
	server = realredis.Start(t)
	return server, open(t, server.URL(), o)
}

func startTwo(t *testing.T, o redis.Options) (server *realredis.Server, one, two *redis.Store) {
	server, one = start(t, o)
	return server, one, open(t, server.URL(), o)
}

func must(t *testing.T, err error) { require.NoError(t, err) }

func do(t *testing.T, server *realredis.Server, words ...string) string {
	reply, err := server.Do(words...)
	require.NoError(t, err, "%v", words)
	return reply
}

func waitFor(t *testing.T, what string, condition func() bool) {
	t.Helper()
	testkit.Eventually(t, what, condition)
}

// defaultTimeoutURL returns a URL with the default timeout, as in production.
func defaultTimeoutURL(s *realredis.Server) string { return "redis://" + s.Address() }

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
	return s.IdempotencyStore().Claim(t.Context(), k, body)
}

func isFree(t *testing.T, s *redis.Store, k bff.IdempotencyKey) bool {
	first, err := claim(t, s, k)
	return first == nil && err == nil
}

func claimFree(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	require.True(t, isFree(t, s, k), "claim of %s", k.Key)
}

func settle(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	claimFree(t, s, k)
	must(t, s.IdempotencyStore().Finish(t.Context(), k, paid))
}

func settleUnknown(t *testing.T, s *redis.Store, k bff.IdempotencyKey) {
	claimFree(t, s, k)
	must(t, s.IdempotencyStore().MarkUnknown(t.Context(), k, unknownOutcome))
}

func assertReplayed(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	first, err := claim(t, s, k)
	assert.True(t, err == nil && first != nil && string(first.Data) == string(paid.Data), "%s: %v, %v", name, first,
		err)
}

// assertRefused repeats a call, which must be refused with one of the reasons.
func assertRefused(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey, reasons ...*bff.Reason) {
	first, err := claim(t, s, k)
	var r *bff.Reason
	isOneOf := errors.As(err, &r) && slices.ContainsFunc(reasons, func(reason *bff.Reason) bool {
		return errors.Is(err, reason) || reason == unknownOutcome && r.Debug == reason.Debug
	})
	assert.True(t, first == nil && isOneOf, "%s: %v, %v, want %v", name, first, err, reasons)
}

func assertUnknown(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	assertRefused(t, name, s, k, unknownOutcome)
}

func assertOtherBody(t *testing.T, name string, s *redis.Store, k bff.IdempotencyKey) {
	_, err := s.IdempotencyStore().Claim(t.Context(), k, bff.Fingerprint{9})
	assert.ErrorIs(t, err, bff.ReasonKeyReused, "%s: another body", name)
}

func revoke(t *testing.T, s *redis.Store, session string, at time.Time) {
	must(t, s.Revocations().Revoke(t.Context(), session, at, time.Now().Add(time.Hour)))
}

// assertRevoked checks since when a session is revoked. The zero time means never.
func assertRevoked(t *testing.T, name string, s *redis.Store, session string, want time.Time) {
	at, err := s.Revocations().Revoked(t.Context(), session)
	assert.True(t, err == nil && len(at) == 1 && at[0].Equal(want), "%s: revoked since %v, %v, want %v", name, at, err,
		want)
}
