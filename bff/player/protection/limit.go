package protection

import (
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/calendar"
)

const (
	// LoosenAfter is the waiting time of a looser limit.
	LoosenAfter = 24 * time.Hour
	// ConfirmWithin is the time to confirm a looser limit after that. An old request is not consent
	// to play more.
	ConfirmWithin = 7 * 24 * time.Hour
)

// Set sets a limit. A looser value becomes pending. Any other value applies at once and withdraws
// the pending value. A tighter value also withdraws proposals.
func (p *Player) Set(id bff.LimitID, value int64, now time.Time, rules Rules) bff.LimitChange {
	l, c := p.limit(id), bff.LimitChange{Name: ChangeSet, ID: &id, Value: value}
	switch {
	case l == nil:
		p.Limits = append(p.Limits, bff.PlayerLimit{LimitID: id, Value: value})
	case value <= l.Value:
		if value < l.Value {
			p.dropProposal(bff.SubjectLimit, &id)
		}
		l.Value, l.Pending = value, nil
	default:
		l.Pending = rules.pending(now)
		l.Pending.Value = value
		c.Name = ChangeAskedLooser
	}
	return c
}

// Remove requests the removal of a limit, or the loosening to the brand's limit. Without such a
// limit, the change has no name.
func (p *Player) Remove(id bff.LimitID, now time.Time, rules Rules) bff.LimitChange {
	l, c := p.limit(id), bff.LimitChange{ID: &id}
	if l == nil {
		return c
	}
	if of := limitIn(rules.Defaults, id); of != nil {
		c.Name = p.Set(id, of.Value, now, rules).Name
		return c
	}
	l.Pending = rules.pending(now)
	l.Pending.Removal = true
	c.Name = ChangeAskedRemoval
	return c
}

// pending returns a change that is requested now.
func (r *Rules) pending(now time.Time) *bff.PendingLimit {
	from := now.Add(r.loosenAfter())
	return &bff.PendingLimit{From: from, Until: from.Add(ConfirmWithin)}
}

// isPending reports whether l has a pending value that has not lapsed.
func isPending(l *bff.PlayerLimit, now time.Time) bool {
	return l != nil && l.Pending != nil && now.Before(l.Pending.Until)
}

// Confirm applies the pending value of a limit.
func (p *Player) Confirm(id bff.LimitID, now time.Time) error {
	l := p.limit(id)
	switch {
	case !isPending(l, now):
		return bff.ReasonNothingPending
	case now.Before(l.Pending.From):
		return bff.ReasonLimitWaits
	case l.Pending.Removal:
		p.drop(id)
	default:
		l.Value, l.Pending = l.Pending.Value, nil
	}
	return nil
}

// CancelPending withdraws the pending value of a limit.
func (p *Player) CancelPending(id bff.LimitID, now time.Time) error {
	l := p.limit(id)
	if !isPending(l, now) {
		return bff.ReasonNothingPending
	}
	l.Pending = nil
	return nil
}

func (p *Player) drop(id bff.LimitID) {
	p.Limits = slices.DeleteFunc(p.Limits, func(other bff.PlayerLimit) bool { return other.LimitID == id })
}

// limit returns the player's limit with id, or nil.
func (p *Player) limit(id bff.LimitID) *bff.PlayerLimit { return limitIn(p.Limits, id) }

func isSameLimit(a, b bff.PlayerLimit) bool { return a.LimitID == b.LimitID }

// limitIn returns the limit with id, or nil.
func limitIn(limits []bff.PlayerLimit, id bff.LimitID) *bff.PlayerLimit {
	if i := slices.IndexFunc(limits, func(l bff.PlayerLimit) bool { return l.LimitID == id }); i >= 0 {
		return &limits[i]
	}
	return nil
}

// kinds returns the supported kinds of limits.
func kinds(tellsRounds bool) []string {
	if tellsRounds {
		return []string{bff.LimitDeposit, bff.LimitLoss, bff.LimitStake, bff.LimitSessionTime}
	}
	return []string{bff.LimitDeposit, bff.LimitSessionTime}
}

// tellsRounds reports whether the brand's platform reports rounds. Loss and stake limits need them.
func tellsRounds(brand *bff.Brand) bool { return !brand.Unsupported["user/game_history"] }

// needsRounds reports whether limits of a kind depend on the platform's rounds.
func needsRounds(kind string) bool { return kind == bff.LimitLoss || kind == bff.LimitStake }

