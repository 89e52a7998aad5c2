package config

import (
	"testing"

	"github.com/fsnotify/fsnotify"
)

func TestRelevantEvents(t *testing.T) {
	beside := []string{"/etc/croupier", "/etc/croupier/brands/marmara"}
	for _, row := range []struct {
		name    string
		folders []string
		event   fsnotify.Event
		want    bool
	}{
		{"a brand's file", beside, fsnotify.Event{Name: "/etc/croupier/brands/marmara/brand.yaml", Op: fsnotify.Write}, true},
		{"the folder, turned elsewhere", beside, fsnotify.Event{Name: "/etc/croupier", Op: fsnotify.Create}, true},
		{"a stranger beside the folder", beside, fsnotify.Event{Name: "/etc/hosts", Op: fsnotify.Write}, false},
		{"a secret beside the folder", append(beside, "/etc"), fsnotify.Event{Name: "/etc/secret", Op: fsnotify.Create}, true},
		{"other rights", beside, fsnotify.Event{Name: "/etc/croupier/croupier.yaml", Op: fsnotify.Chmod}, false},
	} {
		w := &watcher{dir: "/etc/croupier", folders: row.folders}
		if got := w.relevant(row.event); got != row.want {
			t.Errorf("%s: %v", row.name, got)
		}
	}
}
