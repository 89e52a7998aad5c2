package staff_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/ops/staff"
)

// players implements staff.Sessions in memory with exact user names. Lookups return fault.
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
	for _, b := range p.open {
		if b.ID == id {
			return &b, p.fault
		}
	}
	return nil, p.fault
}

func (p *players) End(_ context.Context, s *bff.Session) error {
	p.open = slices.DeleteFunc(p.open, func(b bff.ActiveSession) bool { return b.ID == s.ID })
	return p.fault
}

func (p *players) EndAll(_ context.Context, brand, player string) error {
	p.ended = append(p.ended, player)
	p.open = slices.DeleteFunc(p.open,
		func(b bff.ActiveSession) bool { return b.Brand == brand && b.Identity.Player() == player })
	return p.fault
}

func (p *players) EndUsername(_ context.Context, in bff.Partition, username string) error {
	p.ended = append(p.ended, username)
	p.unlisted = slices.DeleteFunc(p.unlisted, func(s bff.Session) bool {
		return s.Brand == in.Brand() && s.Identity.Username == username && in.Shows(s.Identity.Partition)
	})
	return p.fault
}

func (p *players) ids() (out []string) {
	for _, b := range p.open {
		out = append(out, b.ID)
	}
	return out
}

// playing returns a rig of two brands with sessions: three of ayse, one of them a
// tester, and one of veli.
func playing(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	r.brands[0].Upstream.Control = true
	r.brands = append(r.brands,
		&bff.Brand{ID: "zephyr", Hosts: []string{"zephyr.test"}, Languages: r.brands[0].Languages})
	for i, id := range []string{"u-1 ayse marmara", "u-1 ayse zephyr", "u-1 ayse marmara/w1", "u-2 veli marmara"} {
		of := strings.Fields(id)
		in := bff.Partition(of[2])
		r.players.open = append(r.players.open, bff.ActiveSession{
			Session: bff.Session{
				ID: fmt.Sprint("S", i), Brand: in.Brand(),
				Identity: bff.Identity{Partition: in, UID: of[0], Username: of[1]},
				Pending:  i == 1, TwoFactor: i == 1,
				LoginAt: r.Now().Add(time.Duration(i-10) * time.Minute), IssuedAt: r.Now().Add(-time.Minute),
				ExpiresAt: r.Now().Add(time.Hour),
			},
			Visitor: "192.0.2.9", UserAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0",
		})
	}
	return r
}

func TestSessionsOfAPlayerAreListed(t *testing.T) {
	r := playing(t)
	support := r.as("destek")
	for query, want := range map[string]string{
		"?username=ayse":               "[{S2} {S1} {S0}]",
		"?username=ayse&brand=marmara": "[{S2} {S0}]",
		"?username=ayse&brand=zephyr":  "[{S1}]",
		"?username=veli":               "[{S3}]",
		"?username=nobody":             "[]",
	} {
		assert.Equal(t, want, fmt.Sprint(read[[]struct{ Session string }](r, "/sessions"+query, support)), query)
	}
	const want = `[{"session":"S1","brand":"zephyr","username":"ayse","begun":"2026-01-02T02:55:05Z","seen":"2026-01-02T03:03:05Z",` +
		`"until":"2026-01-02T04:04:05Z","address":"192.0.2.9","agent":"Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0","device":"Firefox 133 · Linux","pending":true,"two_factor":true}]`
	r.wantBody(want, "GET", "/sessions?username=ayse&brand=zephyr", "", support)
	r.partition = "marmara/w1" // of the brand that has testers
	got := read[[]struct{ Session string }](r, "/sessions?username=ayse", support)
	assert.Equal(t, "[{S2} {S1}]", fmt.Sprint(got), "as a tester")
}

