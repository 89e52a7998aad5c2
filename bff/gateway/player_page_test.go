package gateway_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/player/protection"
)

// A read for a page gets the response that a call of the session gets, but never sets a cookie.
func TestAReadForAPagePassesTheStagesOfACall(t *testing.T) {
	ok := bff.Answer{Result: true, Code: 200}
	excluded := func(r *fixture) { r.protection.restriction = protection.SelfExcluded }
	other := func(r *fixture) { r.sessions.byToken["s"].Identity.Partition = "other" }
	blocked := func(r *fixture) { r.block(bff.BlockSubject{Partition: "marmara", UID: "7"}) }
	for name, row := range map[string]struct {
		token  string
		set    func(*fixture)
		answer bff.Answer
		want   bool
	}{
		"session":           {"s", nil, ok, true},
		"no session":        {"", nil, ok, false},
		"pending session":   {"p", func(r *fixture) { r.sessions.open("p", pending) }, ok, false},
		"replaced session":  {"s", func(r *fixture) { r.sessions.byToken["s"].Rotated = true }, ok, false},
		"blocked player":    {"s", blocked, ok, false},
		"maintenance":       {"s", func(r *fixture) { r.state.On = true }, ok, false},
		"exhausted limit":   {"s", func(r *fixture) { r.limiter.denied[bff.LimitSession] = time.Second }, ok, false},
		"refusing platform": {"s", nil, bff.Answer{Code: 400}, false},
		"renewed session":   {"s", func(r *fixture) { r.sessions.touch = r.sessions.byToken["s"] }, ok, true},
		"renewed identity":  {"s", nil, bff.Answer{Result: true, Renewed: &bff.Identity{UID: "7"}}, false},
		"other partition":   {"s", other, ok, false},
		"panic":             {"s", func(r *fixture) { r.answer = nil }, ok, false},
		"self-exclusion":    {"s", excluded, ok, false},
	} {
		read := bff.PlayerRead{Class: "user", Method: "list_bonuses", Data: `{"status":"active","limit":1,"offset":0}`}
		if name == "self-exclusion" {
			read = bff.PlayerRead{Class: "casino", Method: "games_list", Data: `{"favorites":true}`}
		}
		var got map[bff.PlayerRead]*bff.Answer
		r := newPlayer(t, func(o *gateway.Options) {
			o.Site = http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
				s := *bff.ScopeOf(req.Context())
				got = s.ReadPlayer(req.Context(), &s, time.Minute, read)
			})
		})
		r.respond(row.answer)
		if row.set != nil {
			row.set(r)
		}
		w := r.get("/profile/deposit", cookie(row.token))
		assert.Equal(t, row.want, got[read] != nil, name)
		assert.Empty(t, w.Header().Get("Set-Cookie"), name)
	}
}
