package embedded_test

import (
	"errors"
	"testing"
	"time"

	"croupier/bff/store/embedded"
	"croupier/bff/store/storetest"
)

func TestMirror(t *testing.T) {
	t.Parallel()
	storetest.RunMirror(t, func(t *testing.T, c *storetest.Clock) storetest.MirrorBackend {
		t.Helper()
		dir := t.TempDir()
		return storetest.MirrorBackend{Open: func(t *testing.T) (storetest.Mirror, func()) {
			t.Helper()
			m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{Now: c.Now, MaxBytes: storetest.MirrorBytes})
			if err != nil {
				t.Fatal(err)
			}
			return m, func() {
				if err := m.Close(); err != nil {
					t.Error(err)
				}
			}
		}}
	})
}

func TestMirrorIsLocked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	m, err := embedded.OpenMirror(dir, embedded.MirrorOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close() //nolint:errcheck // the test has ended
	if _, err := embedded.OpenMirror(dir, embedded.MirrorOptions{LockTimeout: time.Millisecond}); !errors.Is(err, embedded.ErrInUse) {
		t.Errorf("second OpenMirror: %v", err)
	}
}
