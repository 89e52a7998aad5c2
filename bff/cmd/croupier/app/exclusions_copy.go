package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/protection"
	"croupier/bff/store/embedded"
)

// copyPlayers writes every change of player records to a second store in dir. If the data directory
// was lost, it restores records that only the copy has.
func (s *stores) copyPlayers(dir string, index *indexkey.Key, log *slog.Logger) error {
	second, err := embedded.Open(dir, embedded.Options{Log: log})
	if err != nil {
		return fmt.Errorf("could not open exclusions_copy: %w", err)
	}
	c := &copiedRecords{
		KeyedStore: s.keyed(protectionRecords), second: second.KeyedRecords(protectionRecords), log: log,
		seed: maphash.MakeSeed(),
	}
	if err := c.start(protection.NewRegister(c.KeyedStore, index)); err != nil {
		return errors.Join(fmt.Errorf("could not compare exclusions_copy: %w", err), second.Close())
	}
	closeStores, degraded, keyed := s.close, s.degraded, s.keyed
	s.keyed = func(name string) bff.KeyedStore {
		if name == protectionRecords {
			return c
		}
		return keyed(name)
	}
	s.close = func() error { return errors.Join(closeStores(), second.Close()) }
	s.degraded = func() []string {
		if c.isBehind.Load() {
			return append(degraded(), exclusionsNotCopied)
		}
		return degraded()
	}
	return nil
}

// secondStore is the part of embedded.KeyedRecords that a copy needs.
type secondStore interface {
	Get(ctx context.Context, key string) ([]byte, error)
	Put(ctx context.Context, key string, value []byte) error
	Each(ctx context.Context, fn func(key string, value []byte) error) error
}

// copiedRecords are records with a copy in a second store.
type copiedRecords struct {
	bff.KeyedStore
	second   secondStore
	log      *slog.Logger
	isBehind atomic.Bool // a change could not be copied
	catching sync.Mutex  // held while all records are compared
	seed     maphash.Seed
	locks    [64]sync.Mutex // by key, so Croupier copies changes in their order
}

// start makes both stores equal. If both have a record, the first store is newer.
func (c *copiedRecords) start(register *protection.Register) error {
	ctx, found := context.Background(), 0
	err := c.second.Each(ctx, func(key string, value []byte) error {
		present, err := c.Get(ctx, key)
		if err != nil || present != nil {
			return err
		}
		found++
		return register.Join(ctx, key, value)
	})
	if found > 0 {
		c.log.Warn("restored limits and exclusions of players from exclusions_copy", "records", found)
	}
	return errors.Join(err, c.catchUp(ctx))
}

func (c *copiedRecords) catchUp(ctx context.Context) error {
	var keys []string
	err := c.Each(ctx, func(key string, _ []byte) error {
		keys = append(keys, key)
		return nil
	})
	for i := 0; err == nil && i < len(keys); i++ {
		err = c.copyRecord(ctx, keys[i])
	}
	return err
}

func (c *copiedRecords) copyRecord(ctx context.Context, key string) error {
	lock := c.lock(key)
	lock.Lock()
	defer lock.Unlock()
	value, err := c.Get(ctx, key)
	if err != nil {
		return err
	}
	copied, err := c.second.Get(ctx, key)
	if err != nil || bytes.Equal(copied, value) {
		return err
	}
	return c.second.Put(ctx, key, value)
}

func (c *copiedRecords) lock(key string) *sync.Mutex {
	return &c.locks[maphash.String(c.seed, key)%uint64(len(c.locks))]
}

func (c *copiedRecords) Swap(
	ctx context.Context, key string, old, value []byte, until time.Time,
) (swapped bool, err error) {
	swapped, err = c.swap(ctx, key, old, value, until)
	if swapped && c.isBehind.Load() && c.catching.TryLock() {
		defer c.catching.Unlock()
		if c.catchUp(context.WithoutCancel(ctx)) == nil {
			c.isBehind.Store(false)
		}
	}
	return swapped, err
}

func (c *copiedRecords) swap(
	ctx context.Context, key string, old, value []byte, until time.Time,
) (swapped bool, err error) {
	lock := c.lock(key)
	lock.Lock()
	defer lock.Unlock()
	swapped, err = c.KeyedStore.Swap(ctx, key, old, value, until)
	if swapped {
		if err := c.second.Put(context.WithoutCancel(ctx), key, value); err != nil {
			c.isBehind.Store(true)
			c.log.ErrorContext(ctx, "could not copy limits and exclusions of a player to exclusions_copy, Croupier "+
				"retries with the next change", "error", err)
		}
	}
	return swapped, err
}
