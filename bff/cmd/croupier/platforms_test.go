package main

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/contract"
	"croupier/bff/mock"
	"croupier/bff/platform/conformance"
	"croupier/bff/test/e2e"
	"croupier/bff/test/halcyon"
)

const fictionalMapping = "../../../configs/mappings/fictional.yaml"

// handlers returns the mock and a Halcyon platform on top of it. All tests share them, because
// their expressions are expensive to compile.
var handlers = sync.OnceValues(func() (envelope, fictional http.Handler) {
	calls, err := contract.Load()
	casino, errOfCasino := mock.New(mock.Options{Seed: 3, Contract: calls})
	fictional, errOfHalcyon := halcyon.New(casino)
	if err := errors.Join(err, errOfCasino, errOfHalcyon); err != nil {
		panic(err)
	}
	return casino, fictional
})

// servePlatforms serves the mock and a Halcyon platform on top of it.
func servePlatforms(t *testing.T) (envelope, fictional string) {
	t.Helper()
	casino, other := handlers()
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
		offers = "--offers virtualgames/preview --offers crm/recent_wins --offers finance/cancel_withdrawal " +
			"--offers user/register_resend"
		writes = offers + " --writes --username demo --password Demo123"
	)
	runCommands(t, "contract verify", "", []command{
		{"envelope adapter as guest", offers + envelope, exitOK, "1 skipped, 0 failed"},
		{
			"optional calls that are not offered", envelope, exitOK,
			"skipped crm/recent_wins: unsupported: optional, and not offered",
		},
		{"envelope adapter as player", writes + envelope, exitOK, "0 skipped, 0 failed"},
		{"mapping as player", writes + fictional + " --mapping " + fictionalMapping, exitOK, "0 skipped, 0 failed"},
		{"a platform without envelopes", fictional, exitFailure, "failed casino/games_list"},
		{"a wrong password", "--username demo --password no" + envelope, exitFailure, "failed user/login: login"},
		{
			"a broken mapping", fictional + " --mapping " + broken, exitFailure,
			broken + ":3:3: calls.user/enter: unknown call",
		},
		{"no platform", "", exitUsage, "--upstream"},
		{
			"an offered call that does not exist", "--offers crm/recent_win" + envelope, exitUsage,
			`"crm/recent_win" is not an optional call`,
		},
		{
			"an offered call that is not optional", "--offers casino/games_list" + envelope, exitUsage,
			`"casino/games_list" is not an optional call`,
		},
		{"an unknown zone", "--zone Nowhere/Town" + envelope, exitUsage, "Nowhere/Town"},
	})
	report := decoded[conformance.Report](t, exitOK, strings.Fields("contract verify --format json"+envelope)...)
	assert.NotEqual(t, 0, report.Count(conformance.Passed), "as JSON: %+v", report)
	out := wantRun(t, exitOK, "# ", strings.Fields("contract verify --suggest"+envelope)...)
	assert.True(
		t, strings.HasPrefix(out, "# ") && !strings.Contains(out, "contract_overrides"), "without deviations:\n%s", out,
	)
}

func TestExportWritesContract(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	wantRun(t, exitOK, dir, "contract", "export", "--out", dir)
	for _, name := range []string{"openapi.yaml", "schemas/casino.json", "schemas/finance.json"} {
		assert.Equal(
			t, readFile(t, filepath.Join("../../../contracts", name)), readFile(t, filepath.Join(dir, name)), name,
		)
	}
}

// configureFictional writes a configuration with one brand in front of the fictional platform,
// whose settings have a secret header. It replaces text of the mapping.
func configureFictional(t *testing.T, oldnew ...string) (file string) {
	t.Helper()
	_, url := servePlatforms(t)
	dir := t.TempDir()
	mapping := writeFile(t, dir, "mapping.yaml", strings.NewReplacer(oldnew...).Replace(readFile(t, fictionalMapping)))
	file, err := e2e.WriteConfig(dir, []e2e.Brand{{ID: "isle", Upstream: map[string]any{
		"adapter": "rest", "url": url, "mapping": mapping, "headers": map[string]string{"X-Api-Key": "geheimer-wert"},
	}, Settings: map[string]any{
		"features": map[string]any{"calls": []string{
			"virtualgames/preview", "crm/recent_wins", "finance/cancel_withdrawal", "user/register_resend",
		}},
	}}})
	require.NoError(t, err)
	return file
}

