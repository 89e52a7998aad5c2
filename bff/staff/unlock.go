package staff

import (
	"context"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/names"
)

// unlockPlayer lifts the lock-out of a player's account after wrong passwords and codes. Guesses are
// counted by the name as typed and by the player's id, which the sessions of the account and recorded
// requests tell: a wrong code needs a session. Those of an address are not touched.
func (s *server) unlockPlayer(c *gin.Context, v *visit) error {
	b := s.brand(c.Param("brand"))
	if b == nil {
		return ReasonNotFound
	}
	var username string
	if err := decodeBody(c, map[string]any{"username": &username}); err != nil {
		return err
	}
	known, err := s.activeSessions(c, v, username, b.ID)
	if err != nil {
		return err
	}
	world := ""
	if b.Upstream.Control && v.scope.World != "" {
		world = v.scope.World + "/"
	}
	key := func(rule bff.LimitRule, subject string) bff.LimitKey {
		return bff.LimitKey{Rule: rule, Brand: b.ID, Subject: subject}
	}
	typed := names.FoldAggressive(strings.ToLower(strings.TrimSpace(username)))
	keys := []bff.LimitKey{key(bff.LimitPassword, world+typed)}
	for _, one := range known {
		subject := one.Identity.Player() // with the world, like the subject of the limit
		keys = append(keys, key(bff.LimitPassword, subject), key(bff.LimitCode, subject))
	}
	profiles, err := s.Activity.Search(c, b.ID, strings.TrimSuffix(world, "/"), username)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	for _, one := range profiles {
		keys = append(keys, key(bff.LimitPassword, world+one.UID), key(bff.LimitCode, world+one.UID))
	}
	d := Action{Action: "player unlocked", Brand: b.ID, Subject: b.ID + " " + username}
	if err := s.audited(c, v, d, func(ctx context.Context) (any, error) { return nil, s.Limits.Reset(ctx, keys...) }); err != nil {
		return err
	}
	reply(c, http.StatusOK, struct{}{})
	return nil
}

// unlockAccount lifts the lock-out of a staff account.
func (s *server) unlockAccount(c *gin.Context, v *visit) error {
	account, err := s.Accounts.Find(c, c.Param("name"))
	if err != nil {
		return accountReason(err)
	}
	d := Action{Action: "account unlocked", Subject: account.Name}
	err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		_, _, err := s.Accounts.Change(ctx, AccountChange{Name: account.Name, Apply: func(a *Account) error { a.Unlocks++; return nil }})
		return nil, accountReason(err)
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, struct{}{})
	return nil
}
