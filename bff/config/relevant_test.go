package config

import (
	"testing"

	"github.com/fsnotify/fsnotify"
)

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
		if got := w.relevant(row.event); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}
