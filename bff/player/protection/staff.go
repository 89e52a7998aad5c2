package protection

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"croupier/bff"
)

// StaffView returns what holds for a player, with its history and what staff propose.
func (s *Service) StaffView(ctx context.Context, brand *bff.Brand, player string) (*bff.PlayerLimits, error) {
	p, now, rules, err := s.state(ctx, brand, player)
	if err != nil {
		return nil, err
	}
	return staffView(brand, p, now, rules), nil
}

// Check returns what holds for a player, and fails with the error for which Do would refuse an action now.
func (s *Service) Check(ctx context.Context, brand *bff.Brand, player string, a bff.LimitAction) (*bff.PlayerLimits, error) {
	p, now, rules, err := s.state(ctx, brand, player)
	if err != nil {
		return nil, err
	}
	before := staffView(brand, p, now, rules)
	return before, p.act(brand, a, now, rules)
}

// Do does what an account of staff wants and returns what holds then. A change of what is in force is noted in the
// player's history. It is refused with one of the errors of bff.LimitAction.
func (s *Service) Do(ctx context.Context, brand *bff.Brand, player string, a bff.LimitAction) (after *bff.PlayerLimits, err error) {
	err = s.change(ctx, brand, player, func(p *Player, now time.Time, rules Rules) error {
		if err := p.act(brand, a, now, rules); err != nil {
			return err
		}
		after = staffView(brand, p, now, rules)
		return nil
	})
	if !isRefusal(err) {
		s.announce(ctx, brand.ID, player) // of a failed change nobody knows whether it was stored
	}
	if err == nil && a.Verb == bff.LimitPropose {
		err = s.listProposal(ctx, brand, player)
	}
	if err == nil && a.Verb == bff.LimitApprove && a.Subject == bff.SubjectExclusion {
		err = s.liftPerson(ctx, brand, player)
	}
	if err != nil {
		return nil, err
	}
	return after, nil
}

// listProposal lists a player among those of the brand for whom staff propose something, and drops the others. It always stores
// the list, so that of two instances neither drops the player of the other.
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

// Proposals returns what staff propose to loosen for players of a brand. Proposals that older versions have stored are left out.
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

// isRefusal reports whether err is that of an action which has changed nothing.
func isRefusal(err error) bool {
	for _, refused := range []error{
		bff.ErrNotTighter, bff.ErrNotLooser, bff.ErrNothingToEnd, bff.ErrNotProposed, bff.ErrProposalReplaced, bff.ErrSameAccount, bff.ErrLimitNotSupported,
	} {
		if errors.Is(err, refused) {
			return true
		}
	}
	return errors.As(err, new(*bff.ProposalWaitsError))
}

// History returns the changes of a brand's players from a time until before another one, the oldest first; a zero until
// bounds nothing. Of each player the latest maxHistory changes are known. Records that were written before they
// contained the player, and not changed since, are left out: nobody can tell whose they are.
func (s *Service) History(ctx context.Context, brand string, from, until time.Time) ([]bff.LimitChange, error) {
	var out []bff.LimitChange
	err := s.register.Each(ctx, func(p *Player) error {
		if p.Brand != brand || p.Player == "" {
			return nil
		}
		for i := range p.History {
			if at := p.History[i].At; !at.Before(from) && (until.IsZero() || at.Before(until)) {
				out = append(out, changeFor(p.Player, &p.History[i]))
			}
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b bff.LimitChange) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.Player, b.Player)) })
	return out, err
}

// act applies an action of staff.
func (p *Player) act(brand *bff.Brand, a bff.LimitAction, now time.Time, rules Rules) error {
	subject, id := Subject(a.Subject), idOf(a.ID)
	switch a.Verb {
	case bff.LimitTighten:
		c, err := p.tighten(brand, a, now, rules)
		if err != nil {
			return err
		}
		c.At, c.By = now, a.By
		p.Note(c)
		return nil
	case bff.LimitPropose:
		return p.Propose(Proposal{Subject: subject, ID: id, Value: a.Value, Removal: a.Removal, Reason: a.Reason, By: a.By}, now, rules)
	case bff.LimitApprove:
		_, err := p.Approve(subject, id, a.At, a.By, now, rules)
		return err
	case bff.LimitReject:
		if i := p.proposal(subject, id); i >= 0 && !p.Proposals[i].At.Equal(a.At) {
			return bff.ErrProposalReplaced
		}
		return p.Reject(subject, id)
	}
	return errors.New("unknown action " + string(a.Verb))
}

