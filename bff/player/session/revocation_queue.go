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
	// maxQueuedRevocations bounds the queue. Beyond it, an ended session is an error again.
	maxQueuedRevocations = 50_000
)

// revocationQueue holds the revocations of ended sessions that the store did not accept, and writes them in the
// background. On this instance they are in force at once; with a file they also outlive the process.
type revocationQueue struct {
	bff.Revocations        // the store
	path            string // of the file, which has one JSON object per line
	now             func() time.Time
	log             *slog.Logger
	max             int

	mu      sync.RWMutex
	entries map[string]queuedRevocation // by key
	cancel  context.CancelFunc          // of the writer
	writer  sync.WaitGroup
}

// queuedRevocation is one entry; see bff.Revocations. Its key is hashed or random, and no identity.
type queuedRevocation struct {
	Key   string    `json:"key"`
	At    time.Time `json:"at"`
	Until time.Time `json:"until"`
}

// newRevocationQueue returns a queue in front of store, with the entries of the file at path.
func newRevocationQueue(store bff.Revocations, path string, now func() time.Time, log *slog.Logger) (*revocationQueue, error) {
	q := &revocationQueue{
		Revocations: store, path: path, now: now, log: log, max: maxQueuedRevocations, entries: map[string]queuedRevocation{},
	}
	if err := q.load(); err != nil {
		return nil, fmt.Errorf("load queued revocations: %w", err)
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

// RevokeOrQueue writes an entry, or queues it. It fails only if the queue is full.
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
	q.log.WarnContext(ctx, "write revocation: failed; in force on this instance and retried in the background",
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

// drop removes the entry of a key that was revoked at the given time in the store.
func (q *revocationQueue) drop(key string, at time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if entry, ok := q.entries[key]; ok && !entry.At.After(at) {
		delete(q.entries, key)
	}
}

// dropExpired drops the entries that no longer matter. It requires mu.
func (q *revocationQueue) dropExpired() {
	now := q.now()
	maps.DeleteFunc(q.entries, func(_ string, e queuedRevocation) bool { return !e.Until.After(now) })
}

// Revoked returns the revocation times of keys, queued ones included; see bff.Revocations.
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

// size returns the number of queued revocations.
func (q *revocationQueue) size() int {
	q.mu.RLock()
	defer q.mu.RUnlock()
	return len(q.entries)
}

// flush writes the entries until the first failure, in random order so that none blocks the others for ever. When
// none is left, the file goes.
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
		q.log.Warn("clear queued revocations: failed", "cause", err.Error())
	}
	q.log.Info("write queued revocations: done")
}

// write writes an entry, unless the store has a later one by now.
func (q *revocationQueue) write(ctx context.Context, entry queuedRevocation) error {
	at, err := q.Revocations.Revoked(ctx, entry.Key)
	if err != nil || !at[0].Before(entry.At.Truncate(time.Millisecond)) {
		return err
	}
	return q.Revoke(ctx, entry.Key, entry.At, entry.Until)
}

// close stops the writer and tries once more. A file keeps what is left for the next start.
func (q *revocationQueue) close() {
	q.cancel()
	q.writer.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), revocationRetryInterval)
	defer cancel()
	q.flush(ctx)
	if left := q.size(); left > 0 {
		q.log.Error("write queued revocations: stopped before they were written", "queued", left, "file", q.path)
	}
}

// load reads the entries of the file that still matter. A line that was cut off by a crash is ignored.
func (q *revocationQueue) load() error {
	raw, err := os.ReadFile(q.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for line := range bytes.Lines(raw) {
		var entry queuedRevocation
		if json.Unmarshal(line, &entry) == nil && entry.Until.After(q.now()) && entry.At.After(q.entries[entry.Key].At) {
			q.entries[entry.Key] = entry
		}
	}
	return nil
}

// keep appends an entry to the file and syncs it to the disk. A line too many does no harm.
func (q *revocationQueue) keep(entry queuedRevocation) error {
	if err := os.MkdirAll(filepath.Dir(q.path), 0o700); err != nil {
		return fmt.Errorf("keep revocation: %w", err)
	}
	out, err := os.OpenFile(q.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep revocation: %w", err)
	}
	line, _ := json.Marshal(entry) // texts and times always encode
	// The leading line feed ends a line that was cut off before.
	_, err = fmt.Fprintf(out, "\n%s\n", line)
	return errors.Join(err, out.Sync(), out.Close())
}
