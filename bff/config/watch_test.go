package config

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"croupier/configs"
)

// A container may have used up what the system lends for watching.
func TestWhereNobodyMayWatchItIsLookedAt(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, configs.FS); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	source := Source{Dir: dir, Name: "croupier.yaml", Env: func(string) (string, bool) { return "", false }}
	live, err := OpenLive(source, slog.New(slog.NewTextHandler(&log, nil)), time.Now)
	if err != nil {
		t.Fatal(err)
	}
	live.notices = func() (*fsnotify.Watcher, error) { return nil, errors.New("too many open files") }
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
		save("error") // while it is watched
	})
	save("warn") // before
	live.Watch(ctx)
	if live.Server().Log.Level != "error" || !bytes.Contains(log.Bytes(), []byte("too many open files")) {
		t.Errorf("nobody looked: %s", log.String())
	}
}
