package protection

import (
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Subject is what a Proposal would loosen.
type Subject string

// The subjects.
const (
	SubjectLimit     Subject = bff.SubjectLimit
	SubjectBreak     Subject = bff.SubjectBreak
	SubjectExclusion Subject = bff.SubjectExclusion
)

// Proposal is what one account of staff wants to loosen. Another one approves it once it has waited.
type Proposal struct {
	Subject Subject   `json:"subject"`
	ID      *ID       `json:"limit,omitempty"` // of a limit
	Value   int64     `json:"value,omitempty"` // of the limit; 0 with Removal
	Removal bool      `json:"removal,omitempty"`
	Reason  string    `json:"reason"`
	By      string    `json:"by"`
	At      time.Time `json:"at"`
	From    time.Time `json:"from"` // when it may be approved
}

// Propose makes a proposal, which replaces one of the same subject. What it says about time is set here.
func (p *Player) Propose(o Proposal, now time.Time, rules Rules) error {
	switch {
	case o.Subject == SubjectLimit:
		if l := p.limit(*o.ID); l == nil || !o.Removal && o.Value <= l.Value {
			return bff.ErrNotLooser
		}
		if of := rules.defaultOf(*o.ID); o.Removal && of != nil && of.Value <= p.limit(*o.ID).Value { // that of the brand would be in force then
			return bff.ErrNotLooser
		}
	case o.Subject == SubjectBreak && !now.Before(p.CoolOff), o.Subject == SubjectExclusion && !p.isExcluded(now):
		return bff.ErrNothingToEnd
	}
	o.At, o.From = now, now.Add(rules.loosenAfter())
	p.dropProposal(o.Subject, o.ID)
	p.Proposals = append(p.Proposals, o)
	return nil
}

// Approve carries a proposal out, by another account than its own. at is when that was made: one that has replaced it
// is not approved unseen.
func (p *Player) Approve(subject Subject, id *ID, at time.Time, by string, now time.Time, rules Rules) (Change, error) {
	i := p.proposal(subject, id)
	switch {
	case i < 0:
		return Change{}, bff.ErrNotProposed
	case !p.Proposals[i].At.Equal(at):
		return Change{}, bff.ErrProposalReplaced
	case strings.EqualFold(p.Proposals[i].By, by):
		return Change{}, bff.ErrSameAccount
	case now.Before(p.Proposals[i].From):
		return Change{}, &bff.ProposalWaitsError{From: p.Proposals[i].From, Left: p.Proposals[i].From.Sub(now)}
	}
	o := p.Proposals[i]
	p.Proposals = slices.Delete(p.Proposals, i, i+1)
	c := Change{At: now, By: o.By + ", " + by}
	switch subject {
	case SubjectLimit:
		l := p.limit(*o.ID)
		if l == nil || !o.Removal && o.Value <= l.Value {
			return Change{}, bff.ErrNotLooser
		}
		c.ID, c.Name, c.Value = o.ID, ChangeSet, o.Value
		if o.Removal {
			c.Name = ChangeRemoved
			p.drop(*o.ID)
			p.Adopt(rules)
		} else {
			l.Value, l.Pending = o.Value, nil
		}
	case SubjectBreak:
		if !now.Before(p.CoolOff) {
			return Change{}, bff.ErrNothingToEnd
		}
		c.Name, p.CoolOff = ChangeBreakEnded, time.Time{}
	case SubjectExclusion:
		if !p.isExcluded(now) {
			return Change{}, bff.ErrNothingToEnd
		}
		c.Name, p.Excluded, p.Forever = ChangeExclusionEnded, time.Time{}, false
	}
	p.Note(c)
	return c, nil
}

// dropProposal takes back what is proposed for a subject: it is tightened, and nobody has approved loosening that.
func (p *Player) dropProposal(subject Subject, id *ID) {
	_ = p.Reject(subject, id) // there may be none
}

// Reject takes a proposal back.
func (p *Player) Reject(subject Subject, id *ID) error {
	i := p.proposal(subject, id)
	if i < 0 {
		return bff.ErrNotProposed
	}
	p.Proposals = slices.Delete(p.Proposals, i, i+1)
	return nil
}

func (p *Player) proposal(subject Subject, id *ID) int {
	return slices.IndexFunc(p.Proposals, func(o Proposal) bool {
		return o.Subject == subject && (o.ID == nil) == (id == nil) && (id == nil || *o.ID == *id)
	})
}
