package session

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

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
