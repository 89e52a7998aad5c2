package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
	"croupier/bff/mock"
	"croupier/bff/upstream/rest/halcyon"
)

// rewriting serves a platform whose responses are changed by rewrite.
func rewriting(t *testing.T, platform http.Handler, rewrite func(r *http.Request, body string) string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		asked := r.Clone(r.Context())
		asked.Body = io.NopCloser(strings.NewReader(string(raw)))
		answered := httptest.NewRecorder()
		platform.ServeHTTP(answered, asked)
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

func newCasino(t *testing.T) http.Handler {
	t.Helper()
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	casino, err := mock.New(mock.Options{Seed: 3, Contract: calls})
	if err != nil {
		t.Fatal(err)
	}
	return casino.Handler()
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
		return strings.NewReplacer(`"rtp":`, `"rtp":"high","was":`, `"isNew":`, `"was":`, `"volatility":"low"`, `"volatility":"turbo"`).Replace(body)
	case "casino/provider_list":
		return strings.ReplaceAll(body, `"logo":`, `"logo":null,"was":`)
	case "habanero/getJackpots":
		return `{"result":true,"message":"","data":null,"code":200}`
	case "finance/list_banks":
		return strings.ReplaceAll(body, `"bankID":`, `"bankID":false,"was":`)
	}
	return body
}

const player = "--username demo --password Demo123"

// The printed overrides accept exactly what the platform does, in the command and in the server file.
func TestSuggestedOverridesFit(t *testing.T) {
	url := rewriting(t, newCasino(t), deviatingEnvelope) + mock.EndpointPath
	verify := func(args ...string) (int, string) {
		code, out, errOut := runCommand(t, append(append([]string{"contract", "verify", "--upstream", url}, strings.Fields(player)...), args...)...)
		return code, out + errOut
	}
	code, out := verify("--suggest")
	for _, want := range []string{
		"# deviates casino/games_list $[*].rtp: string, want number, such as \"aaaa\"",
		"$[*].isNew:", "$[*].logo:", "$[*].bankID:", "nullable: true", "types: [string]",
	} {
		if code != exitFailure || !strings.Contains(out, want) {
			t.Fatalf("status %d, no %s in\n%s", code, want, out)
		}
	}
	file := filepath.Join(t.TempDir(), "overrides.yaml")
	if err := os.WriteFile(file, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out := verify("--overrides", file); code != exitOK || strings.Contains(out, "deviates") {
		t.Errorf("with the overrides: status %d\n%s", code, out)
	}

	server := "profile: demo\nbrands: brands\nupstreams:\n  mock:\n    adapter: envelope\n    url: " + url + "\n"
	if code, out, _ := runCommand(t, "check", "--upstream", "--config", writeConfig(t, server)); code != exitFailure || !strings.Contains(out, "deviates") {
		t.Errorf("check without overrides: status %d\n%s", code, out)
	}
	_, overrides, _ := strings.Cut(out, "\ncontract_overrides:")
	server += "    contract_overrides:" + strings.ReplaceAll(overrides, "\n", "\n    ")
	if code, out, errOut := runCommand(t, "check", "--upstream", "--config", writeConfig(t, server)); code != exitOK {
		t.Errorf("check with overrides: status %d\n%s%s\n%s", code, out, errOut, server)
	}
}

// The printed calls replace those of the mapping, and what remains is accepted by the overrides.
func TestSuggestedMappingFits(t *testing.T) {
	platform, err := halcyon.New(newCasino(t))
	if err != nil {
		t.Fatal(err)
	}
	url := rewriting(t, platform, func(r *http.Request, body string) string {
		switch {
		case strings.HasPrefix(r.URL.Path, "/v1/slots/games"):
			return strings.NewReplacer(`"rtp_percent":`, `"rtp_percent":"96.5","was":`, `"title":`, `"title":null,"was":`,
				`"is_new":`, `"is_new":1,"was":`, `"volatility":"low"`, `"volatility":"turbo"`, `"kind":`, `"kind":7,"was":`).Replace(body)
		case strings.HasPrefix(r.URL.Path, "/v1/slots/shelves"):
			return strings.ReplaceAll(body, `"icon":`, `"icon":{"a":1},"was":`)
		}
		return body
	})
	verify := func(mapping string, args ...string) (int, string) {
		code, out, errOut := runCommand(t, append(append([]string{"contract", "verify", "--upstream", url, "--mapping", mapping}, strings.Fields(player)...), args...)...)
		return code, out + errOut
	}
	code, out := verify(fictionalMapping, "--suggest")
	if code != exitFailure || !strings.Contains(out, "\ncalls:") || !strings.Contains(out, "\ncontract_overrides:") {
		t.Fatalf("status %d\n%s", code, out)
	}
	dir := t.TempDir()
	overrides, mapping := filepath.Join(dir, "overrides.yaml"), filepath.Join(dir, "mapping.yaml")
	if err := os.WriteFile(overrides, []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	replaceCalls(t, mapping, out)
	if code, out := verify(mapping, "--overrides", overrides); code != exitOK || strings.Contains(out, "deviates") {
		t.Errorf("with the suggestions: status %d\n%s", code, out)
	}
	// The filters alone fit what can be converted.
	_, out = verify(mapping)
	for _, path := range []string{".rtp:", ".name:", ".isNew:", ".type:"} {
		if strings.Contains(out, path) {
			t.Errorf("%s still deviates:\n%s", path, out)
		}
	}
	if !strings.Contains(out, ".volatility:") || !strings.Contains(out, ".icon:") {
		t.Errorf("what cannot be converted is gone:\n%s", out)
	}
}

// replaceCalls writes the example mapping with the calls of a suggestion.
func replaceCalls(t *testing.T, file, suggestion string) {
	t.Helper()
	raw, err := os.ReadFile(fictionalMapping)
	if err != nil {
		t.Fatal(err)
	}
	var mapping, suggested yaml.MapSlice
	for from, into := range map[string]*yaml.MapSlice{string(raw): &mapping, suggestion: &suggested} {
		if err := yaml.UnmarshalWithOptions([]byte(from), into, yaml.UseOrderedMap()); err != nil {
			t.Fatal(err)
		}
	}
	replacements, _ := suggested.ToMap()["calls"].(yaml.MapSlice)
	for i, item := range mapping {
		calls, _ := item.Value.(yaml.MapSlice)
		for j, call := range calls {
			if changed, ok := replacements.ToMap()[call.Key.(string)]; ok && item.Key == "calls" { //nolint:forcetypeassert // keys are strings
				calls[j].Value = changed
			}
		}
		mapping[i].Value = item.Value
	}
	out, err := yaml.Marshal(mapping)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, out, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestSuggestionWithoutDeviations(t *testing.T) {
	envelope, _ := servePlatforms(t)
	code, out, _ := runCommand(t, "contract", "verify", "--suggest", "--upstream", envelope)
	if code != exitOK || !strings.HasPrefix(out, "# ") || strings.Contains(out, "contract_overrides") {
		t.Errorf("status %d\n%s", code, out)
	}
}

func TestDataOfAnotherTypeHasNoOverride(t *testing.T) {
	url := rewriting(t, newCasino(t), func(_ *http.Request, body string) string {
		return strings.ReplaceAll(body, `"data":[`, `"data":"x","was":[`)
	}) + mock.EndpointPath
	code, out, _ := runCommand(t, "contract", "verify", "--suggest", "--upstream", url)
	if code != exitFailure || !strings.Contains(out, "# nothing accepts casino/provider_list $: string, want array") {
		t.Errorf("status %d\n%s", code, out)
	}
}
