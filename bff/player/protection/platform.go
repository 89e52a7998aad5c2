package protection

import (
	"context"
	"errors"
	"slices"
	"time"

	"croupier/bff"
)

// PlatformPlayer contains the interfaces to the platform for one player. An interface is nil if the
// platform does not support it.
type PlatformPlayer struct {
	Rounds PlayedRounds
	Limits PlatformLimits
}

// PlatformLimits are the platform's own limits for one player. If the platform refuses a change,
// the method fails with ErrPlatformRefused.
type PlatformLimits interface {
	Get(ctx context.Context) (*PlatformHeld, error)
	// Set sets a limit. A zero value removes it.
	Set(ctx context.Context, id bff.LimitID, value int64) error
	// CoolOff starts or extends a break.
	CoolOff(ctx context.Context, until time.Time) error
	// SelfExclude starts or extends an exclusion. A zero time means permanent.
	SelfExclude(ctx context.Context, until time.Time) error
}

// ErrPlatformRefused means that the platform did not change a limit.
var ErrPlatformRefused = errors.New("the platform has refused to change a limit")

// PlatformHeld contains the limits, break and exclusion at the platform.
type PlatformHeld struct {
	Kinds  []string          `json:"kinds,omitempty"` // supported kinds
	Limits []bff.PlayerLimit `json:"limits,omitempty"`
	Closing
}

// Held contains the platform's last reported limits for a player, and the changes that Croupier has
// sent.
type Held struct {
	AsOf time.Time `json:"asOf"` // time of the report
	PlatformHeld

	Sent []Sent `json:"sent,omitempty"`
}

// Sent is the latest change of a limit, break or exclusion that Croupier has sent to the platform.
type Sent struct {
	Subject string       `json:"subject"`
	ID      *bff.LimitID `json:"limit,omitempty"` // limits only
	Value   int64        `json:"value,omitempty"` // limits only, 0 removes the limit
	Until   time.Time    `json:"until,omitzero"`  // end of a break or exclusion, zero: permanent
	Refused bool         `json:"refused,omitempty"`
	Ours    int64        `json:"ours,omitempty"` // value from Croupier that the platform has, as last reported, 0: none
}

func (s *Sent) isSame(other *Sent) bool { return s.Value == other.Value && s.Until.Equal(other.Until) }

const (
	// AskPlatformEvery is the time for which the platform's reported limits are recent.
	AskPlatformEvery = time.Minute
	// sameMoment is the tolerance between two ends of a break, because platforms round times.
	sameMoment = time.Minute
)

// knowsPlatform reports whether the platform has reported its limits within AskPlatformEvery.
func (p *Player) knowsPlatform(now time.Time) bool {
	return p.Platform != nil && isRecent(p.Platform.AsOf, now, AskPlatformEvery)
}

// NotePlatform stores the limits that the platform reported at a time. It skips limits that
// Croupier cannot count.
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

// limit returns a limit at the platform, or nil.
func (h *Held) limit(id *bff.LimitID) *bff.PlayerLimit {
	if id == nil {
		return nil
	}
	return limitIn(h.Limits, *id)
}

// sent returns the last change that Croupier has sent, or nil.
func (h *Held) sent(subject string, id *bff.LimitID) *Sent {
	i := slices.IndexFunc(h.Sent, func(s Sent) bool { return s.Subject == subject && (id == nil || *s.ID == *id) })
	if i < 0 {
		return nil
	}
	return &h.Sent[i]
}

// InForce returns the active limits: the tighter ones of the player's and the platform's limits.
func (p *Player) InForce() []bff.PlayerLimit {
	if p.Platform == nil || len(p.Platform.Limits) == 0 {
		return p.Limits
	}
	return joined(p.Limits, p.Platform.Limits, isSameLimit, func(l *bff.PlayerLimit, theirs bff.PlayerLimit) {
		l.Value = min(l.Value, theirs.Value)
	})
}

// ToPassOn returns the changes that Croupier has yet to send: tighter values, and replacements of
// values from Croupier.
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
		if theirs := p.Platform.limit(s.ID); s.ID != nil && p.limit(*s.ID) == nil && theirs != nil &&
			s.Ours == theirs.Value {
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

// end contains the ends of a break or exclusion in Croupier and at the platform.
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

// endsBeyond reports whether end a is later than end b.
func endsBeyond(a, b bff.HeldValue) bool {
	return !b.Forever && (a.Forever || a.Until.Sub(b.Until) > sameMoment)
}

// NoteSent records a change that Croupier has sent to the platform.
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

// compare returns the differences between the platform and Croupier. It returns nil if the platform
// has reported nothing.
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

// heldValue returns the value of a limit, or none for nil.
func heldValue(l *bff.PlayerLimit) (v bff.HeldValue) {
	if l != nil {
		v.Value = l.Value
	}
	return v
}

// stateOf returns the reason for a difference at the platform.
func (h *Held) stateOf(want Sent, isTighterThere bool) bff.DifferenceState {
	sent, theirs := h.sent(want.Subject, want.ID), h.limit(want.ID)
	isAsked := sent != nil && sent.isSame(&want)
	switch {
	case isTighterThere && (!isAsked || theirs == nil || theirs.Value != sent.Ours): // not from Croupier
		return bff.TighterThere
	case isAsked && sent.Refused:
		return bff.RefusedThere
	}
	return bff.WaitsThere
}
