package embedded_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"croupier/bff/store"
	"croupier/bff/store/embedded"
)

// A damaged file is an error, so that the server starts without it, and not the end of the process.
func TestDamagedMirrorIsAnError(t *testing.T) {
	t.Parallel()
	for name, damage := range map[string]func([]byte) []byte{
		"overwritten": func(b []byte) []byte { copy(b[2*os.Getpagesize():], bytes.Repeat([]byte("damage"), len(b))); return b },
		"truncated":   func(b []byte) []byte { return b[:3*os.Getpagesize()] },
		"no mirror":   func([]byte) []byte { return bytes.Repeat([]byte("damage"), 10_000) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{})
			if err != nil {
				t.Fatal(err)
			}
			for i := range 20 {
				var entries []store.Entry
				for j := range 100 {
					entries = append(entries, store.Entry{Set: "set", Key: fmt.Sprint(i, "/", j), Value: make([]byte, 200), Until: time.Now().Add(time.Hour)})
				}
				if err := m.Put(entries...); err != nil {
					t.Fatal(err)
				}
			}
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, embedded.MirrorFileName)
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(b), 0o600); err != nil {
				t.Fatal(err)
			}
			if m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{}); err == nil {
				t.Error("a damaged mirror was opened")
				_ = m.Close()
			}
		})
	}
}
