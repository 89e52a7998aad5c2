package gateway

import (
	"encoding/json"

	"croupier/bff"
)

// observeResult notes what the pipeline found out about a call.
func (info *requestInfo) observeResult(res *result) {
	o := &info.observation
	o.Cache, o.Upstream, o.Attempts, o.IdempotencyKey = res.cache, res.upstream, res.attempts, res.key
	identity := res.player
	if s := info.scope.Session; s != nil {
		identity = &s.Identity
	}
	if identity != nil {
		o.Player = bff.Player{UID: identity.UID, Username: identity.Username, World: identity.World, Email: res.email}
	}
}

// maxEmail is the maximum length of an e-mail address in bytes (RFC 5321).
const maxEmail = 254

// profileEmail returns the e-mail address of a profile, or "".
func profileEmail(a *bff.Answer) string {
	var profile struct {
		Email scalar `json:"email"`
	}
	if !a.Result || json.Unmarshal(a.Data, &profile) != nil || len(profile.Email) > maxEmail {
		return ""
	}
	return string(profile.Email)
}
