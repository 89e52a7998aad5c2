package embedded_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/staff"
	"croupier/bff/store"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
	"croupier/bff/test/storetest"
)

var testIndexKey = indexkey.New()

func open(t *testing.T, dir string, o embedded.Options) *embedded.Store {
	if o.IndexKey == nil {
		o.IndexKey = testIndexKey
	}
	s, err := embedded.Open(dir, o)
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func reopen(t *testing.T, s *embedded.Store, dir string, o embedded.Options) *embedded.Store {
	require.NoError(t, s.Close())
	return open(t, dir, o)
}

func TestOpenReturnsErrInUse(t *testing.T) {
	dir := t.TempDir()
	open(t, dir, embedded.Options{})
	_, err := embedded.Open(dir, embedded.Options{})
	assert.ErrorIs(t, err, embedded.ErrInUse)
	m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{})
	require.NoError(t, err)
	_, err = embedded.OpenMirror(dir, embedded.MirrorOptions{})
	assert.ErrorIs(t, err, embedded.ErrInUse, "the mirror")
	require.NoError(t, m.Close())
}

func TestFileIsPrivateAndInvalidFilesAreRejected(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	open(t, dir, embedded.Options{})
	info, err := os.Stat(filepath.Join(dir, embedded.FileName))
	assert.True(t, err == nil && info.Mode().Perm() == 0o600, "mode %v, %v", info.Mode(), err)
	invalid := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(invalid, embedded.FileName), make([]byte, 1<<15), 0o600))
	_, err = embedded.Open(invalid, embedded.Options{})
	assert.Error(t, err, "a file of zeros was accepted")
}

func TestStoreOfAnotherFormatIsRefused(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, open(t, dir, embedded.Options{}).Close())
	require.NoError(t, embedded.CheckStore(dir))
	db, err := bbolt.Open(filepath.Join(dir, embedded.FileName), 0o600, nil)
	require.NoError(t, err)
	err = db.Update(func(tx *bbolt.Tx) error { return tx.DeleteBucket([]byte("format")) })
	require.NoError(t, errors.Join(err, db.Close()))
	_, err = embedded.Open(dir, embedded.Options{})
	for _, err := range []error{err, embedded.CheckStore(dir)} {
		assert.ErrorContains(t, err, "croupier serve --discard-store")
	}
}

func TestClosedStoreRefusesWrites(t *testing.T) {
	s := open(t, t.TempDir(), embedded.Options{})
	records := s.Records("r")
	require.NoError(t, s.Close())
	assertRefused(t, "claim", s, 1, bff.ReasonUnavailable)
	assert.Error(t, records.Put(t.Context(), "k", nil), "a closed store acknowledged a record")
}

func isRevoked(t *testing.T, s *embedded.Store, key string) bool {
	at, err := s.Revoked(t.Context(), key)
	require.NoError(t, err)
	return !at[0].IsZero()
}

func TestFullStoreDropsOnlyExpiredRevocations(t *testing.T) {
	c := storetest.NewClock()
	full := open(t, t.TempDir(), embedded.Options{Now: c.Now, MaxRevocations: 4})
	for _, step := range []struct {
		name  string
		after time.Duration
		key   string
		life  time.Duration
		want  error
	}{
		{"the first of four", 0, "0", time.Minute, nil},
		{"the second", 0, "1", 2 * time.Minute, nil},
		{"the third", 0, "2", 3 * time.Minute, nil},
		{"the fourth", 0, "3", 4 * time.Minute, nil},
		{"while all are in force", 0, "more", time.Hour, embedded.ErrFull},
		{"a known key", 0, "3", time.Hour, nil},
		{"the first has expired", 90 * time.Second, "more", time.Hour, nil},
	} {
		c.Advance(step.after)
		require.ErrorIs(t, full.Revoke(t.Context(), step.key, c.Now(), c.Now().Add(step.life)), step.want, step.name)
	}
	for _, key := range []string{"1", "2", "3", "more"} {
		assert.True(t, isRevoked(t, full, key), "%q was dropped", key)
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
		assert.Equal(t, 1, tx.Bucket([]byte("revocations")).Inspect().KeyN, "the last one only")
		return nil
	})
	require.NoError(t, err)
}

