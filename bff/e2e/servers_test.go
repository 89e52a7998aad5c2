package e2e_test

import (
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// start starts a process and stops it at the end of the test.
func start(t *testing.T, env []string, args ...string) *e2e.Process {
	t.Helper()
	p, err := e2e.Start(binary, env, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Stop(); err != nil {
			t.Errorf("croupier %s: %v\n%s", strings.Join(args, " "), err, p.Log())
		}
	})
	return p
}

// startServer starts a server with a data folder on free ports, and stops it at the end of the test. Servers of one folder
// that are started one after the other are one that is restarted. args are further flags.
func startServer(t *testing.T, env []string, dir string, args ...string) *e2e.Process {
	t.Helper()
	return start(t, env, append([]string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", dir}, args...)...)
}

// inFrontOf returns the environment of a server whose platform, such as a mock, speaks the envelope at an address. more is
// added to it.
func inFrontOf(platform string, more ...string) []string {
	return append([]string{"CROUPIER_UPSTREAM=envelope", "CROUPIER_UPSTREAM_URL=http://" + platform + "/endpoint/v1"}, more...)
}
