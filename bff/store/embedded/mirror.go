package embedded

import (
	"bytes"
	"cmp"
	"errors"
	"log/slog"
	"math"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store"
)

// MirrorFileName is the name of the mirror's file in the data directory.
const MirrorFileName = "mirror.db"

// MirrorOptions are the settings of a Mirror.
type MirrorOptions struct {
	Now      func() time.Time // default time.Now
	MaxBytes int64            // maximum size of all entries, default 1 GiB
	Log      *slog.Logger     // default none
}

// Mirror implements redis.Mirror in a file of the data directory. It is safe for concurrent use.
type Mirror struct {
	file
	options MirrorOptions
	entries *expiring
	evicted atomic.Bool // an entry was dropped early
}

// OpenMirror opens the mirror in dir, which it creates if absent. It fails like Open.
func OpenMirror(dir string, o MirrorOptions) (*Mirror, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.MaxBytes = cmp.Or(o.MaxBytes, 1<<30)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	f, err := openFile(dir, MirrorFileName)
	if err != nil {
		return nil, err
	}
	m := &Mirror{file: f, options: o, entries: newExpiring("entries", "expiry")}
	if err := m.viewBucket(m.entries.name, m.entries.measure); err != nil {
		return nil, errors.Join(&DamagedError{f.db.Path(), err}, f.close())
	}
	return m, nil
}

// Close closes the file.
func (m *Mirror) Close() error { return m.close() }

// Get returns the value of an entry, or nil if there is none or it has expired.
func (m *Mirror) Get(set, key string) (value []byte, err error) {
	err = m.view(func(tx *bbolt.Tx) error {
		value = m.entries.get(tx, mirrorKey(set, key), m.options.Now())
		return nil
	})
	return value, err
}

// Put writes and deletes entries at once. A full mirror drops the entries that expire first.
func (m *Mirror) Put(entries ...store.Entry) error {
	evicted := false
	err := m.entries.change(m.update, func(tx *bbolt.Tx, c *sizeChange) error {
		for _, e := range entries {
			if err := m.entries.set(tx, mirrorKey(e.Set, e.Key), e.Value, e.Until, c); err != nil {
				return err
			}
		}
		if err := m.entries.dropExpired(tx, m.options.Now(), maxExpiredPerPut*(len(entries)+1), c); err != nil {
			return err
		}
		return m.entries.dropFirst(tx, m.entries.expiry, math.MaxInt, c, func(int64) bool {
			isFull := m.entries.bytes.Load()+c.bytes > m.options.MaxBytes
			evicted = evicted || isFull
			return isFull
		})
	})
	if err == nil && evicted && !m.evicted.Swap(true) {
		m.options.Log.Warn("the mirror is full, entries that expire first are dropped early", "bytes",
			m.options.MaxBytes)
	}
	return err
}

// Page returns at most limit entries of a set with keys greater than after, sorted by key.
func (m *Mirror) Page(set, after string, limit int) (page []store.Entry, err error) {
	now, prefix := m.options.Now().UnixMilli(), mirrorKey(set, "")
	err = m.viewBucket(m.entries.name, func(b *bbolt.Bucket) error {
		for k, v := range following(b, mirrorKey(set, after)) {
			if !bytes.HasPrefix(k, prefix) || len(page) == limit {
				break
			}
			until, value := splitEntry(v)
			if until <= now {
				continue
			}
			e := store.Entry{Set: set, Key: string(k[len(prefix):]), Value: bytes.Clone(value)}
			if until != neverExpires {
				e.Until = time.UnixMilli(until).UTC()
			}
			page = append(page, e)
		}
		return nil
	})
	return page, err
}

func mirrorKey(set, key string) []byte { return []byte(set + "\x00" + key) }
