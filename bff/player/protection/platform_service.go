package protection

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
)

// askPlatform asks the platform for the limits that it holds itself, unless it has told them within AskPlatformEvery,
// and passes on to it what has changed here. An error means that nothing is known of them, or less than there may be.
func (s *Service) askPlatform(ctx context.Context, brand *bff.Brand, player string, limits PlatformLimits) error {
	if limits == nil {
		return nil
	}
	p, now, _, err := s.state(ctx, brand, player)
	if err == nil && !p.knowsPlatform(now) {
		p, now, err = s.notePlatform(ctx, brand, player, limits)
	}
	if err != nil {
		return err
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
func (s *Service) notePlatform(ctx context.Context, brand *bff.Brand, player string, limits PlatformLimits) (p *Player, now time.Time, err error) {
	told, err := limits.Get(ctx)
	if err != nil {
		return nil, time.Time{}, err
	}
	isClosingNew := false
	err = s.change(ctx, brand, player, func(changed *Player, at time.Time, _ Rules) error {
		before := changed.closing()
		changed.NotePlatform(told, at, tellsRounds(brand))
		isClosingNew = !before.endsLike(changed.closing())
		p, now = changed, at
		return nil
	})
	if err == nil && isClosingNew {
		s.announce(ctx, brand.ID, player)
	}
	return p, now, err
}

// passOn asks the platform for one change, and notes that.
func (s *Service) passOn(ctx context.Context, brand *bff.Brand, player string, limits PlatformLimits, c Sent) error {
	var err error
	switch c.Subject {
	case bff.SubjectLimit:
		err = limits.Set(ctx, *c.ID, c.Value)
	case bff.SubjectBreak:
		err = limits.CoolOff(ctx, c.Until)
	case bff.SubjectExclusion:
		err = limits.SelfExclude(ctx, c.Until)
	}
	if c.Refused = errors.Is(err, ErrPlatformRefused); err != nil && !c.Refused {
		return err
	}
	return s.change(ctx, brand, player, func(p *Player, _ time.Time, _ Rules) error {
		p.NoteSent(c)
		return nil
	})
}

// knowPlatform is askPlatform before a deposit or a game: what the platform has told before goes on where it cannot
// be asked, and an error means that it has told nothing yet. It is not asked in a break or an exclusion that the
// player has begun here.
func (s *Service) knowPlatform(ctx context.Context, brand *bff.Brand, player string, limits PlatformLimits) error {
	if limits == nil {
		return nil
	}
	p, now, _, err := s.state(ctx, brand, player)
	if err != nil {
		return reasonOf(err)
	}
	if p.isExcluded(now) || now.Before(p.CoolOff) {
		return nil
	}
	if err = s.followPlatform(ctx, brand, player, limits); err == nil {
		return nil
	}
	p, _, _, readErr := s.state(ctx, brand, player) // it may have told, and not been changed
	if readErr == nil && p.Platform != nil {
		return nil
	}
	return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(errors.Join(err, readErr)).WithDelivery(bff.DeliveryNotSent)
}

// followPlatform is askPlatform that logs what fails.
func (s *Service) followPlatform(ctx context.Context, brand *bff.Brand, player string, limits PlatformLimits) error {
	err := s.askPlatform(ctx, brand, player, limits)
	if err != nil {
		s.log.WarnContext(ctx, "could not fetch limits from the platform; using the last known limits", "brand", brand.ID, "cause", err.Error())
	}
	return err
}

// holdsLimits reports whether the brand's platform holds limits of players itself.
func holdsLimits(brand *bff.Brand) bool { return brand.ServerCalls[bff.CallPlatformLimits] }
