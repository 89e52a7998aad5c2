package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/gateway"
)

// runCommand runs the program with args and returns its exit status and output.
func runCommand(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	home := t.TempDir()
	code = run(commandContext{ctx: t.Context(), out: &o, errOut: &e, env: func(name string) (string, bool) { return home, name == "HOME" }}, args)
	return code, o.String(), e.String()
}

// writeConfig writes a server file and a copy of the demo brands to a temporary directory.
func writeConfig(t testing.TB, server string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "brands"), os.DirFS("../../../configs/brands")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "croupier.yaml")
	if err := os.WriteFile(file, []byte(server), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// joined returns the whole server of a server file, which is closed at the end of the test.
func joined(t testing.TB, file string, log *slog.Logger, access gateway.AccessLog) (*parts, *config.Live) {
	t.Helper()
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	live, err := config.OpenLive(source(configFile(file), func(string) (string, bool) { return "", false }, calls), log, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	p, err := join(t.Context(), calls, live, log, access, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.close() })
	return p, live
}

const validConfig = "profile: demo\nbrands: brands\nupstreams:\n  mock:\n    adapter: mock\n"

func TestExitStatus(t *testing.T) {
	broken := writeConfig(t, validConfig+"log:\n  level: loud\n")
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no arguments", nil, exitOK, "serve"},
		{"help", []string{"--help"}, exitOK, "serve"},
		{"help without dashes", []string{"help"}, exitOK, "serve"},
		{"help of a command", []string{"help", "keys", "rotate"}, exitOK, "--keep DURATION"},
		{"help of an unknown command", []string{"help", "shuffle"}, exitUsage, "shuffle"},
		{"version", []string{"version"}, exitOK, "croupier"},
		{"an unknown command", []string{"shuffle"}, exitUsage, "shuffle"},
		{"an unknown flag", []string{"serve", "--fast"}, exitUsage, "--fast"},
		{"check the demo", []string{"check"}, exitOK, "fine: 3 brands"},
		{"check a file", []string{"check", "--config", writeConfig(t, validConfig)}, exitOK, "fine: 3 brands"},
		{"check the upstream", []string{"check", "--upstream"}, exitOK, "0 failed"},
		{"an invalid file", []string{"check", "--config", broken}, exitFailure, broken + ":7:10: log.level: loud is not one of the values"},
		{"a missing file", []string{"check", "--config", filepath.Join(t.TempDir(), "none.yaml")}, exitFailure, "is missing"},
		{"a platform without an address", []string{"contract", "verify", "--upstream", "platform"}, exitUsage, "--upstream"},
		{"--record without --upstream", []string{"mock", "--record", "--out", t.TempDir()}, exitUsage, "--upstream"},
		{"an upstream without --record", []string{"mock", "--upstream", "http://127.0.0.1:1/"}, exitUsage, "--record"},
		{"--record with --replay", []string{"mock", "--record", "--upstream", "http://127.0.0.1:1/", "--out", t.TempDir(), "--replay", t.TempDir()}, exitUsage, "--replay"},
		{"replaying a missing directory", []string{"mock", "--replay", filepath.Join(t.TempDir(), "none")}, exitUsage, "none"},
		{"a site URL with a path", []string{"mock", "--listen", "127.0.0.1:0", "--site", "http://site.test/x"}, exitFailure, "site.test"},
		{"a site of an unknown brand", []string{"mock", "--listen", "127.0.0.1:0", "--site", "nobody=http://site.test"}, exitFailure, "nobody"},
		{"two sites without a brand", []string{"mock", "--site", "http://a.test", "--site", "http://b.test"}, exitUsage, "twice"},
		{"--site with --record", []string{"mock", "--record", "--upstream", "http://127.0.0.1:1/", "--out", t.TempDir(), "--site", "http://a.test"}, exitUsage, "--site"},
		{"an invalid snapshot", []string{"mock", "--listen", "127.0.0.1:0", "--snapshot", broken}, exitFailure, "snapshot"},
		{"a missing snapshot", []string{"mock", "--snapshot", filepath.Join(t.TempDir(), "none")}, exitUsage, "none"},
		{"serve an invalid file", []string{"serve", "--config", broken}, exitFailure, "log.level"},
		{"an address that is not local", []string{"serve", "--listen", "192.0.2.1:1", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir()}, exitFailure, "listen"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, c.args...)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("status %d, want %d; output:\n%s%s", code, c.code, out, errOut)
			}
		})
	}
}

func TestCheckReportsFaultsAsJSON(t *testing.T) {
	code, out, _ := runCommand(t, "check", "--format", "json", "--config", writeConfig(t, validConfig+"lsten: x\n"))
	var report struct {
		Faults []struct {
			File, Field, Problem string
			Line, Column         int
			Severity             config.Severity
		}
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if code != exitFailure || len(report.Faults) != 1 || report.Faults[0].Field != "lsten" || report.Faults[0].Line != 6 || report.Faults[0].Column != 1 ||
		report.Faults[0].Problem != `unknown field; did you mean "listen"?` || !strings.Contains(out, `"severity": "error"`) {
		t.Errorf("status %d: %+v", code, report)
	}
}

func TestDataDirectoryIsLocked(t *testing.T) {
	dir := t.TempDir()
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	live, err := config.OpenLive(source("", func(name string) (string, bool) { return dir, name == "CROUPIER_DATA_DIR" }, calls), log, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	p, err := join(t.Context(), calls, live, log, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.close() }()
	if _, err := join(t.Context(), calls, live, log, nil, ""); err == nil || !strings.Contains(err.Error(), "another croupier") {
		t.Errorf("second process with the same data directory: %v", err)
	}
}
