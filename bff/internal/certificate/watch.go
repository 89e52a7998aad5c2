package certificate

import (
	"context"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// quietPeriod is the time without file events after which the files are read, so that a
	// certificate and its key that are saved one after the other are read together.
	quietPeriod = 200 * time.Millisecond
	// pollInterval is the time between reads without file events, which network file systems do
	// not send.
	pollInterval = time.Minute
)

// Watch reloads the certificate when its files change, until ctx ends. It watches their folders,
// because certificates are replaced by rename or by a link.
func (f *Files) Watch(ctx context.Context) {
	var events chan fsnotify.Event
	var lost chan error // events that were lost
	w, err := fsnotify.NewWatcher()
	if err == nil {
		defer w.Close() //nolint:errcheck // nothing is written
		events, lost = w.Events, w.Errors
		for _, file := range []string{f.certFile, f.keyFile} {
			if err = w.Add(filepath.Dir(file)); err != nil {
				break
			}
		}
	}
	if err != nil {
		f.log.Warn("watch certificate: no file events; the files are read every minute", "error", err)
	}
	f.apply() // what changed before the watch began
	poll := time.Tick(pollInterval)
	var quiet <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-events:
			quiet = time.After(quietPeriod)
			continue
		case err := <-lost:
			f.log.Warn("watch certificate: file events lost; reading the files", "error", err)
			quiet = time.After(quietPeriod)
			continue
		case <-quiet:
			quiet = nil
		case <-poll:
		}
		f.apply()
	}
}

// apply reloads the files and logs what came of it.
func (f *Files) apply() {
	changed, err := f.reload()
	switch {
	case err != nil:
		f.log.Error("load certificate: rejected; the one in use stays in force", "file", f.certFile, "cause", err.Error(), "expires", f.NotAfter())
	case changed:
		f.log.Info("certificate loaded", "file", f.certFile, "expires", f.NotAfter())
	}
}
