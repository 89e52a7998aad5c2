package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock"
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
	casino, _ := handlers(t)
	url := rewriting(t, casino, deviatingEnvelope) + mock.EndpointPath
	verify := func(args ...string) (int, string) {
		code, out, errOut := runCommand(t, append(append([]string{"contract", "verify", "--upstream", url}, strings.Fields(player)...), args...)...)
		return code, out + errOut
	}
	code, out := verify("--suggest")
	for _, want := range []string{
		"# deviates casino/games_list $[*].rtp: string, want number, such as \"aaaa\"",
		"$[*].isNew:", "$[*].logo:", "$[*].bankID:", "nullable: true", "types: [string]",
	} {
		require.True(t, code == exitFailure && strings.Contains(out, want), "status %d, no %s in\n%s", code, want, out)
	}
	file := writeFile(t, t.TempDir(), "overrides.yaml", out)
	if code, out := verify("--overrides", file); code != exitOK || strings.Contains(out, "deviates") {
		t.Errorf("with the overrides: status %d\n%s", code, out)
	}

	server := envelopeConfig(url)
	wantRun(t, exitFailure, "deviates", "check", "--upstream", "--config", writeConfig(t, server))
	_, overrides, _ := strings.Cut(out, "\ncontract_overrides:")
	server += "    contract_overrides:" + strings.ReplaceAll(overrides, "\n", "\n    ")
	wantRun(t, exitOK, "", "check", "--upstream", "--config", writeConfig(t, server))
}

// The printed calls replace those of the mapping, and what remains is accepted by the overrides.
func TestSuggestedMappingFits(t *testing.T) {
	_, platform := handlers(t)
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
	require.True(t, code == exitFailure && strings.Contains(out, "\ncalls:") && strings.Contains(out, "\ncontract_overrides:"),
		"status %d\n%s", code, out)
	overrides, mapping := writeFile(t, t.TempDir(), "overrides.yaml", out), filepath.Join(t.TempDir(), "mapping.yaml")
	replaceCalls(t, mapping, out)
	if code, out := verify(mapping, "--overrides", overrides); code != exitOK || strings.Contains(out, "deviates") {
		t.Errorf("with the suggestions: status %d\n%s", code, out)
	}
	// The filters alone fit what can be converted.
	_, out = verify(mapping)
	for _, path := range []string{".rtp:", ".name:", ".isNew:", ".type:"} {
		assert.NotContains(t, out, path, "%s still deviates:\n%s", path, out)
	}
	assert.True(t, strings.Contains(out, ".volatility:") && strings.Contains(out, ".icon:"),
		"what cannot be converted is gone:\n%s", out)
}

// replaceCalls writes the example mapping with the calls of a suggestion.
func replaceCalls(t *testing.T, file, suggestion string) {
	t.Helper()
	var mapping, suggested yaml.MapSlice
	for from, into := range map[string]*yaml.MapSlice{readFile(t, fictionalMapping): &mapping, suggestion: &suggested} {
		noError(t, yaml.UnmarshalWithOptions([]byte(from), into, yaml.UseOrderedMap()))
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
	noError(t, err)
	writeFile(t, filepath.Dir(file), filepath.Base(file), string(out))
}

func TestDataOfAnotherTypeHasNoOverride(t *testing.T) {
	casino, _ := handlers(t)
	url := rewriting(t, casino, func(_ *http.Request, body string) string {
		return strings.ReplaceAll(body, `"data":[`, `"data":"x","was":[`)
	}) + mock.EndpointPath
	wantRun(t, exitFailure, "# nothing accepts casino/provider_list $: string, want array", "contract", "verify", "--suggest", "--upstream", url)
}