func TestCommandsOfAConfiguredPlatform(t *testing.T) {
	config := configureFictional(t)
	player := " --login demo --password-file " + writeFile(t, t.TempDir(), "password", "Demo123\n")
	runCommands(t, "mapping try --config "+config, "", []command{
		{"a call of a player without one", "user/get_user_profile", exitFailure, "use --login"},
		{
			"an unknown player", "user/get_user_profile" + strings.Replace(player, "demo", "nobody", 1), exitFailure,
			"could not log in: refused",
		},
		{"a write without consent", "user/sms_send", exitFailure, "use --writes"},
		{"an unknown call", "casino/steal", exitFailure, "not a call of a platform"},
		{"data that violates the contract", `casino/games_list --data {"limit":0}`, exitFailure, "--data: limit"},
	})
	for call, wants := range map[string][]string{
		`casino/games_list --data {"limit":2}`: {
			"--- request\nGET http", "X-Api-Key: [masked] (settings)", "--- response\n200 OK", "--- mapped",
			`"pagination"`, "matches the contract",
		},
		"user/get_user_profile" + player: {"Authorization: [masked]", `"username": "demo"`, "matches the contract"},
	} {
		out := wantRun(t, exitOK, "", strings.Fields("mapping try --config "+config+" "+call)...)
		for _, want := range wants {
			assert.Contains(t, out, want, call)
		}
	}
	runCommands(t, "contract verify --config "+config, "", []command{
		{"verify as a guest", "", exitOK, "1 skipped, 0 failed"},
		{"verify as a player", player, exitOK, "0 skipped, 0 failed"},
		{"verify with writes", "--writes" + player, exitUsage, "exclude each other"},
		{"verify an unknown brand", "--brand x", exitFailure, "unknown brand x"},
	})
	wantRun(t, exitOK, "0 skipped, 0 failed", strings.Fields("check --upstream --config "+config+player)...)
}

func TestMappingTryNamesThePlaceOfAnError(t *testing.T) {
	config := configureFictional(t, "data: .items | map(shelf(game))", "data: .items | map(.name | keys)")
	out := wantRun(t, exitFailure, "--- jq error", "mapping", "try", "casino/category_list", "--config", config)
	for _, want := range []string{
		"mapping.yaml:", "calls.casino/category_list.data", ".items | map(.name | keys)", "keys cannot be applied to",
	} {
		assert.Contains(t, out, want)
	}
}

func TestCheckReportsHostsAndUnsupportedCalls(t *testing.T) {
	mapping := readFile(t, fictionalMapping)
	_, jackpots, found := strings.Cut(mapping, "  habanero/getJackpots:\n")
	require.True(t, found, "no habanero/getJackpots")
	lines := strings.SplitAfter(jackpots, "\n")
	end := slices.IndexFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "    ") })
	config := configureFictional(t, "  habanero/getJackpots:\n"+strings.Join(
		lines[:end], "",
	), "", "\ncalls:\n", "\nunsupported: [habanero]\ncalls:\n",
		"logo: .logo_url, gameCount", `logo: "https://cdn.example/x.png", gameCount`)
	wantRun(
		t, exitOK, "skipped habanero/getJackpots: unsupported: declared as unsupported", "contract", "verify",
		"--config", config,
	)
	const want = "brand isle does not allow https://cdn.example, which casino/provider_list uses: add it to " +
		"origins.images"
	wantRun(t, exitOK, want, "check", "--upstream", "--config", config)
}

