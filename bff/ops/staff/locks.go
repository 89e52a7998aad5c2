package staff

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/names"
)

type lockView struct {
	Brand string    `json:"brand"`
	Lock  string    `json:"lock"` // the rule of a limit, or lockBlock
	Until time.Time `json:"until,omitzero"`
}

const lockBlock = "block"

// locks lists the locks that prevent logins with a name, even a name without any login so far.
func (s *server) locks(c *gin.Context, v *visit) (any, error) {
	username, out := c.Query("username"), []lockView{}
	brands, err := s.selectedBrands(v, c.Query("brand"))
	if err != nil {
		return nil, err
	}
	for _, b := range brands {
		keys, players, err := s.guessCounters(c, v, b, username)
		if err != nil {
			return nil, err
		}
		until := map[bff.LimitRule]time.Time{}
		for _, key := range keys {
			if wait, ok := s.Limiter.Allow(c, key); ok {
				s.Limiter.Refund(c, key) // undoes the count of Allow
			} else if at := s.Clock().UTC().Add(wait).Truncate(time.Second); at.After(until[key.Rule]) {
				until[key.Rule] = at
			}
		}
		for _, rule := range slices.Sorted(maps.Keys(until)) {
			out = append(out, lockView{b.ID, string(rule), until[rule]})
		}
		for _, id := range players {
			if block := s.Blocks.Of(id); block != nil {
				out = append(out, lockView{b.ID, lockBlock, block.Until})
				break
			}
		}
	}
	return out, nil
}

// guessCounters returns the players with a name and the counters of their wrong passwords and
// codes, except counters of addresses. The last player has only the name. Guesses count by the
// typed name and by player id, which comes from sessions and recorded requests.
func (s *server) guessCounters(
	c *gin.Context, v *visit, b *bff.Brand, username string,
) (keys []bff.LimitKey, players []bff.Identity, err error) {
	known, err := s.activeSessions(c, v, username, b.ID)
	if err != nil {
		return nil, nil, err
	}
	partition := v.partition(b)
	profiles, err := s.Activity.Search(c, partition, username)
	if err != nil {
		return nil, nil, err
	}
	players = lists.Map(known, func(one bff.ActiveSession) bff.Identity { return one.Identity })
	for _, one := range profiles {
		players = append(players, bff.Identity{UID: one.UID, Partition: partition, Username: one.Username})
	}
	for _, one := range players {
		for _, rule := range []bff.LimitRule{bff.LimitPassword, bff.LimitCode} {
			keys = append(keys, bff.LimitKey{Rule: rule, Brand: b.ID, Subject: one.Player()})
		}
	}
	typed := partition.Qualify(names.FoldAggressive(strings.ToLower(strings.TrimSpace(username))))
	keys = append(keys, bff.LimitKey{Rule: bff.LimitPassword, Brand: b.ID, Subject: typed})
	return keys, append(players, bff.Identity{Partition: partition, Username: username}), nil
}

func (s *server) unlockPlayer(c *gin.Context, v *visit) (any, error) {
	b := v.brand
	var username string
	if err := decodeBody(c, map[string]any{"username": &username}); err != nil {
		return nil, err
	}
	keys, _, err := s.guessCounters(c, v, b, username)
	if err != nil {
		return nil, err
	}
	d := Action{Action: "player unlocked", Brand: b.ID, Subject: b.ID + " " + username}
	return s.audited(c, v, d, func(ctx context.Context) (any, error) { return nil, s.Limits.Reset(ctx, keys...) })
}

const byUsername = "username" // the value of ?by for a path with a user name instead of a player id

func (s *server) blockSubject(c *gin.Context, v *visit) (subject bff.BlockSubject, err error) {
	subject = bff.BlockSubject{Partition: v.player.Partition}
	switch by := c.Query("by"); by {
	case "", "uid":
		subject.UID = v.player.UID
	case byUsername:
		subject.Username = v.player.UID
	default:
		return subject, fault("by", "other")
	}
	return subject, nil
}

func (s *server) block(c *gin.Context, v *visit) (any, error) {
	subject, err := s.blockSubject(c, v)
	if err != nil {
		return nil, err
	}
	b := bff.Block{By: v.account.Name, At: s.Clock().UTC()}
	if err := decodeBody(c, map[string]any{"reason": &b.Reason, "until": &b.Until}); err != nil {
		return nil, err
	}
	b.Reason, err = checkReason(b.Reason)
	switch {
	case err != nil:
		return nil, err
	case !b.Until.IsZero() && !b.Until.After(b.At):
		return nil, fault("until", "other")
	}
	b.Until = b.Until.UTC().Truncate(time.Second)
	name := cmp.Or(subject.UID, subject.Username)
	d := Action{Action: "player blocked", Brand: v.brand.ID, Subject: name, Requested: b}
	if before, ok := s.Blocks.Find(subject); ok {
		d.Before = before
	}
	return s.audited(c, v, d, func(ctx context.Context) (any, error) {
		if err := s.Blocks.Set(ctx, subject, b); err != nil {
			return nil, err
		}
		if subject.UID == "" {
			return b, s.Sessions.EndUsername(ctx, subject.Partition, subject.Username)
		}
		return b, s.Sessions.EndAll(ctx, v.brand.ID, v.player.Player())
	})
}

const maxReason = 500

func checkReason(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	return reason, checkText("reason", reason, maxReason)
}

func (s *server) unblock(c *gin.Context, v *visit) (any, error) {
	subject, err := s.blockSubject(c, v)
	if err != nil {
		return nil, err
	}
	before, ok := s.Blocks.Find(subject)
	if !ok {
		return nil, ReasonNotFound
	}
	name := cmp.Or(subject.UID, subject.Username)
	d := Action{Action: "block lifted", Brand: v.brand.ID, Subject: name, Before: before}
	return s.audited(c, v, d, func(ctx context.Context) (any, error) { return nil, s.Blocks.Lift(ctx, subject) })
}
