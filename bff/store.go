package bff

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"
)

// Retention bounds a Collection. The oldest entries beyond either bound are dropped.
type Retention struct {
	MaxEntries int
	MaxAge     time.Duration
}

// CollectionEntry is one value of a Collection. Its ID and Terms reveal no identity; its Value is sealed by the caller.
type CollectionEntry struct {
	ID    string // not empty; without NUL
	At    time.Time
	Terms []string // what List finds it by; without NUL
	Value []byte
}

// Collection is a set of values within a Retention, shared by the instances which share a store. It is for what staff
// look up: entries may be lost with their store's memory.
type Collection interface {
	// Put stores entries, each of which replaces an earlier one with its ID. On an error some may be stored.
	Put(ctx context.Context, entries ...CollectionEntry) error
	// Get returns the value of an entry, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// List returns the values of at most limit entries with a term, or that had it, newest first.
	List(ctx context.Context, term string, limit int) ([][]byte, error)
	// Each calls fn with every entry, in no order, until fn fails. It may miss entries that change meanwhile.
	Each(ctx context.Context, fn func(id string, value []byte) error) error
	// Delete removes entries by their IDs, also from what List returns.
	Delete(ctx context.Context, ids ...string) error
}

// RecordStore is a small set of values by key, shared by the instances that share a store. Changes are durable when the
// method returns.
type RecordStore interface {
	Put(ctx context.Context, key string, value []byte) error
	Delete(ctx context.Context, key string) error
	All(ctx context.Context) (map[string][]byte, error)
}

// SwapStore is a RecordStore whose records can be changed by several instances without losing a change.
type SwapStore interface {
	RecordStore
	// Swap stores value under key, or deletes key where value is nil, if the present value is old; a
	// nil old means no value. It reports whether it did.
	Swap(ctx context.Context, key string, old, value []byte) (swapped bool, err error)
}

// KeyedStore is a durable set of any number of records, of which one is read at a time. Changes are durable when the
// method returns.
type KeyedStore interface {
	// Get returns the value under key, or nil.
	Get(ctx context.Context, key string) ([]byte, error)
	// Swap stores value under key if the present value is old; a nil old means no value. It reports whether it did.
	// The store may forget the record some time after until, but not if until is zero.
	Swap(ctx context.Context, key string, old, value []byte, until time.Time) (swapped bool, err error)
	// Each calls fn with every record, in no order, until fn fails. It never holds all of them. fn must not use the
	// store.
	Each(ctx context.Context, fn func(key string, value []byte) error) error
}

// Topic is the subject of a message on the Bus.
type Topic string

// The topics of the bus.
const (
	TopicPurge          Topic = "purge"           // cached responses must be dropped
	TopicMaintenance    Topic = "maintenance"     // a maintenance notice was set, cleared, started or ended
	TopicSessions       Topic = "sessions"        // sessions were ended; the payload is SessionsEnded
	TopicBalance        Topic = "balance"         // a player's balance may have changed; the payload is BalanceChanged
	TopicPayment        Topic = "payment"         // a payment became unknown, or its settlement has changed; the payload is PaymentSettled
	TopicPaymentWaiting Topic = "payment waiting" // a payment waits for the platform; the payload is WaitingPayment
	TopicPaymentChanged Topic = "payment changed" // the platform has gone on with a payment; the payload is PaymentChanged
	TopicBlocks         Topic = "blocks"          // a player was blocked, or a block was lifted
	TopicStaff          Topic = "staff"           // staff logins were ended
	TopicProtection     Topic = "protection"      // what holds for a player by limits, a break or an exclusion may have changed
	TopicBreakers       Topic = "breakers"        // breaker overrides have changed on the sender
	TopicLimits         Topic = "limits"          // counters of limits were emptied; the payload is a list of LimitKey
)

// Bus carries short messages to every instance, including the sender. Messages may be lost.
type Bus interface {
	// Publish sends payload and does not wait. An error means that other instances may have missed the message.
	Publish(ctx context.Context, topic Topic, payload []byte) error
	// Subscribe calls receive for every message of topic, one after the other on a goroutine of the subscriber's own,
	// until cancel is called. If messages for a slow subscriber were dropped, it calls resync afterwards; nil if there is
	// nothing to read again.
	Subscribe(topic Topic, receive func(payload []byte), resync func()) (cancel func())
}

// BalanceChanged is the payload of TopicBalance, as JSON.
type BalanceChanged struct {
	Brand   string          `json:"brand"`
	Player  string          `json:"player"`            // see Identity.Player
	Balance json.RawMessage `json:"balance,omitempty"` // the balance as check_balance returned it; absent when unknown
}

// Publish publishes a message as JSON.
func Publish(ctx context.Context, bus Bus, topic Topic, message any) error {
	payload, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return bus.Publish(ctx, topic, payload)
}

// Decoded returns a receiver for Bus.Subscribe that decodes messages of Publish, and logs what it cannot read.
func Decoded[T any](log *slog.Logger, receive func(T)) func(payload []byte) {
	return func(payload []byte) {
		var message T
		if err := json.Unmarshal(payload, &message); err != nil {
			log.Warn("could not read a message of another instance", "type", fmt.Sprintf("%T", message), "cause", err.Error())
			return
		}
		receive(message)
	}
}
