package protection

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
)

// askPlatform asks the platform for the limits that it holds itself, unless it has told them within AskPlatformEvery,
// and passes on to it what has changed here. It returns the latest state that it knows, also with an error, which it
// logs: nothing is known of these limits then, or less than there may be.
func (s *Service) askPlatform(ctx context.Context, brand *bff.Brand, player string, limits PlatformLimits) (p *Player, err error) {
	if limits == nil {
		return nil, nil //nolint:nilnil // it holds none
	}
	p, now, _, err := s.state(ctx, brand, player)
	if err == nil && !p.knowsPlatform(now) {
		err = s.notePlatform(ctx, brand, player, limits, p)
	}
	if err == nil {
		changes := p.ToPassOn(now)
		for i := 0; err == nil && i < len(changes); i++ { // those after a failure are passed on the next time
			err = s.passOn(ctx, brand, player, limits, changes[i])
		}
		if err == nil && len(changes) > 0 {
			err = s.notePlatform(ctx, brand, player, limits, p)
		}
	}
	if err != nil {
		s.log.WarnContext(ctx, "could not fetch limits from the platform; using the last known limits", "brand", brand.ID, "cause", err.Error())
	}
	return p, err
}

// notePlatform asks the platform for its limits, stores them in the state p, and announces a break or an exclusion that
// it tells.
func (s *Service) notePlatform(ctx context.Context, brand *bff.Brand, player string, limits PlatformLimits, p *Player) error {
	told, err := limits.Get(ctx)
	if err != nil {
		return err
	}
	isClosingNew := false
	err = s.change(ctx, brand, player, func(changed *Player, at time.Time, _ Rules) error {
		before := changed.closing()
		changed.NotePlatform(told, at, tellsRounds(brand))
		isClosingNew = !before.endsLike(changed.closing())
		*p = *changed
		return nil
	})
	if err == nil && isClosingNew {
		s.announce(ctx, brand.ID, player)
	}
	return err
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
	if p.restriction(now) != Unrestricted {
		return nil
	}
	if p, err = s.askPlatform(ctx, brand, player, limits); err == nil || p != nil && p.Platform != nil {
		return nil
	}
	return unavailable(err)
}

// holdsLimits reports whether the brand's platform holds limits of players itself.
func holdsLimits(brand *bff.Brand) bool { return brand.ServerCalls[bff.CallPlatformLimits] }
