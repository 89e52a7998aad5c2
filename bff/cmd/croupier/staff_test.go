package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStaffOnTheCommandLine(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("Uzun bir parola\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, args string
		code       int
		says       string
	}{
		{"nobody yet", "list", exitFine, "NAME"},
		{"a first one", "add ayse --role admin --totp", exitFine, "otpauth://totp/Croupier:ayse"},
		{"with a password of its own", "add veli --role viewer --password-file " + file, exitFine, ""},
		{"no role", "add fatma", exitUsage, "--role"},
		{"a role that is none", "add fatma --role king", exitFault, "viewer, support or admin"},
		{"a name twice", "add ayse --role viewer", exitFault, "already"},
		{"a password that is not there", "add fatma --role viewer --password-file " + file + ".no", exitFault, "--password-file"},
		{"disable", "disable veli", exitFine, ""},
		{"disable nobody", "disable nobody", exitFault, "no such account"},
		{"the first one", "list", exitFine, "ayse  admin   yes            active"},
		{"the other one", "list", exitFine, "veli  viewer  no             disabled"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := started(t, append(append([]string{"staff"}, strings.Fields(c.args)...), "--data-dir", dir)...)
			if code != c.code || !strings.Contains(out+errOut, c.says) {
				t.Errorf("status %d, want %d; said:\n%s%s", code, c.code, out, errOut)
			}
			if strings.Contains(out, "argon2") {
				t.Error("a hash is shown")
			}
		})
	}
}
