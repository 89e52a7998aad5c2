package testkit

import (
	"context"
	"sync"

	"croupier/bff"
)

// Bus is a bff.Bus that calls subscribers before Publish returns, so that tests need not wait.
type Bus struct {
	mu   sync.Mutex
	subs []*subscriber
}

type subscriber struct {
	topic   bff.Topic
	receive func([]byte)
}

// Publish implements bff.Bus.
func (b *Bus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	b.mu.Lock()
	var receivers []func([]byte)
	for _, s := range b.subs {
		if s.topic == topic && s.receive != nil {
			receivers = append(receivers, s.receive)
		}
	}
	b.mu.Unlock()
	for _, receive := range receivers {
		receive(payload)
	}
	return nil
}

// Subscribe implements bff.Bus.
func (b *Bus) Subscribe(topic bff.Topic, receive func([]byte), _ func()) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := &subscriber{topic, receive}
	b.subs = append(b.subs, s)
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		s.receive = nil
	}
}
