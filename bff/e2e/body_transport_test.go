package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"croupier/bff/e2e"
)

// The brand marmara uses the body session transport and allows one other origin.
func TestBodyTransportAllowsListedOrigins(t *testing.T) {
	parallel(t)
	p := startServer(t, nil, t.TempDir(), "--config", writeConfig(t, "", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 1h, absolute: 24h, transport: body }",
		"origins:\n":                            "origins:\n  clients: [\"https://app.example\"]\n",
	}))
	c := e2e.NewClient(p.Address, "localhost", "")
	for origin, want := range map[string]int{
		"https://app.example":  http.StatusNoContent,
		"https://evil.example": http.StatusMethodNotAllowed,
	} {
		status, h, _, err := c.Do(http.MethodOptions, "/endpoint/v1", nil, map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,panel",
		})
		assert.True(t, err == nil && status == want && (h.Get("Access-Control-Allow-Origin") == origin) == (want == http.StatusNoContent),
			"preflight from %s: %d %v %v", origin, status, h, err)
	}
	login := map[string]any{"username": "demo", "password": "Demo123"}
	status, h, raw, err := c.Call("user/login", login, map[string]string{
		"Origin":         "https://app.example",
		"Sec-Fetch-Site": "cross-site",
	})
	assert.True(t, err == nil && status == http.StatusOK && h.Get("Access-Control-Allow-Origin") == "https://app.example" && h.Get("Access-Control-Allow-Credentials") == "",
		"login: %d %v %s %v", status, h, raw, err)
	// Cookies are ignored in requests of other origins.
	status, _, raw, err = c.Call("system/ping", nil, map[string]string{"Origin": "https://app.example"})
	assert.True(t, err == nil && status == http.StatusForbidden && strings.Contains(string(raw), `"anonymous user"`),
		"with a cookie: %d %s %v", status, raw, err)
	status, _, raw, err = c.Call("user/login", login, map[string]string{"Origin": "https://evil.example"})
	assert.True(t, err == nil && status == http.StatusForbidden, "another origin: %d %s %v", status, raw, err)
}
