package embedded

import (
	"context"

	"croupier/bff"
	"croupier/bff/store/internal/fanout"
)

// Bus is the bus of a single instance: everybody who may hear is in this process. Its zero
// value is ready.
type Bus struct{ fanout.Fanout }

var _ bff.Bus = (*Bus)(nil)

// Publish calls the subscribers of a topic; it never fails.
func (b *Bus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	b.Tell(topic, payload)
	return nil
}
