package mock_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock"
)

// problem is the body of a refused control request.
type problem struct{ Error, Field string }

// names posts an invalid control request and compares the field in the error. "*" is any field.
func (h *client) names(what, path string, body []byte, field string) {
	h.t.Helper()
	w := h.send(http.MethodPost, "/__mock/"+path, body)
	p := decode[problem](h, w, http.StatusBadRequest)
	assert.True(h.t, p.Error != "" && (field == "*" || p.Field == field), "%s: %+v, want field %q", what, p, field)
	assert.NotRegexp(h.t, `struct|member|, not [\[{]`, p.Error, "%s: words of the decoder", what)
}

func TestInvalidControlRequestsNameTheField(t *testing.T) {
	h := open(t, 1)
	for _, c := range []struct{ path, body, field string }{
		{"scenario", `{}`, "name"},
		{"scenario", `[]`, ""},
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
		{"clock", `{"advance":`, "advance"},
	} {
		h.names(c.path+" "+c.body, c.path, []byte(c.body), c.field)
	}
	s := h.state()
	assert.Zero(t, len(s.Faults)+len(s.Scenarios), "an invalid request has left %v %v", s.Faults, s.Scenarios)
	for query, field := range map[string]string{
		"match=[1]": "match", "match={": "match", "call=nothing/like_it": "call", "limit=0": "limit",
	} {
		values, _ := url.ParseQuery(query)
		w := h.send(http.MethodGet, "/__mock/calls?"+values.Encode(), nil)
		assert.Equal(t, field, decode[problem](h, w, http.StatusBadRequest).Field, query)
	}
	for _, bad := range []string{"-1", "x", "10001"} {
		h.status(http.MethodGet, "/__mock/calls?limit="+bad, nil, http.StatusBadRequest, "")
	}
	h.status(http.MethodGet, "/__mock/totp", nil, http.StatusBadRequest, "")
	h.status(http.MethodGet, "/__mock/totp?username=demo", nil, http.StatusNotFound, "")
}

func TestControlAPIRefusesOtherSites(t *testing.T) {
	h := open(t, 1)
	for _, c := range []struct {
		method, path, header, value string
		status                      int
	}{
		{http.MethodPost, "/__mock/reset", "Content-Type", "text/plain", http.StatusUnsupportedMediaType},
		{http.MethodPost, "/__mock/reset", "Sec-Fetch-Site", "cross-site", http.StatusForbidden},
		{http.MethodGet, "/__mock/state", "Sec-Fetch-Site", "cross-site", http.StatusForbidden},
		{http.MethodGet, "/__mock/", "Sec-Fetch-Site", "cross-site", http.StatusOK}, // a link to the page
	} {
		w := h.send(c.method, c.path, []byte("{}"), c.header, c.value)
		assert.Equal(t, c.status, w.Code, "%s %s with %s %s: HTTP %d", c.method, c.path, c.header, c.value, w.Code)
	}
	openWith(t, mock.Options{Seed: 1}).status(http.MethodGet, "/__mock/state", nil, http.StatusNotFound, "")
}

func TestResetRestoresTheSeed(t *testing.T) {
	guest := open(t, 5)
	player := guest.login("demo")
	games := func() string { return guest.raw("casino/games_list", nil).Body.String() }
	first := games()
	must[any](player, payment, wallet(100))
	player.holds("2600")
	guest.control("fault", map[string]any{"call": "*", "kind": "maintenance"})
	guest.scenario("slow")
	guest.advance("2h")
	assert.Equal(t, 2*time.Hour, guest.state().Clock.Sub(opening))
	guest.control("clock", map[string]string{"now": "2027-01-01T12:00:00+03:00"})
	assert.WithinDuration(t, time.Date(2027, 1, 1, 9, 0, 0, 0, time.UTC), guest.state().Clock, 0)
	guest.control("reset", nil)
	s := guest.state()
	assert.True(t, len(s.Faults)+len(s.Scenarios) == 0 && s.Seed == 5 && s.Clock.Equal(opening), "after a reset: %+v",
		s)
	assert.Equal(t, 2500.0, s.Accounts[0]["balance"])
	player.refuses("system/ping", nil, "Oturum Süresi Doldu")
	guest.control("reset", map[string]any{"seed": 6})
	assert.NotEqual(t, first, games(), "another seed gives the same games")
	guest.control("reset", map[string]any{"seed": 5})
	assert.Equal(t, first, games(), "the first seed gives other games than before")
}

type worldList struct {
	Worlds []struct {
		Name         string
		Calls, Bytes int
		Scenarios    []struct{ Name string }
	}
	Forgotten []struct{ World, Why string }
}

func TestListAndRemoveWorlds(t *testing.T) {
	h := openOwn(t, 1)
	h.in("x").call("system/ping", nil)
	h.in("x").call("system/ping", nil)
	h.in("y").scenario("slow")
	got := get[worldList](h.in("not-created"), "/__mock/worlds")
	require.Len(t, got.Worlds, 2)
	y, x := got.Worlds[0], got.Worlds[1]
	assert.True(t, y.Name == "y" && y.Scenarios[0].Name == "slow" && x.Calls == 2 && x.Bytes >= 100_000, "%+v", got)
	for query, status := range map[string]int{"?name=x": 200, "?name=z": 404, "?name=main": 409, "": 400} {
		h.status(http.MethodDelete, "/__mock/worlds"+query, nil, status, "")
	}
	got = get[worldList](h, "/__mock/worlds")
	assert.True(t, len(got.Worlds) == 1 && len(got.Forgotten) == 1 && got.Forgotten[0].World == "x", "%+v", got)
}

