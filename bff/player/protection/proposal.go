package protection

import (
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

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
	case strings.EqualFold(o.By, a.By):
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
