package redis

import (
	"context"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store"
)

// Bus implements bff.Bus with publish/subscribe. Without Redis, Publish reaches the same instance only and returns an
// error.
type Bus struct {
	store *Store
	store.Fanout
	connected []func() // called each time the subscription is established
	sub       *redis.PubSub
}

var _ bff.Bus = (*Bus)(nil)

const healthCheckInterval = time.Second

func newBus(s *Store) *Bus { return &Bus{store: s} }

// Publish delivers a message to the subscribers of this instance, then to the other instances.
func (b *Bus) Publish(ctx context.Context, topic bff.Topic, payload []byte) error {
	_ = b.Fanout.Publish(ctx, topic, payload)
	message := b.store.origin + "\n" + string(payload)
	return named("publish to topic "+string(topic), b.store.client.Publish(ctx, b.store.key("bus", string(topic)), message).Err())
}

// onConnect calls fn each time the subscription is established. It must be called before listen.
func (b *Bus) onConnect(fn func()) { b.connected = append(b.connected, fn) }

// listen receives the messages of other instances until ctx ends. It waits for the subscription, at most for the
// timeout.
func (b *Bus) listen(ctx context.Context) {
	b.sub = b.store.client.PSubscribe(ctx, b.store.key("bus", "*"))
	messages := b.sub.ChannelWithSubscriptions(redis.WithChannelHealthCheckInterval(healthCheckInterval), redis.WithChannelPingTimeout(b.store.timeout))
	connected := make(chan struct{}, 1)
	b.store.background.Go(func() {
		for m := range messages {
			switch m := m.(type) {
			case *redis.Subscription:
				store.Request(connected)
				for _, fn := range b.connected {
					fn()
				}
			case *redis.Message:
				b.onMessage(m)
			}
		}
	})
	timer := time.NewTimer(b.store.timeout)
	defer timer.Stop()
	select {
	case <-connected:
	case <-timer.C:
	}
}

// onMessage delivers a message of another instance; Publish has delivered those of this one.
func (b *Bus) onMessage(m *redis.Message) {
	origin, payload, ok := strings.Cut(m.Payload, "\n")
	if !ok || origin == b.store.origin {
		return
	}
	_ = b.Fanout.Publish(context.Background(), bff.Topic(strings.TrimPrefix(m.Channel, b.store.key("bus", ""))), []byte(payload))
}

func (b *Bus) close() error { return b.sub.Close() }
