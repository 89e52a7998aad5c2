package embedded

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store"
)

// MirrorFileName is the name of the mirror's file in the data folder.
const MirrorFileName = "mirror.db"

var mirrored = expiring{[]byte("entries"), []byte("expiry")}

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
	o.LockTimeout = cmp.Or(o.LockTimeout, 2*time.Second)
	o.MaxBytes = cmp.Or(o.MaxBytes, 1<<30)
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
		b := tx.Bucket(mirrored.expiry)
		if exists = b != nil; !exists {
			return nil
		}
		entries := tx.Bucket(mirrored.entries)
		return b.ForEach(func(k, _ []byte) error {
			_, value := splitEntry(entries.Get(k[timeSize:]))
			m.bytes.Add(entrySize(k[timeSize:], value))
			return nil
		})
	})
	if err != nil || exists {
		return err
	}
	return m.db.Update(mirrored.create)
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
		value = mirrored.get(tx, mirrorKey(set, key), m.options.Now())
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
	var c sizeChange
	dropped := 0
	err := m.update(func(tx *bbolt.Tx) error {
		c, dropped = sizeChange{}, 0
		for _, e := range entries {
			if err := mirrored.put(tx, mirrorKey(e.Set, e.Key), e.Value, e.Until, &c); err != nil {
				return err
			}
		}
		_, err := mirrored.dropExpired(tx, m.options.Now(), maxExpiredPerPut*(len(entries)+1), &c)
		for err == nil && m.bytes.Load()+c.bytes > m.options.MaxBytes {
			_, key := mirrored.first(tx)
			if key == nil {
				return nil
			}
			dropped++
			err = mirrored.delete(tx, key, &c)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("write mirror: %w", err)
	}
	m.bytes.Add(c.bytes)
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
		cursor := tx.Bucket(mirrored.entries).Cursor()
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

func mirrorKey(set, key string) []byte { return []byte(set + "\x00" + key) }