// tighten puts a tighter limit, or a longer break or exclusion, in force.
func (p *Player) tighten(brand *bff.Brand, a bff.LimitAction, now time.Time, rules Rules) (Change, error) {
	switch {
	case a.Subject == bff.SubjectBreak:
		if !now.Add(a.Break).After(p.CoolOff) {
			return Change{}, bff.ErrNotTighter
		}
		p.Break(a.Break, now)
		return Change{Name: ChangeBreak, Until: p.CoolOff}, nil
	case a.Subject == bff.SubjectExclusion && a.Months == 0:
		if p.Forever {
			return Change{}, bff.ErrNotTighter
		}
		p.Exclude(time.Time{})
		return Change{Name: ChangeExclusion}, nil
	case a.Subject == bff.SubjectExclusion:
		until := now.AddDate(0, a.Months, 0)
		if p.Forever || !until.After(p.Excluded) {
			return Change{}, bff.ErrNotTighter
		}
		p.Exclude(until)
		return Change{Name: ChangeExclusion, Until: until}, nil
	}
	id := idOf(a.ID)
	if !slices.Contains(kinds(tellsRounds(brand)), id.Kind) {
		return Change{}, bff.ErrLimitNotSupported
	}
	if l := p.limit(*id); l != nil && a.Value >= l.Value {
		return Change{}, bff.ErrNotTighter
	}
	return Change{Name: p.Set(*id, a.Value, now, rules), ID: id, Value: a.Value}, nil
}

// tellsRounds reports whether the brand's platform tells the rounds on which limits of losses and stakes depend.
func tellsRounds(brand *bff.Brand) bool { return !brand.Unsupported["user/game_history"] }

func idOf(id *bff.LimitID) *ID {
	if id == nil {
		return nil
	}
	return &ID{Kind(id.Kind), Period(id.Period)}
}

func idFor(id *ID) *bff.LimitID {
	if id == nil {
		return nil
	}
	return &bff.LimitID{Kind: string(id.Kind), Period: string(id.Period)}
}

func changeFor(player string, c *Change) bff.LimitChange {
	return bff.LimitChange{Player: player, At: c.At, By: c.By, Name: string(c.Name), ID: idFor(c.ID), Value: c.Value, Until: c.Until}
}

// staffView returns the state of a player as staff sees it.
func staffView(brand *bff.Brand, p *Player, now time.Time, rules Rules) *bff.PlayerLimits {
	out := &bff.PlayerLimits{Forever: p.Forever, RealityCheck: p.RealityCheck(rules)}
	for _, kind := range kinds(tellsRounds(brand)) {
		out.Kinds = append(out.Kinds, string(kind))
	}
	for i := range p.Limits {
		l := &p.Limits[i]
		view := bff.PlayerLimit{LimitID: *idFor(&l.ID), Value: l.Value, Used: p.Used(l, now, rules), Left: p.Left(l, now, rules), Renews: l.Period.End(now, rules.Zone)}
		if l.Kind == KindLoss || l.Kind == KindStake {
			view.AsOf = p.RoundsAsOf
		}
		if l.isPending(now) {
			view.Pending = &bff.PendingLimit{Value: l.Pending.Value, Removal: l.Pending.Removal, From: l.Pending.From, Until: l.Pending.From.Add(ConfirmWithin)}
		}
		out.Limits = append(out.Limits, view)
	}
	out.Platform = p.compare(now)
	if now.Before(p.CoolOff) {
		out.CoolOff = p.CoolOff
	}
	if now.Before(p.Excluded) && !p.Forever {
		out.Excluded = p.Excluded
	}
	for i := range slices.Backward(p.History) {
		out.History = append(out.History, changeFor(p.Player, &p.History[i]))
	}
	for _, o := range p.Proposals {
		out.Proposals = append(out.Proposals, bff.LimitProposal{
			Subject: string(o.Subject), ID: idFor(o.ID), Value: o.Value, Removal: o.Removal, Reason: o.Reason, By: o.By, At: o.At, From: o.From, Ready: !now.Before(o.From),
		})
	}
	return out
}
