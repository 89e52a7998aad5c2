package redis

import (
	"context"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
)

// Bus implements bff.Bus with Pub/Sub. Without Redis, Publish reaches only this instance and fails.
type Bus struct {
	store *Store
	store.Fanout
	sub *redis.PubSub
}

var _ bff.Bus = (*Bus)(nil)

const healthCheckInterval = time.Second

// Publish delivers a message to the subscribers of this instance, then to the other instances.
func (b *Bus) Publish(ctx context.Context, topic bff.Topic, payload []byte) error {
	_ = b.Fanout.Publish(ctx, topic, payload)
	message := b.store.origin + "\n" + string(payload)
	err := b.store.client.Publish(ctx, b.store.key("bus", string(topic)), message).Err()
	return named("publish to topic "+string(topic), err)
}

// listen receives the messages of other instances until ctx ends. It calls onConnect after each
// subscription. It waits for the first subscription, at most for the timeout.
func (b *Bus) listen(ctx context.Context, onConnect func()) {
	prefix := b.store.key("bus", "")
	b.sub = b.store.client.PSubscribe(ctx, prefix+"*")
	messages := b.sub.ChannelWithSubscriptions(
		redis.WithChannelHealthCheckInterval(healthCheckInterval), redis.WithChannelPingTimeout(b.store.timeout))
	connected := make(chan struct{}, 1)
	b.store.background.Go(func() {
		for m := range messages {
			switch m := m.(type) {
			case *redis.Subscription:
				store.Request(connected)
				onConnect()
			case *redis.Message:
				origin, payload, ok := strings.Cut(m.Payload, "\n")
				if ok && origin != b.store.origin { // Publish has already delivered messages of this instance
					_ = b.Fanout.Publish(ctx, bff.Topic(strings.TrimPrefix(m.Channel, prefix)), []byte(payload))
				}
			}
		}
	})
	select {
	case <-connected:
	case <-time.After(b.store.timeout):
	}
}

func (b *Bus) close() error { return b.sub.Close() }
