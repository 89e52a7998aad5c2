package embedded_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

// testIndexKey is the index key of every store of a test.
var testIndexKey = indexkey.New()

func open(t *testing.T, dir string, o embedded.Options) *embedded.Store {
	t.Helper()
	if o.IndexKey == nil {
		o.IndexKey = testIndexKey
	}
	s, err := embedded.Open(dir, o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func mustClose(t *testing.T, s *embedded.Store) {
	t.Helper()
	require.NoError(t, s.Close())
}

// reopen restarts a store.
func reopen(t *testing.T, s *embedded.Store, dir string, o embedded.Options) *embedded.Store {
	t.Helper()
	mustClose(t, s)
	return open(t, dir, o)
}

func openIndex(t *testing.T, s *embedded.Store) *embedded.SessionIndex {
	t.Helper()
	i, err := s.SessionIndex()
	require.NoError(t, err)
	return i
}

func TestOpenReturnsErrInUse(t *testing.T) {
	dir := t.TempDir()
	open(t, dir, embedded.Options{})
	_, err := embedded.Open(dir, embedded.Options{LockTimeout: 20 * time.Millisecond})
	assert.ErrorIs(t, err, embedded.ErrInUse)
}

func TestFileIsPrivateAndInvalidFilesAreRejected(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	open(t, dir, embedded.Options{})
	info, err := os.Stat(filepath.Join(dir, embedded.FileName))
	assert.True(t, err == nil && info.Mode().Perm() == 0o600, "mode %v, %v", info.Mode(), err)
	invalid := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(invalid, embedded.FileName), make([]byte, 1<<15), 0o600))
	if _, err := embedded.Open(invalid, embedded.Options{}); err == nil {
		t.Error("a file of zeros was accepted")
	}
}

func TestClosedStoreRefusesWrites(t *testing.T) {
	s := open(t, t.TempDir(), embedded.Options{})
	records := s.Records("r")
	mustClose(t, s)
	assertRefused(t, "claim", s, 1, bff.ReasonUnavailable)
	assert.Error(t, records.Put(t.Context(), "k", nil), "a closed store acknowledged a record")
}

func TestFullStoreDropsOnlyExpiredRevocations(t *testing.T) {
	c := storetest.NewClock()
	s := open(t, t.TempDir(), embedded.Options{Now: c.Now, MaxRevocations: 4})
	for _, step := range []struct {
		after time.Duration
		key   string
		life  time.Duration
		want  error
	}{
		{0, "0", time.Minute, nil},
		{0, "1", 2 * time.Minute, nil},
		{0, "2", 3 * time.Minute, nil},
		{0, "3", 4 * time.Minute, nil},
		{0, "more", time.Hour, embedded.ErrFull},
		{0, "3", time.Hour, nil},                   // a known key
		{90 * time.Second, "more", time.Hour, nil}, // the first entry has expired
	} {
		c.Advance(step.after)
		require.ErrorIs(t, s.Revoke(t.Context(), step.key, c.Now(), c.Now().Add(step.life)), step.want, "revoke %q", step.key)
	}
	for _, key := range []string{"1", "2", "3", "more"} {
		assert.True(t, isRevoked(t, s, key), "%q was dropped", key)
	}
}

func TestFullStoreSweepsRevocationsOncePerSecond(t *testing.T) {
	c := storetest.NewClock()
	s := open(t, t.TempDir(), embedded.Options{Now: c.Now, MaxRevocations: 1})
	for _, step := range []struct {
		name  string
		after time.Duration
		key   string
		want  error
	}{
		{"the first key", 0, "first", nil},
		{"while the first key is in force", 0, "second", embedded.ErrFull},
		{"expired, but swept within this second", 200 * time.Millisecond, "second", embedded.ErrFull},
		{"swept after a second", time.Second, "second", nil},
	} {
		c.Advance(step.after)
		require.ErrorIs(t, s.Revoke(t.Context(), step.key, c.Now(), c.Now().Add(100*time.Millisecond)), step.want, step.name)
	}
}

func TestExpiredRevocationsAreDeletedFromDisk(t *testing.T) {
	c, dir := storetest.NewClock(), t.TempDir()
	s := open(t, dir, embedded.Options{Now: c.Now})
	for i := range 5 {
		require.NoError(t, s.Revoke(t.Context(), fmt.Sprint(i), c.Now(), c.Now().Add(time.Minute)))
	}
	c.Advance(time.Hour)
	require.NoError(t, errors.Join(s.Revoke(t.Context(), "last", c.Now(), c.Now().Add(time.Hour)), s.Close()))
	db, err := bbolt.Open(filepath.Join(dir, embedded.FileName), 0o600, nil)
	require.NoError(t, err)
	defer func() { _ = db.Close() }()
	err = db.View(func(tx *bbolt.Tx) error {
		n := tx.Bucket([]byte("revocations")).Inspect().KeyN
		assert.Equal(t, 1, n, "%d entries on disk, want the last one only", n)
		return nil
	})
	require.NoError(t, err)
}

func TestFullSessionIndexDropsEntriesThatExpireFirst(t *testing.T) {
	c, dir := storetest.NewClock(), t.TempDir()
	s := open(t, dir, embedded.Options{Now: c.Now, MaxSessions: 200})
	index := openIndex(t, s)
	for i := range 1000 {
		id, until := fmt.Sprint(i), c.Now().Add(time.Hour+time.Duration(i)*time.Second)
		require.NoError(t, index.Put(t.Context(), "player "+id, id, bff.IndexedSession{Sealed: []byte(id), ExpiresAt: until}))
	}
	countEntries := func(index *embedded.SessionIndex) (n int) {
		for i := range 1000 {
			got, err := index.Get(t.Context(), fmt.Sprint(i))
			require.NoError(t, err)
			if got != nil {
				n++
			} else if i >= 900 {
				t.Errorf("entry %d was dropped", i)
			}
		}
		return n
	}
	n := countEntries(index)
	assert.True(t, n <= 200 && n >= 190, "%d entries, want 190 to 200", n)
	again := countEntries(openIndex(t, reopen(t, s, dir, embedded.Options{Now: c.Now})))
	assert.Equal(t, n, again, "%d entries on disk, %d in memory", again, n)
}
