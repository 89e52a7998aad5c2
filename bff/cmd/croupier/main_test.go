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
)

// started runs the program with args and gives its exit status and what it flags.
func started(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(commandContext{ctx: t.Context(), out: &o, errOut: &e, env: func(string) (string, bool) { return "", false }}, args)
	return code, o.String(), e.String()
}

// configured writes a server file with one brand's folder beside it.
func configured(t *testing.T, server string) string {
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

const good = "profile: demo\nbrands: brands\nupstreams:\n  mock:\n    adapter: mock\n"

func TestExitStatus(t *testing.T) {
	broken := configured(t, good+"log:\n  level: loud\n")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"nothing shows help", nil, exitOK, "serve"},
		{"help", []string{"--help"}, exitOK, "serve"},
		{"help without dashes", []string{"help"}, exitOK, "serve"},
		{"help of a command", []string{"help", "keys", "rotate"}, exitOK, "--keep DURATION"},
		{"help of no command", []string{"help", "shuffle"}, exitUsage, "shuffle"},
		{"version", []string{"version"}, exitOK, "croupier"},
		{"an unknown command", []string{"shuffle"}, exitUsage, "shuffle"},
		{"an unknown flag", []string{"serve", "--fast"}, exitUsage, "--fast"},
		{"the demo is fine", []string{"check"}, exitOK, "fine: 3 brands"},
		{"a file is fine", []string{"check", "--config", configured(t, good)}, exitOK, "fine: 3 brands"},
		{"its platform keeps the contract", []string{"check", "--upstream"}, exitOK, "0 failed"},
		{"a broken file", []string{"check", "--config", broken}, exitFailure, broken + ":7: log.level"},
		{"a file that is not there", []string{"check", "--config", filepath.Join(t.TempDir(), "none.yaml")}, exitFailure, "is missing"},
		{"a platform without an address", []string{"contract", "verify", "--upstream", "platform"}, exitUsage, "--upstream"},
		{"recording nothing", []string{"mock", "--record", "--out", t.TempDir()}, exitUsage, "--upstream"},
		{"a platform that is not recorded", []string{"mock", "--upstream", "http://127.0.0.1:1/"}, exitUsage, "--record"},
		{"recording and replaying", []string{"mock", "--record", "--upstream", "http://127.0.0.1:1/", "--out", t.TempDir(), "--replay", t.TempDir()}, exitUsage, "--replay"},
		{"replaying a folder that is not there", []string{"mock", "--replay", filepath.Join(t.TempDir(), "none")}, exitUsage, "none"},
		{"a site that is more than an origin", []string{"mock", "--listen", "127.0.0.1:0", "--site", "http://site.test/x"}, exitFailure, "site.test"},
		{"a site of an unknown brand", []string{"mock", "--listen", "127.0.0.1:0", "--site", "nobody=http://site.test"}, exitFailure, "nobody"},
		{"a site twice", []string{"mock", "--site", "http://a.test", "--site", "http://b.test"}, exitUsage, "twice"},
		{"a site for a recording", []string{"mock", "--record", "--upstream", "http://127.0.0.1:1/", "--out", t.TempDir(), "--site", "http://a.test"}, exitUsage, "--site"},
		{"a snapshot that is none", []string{"mock", "--listen", "127.0.0.1:0", "--snapshot", broken}, exitFailure, "snapshot"},
		{"a snapshot that is not there", []string{"mock", "--snapshot", filepath.Join(t.TempDir(), "none")}, exitUsage, "none"},
		{"serving a broken file", []string{"serve", "--config", broken}, exitFailure, "log.level"},
		{"an address of another machine", []string{"serve", "--listen", "192.0.2.1:1", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir()}, exitFailure, "listen"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := started(t, c.args...)
			if code != c.code || !strings.Contains(out+errOut, c.says) {
				t.Errorf("status %d, want %d; output:\n%s%s", code, c.code, out, errOut)
			}
		})
	}
}

func TestCheckReportsFaultsAsJSON(t *testing.T) {
	code, out, _ := started(t, "check", "--format", "json", "--config", configured(t, good+"lsten: x\n"))
	var told struct {
		Faults []struct {
			File, Field, Problem string
			Line                 int
		}
	}
	if err := json.Unmarshal([]byte(out), &told); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	if code != exitFailure || len(told.Faults) != 1 || told.Faults[0].Field != "lsten" || told.Faults[0].Line != 6 {
		t.Errorf("status %d: %+v", code, told)
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
	p, err := join(t.Context(), calls, live, log, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = p.close() }()
	if _, err := join(t.Context(), calls, live, log, ""); err == nil || !strings.Contains(err.Error(), "another croupier") {
		t.Errorf("a second server shares the folder: %v", err)
	}
}
