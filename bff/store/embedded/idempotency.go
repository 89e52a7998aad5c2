package embedded

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff"
	"croupier/bff/store/internal/ledger"
)

// ErrNotClaimed is an outcome for a key that nobody has begun.
var ErrNotClaimed = errors.New("money key was not claimed")

var (
	journalBucket  = []byte("journal")          // entries by key
	journalByAge   = []byte("journal/age")      // keys by the moment of their claim
	journalByQuery = []byte("journal/requests") // keys by request id
)

// expiredAtOnce bounds how many expired entries one claim drops.
const expiredAtOnce = 256

// IdempotencyStore is the journal of money calls (calls.md §5). What it acknowledges is on the
// disk, so a claim survives the process: calls that were in flight when it ended have an
// unknown outcome once the store is opened again. It never forgets a key early: where it
// is full it takes no new ones.
type IdempotencyStore struct {
	store       *Store
	keys, bytes atomic.Int64
}

// IdempotencyStore gives the journal.
func (s *Store) IdempotencyStore() *IdempotencyStore { return s.journal }

// change is what a transaction does to the journal's size, counted once it is committed.
type change struct{ keys, bytes int64 }

func (j *IdempotencyStore) count(c change) {
	j.keys.Add(c.keys)
	j.bytes.Add(c.bytes)
}

// Claim claims key for a body, or gives what is known of it; see gateway.IdempotencyStore.
func (j *IdempotencyStore) Claim(ctx context.Context, key bff.IdempotencyKey, body bff.Fingerprint) (*bff.Answer, error) {
	now := j.store.now()
	if e, err := j.find(key.String()); err != nil {
		return nil, bff.ReasonUnavailable.WithCause(err)
	} else if e != nil && !expired(e, now) {
		return e.Repeat(body, now) // known: nothing needs to be written
	}
	claim := &ledger.Entry{Key: key, Body: body, At: now, Lease: now.Add(j.store.lease)}
	if scope := bff.ScopeOf(ctx); scope != nil {
		claim.RequestID = scope.RequestID
	}
	var first *bff.Answer
	var refusal error
	var c change
	err := j.store.db.Batch(func(tx *bbolt.Tx) (err error) {
		first, refusal, c = nil, nil, change{} // a batch may run its functions again
		if err := dropExpired(tx, now, &c); err != nil {
			return err
		}
		e, err := get(tx, key.String())
		switch {
		case err != nil:
			return err
		case e != nil && !expired(e, now):
			first, refusal = e.Repeat(body, now)
			return nil
		case e != nil:
			if err := drop(tx, e, &c); err != nil {
				return err
			}
		}
		if j.keys.Load()+c.keys >= j.store.mostKeys || j.bytes.Load()+c.bytes >= j.store.mostBytes {
			refusal = bff.ReasonUnavailable.WithCause(errors.New("the money journal is full")).WithRetryAfter(time.Minute)
			return nil
		}
		return add(tx, claim, &c)
	})
	if err != nil {
		return nil, bff.ReasonUnavailable.WithCause(fmt.Errorf("journal: %w", err))
	}
	j.count(c)
	return first, refusal
}

// Finish records the answer that repeats are given.
func (j *IdempotencyStore) Finish(_ context.Context, key bff.IdempotencyKey, a *bff.Answer) error {
	return j.settle(key, func(e *ledger.Entry) { e.Answer, e.Unknown = a, nil })
}

// MarkUnknown records that the outcome is not known.
func (j *IdempotencyStore) MarkUnknown(_ context.Context, key bff.IdempotencyKey, r *bff.Reason) error {
	return j.settle(key, func(e *ledger.Entry) { e.Unknown = r.WithCause(nil) })
}

// Release forgets the claim.
func (j *IdempotencyStore) Release(_ context.Context, key bff.IdempotencyKey) error {
	return j.update(key, drop)
}

// Find gives the call that a request claimed; see bff.JournalReader.
func (j *IdempotencyStore) Find(_ context.Context, requestID string) (*bff.IdempotencyRecord, error) {
	if requestID == "" {
		return nil, nil //nolint:nilnil // the interface says nil where nothing is known
	}
	var e *ledger.Entry
	err := j.store.db.View(func(tx *bbolt.Tx) (err error) {
		e, err = get(tx, string(tx.Bucket(journalByQuery).Get([]byte(requestID))))
		return err
	})
	now := j.store.now()
	if err != nil || e == nil || expired(e, now) {
		return nil, err
	}
	return e.Read(now), nil
}

