package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"croupier/bff"
)

// purgeMessage announces a purge to the other instances.
type purgeMessage struct {
	From       string        `json:"from"`            // the sender, which receives its own message too
	Brand      string        `json:"brand,omitempty"` // with the partitions of its testers
	Partition  bff.Partition `json:"partition,omitempty"`
	Call       string        `json:"call,omitempty"`       // a class or class/method
	Generation uint64        `json:"generation,omitempty"` // 0 if the purge has none: it covers everything so far
}

// matches reports whether the purge covers entries with these tags.
func (n purgeMessage) matches(a purgeTags) bool {
	return (n.Brand == "" || a.partition.Brand() == n.Brand) && (n.Partition == "" || a.partition == n.Partition) &&
		(n.Call == "" || a.call == n.Call || strings.HasPrefix(a.call, n.Call+"/"))
}

// covers reports whether the request for an answer began before the purge.
func (n purgeMessage) covers(generation uint64) bool {
	return n.Generation == 0 || generation < n.Generation
}

// Purge drops the entries of a brand and a call, or of all calls of a class, on every instance. An
// empty name means all. It returns how many entries this instance dropped. An error means that
// other instances or the shared tier may not have received the purge. Synchronize tries again.
func (c *Cache) Purge(ctx context.Context, brand, call string) (int, error) {
	return c.publish(ctx, purgeMessage{Brand: brand, Call: call})
}

// PurgePartition drops the entries of one partition after its platform changed the content. It
// returns the errors of Purge.
func (c *Cache) PurgePartition(ctx context.Context, p bff.Partition) (int, error) {
	return c.publish(ctx, purgeMessage{Partition: p})
}

func (c *Cache) publish(ctx context.Context, n purgeMessage) (int, error) {
	ctx = context.WithoutCancel(ctx) // a purge is not interrupted by its caller
	dropped := c.purge(n)            // at once: the shared tier may be slow
	n, notShared := c.beginGeneration(ctx, n)
	dropped += c.purge(n) // what began in the meantime may have found an older generation
	return dropped, errors.Join(c.send(ctx, n), notShared)
}

// beginGeneration returns n with a new generation of the shared tier. Until the tier accepts the
// purge, only this instance considers older values invalid.
func (c *Cache) beginGeneration(ctx context.Context, n purgeMessage) (purgeMessage, error) {
	name, shared := n.scope()
	if !shared || c.shared.store == nil {
		return n, nil
	}
	g := &c.generations
	c.mu.Lock()
	last := g.last
	c.mu.Unlock()
	generation, err := c.shared.purge(ctx, name, last)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		g.unsent[name] = true
		g.learn(name, g.last+1)
		return n, err
	}
	delete(g.unsent, name)
	g.learn(name, generation)
	n.Generation = generation
	return n, nil
}

// send announces a purge to the other instances.
func (c *Cache) send(ctx context.Context, n purgeMessage) error {
	if c.bus == nil {
		return nil
	}
	n.From = c.instance
	payload, err := json.Marshal(n)
	if err == nil {
		err = c.bus.Publish(ctx, bff.TopicPurge, payload)
	}
	if err != nil {
		return fmt.Errorf("could not publish the purge: %w", err)
	}
	return nil
}

// onPurge applies a purge of another instance.
func (c *Cache) onPurge(payload []byte) {
	var n purgeMessage
	if err := json.Unmarshal(payload, &n); err != nil || n.From == c.instance {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if name, shared := n.scope(); shared {
		c.generations.learn(name, n.Generation)
	}
	c.drop(n)
}

// purge drops the entries of this instance that n covers, and returns their number.
func (c *Cache) purge(n purgeMessage) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.drop(n)
}

