package cache

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"croupier/bff"
)

// notice is what instances tell each other of a purge.
type notice struct {
	From  string  `json:"from"` // the instance that purged, which hears itself too
	Brand string  `json:"brand,omitempty"`
	Call  string  `json:"call,omitempty"`
	World *string `json:"world,omitempty"` // of a mock; nil: every one
}

func (n notice) dooms(a about) bool {
	return (n.Brand == "" || a.brand == n.Brand) && (n.Call == "" || a.call == n.Call) &&
		(n.World == nil || a.world == *n.World)
}

// Purge drops the answers kept for a brand and a call on every instance; an empty name
// means every one. It tells how many there were on this one. What is on its way is not
// kept when it comes, and whoever asks after the purge does not get it. An error means
// that other instances may not have heard, or that what they share is still there.
func (c *Cache) Purge(ctx context.Context, brand, call string) (int, error) {
	return c.announce(ctx, notice{Brand: brand, Call: call})
}

// PurgeWorld drops the answers kept of one mock world, empty for the one everybody shares:
// its tester has bent it and wants to see that at once. Errors are those of Purge.
func (c *Cache) PurgeWorld(ctx context.Context, world string) (int, error) {
	return c.announce(ctx, notice{World: &world})
}

func (c *Cache) announce(ctx context.Context, n notice) (int, error) {
	n.From = c.name
	dropped := c.purge(n)
	ctx = context.WithoutCancel(ctx) // once begun it is done whole
	payload, err := json.Marshal(n)
	if err == nil && c.bus != nil {
		err = c.bus.Publish(ctx, bff.TopicPurge, payload)
	}
	if err != nil {
		err = fmt.Errorf("purge: %w", err)
	}
	return dropped, errors.Join(err, c.dropShared(ctx, n))
}

// heard does here what another instance has purged. What instances share is dropped again:
// an answer of before may have reached it since the other one dropped it.
func (c *Cache) heard(payload []byte) {
	var n notice
	if err := json.Unmarshal(payload, &n); err != nil || n.From == c.name {
		return
	}
	c.purge(n)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.base.Err() == nil && c.second.store != nil {
		c.running.Go(func() { _ = c.dropShared(c.base, n) }) // the one who purged has told of faults
	}
}

func (c *Cache) purge(n notice) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	for key, f := range c.flights {
		if n.dooms(f.about) {
			f.purged = true
			delete(c.flights, key) // those who wait have it still; nobody joins it any more
		}
	}
	for f := range c.sharing {
		f.purged = f.purged || n.dooms(f.about)
	}
	return c.shelf.purge(func(e *entry) bool { return n.dooms(e.about) })
}

// dropShared drops from the second level what n names. Its keys begin with the brand, so
// that a call of every brand is dropped brand by brand.
func (c *Cache) dropShared(ctx context.Context, n notice) error {
	switch {
	case n.World != nil && *n.World != "":
		return nil // never shared
	case n.Call == "" && n.Brand == "":
		return c.second.drop(ctx, "")
	case n.Call == "":
		return c.second.drop(ctx, n.Brand+"/")
	case n.Brand != "":
		return c.second.drop(ctx, n.Brand+"/"+n.Call+"/")
	}
	var err error
	for _, brand := range c.brands() {
		err = errors.Join(err, c.second.drop(ctx, brand+"/"+n.Call+"/"))
	}
	return err
}
