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
		{"an invalid end", "on --brand marmara --until tomorrow", exitUsage, "--until"},
		{"an end in the past", "on --brand marmara --until 2020-01-01T00:00:00Z", exitFailure, "must be after the start and after now"},
		{"an invalid address", "on --brand marmara --bypass here", exitUsage, "--bypass"},
		{"a schedule without start", "schedule --brand marmara", exitUsage, "--from"},
		{"a schedule with an invalid start", "schedule --brand marmara --from soon", exitUsage, "--from"},
		{"a link for all", "link --all", exitUsage, "one brand"},
		{"open neither a brand nor all", "off", exitUsage, "--brand ID or --all"},
		{"a link without a brand", "link", exitUsage, "--brand ID"},
		{"nothing has changed", "status", exitOK, "marmara  open"},
		{"part of a brand", "on --brand marmara --calls livecasino,finance/check_balance --message-tr Bakım", exitOK, "livecasino,finance/check_balance"},
		{"it is stored", "status --brand marmara", exitOK, "Bakım"},
		{"a schedule", "schedule --brand zephyr --from 2h --until 30m", exitOK, "zephyr  scheduled"},
		{"a link", "link --brand marmara", exitOK, "http://localhost/?bypass="},
		{"open all", "off --all", exitOK, "marmara  open"},
		{"it is stored as well", "status", exitOK, "zephyr   open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, append(append([]string{"maintenance"}, strings.Fields(c.args)...), "--data-dir", dir)...)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("status %d, want %d; output:\n%s%s", code, c.code, out, errOut)
			}
		})
	}
}
