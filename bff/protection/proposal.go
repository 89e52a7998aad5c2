package protection

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// Subject is what a Proposal would loosen.
type Subject string

// The subjects.
const (
	SubjectLimit     Subject = "limit"
	SubjectBreak     Subject = "break"
	SubjectExclusion Subject = "exclusion"
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

// Errors of proposals.
var (
	ErrNotLooser    = errors.New("that is not looser than what is in force")
	ErrNotProposed  = errors.New("nothing of that is proposed")
	ErrSamePerson   = errors.New("a second person must approve")
	ErrNotTighter   = errors.New("that is not tighter than what is in force")
	ErrNothingToEnd = errors.New("there is nothing to end")
)

// Propose makes a proposal, which replaces one of the same subject. What it says about time is set here.
func (p *Player) Propose(o Proposal, now time.Time, rules Rules) error {
	switch {
	case o.Subject == SubjectLimit:
		if l := p.limit(*o.ID); l == nil || !o.Removal && o.Value <= l.Value {
			return ErrNotLooser
		}
	case o.Subject == SubjectBreak && !now.Before(p.CoolOff), o.Subject == SubjectExclusion && !p.Forever && !now.Before(p.Excluded):
		return ErrNothingToEnd
	}
	o.At, o.From = now, now.Add(rules.loosenAfter())
	p.Reject(o.Subject, o.ID) //nolint:errcheck // there may be none
	p.Proposals = append(p.Proposals, o)
	return nil
}

// Approve carries a proposal out, by another account than its own. at is when that was made: one that has replaced it
// is not approved unseen.
func (p *Player) Approve(subject Subject, id *ID, at time.Time, by string, now time.Time, rules Rules) (Change, error) {
	i := p.proposal(subject, id)
	switch {
	case i < 0 || !p.Proposals[i].At.Equal(at):
		return Change{}, ErrNotProposed
	case strings.EqualFold(p.Proposals[i].By, by):
		return Change{}, ErrSamePerson
	case now.Before(p.Proposals[i].From):
		return Change{}, ErrTooEarly
	}
	o := p.Proposals[i]
	p.Proposals = slices.Delete(p.Proposals, i, i+1)
	c := Change{At: now, By: o.By + ", " + by}
	switch subject {
	case SubjectLimit:
		l := p.limit(*o.ID)
		if l == nil || !o.Removal && o.Value <= l.Value {
			return Change{}, ErrNotLooser
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
		c.Name, p.CoolOff = ChangeBreakEnded, time.Time{}
	case SubjectExclusion:
		c.Name, p.Excluded, p.Forever = ChangeExclusionEnded, time.Time{}, false
	}
	p.Note(c)
	return c, nil
}

// Reject takes a proposal back.
func (p *Player) Reject(subject Subject, id *ID) error {
	i := p.proposal(subject, id)
	if i < 0 {
		return ErrNotProposed
	}
	p.Proposals = slices.Delete(p.Proposals, i, i+1)
	return nil
}

func (p *Player) proposal(subject Subject, id *ID) int {
	return slices.IndexFunc(p.Proposals, func(o Proposal) bool {
		return o.Subject == subject && (o.ID == nil) == (id == nil) && (id == nil || *o.ID == *id)
	})
}
