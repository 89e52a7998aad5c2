package testkit

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// WriteFile writes a file, makes its folder, and returns its path.
func WriteFile(t testing.TB, dir, name, content string) string {
	t.Helper()
	file := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o700))
	require.NoError(t, os.WriteFile(file, []byte(content), 0o600))
	return file
}

// ReadFile returns the content of a file.
func ReadFile(t testing.TB, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(raw)
}

// Replace replaces texts of a file.
func Replace(t testing.TB, file string, oldnew ...string) {
	t.Helper()
	WriteFile(t, filepath.Dir(file), filepath.Base(file), strings.NewReplacer(oldnew...).Replace(ReadFile(t, file)))
}
