// Package repository_test tests the checks of the repository itself.
package repository_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/player/session"
	"croupier/bff/store/embedded"
)

const checkSecrets = "../../../../.ci/check-secrets"

// check runs check-secrets on a repository that tracks one file.
func check(t *testing.T, name string, content []byte) (string, error) {
	dir := t.TempDir()
	at := filepath.Join(dir, name)
	require.NoError(t, os.MkdirAll(filepath.Dir(at), 0o700))
	require.NoError(t, os.WriteFile(at, content, 0o600))
	for _, args := range [][]string{{"init", "-q"}, {"add", "-f", "."}} {
		git := exec.CommandContext(t.Context(), "git", args...)
		git.Dir = dir
		out, err := git.CombinedOutput()
		require.NoError(t, err, "%v: %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), checkSecrets, dir).CombinedOutput()
	return string(out), err
}

func content(t *testing.T, write func(path string) error) []byte {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, write(path))
	raw, err := os.ReadFile(path)
	require.NoError(t, err)
	return raw
}

func TestPlantedSecretsAreFound(t *testing.T) {
	ring := content(t, func(path string) error { _, err := session.CreateKeyRing(path, time.Now()); return err })
	store := content(t, func(path string) error {
		dir := t.TempDir()
		s, err := embedded.Open(dir, embedded.Options{})
		if err != nil {
			return err
		}
		return errors.Join(s.Close(), os.Rename(filepath.Join(dir, embedded.FileName), path))
	})
	_, private, err := ed25519.GenerateKey(rand.Reader)
	require.NoError(t, err)
	der, err := x509.MarshalPKCS8PrivateKey(private)
	require.NoError(t, err)
	key := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der[:32]})
	for _, row := range []struct {
		name, file string
		content    []byte
		want       string // empty for none
	}{
		{"a key ring", "web/data/keys.json", ring, "web/data/keys.json"},
		{"a key ring by another name", "docs/example.json", ring, "key ring"},
		{"a store", "web/data/croupier.db", store, "web/data/croupier.db"},
		{"a store by another name", "picture.png", store, "bbolt"},
		{"an SQLite database by another name", "picture.png", []byte("SQLite format 3\x00\x10\x00"), "SQLite"},
		{"a private key", "configs/server.txt", key, "private key"},
		{"a private key behind text", "notes.md", append([]byte("# Notes\n\n"), key...), "private key"},
		{"an admin token", "data/admin.json", []byte("{}"), "admin.json"},
		{"a file with spaces in its name", "my keys/id_ed25519", []byte("x"), "my keys/id_ed25519"},
		{"a certificate", "configs/ca.pem", certificate, ""},
		{"the magic of bbolt elsewhere", "picture.png", []byte("\xed\xda\x0c\xed"), ""},
		{"text about keys", "README.md", []byte("`keys.json` has a \"secret\": \"…\"\n"), ""},
	} {
		out, err := check(t, row.file, row.content)
		assert.True(t, (err != nil) == (row.want != "") && strings.Contains(out, row.want),
			"%s: %v, want %q: %s", row.name, err, row.want, out)
	}
}

func TestThisRepositoryHasNoSecrets(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), checkSecrets).CombinedOutput()
	assert.NoError(t, err, "%v: %s", err, out)
}
