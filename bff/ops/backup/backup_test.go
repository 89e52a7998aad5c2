package backup_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/ops/backup"
)

func source(name, content string, err error) backup.Source {
	return backup.Source{Name: name, Copy: func(w io.Writer) error {
		_, failed := io.WriteString(w, content)
		return errors.Join(failed, err)
	}}
}

func write(t *testing.T, sources ...backup.Source) string {
	path := filepath.Join(t.TempDir(), "backup")
	f, err := os.Create(path)
	require.NoError(t, err)
	m := backup.Manifest{Version: "1.2.3", At: time.Date(2026, 3, 1, 3, 0, 0, 0, time.UTC), IndexKey: "hash"}
	require.NoError(t, errors.Join(backup.Write(f, m, sources...), f.Close()))
	return path
}

func TestWhatIsBackedUpIsExtracted(t *testing.T) {
	b, err := backup.Open(write(t, source("store", "content", nil), source("keys", "", nil)))
	require.NoError(t, err)
	defer b.Close() //nolint:errcheck // only read
	m := b.Manifest
	assert.True(t, m.Version == "1.2.3" && m.IndexKey == "hash" && m.At.Hour() == 3, "manifest %+v", m)
	assert.True(t, b.Has("store") && b.Has("keys") && !b.Has("other"), "manifest %+v", m)
	to := filepath.Join(t.TempDir(), "store")
	require.NoError(t, b.Extract("store", to))
	raw, err := os.ReadFile(to)
	info, _ := os.Stat(to)
	assert.True(t, err == nil && string(raw) == "content" && info.Mode().Perm() == 0o600, "%q, %v, %v", raw,
		info.Mode(), err)
	assert.Error(t, b.Extract("store", to), "an existing file is replaced")
	assert.Error(t, b.Extract("other", to+"2"), "a file that is not in the backup is extracted")
}

func TestChangedContentIsRefused(t *testing.T) {
	content := strings.Repeat("0123456789abcdef", 1000)
	path := write(t, source("store", content, nil))
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	for i := 40; i < len(raw); i += 7 {
		changed := append([]byte{}, raw...)
		changed[i] ^= 0x20
		require.NoError(t, os.WriteFile(path, changed, 0o600))
		to := filepath.Join(t.TempDir(), "store")
		b, err := backup.Open(path)
		if err == nil {
			err = errors.Join(b.Extract("store", to), b.Close())
		}
		got, missing := os.ReadFile(to)
		assert.True(t, missing != nil || len(got) == len(content), "byte %d: %d bytes are left", i, len(got))
		assert.True(t, err != nil || string(got) == content, "byte %d: other content is accepted", i)
	}
}

func TestFailedCopyIsNoBackup(t *testing.T) {
	err := backup.Write(io.Discard, backup.Manifest{}, source("store", "half", errors.New("disk")))
	assert.ErrorContains(t, err, "store: disk")
}
