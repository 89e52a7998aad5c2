package protection

import (
	"slices"
	"time"

	"croupier/bff"
)

// Held is what the platform itself holds of a player, as it told last, and what it was sent from here.
type Held struct {
	AsOf     time.Time `json:"asOf"`            // when it told
	Kinds    []Kind    `json:"kinds,omitempty"` // that can be set there
	Limits   []Limit   `json:"limits,omitempty"`
	CoolOff  time.Time `json:"coolOff,omitzero"`
	Excluded time.Time `json:"excluded,omitzero"`
	Forever  bool      `json:"forever,omitempty"`

	Sent []Sent `json:"sent,omitempty"`
}

// Sent is the latest change of a limit, a break or an exclusion that the platform was asked for.
type Sent struct {
	Subject Subject   `json:"subject"`
	ID      *ID       `json:"limit,omitempty"` // of a limit
	Value   int64     `json:"value,omitempty"` // of a limit; 0: its removal
	Until   time.Time `json:"until,omitzero"`  // of a break or an exclusion; zero: for ever
	Refused bool      `json:"refused,omitempty"`
	Ours    int64     `json:"ours,omitempty"` // the value from here that the platform holds as far as it told; 0: none
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
	if p.Platform == nil {
		return false
	}
	age := now.Sub(p.Platform.AsOf)
	return 0 <= age && age < AskPlatformEvery
}

// NotePlatform takes what the platform has told at a moment. Limits of what it does not tell otherwise cannot be counted here, and
// are left to it.
func (p *Player) NotePlatform(told *bff.PlatformHeld, at time.Time, tellsRounds bool) {
	held := &Held{AsOf: at, CoolOff: told.CoolOff, Excluded: told.Excluded, Forever: told.Forever}
	for _, kind := range told.Kinds {
		held.Kinds = append(held.Kinds, Kind(kind))
	}
	for _, l := range told.Limits {
		if id := *idOf(&l.LimitID); slices.Contains(kinds(tellsRounds), id.Kind) {
			held.Limits = append(held.Limits, Limit{ID: id, Value: l.Value})
		}
	}
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
func (h *Held) limit(id *ID) *Limit {
	if h == nil || id == nil {
		return nil
	}
	if i := slices.IndexFunc(h.Limits, func(l Limit) bool { return l.ID == *id }); i >= 0 {
		return &h.Limits[i]
	}
	return nil
}

func (h *Held) sent(subject Subject, id *ID) *Sent {
	i := slices.IndexFunc(h.Sent, func(s Sent) bool { return s.Subject == subject && (id == nil || *s.ID == *id) })
	if i < 0 {
		return nil
	}
	return &h.Sent[i]
}

// InForce returns the limits that hold: of the player's own and those of the platform the tighter ones.
func (p *Player) InForce() []Limit {
	if p.Platform == nil || len(p.Platform.Limits) == 0 {
		return p.Limits
	}
	out := slices.Clone(p.Limits)
	for _, theirs := range p.Platform.Limits {
		switch i := slices.IndexFunc(out, func(l Limit) bool { return l.ID == theirs.ID }); {
		case i < 0:
			out = append(out, theirs)
		case theirs.Value < out[i].Value:
			out[i].Value = theirs.Value
		}
	}
	return out
}

// isByPlatform reports whether a limit in force is the platform's and tighter than the player's own.
func (p *Player) isByPlatform(l *Limit) bool {
	own := p.limit(l.ID)
	return own == nil || l.Value < own.Value
}

// BreakEnd returns when the break ends, here or at the platform; zero without one.
func (p *Player) BreakEnd() time.Time {
	if p.Platform == nil {
		return p.CoolOff
	}
	return later(p.CoolOff, p.Platform.CoolOff)
}

// ExclusionEnd returns when the self-exclusion ends, here or at the platform; zero without one.
func (p *Player) ExclusionEnd() (until time.Time, forever bool) {
	if p.Platform == nil {
		return p.Excluded, p.Forever
	}
	return later(p.Excluded, p.Platform.Excluded), p.Forever || p.Platform.Forever
}

// ToPassOn returns the changes that the platform has to be asked for: what is tighter here, and what replaces a value that was set
// from here. What the platform was asked for already is left out, as are kinds that cannot be set there.
func (p *Player) ToPassOn(now time.Time) []Sent {
	if p.Platform == nil {
		return nil
	}
	var out []Sent
	add := func(want Sent) {
		if before := p.Platform.sent(want.Subject, want.ID); before == nil || !before.isSame(&want) {
			if before != nil {
				want.Ours = before.Ours
			}
			out = append(out, want)
		}
	}
	for _, own := range p.Limits {
		theirs, before := p.Platform.limit(&own.ID), p.Platform.sent(SubjectLimit, &own.ID)
		isTighter := theirs == nil || own.Value < theirs.Value
		isOurs := theirs != nil && before != nil && before.Ours == theirs.Value && own.Value != theirs.Value
		if (isTighter || isOurs) && slices.Contains(p.Platform.Kinds, own.Kind) {
			add(Sent{Subject: SubjectLimit, ID: &own.ID, Value: own.Value})
		}
	}
	for _, s := range p.Platform.Sent {
		if theirs := p.Platform.limit(s.ID); s.ID != nil && p.limit(*s.ID) == nil && theirs != nil && s.Ours == theirs.Value {
			add(Sent{Subject: SubjectLimit, ID: s.ID})
		}
	}
	if now.Before(p.CoolOff) && p.CoolOff.Sub(p.Platform.CoolOff) > sameMoment {
		add(Sent{Subject: SubjectBreak, Until: p.CoolOff})
	}
	switch {
	case p.Forever && !p.Platform.Forever:
		add(Sent{Subject: SubjectExclusion})
	case !p.Forever && !p.Platform.Forever && now.Before(p.Excluded) && p.Excluded.Sub(p.Platform.Excluded) > sameMoment:
		add(Sent{Subject: SubjectExclusion, Until: p.Excluded})
	}
	return out
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
