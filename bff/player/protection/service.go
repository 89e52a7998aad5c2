package protection

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"log/slog"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/bounded"
)

// Clock returns the time of a player: the wall clock, or the clock of the mock for the player.
type Clock func(brand *bff.Brand, player string) time.Time

// Service answers the calls of limits/*, and decides about deposits and games. It is safe for concurrent use.
type Service struct {
	register *Register
	bus      bff.Bus
	memo     memo
	noted    *bounded.Map[Member, uint64] // sums of the personal data that were noted last
	seed     maphash.Seed
	log      *slog.Logger
	now      Clock

	// Override changes every state that is read, and is never stored, for a mock that simulates restrictions; nil: none.
	Override func(brand *bff.Brand, player string, p *Player, now time.Time)
}

// NewService returns a Service of the players in register. The instances that share the register share bus.
func NewService(register *Register, bus bff.Bus, log *slog.Logger, now Clock) *Service {
	s := &Service{register: register, bus: bus, seed: maphash.MakeSeed(), log: log, now: now}
	s.noted = bounded.New(bounded.Options[Member, uint64]{MaxEntries: memoEntries})
	s.memo.known = bounded.New(bounded.Options[Member, restrictions]{MaxEntries: memoEntries})
	return s
}

// Forget drops what is known of all players, as the Override may have changed.
func (s *Service) Forget() { s.memo.forgetAll() }

// change changes the state of a player who has the limits of the brand.
func (s *Service) change(ctx context.Context, brand *bff.Brand, player string, change func(p *Player, now time.Time, rules Rules) error) error {
	now, rules := s.now(brand, player).UTC(), rulesOf(brand)
	return s.register.Change(ctx, brand.ID, player, func(p *Player) error {
		p.Adopt(rules)
		return change(p, now, rules)
	})
}

// state returns the state of a player who has the limits of the brand.
func (s *Service) state(ctx context.Context, brand *bff.Brand, player string) (p *Player, now time.Time, rules Rules, err error) {
	now, rules = s.now(brand, player).UTC(), rulesOf(brand)
	if p, err = s.register.Get(ctx, brand.ID, player); err == nil {
		p.Adopt(rules)
		if s.Override != nil {
			s.Override(brand, player, p, now)
		}
	}
	return p, now, rules, err
}

// Reserve counts a deposit before it is sent, unless it counts already. An error means that it must not be sent.
func (s *Service) Reserve(ctx context.Context, brand *bff.Brand, player string, name DepositName, platform PlatformPlayer) error {
	if err := s.knowPlatform(ctx, brand, player, platform.Limits); err != nil {
		return err
	}
	reserve := func(p *Player, now time.Time, rules Rules) error { return p.Reserve(name, now, rules) }
	if s.Override != nil {
		p, now, rules, err := s.state(ctx, brand, player)
		if err == nil {
			err = reserve(p, now, rules)
		}
		if err != nil {
			return reasonOf(err)
		}
	}
	return reasonOf(s.change(ctx, brand, player, reserve))
}

// Settle records what became of the deposit of a key that was claimed about a time.
func (s *Service) Settle(ctx context.Context, c bff.PaymentChanged) error {
	return s.register.Change(ctx, c.Brand, c.Player, func(p *Player) error {
		p.Settle(c)
		return nil
	})
}

// Unsettled returns the deposits that count although the platform may have refused them since.
func (s *Service) Unsettled(ctx context.Context, brand, player string) (out []bff.WaitingPayment, err error) {
	p, err := s.register.Get(ctx, brand, player)
	if err != nil {
		return nil, err
	}
	for _, d := range p.Deposits {
		if !d.Executed {
			out = append(out, bff.WaitingPayment{
				Brand: brand, Player: player, Key: d.Key, TransactionID: d.Transaction, Category: contract.TransactionCategoryDeposit, At: d.Claimed,
			})
		}
	}
	return out, nil
}

// Restriction returns what restricts the player's session, by what was read in the last seconds. A player of whom
// nothing is known is unrestricted, but for what Reserve and MayPlay decide.
func (s *Service) Restriction(ctx context.Context, brand *bff.Brand, player string) Restriction {
	c := s.known(ctx, brand, player)
	return c.restriction(s.now(brand, player))
}

// known returns what restricts a player, read anew where that was long ago.
func (s *Service) known(ctx context.Context, brand *bff.Brand, player string) restrictions {
	key, now := Member{brand.ID, player}, s.now(brand, player)
	c, known, recent := s.memo.get(key, now)
	if recent {
		return c
	}
	begun := s.memo.changes.Load()
	p, _, _, err := s.state(context.WithoutCancel(ctx), brand, player) // a disconnect must not pass for unrestricted
	if err == nil {
		c = restrictions{
			Closing: p.closing(), notedIn: p.NotedIn, exclusionDue: p.isExclusionDue(),
			watched: p.NeedsTime() || p.NeedsRounds() || holdsLimits(brand), validUntil: now.Add(memoTTL),
		}
	} else {
		s.log.WarnContext(ctx, "read a player's restriction: failed; what is known goes on", "brand", brand.ID, "known", known, "cause", err.Error())
		c.validUntil = now.Add(memoRetry)
	}
	s.memo.put(key, c, begun)
	return c
}

// announce tells every instance, and the player's pages, that what holds for a player may have changed.
func (s *Service) announce(ctx context.Context, brand, player string) {
	s.memo.forget(Member{brand, player})
	if err := bff.Publish(ctx, s.bus, bff.TopicProtection, bff.ProtectionChanged{Brand: brand, Player: player}); err != nil {
		s.log.WarnContext(ctx, "announce a change of a player's limits: failed; other instances learn of it within seconds", "brand", brand, "cause", err.Error())
	}
}

// Follow applies what other instances change and what platforms do with deposits later, until stop is called.
func (s *Service) Follow(ctx context.Context) (stop func()) {
	unfollow := s.bus.Subscribe(bff.TopicProtection, bff.Decoded(s.log, func(c bff.ProtectionChanged) {
		s.memo.forget(Member{c.Brand, c.Player})
	}), s.memo.forgetAll)
	ignore := s.bus.Subscribe(bff.TopicPaymentChanged, bff.Decoded(s.log, func(c bff.PaymentChanged) {
		if c.Key == "" {
			return
		}
		p, err := s.register.Get(ctx, c.Brand, c.Player)
		if err == nil && p.Settle(c) { // at the first instance
			err = s.Settle(ctx, c)
		}
		if err != nil {
			s.log.WarnContext(ctx, "could not record the outcome of a deposit for the player's limits; it counts until the player's next visit", "brand", c.Brand, "cause", err.Error())
		}
	}), nil)
	return func() { unfollow(); ignore() }
}

// rulesOf returns the rules of a brand.
func rulesOf(brand *bff.Brand) Rules { return Rules{brand.Protection, brand.Zone()} }

// reasonOf returns the reason for players of an error.
func reasonOf(err error) error {
	if err == nil || errors.As(err, new(*bff.Reason)) {
		return err
	}
	return unavailable(fmt.Errorf("player's limits: %w", err))
}

// unavailable returns the reason for players of an error after which they may try again in a second.
func unavailable(err error) *bff.Reason {
	return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(err).WithDelivery(bff.DeliveryNotSent)
}
