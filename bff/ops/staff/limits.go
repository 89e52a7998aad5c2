package staff

import (
	"context"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

func (s *server) playerLimits(c *gin.Context, v *visit) (any, error) {
	found, err := s.Protection.StaffView(c, v.brand, v.player.Player())
	if err != nil {
		return nil, err
	}
	return viewLimits(v.brand, found), nil
}

var limitActions = map[bff.LimitVerb]string{
	bff.LimitTighten: "limits tightened", bff.LimitPropose: "loosening proposed",
	bff.LimitApprove: "loosening approved", bff.LimitReject: "loosening rejected",
}

// onLimits returns the handler that runs the action that read decodes.
func onLimits(read func(*gin.Context) (bff.LimitAction, error)) func(*server, *gin.Context, *visit) (any, error) {
	return func(s *server, c *gin.Context, v *visit) (any, error) {
		a, err := read(c)
		if err != nil {
			return nil, err
		}
		return s.actOnLimits(c, v, a)
	}
}

func (s *server) actOnLimits(c *gin.Context, v *visit, a bff.LimitAction) (any, error) {
	b, player := v.brand, v.player.Player()
	a.By = v.account.Name
	before, err := s.Protection.Check(c, b, player, a)
	if err != nil { // the audit log does not record refused actions
		return nil, err
	}
	if a.Verb == bff.LimitApprove {
		for _, p := range before.Proposals {
			if !p.At.Equal(a.At) {
				continue
			}
			if err := s.checkSecondPerson(c, v, p.By, p.At); err != nil {
				return nil, err
			}
		}
	}
	d := Action{
		Action: limitActions[a.Verb], Brand: b.ID, Subject: v.subject(),
		Before: auditLimits(before, a), Requested: requestedLimits(a),
	}
	var after *bff.PlayerLimits
	_, err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		if after, err = s.Protection.Do(ctx, b, player, a); err != nil {
			return nil, err
		}
		done := auditLimits(after, a)
		done.Reason = a.Reason
		return done, nil
	})
	if err != nil {
		return nil, err
	}
	return viewLimits(b, after), nil
}

// matches returns the players with the same personal data as a self-excluded player.
func (s *server) matches(c *gin.Context, v *visit) (any, error) {
	out := []bff.PersonMatch{}
	for _, b := range s.visibleBrands(v, Support) {
		found, err := s.Protection.Matches(c, b)
		if err != nil {
			return nil, err
		}
		tester := v.partition(b).Qualify("")
		for _, m := range found {
			if strings.HasPrefix(m.Player, tester) {
				m.Player, m.ExcludedPlayer = strings.TrimPrefix(m.Player, tester),
					strings.TrimPrefix(m.ExcludedPlayer, tester)
				out = append(out, m)
			}
		}
	}
	return out, nil
}

// decideMatch records whether a player is a self-excluded person, and then excludes the player.
func (s *server) decideMatch(c *gin.Context, v *visit) (any, error) {
	var same *bool
	m := bff.PersonMatch{Brand: v.brand.ID, Player: v.player.Player(), By: v.account.Name}
	if err := decodeBody(c, map[string]any{
		"excluded_brand": &m.ExcludedBrand, "excluded_uid": &m.ExcludedPlayer, "same": &same, "reason": &m.Reason,
	}); err != nil {
		return nil, err
	}
	if same == nil {
		return nil, fault("same", "required")
	}
	var err error
	if m.Reason, err = checkReason(m.Reason); err != nil {
		return nil, err
	}
	m.Same, m.At = *same, s.Clock().UTC()
	m.ExcludedPlayer = v.player.Partition.Qualify(m.ExcludedPlayer)
	d := Action{Action: "person decided", Brand: v.brand.ID, Subject: v.subject(), Requested: m}
	_, err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		return m, s.Protection.DecideMatch(ctx, v.brand, m)
	})
	return nil, err
}
