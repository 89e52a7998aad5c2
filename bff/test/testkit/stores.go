package testkit

import (
	"bytes"
	"context"
	"maps"
	"sync"
	"time"

	"croupier/bff"
)

// Clock is a clock under the control of a test. It is safe for concurrent use.
type Clock struct {
	mu sync.Mutex
	at time.Time
}

// NewClock returns a clock with the given time.
func NewClock(at time.Time) *Clock { return &Clock{at: at} }

// Now returns the time of the clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// fault is the error of a fake store, and a lock for all its fields.
type fault struct {
	mu  sync.Mutex
	err error
}

// Fail makes every operation fail with err and without an effect, until Fail(nil).
func (f *fault) Fail(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.err = err
}

// Records is a bff.SwapStore in memory. The zero value is empty.
type Records struct {
	fault
	all map[string][]byte
}

// set replaces a value, or deletes it if value is nil.
func (r *Records) set(key string, value []byte) {
	if r.all == nil {
		r.all = map[string][]byte{}
	}
	if r.all[key] = value; value == nil {
		delete(r.all, key)
	}
}

// Replace replaces all values.
func (r *Records) Replace(all map[string][]byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = maps.Clone(all)
}

// Put stores value under key.
func (r *Records) Put(_ context.Context, key string, value []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.set(key, value)
	}
	return r.err
}

// Delete removes the value under key.
func (r *Records) Delete(ctx context.Context, key string) error { return r.Put(ctx, key, nil) }

// Get returns the value under key, or nil.
func (r *Records) Get(_ context.Context, key string) ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.all[key], r.err
}

// Swap stores value under key if the present value is old.
func (r *Records) Swap(_ context.Context, key string, old, value []byte) (bool, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now, ok := r.all[key]
	if r.err != nil || ok != (old != nil) || !bytes.Equal(now, old) {
		return false, r.err
	}
	r.set(key, value)
	return true, nil
}

// All returns a copy of the values by their keys.
func (r *Records) All(context.Context) (map[string][]byte, error) {
	all := r.Values()
	r.mu.Lock()
	defer r.mu.Unlock()
	return all, r.err
}

// Values returns a copy of the values by their keys, even while the store fails.
func (r *Records) Values() map[string][]byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := map[string][]byte{}
	maps.Copy(all, r.all)
	return all
}

// Keyed is a bff.KeyedStore in memory that deletes no records. The zero value is empty.
type Keyed struct {
	Records
	Until map[string]time.Time // when the store may delete a record, by key
}

// Swap is like Records.Swap.
func (k *Keyed) Swap(ctx context.Context, key string, old, value []byte, until time.Time) (bool, error) {
	swapped, err := k.Records.Swap(ctx, key, old, value)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.Until == nil {
		k.Until = map[string]time.Time{}
	}
	if swapped {
		k.Until[key] = until
	}
	return swapped, err
}

// Each calls fn with every record until fn fails.
func (k *Keyed) Each(_ context.Context, fn func(key string, value []byte) error) error {
	for key, value := range k.Values() {
		if err := fn(key, value); err != nil {
			return err
		}
	}
	return nil
}

// Collection is a bff.Collection that counts its writes and can refuse them.
type Collection struct {
	bff.Collection
	fault
	writes, entries int
}

// Put stores entries.
func (c *Collection) Put(ctx context.Context, entries ...bff.CollectionEntry) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return c.err
	}
	c.writes++
	c.entries += len(entries)
	return c.Collection.Put(ctx, entries...)
}

// Written returns the number of successful Puts and the number of their entries.
func (c *Collection) Written() (writes, entries int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.writes, c.entries
}

// Bus is a bff.Bus that calls subscribers before Publish returns. Tests need not wait.
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
