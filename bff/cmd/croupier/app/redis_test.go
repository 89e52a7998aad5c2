package app

import (
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/storetest/realredis"
	"croupier/bff/test/testkit"
)

// Redis requires a client certificate. When Redis trusts another authority, only new files work.
func TestRedisClientCertificateIsReloaded(t *testing.T) {
	first, second := testkit.NewCA(t), testkit.NewCA(t)
	file := writeConfig(t, "")
	dir := filepath.Dir(file)
	issue := func(ca *testkit.CA, name string) {
		cert, key := ca.Issue(t, name, "localhost")
		testkit.WriteFile(t, dir, name+".pem", string(cert))
		testkit.WriteFile(t, dir, name+"-key.pem", string(key))
	}
	testkit.WriteFile(t, dir, "ca.pem", string(first.PEM))
	other := testkit.WriteFile(t, dir, "other.pem", string(second.PEM))
	issue(first, "server")
	issue(first, "client")
	server, port := realredis.StartTLS(t, dir)
	conf := fmt.Sprintf("data_dir: %s\nredis:\n  url: rediss://localhost:%d?timeout=30s\n"+
		"  tls: { ca_file: ca.pem, cert_file: client.pem, key_file: client-key.pem }\n", t.TempDir(), port)
	testkit.WriteFile(t, dir, filepath.Base(file), validConfig+conf)
	log := &testkit.Log{}
	s, live := joined(t, file, slog.New(slog.NewTextHandler(log, nil)), nil)
	require.NoError(t, s.stores.ping(t.Context()))

	for _, command := range []string{"CONFIG SET tls-ca-cert-file " + other, "CLIENT KILL TYPE normal"} {
		_, err := server.Do(command)
		require.NoError(t, err, command)
	}
	assert.Error(t, s.stores.ping(t.Context()), "Redis accepts a certificate of the previous authority")
	issue(second, "client")
	require.NoError(t, live.Reload())
	testkit.Eventually(t, "Redis accepts the new certificate", func() bool { return s.stores.ping(t.Context()) == nil })
	assert.NotContains(t, log.String(), "require a restart")
}
