package protection

import (
	"context"
	"errors"
	"slices"
	"time"

	"croupier/bff"
)

// PlatformPlayer is what the platform of a player can be asked for. The platform does not have what is nil.
type PlatformPlayer struct {
	Rounds PlayedRounds
	Limits PlatformLimits
}

// PlatformLimits are the limits that a platform itself holds of one player. A change that the platform does not make
// fails with ErrPlatformRefused.
type PlatformLimits interface {
	Get(ctx context.Context) (*PlatformHeld, error)
	// Set sets a limit; a zero value removes it.
	Set(ctx context.Context, id bff.LimitID, value int64) error
	// CoolOff begins a break, or makes it longer.
	CoolOff(ctx context.Context, until time.Time) error
	// SelfExclude begins an exclusion, or makes it longer; a zero time is for ever.
	SelfExclude(ctx context.Context, until time.Time) error
}

// ErrPlatformRefused means that the platform did not change a limit.
var ErrPlatformRefused = errors.New("the platform has refused to change a limit")

// PlatformHeld is what a platform itself holds of a player.
type PlatformHeld struct {
	Kinds  []string          `json:"kinds,omitempty"` // that can be set there
	Limits []bff.PlayerLimit `json:"limits,omitempty"`
	Closing
}

// Held is what the platform itself holds of a player, as it told last, and what it was sent from here.
type Held struct {
	AsOf time.Time `json:"asOf"` // when it told
	PlatformHeld

	Sent []Sent `json:"sent,omitempty"`
}

// Sent is the latest change of a limit, a break or an exclusion that the platform was asked for.
type Sent struct {
	Subject string       `json:"subject"`
	ID      *bff.LimitID `json:"limit,omitempty"` // of a limit
	Value   int64        `json:"value,omitempty"` // of a limit; 0: its removal
	Until   time.Time    `json:"until,omitzero"`  // of a break or an exclusion; zero: for ever
	Refused bool         `json:"refused,omitempty"`
	Ours    int64        `json:"ours,omitempty"` // the value from here that the platform holds as far as it told; 0: none
}

// isSame reports whether s asks for what other asks for.
func (s *Sent) isSame(other *Sent) bool { return s.Value == other.Value && s.Until.Equal(other.Until) }

const (
	// AskPlatformEvery is how long what the platform has told of its limits is recent.
	AskPlatformEvery = time.Minute
	// sameMoment is how far two ends of a break may be apart, as platforms round them.
	sameMoment = time.Minute
)

// knowsPlatform reports whether the platform has told its limits within AskPlatformEvery.
func (p *Player) knowsPlatform(now time.Time) bool {
	return p.Platform != nil && isRecent(p.Platform.AsOf, now, AskPlatformEvery)
}

// NotePlatform takes what the platform has told at a moment, but for limits that cannot be counted here.
func (p *Player) NotePlatform(told *PlatformHeld, at time.Time, tellsRounds bool) {
	held := &Held{AsOf: at, PlatformHeld: *told}
	held.Limits = slices.DeleteFunc(slices.Clone(told.Limits), func(l bff.PlayerLimit) bool {
		return !slices.Contains(kinds(tellsRounds), l.Kind)
	})
	if p.Platform != nil {
		held.Sent = p.Platform.Sent
	}
	for i := range held.Sent {
		s := &held.Sent[i]
		if l := held.limit(s.ID); l != nil && l.Value == s.Value {
			s.Ours = s.Value
		} else if l == nil {
			s.Ours = 0
		}
	}
	p.Platform = held
}

// limit returns a limit that the platform holds, or nil.
func (h *Held) limit(id *bff.LimitID) *bff.PlayerLimit {
	if id == nil {
		return nil
	}
	return limitIn(h.Limits, *id)
}

// sent returns what the platform was asked for last, or nil.
func (h *Held) sent(subject string, id *bff.LimitID) *Sent {
	i := slices.IndexFunc(h.Sent, func(s Sent) bool { return s.Subject == subject && (id == nil || *s.ID == *id) })
	if i < 0 {
		return nil
	}
	return &h.Sent[i]
}

// InForce returns the limits that hold: of the player's own and those of the platform the tighter ones.
func (p *Player) InForce() []bff.PlayerLimit {
	if p.Platform == nil || len(p.Platform.Limits) == 0 {
		return p.Limits
	}
	return joined(p.Limits, p.Platform.Limits, isSameLimit, func(l *bff.PlayerLimit, theirs bff.PlayerLimit) {
		l.Value = min(l.Value, theirs.Value)
	})
}

