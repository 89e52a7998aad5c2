package games

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff"
)

// get sends a GET request.
func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// post sends a POST request with a JSON body.
func post(h http.Handler, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

var update = flag.Bool("update", false, "write the golden files")

// compareGolden compares got with a file of testdata.
func compareGolden(t *testing.T, name string, got []byte) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("rounds differ from %s; if that is intended, run with -update", golden)
	}
}

// client is the page of one session. State is the type into which it decodes responses.
type client[State any] struct {
	t      *testing.T
	wallet *fakeWallet
	h      http.Handler
}

func newClient[State any](t *testing.T, kind, gameType string, rtp float64, minBet bff.MinorUnits) client[State] {
	f := newFakeWallet()
	f.kind, f.session.Type, f.session.RTP, f.session.MinBet = kind, gameType, rtp, minBet
	return client[State]{t, f, Handler(f)}
}

func (c client[State]) path(last string) string {
	return Prefix + c.wallet.kind + "/" + fakeToken + "/" + last
}

func (c client[State]) decode(w *httptest.ResponseRecorder, status int) State {
	c.t.Helper()
	var state State
	if err := json.Unmarshal(w.Body.Bytes(), &state); err != nil || w.Code != status {
		c.t.Fatalf("HTTP %d, want %d: %v %s", w.Code, status, err, w.Body)
	}
	return state
}

// get sends a query.
func (c client[State]) get(query string) State {
	c.t.Helper()
	return c.decode(get(c.h, c.path(query)), http.StatusOK)
}

// state gets the state of the round.
func (c client[State]) state() State { c.t.Helper(); return c.get("state") }

// post sends an action and expects a status.
func (c client[State]) post(action, body string, status int) State {
	c.t.Helper()
	return c.decode(post(c.h, c.path(action), body), status)
}

// refuses sends actions and expects the error code of each.
func (c client[State]) refuses(action string, bodies map[string]string) {
	c.t.Helper()
	for body, want := range bodies {
		w := post(c.h, c.path(action), body)
		if w.Code < 400 || !strings.Contains(w.Body.String(), `"error":"`+want+`"`) {
			c.t.Errorf("%s %s: %d %s, want %q", c.wallet.kind, body, w.Code, w.Body, want)
		}
	}
}

// bodyf formats the body of a request; the first argument is the round.
func bodyf(format string, args ...any) string { return fmt.Sprintf(format, args...) }

// picksBody is a request to bet the same stake on each of several picks.
func picksBody[Pick ~string](round int64, stake string, picks ...Pick) string {
	list, _ := json.Marshal(picks)
	return bodyf(`{"round":%d,"picks":%s,"stake":%s}`, round, list, stake)
}