func TestSessionsAreRevoked(t *testing.T) {
	lost := func(p bff.Partition, username string) bff.Session {
		return bff.Session{Brand: p.Brand(), Identity: bff.Identity{Partition: p, UID: "u-9", Username: username}}
	}
	unlisted := []bff.Session{
		lost("marmara", "can"), lost("marmara/w1", "can"), lost("zephyr", "can"), lost("marmara", "veli"),
	}
	for _, row := range []struct {
		name, body string
		partition  bff.Partition
		queued     int
		ended      string
		left       string // of the sessions in the index
		lost       string // of unlisted, what is left
	}{
		{"one", `{"session":"S0"}`, "marmara", 0, `{"ended":1}`, "S1 S2 S3", "0123"},
		{"one of a brand", `{"session":"S1","brand":"zephyr"}`, "marmara", 0, `{"ended":1}`, "S0 S2 S3", "0123"},
		{"all of a player", `{"username":"ayse"}`, "marmara", 0, `{"ended":3}`, "S3", "0123"},
		{
			"a player's at one brand", `{"username":"ayse","brand":"marmara"}`, "marmara", 0, `{"ended":2}`, "S1 S3",
			"0123",
		},
		{
			"a player's of one tester", `{"username":"ayse","brand":"marmara"}`, "marmara/w1", 0, `{"ended":1}`,
			"S0 S1 S3", "0123",
		},
		{"nobody's", `{"username":"nobody"}`, "marmara", 0, `{"ended":0}`, "S0 S1 S2 S3", "0123"},
		{"one, not yet everywhere", `{"session":"S0"}`, "marmara", 1, `{"ended":1,"queued":1}`, "S1 S2 S3", "0123"},
		{
			"a player's, not yet everywhere", `{"username":"veli"}`, "marmara", 1, `{"ended":1,"queued":1}`, "S0 S1 S2",
			"012",
		},
		{"those that the index has lost", `{"username":"can"}`, "marmara", 0, `{"ended":0}`, "S0 S1 S2 S3", "3"},
		{
			"the lost ones of a brand", `{"username":"can","brand":"marmara"}`, "marmara", 0, `{"ended":0}`,
			"S0 S1 S2 S3", "23",
		},
		{
			"the lost ones of a tester, and of brands without testers", `{"username":"can"}`, "marmara/w1", 0,
			`{"ended":0}`, "S0 S1 S2 S3", "03",
		},
	} {
		r := playing(t)
		support := r.as("destek")
		r.partition, r.players.queued, r.players.unlisted = row.partition, row.queued, slices.Clone(unlisted)
		r.wantBody(row.ended, "POST", "/sessions/revoke", row.body, support)
		assert.Equal(t, row.left, strings.Join(r.players.ids(), " "), row.name)
		left := ""
		for i, s := range unlisted {
			if slices.Contains(r.players.unlisted, s) {
				left += fmt.Sprint(i)
			}
		}
		assert.Equal(t, row.lost, left, "%s: the lost ones that are left", row.name)
	}
}

func TestRevokedSessionsAreAudited(t *testing.T) {
	r := playing(t)
	support := r.as("destek")
	for _, body := range []string{`{"session":"S0"}`, `{"username":"ayse"}`} {
		r.Advance(time.Second)
		r.want(http.StatusOK, "POST", "/sessions/revoke", body, support)
	}
	all := r.audit(support, "?limit=2")
	for i, want := range []string{
		`sessions ended ayse done [{"session":"S2","brand":"marmara","username":"ayse","begun":"2026-01-02T02:56:05Z"},` +
			`{"session":"S1","brand":"zephyr","username":"ayse","begun":"2026-01-02T02:55:05Z"}] []`,
		`session ended S0 done [{"session":"S0","brand":"marmara","username":"ayse","begun":"2026-01-02T02:54:05Z"}] []`,
	} {
		assert.Equal(t, "destek "+want, all[i].Who+" "+all[i].Action+" "+all[i].Subject+" "+states(all[i]))
	}
}

func TestKeysAreListedWithTheirSessions(t *testing.T) {
	r := newRig(t)
	r.players.keys = []bff.SealingKey{
		{Kid: "20260102-NEW", Created: r.Now(), Active: true, Sessions: 3},
		{Kid: "20251201-OLD", Created: r.Now().Add(-time.Hour), Sessions: 12, RetireAfter: r.Now().Add(24 * time.Hour)},
	}
	viewer := r.as("izleyici")
	r.want(http.StatusUnauthorized, "GET", "/keys", "", nil)
	// of one brand
	r.want(http.StatusForbidden, "GET", "/keys", "", r.addAccount("birmarka", staff.Roles{"marmara": staff.Admin}))
	const want = `[{"kid":"20260102-NEW","created":"2026-01-02T03:04:05Z","active":true,"sessions":3},` +
		`{"kid":"20251201-OLD","created":"2026-01-02T02:04:05Z","active":false,"sessions":12,"retireAfter":"2026-01-03T03:04:05Z"}]`
	r.wantBody(want, "GET", "/keys", "", viewer)
	assert.Equal(t, r.brands, r.players.keysOf)
	r.players.fault = bff.ReasonUnavailable.WithRetryAfter(time.Second)
	got := r.want(http.StatusServiceUnavailable, "GET", "/keys", "", viewer)
	assert.NotContains(t, string(got.body), "OLD", "without the store")
}
