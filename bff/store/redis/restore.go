package redis

import (
	"context"
	"time"
)

// restoreRetryInterval is the time between two attempts to write back after a failure.
const restoreRetryInterval = time.Second

// restoreOnRequest writes back what this instance knows and Redis lacks, at the start and after
// every loss, until ctx ends.
func (m *memory) restoreOnRequest(ctx context.Context) {
	onRequest(ctx, m.restore, restoreRetryInterval, func() error {
		err := m.restoreAll(ctx)
		if err != nil && ctx.Err() == nil {
			m.store.options.Log.WarnContext(ctx, "write back what Redis lost: failed; it is tried again", "error", err)
		}
		return err
	})
}

// onRequest calls do for every request, and again after an interval where it failed, until ctx ends.
func onRequest(ctx context.Context, requests <-chan struct{}, interval time.Duration, do func() error) {
	retry := time.Tick(interval)
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
		failed = do() != nil
	}
}

// Restore checks the memory of Redis, and returns once Redis has all that the mirror of this instance has, and is known to.
func (s *Store) Restore(ctx context.Context) error {
	const interval = 100 * time.Millisecond
	err := s.memory.check(ctx)
	if err == nil {
		err = s.memory.restoreAll(ctx)
	}
	for err == nil && !s.memory.settled() { // for restoreGrace at most
		select {
		case <-ctx.Done():
			err = ctx.Err()
		case <-time.After(interval):
		}
	}
	return err
}

// restoreAll writes back money keys, revocations and records.
func (m *memory) restoreAll(ctx context.Context) error {
	losses := m.losses.Load() // further ones meanwhile request another restore
	loss := losses > m.restored.Load()
	progress := func(context.Context) error { return nil }
	if loss {
		progress = m.extend
	}
	if err := m.store.mirror.sync(ctx); err != nil {
		m.store.options.Log.WarnContext(ctx, "mirror Redis: failed; what is only in memory is not written back", "error", err)
	}
	keys, err := m.store.idempotency.restore(ctx, loss, progress)
	if err != nil {
		return err
	}
	revocations, err := m.store.revocations.restore(ctx)
	if err != nil {
		return err
	}
	if err := m.store.restoreRecords(ctx, progress); err != nil {
		return err
	}
	if loss || keys > 0 || revocations > 0 {
		m.store.options.Log.InfoContext(ctx, "write back what Redis lost: done", "idempotency_keys", keys, "revocations", revocations)
	}
	m.restored.Store(losses)
	return nil
}