// ToPassOn returns the changes that the platform has not been asked for: what is tighter here, and what replaces a
// value that was set from here.
func (p *Player) ToPassOn(now time.Time) []Sent {
	if p.Platform == nil {
		return nil
	}
	var out []Sent
	add := func(want Sent) {
		before := p.Platform.sent(want.Subject, want.ID)
		if before != nil && before.isSame(&want) {
			return
		}
		if before != nil {
			want.Ours = before.Ours
		}
		out = append(out, want)
	}
	for _, own := range p.Limits {
		theirs, before := p.Platform.limit(&own.LimitID), p.Platform.sent(bff.SubjectLimit, &own.LimitID)
		isTighter := theirs == nil || own.Value < theirs.Value
		isOurs := theirs != nil && before != nil && before.Ours == theirs.Value && own.Value != theirs.Value
		if (isTighter || isOurs) && slices.Contains(p.Platform.Kinds, own.Kind) {
			add(Sent{Subject: bff.SubjectLimit, ID: &own.LimitID, Value: own.Value})
		}
	}
	for _, s := range p.Platform.Sent {
		if theirs := p.Platform.limit(s.ID); s.ID != nil && p.limit(*s.ID) == nil && theirs != nil && s.Ours == theirs.Value {
			add(Sent{Subject: bff.SubjectLimit, ID: s.ID})
		}
	}
	for _, e := range p.ends(now) {
		if endsBeyond(e.here, e.there) {
			add(Sent{Subject: e.subject, Until: e.here.Until})
		}
	}
	return out
}

// end is the end of a break or an exclusion, here and at the platform.
type end struct {
	subject     string
	here, there bff.HeldValue
}

func (p *Player) ends(now time.Time) []end {
	return []end{
		{bff.SubjectBreak, p.breakEnd(now), p.Platform.breakEnd(now)},
		{bff.SubjectExclusion, p.exclusionEnd(now), p.Platform.exclusionEnd(now)},
	}
}

// endsBeyond reports whether an end is later than another one.
func endsBeyond(a, b bff.HeldValue) bool {
	return !b.Forever && (a.Forever || a.Until.Sub(b.Until) > sameMoment)
}

// NoteSent notes that the platform was asked for a change.
func (p *Player) NoteSent(s Sent) {
	if p.Platform == nil {
		return
	}
	if before := p.Platform.sent(s.Subject, s.ID); before != nil {
		*before = s
		return
	}
	p.Platform.Sent = append(p.Platform.Sent, s)
}

// compare returns where what the platform holds differs from what is held here; nil where it has told nothing.
func (p *Player) compare(now time.Time) *bff.PlatformComparison {
	if p.Platform == nil {
		return nil
	}
	out := &bff.PlatformComparison{AsOf: p.Platform.AsOf}
	add := func(want Sent, here, there bff.HeldValue, isTighter bool) {
		out.Differences = append(out.Differences, bff.LimitDifference{
			Subject: want.Subject, ID: want.ID, Here: here, There: there, State: p.Platform.stateOf(want, isTighter),
		})
	}
	for _, l := range p.InForce() {
		here, there := heldValue(p.limit(l.LimitID)), heldValue(p.Platform.limit(&l.LimitID))
		if here != there && (there != bff.HeldValue{} || slices.Contains(p.Platform.Kinds, l.Kind)) {
			isTighter := there.Value > 0 && (here.Value == 0 || there.Value < here.Value)
			add(Sent{Subject: bff.SubjectLimit, ID: &l.LimitID, Value: here.Value}, here, there, isTighter)
		}
	}
	for _, e := range p.ends(now) {
		if isTighter := endsBeyond(e.there, e.here); isTighter || endsBeyond(e.here, e.there) {
			add(Sent{Subject: e.subject, Until: e.here.Until}, e.here, e.there, isTighter)
		}
	}
	return out
}

// heldValue returns the value of a limit; that of nil is none.
func heldValue(l *bff.PlayerLimit) (v bff.HeldValue) {
	if l != nil {
		v.Value = l.Value
	}
	return v
}

// stateOf returns why the platform holds something else than what is wanted.
func (h *Held) stateOf(want Sent, isTighterThere bool) bff.DifferenceState {
	sent, theirs := h.sent(want.Subject, want.ID), h.limit(want.ID)
	isAsked := sent != nil && sent.isSame(&want)
	switch {
	case isTighterThere && (!isAsked || theirs == nil || theirs.Value != sent.Ours): // not a former value from here
		return bff.TighterThere
	case isAsked && sent.Refused:
		return bff.RefusedThere
	}
	return bff.WaitsThere
}
