package bff

import (
	"context"
	"time"
)

// Topic names what instances tell each other.
type Topic string

// The topics of the bus.
const (
	TopicPurge       Topic = "purge"       // kept answers are to be dropped
	TopicMaintenance Topic = "maintenance" // a notice was set, cleared, begun or ended
	TopicSessions    Topic = "sessions"    // sessions were ended
	TopicBalance     Topic = "balance"     // a player's balance may have moved
	TopicStaff       Topic = "staff"       // logins of staff were ended
)

// Bus carries short messages to every instance, the sender's own included. It is a
// shortcut, never the truth: what must not be missed is also read from its store.
type Bus interface {
	// Publish sends payload to the subscribers of a topic. An error means that other
	// instances may not have heard; the sender's own subscribers always have.
	Publish(ctx context.Context, topic Topic, payload []byte) error
	// Subscribe calls fn for every message of a topic until cancel is called. fn must not
	// block.
	Subscribe(topic Topic, fn func(payload []byte)) (cancel func())
}

// Records is a small durable set of values by key, shared by the instances that share a
// store. A change is acknowledged once it is durable.
type Records interface {
	Put(ctx context.Context, key string, value []byte) error
	Delete(ctx context.Context, key string) error
	All(ctx context.Context) (map[string][]byte, error)
}

// SharedCache is a second level of kept answers that instances share. It is never
// relied on: whoever asks goes on without it when it is slow or gone.
type SharedCache interface {
	// Get gives the value kept under key; nil when there is none.
	Get(ctx context.Context, key string) ([]byte, error)
	// Put keeps value for ttl.
	Put(ctx context.Context, key string, value []byte, ttl time.Duration) error
	// Drop forgets what is kept under a prefix of keys.
	Drop(ctx context.Context, prefix string) error
}

// TicketStore keep sealed sessions on the server's side, so that a cookie is only a
// ticket to them. The store sees neither the session nor the secret that opens it.
type TicketStore interface {
	// Put keeps sealed under id until the given time.
	Put(ctx context.Context, id string, sealed []byte, until time.Time) error
	// Get gives what is kept under id; nil when there is none.
	Get(ctx context.Context, id string) ([]byte, error)
	// Delete forgets id.
	Delete(ctx context.Context, id string) error
}
