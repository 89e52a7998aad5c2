package protection

import (
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// canLoosen returns why what a proposal wants would loosen nothing, or nil.
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

// Propose makes a proposal, which replaces one of the same subject. Propose sets its times.
func (p *Player) Propose(o bff.LimitProposal, now time.Time, rules Rules) error {
	if err := p.canLoosen(o, now); err != nil {
		return err
	}
	if o.Removal {
		if of := limitIn(rules.Defaults, *o.ID); of != nil && of.Value <= p.limit(*o.ID).Value { // the brand's would be in force then
			return bff.ErrNotLooser
		}
	}
	o.At, o.From = now, now.Add(rules.loosenAfter())
	p.dropProposal(o.Subject, o.ID)
	p.Proposals = append(p.Proposals, o)
	return nil
}

// Approve carries a proposal out, by another account than its own. at is when that was made: one that has replaced it
// is not approved unseen.
func (p *Player) Approve(subject string, id *bff.LimitID, at time.Time, by string, now time.Time, rules Rules) error {
	i := p.proposal(subject, id)
	if i < 0 {
		return bff.ErrNotProposed
	}
	o := p.Proposals[i]
	switch {
	case !o.At.Equal(at):
		return bff.ErrProposalReplaced
	case strings.EqualFold(o.By, by):
		return bff.ErrSameAccount
	case now.Before(o.From):
		return &bff.ProposalWaitsError{From: o.From, Left: o.From.Sub(now)}
	}
	if err := p.canLoosen(o, now); err != nil {
		return err
	}
	p.Proposals = slices.Delete(p.Proposals, i, i+1)
	c := bff.LimitChange{At: now, By: o.By + ", " + by}
	switch subject {
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

// dropProposal takes back what is proposed for a subject: it is tightened, and nobody has approved loosening that.
func (p *Player) dropProposal(subject string, id *bff.LimitID) {
	_ = p.Reject(subject, id) // there may be none
}

// Reject takes a proposal back.
func (p *Player) Reject(subject string, id *bff.LimitID) error {
	i := p.proposal(subject, id)
	if i < 0 {
		return bff.ErrNotProposed
	}
	p.Proposals = slices.Delete(p.Proposals, i, i+1)
	return nil
}

// proposal returns the index of the proposal of a subject, or -1.
func (p *Player) proposal(subject string, id *bff.LimitID) int {
	return slices.IndexFunc(p.Proposals, func(o bff.LimitProposal) bool {
		return o.Subject == subject && (o.ID == nil) == (id == nil) && (id == nil || *o.ID == *id)
	})
}
