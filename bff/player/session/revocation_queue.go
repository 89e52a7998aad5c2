package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"croupier/bff"
)

const (
	// revocationRetryInterval is the time between two attempts to write queued revocations.
	revocationRetryInterval = time.Second
	// maxQueuedRevocations is the maximum size of the queue. If the queue is full, ending a session
	// fails.
	maxQueuedRevocations = 50_000
)

// revocationQueue queues revocations that the store did not accept and writes them in the
// background. They apply on this instance at once. With a file, they survive a restart.
type revocationQueue struct {
	bff.Revocations        // the store
	path            string // path of the file, with one JSON object per line
	now             func() time.Time
	log             *slog.Logger
	max             int

	mu      sync.RWMutex
	entries map[string]queuedRevocation // by key
	cancel  context.CancelFunc          // stops the writer
	writer  sync.WaitGroup
}

// queuedRevocation is one entry. See bff.Revocations. Its key is hashed or random and does not
// identify a player.
type queuedRevocation struct {
	Key   string    `json:"key"`
	At    time.Time `json:"at"`
	Until time.Time `json:"until"`
}

// newRevocationQueue returns a queue for store with the entries of the file at path.
func newRevocationQueue(
	store bff.Revocations, path string, now func() time.Time, log *slog.Logger,
) (*revocationQueue, error) {
	q := &revocationQueue{
		Revocations: store, path: path, now: now, log: log, max: maxQueuedRevocations,
		entries: map[string]queuedRevocation{},
	}
	if err := q.load(); err != nil {
		return nil, fmt.Errorf("could not load the queued revocations: %w", err)
	}
	var ctx context.Context
	ctx, q.cancel = context.WithCancel(context.Background())
	q.writer.Go(func() {
		for ticks := time.Tick(revocationRetryInterval); ; {
			select {
			case <-ctx.Done():
				return
			case <-ticks:
				q.flush(ctx)
			}
		}
	})
	return q, nil
}

// RevokeOrQueue writes an entry or queues it. It fails only if the queue is full.
func (q *revocationQueue) RevokeOrQueue(ctx context.Context, key string, at, until time.Time) error {
	err := q.Revoke(ctx, key, at, until)
	if err == nil {
		q.drop(key, at)
		return nil
	}
	entry := queuedRevocation{key, at, until}
	queued, ok := q.add(entry)
	if !ok {
		return err
	}
	q.log.WarnContext(ctx, "could not write a revocation, it applies on this instance and is retried in the background",
		"queued", queued, "cause", errors.Join(err, q.keep(entry)).Error())
	return nil
}

// add queues an entry. ok is false if the queue is full.
func (q *revocationQueue) add(entry queuedRevocation) (queued int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	earlier, known := q.entries[entry.Key]
	if !known && len(q.entries) >= q.max {
		if q.dropExpired(); len(q.entries) >= q.max {
			return 0, false
		}
	}
	if !earlier.At.After(entry.At) {
		q.entries[entry.Key] = entry
	}
	return len(q.entries), true
}

// drop removes the queued entry of a key that the store has revoked at the given time.
func (q *revocationQueue) drop(key string, at time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if entry, ok := q.entries[key]; ok && !entry.At.After(at) {
		delete(q.entries, key)
	}
}

// dropExpired drops expired entries. The caller must hold mu.
func (q *revocationQueue) dropExpired() {
	now := q.now()
	maps.DeleteFunc(q.entries, func(_ string, e queuedRevocation) bool { return !e.Until.After(now) })
}

// Revoked returns the revocation times of keys, including queued ones. See bff.Revocations.
func (q *revocationQueue) Revoked(ctx context.Context, keys ...string) ([]time.Time, error) {
	at, err := q.Revocations.Revoked(ctx, keys...)
	if err != nil {
		return at, err
	}
	q.mu.RLock()
	defer q.mu.RUnlock()
	if len(q.entries) == 0 {
		return at, nil
	}
	for i, key := range keys {
		if entry, ok := q.entries[key]; ok && entry.At.After(at[i]) && entry.Until.After(q.now()) {
			at[i] = entry.At.UTC()
		}
	}
	return at, nil
}

func (q *revocationQueue) size() int {
	q.mu.RLock()
	defer q.mu.RUnlock()
	return len(q.entries)
}

// flush writes the entries until the first failure. The order is random, so a failing entry cannot
// block the others forever. If no entry is left, flush deletes the file.
func (q *revocationQueue) flush(ctx context.Context) {
	q.mu.RLock()
	entries := maps.Clone(q.entries)
	q.mu.RUnlock()
	if len(entries) == 0 {
		return
	}
	for key, entry := range entries {
		if q.write(ctx, entry) != nil {
			break
		}
		q.drop(key, entry.At)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.dropExpired(); len(q.entries) > 0 {
		return
	}
	if err := os.Remove(q.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		q.log.Warn("could not delete the file of queued revocations", "cause", err.Error())
	}
	q.log.Info("queued revocations written")
}

// write writes an entry, unless the store already has a later one.
func (q *revocationQueue) write(ctx context.Context, entry queuedRevocation) error {
	at, err := q.Revocations.Revoked(ctx, entry.Key)
	if err != nil || !at[0].Before(entry.At.Truncate(time.Millisecond)) {
		return err
	}
	return q.Revoke(ctx, entry.Key, entry.At, entry.Until)
}

// close stops the writer and tries to write the entries a last time. With a file, the rest survives
// until the next start.
func (q *revocationQueue) close() {
	q.cancel()
	q.writer.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), revocationRetryInterval)
	defer cancel()
	q.flush(ctx)
	if left := q.size(); left > 0 {
		q.log.Error("stopped before queued revocations were written", "queued", left, "file", q.path)
	}
}

// load reads the unexpired entries of the file. It ignores a line that a crash has cut off.
func (q *revocationQueue) load() error {
	raw, err := os.ReadFile(q.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for line := range bytes.Lines(raw) {
		var entry queuedRevocation
		if json.Unmarshal(line, &entry) == nil && entry.Until.After(q.now()) &&
			entry.At.After(q.entries[entry.Key].At) {
			q.entries[entry.Key] = entry
		}
	}
	return nil
}

// keep appends an entry to the file and syncs the file to disk. Duplicate lines are harmless.
func (q *revocationQueue) keep(entry queuedRevocation) error {
	if err := os.MkdirAll(filepath.Dir(q.path), 0o700); err != nil {
		return fmt.Errorf("could not store the revocation in the queue file: %w", err)
	}
	out, err := os.OpenFile(q.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("could not store the revocation in the queue file: %w", err)
	}
	line, _ := json.Marshal(entry) // texts and times never fail
	// The leading line feed terminates a line that was cut off.
	_, err = fmt.Fprintf(out, "\n%s\n", line)
	return errors.Join(err, out.Sync(), out.Close())
}
