package staff_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/staff"
)

// players implements staff.Sessions in memory with exact user names; fault is returned by
// lookups.
type players struct {
	open     []bff.ActiveSession
	fault    error
	unlisted []bff.Session // lost by the index
	queued   int
	ended    []string // players and user names, in their order
	keys     []bff.SealingKey
	keysOf   []*bff.Brand // the brands that Keys was asked for
}

func (p *players) Keys(_ context.Context, brands []*bff.Brand) ([]bff.SealingKey, error) {
	p.keysOf = brands
	return p.keys, p.fault
}

func (p *players) QueuedRevocations() int { return p.queued }

func (p *players) Active(_ context.Context, brand *bff.Brand, username string) (out []bff.ActiveSession, err error) {
	for _, b := range p.open {
		if b.Brand == brand.ID && b.Identity.Username == username {
			out = append(out, b)
		}
	}
	return out, p.fault
}

func (p *players) Find(_ context.Context, id string) (*bff.ActiveSession, error) {
	if i := slices.IndexFunc(p.open, func(b bff.ActiveSession) bool { return b.ID == id }); i >= 0 {
		b := p.open[i]
		return &b, p.fault
	}
	return nil, p.fault
}

func (p *players) End(_ context.Context, s *bff.Session) error {
	p.open = slices.DeleteFunc(p.open, func(b bff.ActiveSession) bool { return b.ID == s.ID })
	return p.fault
}

func (p *players) EndAll(_ context.Context, brand, player string) error {
	p.ended = append(p.ended, player)
	p.open = slices.DeleteFunc(p.open, func(b bff.ActiveSession) bool { return b.Brand == brand && b.Identity.Player() == player })
	return p.fault
}

func (p *players) EndUsername(_ context.Context, brand, world, username string) error {
	p.ended = append(p.ended, username)
	p.unlisted = slices.DeleteFunc(p.unlisted, func(s bff.Session) bool {
		return s.Brand == brand && s.Identity.Username == username && (world == "" || s.Identity.World == world)
	})
	return p.fault
}

func (p *players) ids() (out []string) {
	for _, b := range p.open {
		out = append(out, b.ID)
	}
	return out
}

// playing returns a rig of two brands with sessions: three of ayse, one of them in a mock
// world, and one of veli.
func playing(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	r.brands[0].Upstream.Control = true
	r.brands = append(r.brands, &bff.Brand{ID: "zephyr", Hosts: []string{"zephyr.test"}, Languages: r.brands[0].Languages})
	for i, id := range []bff.Identity{{UID: "u-1", Username: "ayse"}, {UID: "u-1", Username: "ayse"}, {UID: "u-1", Username: "ayse", World: "w1"}, {UID: "u-2", Username: "veli"}} {
		brand := "marmara"
		if i == 1 {
			brand = "zephyr"
		}
		r.players.open = append(r.players.open, bff.ActiveSession{
			Session: bff.Session{
				ID: "S" + string(rune('0'+i)), Brand: brand, Identity: id, Pending: i == 1, TwoFactor: i == 1,
				LoginAt: r.now().Add(time.Duration(i-10) * time.Minute), IssuedAt: r.now().Add(-time.Minute), ExpiresAt: r.now().Add(time.Hour),
			},
			Visitor: "192.0.2.9", UserAgent: "Browser",
		})
	}
	return r
}

