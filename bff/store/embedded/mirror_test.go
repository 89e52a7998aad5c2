package embedded_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"croupier/bff/store"
	"croupier/bff/store/embedded"
)

func TestMirrorIsLocked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{})
	require.NoError(t, err)
	defer m.Close() //nolint:errcheck // the test has ended
	if _, err := embedded.OpenMirror(dir, embedded.MirrorOptions{LockTimeout: time.Millisecond}); !errors.Is(err,
		embedded.ErrInUse) {
		t.Errorf("second OpenMirror: %v", err)
	}
}

// Opening a damaged file returns an error, so that the server can start without it. It does not end the process.
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
			require.NoError(t, err)
			for i := range 4 {
				var entries []store.Entry
				for j := range 500 {
					entries = append(entries, store.Entry{
						Set: "set", Key: fmt.Sprint(i, "/", j), Value: make([]byte, 200),
						Until: time.Now().Add(time.Hour),
					})
				}
				require.NoError(t, m.Put(entries...))
			}
			path := filepath.Join(dir, embedded.MirrorFileName)
			closeErr := m.Close()
			b, err := os.ReadFile(path)
			require.NoError(t, errors.Join(closeErr, err, os.WriteFile(path, damage(b), 0o600)))
			if m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{}); err == nil {
				t.Error("a damaged mirror was opened")
				_ = m.Close()
			}
		})
	}
}
