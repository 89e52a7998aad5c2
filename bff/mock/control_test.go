package mock_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"croupier/bff/mock"
)

func (h *client) state() (out struct {
	World     string
	Seed      uint64
	Clock     time.Time
	Scenarios []map[string]string
	Faults    []map[string]any
	Accounts  []map[string]any
},
) {
	h.t.Helper()
	w := h.send(http.MethodGet, "/__mock/state", nil)
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != http.StatusOK {
		h.t.Fatalf("HTTP %d, %v: %s", w.Code, err, w.Body)
	}
	return out
}

func TestInvalidControlRequestsNameTheField(t *testing.T) {
	h := open(t, 1)
	for _, c := range []struct{ path, body, field string }{
		{"scenario", `{}`, "name"},
		{"scenario", `{"name":"sad"}`, "name"},
		{"scenario", `{"name":"slow","brand":"nobody"}`, "brand"},
		{"scenario", `{"name":"slow","call":"casino/gamez"}`, "call"},
		{"scenario", `{"name":"slow","colour":"red"}`, "colour"},
		{"scenario", `{"name":7}`, "name"},
		{"fault", `{"kind":"reset"}`, "call"},
		{"fault", `{"call":"nothing/like_it","kind":"reset"}`, "call"},
		{"fault", `{"call":"[","kind":"reset"}`, "call"},
		{"fault", `{"call":"*","kind":"explode"}`, "kind"},
		{"fault", `{"call":"*","kind":"empty"}`, "kind"},
		{"fault", `{"call":"*","kind":"status"}`, "status"},
		{"fault", `{"call":"*","kind":"status","status":42}`, "status"},
		{"fault", `{"call":"*","kind":"reset","status":500}`, "status"},
		{"fault", `{"call":"*","kind":"delay","latency_ms":-1}`, "latency_ms"},
		{"fault", `{"call":"*","kind":"delay","latency_ms":99999999}`, "latency_ms"},
		{"fault", `{"call":"*","kind":"delay","latency_ms":"1s"}`, "latency_ms"},
		{"fault", `{"call":"*","kind":"reset","rate":0}`, "rate"},
		{"fault", `{"call":"*","kind":"reset","rate":1.5}`, "rate"},
		{"fault", `{"call":"*","kind":"reset","times":-1}`, "times"},
		{"fault", `{"call":"*","kind":"reset","brand":"x"}`, "brand"},
		{"clock", `{}`, "advance"},
		{"clock", `{"advance":"1h","now":"2026-01-01T00:00:00Z"}`, "advance"},
		{"clock", `{"advance":"soon"}`, "advance"},
		{"clock", `{"now":"yesterday"}`, "now"},
		{"clock", `{"now":"0001-01-01T00:00:00Z"}`, "now"},
		{"clock", `{"now":"9999-12-31T00:00:00Z"}`, "now"},
		{"clock", `{"advance":"2500000h"}`, "advance"},
		{"clock", `{"advance":"-2500000h"}`, "advance"},
		{"reset", `{"seed":-1}`, "seed"},
		{"reset", `{"seed":1.5}`, "seed"},
		{"clock", `[]`, ""},
		{"clock", `{"advance":"1h"}{}`, ""},
		{"clock", `{"advance":`, ""},
	} {
		w := h.post(c.path, c.body, "application/json")
		var p struct{ Error, Field string }
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || w.Code != http.StatusBadRequest || p.Error == "" || p.Field != c.field {
			t.Errorf("%s %s: HTTP %d %s, want field %q", c.path, c.body, w.Code, w.Body, c.field)
		}
	}
	if s := h.state(); len(s.Faults)+len(s.Scenarios) != 0 {
		t.Errorf("an invalid request has left %v %v", s.Faults, s.Scenarios)
	}
}

func (h *client) post(path, body, media string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, "/__mock/"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", media)
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	return w
}

