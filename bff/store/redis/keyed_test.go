package redis_test

import (
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/studio"
	"croupier/bff/store"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest"
	"croupier/bff/test/storetest/realredis"
)

func noJoin(string, []byte, []byte) (joined []byte, until time.Time, err error) {
	return nil, until, nil
}

func swapKeyed(t *testing.T, k *redis.KeyedRecords, old, value string, until time.Time) bool {
	var before []byte
	if old != "" {
		before = []byte(old)
	}
	swapped, err := k.Swap(t.Context(), "k", before, []byte(value), until)
	must(t, err)
	return swapped
}

func assertKeyed(t *testing.T, what string, k *redis.KeyedRecords, want string) {
	t.Helper()
	value, err := k.Get(t.Context(), "k")
	assert.True(t, err == nil && string(value) == want, "%s: %q, %v", what, value, err)
}

// A record expires when it is not needed, in Redis and in the mirror, and does not come back after
// a loss.
func TestKeyedRecordsExpire(t *testing.T) {
	t.Parallel()
	c, server := storetest.NewClock(), realredis.Start(t)
	mirror := redis.NewMemoryMirror(c.Now)
	k := open(t, server.URL(), redis.Options{Prefix: "p", Now: c.Now, Mirror: mirror}).KeyedRecords("r")
	const day = 24 * time.Hour
	for i, row := range []struct {
		until time.Time
		days  int64
	}{{c.Now().Add(day), 40}, {c.Now().Add(100 * day), 100}, {time.Time{}, -1}, {c.Now(), 40}} {
		require.True(t, swapKeyed(t, k, map[bool]string{true: strconv.Itoa(i)}[i > 0], strconv.Itoa(i+1), row.until))
		ttl, err := strconv.ParseInt(do(t, server, "PTTL", "{p:records:r}:k"), 10, 64)
		must(t, err)
		assert.InDelta(t, max(-1, row.days*day.Milliseconds()), ttl, 60_000, "record until %s", row.until)
	}
	do(t, server, "DEL", "{p:records:r}:k")
	assertKeyed(t, "lost", k, "4")
	c.Advance(41 * day)
	assertKeyed(t, "expired", k, "")
}

// Messages arrive from the start on, and an instance opens its sets one after the other.
func TestSetIsOpenedAfterMessagesAboutIt(t *testing.T) {
	t.Parallel()
	_, s, other := startTwo(t, redis.Options{Prefix: "p"})
	var received atomic.Int64
	defer other.Bus().Subscribe(bff.TopicSessions, func([]byte) { received.Add(1) }, nil)()
	arrive := func() {
		before := received.Load()
		waitFor(t, "a message arrives", func() bool {
			return s.Bus().Publish(t.Context(), bff.TopicSessions, nil) == nil && received.Load() > before
		})
	}
	arrive()
	require.True(t, swapKeyed(t, s.KeyedRecords("r"), "", "1", time.Time{}))
	arrive() // after the message about the record
	assertKeyed(t, "opened late", other.KeyedRecords("r"), "1")
}

// Redis loses data. An instance that does not know the record must wait until the other has written
// it back.
func TestKeyedRecordsSurviveDataLoss(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	mirror := redis.NewMemoryMirror(time.Now)
	one := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror})
	keyed := one.KeyedRecords("r")
	keyed.OnConflict(noJoin)
	require.True(t, swapKeyed(t, keyed, "", "excluded", time.Time{}))
	two := open(t, server.URL(), redis.Options{Prefix: "p"})
	other := two.KeyedRecords("r")
	other.OnConflict(noJoin)
	absent, err := other.Get(t.Context(), "absent")
	require.True(t, err == nil && absent == nil, "%q, %v", absent, err)
	loseData(t, server)
	waitFor(t, "the record is back", func() bool {
		value, err := other.Get(t.Context(), "k")
		assert.False(t, err == nil && value == nil, "a lost record is taken for absent")
		return err == nil && string(value) == "excluded"
	})
	waitFor(t, "both have written back", func() bool { return !one.Restoring() && !two.Restoring() })
	require.True(t, swapKeyed(t, one.KeyedRecords("studio"), "", "draft", time.Time{}))
	restarted := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror})
	server.Kill()
	unchecked, contents := restarted.KeyedRecords("r"), restarted.KeyedRecords("studio")
	unchecked.OnConflict(noJoin)
	_, err = unchecked.Get(t.Context(), "k")
	assert.Error(t, err, "a copy that was not compared with Redis")
	studio.MergeDrafts(contents)
	assertKeyed(t, "contents of the studio", contents, "draft")
	assertKeyed(t, "without Redis", keyed, "excluded")
	absent, err = other.Get(t.Context(), "absent")
	assert.True(t, err == nil && absent == nil, "a player without a record: %q, %v", absent, err)
	_, err = other.Get(t.Context(), "never read")
	assert.Error(t, err)
}

// overtakenMirror runs another read after its first read of a record, and delays the restore.
type overtakenMirror struct {
	redis.Mirror
	overtake atomic.Pointer[func()]
	done     <-chan struct{}
}

func (m *overtakenMirror) Get(set, key string) ([]byte, error) {
	value, err := m.Mirror.Get(set, key)
	if f := m.overtake.Swap(nil); f != nil && set == "records/r" {
		(*f)()
	}
	return value, err
}

func (m *overtakenMirror) Page(set, after string, limit int) ([]store.Entry, error) {
	if set == "records/r" {
		<-m.done
	}
	return m.Mirror.Page(set, after, limit)
}

// Another instance has overwritten a record without the copy of this instance. Two reads at once
// both return the merged record.
func TestReadOvertakenByAMergeReturnsTheMergedRecord(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	disk, err := embedded.OpenMirror(t.TempDir(), embedded.MirrorOptions{})
	require.NoError(t, err)
	done := make(chan struct{})
	mirror := &overtakenMirror{Mirror: disk, done: done}
	before := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: disk})
	require.True(t, swapKeyed(t, before.KeyedRecords("r"), "", "mine", time.Time{}))
	require.NoError(t, before.Close())
	other := open(t, server.URL(), redis.Options{Prefix: "p"})
	require.True(t, swapKeyed(t, other.KeyedRecords("r"), "mine", "theirs", time.Time{}))

	keyed := open(t, server.URL(), redis.Options{Prefix: "p", Mirror: mirror}).KeyedRecords("r")
	t.Cleanup(func() { close(done) })
	keyed.OnConflict(func(_ string, mine, theirs []byte) ([]byte, time.Time, error) {
		return []byte(string(mine) + "+" + string(theirs)), time.Time{}, nil
	})
	overtake := func() { assertKeyed(t, "the faster read", keyed, "mine+theirs") }
	mirror.overtake.Store(&overtake)
	assertKeyed(t, "the slower read", keyed, "mine+theirs")
}