func TestWorldsAreBoundedByNumber(t *testing.T) {
	h := openOwn(t, 1)
	player := h.login("demo")
	must[any](player, payment, wallet(100))
	for i := range 65 {
		h.in("w" + strconv.Itoa(i)).advance("1h")
	}
	player.holds("2600") // the default world was not dropped
	got := get[worldList](h, "/__mock/worlds")
	assert.Len(t, got.Worlds, 64)
	require.Len(t, got.Forgotten, 2)
	assert.Equal(t, "w1", got.Forgotten[0].World)
	assert.Contains(t, got.Forgotten[0].Why, "longest ago")
	s := h.in("w0").state()
	assert.True(t, s.Forgotten != nil && s.Clock.Equal(opening), "a new world that reports the evicted one: %+v", s)
}

// received is a call in the log.
type received struct {
	Class, Method, Outcome string
	Data                   map[string]any
	User                   map[string]string
	Headers                map[string][]string
}

func (h *client) received(query string) []received {
	h.t.Helper()
	values, err := url.ParseQuery(query)
	require.NoError(h.t, err)
	return get[[]received](h, "/__mock/calls?"+values.Encode())
}

func TestCallsAreLogged(t *testing.T) {
	h := open(t, 1)
	player := h.login("demo")
	h.control("fault", map[string]any{"call": "system/ping", "kind": "maintenance", "times": 1})
	player.call("system/ping", nil)
	player.call("casino/init_game", map[string]any{"gameID": 1})
	calls := h.received("limit=3")
	var outcomes []string
	for _, c := range calls {
		outcomes = append(outcomes, c.Class+"/"+c.Method+" "+c.Outcome)
	}
	want := "casino/init_game refused: Kayıt Bulunamadı|system/ping fault: maintenance|user/login ok"
	assert.Equal(t, want, strings.Join(outcomes, "|"))
	assert.Equal(t, "demo", calls[2].Data["username"])
	assert.NotEmpty(t, calls[0].User["uid"])
	assert.Equal(t, []string{"889"}, calls[0].Headers["X-Site-Id"])
	h = h.in("searched")
	for _, provider := range []int{1, 2, 2} {
		h.call("casino/games_list", map[string]any{"providerID": provider})
	}
	h.call("casino/provider_list", nil)
	for query, want := range map[string]int{
		"": 4, "call=casino/games_list": 3, "call=casino/*": 4, `match={"providerID":2}`: 2,
		`match={"providerID":9}`:                           0,
		`call=casino/provider_list&match={"providerID":2}`: 0, `match={"providerID":2}&limit=1`: 1,
	} {
		assert.Len(t, h.received(query), want, query)
	}
}

// A given answer applies to calls with matching data, even after a snapshot is restored.
func TestGivenAnswers(t *testing.T) {
	h := open(t, 1)
	deep := map[string]any{"a": []any{1, "x", nil, true}}
	for _, f := range []map[string]any{
		{
			"match": map[string]any{"providerID": 3, "offset": 0},
			"answer": map[string]any{
				"data":       []any{},
				"pagination": map[string]any{"limit": 48, "offset": 0, "total": 0},
			},
		},
		{
			"match": map[string]any{"providerID": 4}, "times": 1,
			"answer": map[string]any{"result": false, "message": "Kapalı", "code": 403, "debug": "closed"},
		},
		{"match": map[string]any{"deep": deep}, "answer": map[string]any{"result": false, "message": "Kapalı"}},
	} {
		f["call"], f["kind"] = "casino/games_list", "answer"
		h.control("fault", f)
	}
	other := h.in("restored")
	other.status(http.MethodPost, "/__mock/snapshot", h.snapshot(""), http.StatusOK, "")
	for _, h := range []*client{h, other} {
		answers := func(data map[string]any, result bool, code int, message string, empty bool) {
			t.Helper()
			a := h.call("casino/games_list", data)
			got := fmt.Sprint(a.Result, a.Code, a.Message, string(a.Data) == "[]")
			assert.Equal(t, fmt.Sprint(result, code, message, empty), got, data)
		}
		answers(map[string]any{"providerID": 3, "offset": 0}, true, 200, "", true)
		answers(map[string]any{"providerID": 5, "offset": 0}, true, 200, "", false)
		answers(map[string]any{"providerID": 3, "offset": 1}, true, 200, "", false)
		answers(map[string]any{}, true, 200, "", false)
		answers(map[string]any{"providerID": 4}, false, 403, "Kapalı", false)
		answers(map[string]any{"providerID": 4}, true, 200, "", false) // it applies only one time
		answers(map[string]any{"deep": deep}, false, 200, "Kapalı", false)
	}
}