// PeriodStart returns the start of the period that contains at, by the calendar of zone.
func PeriodStart(period string, at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	switch period {
	case bff.PeriodWeek:
		day -= (int(at.In(zone).Weekday()) + 6) % 7
	case bff.PeriodMonth:
		day = 1
	}
	return calendar.StartOfDay(year, month, day, zone)
}

// PeriodEnd returns the end of the period that contains at, by the calendar of zone.
func PeriodEnd(period string, at time.Time, zone *time.Location) time.Time {
	year, month, day := PeriodStart(period, at, zone).Date()
	switch period {
	case bff.PeriodWeek:
		day += 7
	case bff.PeriodMonth:
		month++
	default:
		day++
	}
	return calendar.StartOfDay(year, month, day, zone)
}

// canLoosen returns an error if a proposal would loosen nothing.
func (p *Player) canLoosen(o bff.LimitProposal, now time.Time) error {
	switch o.Subject {
	case bff.SubjectLimit:
		if l := p.limit(*o.ID); l == nil || !o.Removal && o.Value <= l.Value {
			return bff.ErrNotLooser
		}
	case bff.SubjectBreak:
		if !now.Before(p.CoolOff) {
			return bff.ErrNothingToEnd
		}
	case bff.SubjectExclusion:
		if !p.isExcluded(now) {
			return bff.ErrNothingToEnd
		}
	}
	return nil
}

// propose adds a proposal and replaces an earlier one for the same subject.
func (p *Player) propose(a bff.LimitAction, now time.Time, rules Rules) error {
	o := bff.LimitProposal{
		Subject: a.Subject, ID: a.ID, Value: a.Value, Removal: a.Removal, Reason: a.Reason, By: a.By,
		At: now, From: now.Add(rules.loosenAfter()),
	}
	if err := p.canLoosen(o, now); err != nil {
		return err
	}
	if o.Removal {
		if of := limitIn(rules.Defaults, *o.ID); of != nil && of.Value <= p.limit(*o.ID).Value {
			// The brand's limit would apply instead.
			return bff.ErrNotLooser
		}
	}
	p.dropProposal(o.Subject, o.ID)
	p.Proposals = append(p.Proposals, o)
	return nil
}

// approve executes a proposal. The account must differ from the proposer's account.
func (p *Player) approve(a bff.LimitAction, now time.Time, rules Rules) error {
	o, err := p.proposed(a)
	switch {
	case err != nil:
		return err
	case bff.MayBeSamePerson(o.By, a.By):
		return bff.ErrSameAccount
	case now.Before(o.From):
		return &bff.ProposalWaitsError{From: o.From, Left: o.From.Sub(now)}
	}
	if err := p.canLoosen(o, now); err != nil {
		return err
	}
	p.dropProposal(a.Subject, a.ID)
	c := bff.LimitChange{At: now, By: o.By + ", " + a.By}
	switch a.Subject {
	case bff.SubjectLimit:
		c.ID, c.Name, c.Value = o.ID, ChangeSet, o.Value
		if o.Removal {
			c.Name = ChangeRemoved
			p.drop(*o.ID)
			p.Adopt(rules)
		} else {
			l := p.limit(*o.ID)
			l.Value, l.Pending = o.Value, nil
		}
	case bff.SubjectBreak:
		c.Name, p.CoolOff = ChangeBreakEnded, time.Time{}
	case bff.SubjectExclusion:
		c.Name, p.Excluded, p.Forever = ChangeExclusionEnded, time.Time{}, false
	}
	p.Note(c)
	return nil
}

// proposed returns the proposal of an action. It fails if another proposal has replaced it, because
// staff have not seen that one.
func (p *Player) proposed(a bff.LimitAction) (o bff.LimitProposal, err error) {
	i := slices.IndexFunc(p.Proposals, isAbout(a.Subject, a.ID))
	if i < 0 {
		return o, bff.ErrNotProposed
	}
	if o = p.Proposals[i]; !o.At.Equal(a.At) {
		err = bff.ErrProposalReplaced
	}
	return o, err
}

// dropProposal withdraws the proposal for a subject, if any.
func (p *Player) dropProposal(subject string, id *bff.LimitID) {
	p.Proposals = slices.DeleteFunc(p.Proposals, isAbout(subject, id))
}

func isAbout(subject string, id *bff.LimitID) func(bff.LimitProposal) bool {
	return func(o bff.LimitProposal) bool {
		return o.Subject == subject && (o.ID == nil) == (id == nil) && (id == nil || *o.ID == *id)
	}
}
