package certificate_test

import (
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/internal/certificate"
	"croupier/bff/test/testkit"
)

// handshake connects a client and returns the common name of the server's certificate.
func handshake(t *testing.T, c, client *tls.Config) (name string, err error) {
	t.Helper()
	near, far := net.Pipe()
	defer near.Close() //nolint:errcheck // one end of a pipe
	go func() {
		s := tls.Server(far, c)
		_ = s.Handshake() // the client reports failures
		_, _ = io.Copy(io.Discard, s)
	}()
	conn := tls.Client(near, client)
	if err := conn.Handshake(); err != nil {
		return "", err
	}
	return conn.ConnectionState().PeerCertificates[0].Subject.CommonName, nil
}

func served(t *testing.T, c *tls.Config) string {
	t.Helper()
	name, err := handshake(t, c, &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, err)
	return name
}

func write(t *testing.T, file string, content []byte) {
	t.Helper()
	require.NoError(t, os.WriteFile(file+"~", content, 0o600))
	require.NoError(t, os.Rename(file+"~", file))
}

// save issues a certificate and writes it with its key to a folder.
func save(t *testing.T, ca *testkit.CA, dir, name string) {
	t.Helper()
	cert, key := ca.Issue(t, name, "localhost")
	write(t, filepath.Join(dir, "tls.crt"), cert)
	write(t, filepath.Join(dir, "tls.key"), key)
}

func open(t *testing.T, dir string, log io.Writer) *certificate.Files {
	t.Helper()
	files, err := certificate.Open(filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key"),
		slog.New(slog.NewTextHandler(log, nil)))
	require.NoError(t, err)
	return files
}

func TestOpenRefuses(t *testing.T) {
	ca := testkit.NewCA(t)
	cert, key := ca.Issue(t, "one", "localhost")
	_, otherKey := ca.Issue(t, "two", "localhost")
	for _, c := range []struct {
		name       string
		cert, key  []byte
		want       string
		isKeyError bool
	}{
		{"a key of another certificate", cert, otherKey, "private key does not match", true},
		{"a file that is no certificate", []byte("text"), key, "failed to find any PEM data", false},
		{"a missing key", cert, nil, "no such file", true},
	} {
		dir := t.TempDir()
		certFile, keyFile := filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")
		write(t, certFile, c.cert)
		if c.key != nil {
			write(t, keyFile, c.key)
		}
		_, err := certificate.Open(certFile, keyFile, slog.New(slog.DiscardHandler))
		assert.ErrorContains(t, err, c.want, c.name)
		assert.Equal(t, c.isKeyError, errors.As(err, new(*certificate.KeyError)), c.name)
	}
}

func TestChangedFilesAreLoaded(t *testing.T) {
	ca, dir, log := testkit.NewCA(t), t.TempDir(), &strings.Builder{}
	save(t, ca, dir, "one")
	files := open(t, dir, log)
	config := files.Config()
	assert.Equal(t, "one", served(t, config))
	save(t, ca, dir, "two")
	files.Reload()
	assert.Equal(t, "one", served(t, config), "files that were read once")
	files.Reload()
	assert.Equal(t, "two", served(t, config))

	// A broken pair changes nothing and causes one log line.
	cert, _ := ca.Issue(t, "three", "localhost")
	write(t, filepath.Join(dir, "tls.crt"), cert)
	for range 4 {
		files.Reload()
	}
	assert.Equal(t, 1, strings.Count(log.String(), "could not load the new certificate"))
	assert.Equal(t, "two", served(t, config))
	save(t, ca, dir, "four")
	files.Reload()
	files.Reload()
	assert.Equal(t, "four", served(t, config))
}

// Kubernetes mounts a secret as links into a folder, and replaces the link to that folder.
func TestReplacedLinkIsLoaded(t *testing.T) {
	ca := testkit.NewCA(t)
	dir := t.TempDir()
	version := func(name string) {
		require.NoError(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		save(t, ca, filepath.Join(dir, name), name)
		require.NoError(t, os.Symlink(name, filepath.Join(dir, "..data~")))
		require.NoError(t, os.Rename(filepath.Join(dir, "..data~"), filepath.Join(dir, "..data")))
	}
	version("one")
	for _, file := range []string{"tls.crt", "tls.key"} {
		require.NoError(t, os.Symlink(filepath.Join("..data", file), filepath.Join(dir, file)))
	}
	files := open(t, dir, io.Discard)
	version("two")
	files.Reload()
	files.Reload()
	assert.Equal(t, "two", served(t, files.Config()))
}

func TestOldVersionsOfTLSAreRefused(t *testing.T) {
	dir := t.TempDir()
	save(t, testkit.NewCA(t), dir, "one")
	files := open(t, dir, io.Discard)
	old := &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	_, err := handshake(t, files.Config(), old)
	assert.ErrorContains(t, err, "protocol version", "TLS 1.1")
}