func TestFullSessionIndexDropsEntriesThatExpireFirst(t *testing.T) {
	c, dir := storetest.NewClock(), t.TempDir()
	s := open(t, dir, embedded.Options{Now: c.Now, MaxSessions: 200})
	index := s.SessionIndex()
	for i := range 1000 {
		id, until := fmt.Sprint(i), c.Now().Add(time.Hour+time.Duration(i)*time.Second)
		require.NoError(t, index.Put(t.Context(), "player "+id, id,
			bff.IndexedSession{Sealed: []byte(id), ExpiresAt: until}))
	}
	countEntries := func(index *embedded.SessionIndex) (n int) {
		for i := range 1000 {
			got, err := index.Get(t.Context(), fmt.Sprint(i))
			require.NoError(t, err)
			assert.True(t, got != nil || i < 900, "entry %d was dropped", i)
			if got != nil {
				n++
			}
		}
		return n
	}
	n := countEntries(index)
	assert.True(t, n <= 200 && n >= 190, "%d entries, want 190 to 200", n)
	assert.Equal(t, n, countEntries(reopen(t, s, dir, embedded.Options{Now: c.Now}).SessionIndex()),
		"on disk and in memory")
}

// factory returns new storage whose stores have the parts that part returns.
func factory[S any](part func(s *embedded.Store, name string) (S, error)) storetest.Factory[S] {
	return func(t *testing.T, c *storetest.Clock) func() (func(string) S, func() error) {
		dir := t.TempDir()
		return func() (func(string) S, func() error) {
			s := open(t, dir, embedded.Options{Now: c.Now})
			return func(name string) S {
				p, err := part(s, name)
				require.NoError(t, err)
				return p
			}, s.Close
		}
	}
}

func TestRevocations(t *testing.T) {
	storetest.RunRevocations(t, factory(func(s *embedded.Store, _ string) (bff.Revocations, error) { return s, nil }))
}

func TestIdempotencyStore(t *testing.T) {
	storetest.RunIdempotencyStore(t, factory(func(s *embedded.Store, _ string) (bff.IdempotencyStore, error) {
		return s.IdempotencyStore(), nil
	}))
}

func TestRecords(t *testing.T) {
	storetest.RunRecordStore(t,
		factory(func(s *embedded.Store, n string) (bff.SwapStore, error) { return s.Records(n), nil }))
}

func TestKeyedRecords(t *testing.T) {
	storetest.RunKeyedStore(t,
		factory(func(s *embedded.Store, n string) (bff.KeyedStore, error) { return s.KeyedRecords(n), nil }))
}

func TestAuditStore(t *testing.T) {
	storetest.RunAuditStore(t, factory(func(s *embedded.Store, name string) (staff.AuditStore, error) {
		return s.AuditStore(name, storetest.AuditRetention.MaxEntries, storetest.AuditRetention.MaxAge)
	}))
}

func TestCollection(t *testing.T) {
	storetest.RunCollection(t, factory(func(s *embedded.Store, name string) (bff.Collection, error) {
		return s.Collection(name, storetest.CollectionRetention)
	}))
}

func TestSessionIndex(t *testing.T) {
	storetest.RunTicketStore(t, func(t *testing.T, c *storetest.Clock) bff.TicketStore {
		s, err := embedded.Open(t.TempDir(), embedded.Options{Now: c.Now})
		require.NoError(t, err)
		t.Cleanup(func() { _ = s.Close() })
		return s.TicketStore()
	})
	storetest.RunSessionIndex(t,
		factory(func(s *embedded.Store, _ string) (bff.SessionIndex, error) { return s.SessionIndex(), nil }))
}

func TestMirror(t *testing.T) {
	t.Parallel()
	storetest.RunMirror(t, func(t *testing.T, c *storetest.Clock) func() (func(string) redis.Mirror, func() error) {
		dir := t.TempDir()
		return func() (func(string) redis.Mirror, func() error) {
			m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{Now: c.Now, MaxBytes: storetest.MirrorBytes})
			require.NoError(t, err)
			return func(string) redis.Mirror { return m }, m.Close
		}
	})
}

