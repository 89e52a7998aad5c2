package embedded

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store"
)

// MirrorFileName is the name of the mirror's file in the data folder.
const MirrorFileName = "mirror.db"

var (
	entryBucket  = []byte("entries") // expiry and value by set and key; see mirrorKey
	expiryBucket = []byte("expiry")  // keys of entryBucket by expiry
)

const (
	// mirrorPadding is the approximate size of an entry in the file besides its key and value.
	mirrorPadding = 64
	// maxExpiredPerPut bounds how many expired entries one Put deletes for each that it writes.
	maxExpiredPerPut = 16
)

// neverExpires is the expiry of entries that are never forgotten.
const neverExpires = math.MaxInt64

// MirrorOptions are the settings of a Mirror.
type MirrorOptions struct {
	Now         func() time.Time // default time.Now
	LockTimeout time.Duration    // how long OpenMirror waits for another process; default 2 s
	MaxBytes    int64            // size of all entries that expire; default 1 GiB
	Log         *slog.Logger     // default none
}

// Mirror is an instance's own copy of what the shared store must not forget (redis.Mirror), in a file
// of the data folder. Changes are on disk when Put returns. It is safe for concurrent use.
type Mirror struct {
	db      *bbolt.DB
	options MirrorOptions
	bytes   atomic.Int64 // size of the entries that expire
	evicted atomic.Bool  // an entry was dropped before its time
}

// OpenMirror opens the mirror in the folder dir, which is created if absent. It fails with ErrInUse
// when another process has it open. A damaged file is an error, also later.
func OpenMirror(dir string, o MirrorOptions) (*Mirror, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = 2 * time.Second
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 1 << 30
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("create data folder: %w", err)
	}
	path := filepath.Join(dir, MirrorFileName)
	db, err := openFile(path, &bbolt.Options{Timeout: o.LockTimeout, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return nil, err
	}
	m := &Mirror{db: db, options: o}
	if err := protect(m.load); err != nil {
		return nil, errors.Join(&DamagedError{path, err}, protect(db.Close))
	}
	return m, nil
}

// load measures the entries. It writes only into a new file, so that a mirror opens on a full disk.
func (m *Mirror) load() error {
	exists := false
	err := m.db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket(expiryBucket)
		if exists = b != nil; !exists {
			return nil
		}
		entries := tx.Bucket(entryBucket)
		return b.ForEach(func(k, _ []byte) error {
			m.bytes.Add(entrySize(k[timeSize:], entries.Get(k[timeSize:])))
			return nil
		})
	})
	if err != nil || exists {
		return err
	}
	return m.db.Update(createEntryBuckets)
}

// Close closes the file.
func (m *Mirror) Close() error { return protect(m.db.Close) }

func (m *Mirror) view(fn func(*bbolt.Tx) error) error {
	return protect(func() error { return m.db.View(fn) })
}

func (m *Mirror) update(fn func(*bbolt.Tx) error) error {
	return protect(func() error { return m.db.Update(fn) })
}