func TestSessionsOfAPlayerAreListed(t *testing.T) {
	r := playing(t)
	support := r.login("destek", "Destek123!")
	want := map[string][]string{
		"?username=ayse":               {"S2", "S1", "S0"},
		"?username=ayse&brand=marmara": {"S2", "S0"},
		"?username=ayse&brand=zephyr":  {"S1"},
		"?username=veli":               {"S3"},
		"?username=nobody":             {},
	}
	for query, ids := range want {
		a := r.do("GET", "/sessions"+query, "", support)
		var got []struct{ Session string }
		if err := json.Unmarshal(a.body, &got); err != nil || a.status != http.StatusOK || got == nil || len(got) != len(ids) {
			t.Errorf("%s: %d %s", query, a.status, a.body)
			continue
		}
		for i := range got {
			if got[i].Session != ids[i] {
				t.Errorf("%s: %s, want %v", query, a.body, ids)
			}
		}
	}
	got := string(r.do("GET", "/sessions?username=ayse&brand=zephyr", "", support).body)
	if want := `[{"session":"S1","brand":"zephyr","username":"ayse","begun":"2026-01-02T02:55:05Z","seen":"2026-01-02T03:03:05Z",` +
		`"until":"2026-01-02T04:04:05Z","address":"192.0.2.9","agent":"Browser","pending":true,"two_factor":true}]`; got != want {
		t.Errorf("shown as\n%s, want\n%s", got, want)
	}
	r.world = "w1" // of the brand that has worlds
	if got := string(r.do("GET", "/sessions?username=ayse", "", support).body); strings.Contains(got, "S0") || !strings.Contains(got, `"world":"w1"`) || !strings.Contains(got, "S1") {
		t.Errorf("from a world: %s", got)
	}
}

func TestSessionsAreRevoked(t *testing.T) {
	for _, row := range []struct {
		name, body, world string
		ended             string
		left              []string
	}{
		{"one", `{"session":"S0"}`, "", `{"ended":1}`, []string{"S1", "S2", "S3"}},
		{"one of a brand", `{"session":"S1","brand":"zephyr"}`, "", `{"ended":1}`, []string{"S0", "S2", "S3"}},
		{"all of a player", `{"username":"ayse"}`, "", `{"ended":3}`, []string{"S3"}},
		{"a player's at one brand", `{"username":"ayse","brand":"marmara"}`, "", `{"ended":2}`, []string{"S1", "S3"}},
		{"a player's in one world", `{"username":"ayse","brand":"marmara"}`, "w1", `{"ended":1}`, []string{"S0", "S1", "S3"}},
		{"nobody's", `{"username":"nobody"}`, "", `{"ended":0}`, []string{"S0", "S1", "S2", "S3"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := playing(t)
			support := r.login("destek", "Destek123!")
			r.world = row.world
			if a := r.do("POST", "/sessions/revoke", row.body, support); a.status != http.StatusOK || string(a.body) != row.ended {
				t.Errorf("%d %s", a.status, a.body)
			}
			if got := r.players.ids(); !slices.Equal(got, row.left) {
				t.Errorf("left are %v", got)
			}
		})
	}
}

