package embedded

import (
	"context"
	"fmt"
	"time"

	"go.etcd.io/bbolt"

	"croupier/bff/store"
)

// ticketSet is the set of the tickets among the entries that expire.
const ticketSet = "tickets"

// TicketStore implements bff.TicketStore and rest.RenewalStore.
type TicketStore struct{ store *Store }

// TicketStore returns the ticket store.
func (s *Store) TicketStore() *TicketStore { return &TicketStore{s} }

// Put stores sealed under id until the given time.
func (t *TicketStore) Put(_ context.Context, id string, sealed []byte, until time.Time) error {
	_, err := t.put(store.Entry{Set: ticketSet, Key: id, Value: sealed, Until: until}, false)
	return err
}

// Add stores sealed as Put does unless there is a ticket under id, and reports whether it did.
func (t *TicketStore) Add(_ context.Context, id string, sealed []byte, until time.Time) (added bool, err error) {
	return t.put(store.Entry{Set: ticketSet, Key: id, Value: sealed, Until: until}, true)
}

// Delete removes id.
func (t *TicketStore) Delete(_ context.Context, id string) error {
	_, err := t.put(store.Entry{Set: ticketSet, Key: id}, false)
	return err
}

func (t *TicketStore) put(e store.Entry, onlyNew bool) (added bool, err error) {
	now := t.store.now()
	err = t.store.batch(func(tx *bbolt.Tx) error {
		if err := createEntryBuckets(tx); err != nil {
			return err
		}
		if _, err := dropExpired(tx, now, maxExpiredPerPut); err != nil {
			return err
		}
		if added = !onlyNew || getEntry(tx, e.Set, e.Key, now) == nil; !added {
			return nil
		}
		_, err := putEntry(tx, &e)
		return err
	})
	if err != nil {
		return false, fmt.Errorf("write ticket: %w", err)
	}
	return added, nil
}

// Get returns the value stored under id, or nil.
func (t *TicketStore) Get(_ context.Context, id string) (sealed []byte, err error) {
	err = t.store.viewBucket(entryBucket, func(b *bbolt.Bucket) error {
		sealed = getEntry(b.Tx(), ticketSet, id, t.store.now())
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read ticket: %w", err)
	}
	return sealed, nil
}
