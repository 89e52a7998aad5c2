package embedded

import (
	"context"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

var tickets = newExpiring("tickets")

// TicketStore implements bff.TicketStore and rest.RenewalStore.
type TicketStore struct{ store *Store }

// TicketStore returns the ticket store.
func (s *Store) TicketStore() *TicketStore { return &TicketStore{s} }

// Put stores sealed under id until the given time.
func (t *TicketStore) Put(_ context.Context, id string, sealed []byte, until time.Time) error {
	_, err := t.put(id, sealed, until, false)
	return err
}

// Add stores sealed as Put does unless there is a ticket under id, and reports whether it did.
func (t *TicketStore) Add(_ context.Context, id string, sealed []byte, until time.Time) (added bool, err error) {
	return t.put(id, sealed, until, true)
}

// Delete removes id.
func (t *TicketStore) Delete(_ context.Context, id string) error {
	_, err := t.put(id, nil, time.Time{}, false)
	return err
}

func (t *TicketStore) put(id string, sealed []byte, until time.Time, onlyNew bool) (added bool, err error) {
	now := t.store.now()
	err = t.store.batch(func(tx *bbolt.Tx) error {
		if err := tickets.create(tx); err != nil {
			return err
		}
		if _, err := tickets.dropExpired(tx, now, maxExpiredPerPut, &sizeChange{}); err != nil {
			return err
		}
		if added = !onlyNew || tickets.get(tx, []byte(id), now) == nil; !added {
			return nil
		}
		return tickets.put(tx, []byte(id), sealed, until, &sizeChange{})
	})
	if err != nil {
		return false, fmt.Errorf("write ticket: %w", err)
	}
	return added, nil
}

// Get returns the value stored under id, or nil.
func (t *TicketStore) Get(_ context.Context, id string) (sealed []byte, err error) {
	err = t.store.view(func(tx *bbolt.Tx) error {
		sealed = tickets.get(tx, []byte(id), t.store.now())
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read ticket: %w", err)
	}
	return sealed, nil
}