func (j *IdempotencyStore) find(key string) (e *ledger.Entry, err error) {
	err = j.store.db.View(func(tx *bbolt.Tx) error {
		e, err = get(tx, key)
		return err
	})
	return e, err
}

// settle writes the entry of a claimed key anew.
func (j *IdempotencyStore) settle(key bff.IdempotencyKey, set func(*ledger.Entry)) error {
	return j.update(key, func(tx *bbolt.Tx, e *ledger.Entry, c *change) error {
		set(e)
		return put(tx, e, c)
	})
}

func (j *IdempotencyStore) update(key bff.IdempotencyKey, do func(*bbolt.Tx, *ledger.Entry, *change) error) error {
	var c change
	err := j.store.db.Batch(func(tx *bbolt.Tx) error {
		c = change{}
		e, err := get(tx, key.String())
		if err != nil {
			return err
		}
		if e == nil {
			return ErrNotClaimed
		}
		return do(tx, e, &c)
	})
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.count(c)
	return nil
}

// openJournal counts what is kept, and writes down of each call that was in flight when
// the store was closed that its outcome is unknown.
func (s *Store) openJournal() error {
	s.journal = &IdempotencyStore{store: s}
	var c change
	err := s.db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{journalBucket, journalByAge, journalByQuery} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		var abandoned []*ledger.Entry
		err := tx.Bucket(journalBucket).ForEach(func(key, value []byte) error {
			c.keys++
			c.bytes += int64(len(value))
			e, err := ledger.Parse(value)
			if err != nil {
				return fmt.Errorf("money key %q: %w", key, err)
			}
			if e.Answer == nil && e.Unknown == nil {
				abandoned = append(abandoned, e)
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, e := range abandoned {
			e.Unknown = ledger.Abandoned()
			if err := put(tx, e, &c); err != nil {
				return err
			}
		}
		return nil
	})
	s.journal.count(c)
	return err
}

func expired(e *ledger.Entry, now time.Time) bool { return !now.Before(e.At.Add(ledger.Kept)) }

func get(tx *bbolt.Tx, key string) (*ledger.Entry, error) {
	value := tx.Bucket(journalBucket).Get([]byte(key))
	if value == nil {
		return nil, nil //nolint:nilnil // no entry is no fault
	}
	return ledger.Parse(value)
}

// put writes an entry and counts what it adds.
func put(tx *bbolt.Tx, e *ledger.Entry, c *change) error {
	value, err := e.Bytes()
	if err != nil {
		return err
	}
	b, key := tx.Bucket(journalBucket), []byte(e.Key.String())
	c.bytes += int64(len(value) - len(b.Get(key)))
	return b.Put(key, value)
}

// add writes a new entry and where it is found by.
func add(tx *bbolt.Tx, e *ledger.Entry, c *change) error {
	c.keys++
	if err := tx.Bucket(journalByAge).Put(age(e), []byte{}); err != nil {
		return err
	}
	if e.RequestID != "" {
		if err := tx.Bucket(journalByQuery).Put([]byte(e.RequestID), []byte(e.Key.String())); err != nil {
			return err
		}
	}
	return put(tx, e, c)
}

// drop forgets an entry and where it is found by.
func drop(tx *bbolt.Tx, e *ledger.Entry, c *change) error {
	key, requests := []byte(e.Key.String()), tx.Bucket(journalByQuery)
	b := tx.Bucket(journalBucket)
	c.keys--
	c.bytes -= int64(len(b.Get(key)))
	// A visitor may choose request ids: one may by now stand for a later call.
	if string(requests.Get([]byte(e.RequestID))) == string(key) {
		if err := requests.Delete([]byte(e.RequestID)); err != nil {
			return err
		}
	}
	return errors.Join(tx.Bucket(journalByAge).Delete(age(e)), b.Delete(key))
}

// dropExpired forgets the oldest entries whose time is over.
func dropExpired(tx *bbolt.Tx, now time.Time, c *change) error {
	var due []*ledger.Entry
	cursor := tx.Bucket(journalByAge).Cursor()
	for k, _ := cursor.First(); k != nil && len(due) < expiredAtOnce; k, _ = cursor.Next() {
		if now.Before(time.UnixMilli(int64(binary.BigEndian.Uint64(k))).Add(ledger.Kept)) {
			break
		}
		e, err := get(tx, string(k[8:]))
		if err != nil {
			return err
		}
		if e != nil {
			due = append(due, e)
		}
	}
	for _, e := range due {
		if err := drop(tx, e, c); err != nil {
			return err
		}
	}
	return nil
}

// age is an entry's key in the order of claims.
func age(e *ledger.Entry) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(e.At.UnixMilli())), e.Key.String()...)
}
