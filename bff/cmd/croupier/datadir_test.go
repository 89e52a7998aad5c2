package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/session"
)

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
	if code, _, errOut := runIn(t, work, env, "keys", "new"); code != exitOK {
		t.Fatal(errOut)
	}
	if _, err := session.LoadKeyRing(filepath.Join(state, "croupier", session.KeyFileName)); err != nil {
		t.Error(err)
	}
	// Both work on the store itself, as no server runs.
	if code, _, errOut := runIn(t, work, env, "maintenance", "on", "--brand", "pera"); code != exitOK {
		t.Error(errOut)
	}
	if code, out, errOut := runIn(t, work, env, "maintenance", "status"); code != exitOK || !strings.Contains(out, "pera") {
		t.Error(out, errOut)
	}
	if code, _, errOut := runIn(t, work, env, "staff", "list"); code != exitOK {
		t.Error(errOut)
	}
	if _, err := os.Stat(filepath.Join(state, "croupier", "croupier.db")); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(work)
	if err != nil || len(left) > 0 {
		t.Errorf("the working folder has %v, %v", left, err)
	}
}

func TestWithoutAHomeTheFaultNamesTheSetting(t *testing.T) {
	for _, args := range []string{"check", "serve", "staff list", "maintenance status", "keys new", "keys list", "keys rotate"} {
		code, out, errOut := runIn(t, t.TempDir(), nil, strings.Fields(args)...)
		if code != exitFailure || !strings.Contains(errOut, "XDG_STATE_HOME") || !strings.Contains(errOut, "CROUPIER_DATA_DIR") {
			t.Errorf("%s: status %d: %s%s", args, code, out, errOut)
		}
	}
	dir := t.TempDir()
	if code, out, errOut := runIn(t, dir, map[string]string{"CROUPIER_DATA_DIR": filepath.Join(dir, "data")}, "check"); code != exitOK {
		t.Errorf("check with a data folder: %s%s", out, errOut)
	}
}
