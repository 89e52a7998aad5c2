package staff_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

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
		got := []string{}
		for _, one := range read[[]struct{ Session string }](r, "/sessions"+query, support) {
			got = append(got, one.Session)
		}
		assert.Equal(t, ids, got, query)
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
	lost := func(brand, username, world string) bff.Session {
		return bff.Session{Brand: brand, Identity: bff.Identity{UID: "u-9", Username: username, World: world}}
	}
	unlisted := []bff.Session{
		lost("marmara", "can", ""), lost("marmara", "can", "w1"), lost("zephyr", "can", ""), lost("marmara", "veli", ""),
	}
	for _, row := range []struct {
		name, body, world string
		queued            int
		ended             string
		left              string // of the sessions in the index
		lost              []int  // of unlisted, what is left; nil: all
	}{
		{"one", `{"session":"S0"}`, "", 0, `{"ended":1}`, "S1 S2 S3", nil},
		{"one of a brand", `{"session":"S1","brand":"zephyr"}`, "", 0, `{"ended":1}`, "S0 S2 S3", nil},
		{"all of a player", `{"username":"ayse"}`, "", 0, `{"ended":3}`, "S3", nil},
		{"a player's at one brand", `{"username":"ayse","brand":"marmara"}`, "", 0, `{"ended":2}`, "S1 S3", nil},
		{"a player's in one world", `{"username":"ayse","brand":"marmara"}`, "w1", 0, `{"ended":1}`, "S0 S1 S3", nil},
		{"nobody's", `{"username":"nobody"}`, "", 0, `{"ended":0}`, "S0 S1 S2 S3", nil},
		{"one, not yet everywhere", `{"session":"S0"}`, "", 1, `{"ended":1,"queued":1}`, "S1 S2 S3", nil},
		{"a player's, not yet everywhere", `{"username":"veli"}`, "", 1, `{"ended":1,"queued":1}`, "S0 S1 S2", []int{0, 1, 2}},
		{"those that the index has lost", `{"username":"can"}`, "", 0, `{"ended":0}`, "S0 S1 S2 S3", []int{3}},
		{"the lost ones of a brand", `{"username":"can","brand":"marmara"}`, "", 0, `{"ended":0}`, "S0 S1 S2 S3", []int{2, 3}},
		{"the lost ones of a world, and of brands without", `{"username":"can"}`, "w1", 0, `{"ended":0}`, "S0 S1 S2 S3", []int{0, 3}},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := playing(t)
			support := r.login("destek", "Destek123!")
			r.world, r.players.queued, r.players.unlisted = row.world, row.queued, slices.Clone(unlisted)
			r.wantBody(row.ended, "POST", "/sessions/revoke", row.body, support)
			got := strings.Join(r.players.ids(), " ")
			assert.Equal(t, row.left, got, "left are %s", got)
			want := unlisted
			if row.lost != nil {
				want = nil
			}
			for _, i := range row.lost {
				want = append(want, unlisted[i])
			}
			assert.Equal(t, want, r.players.unlisted, "left of the lost ones are %+v", r.players.unlisted)
		})
	}
}

func TestRevokedSessionsAreAudited(t *testing.T) {
	r := playing(t)
	support := r.login("destek", "Destek123!")
	for _, body := range []string{`{"session":"S0"}`, `{"username":"ayse"}`} {
		r.advance(time.Second)
		r.want(http.StatusOK, "POST", "/sessions/revoke", body, support)
	}
	all := r.audit(support, "?limit=2")
	for i, want := range []struct{ action, subject, before string }{
		{
			"sessions ended", "ayse", `[{"session":"S2","brand":"marmara","username":"ayse","begun":"2026-01-02T02:56:05Z","world":"w1"},` +
				`{"session":"S1","brand":"zephyr","username":"ayse","begun":"2026-01-02T02:55:05Z"}]`,
		},
		{"session ended", "S0", `[{"session":"S0","brand":"marmara","username":"ayse","begun":"2026-01-02T02:54:05Z"}]`},
	} {
		e := all[i]
		assert.True(t, e.Action == want.action && e.Subject == want.subject && string(e.Before) == want.before && string(e.After) == "[]" && e.Who == "destek",
			"%+v\nbefore %s\nafter %s", e, e.Before, e.After)
	}
}

func TestKeysAreListedWithTheirSessions(t *testing.T) {
	r := newRig(t)
	r.players.keys = []bff.SealingKey{
		{Kid: "20260102-NEW", Created: r.now(), Active: true, Sessions: 3},
		{Kid: "20251201-OLD", Created: r.now().Add(-time.Hour), Sessions: 12, RetireAfter: r.now().Add(24 * time.Hour)},
	}
	viewer := r.login("izleyici", "Izleyici123!")
	r.want(http.StatusUnauthorized, "GET", "/keys", "", nil)
	r.want(http.StatusForbidden, "GET", "/keys", "", r.addAccount("birmarka", staff.Roles{"marmara": staff.Admin})) // of one brand
	all := read[[]map[string]any](r, "/keys", viewer)
	_, ok := all[0]["retireAfter"]
	assert.True(t, !ok && all[0]["active"] == true && all[0]["sessions"] == 3.0, "active key: %v", all[0])
	assert.True(t, all[1]["retireAfter"] == "2026-01-03T03:04:05Z" && all[1]["active"] == false && all[1]["sessions"] == 12.0 && all[1]["kid"] == "20251201-OLD",
		"superseded key: %v", all[1])
	assert.True(t, len(r.players.keysOf) == 1 && r.players.keysOf[0].ID == "marmara",
		"asked for the brands %v", r.players.keysOf)
	r.players.fault = bff.ReasonUnavailable.WithRetryAfter(time.Second)
	got := r.want(http.StatusServiceUnavailable, "GET", "/keys", "", viewer)
	assert.NotContains(t, string(got.body), "OLD", "without the store: %s", got.body)
}
