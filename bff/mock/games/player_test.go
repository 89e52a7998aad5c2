package games

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff"
)

// get asks for a path.
func get(h http.Handler, path string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// post sends JSON to a path.
func post(h http.Handler, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

var update = flag.Bool("update", false, "write the golden files anew")

// holdAgainst compares answers with those of before, in a file of testdata.
func holdAgainst(t *testing.T, name string, got []byte) {
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
		t.Errorf("rounds differ from %s; if that is meant, run with -update", golden)
	}
}

// player plays a kind of shared rounds from one session, and reads answers as Seen.
type player[Seen any] struct {
	t      *testing.T
	wallet *fakeWallet
	h      http.Handler
}

func newPlayer[Seen any](t *testing.T, kind, gameType string, rtp float64, least bff.MinorUnits) player[Seen] {
	l := newFakeWallet()
	l.kind, l.session.Type, l.session.RTP, l.session.MinBet = kind, gameType, rtp, least
	return player[Seen]{t, l, Handler(l)}
}

func (p player[Seen]) path(last string) string {
	return Prefix + p.wallet.kind + "/" + fakeToken + "/" + last
}

func (p player[Seen]) read(w *httptest.ResponseRecorder, status int) Seen {
	p.t.Helper()
	var seen Seen
	if err := json.Unmarshal(w.Body.Bytes(), &seen); err != nil || w.Code != status {
		p.t.Fatalf("HTTP %d, want %d: %v %s", w.Code, status, err, w.Body)
	}
	return seen
}

// state looks how the round stands.
func (p player[Seen]) state() Seen {
	p.t.Helper()
	return p.read(get(p.h, p.path("state")), http.StatusOK)
}

// post makes a move.
func (p player[Seen]) post(action, body string, status int) Seen {
	p.t.Helper()
	return p.read(post(p.h, p.path(action), body), status)
}

// refuses checks that moves are refused with the word that stands to each.
func (p player[Seen]) refuses(action string, moves map[string]string) {
	p.t.Helper()
	for body, want := range moves {
		w := post(p.h, p.path(action), body)
		if w.Code < 400 || !strings.Contains(w.Body.String(), `"error":"`+want+`"`) {
			p.t.Errorf("%s: %d %s, want %q", body, w.Code, w.Body, want)
		}
	}
}

// trimmed writes an amount as answers do.
func trimmed(k bff.MinorUnits) string {
	raw, _ := json.Marshal(k)
	return string(raw)
}
