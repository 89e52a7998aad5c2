package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStaffCommand(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("Uzun bir parola\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, args string
		code       int
		want       string
	}{
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
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, append(append([]string{"staff"}, strings.Fields(c.args)...), "--data-dir", dir)...)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("status %d, want %d; output:\n%s%s", code, c.code, out, errOut)
			}
			if strings.Contains(out, "argon2") {
				t.Error("the output contains a password hash")
			}
		})
	}
}