func TestControlAPIRefusesOtherSites(t *testing.T) {
	h := open(t, 1)
	if w := h.post("reset", `{}`, "text/plain"); w.Code != http.StatusUnsupportedMediaType {
		t.Errorf("a form's media type: HTTP %d", w.Code)
	}
	r := httptest.NewRequest(http.MethodPost, "/__mock/reset", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if w.Code != http.StatusForbidden {
		t.Errorf("another site: HTTP %d", w.Code)
	}
}

func TestControlAPIIsOptional(t *testing.T) {
	c, err := mock.New(mock.Options{Seed: 1, Clock: newClock().read})
	if err != nil {
		t.Fatal(err)
	}
	h := &client{t: t, handler: c.Handler()}
	if w := h.send(http.MethodGet, "/__mock/state", nil); w.Code != http.StatusNotFound {
		t.Errorf("HTTP %d", w.Code)
	}
}

func TestClockChangesTheWorld(t *testing.T) {
	h := open(t, 1)
	before := h.state().Clock
	h.control("clock", map[string]string{"advance": "2h"})
	if got := h.state().Clock.Sub(before); got != 2*time.Hour {
		t.Errorf("advanced by %s", got)
	}
	h.control("clock", map[string]string{"now": "2027-01-01T12:00:00+03:00"})
	if got := h.state().Clock; !got.Equal(time.Date(2027, 1, 1, 9, 0, 0, 0, time.UTC)) {
		t.Errorf("set to %s", got)
	}
	h.control("reset", map[string]any{})
	if got := h.state().Clock; !got.Equal(before) {
		t.Errorf("after a reset it is %s", got)
	}
}

func TestResetRestoresTheSeed(t *testing.T) {
	guest := open(t, 5)
	player := guest.login("demo")
	first := guest.raw("casino/games_list", nil).Body.String()
	must[any](player, "prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 7, "methodID": 31, "amount": 100, "phone": "+905551112233"})
	if got := player.balance(); got != "2600" {
		t.Fatalf("after a deposit the balance is %s", got)
	}
	guest.control("fault", map[string]any{"call": "*", "kind": "maintenance"})
	guest.control("scenario", map[string]any{"name": "slow"})
	guest.control("reset", nil)
	if s := guest.state(); len(s.Faults)+len(s.Scenarios) != 0 || s.Seed != 5 || s.Accounts[0]["balance"] != 2500.0 {
		t.Errorf("after a reset: %+v", s)
	}
	if got := player.call("system/ping", nil); got.Message != "Oturum Süresi Doldu" {
		t.Errorf("a session from before the reset: %q", got.Message)
	}
	guest.control("reset", map[string]any{"seed": 6})
	if guest.raw("casino/games_list", nil).Body.String() == first {
		t.Error("another seed gives the same games")
	}
	guest.control("reset", map[string]any{"seed": 5})
	if guest.raw("casino/games_list", nil).Body.String() != first {
		t.Error("the first seed gives other games than before")
	}
}

func TestWorldsAreIsolated(t *testing.T) {
	mine := open(t, 1)
	other := *mine
	other.world = "bir-test"
	player, them := mine.login("yeni"), other.login("yeni")
	must[any](player, "prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 7, "methodID": 31, "amount": 100, "phone": "+905551112233"})
	other.control("scenario", map[string]any{"name": "maintenance"})
	other.control("clock", map[string]string{"advance": "24h"})
	if got := player.balance(); got != "100" {
		t.Errorf("my balance is %s", got)
	}
	if got := them.call("finance/check_balance", nil); got.Message != "This site is under maintenance" {
		t.Errorf("their scenario: %q", got.Message)
	}
	other.control("scenario", map[string]any{"name": "happy"})
	if got := them.balance(); got != "0" {
		t.Errorf("their balance is %s", got)
	}
	if a, b := mine.state().Clock, other.state().Clock; b.Sub(a) != 24*time.Hour {
		t.Errorf("the clocks are %s apart", b.Sub(a))
	}
}

func TestCookieSelectsAWorld(t *testing.T) {
	h := open(t, 1)
	r := httptest.NewRequest(http.MethodGet, "/__mock/state", nil)
	r.AddCookie(&http.Cookie{Name: "mock_world", Value: "kurabiye"})
	w := httptest.NewRecorder()
	h.handler.ServeHTTP(w, r)
	if !strings.Contains(w.Body.String(), `"world":"kurabiye"`) {
		t.Errorf("HTTP %d %s", w.Code, w.Body)
	}
	bad := *h
	bad.world = "../etc"
	if w := bad.send(http.MethodGet, "/__mock/state", nil); w.Code != http.StatusBadRequest {
		t.Errorf("an invalid name: HTTP %d", w.Code)
	}
	if w := bad.raw("system/ping", nil); w.Code != http.StatusBadRequest {
		t.Errorf("an invalid name at the endpoint: HTTP %d", w.Code)
	}
}

func TestWorldsAreBoundedByNumber(t *testing.T) {
	h := open(t, 1)
	player := h.login("demo")
	must[any](player, "prepayServices/processTransaction", map[string]any{"Type": 1, "transferType": 7, "methodID": 31, "amount": 100, "phone": "+905551112233"})
	first := *h
	first.world = "w0"
	first.control("clock", map[string]string{"advance": "1h"})
	for i := range 70 {
		w := *h
		w.world = "test-" + strconv.Itoa(i)
		w.state()
	}
	if got := player.balance(); got != "2600" {
		t.Errorf("the default world was dropped: balance %s", got)
	}
	if a, b := h.state().Clock, first.state().Clock; !a.Equal(b) {
		t.Error("the least recently used world is still there")
	}
}

func TestCallsAreLogged(t *testing.T) {
	h := open(t, 1)
	player := h.login("demo")
	h.control("fault", map[string]any{"call": "system/ping", "kind": "maintenance", "times": 1})
	player.call("system/ping", nil)
	player.call("casino/init_game", map[string]any{"gameID": 1})
	w := h.send(http.MethodGet, "/__mock/calls?limit=3", nil)
	var calls []struct {
		Class, Method, Outcome string
		Data                   map[string]any
		User                   map[string]string
		Headers                map[string][]string
		At                     time.Time
	}
	if err := json.Unmarshal(w.Body.Bytes(), &calls); err != nil {
		t.Fatalf("%v: %s", err, w.Body)
	}
	var outcomes []string
	for _, c := range calls {
		outcomes = append(outcomes, c.Class+"/"+c.Method+" "+c.Outcome)
	}
	want := "casino/init_game refused: Kayıt Bulunamadı|system/ping fault: maintenance|user/login ok"
	if got := strings.Join(outcomes, "|"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if calls[2].Data["username"] != "demo" || calls[0].User["uid"] == "" || calls[0].Headers["X-Site-Id"][0] != "889" {
		t.Errorf("%+v", calls)
	}
	for _, bad := range []string{"0", "-1", "x", "10001"} {
		if w := h.send(http.MethodGet, "/__mock/calls?limit="+bad, nil); w.Code != http.StatusBadRequest {
			t.Errorf("limit %s: HTTP %d", bad, w.Code)
		}
	}
}

func TestControlAPIShowsAuthenticatorCode(t *testing.T) {
	guest := open(t, 1)
	player := guest.login("ikili")
	var shown struct {
		Code     string
		ValidFor int `json:"valid_for"`
	}
	w := guest.send(http.MethodGet, "/__mock/totp?username=ikili", nil)
	if err := json.Unmarshal(w.Body.Bytes(), &shown); err != nil || len(shown.Code) != 6 || shown.ValidFor < 1 {
		t.Fatalf("%v: %s", err, w.Body)
	}
	wrong := "000000"
	if shown.Code == wrong {
		wrong = "111111"
	}
	if got := player.call("user/check_ga", map[string]any{"ga_code": wrong}); got.Result || got.Message != "The code you entered is incorrect" {
		t.Errorf("a wrong code: %+v", got)
	}
	if got := player.call("user/check_ga", map[string]any{"ga_code": shown.Code}); !got.Result {
		t.Errorf("the code shown: %q", got.Message)
	}
	for query, want := range map[string]int{"": http.StatusBadRequest, "?username=demo": http.StatusNotFound} {
		if w := guest.send(http.MethodGet, "/__mock/totp"+query, nil); w.Code != want {
			t.Errorf("totp%s: HTTP %d, want %d", query, w.Code, want)
		}
	}
}

func TestControlAPIShowsMail(t *testing.T) {
	h := open(t, 1)
	must[any](h, "user/register", map[string]any{"username": "taze", "email": "taze@ornek.test", "password": "Taze123", "password_confirm": "Taze123"})
	var mails []struct{ To, Token string }
	w := h.send(http.MethodGet, "/__mock/mail?to=taze@ornek.test", nil)
	if err := json.Unmarshal(w.Body.Bytes(), &mails); err != nil || len(mails) != 1 || mails[0].Token == "" {
		t.Fatalf("%v: %s", err, w.Body)
	}
	must[any](h, "user/register_confirm", map[string]any{"token": mails[0].Token})
	must[any](h, "user/login", map[string]any{"username": "taze", "password": "Taze123"})
}
