package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/conformance"
	"croupier/bff/contract"
	"croupier/bff/e2e"
	"croupier/bff/mock"
	"croupier/bff/upstream/rest/halcyon"
)

const fictionalMapping = "../../../configs/mappings/fictional.yaml"

// theCasino and theHalcyon are platforms that all tests share: their expressions are expensive to compile.
var (
	theCasino = sync.OnceValues(func() (http.Handler, error) {
		calls, err := contract.Load()
		if err != nil {
			return nil, err
		}
		casino, err := mock.New(mock.Options{Seed: 3, Contract: calls})
		if err != nil {
			return nil, err
		}
		return casino.Handler(), nil
	})
	theHalcyon = sync.OnceValues(func() (http.Handler, error) {
		casino, err := theCasino()
		if err != nil {
			return nil, err
		}
		return halcyon.New(casino)
	})
)

// handlers returns the mock and a Halcyon platform on top of it.
func handlers(t *testing.T) (envelope, fictional http.Handler) {
	t.Helper()
	envelope, err := theCasino()
	if err == nil {
		fictional, err = theHalcyon()
	}
	noError(t, err)
	return envelope, fictional
}

// servePlatforms serves the mock and a Halcyon platform on top of it.
func servePlatforms(t *testing.T) (envelope, fictional string) {
	t.Helper()
	casino, other := handlers(t)
	serve := func(h http.Handler) string {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		return server.URL
	}
	return serve(casino) + mock.EndpointPath, serve(other)
}

func TestVerify(t *testing.T) {
	envelope, fictional := servePlatforms(t)
	broken := writeFile(t, t.TempDir(), "broken.yaml", "version: 1\ncalls:\n  user/enter: { method: GET }\n")
	envelope, fictional = " --upstream "+envelope, " --upstream "+fictional
	const (
		offers = "--offers virtualgames/preview --offers crm/recent_wins --offers finance/cancel_withdrawal"
		writes = offers + " --writes --username demo --password Demo123"
	)
	runCommands(t, "contract verify", "", []command{
		{"envelope adapter as guest", offers + envelope, exitOK, "1 skipped, 0 failed"},
		{"optional calls that are not offered", envelope, exitOK, "skipped crm/recent_wins: unsupported: optional, and not offered"},
		{"envelope adapter as player", writes + envelope, exitOK, "0 skipped, 0 failed"},
		{"mapping as player", writes + fictional + " --mapping " + fictionalMapping, exitOK, "0 skipped, 0 failed"},
		{"a platform without envelopes", fictional, exitFailure, "failed casino/games_list"},
		{"a wrong password", "--username demo --password no" + envelope, exitFailure, "failed user/login: login"},
		{"a broken mapping", fictional + " --mapping " + broken, exitFailure, broken + ":3:3: calls.user/enter: unknown call"},
		{"no platform", "", exitUsage, "--upstream"},
		{"an offered call that does not exist", "--offers crm/recent_win" + envelope, exitUsage, `"crm/recent_win" is not an optional call`},
		{"an offered call that is not optional", "--offers casino/games_list" + envelope, exitUsage, `"casino/games_list" is not an optional call`},
		{"an unknown zone", "--zone Nowhere/Town" + envelope, exitUsage, "Nowhere/Town"},
	})
	report := decoded[conformance.Report](t, exitOK, strings.Fields("contract verify --format json"+envelope)...)
	assert.NotEqual(t, 0, report.Count(conformance.Passed), "as JSON: %+v", report)
	out := wantRun(t, exitOK, "# ", strings.Fields("contract verify --suggest"+envelope)...)
	assert.True(t, strings.HasPrefix(out, "# ") && !strings.Contains(out, "contract_overrides"),
		"a suggestion without deviations:\n%s", out)
}

func TestExportWritesContract(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	wantRun(t, exitOK, dir, "contract", "export", "--out", dir)
	for _, name := range []string{"openapi.yaml", "schemas/casino.json", "schemas/finance.json"} {
		got := readFile(t, filepath.Join(dir, name))
		assert.Equal(t, readFile(t, filepath.Join("../../../contracts", name)), got,
			"%s: %d bytes differ from the contract", name, len(got))
	}
}

