package main

import (
	"strings"
	"testing"
)

func TestMaintenanceWithStoppedServer(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		name string
		args string
		code int
		want string
	}{
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
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, append(append([]string{"maintenance"}, strings.Fields(c.args)...), "--data-dir", dir)...)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("status %d, want %d; output:\n%s%s", code, c.code, out, errOut)
			}
		})
	}
}

// maintenanceOutput runs a maintenance command and returns its output.
func maintenanceOutput(t *testing.T, dir string, args ...string) string {
	t.Helper()
	code, out, errOut := runCommand(t, append(append([]string{"maintenance"}, args...), "--data-dir", dir)...)
	if code != exitOK {
		t.Fatalf("%v: status %d\n%s%s", args, code, out, errOut)
	}
	return out
}

func TestWindowIsExtendedAndEnded(t *testing.T) {
	dir := t.TempDir()
	maintenanceOutput(t, dir, "on", "--brand", "marmara")
	out := maintenanceOutput(t, dir, "schedule", "--brand", "marmara", "--until", "9h", "--message-tr", "Gece")
	if !strings.Contains(out, "marmara  maintenance") {
		t.Errorf("a closed brand was opened:\n%s", out)
	}
	_, windows, _ := strings.Cut(out, "WHY")
	id, _, _ := strings.Cut(strings.TrimSpace(windows), " ")
	out = maintenanceOutput(t, dir, "extend", id, "--until", "2199-01-01T00:00:00Z")
	if !strings.Contains(out, id) || !strings.Contains(out, "2199-01-01T00:00:00Z") {
		t.Errorf("extended:\n%s", out)
	}
	if out = maintenanceOutput(t, dir, "off", "--brand", "marmara"); !strings.Contains(out, "marmara  maintenance") || !strings.Contains(out, "Gece") {
		t.Errorf("the window does not go on:\n%s", out)
	}
	if out = maintenanceOutput(t, dir, "end", id); !strings.Contains(out, "marmara  open") || !strings.Contains(out, "ended") {
		t.Errorf("ended:\n%s", out)
	}
}

func TestLinkIsRevoked(t *testing.T) {
	dir := t.TempDir()
	out := maintenanceOutput(t, dir, "link", "--brand", "marmara")
	_, line, _ := strings.Cut(out, "\nlink ")
	id, _, _ := strings.Cut(line, " ")
	if out := maintenanceOutput(t, dir, "links", "--brand", "marmara"); !strings.Contains(out, id) || strings.Contains(out, "bypass=") {
		t.Errorf("links:\n%s", out)
	}
	maintenanceOutput(t, dir, "revoke", id, "--brand", "marmara")
	if out := maintenanceOutput(t, dir, "links", "--brand", "marmara"); strings.Contains(out, id) {
		t.Errorf("links:\n%s", out)
	}
}
