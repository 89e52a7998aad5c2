package embedded

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"sync"
	"time"

	"go.etcd.io/bbolt"
)

var ticketBucket = []byte("tickets")

// TicketStore implements bff.TicketStore and rest.RenewalStore. An entry is its end in Unix milliseconds, then the sealed session.
type TicketStore struct {
	store *Store

	mu        sync.Mutex
	nextSweep time.Time
}

// TicketStore returns the ticket store. Call it once.
func (s *Store) TicketStore() *TicketStore { return &TicketStore{store: s} }

// Put stores sealed under id until the given time. Expired tickets are deleted once in sweepInterval.
func (t *TicketStore) Put(_ context.Context, id string, sealed []byte, until time.Time) error {
	_, err := t.put(id, sealed, until, false)
	return err
}

// Add stores sealed as Put does unless there is a ticket under id, and reports whether it did.
func (t *TicketStore) Add(_ context.Context, id string, sealed []byte, until time.Time) (added bool, err error) {
	return t.put(id, sealed, until, true)
}

func (t *TicketStore) put(id string, sealed []byte, until time.Time, onlyNew bool) (added bool, err error) {
	now := t.store.now()
	sweep := t.isSweepDue(now)
	err = t.store.batch(func(tx *bbolt.Tx) error {
		b, err := tx.CreateBucketIfNotExists(ticketBucket)
		if err != nil {
			return err
		}
		if sweep {
			if err := sweepTickets(b, now); err != nil {
				return err
			}
		}
		if added = !onlyNew || valueOf(b.Get([]byte(id)), now) == nil; !added {
			return nil
		}
		return b.Put([]byte(id), append(binary.BigEndian.AppendUint64(nil, uint64(until.UnixMilli())), sealed...)) //nolint:gosec // after 1970
	})
	if err != nil {
		return false, fmt.Errorf("write ticket: %w", err)
	}
	return added, nil
}

// isSweepDue reports whether expired tickets are to be deleted now.
func (t *TicketStore) isSweepDue(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if now.Before(t.nextSweep) {
		return false
	}
	t.nextSweep = now.Add(sweepInterval)
	return true
}

// sweepTickets deletes the expired tickets.
func sweepTickets(b *bbolt.Bucket, now time.Time) error {
	c := b.Cursor()
	for id, entry := c.First(); id != nil; id, entry = c.Next() {
		if valueOf(entry, now) == nil {
			if err := c.Delete(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Get returns the value stored under id, or nil.
func (t *TicketStore) Get(_ context.Context, id string) (sealed []byte, err error) {
	err = t.store.view(func(tx *bbolt.Tx) error {
		if b := tx.Bucket(ticketBucket); b != nil {
			sealed = bytes.Clone(valueOf(b.Get([]byte(id)), t.store.now()))
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read ticket: %w", err)
	}
	return sealed, nil
}

// valueOf returns the sealed session of an entry that has not expired, or nil.
func valueOf(entry []byte, now time.Time) []byte {
	if len(entry) < 8 || int64(binary.BigEndian.Uint64(entry)) <= now.UnixMilli() { //nolint:gosec // as Put wrote it
		return nil
	}
	return entry[8:]
}

// Delete removes id.
func (t *TicketStore) Delete(_ context.Context, id string) error {
	err := t.store.batch(func(tx *bbolt.Tx) error { return deleteFrom(tx, ticketBucket, []byte(id)) })
	if err != nil {
		return fmt.Errorf("delete ticket: %w", err)
	}
	return nil
}