// configureFictional writes a configuration with one brand in front of the fictional platform, whose settings have a
// secret header. It replaces text of the mapping.
func configureFictional(t *testing.T, oldnew ...string) (file string) {
	t.Helper()
	_, url := servePlatforms(t)
	dir := t.TempDir()
	mapping := writeFile(t, dir, "mapping.yaml", strings.NewReplacer(oldnew...).Replace(readFile(t, fictionalMapping)))
	file, err := e2e.WriteConfig(dir, []e2e.Brand{{ID: "isle", Upstream: map[string]any{
		"adapter": "rest", "url": url, "mapping": mapping, "headers": map[string]string{"X-Api-Key": "geheimer-wert"},
	}, Settings: map[string]any{
		"features": map[string]any{"calls": []string{"virtualgames/preview", "crm/recent_wins", "finance/cancel_withdrawal"}},
	}}})
	noError(t, err)
	return file
}

func TestCommandsOfAConfiguredPlatform(t *testing.T) {
	config := configureFictional(t)
	player := " --login demo --password-file " + writeFile(t, t.TempDir(), "password", "Demo123\n")
	runCommands(t, "mapping try --config "+config, "", []command{
		{"a call of a player without one", "user/get_user_profile", exitFailure, "give --login"},
		{"an unknown player", "user/get_user_profile" + strings.Replace(player, "demo", "nobody", 1), exitFailure, "login: refused"},
		{"a write without consent", "user/sms_send", exitFailure, "give --writes"},
		{"an unknown call", "casino/steal", exitFailure, "not a call of a platform"},
		{"data that violates the contract", `casino/games_list --data {"limit":0}`, exitFailure, "--data: limit"},
	})
	for call, wants := range map[string][]string{
		`casino/games_list --data {"limit":2}`: {
			"--- request\nGET http", "X-Api-Key: [masked] (settings)", "--- answer\n200 OK", "--- mapped", `"pagination"`, "fits the contract",
		},
		"user/get_user_profile" + player: {"Authorization: [masked]", `"username": "demo"`, "fits the contract"},
	} {
		out := wantRun(t, exitOK, "", strings.Fields("mapping try --config "+config+" "+call)...)
		for _, want := range wants {
			assert.Contains(t, out, want, "%s: no %q in\n%s", call, want, out)
		}
	}
	runCommands(t, "contract verify --config "+config, "", []command{
		{"verify as a guest", "", exitOK, "1 skipped, 0 failed"},
		{"verify as a player", player, exitOK, "0 skipped, 0 failed"},
		{"verify with writes", "--writes" + player, exitUsage, "reads only"},
		{"verify an unknown brand", "--brand x", exitFailure, "no brand x"},
	})
	wantRun(t, exitOK, "0 skipped, 0 failed", strings.Fields("check --upstream --config "+config+player)...)
}

func TestMappingTryNamesThePlaceOfAnError(t *testing.T) {
	config := configureFictional(t, "data: .items | map(shelf(game))", "data: .items | map(.name | keys)")
	out := wantRun(t, exitFailure, "--- jq error", "mapping", "try", "casino/category_list", "--config", config)
	for _, want := range []string{"mapping.yaml:", "calls.casino/category_list.data", ".items | map(.name | keys)", "keys cannot be applied to"} {
		assert.Contains(t, out, want, "no %q in\n%s", want, out)
	}
}

func TestCheckReportsHostsAndUnsupportedCalls(t *testing.T) {
	mapping := readFile(t, fictionalMapping)
	_, jackpots, found := strings.Cut(mapping, "  habanero/getJackpots:\n")
	require.True(t, found, "no habanero/getJackpots")
	lines := strings.SplitAfter(jackpots, "\n")
	end := slices.IndexFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "    ") })
	config := configureFictional(t, "  habanero/getJackpots:\n"+strings.Join(lines[:end], ""), "", "\ncalls:\n", "\nunsupported: [habanero]\ncalls:\n",
		"logo: .logo_url, gameCount", `logo: "https://cdn.example/x.png", gameCount`)
	wantRun(t, exitOK, "skipped habanero/getJackpots: unsupported: declared as unsupported", "contract", "verify", "--config", config)
	const want = "brand isle does not allow https://cdn.example, which casino/provider_list names: origins.images"
	wantRun(t, exitOK, want, "check", "--upstream", "--config", config)
}
