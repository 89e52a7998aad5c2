// Package block stores the players that staff have blocked. Every instance has all blocks in
// memory, so they apply at once and even if the store is unreachable.
package block

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/names"
	"croupier/bff/internal/sealed"
)

// Options are the dependencies of a List. All are required.
type Options struct {
	Store    bff.RecordStore // for the exclusive use of the list
	Bus      bff.Bus
	IndexKey *indexkey.Key // hashes the subjects and seals the blocks
	Clock    func() time.Time
	Log      *slog.Logger
}

// List contains the blocks. It is safe for concurrent use.
type List struct {
	Options
	box *sealed.Box

	mu     sync.RWMutex
	blocks map[string]bff.Block // by key
}

// Open reads the blocks from the store.
func Open(ctx context.Context, o Options) (*List, error) {
	l := &List{Options: o, box: sealed.New(o.IndexKey.Derive("blocks"))}
	return l, l.load(ctx)
}

// Run reloads the blocks at each tick and after changes by other instances, until ctx ends.
func (l *List) Run(ctx context.Context, ticks <-chan time.Time) {
	changed := make(chan struct{}, 1)
	reload := func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}
	defer l.Bus.Subscribe(bff.TopicBlocks, func([]byte) { reload() }, reload)()
	for failing := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		case <-changed:
		}
		err := l.load(ctx)
		if err != nil && !failing && ctx.Err() == nil {
			l.Log.WarnContext(ctx, "could not reload the blocks, the known blocks remain active", "error", err)
		}
		failing = err != nil
	}
}

func (l *List) load(ctx context.Context) error {
	all, err := l.Store.All(ctx)
	if err != nil {
		return fmt.Errorf("could not read the blocks: %w", err)
	}
	blocks := make(map[string]bff.Block, len(all))
	for key, value := range all {
		var b bff.Block
		if err := l.box.OpenJSON(value, key, &b); err != nil {
			return fmt.Errorf("could not read block %s: %w", key, err)
		}
		blocks[key] = b
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.blocks = blocks
	return nil
}

// Find returns the active block of a subject.
func (l *List) Find(s bff.BlockSubject) (b bff.Block, ok bool) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	b, ok = l.blocks[l.key(s)]
	return b, ok && (b.Until.IsZero() || l.Clock().Before(b.Until))
}

// Of returns the active block of a player, by id or user name, or nil if there is none.
func (l *List) Of(id bff.Identity) *bff.Block {
	l.mu.RLock()
	none := len(l.blocks) == 0
	l.mu.RUnlock()
	if none {
		return nil
	}
	if b, ok := l.Find(bff.BlockSubject{Partition: id.Partition, UID: id.UID}); ok && id.UID != "" {
		return &b
	}
	if b, ok := l.Find(bff.BlockSubject{Partition: id.Partition, Username: id.Username}); ok && id.Username != "" {
		return &b
	}
	return nil
}

// Blocked reports whether a player is blocked, by id or user name.
func (l *List) Blocked(id bff.Identity) bool { return l.Of(id) != nil }

// Set blocks a subject. When Set returns nil, the block is durable and active on this instance.
func (l *List) Set(ctx context.Context, s bff.BlockSubject, b bff.Block) error {
	key := l.key(s)
	if err := l.Store.Put(ctx, key, l.box.SealJSON(b, key)); err != nil {
		return fmt.Errorf("could not store the block: %w", err)
	}
	l.change(ctx, func(blocks map[string]bff.Block) { blocks[key] = b })
	return nil
}

// Lift removes the block of a subject, if any.
func (l *List) Lift(ctx context.Context, s bff.BlockSubject) error {
	key := l.key(s)
	if err := l.Store.Delete(ctx, key); err != nil {
		return fmt.Errorf("could not delete the block: %w", err)
	}
	l.change(ctx, func(blocks map[string]bff.Block) { delete(blocks, key) })
	return nil
}

// change changes the blocks in memory and notifies the other instances.
func (l *List) change(ctx context.Context, apply func(map[string]bff.Block)) {
	l.mu.Lock()
	apply(l.blocks)
	l.mu.Unlock()
	if err := l.Bus.Publish(context.WithoutCancel(ctx), bff.TopicBlocks, nil); err != nil {
		l.Log.WarnContext(ctx, "could not publish a block, other instances apply it at their next reload", "error", err)
	}
}

// key returns the hashed key of a subject in the store.
func (l *List) key(s bff.BlockSubject) string {
	if s.UID != "" {
		return l.IndexKey.Hash(indexkey.Block, string(s.Partition), "uid", s.UID)
	}
	return l.IndexKey.Hash(indexkey.Block, string(s.Partition), "name", names.FoldIdentity(s.Username))
}
