package mock_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff/contract"
	"croupier/bff/mock"
)

// clock is a clock that only tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2026, 5, 14, 18, 0, 0, 0, time.UTC)} }

func (c *clock) read() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// client sends requests to a casino under test.
type client struct {
	t       testing.TB
	handler http.Handler
	site    string
	world   string
	user    map[string]string
	lang    string
}

func loadContract(t testing.TB) *contract.Catalogue {
	t.Helper()
	c, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func open(t testing.TB, seed uint64) *client {
	t.Helper()
	c, err := mock.New(mock.Options{Seed: seed, Clock: newClock().read, Control: true})
	if err != nil {
		t.Fatal(err)
	}
	return &client{t: t, handler: c.Handler(), site: "889", lang: "tr"}
}

// answer is a decoded envelope.
type answer struct {
	Result     bool
	Message    string
	Data       json.RawMessage
	Code       int
	Debug      *string
	Pagination *struct{ Limit, Offset, Total int }
}

func (h *client) send(method, path string, body any) *httptest.ResponseRecorder {
	h.t.Helper()
	var b []byte
	if body != nil {
		var err error
		if b, err = json.Marshal(body); err != nil {
			h.t.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, path, bytes.NewReader(b))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Site-Id", h.site)
	if h.world != "" {
		r.Header.Set("X-Mock-World", h.world)
	}
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

// raw posts a call and returns the response.
func (h *client) raw(call string, data map[string]any) *httptest.ResponseRecorder {
	h.t.Helper()
	class, method, _ := strings.Cut(call, "/")
	full := map[string]any{"Lang": h.lang}
	for k, v := range data {
		full[k] = v
	}
	body := map[string]any{"api": map[string]string{"class": class, "method": method}, "data": full}
	if h.user != nil {
		body["user"] = h.user
	}
	return h.send(http.MethodPost, "/endpoint/v1", body)
}

// call posts a call and decodes the envelope.
func (h *client) call(call string, data map[string]any) answer {
	h.t.Helper()
	w := h.raw(call, data)
	var a answer
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil || w.Code != http.StatusOK {
		h.t.Fatalf("%s: HTTP %d, %v: %s", call, w.Code, err, w.Body)
	}
	return a
}

// must is call for responses that must have result true; it decodes the data.
func must[T any](h *client, call string, data map[string]any) T {
	h.t.Helper()
	a := h.call(call, data)
	if !a.Result {
		h.t.Fatalf("%s: %d %s", call, a.Code, a.Message)
	}
	var out T
	if len(a.Data) > 0 {
		if err := json.Unmarshal(a.Data, &out); err != nil {
			h.t.Fatalf("%s: %v: %s", call, err, a.Data)
		}
	}
	return out
}

// login returns a client with the session of a player.
func (h *client) login(username string) *client {
	h.t.Helper()
	got := must[map[string]any](h, "user/login", map[string]any{"username": username, "password": "Demo123", "SiteType": "desktop"})
	in := *h
	in.user = map[string]string{"uid": got["uid"].(string), "sid": got["sid"].(string), "uip": "203.0.113.5", "gmt": "3", "lang": h.lang}
	return &in
}

func (h *client) balance() string {
	h.t.Helper()
	rows := must[[]struct{ Balance json.Number }](h, "finance/check_balance", nil)
	return rows[0].Balance.String()
}
