package mock_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
)

// in returns a client of another world.
func (h *client) in(world string) *client {
	other := *h
	other.world = world
	return &other
}

// file posts a snapshot.
func (h *client) file(body []byte) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/__mock/snapshot", bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Mock-World", h.world)
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

func (h *client) snapshot(query string) []byte {
	h.t.Helper()
	w := h.send(http.MethodGet, "/__mock/snapshot"+query, nil)
	if w.Code != http.StatusOK {
		h.t.Fatalf("HTTP %d: %s", w.Code, w.Body)
	}
	return w.Body.Bytes()
}

// populate changes everything in a world that a snapshot has: every call of the contract, rounds
// and bets at game pages, faults, a scenario and the clock. It returns the player's client.
func populate(t *testing.T, h *client) *client {
	t.Helper()
	player := h.login("demo")
	h.login("zengin")
	for _, a := range allCalls() {
		in := h
		if a.session {
			in = player
		}
		in.call(a.call, a.data)
	}
	url := must[struct{ URL string }](player, "casino/init_game", map[string]any{"gameID": 1001}).URL
	for range 5 {
		if w := h.send(http.MethodPost, url+"/spin", map[string]any{"stake": 10}); w.Code != http.StatusOK {
			t.Fatalf("spin: HTTP %d %s", w.Code, w.Body)
		}
	}
	h.control("clock", map[string]string{"advance": "26h"})
	player = h.login("demo")
	player.call("finance/check_balance", nil) // settles what is due
	return player
}

func TestRestoredWorldMatchesTheOriginal(t *testing.T) {
	h := open(t, 3).in("a")
	before := populate(t, h)
	h.control("fault", map[string]any{"call": "user/sms_validate", "kind": "status", "status": 502, "rate": 0.5})
	h.control("scenario", map[string]string{"name": "provider-down", "call": "virtualgames/init_game"})
	if w := h.in("b").file(h.snapshot("")); w.Code != http.StatusOK {
		t.Fatalf("HTTP %d: %s", w.Code, w.Body)
	}
	after := before.in("b")
	for range 20 {
		x, y := before.raw("user/sms_validate", map[string]any{"code": "000000"}), after.raw("user/sms_validate", map[string]any{"code": "000000"})
		if x.Code != y.Code {
			t.Fatal("the random source does not continue its sequence")
		}
	}
	// Twice: the first pass must change both worlds in the same way.
	for _, turn := range []string{"first", "second"} {
		for _, a := range allCalls() {
			one, other := before, after
			if !a.session {
				one, other = h, h.in("b")
			}
			// Links into the casino have the name of the world.
			want := strings.ReplaceAll(one.raw(a.call, a.data).Body.String(), "/a.", "/b.")
			if got := other.raw(a.call, a.data).Body.String(); got != want {
				t.Errorf("%s time, %s %v:\n%.400s\nwant\n%.400s", turn, a.call, a.data, got, want)
			}
		}
	}
	mails := func(h *client) string { return h.send(http.MethodGet, "/__mock/mail", nil).Body.String() }
	if mails(h) != mails(h.in("b")) {
		t.Error("the mailboxes differ")
	}
	b := h.in("b").state()
	if len(b.Faults) != 1 || len(b.Scenarios) != 1 || !b.Clock.Equal(h.state().Clock) {
		t.Errorf("%d faults, %d scenarios, clock %s", len(b.Faults), len(b.Scenarios), b.Clock)
	}
}

func TestSnapshotRestoresInAnotherCasino(t *testing.T) {
	one := open(t, 3).in("a")
	player := populate(t, one)
	want := player.raw("finance/list_transactions", map[string]any{"limit": 250}).Body.String()

	other := open(t, 99).in("theirs") // another seed and casino
	if w := other.file(one.snapshot("?calls=1")); w.Code != http.StatusOK {
		t.Fatalf("HTTP %d: %s", w.Code, w.Body)
	}
	theirs := *player
	theirs.handler, theirs.world = other.handler, "theirs"
	if got := theirs.raw("finance/list_transactions", map[string]any{"limit": 250}).Body.String(); got != want {
		t.Errorf("%.300s\nwant\n%.300s", got, want)
	}
	var calls []struct{ Class, Method string }
	if err := json.Unmarshal(other.send(http.MethodGet, "/__mock/calls?limit=10000", nil).Body.Bytes(), &calls); err != nil {
		t.Fatal(err)
	}
	if len(calls) < len(allCalls()) || calls[1].Class+"/"+calls[1].Method != "finance/list_transactions" {
		t.Errorf("%d calls were restored, the last one %+v", len(calls), calls[1])
	}
	if w := theirs.in("main").raw("system/ping", nil); strings.Contains(w.Body.String(), `"result":true`) {
		t.Error("the session of one world is valid in another")
	}
}

