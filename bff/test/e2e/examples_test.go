package e2e_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

// example matches a request and a response in contracts/WIRE.md, with an optional path and key.
var example = regexp.MustCompile(
	"(?s)```json request( /\\S+)?(?: key=(\\w+))?\n(.*?)\n```\n```json response\n(.*?)\n```")

// TestExamplesOfTheWireProtocol replays the examples of the document in order in one browser.
func TestExamplesOfTheWireProtocol(t *testing.T) {
	parallel(t)
	text, err := os.ReadFile("../../../contracts/WIRE.md")
	require.NoError(t, err)
	examples := example.FindAllStringSubmatch(string(text), -1)
	require.Len(t, examples, strings.Count(string(text), "```json re")/2)
	client, keys := e2e.NewClient(server.Address, "localhost", "wire"), map[string]string{}
	for _, e := range examples {
		path, name, body := strings.TrimSpace(e[1]), e[2], e[3]
		if path == "" {
			path = "/endpoint/v1"
		}
		header := map[string]string{"Content-Type": "application/json", "panel": "frontend"}
		if name != "" && keys[name] == "" {
			keys[name] = uuid.Must(uuid.NewV7()).String()
		}
		if name != "" {
			header["Idempotency-Key"] = keys[name]
		}
		status, _, raw, err := client.Do("POST", path, []byte(strings.ReplaceAll(body, "{key}", keys[name])), header)
		require.NoError(t, err)
		var got, want map[string]any
		require.NoError(t, json.Unmarshal(raw, &got), "%s: %s", body, raw)
		require.NoError(t, json.Unmarshal([]byte(e[4]), &want), e[4])
		require.Empty(t, difference("", want, got), "%s: %s", body, raw)
		if want["result"] == false {
			require.EqualValues(t, status, want["code"], body)
		}
	}
}

// difference returns the first field of want that got lacks. A text with … matches any value.
func difference(at string, want, got any) string {
	switch w := want.(type) {
	case map[string]any:
		g, _ := got.(map[string]any)
		for key, value := range w {
			if _, ok := g[key]; !ok {
				return at + "." + key + " is missing"
			}
			if d := difference(at+"."+key, value, g[key]); d != "" {
				return d
			}
		}
		return ""
	case []any:
		g, _ := got.([]any)
		for i := range max(len(w), len(g)) {
			if i >= len(w) || i >= len(g) {
				return fmt.Sprintf("%s has %d items", at, len(g))
			}
			if d := difference(fmt.Sprint(at, "[", i, "]"), w[i], g[i]); d != "" {
				return d
			}
		}
		return ""
	}
	if want != got && want != "…" {
		return fmt.Sprintf("%s is %v, want %v", at, got, want)
	}
	return ""
}
