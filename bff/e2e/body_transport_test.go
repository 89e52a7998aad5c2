package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// startBodyTransport starts a server whose brand marmara uses the body session transport and
// allows one other origin.
func startBodyTransport(t *testing.T) *e2e.Process {
	t.Helper()
	file := writeConfig(t, "", map[string]string{
		"sessions: { idle: 1h, absolute: 24h }": "sessions: { idle: 1h, absolute: 24h, transport: body }\n",
	})
	editFile(t, strings.Replace(file, "croupier.yaml", "brands/marmara/brand.yaml", 1), "origins:\n", "origins:\n  clients: [\"https://app.example\"]\n")
	return startServer(t, nil, t.TempDir(), "--config", file)
}

// bodyClient is a client without cookies. It sends the user object of its last response.
type bodyClient struct {
	address, host, world string
	user                 map[string]any
}

// call posts a call with the user object and stores the user object of the response.
func (n *bodyClient) call(t *testing.T, call string, data map[string]any) (status int, a map[string]json.RawMessage) {
	t.Helper()
	class, method, _ := strings.Cut(call, "/")
	if data == nil {
		data = map[string]any{}
	}
	body, err := json.Marshal(map[string]any{"api": map[string]string{"class": class, "method": method}, "data": data, "user": n.user})
	if err != nil {
		t.Fatal(err)
	}
	// Each call has a client of its own, so that no cookies are sent.
	status, _, raw, err := e2e.NewClient(n.address, n.host, n.world).
		Do(http.MethodPost, "/endpoint/v1", body, map[string]string{"Content-Type": "application/json", "panel": "frontend"})
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(raw, &a); err != nil {
		t.Fatalf("%s: %v in %s", call, err, raw)
	}
	var user struct{ UID, SID, UIP string }
	if json.Unmarshal(a["data"], &user) == nil && user.SID != "" {
		n.user = map[string]any{"uid": user.UID, "sid": user.SID, "uip": user.UIP, "gmt": "3", "lang": "tr"}
	}
	return status, a
}

func (n *bodyClient) login(t *testing.T, username string) {
	t.Helper()
	n.user = nil
	if _, a := n.call(t, "user/login", map[string]any{"username": username, "password": "Demo123"}); string(a["result"]) != "true" || n.user == nil {
		t.Fatalf("login of %s: %s", username, a["message"])
	}
}

// sessionError returns the debug text of a session call; "" if the session is valid.
func (n *bodyClient) sessionError(t *testing.T) string {
	t.Helper()
	_, a := n.call(t, "system/ping", nil)
	var debug string
	_ = json.Unmarshal(a["debug"], &debug) // null leaves it empty
	return debug
}

func TestBodyTransportAuthenticatesByUserObject(t *testing.T) {
	t.Parallel()
	p := startBodyTransport(t)
	n := &bodyClient{address: p.Address, host: "localhost", world: "body"}
	n.login(t, "demo")
	if got := n.sessionError(t); got != "" {
		t.Fatalf("after login: %q", got)
	}
	otherBrand := *n
	otherBrand.host = "zephyr.localhost"
	if got := otherBrand.sessionError(t); got != "anonymous user" {
		t.Errorf("at another brand: %q", got)
	}
	other := &bodyClient{address: p.Address, host: "localhost", world: "body"}
	other.login(t, "yeni")
	mixed := *n
	mixed.user = map[string]any{"uid": other.user["uid"], "sid": n.user["sid"], "uip": n.user["uip"]}
	if got := mixed.sessionError(t); got != "anonymous user" {
		t.Errorf("with another's uid: %q", got)
	}
	before := *n
	if _, a := n.call(t, "user/refresh", nil); string(a["result"]) != "true" || n.user["sid"] == before.user["sid"] {
		t.Fatalf("refresh: %s", a["message"])
	}
	if got := n.sessionError(t); got != "" {
		t.Errorf("after refresh: %q", got)
	}
	if _, a := n.call(t, "user/logout", nil); string(a["result"]) != "true" {
		t.Fatalf("logout: %s", a["message"])
	}
	for name, copied := range map[string]*bodyClient{"its own": n, "the one before the refresh": &before} {
		if got := copied.sessionError(t); got != "anonymous user" {
			t.Errorf("after logout, %s: %q", name, got)
		}
	}

	// The second factor is required too. It completes the session of the user object.
	n.login(t, "ikili")
	if got := n.sessionError(t); got != "two factor required" {
		t.Errorf("before the code: %q", got)
	}
	_, _, raw, err := e2e.NewClient(p.Address, "localhost", "body").Do(http.MethodGet, "/__mock/totp?username=ikili", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var totp struct{ Code string }
	if err := json.Unmarshal(raw, &totp); err != nil {
		t.Fatal(err)
	}
	if _, a := n.call(t, "user/check_ga", map[string]any{"ga_code": totp.Code}); string(a["result"]) != "true" {
		t.Fatalf("check_ga: %s", a["message"])
	}
	if got := n.sessionError(t); got != "" {
		t.Errorf("after the code: %q", got)
	}
}

func TestBodyTransportAllowsListedOrigins(t *testing.T) {
	t.Parallel()
	p := startBodyTransport(t)
	c := e2e.NewClient(p.Address, "localhost", "")
	for origin, want := range map[string]int{"https://app.example": http.StatusNoContent, "https://evil.example": http.StatusMethodNotAllowed} {
		status, h, _, err := c.Do(http.MethodOptions, "/endpoint/v1", nil, map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,panel",
		})
		if err != nil || status != want || (h.Get("Access-Control-Allow-Origin") == origin) != (want == http.StatusNoContent) {
			t.Errorf("preflight from %s: %d %v %v", origin, status, h, err)
		}
	}
	login := map[string]any{"username": "demo", "password": "Demo123"}
	status, h, raw, err := c.Call("user/login", login, map[string]string{"Origin": "https://app.example", "Sec-Fetch-Site": "cross-site"})
	if err != nil || status != http.StatusOK || h.Get("Access-Control-Allow-Origin") != "https://app.example" || h.Get("Access-Control-Allow-Credentials") != "" {
		t.Errorf("login: %d %v %s %v", status, h, raw, err)
	}
	// Cookies are ignored in requests of other origins.
	status, _, raw, err = c.Call("system/ping", nil, map[string]string{"Origin": "https://app.example"})
	if err != nil || status != http.StatusForbidden || !strings.Contains(string(raw), `"anonymous user"`) {
		t.Errorf("with a cookie: %d %s %v", status, raw, err)
	}
	if status, _, raw, err = c.Call("user/login", login, map[string]string{"Origin": "https://evil.example"}); err != nil || status != http.StatusForbidden {
		t.Errorf("another origin: %d %s %v", status, raw, err)
	}
}
