package staff

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// Protection are the limits, breaks and exclusions of players, who are named by Identity.Player; package protection
// implements it.
type Protection interface {
	// StaffView returns what holds for a player.
	StaffView(ctx context.Context, brand *bff.Brand, player string) (*bff.PlayerLimits, error)
	// Check returns what holds for a player, and fails with the error for which Do would refuse an action now.
	Check(ctx context.Context, brand *bff.Brand, player string, a bff.LimitAction) (before *bff.PlayerLimits, err error)
	// Do does an action durably and returns what holds then. It fails with the errors of bff.LimitAction.
	Do(ctx context.Context, brand *bff.Brand, player string, a bff.LimitAction) (after *bff.PlayerLimits, err error)
	// History returns the changes of a brand's players from a time until before another one, the oldest first; zero
	// times bound nothing.
	History(ctx context.Context, brand string, from, until time.Time) ([]bff.LimitChange, error)
	// Proposals returns what waits for a second account at a brand.
	Proposals(ctx context.Context, brand *bff.Brand) ([]bff.LimitProposal, error)
	// Matches returns the players of a brand whom staff have to compare with a self-excluded one.
	Matches(ctx context.Context, brand *bff.Brand) ([]bff.PersonMatch, error)
	// DecideMatch records the decision of a match durably, and excludes the same person. It fails with bff.ErrNoMatch.
	DecideMatch(ctx context.Context, brand *bff.Brand, m bff.PersonMatch) error
}

// Reasons of actions on limits. What is tighter is in force at once; what is looser needs two accounts and a wait.
var (
	ReasonNotTighter           = &bff.Reason{Status: http.StatusConflict, Debug: "not tighter", Key: "staff_not_tighter"}
	ReasonNotLooser            = &bff.Reason{Status: http.StatusConflict, Debug: "not looser", Key: "staff_not_looser"}
	ReasonNothingToEnd         = &bff.Reason{Status: http.StatusConflict, Debug: "nothing to end", Key: "staff_nothing_to_end"}
	ReasonLooseningNotProposed = &bff.Reason{Status: http.StatusConflict, Debug: "not proposed", Key: "staff_loosening_not_proposed"}
	ReasonTooEarly             = &bff.Reason{Status: http.StatusConflict, Debug: "too early", Key: "staff_too_early"}
	ReasonLimitUnsupported     = &bff.Reason{Status: http.StatusConflict, Debug: "limit unsupported", Key: "staff_limit_unsupported"}
)

// limitReason returns the reason of an action that is refused.
func limitReason(err error) error {
	for _, row := range []struct {
		err    error
		reason *bff.Reason
	}{
		{bff.ErrNotTighter, ReasonNotTighter},
		{bff.ErrNotLooser, ReasonNotLooser},
		{bff.ErrNothingToEnd, ReasonNothingToEnd},
		{bff.ErrNotProposed, ReasonLooseningNotProposed},
		{bff.ErrProposalReplaced, ReasonModified},
		{bff.ErrSameAccount, ReasonSamePerson},
		{bff.ErrLimitNotSupported, ReasonLimitUnsupported},
	} {
		if errors.Is(err, row.err) {
			return row.reason.WithCause(err)
		}
	}
	if waits := (*bff.ProposalWaitsError)(nil); errors.As(err, &waits) {
		return ReasonTooEarly.WithRetryAfter(waits.Left).WithCause(err)
	}
	return bff.ReasonUnavailable.WithCause(err)
}

// playerLimits replies with what holds for a player.
func (s *server) playerLimits(c *gin.Context, v *visit) error {
	b, identity, err := s.namedPlayer(c, v)
	if err != nil {
		return err
	}
	found, err := s.Protection.StaffView(c, b, identity.Player())
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	reply(c, http.StatusOK, viewLimits(b, found))
	return nil
}

// tightenLimits puts a tighter limit, or a longer break or exclusion, in force.
func (s *server) tightenLimits(c *gin.Context, v *visit) error {
	return s.actOnLimits(c, v, tightening)
}

// proposeLoosening proposes a looser limit, or the end of a break or an exclusion.
func (s *server) proposeLoosening(c *gin.Context, v *visit) error {
	return s.actOnLimits(c, v, loosening)
}

// approveLoosening approves the proposal of another account.
func (s *server) approveLoosening(c *gin.Context, v *visit) error {
	return s.actOnLimits(c, v, decision(bff.LimitApprove))
}

// rejectLoosening takes a proposal back.
func (s *server) rejectLoosening(c *gin.Context, v *visit) error {
	return s.actOnLimits(c, v, decision(bff.LimitReject))
}

// limitActions are the names of actions in the audit log.
var limitActions = map[bff.LimitVerb]string{
	bff.LimitTighten: "limits tightened", bff.LimitPropose: "loosening proposed",
	bff.LimitApprove: "loosening approved", bff.LimitReject: "loosening rejected",
}

// actOnLimits does the action that a request wants, and replies with what holds then.
func (s *server) actOnLimits(c *gin.Context, v *visit, read func(*gin.Context) (bff.LimitAction, error)) error {
	b, identity, err := s.namedPlayer(c, v)
	if err != nil {
		return err
	}
	a, err := read(c)
	if err != nil {
		return err
	}
	a.By = v.account.Name
	before, err := s.Protection.Check(c, b, identity.Player(), a)
	if err != nil { // what is refused is no action
		return limitReason(err)
	}
	if a.Verb == bff.LimitApprove {
		for _, p := range before.Proposals {
			if p.At.Equal(a.At) {
				if err := s.checkSecondPerson(c, v, p.By, p.At); err != nil {
					return err
				}
			}
		}
	}
	d := Action{Action: limitActions[a.Verb], Brand: b.ID, Subject: b.ID + "/" + identity.UID, Before: auditLimits(before, a), Requested: requestedLimits(a)}
	var after *bff.PlayerLimits
	err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		if after, err = s.Protection.Do(ctx, b, identity.Player(), a); err != nil {
			return nil, limitReason(err)
		}
		done := auditLimits(after, a)
		done.Reason = a.Reason
		return done, nil
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, viewLimits(b, after))
	return nil
}