// rewriting serves a platform whose responses are changed by rewrite.
func rewriting(t *testing.T, platform http.Handler, rewrite func(r *http.Request, body string) string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		answered := httptest.NewRecorder()
		platform.ServeHTTP(answered, r)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		for name, values := range answered.Header() {
			if name != "Content-Length" && name != "Content-Encoding" {
				w.Header()[name] = values
			}
		}
		w.WriteHeader(answered.Code)
		_, _ = io.WriteString(w, rewrite(r, answered.Body.String()))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// deviatingEnvelope changes the answers of an envelope platform in several ways.
func deviatingEnvelope(r *http.Request, body string) string {
	raw, _ := io.ReadAll(r.Body)
	var envelope struct {
		API struct{ Class, Method string }
	}
	_ = json.Unmarshal(raw, &envelope)
	switch envelope.API.Class + "/" + envelope.API.Method {
	case "casino/games_list":
		return strings.NewReplacer(
			`"rtp":`, `"rtp":"high","was":`, `"isNew":`, `"was":`, `"volatility":"low"`, `"volatility":"turbo"`,
		).Replace(body)
	case "casino/provider_list":
		return strings.ReplaceAll(body, `"logo":`, `"logo":null,"was":`)
	case "habanero/getJackpots":
		return `{"result":true,"message":"","data":null,"code":200}`
	case "finance/list_banks":
		return strings.ReplaceAll(body, `"bankID":`, `"bankID":false,"was":`)
	}
	return body
}

// verify verifies a platform as a player.
func verify(t *testing.T, url string, args ...string) (code int, out string) {
	t.Helper()
	player := []string{"contract", "verify", "--upstream", url, "--username", "demo", "--password", "Demo123"}
	code, out, errOut := runCommand(t, append(player, args...)...)
	return code, out + errOut
}

// The printed overrides accept exactly the platform's deviations, in the command and in the server
// file.
func TestSuggestedOverridesFit(t *testing.T) {
	casino, _ := handlers()
	url := rewriting(t, casino, deviatingEnvelope) + mock.EndpointPath
	code, out := verify(t, url, "--suggest")
	for _, want := range []string{
		"# deviates casino/games_list $[*].rtp: string, want number, such as \"aaaa\"",
		"$[*].isNew:", "$[*].logo:", "$[*].bankID:", "nullable: true", "types: [string]",
	} {
		require.True(t, code == exitFailure && strings.Contains(out, want), "status %d, no %s in\n%s", code, want, out)
	}
	file := writeFile(t, t.TempDir(), "overrides.yaml", out)
	code, fitting := verify(t, url, "--overrides", file)
	assert.True(
		t, code == exitOK && !strings.Contains(fitting, "deviates"), "with the overrides: status %d\n%s", code, fitting,
	)

	server := envelopeConfig(url)
	wantRun(t, exitFailure, "deviates", "check", "--upstream", "--config", writeConfig(t, server))
	_, overrides, _ := strings.Cut(out, "\ncontract_overrides:")
	server += "    contract_overrides:" + strings.ReplaceAll(overrides, "\n", "\n    ")
	wantRun(t, exitOK, "", "check", "--upstream", "--config", writeConfig(t, server))
}

// The printed calls replace calls of the mapping. The overrides accept all remaining deviations.
func TestSuggestedMappingFits(t *testing.T) {
	_, platform := handlers()
	url := rewriting(t, platform, func(r *http.Request, body string) string {
		switch {
		case strings.HasPrefix(r.URL.Path, "/v1/slots/games"):
			return strings.NewReplacer(`"rtp_percent":`, `"rtp_percent":"96.5","was":`, `"title":`,
				`"title":null,"was":`,
				`"is_new":`, `"is_new":1,"was":`, `"volatility":"low"`, `"volatility":"turbo"`, `"kind":`,
				`"kind":7,"was":`).Replace(body)
		case strings.HasPrefix(r.URL.Path, "/v1/slots/shelves"):
			return strings.ReplaceAll(body, `"icon":`, `"icon":{"a":1},"was":`)
		}
		return body
	})
	code, out := verify(t, url, "--mapping", fictionalMapping, "--suggest")
	require.True(t, code == exitFailure && strings.Contains(out, "\ncalls:") && strings.Contains(
		out, "\ncontract_overrides:",
	),
		"status %d\n%s", code, out)
	overrides, mapping := writeFile(t, t.TempDir(), "overrides.yaml", out), filepath.Join(t.TempDir(), "mapping.yaml")
	replaceCalls(t, mapping, out)
	code, out = verify(t, url, "--mapping", mapping, "--overrides", overrides)
	assert.True(
		t, code == exitOK && !strings.Contains(out, "deviates"), "with the suggestions: status %d\n%s", code, out,
	)
	// The filters alone fit what can be converted.
	_, out = verify(t, url, "--mapping", mapping)
	for _, path := range []string{".rtp:", ".name:", ".isNew:", ".type:"} {
		assert.NotContains(t, out, path)
	}
	assert.Regexp(t, `(?s)\.volatility:.*\.icon:|\.icon:.*\.volatility:`, out, "what cannot be converted is gone")
}

// replaceCalls writes the example mapping with the calls of a suggestion.
func replaceCalls(t *testing.T, file, suggestion string) {
	t.Helper()
	var mapping, suggested yaml.MapSlice
	for from, into := range map[string]*yaml.MapSlice{readFile(t, fictionalMapping): &mapping, suggestion: &suggested} {
		require.NoError(t, yaml.UnmarshalWithOptions([]byte(from), into, yaml.UseOrderedMap()))
	}
	replacements, _ := suggested.ToMap()["calls"].(yaml.MapSlice)
	for i, item := range mapping {
		calls, _ := item.Value.(yaml.MapSlice)
		for j, call := range calls {
			changed, ok := replacements.ToMap()[call.Key.(string)] //nolint:forcetypeassert // keys are strings
			if ok && item.Key == "calls" {
				calls[j].Value = changed
			}
		}
		mapping[i].Value = item.Value
	}
	out, err := yaml.Marshal(mapping)
	require.NoError(t, err)
	writeFile(t, filepath.Dir(file), filepath.Base(file), string(out))
}

func TestDataOfAnotherTypeHasNoOverride(t *testing.T) {
	casino, _ := handlers()
	url := rewriting(t, casino, func(_ *http.Request, body string) string {
		return strings.ReplaceAll(body, `"data":[`, `"data":"x","was":[`)
	}) + mock.EndpointPath
	wantRun(
		t, exitFailure, "# You cannot accept casino/provider_list $: string, want array", "contract", "verify",
		"--suggest", "--upstream", url,
	)
}
