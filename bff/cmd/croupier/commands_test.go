package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/admin"
	"croupier/bff/session"
)

func TestStaffCommand(t *testing.T) {
	file := writeFile(t, t.TempDir(), "password", "Uzun bir parola\n")
	runCommands(t, "staff", "--data-dir "+t.TempDir(), []command{
		{"no account", "list", exitOK, "NAME"},
		{"add an account", "add ayse --role admin --totp", exitOK, "otpauth://totp/Croupier:ayse"},
		{"with a password file", "add veli --role viewer --password-file " + file, exitOK, ""},
		{"no role", "add fatma", exitUsage, "--role"},
		{"an unknown role", "add fatma --role king", exitFailure, "viewer, support or admin"},
		{"a duplicate name", "add ayse --role viewer", exitFailure, "already"},
		{"a missing password file", "add fatma --role viewer --password-file " + file + ".no", exitFailure, "--password-file"},
		{"disable", "disable veli", exitOK, ""},
		{"disable an unknown account", "disable nobody", exitFailure, "unknown account"},
		{"list the first", "list", exitOK, "ayse  admin   yes            active"},
		{"list the second", "list", exitOK, "veli  viewer  no             disabled"},
	})
}

func TestMaintenanceWithStoppedServer(t *testing.T) {
	runCommands(t, "maintenance", "--data-dir "+t.TempDir(), []command{
		{"neither a brand nor all", "on", exitUsage, "--brand ID or --all"},
		{"a brand and all", "on --all --brand marmara", exitUsage, "--brand"},
		{"an unknown brand", "on --brand nowhere", exitFailure, "want one of marmara, pera, zephyr"},
		{"an unknown call", "on --brand marmara --calls livecasin", exitFailure, `"livecasin"`},
		{"an end of what is closed by hand", "on --brand marmara --until 2h", exitUsage, "croupier maintenance schedule --until 2h"},
		{"an invalid end", "schedule --brand marmara --until tomorrow", exitUsage, "--until"},
		{"an end in the past", "schedule --brand marmara --until 2020-01-01T00:00:00Z", exitFailure, "must be after the start and after now"},
		{"a language of other brands", "on --brand zephyr --message-de Wartung", exitFailure, `"de"`},
		{"an invalid address", "on --brand marmara --bypass here", exitUsage, "--bypass"},
		{"a window without start and end", "schedule --brand marmara", exitUsage, "--from"},
		{"the end of no window", "end none", exitFailure, `unknown window "none"`},
		{"a window without new end", "extend none", exitUsage, "--until"},
		{"a schedule with an invalid start", "schedule --brand marmara --from soon", exitUsage, "--from"},
		{"a link for all", "link --all", exitUsage, "one brand"},
		{"open neither a brand nor all", "off", exitUsage, "--brand ID or --all"},
		{"a link without a brand", "link", exitUsage, "--brand ID"},
		{"nothing has changed", "status", exitOK, "marmara  open"},
		{"part of a brand", "on --brand marmara --calls livecasino,finance/check_balance --message-tr Bakım", exitOK, "finance/check_balance,livecasino"},
		{"it is stored", "status --brand marmara", exitOK, "Bakım"},
		{"a window", "schedule --brand zephyr --from 2h --until 30m --why database", exitOK, "zephyr  scheduled"},
		{"a link", "link --brand marmara", exitOK, "http://localhost/?bypass="},
		{"open all, but for parts", "off --all", exitOK, "marmara  maintenance"},
		{"open the parts", "off --all --calls livecasino,finance/check_balance", exitOK, "marmara  open"},
		{"the window stays", "status", exitOK, "zephyr   scheduled"},
		{"it is named with its reason", "status", exitOK, "zephyr  database"},
	})
}

