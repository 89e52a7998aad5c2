package embedded

import (
	"context"

	"croupier/bff"
	"croupier/bff/store/internal/fanout"
)

// Bus is the bus of a single instance: all subscribers are in this process. The zero value is
// ready to use.
type Bus struct{ fanout.Fanout }

var _ bff.Bus = (*Bus)(nil)

// Publish hands payload to the subscribers of topic. It never fails.
func (b *Bus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	b.Deliver(topic, payload)
	return nil
}