// drop is purge with the cache locked.
func (c *Cache) drop(n purgeMessage) int {
	for key, f := range c.flights {
		if n.matches(f.purgeTags) && n.covers(f.generation) {
			f.purged = true
			delete(c.flights, key) // its waiters still get the result; later callers do not join it
		}
	}
	return c.memory.Delete(func(_ string, e *entry) bool { return n.matches(e.purgeTags) && n.covers(e.generation) })
}

// fromShared returns the valid entry of the shared tier, or nil. It detects purges that either side
// has missed.
func (c *Cache) fromShared(ctx context.Context, f *flight, q *bff.CacheLookup, r *bff.UpstreamRequest) *entry {
	scopes := f.scopes()
	c.mu.Lock()
	before, _ := c.generations.of(scopes)
	c.mu.Unlock()
	e, now, ok := c.shared.get(ctx, q, r, scopes)
	if !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var missed []purgeMessage
	for i, name := range scopes {
		if c.generations.learn(name, now[i]) {
			missed = append(missed, purgeOf(name, now[i]))
		}
		if now[i] < before[i] && !forgettable(before[i], c.now()) {
			c.generations.unsent[name] = true
		}
	}
	// The request to the upstream begins now, after every purge so far.
	_, f.generation = c.generations.of(scopes)
	valid := e != nil && e.generation >= f.generation && !f.purged
	f.purged = false
	for _, n := range missed {
		c.drop(n)
	}
	if !valid {
		c.shared.misses.Add(1)
		return nil
	}
	c.shared.hits.Add(1)
	return e
}

// Synchronize reads missed purges from the shared tier, and repeats purges that the tier has
// refused or lost.
func (c *Cache) Synchronize(ctx context.Context) {
	if c.shared.store == nil {
		return
	}
	c.mu.Lock()
	unsent, synced := slices.Collect(maps.Keys(c.generations.unsent)), c.generations.synced
	c.mu.Unlock()
	for _, name := range unsent {
		if n, err := c.beginGeneration(ctx, purgeOf(name, 0)); err == nil {
			c.purge(n)
			_ = c.send(ctx, n) // instances that miss it learn of it as this one does
		}
	}
	ctx, cancel := context.WithTimeout(ctx, purgeTimeout)
	defer cancel()
	// synced may be lower than the generation of a message. Earlier messages may be missing.
	all, err := c.shared.store.Generations(ctx, synced)
	if err != nil {
		return // the lookups of players tell that the tier is unavailable
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, generation := range all {
		c.generations.synced = max(c.generations.synced, generation)
		if c.generations.learn(name, generation) {
			c.drop(purgeOf(name, generation))
		}
	}
}

// PurgeChanged drops the entries of the brands with different answers in after than in before.
func (c *Cache) PurgeChanged(ctx context.Context, before, after []*bff.Brand) error {
	var errs []error
	for _, b := range after {
		i := slices.IndexFunc(before, func(old *bff.Brand) bool { return old.ID == b.ID })
		if i < 0 || !answersChanged(before[i], b) {
			continue
		}
		if _, err := c.Purge(ctx, b.ID, ""); err != nil {
			errs = append(errs, fmt.Errorf("could not purge brand %s: %w", b.ID, err))
		}
	}
	return errors.Join(errs...)
}

func answersChanged(before, after *bff.Brand) bool {
	return before.Upstream != after.Upstream || before.SiteID != after.SiteID || before.SiteType != after.SiteType ||
		before.Currency != after.Currency || before.Zone().String() != after.Zone().String() ||
		before.Sessions.Secure != after.Sessions.Secure ||
		!slices.Equal(before.Hosts, after.Hosts) || !slices.Equal(before.Origins.Frames, after.Origins.Frames) ||
		!slices.Equal(before.Origins.Links, after.Origins.Links) ||
		!slices.Equal(before.Origins.Images, after.Origins.Images) || !reflect.DeepEqual(before.Images, after.Images) ||
		!maps.Equal(before.Routing, after.Routing) || !maps.Equal(before.Cache, after.Cache) ||
		!maps.Equal(before.Contract, after.Contract)
}
