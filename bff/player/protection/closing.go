package protection

import (
	"time"

	"croupier/bff"
)

// Closing contains the times until which a player can neither deposit nor play. A zero time means
// none.
type Closing struct {
	CoolOff  time.Time `json:"coolOff,omitzero"`  // end of the break
	Excluded time.Time `json:"excluded,omitzero"` // end of the self-exclusion
	Forever  bool      `json:"forever,omitempty"` // the self-exclusion is permanent
}

// Restriction is the current restriction of a player's session.
type Restriction uint8

// The restrictions. An exclusion takes precedence over a break.
const (
	Unrestricted Restriction = iota
	CoolingOff
	SelfExcluded
)

// restriction returns the current restriction of the session.
func (c *Closing) restriction(now time.Time) Restriction {
	switch {
	case c.isExcluded(now):
		return SelfExcluded
	case now.Before(c.CoolOff):
		return CoolingOff
	}
	return Unrestricted
}

func (c *Closing) isExcluded(now time.Time) bool { return c.Forever || now.Before(c.Excluded) }

// breakEnd returns the end of the active break.
func (c *Closing) breakEnd(now time.Time) (end bff.HeldValue) {
	if now.Before(c.CoolOff) {
		end.Until = c.CoolOff
	}
	return end
}

// exclusionEnd returns the end of the active exclusion.
func (c *Closing) exclusionEnd(now time.Time) (end bff.HeldValue) {
	if end.Forever = c.Forever; !end.Forever && now.Before(c.Excluded) {
		end.Until = c.Excluded
	}
	return end
}

// excludesBeyond reports whether the exclusion of c ends after the exclusion of other.
func (c *Closing) excludesBeyond(other Closing) bool {
	return c.Forever && !other.Forever || c.Excluded.After(other.Excluded)
}

// join returns the longer break and the longer exclusion of c and other.
func (c *Closing) join(other Closing) Closing {
	return Closing{later(c.CoolOff, other.CoolOff), later(c.Excluded, other.Excluded), c.Forever || other.Forever}
}

// endsLike reports whether c and other end at the same time.
func (c *Closing) endsLike(other Closing) bool {
	return c.Forever == other.Forever && c.Excluded.Equal(other.Excluded) && c.CoolOff.Equal(other.CoolOff)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// closing returns the closing of the player, here or at the platform.
func (p *Player) closing() Closing {
	if p.Platform == nil {
		return p.Closing
	}
	return p.join(p.Platform.Closing)
}

// Closed returns the reason to refuse deposits and games, or nil.
func (p *Player) Closed(now time.Time) error {
	c := p.closing()
	switch c.restriction(now) {
	case SelfExcluded:
		return bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	case CoolingOff:
		return bff.ReasonCoolingOff.WithDelivery(bff.DeliveryNotSent)
	}
	return nil
}

// Break starts a break at once and withdraws a staff proposal to end a break. An existing longer
// break remains active.
func (p *Player) Break(length time.Duration, now time.Time) bff.LimitChange {
	if until := now.Add(length); until.After(p.CoolOff) {
		p.CoolOff = until
		p.dropProposal(bff.SubjectBreak, nil)
	}
	return bff.LimitChange{Name: ChangeBreak, Until: p.CoolOff}
}

// exclusionOf returns an exclusion of some months that starts now. With months 0, it is permanent.
func exclusionOf(months int, now time.Time) Closing {
	if months == 0 {
		return Closing{Forever: true}
	}
	return Closing{Excluded: now.AddDate(0, months, 0)}
}

// Exclude excludes the player for some months and works like Break. With months 0, the exclusion is
// permanent.
func (p *Player) Exclude(months int, now time.Time) bff.LimitChange {
	if p.exclude(exclusionOf(months, now)) {
		p.Told = false
	}
	c := bff.LimitChange{Name: ChangeExclusion}
	if months > 0 {
		c.Until = p.Excluded
	}
	return c
}

// exclude applies the exclusion of wanted and ignores its break. It reports whether the exclusion
// became longer.
func (p *Player) exclude(wanted Closing) bool {
	isNew := wanted.excludesBeyond(p.Closing)
	if isNew {
		p.dropProposal(bff.SubjectExclusion, nil)
	}
	p.Excluded, p.Forever = later(p.Excluded, wanted.Excluded), p.Forever || wanted.Forever
	return isNew
}
