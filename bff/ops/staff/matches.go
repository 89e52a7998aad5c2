package staff

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// matches replies with the players who have some personal data of a self-excluded one.
func (s *server) matches(c *gin.Context, v *visit) error {
	out := []bff.PersonMatch{}
	for _, b := range s.visibleBrands(v, Support) {
		found, err := s.Protection.Matches(c, b)
		if err != nil {
			return bff.ReasonUnavailable.WithCause(err)
		}
		world := bff.Identity{World: worldOf(v, b)}.Player()
		for _, m := range found {
			if strings.HasPrefix(m.Player, world) {
				m.Player, m.ExcludedPlayer = strings.TrimPrefix(m.Player, world), strings.TrimPrefix(m.ExcludedPlayer, world)
				out = append(out, m)
			}
		}
	}
	reply(c, http.StatusOK, out)
	return nil
}

// decideMatch records whether a player is the same person as a self-excluded one, and excludes the player then.
func (s *server) decideMatch(c *gin.Context, v *visit) error {
	b, identity, err := s.namedPlayer(c, v)
	if err != nil {
		return err
	}
	var same *bool
	m := bff.PersonMatch{Brand: b.ID, Player: identity.Player(), By: v.account.Name}
	if err := decodeBody(c, map[string]any{"excluded_brand": &m.ExcludedBrand, "excluded_uid": &m.ExcludedPlayer, "same": &same, "reason": &m.Reason}); err != nil {
		return err
	}
	if same == nil {
		return fault("same", "required")
	}
	if m.Reason, err = checkReason(m.Reason); err != nil {
		return err
	}
	m.Same, m.ExcludedPlayer, m.At = *same, bff.Identity{UID: m.ExcludedPlayer, World: identity.World}.Player(), s.Clock().UTC()
	err = s.audited(c, v, Action{Action: "person decided", Brand: b.ID, Subject: b.ID + "/" + identity.UID, Requested: m}, func(ctx context.Context) (any, error) {
		err := s.Protection.DecideMatch(ctx, b, m)
		if errors.Is(err, bff.ErrNoMatch) {
			err = ReasonNotFound
		}
		return m, err
	})
	if err == nil {
		reply(c, http.StatusOK, struct{}{})
	}
	return err
}
