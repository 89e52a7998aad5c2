package redis

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"croupier/bff"
	"croupier/bff/store/internal/fanout"
)

// Bus carries messages over publish and subscribe. Without Redis the sender's own
// subscribers are served all the same and Publish says that the others were not; the
// connection is made again by itself. What was said meanwhile is lost to the others, who
// find it in its store.
type Bus struct {
	store *Store
	fanout.Fanout
	joined func() // told each time the connection has been made
	sub    *redis.PubSub
}

var _ bff.Bus = (*Bus)(nil)

// healthEvery is how often a silent connection is tried.
const healthEvery = time.Second

func newBus(s *Store) *Bus { return &Bus{store: s} }

// Publish serves this process's subscribers, then tells the other instances.
func (b *Bus) Publish(ctx context.Context, topic bff.Topic, payload []byte) error {
	b.Deliver(topic, payload)
	ctx, done := b.store.within(ctx)
	defer done()
	message := b.store.origin + "\n" + string(payload)
	if err := b.store.client.Publish(ctx, b.store.key("bus", string(topic)), message).Err(); err != nil {
		return fmt.Errorf("redis: telling other instances of %s: %w", topic, err)
	}
	return nil
}

// listen hears the other instances until the context ends. It returns once the first
// connection stands, or after the store's timeout.
func (b *Bus) listen(ctx context.Context) {
	b.sub = b.store.client.PSubscribe(ctx, b.store.key("bus", "*"))
	messages := b.sub.ChannelWithSubscriptions(redis.WithChannelHealthCheckInterval(healthEvery), redis.WithChannelPingTimeout(b.store.timeout))
	stands := make(chan struct{}, 1)
	b.store.running.Go(func() {
		for m := range messages {
			switch m := m.(type) {
			case *redis.Subscription:
				select {
				case stands <- struct{}{}:
				default:
				}
				b.joined()
			case *redis.Message:
				b.hear(m)
			}
		}
	})
	patience := time.NewTimer(b.store.timeout)
	defer patience.Stop()
	select {
	case <-stands:
	case <-patience.C:
	}
}

// hear hands a message of another instance to this one's subscribers.
func (b *Bus) hear(m *redis.Message) {
	origin, payload, ok := strings.Cut(m.Payload, "\n")
	if !ok || origin == b.store.origin { // its own were served when it sent them
		return
	}
	b.Deliver(bff.Topic(strings.TrimPrefix(m.Channel, b.store.key("bus", ""))), []byte(payload))
}

func (b *Bus) close() error { return b.sub.Close() }