func TestBus(t *testing.T) {
	storetest.RunBus(t, func(*testing.T) (one, two bff.Bus) {
		b := &embedded.Bus{}
		return b, b
	})
}

// Opening a damaged file returns an error and does not end the process.
func TestDamagedMirrorIsAnError(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func([]byte) []byte{
		"empty": func([]byte) []byte { return nil },
		"overwritten": func(
			b []byte,
		) []byte {
			copy(b[2*os.Getpagesize():], bytes.Repeat([]byte("damage"), len(b)))
			return b
		},
		"truncated": func(b []byte) []byte { return b[:3*os.Getpagesize()] },
		"no mirror": func([]byte) []byte { return bytes.Repeat([]byte("damage"), 10_000) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{})
			require.NoError(t, err)
			until := time.Now().Add(time.Hour)
			for i := range 4 {
				var entries []store.Entry
				for j := range 500 {
					key := fmt.Sprint(i, "/", j)
					entries = append(entries, store.Entry{Set: "set", Key: key, Value: make([]byte, 200), Until: until})
				}
				require.NoError(t, m.Put(entries...))
			}
			path := filepath.Join(dir, embedded.MirrorFileName)
			closeErr := m.Close()
			b, err := os.ReadFile(path)
			require.NoError(t, errors.Join(closeErr, err, os.WriteFile(path, damage(b), 0o600)))
			if m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{}); !assert.Error(t, err, "it was opened") {
				_ = m.Close()
			}
		})
	}
}

// Every damage with a loss is an error that names the file and the way to restore it.
func TestDamagedStoreIsAnErrorOrWhole(t *testing.T) {
	t.Parallel()
	const records = 60
	dir, size := t.TempDir(), os.Getpagesize()
	s := open(t, dir, embedded.Options{})
	var sets []error
	for _, name := range []string{"protection", "staff"} {
		for i := range records {
			sets = append(sets, s.Records(name).Put(t.Context(), fmt.Sprint("key", i),
				bytes.Repeat([]byte{byte(i)}, 400)))
		}
	}
	require.NoError(t, errors.Join(append(sets, s.Revoke(t.Context(), "player", time.Now(), time.Now().Add(time.Hour)),
		s.Close())...))
	whole, err := os.ReadFile(filepath.Join(dir, embedded.FileName))
	require.NoError(t, err)
	damages := map[string][]byte{
		"empty": {}, "one byte": {1}, "text": []byte("damaged"),
		"three quarters": whole[:len(whole)*3/4], "without its end": whole[:len(whole)-size],
	}
	for page := range len(whole) / size {
		for name, fill := range map[string][]byte{
			"zeros": make([]byte, size),
			"ones":  bytes.Repeat([]byte{0xff}, size), "text": bytes.Repeat([]byte("damage"), size)[:size],
		} {
			for what, part := range map[string][]byte{
				"": fill, "header of ": fill[:16],
				"body of ": append(bytes.Clone(whole[page*size:page*size+16]), fill[16:]...),
			} {
				b := bytes.Clone(whole)
				copy(b[page*size:], part)
				damages[fmt.Sprint(name, " in the ", what, "page ", page)] = b
			}
		}
	}
	opened := 0
	for name, content := range damages {
		dir := t.TempDir()
		path := filepath.Join(dir, embedded.FileName)
		require.NoError(t, os.WriteFile(path, content, 0o600))
		readErr := embedded.EachRecord(dir, "staff", func(string, []byte) error { return nil })
		s, err := embedded.Open(dir, embedded.Options{IndexKey: testIndexKey})
		if err != nil {
			assert.ErrorContains(t, err, path+" is damaged: ", name)
			assert.ErrorContains(t, err, "croupier restore", name)
			assert.NotContains(t, err.Error(), "panic", name)
			assert.Error(t, embedded.CheckFile(path), name)
			continue
		}
		opened++
		assert.NoError(t, readErr, name)
		for _, set := range []string{"protection", "staff"} {
			all, err := s.Records(set).All(t.Context())
			assert.True(t, err == nil && len(all) == records, "%s: %d records are left of %s", name, len(all), set)
		}
		require.NoError(t, s.Close())
	}
	assert.Less(t, opened, len(damages)*2/3,
		"damages that lose nothing: of values, of free pages, and of one of two headers")
}