func TestWindowIsExtendedAndEnded(t *testing.T) {
	dir := t.TempDir()
	run := func(want, args string) string {
		t.Helper()
		return wantRun(t, exitOK, want, strings.Fields("maintenance "+args+" --data-dir "+dir)...)
	}
	run("", "on --brand marmara")
	_, windows, _ := strings.Cut(run("marmara  maintenance", "schedule --brand marmara --until 9h --message-tr Gece"), "WHY")
	id, _, _ := strings.Cut(strings.TrimSpace(windows), " ")
	out := run(id, "extend "+id+" --until 2199-01-01T00:00:00Z")
	assert.Contains(t, out, "2199-01-01T00:00:00Z", "extended:\n%s", out)
	out = run("marmara  maintenance", "off --brand marmara")
	assert.Contains(t, out, "Gece", "the window does not continue:\n%s", out)
	out = run("marmara  open", "end "+id)
	assert.Contains(t, out, "ended", "ended:\n%s", out)
	// A link is revoked, and listed without its token.
	_, line, _ := strings.Cut(run("", "link --brand marmara"), "\nlink ")
	link, _, _ := strings.Cut(line, " ")
	out = run(link, "links --brand marmara")
	assert.NotContains(t, out, "bypass=", "links:\n%s", out)
	run("", "revoke "+link+" --brand marmara")
	out = run("", "links --brand marmara")
	assert.True(t, link != "" && !strings.Contains(out, link), "links after the revocation of %q:\n%s", link, out)
}

func TestHealth(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/readyz" {
			w.WriteHeader(http.StatusServiceUnavailable)
			_, _ = w.Write([]byte("draining\n"))
			return
		}
		_, _ = w.Write([]byte("ok\n"))
	}))
	defer server.Close()
	running, empty := t.TempDir(), t.TempDir()
	noError(t, (admin.Endpoint{Public: server.URL}).Publish(running))
	runCommands(t, "health", "", []command{
		{"a server that runs", "--data-dir " + running, exitOK, "ok\n"},
		{"one that is not ready", "--ready --data-dir " + running, exitFailure, "answers 503 draining"},
		{"the address of a running server comes first", "--listen 127.0.0.1:1 --data-dir " + running, exitOK, "ok\n"},
		{"no server", "--listen 127.0.0.1:1 --data-dir " + empty, exitFailure, "connection refused"},
		{"no server within the wait", "--wait 150ms --listen 0.0.0.0:1 --data-dir " + empty, exitFailure, "127.0.0.1:1"},
		{"an address without port", "--listen localhost --data-dir " + empty, exitFailure, "missing port"},
		{"a server without TLS where there is TLS", "--listen " + strings.TrimPrefix(server.URL, "https://") + " --data-dir " + empty, exitFailure, "answers 400"},
	})
}

// runIn runs the program in a working folder with an environment.
func runIn(t *testing.T, dir string, env map[string]string, args ...string) (code int, out, errOut string) {
	t.Helper()
	t.Chdir(dir)
	var o, e bytes.Buffer
	lookup := func(name string) (string, bool) { v, ok := env[name]; return v, ok }
	code = run(commandContext{ctx: t.Context(), out: &o, errOut: &e, env: lookup}, args)
	return code, o.String(), e.String()
}

func TestCommandsAgreeOnTheDataFolder(t *testing.T) {
	work, state := t.TempDir(), t.TempDir()
	env := map[string]string{"XDG_STATE_HOME": state, "USER": "ayse"}
	want := func(want string, args ...string) {
		t.Helper()
		code, out, errOut := runIn(t, work, env, args...)
		assert.True(t, code == exitOK && strings.Contains(out, want), "%q: status %d\n%s%s", args, code, out, errOut)
	}
	want("", "keys", "new")
	_, err := session.LoadKeyRing(filepath.Join(state, "croupier", session.KeyFileName))
	assert.NoError(t, err)
	// These work on the store itself, because no server runs.
	want("", "maintenance", "on", "--brand", "pera")
	want("pera", "maintenance", "status")
	want("", "staff", "list")
	_, err = os.Stat(filepath.Join(state, "croupier", "croupier.db"))
	assert.NoError(t, err)
	left, err := os.ReadDir(work)
	assert.True(t, err == nil && len(left) <= 0, "the working folder has %v, %v", left, err)
}

func TestWithoutAHomeTheFaultNamesTheSetting(t *testing.T) {
	for _, args := range []string{"check", "serve", "staff list", "maintenance status", "keys new", "keys list", "keys rotate"} {
		code, out, errOut := runIn(t, t.TempDir(), nil, strings.Fields(args)...)
		assert.True(t, code == exitFailure && strings.Contains(errOut, "XDG_STATE_HOME") && strings.Contains(errOut, "CROUPIER_DATA_DIR"),
			"%s: status %d: %s%s", args, code, out, errOut)
	}
	dir := t.TempDir()
	if code, out, errOut := runIn(t, dir, map[string]string{"CROUPIER_DATA_DIR": filepath.Join(dir, "data")}, "check"); code != exitOK {
		t.Errorf("check with a data folder: %s%s", out, errOut)
	}
}
