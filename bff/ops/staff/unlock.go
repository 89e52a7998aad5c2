package staff

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/names"
)

// lockView is what keeps a player from logging in.
type lockView struct {
	Brand string    `json:"brand"`
	Lock  string    `json:"lock"` // the rule of a limit, or lockBlock
	Until time.Time `json:"until,omitzero"`
}

// lockBlock is the lock of a player whom staff have blocked.
const lockBlock = "block"

// locks lists what keeps the players with a name from logging in, also those who have never logged in here.
func (s *server) locks(c *gin.Context, v *visit) error {
	username, out := c.Query("username"), []lockView{}
	brands, err := s.selectedBrands(v, c.Query("brand"))
	if err != nil {
		return err
	}
	for _, b := range brands {
		keys, players, err := s.guessCounters(c, v, b, username)
		if err != nil {
			return err
		}
		until := map[bff.LimitRule]time.Time{}
		for _, key := range keys {
			if wait, ok := s.Limiter.Allow(c, key); ok {
				s.Limiter.Refund(c, key) // it was no guess
			} else if at := s.Clock().UTC().Add(wait).Truncate(time.Second); at.After(until[key.Rule]) {
				until[key.Rule] = at
			}
		}
		for _, rule := range slices.Sorted(maps.Keys(until)) {
			out = append(out, lockView{b.ID, string(rule), until[rule]})
		}
		for _, id := range players {
			if block := s.blockOf(b.ID, id); block != nil {
				out = append(out, lockView{b.ID, lockBlock, block.Until})
				break
			}
		}
	}
	reply(c, http.StatusOK, out)
	return nil
}

// guessCounters returns the players with a name, the last of whom may never have logged in, and the counters of their wrong
// passwords and codes. Guesses are counted by the name as typed and by the player's id, which the sessions of the account and
// recorded requests tell: a wrong code needs a session. Those of an address are not touched.
func (s *server) guessCounters(c *gin.Context, v *visit, b *bff.Brand, username string) (keys []bff.LimitKey, players []bff.Identity, err error) {
	known, err := s.activeSessions(c, v, username, b.ID)
	if err != nil {
		return nil, nil, err
	}
	world := worldOf(v, b)
	profiles, err := s.Activity.Search(c, b.ID, world, username)
	if err != nil {
		return nil, nil, bff.ReasonUnavailable.WithCause(err)
	}
	for _, one := range known {
		players = append(players, one.Identity)
	}
	for _, one := range profiles {
		players = append(players, bff.Identity{UID: one.UID, World: world, Username: one.Username})
	}
	for _, one := range players {
		for _, rule := range []bff.LimitRule{bff.LimitPassword, bff.LimitCode} { // with the world, like the subject of the limit
			keys = append(keys, bff.LimitKey{Rule: rule, Brand: b.ID, Subject: one.Player()})
		}
	}
	typed := bff.Identity{UID: names.FoldAggressive(strings.ToLower(strings.TrimSpace(username))), World: world}.Player()
	keys = append(keys, bff.LimitKey{Rule: bff.LimitPassword, Brand: b.ID, Subject: typed})
	return keys, append(players, bff.Identity{World: world, Username: username}), nil
}

// unlockPlayer lifts the lock-out of a player's account after wrong passwords and codes.
func (s *server) unlockPlayer(c *gin.Context, v *visit) error {
	b := s.brand(c.Param("brand"))
	if b == nil {
		return ReasonNotFound
	}
	var username string
	if err := decodeBody(c, map[string]any{"username": &username}); err != nil {
		return err
	}
	keys, _, err := s.guessCounters(c, v, b, username)
	if err != nil {
		return err
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
