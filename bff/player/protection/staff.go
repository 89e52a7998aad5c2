package protection

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"croupier/bff"
)

// StaffView returns the limits of a player with history and proposals.
func (s *Service) StaffView(ctx context.Context, brand *bff.Brand, player string) (*bff.PlayerLimits, error) {
	p, now, rules, err := s.state(ctx, brand, player)
	if err != nil {
		return nil, err
	}
	return staffView(brand, p, now, rules), nil
}

// Check returns the limits of a player. It fails with the error with which Do would refuse the
// action now.
func (s *Service) Check(
	ctx context.Context, brand *bff.Brand, player string, a bff.LimitAction,
) (*bff.PlayerLimits, error) {
	p, now, rules, err := s.state(ctx, brand, player)
	if err != nil {
		return nil, err
	}
	before := staffView(brand, p, now, rules)
	return before, p.act(brand, a, now, rules)
}

// Do executes an action of staff and returns the new limits. It fails with an error of
// bff.LimitAction.
func (s *Service) Do(
	ctx context.Context, brand *bff.Brand, player string, a bff.LimitAction,
) (after *bff.PlayerLimits, err error) {
	var refusal error // nothing has changed if it is set
	err = s.change(ctx, brand, player, func(p *Player, now time.Time, rules Rules) error {
		if refusal = p.act(brand, a, now, rules); refusal == nil {
			after = staffView(brand, p, now, rules)
		}
		return refusal
	})
	if refusal != nil {
		return nil, refusal
	}
	s.announce(ctx, brand.ID, player) // a failed change may have been stored
	switch {
	case err != nil:
	case a.Verb == bff.LimitPropose:
		err = s.listProposal(ctx, brand, player)
	case a.Verb == bff.LimitApprove && a.Subject == bff.SubjectExclusion:
		err = s.liftPerson(ctx, brand, player)
	}
	return after, err
}

// brandRecord returns the id of a brand's record. The record lists matches and players with
// proposals.
func (s *Service) brandRecord(brand string) string {
	return s.register.personID("brand "+brand, "matches", "")
}

// listProposal lists a player with a proposal and drops players without one. It always stores the
// list, because concurrent instances must not drop each other's players.
func (s *Service) listProposal(ctx context.Context, brand *bff.Brand, player string) error {
	return s.register.change(ctx, s.brandRecord(brand.ID), func(list *Player) error {
		list.Members = slices.DeleteFunc(list.Members, func(m Member) bool {
			p, err := s.register.Get(ctx, m.Brand, m.Player)
			return err == nil && len(p.Proposals) == 0
		})
		list.Members = union(list.Members, []Member{{brand.ID, player}})
		return nil
	})
}

// Proposals returns the open proposals of staff for players of a brand.
func (s *Service) Proposals(ctx context.Context, brand *bff.Brand) (out []bff.LimitProposal, err error) {
	list, err := s.register.get(ctx, s.brandRecord(brand.ID))
	if err != nil {
		return nil, err
	}
	for _, m := range list.Members {
		view, err := s.StaffView(ctx, brand, m.Player)
		if err != nil {
			return nil, err
		}
		for _, p := range view.Proposals {
			p.Player = m.Player
			out = append(out, p)
		}
	}
	return out, nil
}

// History returns the changes of a brand's players from from until before until, oldest first. A
// zero until means no end.
func (s *Service) History(ctx context.Context, brand string, from, until time.Time) ([]bff.LimitChange, error) {
	var out []bff.LimitChange
	err := s.register.Each(ctx, func(p *Player) error {
		if p.Brand != brand {
			return nil
		}
		for _, c := range p.History {
			if !c.At.Before(from) && (until.IsZero() || c.At.Before(until)) {
				c.Player = p.Player
				out = append(out, c)
			}
		}
		return nil
	})
	slices.SortStableFunc(out,
		func(a, b bff.LimitChange) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Player, b.Player)) })
	return out, err
}

// act applies an action of staff.
func (p *Player) act(brand *bff.Brand, a bff.LimitAction, now time.Time, rules Rules) error {
	switch a.Verb {
	case bff.LimitTighten:
		c, err := p.tighten(brand, a, now, rules)
		if err == nil {
			c.At, c.By = now, a.By
			p.Note(c)
		}
		return err
	case bff.LimitPropose:
		return p.propose(a, now, rules)
	case bff.LimitApprove:
		return p.approve(a, now, rules)
	case bff.LimitReject:
		_, err := p.proposed(a)
		if err == nil {
			p.dropProposal(a.Subject, a.ID)
		}
		return err
	}
	return errors.New("unknown action " + string(a.Verb))
}

// tighten applies a tighter limit, or a longer break or exclusion.
func (p *Player) tighten(
	brand *bff.Brand, a bff.LimitAction, now time.Time, rules Rules,
) (c bff.LimitChange, err error) {
	switch a.Subject {
	case bff.SubjectBreak:
		if !now.Add(a.Break).After(p.CoolOff) {
			return c, bff.ErrNotTighter
		}
		return p.Break(a.Break, now), nil
	case bff.SubjectExclusion:
		if wanted := exclusionOf(a.Months, now); p.Forever || !wanted.excludesBeyond(p.Closing) {
			return c, bff.ErrNotTighter
		}
		return p.Exclude(a.Months, now), nil
	}
	if !slices.Contains(kinds(tellsRounds(brand)), a.ID.Kind) {
		return c, bff.ErrLimitNotSupported
	}
	if l := p.limit(*a.ID); l != nil && a.Value >= l.Value {
		return c, bff.ErrNotTighter
	}
	return p.Set(*a.ID, a.Value, now, rules), nil
}

// staffView returns the state of a player for staff.
func staffView(brand *bff.Brand, p *Player, now time.Time, rules Rules) *bff.PlayerLimits {
	exclusion := p.exclusionEnd(now)
	out := &bff.PlayerLimits{
		Kinds: kinds(tellsRounds(brand)), RealityCheck: p.RealityCheck(rules), Platform: p.compare(now),
		CoolOff: p.breakEnd(now).Until, Excluded: exclusion.Until, Forever: exclusion.Forever,
		History: slices.Clone(p.History),
	}
	for _, l := range p.Limits {
		out.Limits = append(out.Limits, p.stateOf(l, now, rules))
	}
	slices.Reverse(out.History)
	for _, o := range p.Proposals {
		o.Ready = !now.Before(o.From)
		out.Proposals = append(out.Proposals, o)
	}
	return out
}
