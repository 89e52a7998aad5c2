package session

import (
	"bufio"
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

// revocationQueue holds the revocations of ended sessions that the store did not accept, and writes
// them in the background for as long as they matter. On this instance they are in force at once;
// with a file they also outlive the process. Other instances learn of them once they are written.
type revocationQueue struct {
	bff.Revocations // the store
	file            *revocationFile
	now             func() time.Time
	log             *slog.Logger
	max             int

	mu      sync.RWMutex
	entries map[string]queuedRevocation
	running bool // the writer runs
	closed  bool
	stop    chan struct{}
	writer  sync.WaitGroup
}

// queuedRevocation is one entry; see bff.Revocations.
type queuedRevocation struct{ at, until time.Time }

// newRevocationQueue returns a queue in front of store, with the entries that the file at path has
// kept. An empty path keeps none.
func newRevocationQueue(store bff.Revocations, path string, now func() time.Time, log *slog.Logger) (*revocationQueue, error) {
	q := &revocationQueue{
		Revocations: store, file: &revocationFile{path: path}, now: now, log: log,
		max: maxQueuedRevocations, entries: map[string]queuedRevocation{}, stop: make(chan struct{}),
	}
	var err error
	if q.entries, err = q.file.load(now()); err != nil {
		return nil, err
	}
	if len(q.entries) > 0 {
		q.mu.Lock()
		q.start()
		q.mu.Unlock()
	}
	return q, nil
}

// RevokeOrQueue writes an entry, or queues it if the store does not accept it. It fails only if the
// queue is full.
func (q *revocationQueue) RevokeOrQueue(ctx context.Context, key string, at, until time.Time) error {
	err := q.Revoke(ctx, key, at, until)
	if err == nil {
		q.drop(key, at)
		return nil
	}
	entry := queuedRevocation{at, until}
	queued, ok := q.add(key, entry)
	if !ok {
		return err
	}
	failed := q.file.add(key, entry) // a line too many does no harm
	q.log.WarnContext(ctx, "write revocation: failed; in force on this instance and retried in the background",
		"queued", queued, "cause", errors.Join(err, failed).Error())
	return nil
}

// add queues an entry and starts the writer. ok is false if the queue is full.
func (q *revocationQueue) add(key string, entry queuedRevocation) (queued int, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	earlier, known := q.entries[key]
	if !known && len(q.entries) >= q.max && !q.dropExpired() {
		return 0, false
	}
	if !known || !earlier.at.After(entry.at) {
		q.entries[key] = entry
	}
	q.start()
	return len(q.entries), true
}

// drop removes the entry of a key that was revoked at the given time in the store.
func (q *revocationQueue) drop(key string, at time.Time) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if entry, ok := q.entries[key]; ok && !entry.at.After(at) {
		delete(q.entries, key)
	}
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
		if entry, ok := q.entries[key]; ok && entry.at.After(at[i]) && entry.until.After(q.now()) {
			at[i] = entry.at.UTC()
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

// dropExpired drops the entries that no longer matter, and reports whether there is room. It requires
// mu.
func (q *revocationQueue) dropExpired() bool {
	now := q.now()
	for key, entry := range q.entries {
		if !entry.until.After(now) {
			delete(q.entries, key)
		}
	}
	return len(q.entries) < q.max
}

// start starts the writer unless it runs. It requires mu.
func (q *revocationQueue) start() {
	if q.running || q.closed {
		return
	}
	q.running = true
	q.writer.Go(q.run)
}

// run writes the entries until none is left or the queue is closed.
func (q *revocationQueue) run() {
	ticks := time.Tick(revocationRetryInterval)
	for {
		select {
		case <-q.stop:
			return
		case <-ticks:
		}
		q.writeAll(context.Background())
		q.mu.Lock()
		q.dropExpired()
		done := len(q.entries) == 0
		if done {
			q.running = false
			if err := q.file.clear(); err != nil {
				q.log.Warn("clear queued revocations: failed", "cause", err.Error())
			}
		}
		q.mu.Unlock()
		if done {
			q.log.Info("write queued revocations: done")
			return
		}
	}
}

// writeAll writes the entries until the first failure; the others would fail too. The order of a map
// is random, so that no entry blocks the others for ever.
func (q *revocationQueue) writeAll(ctx context.Context) {
	q.mu.RLock()
	entries := maps.Clone(q.entries)
	q.mu.RUnlock()
	for key, entry := range entries {
		if err := q.write(ctx, key, entry); err != nil {
			return
		}
		q.drop(key, entry.at)
	}
}

// write writes an entry, unless the store has a later one by now.
func (q *revocationQueue) write(ctx context.Context, key string, entry queuedRevocation) error {
	at, err := q.Revocations.Revoked(ctx, key)
	if err != nil {
		return err
	}
	if !at[0].Before(entry.at.Truncate(time.Millisecond)) {
		return nil
	}
	return q.Revoke(ctx, key, entry.at, entry.until)
}

// close stops the writer and tries once more to write what is left. It logs what it could not write,
// which a file keeps for the next start.
func (q *revocationQueue) close() {
	q.mu.Lock()
	already := q.closed
	q.closed = true
	q.mu.Unlock()
	if already {
		return
	}
	close(q.stop)
	q.writer.Wait()
	if q.size() == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), revocationRetryInterval)
	defer cancel()
	q.writeAll(ctx)
	if left := q.size(); left > 0 {
		q.log.Error("write queued revocations: stopped before they were written", "queued", left, "kept", q.file.path != "")
	} else if err := q.file.clear(); err != nil {
		q.log.Warn("clear queued revocations: failed", "cause", err.Error())
	}
}

// revocationFile keeps queued revocations for the next start, one JSON object per line. Its keys are
// hashed or random, so that it holds no identities.
type revocationFile struct {
	path string // empty: nothing is kept
	mu   sync.Mutex
}

// revocationLine is one line. Its times are Unix milliseconds.
type revocationLine struct {
	Key   string `json:"key"`
	At    int64  `json:"at"`
	Until int64  `json:"until"`
}

// load returns the entries that still matter at now. A line that was cut off by a crash is ignored.
func (f *revocationFile) load(now time.Time) (map[string]queuedRevocation, error) {
	entries := map[string]queuedRevocation{}
	if f.path == "" {
		return entries, nil
	}
	raw, err := os.ReadFile(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("load queued revocations: %w", err)
	}
	for lines := bufio.NewScanner(bytes.NewReader(raw)); lines.Scan(); {
		var line revocationLine
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			continue
		}
		entry := queuedRevocation{time.UnixMilli(line.At), time.UnixMilli(line.Until)}
		if entry.until.After(now) && entry.at.After(entries[line.Key].at) {
			entries[line.Key] = entry
		}
	}
	return entries, nil
}

// add appends an entry and syncs it to the disk.
func (f *revocationFile) add(key string, entry queuedRevocation) error {
	if f.path == "" {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	line, err := json.Marshal(revocationLine{key, entry.at.UnixMilli(), entry.until.UnixMilli()})
	if err != nil {
		return fmt.Errorf("keep revocation: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return fmt.Errorf("keep revocation: %w", err)
	}
	out, err := os.OpenFile(f.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("keep revocation: %w", err)
	}
	// The leading line feed ends a line that was cut off before.
	_, err = out.Write(append(append([]byte{'\n'}, line...), '\n'))
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return fmt.Errorf("keep revocation: %w", err)
	}
	return nil
}

// clear removes the file.
func (f *revocationFile) clear() error {
	if f.path == "" {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
