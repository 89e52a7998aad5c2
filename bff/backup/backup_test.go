package backup_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"croupier/bff/backup"
)

func source(name, content string, err error) backup.Source {
	return backup.Source{Name: name, Copy: func(w io.Writer) error {
		_, failed := io.WriteString(w, content)
		return errors.Join(failed, err)
	}}
}

func write(t *testing.T, sources ...backup.Source) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "backup")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	m := backup.Manifest{Version: "1.2.3", At: time.Date(2026, 3, 1, 3, 0, 0, 0, time.UTC), IndexKey: "hash"}
	if err := errors.Join(backup.Write(f, m, sources...), f.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsBackedUpIsExtracted(t *testing.T) {
	b, err := backup.Open(write(t, source("store", "content", nil), source("keys", "", nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close() //nolint:errcheck // only read
	if m := b.Manifest; m.Version != "1.2.3" || m.IndexKey != "hash" || m.At.Hour() != 3 || !b.Has("store") || !b.Has("keys") || b.Has("other") {
		t.Errorf("manifest %+v", m)
	}
	to := filepath.Join(t.TempDir(), "store")
	if err := b.Extract("store", to); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(to)
	info, _ := os.Stat(to)
	if err != nil || string(raw) != "content" || info.Mode().Perm() != 0o600 {
		t.Errorf("%q, %v, %v", raw, info.Mode(), err)
	}
	if err := b.Extract("store", to); err == nil {
		t.Error("an existing file is replaced")
	}
	if err := b.Extract("other", to+"2"); err == nil {
		t.Error("a file that is not in the backup is extracted")
	}
}

func TestChangedContentIsRefused(t *testing.T) {
	path := write(t, source("store", strings.Repeat("0123456789abcdef", 1000), nil))
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 40; i < len(raw); i += 7 {
		changed := append([]byte{}, raw...)
		changed[i] ^= 0x20
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "store")
		b, err := backup.Open(path)
		if err == nil {
			err = errors.Join(b.Extract("store", to), b.Close())
		}
		if got, missing := os.ReadFile(to); missing == nil && len(got) != 16_000 {
			t.Errorf("byte %d: %d bytes are left", i, len(got))
		} else if err == nil && string(got) != strings.Repeat("0123456789abcdef", 1000) {
			t.Errorf("byte %d: other content is accepted", i)
		}
	}
}

func TestFailedCopyIsNoBackup(t *testing.T) {
	if err := backup.Write(io.Discard, backup.Manifest{}, source("store", "half", errors.New("disk"))); err == nil || !strings.Contains(err.Error(), "store: disk") {
		t.Errorf("got %v", err)
	}
}
