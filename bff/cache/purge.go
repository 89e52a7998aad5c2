package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"croupier/bff"
)

// purgeMessage announces a purge to the other instances.
type purgeMessage struct {
	From  string  `json:"from"` // the sender, which receives its own message too
	Brand string  `json:"brand,omitempty"`
	Call  string  `json:"call,omitempty"`
	World *string `json:"world,omitempty"` // mock world; nil means every world
}

// matches reports whether the purge covers entries with these tags.
func (n purgeMessage) matches(a purgeTags) bool {
	return (n.Brand == "" || a.brand == n.Brand) && (n.Call == "" || a.call == n.Call) &&
		(n.World == nil || a.world == *n.World)
}

// Purge drops the entries of a brand and a call on every instance; an empty name means all.
// It returns how many entries this instance dropped. Results of running flights are not
// stored, and calls made after the purge do not join them. An error means that other
// instances may not have received the purge, or that the shared tier was not cleared.
func (c *Cache) Purge(ctx context.Context, brand, call string) (int, error) {
	return c.publish(ctx, purgeMessage{Brand: brand, Call: call})
}

// PurgeWorld drops the entries of one mock world, empty for the default one, after its
// tester has changed it. Errors are those of Purge.
func (c *Cache) PurgeWorld(ctx context.Context, world string) (int, error) {
	return c.publish(ctx, purgeMessage{World: &world})
}

func (c *Cache) publish(ctx context.Context, n purgeMessage) (int, error) {
	n.From = c.instance
	dropped := c.purge(n)
	ctx = context.WithoutCancel(ctx) // a purge is not interrupted by its caller
	payload, err := json.Marshal(n)
	if err == nil && c.bus != nil {
		err = c.bus.Publish(ctx, bff.TopicPurge, payload)
	}
	if err != nil {
		err = fmt.Errorf("purge: %w", err)
	}
	return dropped, errors.Join(err, c.dropShared(ctx, n))
}

// onPurge applies a purge of another instance. It clears the shared tier again: this
// instance may have written an older answer to it after the sender's own drop.
func (c *Cache) onPurge(payload []byte) {
	var n purgeMessage
	if err := json.Unmarshal(payload, &n); err != nil || n.From == c.instance {
		return
	}
	c.purge(n)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.base.Err() == nil && c.shared.store != nil {
		c.running.Go(func() { _ = c.dropShared(c.base, n) }) // the sender reports errors
	}
}

func (c *Cache) purge(n purgeMessage) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, f := range c.flights {
		if n.matches(f.purgeTags) {
			f.purged = true
			delete(c.flights, key) // its waiters still get the result; later callers do not join it
		}
	}
	for f := range c.sharing {
		f.purged = f.purged || n.matches(f.purgeTags)
	}
	return c.memory.purge(func(e *entry) bool { return n.matches(e.purgeTags) })
}

// dropShared deletes the entries that n covers from the shared tier. Its keys begin with the
// brand, so that a purge of one call of every brand goes brand by brand.
func (c *Cache) dropShared(ctx context.Context, n purgeMessage) error {
	switch {
	case n.World != nil && *n.World != "":
		return nil // worlds other than the default one are never shared
	case n.Call == "" && n.Brand == "":
		return c.shared.drop(ctx, "")
	case n.Call == "":
		return c.shared.drop(ctx, n.Brand+"/")
	case n.Brand != "":
		return c.shared.drop(ctx, n.Brand+"/"+n.Call+"/")
	}
	var err error
	for _, brand := range c.brands() {
		err = errors.Join(err, c.shared.drop(ctx, brand+"/"+n.Call+"/"))
	}
	return err
}

// PurgeChanged drops the entries of the brands whose calls are answered differently in after
// than in before: by another upstream, for another site, or with another policy.
func (c *Cache) PurgeChanged(ctx context.Context, before, after []*bff.Brand) error {
	var errs []error
	for _, b := range after {
		i := slices.IndexFunc(before, func(old *bff.Brand) bool { return old.ID == b.ID })
		if i < 0 || !answersChanged(before[i], b) {
			continue
		}
		if _, err := c.Purge(ctx, b.ID, ""); err != nil {
			errs = append(errs, fmt.Errorf("brand %s: %w", b.ID, err))
		}
	}
	return errors.Join(errs...)
}

func answersChanged(before, after *bff.Brand) bool {
	return before.Upstream != after.Upstream || before.SiteID != after.SiteID || before.SiteType != after.SiteType ||
		!slices.Equal(before.Origins.Links, after.Origins.Links) || !slices.Equal(before.Origins.Images, after.Origins.Images) ||
		!maps.Equal(before.Routing, after.Routing) || !maps.Equal(before.Cache, after.Cache) || !maps.Equal(before.Contract, after.Contract)
}
