package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"croupier/bff/conformance"
	"croupier/bff/contract"
	"croupier/bff/mock"
	"croupier/bff/upstream/rest/halcyon"
)

// servePlatforms serves the mock and a Halcyon platform on top of it.
func servePlatforms(t *testing.T) (envelope, fictional string) {
	t.Helper()
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	casino, err := mock.New(mock.Options{Seed: 3, Contract: calls})
	if err != nil {
		t.Fatal(err)
	}
	other, err := halcyon.New(casino.Handler())
	if err != nil {
		t.Fatal(err)
	}
	serve := func(h http.Handler) string {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		return server.URL
	}
	return serve(casino.Handler()) + mock.EndpointPath, serve(other)
}

const fictionalMapping = "../../../configs/mappings/fictional.yaml"

func TestVerify(t *testing.T) {
	envelope, fictional := servePlatforms(t)
	broken := filepath.Join(t.TempDir(), "broken.yaml")
	if err := os.WriteFile(broken, []byte("version: 1\ncalls:\n  user/enter: { method: GET }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	offers := []string{"--offers", "virtualgames/preview", "--offers", "crm/recent_wins", "--offers", "finance/cancel_withdrawal"}
	player := append([]string{"--username", "demo", "--password", "Demo123", "--writes"}, offers...)
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"envelope adapter as guest", append(slices.Clone(offers), "--upstream", envelope), exitOK, "1 skipped, 0 failed"},
		{"optional calls that are not offered", []string{"--upstream", envelope}, exitOK, "skipped crm/recent_wins: unsupported: optional, and not offered"},
		{"envelope adapter as player", append(slices.Clone(player), "--upstream", envelope), exitOK, "0 skipped, 0 failed"},
		{"mapping as player", append(slices.Clone(player), "--upstream", fictional, "--mapping", fictionalMapping), exitOK, "0 skipped, 0 failed"},
		{"a platform without envelopes", []string{"--upstream", fictional}, exitFailure, "failed casino/games_list"},
		{"a wrong password", []string{"--upstream", envelope, "--username", "demo", "--password", "no"}, exitFailure, "failed user/login: login"},
		{"a broken mapping", []string{"--upstream", fictional, "--mapping", broken}, exitFailure, broken + ":3:3: calls.user/enter: unknown call"},
		{"no platform", nil, exitUsage, "--upstream"},
		{"an offered call that does not exist", []string{"--upstream", envelope, "--offers", "crm/recent_win"}, exitUsage, `"crm/recent_win" is not an optional call`},
		{"an offered call that is not optional", []string{"--upstream", envelope, "--offers", "casino/games_list"}, exitUsage, `"casino/games_list" is not an optional call`},
		{"an unknown zone", []string{"--upstream", envelope, "--zone", "Nowhere/Town"}, exitUsage, "Nowhere/Town"},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := runCommand(t, append([]string{"contract", "verify"}, c.args...)...)
			if code != c.code || !strings.Contains(out+errOut, c.want) {
				t.Errorf("status %d, want %d; output:\n%s%s", code, c.code, out, errOut)
			}
		})
	}
}

func TestVerifyAsJSON(t *testing.T) {
	envelope, _ := servePlatforms(t)
	code, out, _ := runCommand(t, "contract", "verify", "--upstream", envelope, "--format", "json")
	var report conformance.Report
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitOK || report.Count(conformance.Passed) == 0 {
		t.Errorf("status %d, %v:\n%s", code, err, out)
	}
}

func TestExportWritesContract(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	if code, out, errOut := runCommand(t, "contract", "export", "--out", dir); code != exitOK || !strings.Contains(out, dir) {
		t.Fatalf("status %d: %s%s", code, out, errOut)
	}
	for _, name := range []string{"openapi.yaml", "schemas/casino.json", "schemas/finance.json"} {
		want, err := os.ReadFile(filepath.Join("../../../contracts", name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != string(want) {
			t.Errorf("%s: %v, %d bytes of %d", name, err, len(got), len(want))
		}
	}
}

func TestCheckReportsInvalidExpressionsOfMapping(t *testing.T) {
	file := writeConfig(t, "profile: demo\nbrands: brands\nupstreams:\n  mock:\n    adapter: rest\n    url: https://platform.example\n    mapping: m.yaml\n")
	mapping := filepath.Join(filepath.Dir(file), "m.yaml")
	if err := os.WriteFile(mapping, []byte("version: 1\ncalls:\n  user/login:\n    method: POST\n    path: /x\n    body: '{name: .data.username'\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errOut := runCommand(t, "check", "--config", file)
	if code != exitFailure || !strings.Contains(errOut, mapping+":6:33: calls.user/login.body: jq: ") {
		t.Errorf("status %d: %s", code, errOut)
	}
}
