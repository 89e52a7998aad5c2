package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// quietPeriod is the time without events after which changed folders are read, so that files
	// saved together are read together.
	quietPeriod = 100 * time.Millisecond
	// maxWait bounds the wait for a quiet period.
	maxWait = 500 * time.Millisecond
	// pollInterval is the time between checks of missing folders, and between reads without
	// file events.
	pollInterval = time.Second
)

// Watch applies saved changes until ctx ends. It watches folders, not files, because editors and
// mounted configurations replace files and links. Where the system offers no file events, it
// polls every second. An embedded source never changes.
func (l *Live) Watch(ctx context.Context) {
	if l.source.Files != nil {
		<-ctx.Done()
		return
	}
	var folders []string
	unavailable := false
	for ctx.Err() == nil {
		w, err := l.watch(folders)
		if (err != nil) != unavailable {
			unavailable = err != nil
			l.log.Warn("file events", "unavailable", unavailable, "error", err)
		}
		// The watch starts before the read, so that no change is missed. Errors have been
		// logged.
		now, _ := l.reload()
		if slices.Equal(now, folders) {
			w.wait(ctx)
		}
		folders = now
		w.close()
	}
}

// watcher receives the file events of some folders; a nil watcher receives none.
type watcher struct {
	*fsnotify.Watcher
	log     *slog.Logger
	dir     string   // of the server file; may be a link that is replaced
	folders []string // watched folders
	missing []string // those of them that do not exist
}

// watch starts to watch folders and the parent of the server file's folder.
func (l *Live) watch(folders []string) (*watcher, error) {
	inner, err := l.newWatcher()
	if err != nil {
		return nil, fmt.Errorf("config: watch: %w", err)
	}
	w := &watcher{Watcher: inner, log: l.log, dir: filepath.Clean(l.source.Dir), folders: folders}
	for _, folder := range append(slices.Clone(folders), filepath.Dir(w.dir)) {
		switch err := w.Add(folder); {
		case errors.Is(err, fs.ErrNotExist):
			w.missing = append(w.missing, folder)
		case err != nil:
			w.close()
			return nil, fmt.Errorf("config: watch %s: %w", folder, err)
		}
	}
	return w, nil
}

// close ends the watch.
func (w *watcher) close() {
	if w != nil {
		_ = w.Close()
	}
}

// wait waits for a relevant change followed by a quiet period, or until ctx ends.
func (w *watcher) wait(ctx context.Context) {
	if w == nil {
		select {
		case <-ctx.Done():
		case <-time.After(pollInterval):
		}
		return
	}
	var quiet, late, poll <-chan time.Time
	if len(w.missing) > 0 {
		poll = time.After(pollInterval)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-quiet:
			return
		case <-late:
			return
		case <-poll:
			if slices.ContainsFunc(w.missing, exists) {
				return
			}
			poll = time.After(pollInterval)
		case err := <-w.Errors:
			w.log.Warn("file events lost; reading the configuration", "error", err)
			return
		case e := <-w.Events:
			if !w.relevant(e) {
				continue
			}
			if quiet == nil {
				late = time.After(maxWait)
			}
			quiet = time.After(quietPeriod)
		}
	}
}

// exists reports whether there is something at path.
func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// relevant reports whether an event may change the configuration: one in a watched folder, or of
// the server file's own folder.
func (w *watcher) relevant(e fsnotify.Event) bool {
	return e.Op != fsnotify.Chmod && (slices.Contains(w.folders, filepath.Dir(e.Name)) || filepath.Clean(e.Name) == w.dir)
}
