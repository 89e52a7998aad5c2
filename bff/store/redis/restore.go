package redis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"croupier/bff"
	"croupier/bff/store"
)

// loadRetryInterval is the time between two attempts of onRequest.
const loadRetryInterval = time.Second

// repeat calls do at every interval and request until ctx ends. Ping reports failures.
func repeat(ctx context.Context, requests <-chan struct{}, interval time.Duration, do func(context.Context) error) {
	ticks := time.Tick(interval)
	for {
		select {
		case <-ctx.Done():
			return
		case <-requests:
		case <-ticks:
		}
		_ = do(ctx)
	}
}

// onRequest calls do for every request until ctx ends. It logs failures and retries.
func (s *Store) onRequest(ctx context.Context, requests <-chan struct{}, message string,
	do func(context.Context) error,
) {
	retry := time.Tick(loadRetryInterval)
	for failed := false; ; {
		select {
		case <-ctx.Done():
			return
		case <-requests:
		case <-retry:
			if !failed {
				continue
			}
		}
		err := do(ctx)
		if failed = err != nil; failed && ctx.Err() == nil {
			s.options.Log.WarnContext(ctx, message, "error", err)
		}
	}
}

// Restore writes back this instance's records and waits until all instances have done so.
func (s *Store) Restore(ctx context.Context) error {
	const interval = 100 * time.Millisecond
	err := s.memory.check(ctx)
	if err == nil {
		err = s.memory.restoreAll(ctx)
	}
	for err == nil && !s.memory.settled() { // usually at most restoreGrace
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-time.After(interval):
		}
	}
	return err
}

// progressFunc is a function to call repeatedly during a restore.
type progressFunc func(context.Context) error

// restoreSet calls restore with pages of the entries of a mirrored set.
func (s *Store) restoreSet(
	ctx context.Context, set string, progress progressFunc, restore func(page []store.Entry) error,
) error {
	for page, err := range pages(s.mirror.Page, set) {
		if err == nil {
			err = restore(page)
		}
		if err == nil {
			err = progress(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// restoreAll writes back the records of this instance that Redis lacks.
func (m *memory) restoreAll(ctx context.Context) error {
	losses := m.losses.Load() // a further loss requests another restore
	loss := losses > m.restored.Load()
	progress := func(context.Context) error { return nil }
	if loss {
		progress = m.extend
	}
	if err := m.store.mirror.Await(ctx, m.store.mirror.Put()); err != nil {
		m.store.options.Log.WarnContext(ctx,
			"could not complete the mirror of Redis, changes that are only in memory are not written back", "error",
			err)
	}
	revocations := 0
	keys, err := m.store.money.restore(ctx, loss, progress)
	if err == nil {
		revocations, err = m.store.revocations.restore(ctx)
	}
	if err == nil {
		err = m.store.restoreRecords(ctx, progress)
	}
	if err != nil {
		return err
	}
	if loss || keys > 0 || revocations > 0 {
		m.store.options.Log.InfoContext(ctx, "wrote lost data back to Redis", "idempotency_keys", keys, "revocations",
			revocations)
	}
	m.restored.Store(losses)
	return nil
}

// KeepRecords copies the records of a set to another mirror that has no newer ones.
func KeepRecords(from, to Mirror, name string) error {
	set := mirroredRecords + name
	for page, err := range pages(from.Page, set) {
		var kept []store.Entry
		for _, e := range page {
			present, missing := to.Get(set, e.Key)
			err = errors.Join(err, missing)
			if e.Set = set; version(string(present)) < version(string(e.Value)) {
				kept = append(kept, e)
			}
		}
		if err == nil {
			err = to.Put(kept...)
		}
		if err != nil {
			return fmt.Errorf("could not copy the records of %s: %w", name, err)
		}
	}
	return nil
}

// MarkRestored marks a mirror as restored from a backup at the time at. It ends earlier sessions.
// All generations of Redis count as lost, so calls with unknown older keys are not sent.
func MarkRestored(m Mirror, at time.Time) error {
	everyone := store.Revocation{At: at.UnixMilli(), Until: at.Add(store.EveryoneRetention).UnixMilli()}
	entries := []store.Entry{{
		Set: mirroredRevocations, Key: bff.RevocationOfEveryone,
		Value: []byte(everyone.Encode()), Until: at.Add(store.EveryoneRetention),
	}}
	page, err := m.Page(mirroredMemory, "", clusterPartitions)
	for _, e := range page {
		var g generation
		err = errors.Join(err, json.Unmarshal(e.Value, &g))
		// With these values, isLossOf reports a loss for every generation in Redis.
		g.Since, g.Count = at.UnixMilli(), math.MaxInt64
		e.Value, _ = json.Marshal(g) //nolint:errchkjson // texts and numbers
		e.Set, e.Until = mirroredMemory, at.Add(mirroredMemoryRetention)
		entries = append(entries, e)
	}
	if err == nil {
		err = m.Put(entries...)
	}
	if err != nil {
		return fmt.Errorf("could not mark the mirror as restored: %w", err)
	}
	return nil
}
