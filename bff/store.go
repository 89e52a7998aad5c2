package bff

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"time"
)

// Retention bounds a Collection. The store drops the oldest entries beyond either bound.
type Retention struct {
	MaxEntries int
	MaxAge     time.Duration
}

// CollectionEntry is one value of a Collection. Its ID and Terms must not reveal an identity, and
// the caller must seal Value.
type CollectionEntry struct {
	ID    string // not empty, without NUL
	At    time.Time
	Terms []string // search terms for List, without NUL
	Value []byte
}

// Collection is a bounded set of values that all instances with the same store share. Use it for
// lookups by staff only, because the store may lose entries.
type Collection interface {
	// Put stores entries and replaces those with the same ID. If it fails, it may have stored some
	// of them.
	Put(ctx context.Context, entries ...CollectionEntry) error
	// Get returns the value of an entry, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// List returns the values of at most limit entries that have or had term, newest first.
	List(ctx context.Context, term string, limit int) ([][]byte, error)
	// Each calls fn with every entry, in no order, until fn fails. It may miss entries that change
	// at the same time.
	Each(ctx context.Context, fn func(id string, value []byte) error) error
	// Delete deletes entries by ID. List no longer returns them.
	Delete(ctx context.Context, ids ...string) error
}

// RecordStore is a small set of values by key that all instances with the same store share. Changes
// are durable when the method returns.
type RecordStore interface {
	Put(ctx context.Context, key string, value []byte) error
	Delete(ctx context.Context, key string) error
	All(ctx context.Context) (map[string][]byte, error)
}

// SwapStore is a RecordStore that several instances can change without losing a change.
type SwapStore interface {
	RecordStore
	// Swap stores value under key if the current value is old, and reports whether it did. A nil
	// old means no value. A nil value deletes key.
	Swap(ctx context.Context, key string, old, value []byte) (swapped bool, err error)
}

// KeyedStore is a durable set of any number of records, which callers read one at a time. Changes
// are durable when the method returns.
type KeyedStore interface {
	// Get returns the value under key, or nil.
	Get(ctx context.Context, key string) ([]byte, error)
	// Swap stores value under key if the current value is old, and reports whether it did. A nil
	// old means no value. A nil value deletes key. The store may delete the record some time after
	// until, unless until is zero.
	Swap(ctx context.Context, key string, old, value []byte, until time.Time) (swapped bool, err error)
	// Each calls fn with every record, in no order, until fn fails. It does not load all records
	// into memory. fn must not use the store.
	Each(ctx context.Context, fn func(key string, value []byte) error) error
}

// Topic is the subject of a message on the Bus.
type Topic string

// The topics of the bus.
const (
	TopicPurge          Topic = "purge"           // drop cached responses
	TopicMaintenance    Topic = "maintenance"     // a maintenance notice was set, cleared, started or ended
	TopicSessions       Topic = "sessions"        // sessions have ended, with SessionsEnded
	TopicBalance        Topic = "balance"         // a player's balance may have changed, with BalanceChanged
	TopicPayment        Topic = "payment"         // an unknown payment has changed, with PaymentSettled
	TopicPaymentWaiting Topic = "payment waiting" // a payment waits for the platform, with WaitingPayment
	TopicPaymentChanged Topic = "payment changed" // the status of a payment has changed, with PaymentChanged
	TopicBlocks         Topic = "blocks"          // staff blocked or unblocked a player
	TopicStaff          Topic = "staff"           // staff logins have ended
	TopicProtection     Topic = "protection"      // a player's protection may have changed, with ProtectionChanged
	TopicBreakers       Topic = "breakers"        // breaker overrides of the sender have changed
	TopicStudio         Topic = "studio"          // the draft or the publications of a brand have changed
	TopicLimits         Topic = "limits"          // counters of limits were reset, with a list of LimitKey
)

// Bus sends short messages to every instance, including the sender. Messages may be lost.
type Bus interface {
	// Publish sends payload without waiting. If it fails, other instances may have missed the
	// message.
	Publish(ctx context.Context, topic Topic, payload []byte) error
	// Subscribe calls receive for every message of topic until cancel is called. Each subscriber
	// has its own goroutine, and calls do not overlap. If the bus dropped messages for a slow
	// subscriber, it calls resync afterwards, unless resync is nil.
	Subscribe(topic Topic, receive func(payload []byte), resync func()) (cancel func())
}

// BalanceChanged is the JSON payload of TopicBalance.
type BalanceChanged struct {
	Brand   string          `json:"brand"`
	Player  string          `json:"player"`            // see Identity.Player
	Balance json.RawMessage `json:"balance,omitempty"` // balance from check_balance, absent if unknown
	Settled bool            `json:"settled,omitempty"` // the platform has reported a settled payment
}

// Publish publishes a message as JSON.
func Publish(ctx context.Context, bus Bus, topic Topic, message any) error {
	payload, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return bus.Publish(ctx, topic, payload)
}

// Decoded returns a receiver for Bus.Subscribe that decodes messages of Publish. It logs messages
// that it cannot decode.
func Decoded[T any](log *slog.Logger, receive func(T)) func(payload []byte) {
	return func(payload []byte) {
		var message T
		if err := json.Unmarshal(payload, &message); err != nil {
			log.Warn("could not read a message of another instance", "type", fmt.Sprintf("%T", message),
				"cause", err.Error())
			return
		}
		receive(message)
	}
}
