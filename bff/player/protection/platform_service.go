package protection

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
)

const (
	// noteTimeout is the maximum time to record one minute of a player.
	noteTimeout = 30 * time.Second
	// askTimeout is the maximum time that the start of a game waits for the platform's rounds.
	askTimeout = 5 * time.Second
)

// MayPlay returns the reason to refuse the start of a game, or nil. It fetches the rounds that
// limits need.
func (s *Service) MayPlay(ctx context.Context, brand *bff.Brand, player string, platform PlatformPlayer) error {
	if err := s.knowPlatform(ctx, brand, player, platform.Limits); err != nil {
		return err
	}
	p, now, rules, err := s.state(ctx, brand, player)
	if err != nil {
		return reasonOf(err)
	}
	if err := p.Closed(now); err != nil { // no call to the platform during a break
		return reasonOf(err)
	}
	if p.NeedsRounds() {
		asking, cancel := context.WithTimeout(ctx, askTimeout)
		defer cancel()
		err := s.askRounds(asking, brand, player, p, platform.Rounds)
		if err != nil && !p.knowsRounds(now, rules, RoundsValidFor) {
			reason := unavailable(err)
			if asking.Err() == nil { // otherwise, the rounds so far are stored
				reason.RetryAfter = time.Minute
			}
			return reason
		}
		if p, now, rules, err = s.state(ctx, brand, player); err != nil {
			return reasonOf(err)
		}
	}
	return reasonOf(p.MayStart(now, rules))
}

var errNoRounds = errors.New("the platform does not report rounds")

// askRounds fetches rounds from the platform and stores their sums, unless they are recent.
func (s *Service) askRounds(
	ctx context.Context, brand *bff.Brand, player string, p *Player, rounds PlayedRounds,
) error {
	now, rules := s.now(brand, player).UTC(), rulesOf(brand)
	if p.knowsRounds(now, rules, AskRoundsEvery) {
		return nil
	}
	if rounds == nil {
		return errNoRounds
	}
	asked := p.Rounds(now, rules)
	var bets []PlayedRound
	games, known, err := rounds.Games(ctx, asked.Games, now)
	if err == nil {
		bets, err = rounds.Bets(ctx, asked.Bets, now)
	}
	if final := now.Add(-finalAfter); err != nil && known.After(final) {
		known = final
	}
	if err != nil && !known.After(asked.Games) {
		return err
	}
	return errors.Join(err, s.register.Change(context.WithoutCancel(ctx), brand.ID, player, func(p *Player) error {
		p.Adopt(rules)
		p.NoteRounds(games, bets, asked, known, now, rules)
		return nil
	}))
}

// MinuteDue reports whether NoteMinute must be called for a player who is using the site. It
// usually answers from memory.
func (s *Service) MinuteDue(ctx context.Context, brand *bff.Brand, player string) bool {
	c := s.known(ctx, brand, player)
	return c.watched && s.memo.countMinute(Member{brand.ID, player}, s.now(brand, player).Unix()/60)
}

// NoteMinute counts the current minute against the player's limits. It may wait for the platform.
func (s *Service) NoteMinute(ctx context.Context, brand *bff.Brand, player string, platform PlatformPlayer) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), noteTimeout)
	defer cancel()
	_, _ = s.askPlatform(ctx, brand, player, platform.Limits) // the last known limits apply
	if err := s.noteMinute(ctx, brand, player, platform.Rounds); err != nil {
		s.log.WarnContext(ctx, "could not record player activity, retrying in one minute",
			"brand", brand.ID, "cause", err.Error())
	}
}

func (s *Service) noteMinute(ctx context.Context, brand *bff.Brand, player string, rounds PlayedRounds) error {
	p, now, rules, err := s.state(ctx, brand, player)
	if err != nil {
		return err
	}
	before := p.MayStart(now, rules) == nil
	if p.NeedsTime() {
		err = s.change(ctx, brand, player, func(p *Player, now time.Time, rules Rules) error {
			p.UseMinute(now, rules)
			return nil
		})
	}
	if p.NeedsRounds() {
		err = errors.Join(err, s.askRounds(ctx, brand, player, p, rounds))
	}
	p, now, rules, readErr := s.state(ctx, brand, player)
	if readErr == nil && before && p.MayStart(now, rules) != nil {
		s.announce(ctx, brand.ID, player)
	}
	return errors.Join(err, readErr)
}

// askPlatform fetches the platform's limits, unless they are recent, and sends changes to the
// platform. It logs errors and also returns the last known state with them.
func (s *Service) askPlatform(ctx context.Context, brand *bff.Brand, player string,
	limits PlatformLimits,
) (*Player, error) {
	if limits == nil {
		return nil, nil //nolint:nilnil // the platform has no limits
	}
	p, now, _, err := s.state(ctx, brand, player)
	if err == nil && !p.knowsPlatform(now) {
		err = s.notePlatform(ctx, brand, player, limits, p)
	}
	if err == nil {
		changes := p.ToPassOn(now)
		for i := 0; err == nil && i < len(changes); i++ { // after a failure, the next call sends the rest
			err = s.passOn(ctx, brand, player, limits, changes[i])
		}
		if err == nil && len(changes) > 0 {
			err = s.notePlatform(ctx, brand, player, limits, p)
		}
	}
	if err != nil {
		s.log.WarnContext(ctx, "could not fetch limits from the platform, using the last known limits",
			"brand", brand.ID, "cause", err.Error())
	}
	return p, err
}

// notePlatform fetches the platform's limits, stores them in p, and announces a new break or
// exclusion.
func (s *Service) notePlatform(ctx context.Context, brand *bff.Brand, player string,
	limits PlatformLimits, p *Player,
) error {
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

// passOn sends one change to the platform and records it.
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

// knowPlatform calls askPlatform before a deposit or a game, except during a break or exclusion. It
// fails if the platform has not reported anything yet.
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

// holdsLimits reports whether the brand's platform has its own player limits.
func holdsLimits(brand *bff.Brand) bool { return brand.ServerCalls[bff.CallPlatformLimits] }
