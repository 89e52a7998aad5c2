package config

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"

	"croupier/configs"
)

// A container may have exhausted its inotify watches.
func TestPollingWithoutFileEvents(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, configs.FS); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		source := Source{Dir: dir, Name: "croupier.yaml", Env: func(string) (string, bool) { return "", false }}
		live, err := OpenLive(source, slog.New(slog.NewTextHandler(&log, nil)), time.Now)
		if err != nil {
			t.Fatal(err)
		}
		live.newWatcher = func() (*fsnotify.Watcher, error) { return nil, errors.New("too many open files") }
		file := filepath.Join(dir, "croupier.yaml")
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		save := func(level string) {
			if err := os.WriteFile(file, bytes.Replace(raw, []byte("level: info"), []byte("level: "+level), 1), 0o600); err != nil {
				t.Error(err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		live.Subscribe(func(c *Config) {
			if c.Server.Log.Level == "error" {
				cancel()
				return
			}
			save("error") // during the watch
		})
		save("warn") // before the watch
		live.Watch(ctx)
		if live.Server().Log.Level != "error" || !bytes.Contains(log.Bytes(), []byte("too many open files")) {
			t.Errorf("the change was not applied: %s", log.String())
		}
	})
}

// A saved file is applied within a second even if its folders keep changing.
func TestChangesAreReadAfterAQuietPeriodOrMaxWait(t *testing.T) {
	const file = "/config/croupier.yaml"
	for _, row := range []struct {
		name     string
		interval time.Duration // between two events
		events   int
		want     time.Duration
	}{
		{"one saved file", 0, 1, quietPeriod},
		{"several saved files", quietPeriod / 2, 3, quietPeriod/2*2 + quietPeriod},
		{"permanent changes", quietPeriod / 2, 100, maxWait},
	} {
		t.Run(row.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &watcher{Watcher: &fsnotify.Watcher{Events: make(chan fsnotify.Event, row.events), Errors: make(chan error)}, folders: []string{"/config"}}
				start, ended := time.Now(), make(chan struct{})
				go func() {
					defer close(ended)
					for range row.events {
						w.Events <- fsnotify.Event{Name: file, Op: fsnotify.Write}
						time.Sleep(row.interval)
					}
				}()
				w.wait(t.Context())
				if elapsed := time.Since(start); elapsed != row.want || elapsed >= time.Second {
					t.Errorf("read after %v, want %v", elapsed, row.want)
				}
				<-ended
			})
		})
	}
}