func TestReplySaysWhenSessionsAreNotOverEverywhere(t *testing.T) {
	r := playing(t)
	r.players.queued = 1
	support := r.login("destek", "Destek123!")
	for body, want := range map[string]string{`{"session":"S0"}`: `{"ended":1,"queued":1}`, `{"username":"veli"}`: `{"ended":1,"queued":1}`} {
		if a := r.do("POST", "/sessions/revoke", body, support); a.status != http.StatusOK || string(a.body) != want {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
}

func TestSessionsThatTheIndexHasLostAreRevoked(t *testing.T) {
	r := playing(t)
	support := r.login("destek", "Destek123!")
	lost := func(brand, username, world string) bff.Session {
		return bff.Session{Brand: brand, Identity: bff.Identity{UID: "u-9", Username: username, World: world}}
	}
	all := []bff.Session{lost("marmara", "can", ""), lost("marmara", "can", "w1"), lost("zephyr", "can", ""), lost("marmara", "veli", "")}
	for _, row := range []struct {
		body, world string
		left        []int // of all
	}{
		{`{"username":"can"}`, "", []int{3}},
		{`{"username":"can","brand":"marmara"}`, "", []int{2, 3}},
		{`{"username":"can"}`, "w1", []int{0, 3}}, // zephyr has no worlds
	} {
		r.players.unlisted, r.world = slices.Clone(all), row.world
		if a := r.do("POST", "/sessions/revoke", row.body, support); a.status != http.StatusOK || string(a.body) != `{"ended":0}` {
			t.Errorf("%s: %d %s", row.body, a.status, a.body)
		}
		var want []bff.Session
		for _, i := range row.left {
			want = append(want, all[i])
		}
		if !slices.Equal(r.players.unlisted, want) {
			t.Errorf("%s from world %q: left are %+v", row.body, row.world, r.players.unlisted)
		}
	}
}

func TestInvalidSessionRequestsNameTheField(t *testing.T) {
	r := playing(t)
	support := r.login("destek", "Destek123!")
	long := strings.Repeat("ş", 65)
	for _, row := range []struct {
		method, path, body string
		status             int
		field              string
	}{
		{"GET", "/sessions", "", 400, "username"},
		{"GET", "/sessions?username=", "", 400, "username"},
		{"GET", "/sessions?username=" + long, "", 400, "username"},
		{"GET", "/sessions?username=%ff", "", 400, "username"},
		{"GET", "/sessions?username=ayse&brand=nowhere", "", 400, "brand"},
		{"POST", "/sessions/revoke", `{}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"session":"a b"}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"session":1}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"session":"S0","username":"ayse"}`, 400, "session"},
		{"POST", "/sessions/revoke", `{"username":"` + long + `"}`, 400, "username"},
		{"POST", "/sessions/revoke", `{"username":["ayse"]}`, 400, "username"},
		{"POST", "/sessions/revoke", `{"username":"ayse","brand":"nowhere"}`, 400, "brand"},
		{"POST", "/sessions/revoke", `{"username":"ayse","all":true}`, 400, "all"},
		{"POST", "/sessions/revoke", `{"session":"S9"}`, 404, ""},
		{"POST", "/sessions/revoke", `{"session":"S0","brand":"zephyr"}`, 404, ""},
	} {
		got := r.do(row.method, row.path, row.body, support)
		_, message, field := got.refusal(t)
		if got.status != row.status || field != row.field || message == "" {
			t.Errorf("%s %s: %d %s", row.path, row.body, got.status, got.body)
		}
	}
	r.world = "elsewhere"
	if got := r.do("POST", "/sessions/revoke", `{"session":"S2"}`, support); got.status != http.StatusNotFound {
		t.Errorf("of another world: %d", got.status)
	}
	r.world, r.players.fault = "", bff.ReasonUnavailable.WithCause(errors.New("no answer"))
	for path, method := range map[string]string{"/sessions?username=ayse": "GET", "/sessions/revoke": "POST"} {
		if got := r.do(method, path, `{"username":"ayse"}`, support); got.status != http.StatusServiceUnavailable {
			t.Errorf("without the store %s says %d", path, got.status)
		}
	}
	if got := r.players.ids(); len(got) != 4 {
		t.Errorf("left are %v", got)
	}
}

func TestRevokedSessionsAreAudited(t *testing.T) {
	r := playing(t)
	support := r.login("destek", "Destek123!")
	for _, body := range []string{`{"session":"S0"}`, `{"username":"ayse"}`} {
		r.advance(time.Second)
		if a := r.do("POST", "/sessions/revoke", body, support); a.status != http.StatusOK {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	var all []staff.Entry
	if err := json.Unmarshal(r.do("GET", "/audit?limit=2", "", support).body, &all); err != nil || len(all) != 2 {
		t.Fatalf("%+v, %v", all, err)
	}
	for i, want := range []struct{ action, subject, before string }{
		{
			"sessions ended", "ayse", `[{"session":"S2","brand":"marmara","username":"ayse","begun":"2026-01-02T02:56:05Z","world":"w1"},` +
				`{"session":"S1","brand":"zephyr","username":"ayse","begun":"2026-01-02T02:55:05Z"}]`,
		},
		{"session ended", "S0", `[{"session":"S0","brand":"marmara","username":"ayse","begun":"2026-01-02T02:54:05Z"}]`},
	} {
		if e := all[i]; e.Action != want.action || e.Subject != want.subject || string(e.Before) != want.before || string(e.After) != "[]" || e.Who != "destek" {
			t.Errorf("%+v\nbefore %s\nafter %s", e, e.Before, e.After)
		}
	}
}
