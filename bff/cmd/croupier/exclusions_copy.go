package main

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/store/embedded"
)

// copyPlayers writes every change of players' records into a second store in the folder dir too, so that they outlive the data folder.
func (s *stores) copyPlayers(dir string, log *slog.Logger) error {
	second, err := embedded.Open(dir, embedded.Options{Log: log})
	if err != nil {
		return fmt.Errorf("exclusions_copy: %w", err)
	}
	players, closeStores := s.players, s.close
	s.players = func(name string) bff.KeyedStore {
		return &copiedRecords{KeyedStore: players(name), second: second.Records(name), log: log, seed: maphash.MakeSeed()}
	}
	s.close = func() error { return errors.Join(closeStores(), second.Close()) }
	return nil
}

// copiedRecords are records whose latest values a second store has too.
type copiedRecords struct {
	bff.KeyedStore
	second *embedded.Records
	log    *slog.Logger
	seed   maphash.Seed
	locks  [64]sync.Mutex // by key: the copies are made in the order of the changes
}

// Swap implements bff.KeyedStore.
func (c *copiedRecords) Swap(ctx context.Context, key string, old, value []byte, until time.Time) (swapped bool, err error) {
	lock := &c.locks[maphash.String(c.seed, key)%uint64(len(c.locks))]
	lock.Lock()
	defer lock.Unlock()
	swapped, err = c.KeyedStore.Swap(ctx, key, old, value, until)
	if swapped {
		if err := c.second.Put(context.WithoutCancel(ctx), key, value); err != nil {
			c.log.ErrorContext(ctx, "could not copy a player's limits and exclusions to exclusions_copy; a restore would not know them", "error", err)
		}
	}
	return swapped, err
}
