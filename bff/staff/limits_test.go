package staff_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	limitsPath = "/players/marmara/7/limits"
	tightened  = `{"kind":"deposit","period":"day","amount":500,"reason":"a call of the player"}`
	loosened   = `{"subject":"limit","kind":"deposit","period":"day","amount":800.5,"reason":"a letter"}`
)

// limits is what holds for a player as the API shows it.
type limits struct {
	Limits []struct {
		Kind, Period       string
		Amount, Used, Left float64
	}
	Break, Exclusion *struct{ Until string }
	History          []struct{ By, Change, Until string }
	Proposals        []struct {
		At, By string
		From   time.Time
		Ready  bool
	}
}

func (r *rig) limitsOf(cookie *http.Cookie) limits {
	r.t.Helper()
	return read[limits](r, limitsPath, cookie)
}

func TestLimitsOfAPlayer(t *testing.T) {
	r := newRig(t)
	destek := r.login("destek", "Destek123!")
	const none = `{"currency":"TRY","kinds":["deposit","loss","stake","session_time"],"limits":[],"reality_check_minutes":60,"history":[],"proposals":[]}`
	r.wantBody(none, "GET", limitsPath, "", destek) // at first
	for _, body := range []string{tightened, `{"kind":"session_time","period":"week","minutes":120,"reason":"x"}`, `{"break_hours":72,"reason":"x"}`, `{"exclude_months":6,"reason":"x"}`, `{"exclude_forever":true,"reason":"x"}`} {
		r.want(http.StatusOK, "POST", limitsPath+"/tighten", body, destek)
	}
	const want = `{"currency":"TRY","kinds":["deposit","loss","stake","session_time"],"limits":[` +
		`{"kind":"deposit","period":"day","amount":500,"used":0,"left":500,"renews":"2026-01-03T00:00:00Z"},` +
		`{"kind":"session_time","period":"week","minutes":120,"used":0,"left":120,"renews":"2026-01-05T00:00:00Z"}],` +
		`"break":{"until":"2026-01-05T03:04:05Z"},"exclusion":{},"reality_check_minutes":60,"history":[` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"exclusion"},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"exclusion","until":"2026-07-02T03:04:05Z"},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"break","until":"2026-01-05T03:04:05Z"},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"set","kind":"session_time","period":"week","minutes":120},` +
		`{"at":"2026-01-02T03:04:05Z","by":"destek","change":"set","kind":"deposit","period":"day","amount":500}],"proposals":[]}`
	r.wantBody(want, "GET", limitsPath, "", destek)
	if a := r.do("POST", limitsPath+"/tighten", tightened, destek); a.status != http.StatusConflict {
		t.Errorf("the same limit again: %d %s", a.status, a.body)
	} else if word, message, _ := a.refusal(t); word != "not tighter" || message == "" {
		t.Errorf("the same limit again: %s", a.body)
	}
}

func TestLimitsAreThoseOfThePlayersWorld(t *testing.T) {
	r := newRig(t)
	r.brands[0].Upstream.Control = true
	destek, admin := r.login("destek", "Destek123!"), r.login("yonetici", "Yonetici123!")
	r.world = "w1"
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", tightened, destek)
	for world, want := range map[string]int{"w1": 1, "w2": 0, "": 0} {
		r.world = world
		got := r.limitsOf(destek)
		assert.Len(t, got.Limits, want, "world %q: %+v", world, got)
	}
	for world, want := range map[string]int{"w1": 2, "w2": 1, "": 2} { // lines
		r.world = world
		a := r.do("GET", "/limits.csv?brand=marmara", "", admin)
		assert.Equal(t, want, strings.Count(string(a.body), "\r\n"), "export in world %q: %s", world, a.body)
	}
}

func TestLimitsAreLoosenedByTwoAccountsAfterTheWait(t *testing.T) {
	r := newRig(t)
	passwords := map[string]string{"destek": "Destek123!", "yonetici": "Yonetici123!", "izleyici": "Izleyici123!"}
	const destek, admin, viewer = "destek", "yonetici", "izleyici"
	as := func(name string) *http.Cookie { return r.login(name, passwords[name]) } // logins end before the wait
	const first, second = "2026-01-02T03:04:08Z", "2026-01-02T03:04:11Z"           // each step takes a second
	decided := func(at string) string {
		return `{"subject":"limit","kind":"deposit","period":"day","at":"` + at + `"}`
	}
	for i, step := range []struct {
		name, action, body string
		by                 string
		wait               time.Duration
		want               int
		word               string
	}{
		{"nothing to loosen", "propose", loosened, destek, 0, http.StatusConflict, "not looser"},
		{"a limit", "tighten", tightened, destek, 0, http.StatusOK, ""},
		{"a proposal", "propose", loosened, destek, 0, http.StatusOK, ""},
		{"too early", "approve", decided(first), admin, 0, http.StatusConflict, "too early"},
		{"a viewer may not approve", "approve", decided(first), viewer, 0, http.StatusForbidden, "role forbids"},
		{"proposed by another account", "propose", loosened, admin, 0, http.StatusOK, ""},
		{"the replaced one", "approve", decided(first), destek, 24 * time.Hour, http.StatusConflict, "modified"},
		{"by its proposer", "approve", decided(second), admin, 0, http.StatusForbidden, "second person required"},
		{"the replaced one is not rejected", "reject", decided(first), destek, 0, http.StatusConflict, "modified"},
		{"approved", "approve", decided(second), destek, 0, http.StatusOK, ""},
		{"approved again", "approve", decided(second), destek, 0, http.StatusConflict, "not proposed"},
		{"no break to end", "propose", `{"subject":"break","reason":"x"}`, destek, 0, http.StatusConflict, "nothing to end"},
		{"a removal", "propose", `{"subject":"limit","kind":"deposit","period":"day","removal":true,"reason":"x"}`, destek, 0, http.StatusOK, ""},
	} {
		r.advance(time.Second + step.wait)
		a := r.do("POST", limitsPath+"/"+step.action, step.body, as(step.by))
		require.Equal(t, step.want, a.status, "%d. %s: %d %s", i+1, step.name, a.status, a.body)
		if step.word == "" {
			continue
		}
		if word, message, _ := a.refusal(t); word != step.word || message == "" {
			t.Errorf("%s: %q %q", step.name, word, message)
		}
		if step.word == "too early" && (a.header.Get("Retry-After") != "86399" || !strings.Contains(string(a.body), `"from":"2026-01-03T03:04:08Z"`)) {
			t.Errorf("too early: %v %s", a.header, a.body)
		}
	}
	l := r.limitsOf(as(destek))
	assert.True(t, len(l.Limits) == 1 && l.Limits[0].Amount == 800.5 && l.History[0].By == "yonetici, destek" && l.History[0].Change == "set" && len(l.Proposals) == 1 && !l.Proposals[0].Ready,
		"%+v", l)
	r.advance(time.Second)
	if a := r.do("POST", limitsPath+"/reject", decided(l.Proposals[0].At), as(admin)); a.status != http.StatusOK || len(r.limitsOf(as(destek)).Proposals) != 0 {
		t.Errorf("rejected: %d %s", a.status, a.body)
	}
	var entries []string
	for _, e := range r.audit(as(destek), "?limit=500") {
		if e.Subject == "marmara/7" {
			entries = append(entries, e.Who+" "+e.Action+" "+string(e.Outcome)+" "+string(e.Before)+" "+string(e.After))
		}
	}
	const limit = `"kind":"deposit","period":"day"`
	const of800 = `{` + limit + `,"amount":800.5}`
	proposal := func(what, by, at, from, ready string) string {
		return `"proposal":{"subject":"limit",` + limit + `,` + what + `,"by":"` + by + `","at":"` + at + `","from":"` + from + `","ready":` + ready + `}`
	}
	const amount, removal = `"amount":800.5,"reason":"a letter"`, `"removal":true,"reason":"x"`
	want := []string{
		`yonetici loosening rejected done {` + limit + `,"amount":800.5,` + proposal(removal, "destek", "2026-01-03T03:04:18Z", "2026-01-04T03:04:18Z", "false") + `} ` + of800,
		`destek loosening proposed done ` + of800 + ` {` + limit + `,"amount":800.5,` + proposal(removal, "destek", "2026-01-03T03:04:18Z", "2026-01-04T03:04:18Z", "false") + `,"reason":"x"}`,
		`destek loosening approved done {` + limit + `,"amount":500,` + proposal(amount, "yonetici", second, "2026-01-03T03:04:11Z", "true") + `} ` + of800,
		`yonetici loosening proposed done {` + limit + `,"amount":500,` + proposal(amount, "destek", first, "2026-01-03T03:04:08Z", "false") + `} {` + limit + `,"amount":500,` + proposal(amount, "yonetici", second, "2026-01-03T03:04:11Z", "false") + `,"reason":"a letter"}`,
		`destek loosening proposed done {` + limit + `,"amount":500} {` + limit + `,"amount":500,` + proposal(amount, "destek", first, "2026-01-03T03:04:08Z", "false") + `,"reason":"a letter"}`,
		`destek limits tightened done {` + limit + `} {` + limit + `,"amount":500,"reason":"a call of the player"}`,
	}
	got := strings.Join(entries, "\n")
	assert.Equal(t, strings.Join(want, "\n"), got, "audit:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
}

func TestLimitsAreExportedAsCSV(t *testing.T) {
	r := newRig(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, step := range []struct{ player, body string }{
		{"7", tightened},
		{"=1+1", `{"kind":"session_time","period":"week","minutes":120,"reason":"x"}`},
		{"7", `{"break_hours":24,"reason":"x"}`},
		{"8", `{"exclude_forever":true,"reason":"x"}`},
	} {
		r.want(http.StatusOK, "POST", "/players/marmara/"+step.player+"/limits/tighten", step.body, admin)
		r.advance(time.Hour)
	}
	a := r.do("GET", "/limits.csv?brand=marmara", "", admin)
	const header = "player,at,who,account,change,kind,period,value,unit,until\r\n"
	const want = header +
		"7,2026-01-02T03:04:05Z,staff,yonetici,set,deposit,day,500,TRY,\r\n" +
		"'=1+1,2026-01-02T04:04:05Z,staff,yonetici,set,session_time,week,120,minutes,\r\n" +
		"7,2026-01-02T05:04:05Z,staff,yonetici,break,,,,,2026-01-03T05:04:05Z\r\n" +
		"8,2026-01-02T06:04:05Z,staff,yonetici,exclusion,,,,,for ever\r\n"
	assert.True(t, a.status == http.StatusOK && string(a.body) == want && a.header.Get("Content-Disposition") == `attachment; filename="limits-marmara-20260102T070405Z.csv"`,
		"%d %v\n%s", a.status, a.header, a.body)
	a = r.do("GET", "/limits.csv?brand=marmara&from=2026-01-02T04:04:05Z&until=2026-01-02T05:04:05Z", "", admin)
	assert.Equal(t, header+"'=1+1,2026-01-02T04:04:05Z,staff,yonetici,set,session_time,week,120,minutes,\r\n", string(a.body),
		"an hour:\n%s", a.body)
	r.advance(time.Second)
	var exports []string
	for _, e := range r.audit(admin, "") {
		if e.Action == "limits exported" {
			exports = append(exports, e.Brand+" "+string(e.After))
		}
	}
	if got := strings.Join(exports, "; "); got != `marmara {"from":"","until":""}; marmara {"from":"2026-01-02T04:04:05Z","until":"2026-01-02T05:04:05Z"}` &&
		got != `marmara {"from":"2026-01-02T04:04:05Z","until":"2026-01-02T05:04:05Z"}; marmara {"from":"","until":""}` { // within the same second
		t.Errorf("audit: %s", got)
	}
}
