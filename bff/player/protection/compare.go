package protection

import (
	"slices"
	"time"

	"croupier/bff"
)

// compare returns where what the platform holds differs from what is held here; nil where it has told nothing.
func (p *Player) compare(now time.Time) *bff.PlatformComparison {
	if p.Platform == nil {
		return nil
	}
	out := &bff.PlatformComparison{AsOf: p.Platform.AsOf}
	for _, l := range p.InForce() {
		here, there := p.limit(l.ID).held(), p.Platform.limit(&l.ID).held()
		switch {
		case here == there, there == bff.HeldValue{} && !slices.Contains(p.Platform.Kinds, l.Kind):
			continue
		}
		isTighter := there.Value > 0 && (here.Value == 0 || there.Value < here.Value)
		out.Differences = append(out.Differences, bff.LimitDifference{
			Subject: bff.SubjectLimit, ID: idFor(&l.ID), Here: here, There: there,
			State: p.Platform.stateOf(Sent{Subject: SubjectLimit, ID: &l.ID, Value: here.Value}, isTighter),
		})
	}
	if here, there := endOf(p.CoolOff, false, now), endOf(p.Platform.CoolOff, false, now); !isSameEnd(here, there) {
		out.Differences = append(out.Differences, bff.LimitDifference{
			Subject: bff.SubjectBreak, Here: here, There: there,
			State: p.Platform.stateOf(Sent{Subject: SubjectBreak, Until: here.Until}, there.Until.After(here.Until)),
		})
	}
	if here, there := endOf(p.Excluded, p.Forever, now), endOf(p.Platform.Excluded, p.Platform.Forever, now); !isSameEnd(here, there) {
		out.Differences = append(out.Differences, bff.LimitDifference{
			Subject: bff.SubjectExclusion, Here: here, There: there,
			State: p.Platform.stateOf(Sent{Subject: SubjectExclusion, Until: here.Until}, there.Forever || !here.Forever && there.Until.After(here.Until)),
		})
	}
	return out
}

// held returns the value of a limit; that of nil is none.
func (l *Limit) held() bff.HeldValue {
	if l == nil {
		return bff.HeldValue{}
	}
	return bff.HeldValue{Value: l.Value}
}

// endOf returns an end that has not come yet.
func endOf(until time.Time, forever bool, now time.Time) bff.HeldValue {
	switch {
	case forever:
		return bff.HeldValue{Forever: true}
	case now.Before(until):
		return bff.HeldValue{Until: until}
	}
	return bff.HeldValue{}
}

func isSameEnd(a, b bff.HeldValue) bool {
	return a.Forever == b.Forever && a.Until.IsZero() == b.Until.IsZero() && a.Until.Sub(b.Until).Abs() <= sameMoment
}

// stateOf returns why the platform holds something else than what is wanted.
func (h *Held) stateOf(want Sent, isTighterThere bool) bff.DifferenceState {
	sent := h.sent(want.Subject, want.ID)
	isAsked := sent != nil && sent.isSame(&want)
	theirs := h.limit(want.ID)
	switch {
	case isTighterThere && (!isAsked || theirs == nil || theirs.Value != sent.Ours): // not a former value from here
		return bff.TighterThere
	case isAsked && sent.Refused:
		return bff.RefusedThere
	}
	return bff.WaitsThere
}
