package protection

import (
	"errors"
	"slices"
	"time"

	"croupier/bff/internal/calendar"
)

// ID names a limit: a player has at most one of a kind for each period.
type ID struct {
	Kind   Kind   `json:"kind"`
	Period Period `json:"period"`
}

// Limit is a bound that is in force.
type Limit struct {
	ID
	Value   int64    `json:"value"` // minor units of the brand's currency; minutes of session time
	Pending *Pending `json:"pending,omitempty"`
}

// Pending is a looser value of a limit, or its removal. It waits, and is then in force once the player confirms it.
type Pending struct {
	Value   int64     `json:"value"`
	Removal bool      `json:"removal,omitempty"`
	From    time.Time `json:"from"` // when it may be confirmed
}

const (
	// LoosenAfter is how long a looser limit waits.
	LoosenAfter = 24 * time.Hour
	// ConfirmWithin is how long it may be confirmed after that. Then it has lapsed: what was wanted once is
	// no consent to play more at any later time.
	ConfirmWithin = 7 * 24 * time.Hour
)

// Errors of changes to limits.
var (
	ErrNoLimit        = errors.New("there is no such limit")
	ErrNothingPending = errors.New("no change of the limit is pending")
	ErrTooEarly       = errors.New("the change of the limit cannot be confirmed yet")
)

// isPending reports whether l has a pending value at now that has not lapsed.
func (l *Limit) isPending(now time.Time) bool {
	return l.Pending != nil && now.Before(l.Pending.From.Add(ConfirmWithin))
}

// Set sets a limit. One that is new or tighter than before is in force at once and takes back what was pending; a
// looser one becomes pending. A tighter one takes back what staff propose to loosen, too.
func (p *Player) Set(id ID, value int64, now time.Time, rules Rules) ChangeName {
	l := p.limit(id)
	switch {
	case l == nil:
		p.Limits = append(p.Limits, Limit{ID: id, Value: value})
	case value <= l.Value:
		if value < l.Value {
			p.dropProposal(SubjectLimit, &id)
		}
		l.Value, l.Pending = value, nil
	default:
		l.Pending = &Pending{Value: value, From: now.Add(rules.loosenAfter())}
		return ChangeAskedLooser
	}
	return ChangeSet
}

// Remove makes the removal of a limit pending; of one that the brand has for every player, its loosening to that.
func (p *Player) Remove(id ID, now time.Time, rules Rules) (ChangeName, error) {
	l := p.limit(id)
	if l == nil {
		return "", ErrNoLimit
	}
	if of := rules.defaultOf(id); of != nil {
		return p.Set(id, of.Value, now, rules), nil
	}
	l.Pending = &Pending{Removal: true, From: now.Add(rules.loosenAfter())}
	return ChangeAskedRemoval, nil
}

// Confirm puts the pending value of a limit in force.
func (p *Player) Confirm(id ID, now time.Time) error {
	l := p.limit(id)
	switch {
	case l == nil || !l.isPending(now):
		return ErrNothingPending
	case now.Before(l.Pending.From):
		return ErrTooEarly
	case l.Pending.Removal:
		p.drop(id)
	default:
		l.Value, l.Pending = l.Pending.Value, nil
	}
	return nil
}

// CancelPending takes back the pending value of a limit.
func (p *Player) CancelPending(id ID, now time.Time) error {
	l := p.limit(id)
	if l == nil || !l.isPending(now) {
		return ErrNothingPending
	}
	l.Pending = nil
	return nil
}

// drop removes a limit.
func (p *Player) drop(id ID) {
	p.Limits = slices.DeleteFunc(p.Limits, func(other Limit) bool { return other.ID == id })
}

// defaultOf returns the brand's limit of an id, or nil.
func (r *Rules) defaultOf(id ID) *Limit {
	for i := range r.Defaults {
		if r.Defaults[i].ID == id {
			return &r.Defaults[i]
		}
	}
	return nil
}

// limit returns a limit of the player, or nil.
func (p *Player) limit(id ID) *Limit {
	for i := range p.Limits {
		if p.Limits[i].ID == id {
			return &p.Limits[i]
		}
	}
	return nil
}

// Kind is what a limit bounds.
type Kind string

// The kinds of limits.
const (
	KindDeposit     Kind = "deposit"      // deposits that were not refused
	KindLoss        Kind = "loss"         // stakes less wins
	KindStake       Kind = "stake"        // stakes
	KindSessionTime Kind = "session_time" // time in games
)

// Period is the part of the calendar for which a limit counts.
type Period string

// The periods of limits.
const (
	PeriodDay   Period = "day"
	PeriodWeek  Period = "week" // from Monday
	PeriodMonth Period = "month"
)

// Start returns when the period began that at belongs to, by the calendar of zone.
func (p Period) Start(at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	switch p {
	case PeriodWeek:
		day -= (int(at.In(zone).Weekday()) + 6) % 7
	case PeriodMonth:
		day = 1
	case PeriodDay:
	}
	return calendar.StartOfDay(year, month, day, zone)
}

// End returns when that period ends.
func (p Period) End(at time.Time, zone *time.Location) time.Time {
	year, month, day := p.Start(at, zone).Date()
	switch p {
	case PeriodWeek:
		day += 7
	case PeriodMonth:
		month++
	case PeriodDay:
		day++
	}
	return calendar.StartOfDay(year, month, day, zone)
}