// Get returns the value of an entry, or nil where there is none or it has expired.
func (m *Mirror) Get(set, key string) (value []byte, err error) {
	err = m.view(func(tx *bbolt.Tx) error {
		value = getEntry(tx, set, key, m.options.Now())
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read mirror: %w", err)
	}
	return value, nil
}

// Put writes and deletes entries at once. Where the entries would exceed the bound, those that
// expire first are dropped.
func (m *Mirror) Put(entries ...store.Entry) error {
	var change int64
	dropped := 0
	err := m.update(func(tx *bbolt.Tx) error {
		change, dropped = 0, 0
		for i := range entries {
			c, err := putEntry(tx, &entries[i])
			if change += c; err != nil {
				return err
			}
		}
		c, err := dropExpired(tx, m.options.Now(), maxExpiredPerPut*(len(entries)+1))
		for change += c; err == nil && m.bytes.Load()+change > m.options.MaxBytes; change += c {
			k, _ := tx.Bucket(expiryBucket).Cursor().First()
			if k == nil {
				return nil
			}
			dropped++
			c, err = deleteEntry(tx, bytes.Clone(k[timeSize:]))
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("write mirror: %w", err)
	}
	m.bytes.Add(change)
	if dropped > 0 && !m.evicted.Swap(true) {
		m.options.Log.Warn("write mirror: it is full; what expires first is forgotten early", "bytes", m.options.MaxBytes)
	}
	return nil
}

// Page returns up to limit entries of a set whose keys follow after, in their order. Expired entries
// are omitted.
func (m *Mirror) Page(set, after string, limit int) (page []store.Entry, err error) {
	now, prefix := m.options.Now().UnixMilli(), mirrorKey(set, "")
	err = m.view(func(tx *bbolt.Tx) error {
		cursor := tx.Bucket(entryBucket).Cursor()
		k, v := cursor.Seek(mirrorKey(set, after))
		if after != "" && bytes.Equal(k, mirrorKey(set, after)) {
			k, v = cursor.Next()
		}
		for ; k != nil && bytes.HasPrefix(k, prefix) && len(page) < limit; k, v = cursor.Next() {
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
	if err != nil {
		return nil, fmt.Errorf("read mirror: %w", err)
	}
	return page, nil
}

func createEntryBuckets(tx *bbolt.Tx) error {
	_, err := tx.CreateBucketIfNotExists(entryBucket)
	_, other := tx.CreateBucketIfNotExists(expiryBucket)
	return errors.Join(err, other)
}

// getEntry returns the value of an entry that has not expired, or nil.
func getEntry(tx *bbolt.Tx, set, key string, now time.Time) []byte {
	if until, value := splitEntry(tx.Bucket(entryBucket).Get(mirrorKey(set, key))); until > now.UnixMilli() {
		return bytes.Clone(value)
	}
	return nil
}

// dropExpired deletes expired entries, at most a number, and returns the change of the size.
func dropExpired(tx *bbolt.Tx, now time.Time, most int) (change int64, err error) {
	for range most {
		k, _ := tx.Bucket(expiryBucket).Cursor().First()
		if k == nil || bytes.Compare(k[:timeSize], timeKey(now)) > 0 {
			break
		}
		c, err := deleteEntry(tx, bytes.Clone(k[timeSize:]))
		if change += c; err != nil {
			return change, err
		}
	}
	return change, nil
}

// putEntry writes or deletes one entry and returns the change of the size.
func putEntry(tx *bbolt.Tx, e *store.Entry) (change int64, err error) {
	key := mirrorKey(e.Set, e.Key)
	change, err = deleteEntry(tx, key)
	if err != nil || e.Value == nil {
		return change, err
	}
	until := int64(neverExpires)
	if !e.Until.IsZero() {
		until = e.Until.UnixMilli()
		if err := tx.Bucket(expiryBucket).Put(expiryKey(until, key), []byte{}); err != nil {
			return change, err
		}
	}
	stored := append(binary.BigEndian.AppendUint64(nil, uint64(until)), e.Value...)
	if until != neverExpires {
		change += entrySize(key, stored)
	}
	return change, tx.Bucket(entryBucket).Put(key, stored)
}

// deleteEntry deletes the entry of a key, which may be absent, and returns the change of the size.
func deleteEntry(tx *bbolt.Tx, key []byte) (change int64, err error) {
	entries := tx.Bucket(entryBucket)
	stored := entries.Get(key)
	if stored == nil {
		return 0, nil
	}
	if until, _ := splitEntry(stored); until != neverExpires {
		change = -entrySize(key, stored)
		if err := tx.Bucket(expiryBucket).Delete(expiryKey(until, key)); err != nil {
			return 0, err
		}
	}
	return change, entries.Delete(key)
}

// splitEntry splits a stored entry into its expiry in Unix milliseconds and its value, which is nil
// for an absent entry.
func splitEntry(stored []byte) (until int64, value []byte) {
	if len(stored) < 8 {
		return 0, nil
	}
	return int64(binary.BigEndian.Uint64(stored)), stored[8:]
}

// mirrorKey returns the key of an entry in entryBucket.
func mirrorKey(set, key string) []byte { return []byte(set + "\x00" + key) }

// expiryKey returns the key of an entry in expiryBucket.
func expiryKey(until int64, key []byte) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(until)), key...)
}

// entrySize returns the approximate size of an entry in the file.
func entrySize(key, stored []byte) int64 { return int64(2*len(key) + len(stored) + mirrorPadding) }
