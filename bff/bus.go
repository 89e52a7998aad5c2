package bff

import (
	"context"
	"time"
)

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

// Bus carries short messages to every instance, including the sender. Delivery is best effort:
// what must not be missed is also read from its store.
type Bus interface {
	// Publish sends payload to the subscribers of topic and does not wait for them. An error means
	// that other instances may have missed the message.
	Publish(ctx context.Context, topic Topic, payload []byte) error
	// Subscribe calls receive for every message of topic, one after the other and on a goroutine of the
	// subscriber's own, until cancel is called. Messages for a slow subscriber wait in a bounded queue.
	// If one was dropped, the bus calls resync afterwards, which reads what the messages would have
	// told; nil if nothing can be read.
	Subscribe(topic Topic, receive func(payload []byte), resync func()) (cancel func())
}

// RecordStore is a small durable set of values by key, shared by the instances that share a
// store. Changes are durable when the method returns.
type RecordStore interface {
	Put(ctx context.Context, key string, value []byte) error
	Delete(ctx context.Context, key string) error
	All(ctx context.Context) (map[string][]byte, error)
}

// SwapStore is a RecordStore whose records can be changed by several instances without losing a
// change.
type SwapStore interface {
	RecordStore
	// Swap stores value under key, or deletes key where value is nil, if the present value is old; a
	// nil old means no value. It reports whether it did.
	Swap(ctx context.Context, key string, old, value []byte) (swapped bool, err error)
}

// KeyedStore is a durable set of any number of records, of which one is read at a time. Changes are durable when the method
// returns.
type KeyedStore interface {
	// Get returns the value under key, or nil.
	Get(ctx context.Context, key string) ([]byte, error)
	// Swap stores value under key if the present value is old; a nil old means no value. It reports whether it did. The store may
	// forget the record some time after until, but not if until is zero.
	Swap(ctx context.Context, key string, old, value []byte, until time.Time) (swapped bool, err error)
	// Each calls fn with every record, in no order, until fn fails. It never holds all of them. fn must not use the store.
	Each(ctx context.Context, fn func(key string, value []byte) error) error
}
