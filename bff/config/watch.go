package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// settle is how long folders must be quiet before they are read: who saves several
	// files saves them at once.
	settle = 100 * time.Millisecond
	// patience bounds the wait for folders that are never quiet.
	patience = 500 * time.Millisecond
	// lookAgain is when to look for a folder that is not there.
	lookAgain = time.Second
)

// Watch applies what is saved until ctx ends. It watches folders, not files: editors and
// mounted configurations put a new file, or a link to a new folder, in the old one's place,
// and who holds on to the old never learns of it. Where the system lets nobody watch, it
// looks every second. A source that is no folder never changes.
func (l *Live) Watch(ctx context.Context) {
	if l.source.Files != nil {
		<-ctx.Done()
		return
	}
	var folders []string
	blind := false
	for ctx.Err() == nil {
		w, err := l.watch(folders)
		if (err != nil) != blind {
			blind = err != nil
			l.log.Warn("the system's notices of saved files", "missing", blind, "error", err)
		}
		// It is read once the watch stands, so that nothing is saved unseen in between;
		// what is wrong has been logged.
		now, _ := l.reload()
		if slices.Equal(now, folders) {
			w.await(ctx)
		}
		folders = now
		w.close()
	}
}

// watcher sees what is saved in some folders; nil sees nothing.
type watcher struct {
	*fsnotify.Watcher
	log     *slog.Logger
	dir     string   // of the server file: a link to it may be turned elsewhere
	folders []string // what is read lies in them
	missing bool     // one of the folders is not there
}

// watch begins to watch folders, and the place where the server file's own folder lies.
func (l *Live) watch(folders []string) (*watcher, error) {
	inner, err := l.notices()
	if err != nil {
		return nil, fmt.Errorf("config: watch: %w", err)
	}
	w := &watcher{Watcher: inner, log: l.log, dir: filepath.Clean(l.source.Dir), folders: folders}
	for _, folder := range append(slices.Clone(folders), filepath.Dir(w.dir)) {
		switch err := w.Add(folder); {
		case errors.Is(err, fs.ErrNotExist):
			w.missing = true
		case err != nil:
			w.close()
			return nil, fmt.Errorf("config: watch %s: %w", folder, err)
		}
	}
	return w, nil
}

// close ends the watch; there is nothing to be done about a failure.
func (w *watcher) close() {
	if w != nil {
		_ = w.Close()
	}
}

// await waits until something may have been saved, and for quiet after it, or until ctx
// ends.
func (w *watcher) await(ctx context.Context) {
	if w == nil {
		select {
		case <-ctx.Done():
		case <-time.After(lookAgain):
		}
		return
	}
	var quiet, late <-chan time.Time
	if w.missing {
		late = time.After(lookAgain)
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-quiet:
			return
		case <-late:
			return
		case err := <-w.Errors:
			w.log.Warn("notices of saved files were lost; what lies there now is read", "error", err)
			return
		case e := <-w.Events:
			if !w.concerns(e) {
				continue
			}
			if quiet == nil {
				late = time.After(patience)
			}
			quiet = time.After(settle)
		}
	}
}

// concerns tells whether an event may have changed the configuration: one in a folder of it,
// or of the server file's own folder. What else lies beside that is nobody's matter.
func (w *watcher) concerns(e fsnotify.Event) bool {
	return e.Op != fsnotify.Chmod && (slices.Contains(w.folders, filepath.Dir(e.Name)) || filepath.Clean(e.Name) == w.dir)
}