func TestSnapshotIsCompressed(t *testing.T) {
	h := open(t, 3).in("a")
	populate(t, h)
	plain := h.snapshot("")
	r := httptest.NewRequest(http.MethodGet, "/__mock/snapshot", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("X-Mock-World", "a")
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if w.Header().Get("Content-Encoding") != "gzip" || !strings.Contains(w.Header().Get("Content-Disposition"), "croupier-a-") {
		t.Fatalf("%v", w.Header())
	}
	packed := w.Body.Bytes()
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(z); err != nil || !bytes.Equal(got, plain) {
		t.Errorf("decompressed file differs: %v", err)
	}
	if w := h.in("b").file(packed); w.Code != http.StatusOK {
		t.Errorf("a compressed file: HTTP %d %s", w.Code, w.Body)
	}
	for i, line := range strings.Split(string(plain), "\n") {
		if len(line) > 1000 {
			t.Errorf("line %d has %d characters", i+1, len(line))
		}
	}
}

func TestInvalidSnapshotChangesNothing(t *testing.T) {
	h := open(t, 3).in("a")
	populate(t, h)
	good := string(h.snapshot("?calls=1"))
	before := h.state()
	for _, c := range []struct{ name, body, field string }{
		{"nothing", "", ""},
		{"no JSON", "hello", ""},
		{"a list", "[]", "snapshot"},
		{"a foreign object", `{"name":"demo"}`, "snapshot"},
		{"another version", strings.Replace(good, `"version": 1`, `"version": 2`, 1), "version"},
		{"half a file", good[:len(good)/2], ""},
		{"two files", good + good, ""},
		{"a field twice", strings.Replace(good, `"version": 1`, `"version": 1, "version": 1`, 1), "version"},
		{"a foreign field", strings.Replace(good, `"version": 1`, `"version": 1, "colour": "red"`, 1), "colour"},
		{"no seed", strings.Replace(good, `"seed": 3`, `"seed": "three"`, 1), "seed"},
		{"no clock", strings.Replace(good, `"clock": "`, `"clock": "at `, 1), "clock"},
		{"no world", strings.Replace(good, `"world": {`, `"world": [], "x": {`, 1), "x"},
		{"a field of the world", strings.Replace(good, `"world": {`, `"world": {"Colour": 1, `, 1), "world.Colour"},
		{"a field of the faults and scenarios", strings.Replace(good, `"active": {`, `"active": {"Colour": 1, `, 1), "active.Colour"},
		{"calls that are none", strings.Replace(good, `"calls": [`, `"calls": [7, `, 1), "calls[0]"},
		{"packed rubbish", "\x1f\x8bhello", "body"},
	} {
		w := h.file([]byte(c.body))
		var p struct{ Error, Field string }
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != http.StatusBadRequest || p.Error == "" || (c.field != "" && p.Field != c.field) {
			t.Errorf("%s: HTTP %d %.300s, want field %q", c.name, w.Code, w.Body, c.field)
		}
	}
	if w := h.file(bytes.Repeat([]byte(" "), 33<<20)); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a file that is too large: HTTP %d", w.Code)
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	for range 33 {
		_, _ = z.Write(bytes.Repeat([]byte(" "), 1<<20))
	}
	_ = z.Close()
	if w := h.file(bomb.Bytes()); w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("a file that is too large decompressed: HTTP %d", w.Code)
	}
	if after := h.state(); after.Clock != before.Clock || len(after.Accounts) != len(before.Accounts) || after.Accounts[0]["balance"] != before.Accounts[0]["balance"] {
		t.Error("an invalid file has changed the world")
	}
}

type worldList struct {
	Worlds []struct {
		Name      string
		Calls     int
		Bytes     int
		Scenarios []struct{ Name string }
	}
	Forgotten []struct{ World, Why string }
}

func (h *client) worlds() (out worldList) {
	h.t.Helper()
	w := h.send(http.MethodGet, "/__mock/worlds", nil)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != http.StatusOK {
		h.t.Fatalf("HTTP %d, %v: %s", w.Code, err, w.Body)
	}
	return out
}

func TestListAndRemoveWorlds(t *testing.T) {
	h := open(t, 1)
	h.in("x").call("system/ping", nil)
	h.in("x").call("system/ping", nil)
	h.in("y").control("scenario", map[string]string{"name": "slow"})
	got := h.in("not-created").worlds()
	if len(got.Worlds) != 2 || got.Worlds[0].Name != "y" || got.Worlds[0].Scenarios[0].Name != "slow" || got.Worlds[1].Calls != 2 || got.Worlds[1].Bytes < 100_000 {
		t.Errorf("%+v", got)
	}
	for query, status := range map[string]int{"?name=x": 200, "?name=z": 404, "?name=main": 409, "": 400} {
		if w := h.send(http.MethodDelete, "/__mock/worlds"+query, nil); w.Code != status {
			t.Errorf("%q: HTTP %d %s, want %d", query, w.Code, w.Body, status)
		}
	}
	if got := h.worlds(); len(got.Worlds) != 1 || len(got.Forgotten) != 1 || got.Forgotten[0].World != "x" {
		t.Errorf("%+v", got)
	}
}

func TestEvictedWorldsAreListed(t *testing.T) {
	h := open(t, 1)
	h.call("maintenance/check_status", nil)
	for i := range 65 {
		h.in("w"+strconv.Itoa(i)).call("maintenance/check_status", nil)
	}
	got := h.worlds()
	if len(got.Worlds) != 64 || len(got.Forgotten) != 2 || got.Forgotten[0].World != "w1" || !strings.Contains(got.Forgotten[0].Why, "longest ago") {
		t.Errorf("%d worlds, forgotten %+v", len(got.Worlds), got.Forgotten)
	}
	var state struct{ Forgotten *struct{ Why string } }
	if err := json.Unmarshal(h.in("w0").send(http.MethodGet, "/__mock/state", nil).Body.Bytes(), &state); err != nil || state.Forgotten == nil {
		t.Errorf("a new world does not report the evicted one: %v %+v", err, state)
	}
}
