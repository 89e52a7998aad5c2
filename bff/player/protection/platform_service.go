package protection

import (
	"context"
	"errors"
	"slices"
	"time"

	"croupier/bff"
)

// askPlatform asks the platform for the limits that it holds itself, unless it has told them within AskPlatformEvery, and passes on
// to it what has changed here. An error means that nothing is known of them, or less than there may be.
func (s *Service) askPlatform(ctx context.Context, brand *bff.Brand, player string, limits bff.PlatformLimits) error {
	if limits == nil {
		return nil
	}
	p, now, _, err := s.state(ctx, brand, player)
	if err != nil {
		return err
	}
	if !p.knowsPlatform(now) {
		if p, now, err = s.notePlatform(ctx, brand, player, limits); err != nil {
			return err
		}
	}
	changes := p.ToPassOn(now)
	if len(changes) == 0 {
		return nil
	}
	for _, c := range changes {
		if err := s.passOn(ctx, brand, player, limits, c); err != nil {
			return err // the others are passed on with it, the next time
		}
	}
	_, _, err = s.notePlatform(ctx, brand, player, limits)
	return err
}

// notePlatform asks the platform for its limits, stores them, and announces a break or an exclusion that it tells.
func (s *Service) notePlatform(ctx context.Context, brand *bff.Brand, player string, limits bff.PlatformLimits) (p *Player, now time.Time, err error) {
	told, err := limits.Get(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	isClosingNew := false
	err = s.change(ctx, brand, player, func(changed *Player, at time.Time, _ Rules) error {
		before := closingOf(changed)
		changed.NotePlatform(told, at, tellsRounds(brand))
		isClosingNew = !before.endsLike(closingOf(changed))
		p, now = changed, at
		return nil
	})
	if err == nil && isClosingNew {
		s.announce(ctx, brand.ID, player)
	}
	return p, now, err
}

// passOn asks the platform for one change, and notes that.
func (s *Service) passOn(ctx context.Context, brand *bff.Brand, player string, limits bff.PlatformLimits, c Sent) error {
	var err error
	switch c.Subject {
	case SubjectLimit:
		err = limits.Set(ctx, *idFor(c.ID), c.Value)
	case SubjectBreak:
		err = limits.CoolOff(ctx, c.Until)
	case SubjectExclusion:
		err = limits.SelfExclude(ctx, c.Until)
	}
	if c.Refused = errors.Is(err, bff.ErrPlatformRefused); err != nil && !c.Refused {
		return err
	}
	return s.change(ctx, brand, player, func(p *Player, _ time.Time, _ Rules) error {
		p.NoteSent(c)
		return nil
	})
}

// knowPlatform is askPlatform before a deposit or a game: what the platform has told before goes on where it cannot be asked, and an
// error means that it has told nothing yet. It is not asked in a break or an exclusion that the player has begun here.
func (s *Service) knowPlatform(ctx context.Context, brand *bff.Brand, player string, limits bff.PlatformLimits) error {
	if limits == nil {
		return nil
	}
	p, now, _, err := s.state(ctx, brand, player)
	if err != nil {
		return reasonOf(err)
	}
	if p.Forever || now.Before(p.Excluded) || now.Before(p.CoolOff) {
		return nil
	}
	if err = s.askPlatform(ctx, brand, player, limits); err == nil {
		return nil
	}
	s.warnOfPlatform(ctx, brand, err)
	p, _, _, readErr := s.state(ctx, brand, player) // it may have told, and not been changed
	if readErr == nil && p.Platform != nil {
		return nil
	}
	return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(errors.Join(err, readErr)).WithDelivery(bff.DeliveryNotSent)
}

// followPlatform is askPlatform where nothing depends on it at once.
func (s *Service) followPlatform(ctx context.Context, brand *bff.Brand, player string, limits bff.PlatformLimits) {
	if err := s.askPlatform(ctx, brand, player, limits); err != nil {
		s.warnOfPlatform(ctx, brand, err)
	}
}

func (s *Service) warnOfPlatform(ctx context.Context, brand *bff.Brand, err error) {
	s.log.WarnContext(ctx, "ask the platform for the limits it holds: failed; what it told last goes on", "brand", brand.ID, "cause", err.Error())
}

// holdsLimits reports whether the brand's platform holds limits of players itself.
func holdsLimits(brand *bff.Brand) bool { return brand.ServerCalls[bff.CallPlatformLimits] }

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
