package config

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/configs"
)

// A container may have exhausted its inotify watches.
func TestPollingWithoutFileEvents(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.CopyFS(dir, configs.FS))
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		source := Source{Dir: dir, Name: "croupier.yaml", Env: func(string) (string, bool) { return "", false }}
		live, err := OpenLive(source, slog.New(slog.NewTextHandler(&log, nil)), time.Now)
		require.NoError(t, err)
		live.newWatcher = func() (*fsnotify.Watcher, error) { return nil, errors.New("too many open files") }
		file := filepath.Join(dir, "croupier.yaml")
		raw, err := os.ReadFile(file)
		require.NoError(t, err)
		save := func(level string) {
			assert.NoError(t, os.WriteFile(file, bytes.Replace(raw, []byte("level: info"), []byte("level: "+level), 1), 0o600))
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
		assert.True(t, live.Server().Log.Level == "error" && bytes.Contains(log.Bytes(), []byte("too many open files")),
			"the change was not applied: %s", log.String())
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
				elapsed := time.Since(start)
				assert.True(t, elapsed == row.want && elapsed < time.Second, "read after %v, want %v", elapsed, row.want)
				<-ended
			})
		})
	}
}

func TestRelevantEvents(t *testing.T) {
	watched := []string{"/etc/croupier", "/etc/croupier/brands/marmara"}
	for _, row := range []struct {
		name    string
		folders []string
		event   fsnotify.Event
		want    bool
	}{
		{"a file of a brand", watched, fsnotify.Event{Name: "/etc/croupier/brands/marmara/brand.yaml", Op: fsnotify.Write}, true},
		{"a replaced link of the folder", watched, fsnotify.Event{Name: "/etc/croupier", Op: fsnotify.Create}, true},
		{"another file in the parent folder", watched, fsnotify.Event{Name: "/etc/hosts", Op: fsnotify.Write}, false},
		{"a secret in the watched parent folder", append(watched, "/etc"), fsnotify.Event{Name: "/etc/secret", Op: fsnotify.Create}, true},
		{"changed permissions", watched, fsnotify.Event{Name: "/etc/croupier/croupier.yaml", Op: fsnotify.Chmod}, false},
	} {
		w := &watcher{dir: "/etc/croupier", folders: row.folders}
		assert.Equal(t, row.want, w.relevant(row.event), row.name)
	}
}

func TestOnlyWhatWasReadIsAChange(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "secret")
	write := func(text string) {
		t.Helper()
		require.NoError(t, os.WriteFile(outside, []byte(text), 0o600))
	}
	for name, row := range map[string]struct {
		change func(fstest.MapFS)
		same   bool
	}{
		"nothing":                      {func(fstest.MapFS) {}, true},
		"a log beside it":              {func(f fstest.MapFS) { f["server.log"] = &fstest.MapFile{Data: []byte("lines")} }, true},
		"a file that was read":         {func(f fstest.MapFS) { f["croupier.yaml"].Data = []byte("b") }, false},
		"a file that is gone":          {func(f fstest.MapFS) { delete(f, "croupier.yaml") }, false},
		"a file that was missing":      {func(f fstest.MapFS) { f["missing.yaml"] = &fstest.MapFile{Data: []byte("c")} }, false},
		"a folder more":                {func(f fstest.MapFS) { f["brands/b/brand.yaml"] = &fstest.MapFile{} }, false},
		"a file of a known folder":     {func(f fstest.MapFS) { f["brands/a/notes.txt"] = &fstest.MapFile{} }, true},
		"a file outside of the folder": {func(fstest.MapFS) { write("changed") }, false},
		"the first draft":              {func(f fstest.MapFS) { f["drafts/b/brand.yaml"] = &fstest.MapFile{} }, false},
		"an icon":                      {func(f fstest.MapFS) { f["brands/a/icon.png"] = &fstest.MapFile{} }, false},
	} {
		t.Run(name, func(t *testing.T) {
			write("secret")
			files := fstest.MapFS{"croupier.yaml": {Data: []byte("a")}, "brands/a/brand.yaml": {}}
			r := &recorder{files: files, digest: sha256.New(), folders: map[string]bool{}}
			_, _ = r.ReadFile("croupier.yaml")
			_, _ = r.ReadFile("missing.yaml")
			_, _ = r.ReadDir("brands")
			_, _ = r.readAnywhere("", outside)
			_ = isFolder(r, "drafts")
			_ = isFolder(r, "brands/a")
			_, _ = fs.Stat(r, "brands/a/icon.png")
			row.change(files)
			assert.Equal(t, row.same, (Source{Files: files}).isUnchanged(r.result()), "unchanged")
		})
	}
}
