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

// Clock returns the current time for a player. It is the wall clock or the mock's clock.
type Clock func(brand *bff.Brand, player string) time.Time

// Service answers the calls of limits/* and decides about deposits and games. It is safe for
// concurrent use.
type Service struct {
	register *Register
	bus      bff.Bus
	memo     memo
	noted    *bounded.Map[Member, uint64] // hashes of the recorded personal data
	seed     maphash.Seed
	log      *slog.Logger
	now      Clock

	// Override changes every state after it was read, without storing the change. The mock uses it
	// to simulate restrictions. It may be nil.
	Override func(brand *bff.Brand, player string, p *Player, now time.Time)
}

// NewService returns a Service for the players in register. Instances that share the register must
// share bus.
func NewService(register *Register, bus bff.Bus, log *slog.Logger, now Clock) *Service {
	s := &Service{register: register, bus: bus, seed: maphash.MakeSeed(), log: log, now: now}
	s.noted = bounded.New(bounded.Options[Member, uint64]{MaxEntries: memoEntries})
	s.memo.known = bounded.New(bounded.Options[Member, restrictions]{MaxEntries: memoEntries})
	return s
}

// Forget drops all cached states. Call it after a change of Override.
func (s *Service) Forget() { s.memo.forgetAll() }

// change changes the state of a player after applying the brand's limits.
func (s *Service) change(
	ctx context.Context, brand *bff.Brand, player string, change func(p *Player, now time.Time, rules Rules) error,
) error {
	now, rules := s.now(brand, player).UTC(), rulesOf(brand)
	return s.register.Change(ctx, brand.ID, player, func(p *Player) error {
		p.Adopt(rules)
		return change(p, now, rules)
	})
}

// state returns the state of a player after applying the brand's limits.
func (s *Service) state(
	ctx context.Context, brand *bff.Brand, player string,
) (p *Player, now time.Time, rules Rules, err error) {
	now, rules = s.now(brand, player).UTC(), rulesOf(brand)
	if p, err = s.register.Get(ctx, brand.ID, player); err == nil {
		p.Adopt(rules)
		if s.Override != nil {
			s.Override(brand, player, p, now)
		}
	}
	return p, now, rules, err
}

// Reserve counts a deposit before it is sent, unless it already counts. If it fails, do not send
// the deposit.
func (s *Service) Reserve(
	ctx context.Context, brand *bff.Brand, player string, name DepositName, platform PlatformPlayer,
) error {
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

// Settle records the outcome of the deposit with the key of c, claimed at about c.At.
func (s *Service) Settle(ctx context.Context, c bff.PaymentChanged) error {
	return s.register.Change(ctx, c.Brand, c.Player, func(p *Player) error {
		p.Settle(c)
		return nil
	})
}

// Unsettled returns the deposits that count without a known outcome.
func (s *Service) Unsettled(ctx context.Context, brand, player string) (out []bff.WaitingPayment, err error) {
	p, err := s.register.Get(ctx, brand, player)
	if err != nil {
		return nil, err
	}
	for _, d := range p.Deposits {
		if !d.Executed {
			out = append(out, bff.WaitingPayment{
				Brand: brand, Player: player, Key: d.Key, TransactionID: d.Transaction,
				Category: contract.TransactionCategoryDeposit, At: d.Claimed,
			})
		}
	}
	return out, nil
}

// Restriction returns the restriction of the player's session from a cache of a few seconds. If
// nothing is known about the player, the result is Unrestricted. Reserve and MayPlay always check.
func (s *Service) Restriction(ctx context.Context, brand *bff.Brand, player string) Restriction {
	c := s.known(ctx, brand, player)
	return c.restriction(s.now(brand, player))
}

// known returns the restrictions of a player from the cache or the store.
func (s *Service) known(ctx context.Context, brand *bff.Brand, player string) restrictions {
	key, now := Member{brand.ID, player}, s.now(brand, player)
	c, known, recent := s.memo.get(key, now)
	if recent {
		return c
	}
	begun := s.memo.changes.Load()
	p, _, _, err := s.state(context.WithoutCancel(ctx), brand, player) // a disconnect must not result in Unrestricted
	if err == nil {
		c = restrictions{
			Closing: p.closing(), notedIn: p.NotedIn, exclusionDue: p.isExclusionDue(),
			watched: p.NeedsTime() || p.NeedsRounds() || holdsLimits(brand), validUntil: now.Add(memoTTL),
		}
	} else {
		s.log.WarnContext(ctx, "could not read a player's restrictions, using the last known ones",
			"brand", brand.ID, "known", known, "cause", err.Error())
		c.validUntil = now.Add(memoRetry)
	}
	s.memo.put(key, c, begun)
	return c
}

// announce notifies every instance and the player's pages that the player's limits may have
// changed.
func (s *Service) announce(ctx context.Context, brand, player string) {
	s.memo.forget(Member{brand, player})
	if err := bff.Publish(ctx,
		s.bus, bff.TopicProtection, bff.ProtectionChanged{Brand: brand, Player: player}); err != nil {
		s.log.WarnContext(ctx, "could not announce a change of limits, other instances apply it within seconds",
			"brand", brand, "cause", err.Error())
	}
}

// Follow applies changes of other instances and later outcomes of deposits until the caller calls
// stop.
func (s *Service) Follow(ctx context.Context) (stop func()) {
	unfollow := s.bus.Subscribe(bff.TopicProtection, bff.Decoded(s.log, func(c bff.ProtectionChanged) {
		s.memo.forget(Member{c.Brand, c.Player})
	}), s.memo.forgetAll)
	ignore := s.bus.Subscribe(bff.TopicPaymentChanged, bff.Decoded(s.log, func(c bff.PaymentChanged) {
		if c.Key == "" {
			return
		}
		p, err := s.register.Get(ctx, c.Brand, c.Player)
		if err == nil && p.Settle(c) { // only the first instance stores it
			err = s.Settle(ctx, c)
		}
		if err != nil {
			s.log.WarnContext(ctx,
				"could not record the outcome of a deposit, it counts for limits until the player's next visit",
				"brand", c.Brand, "cause", err.Error())
		}
	}), nil)
	return func() { unfollow(); ignore() }
}

func rulesOf(brand *bff.Brand) Rules { return Rules{brand.Protection, brand.Zone()} }

// reasonOf converts an error into a reason for players.
func reasonOf(err error) error {
	if err == nil || errors.As(err, new(*bff.Reason)) {
		return err
	}
	return unavailable(fmt.Errorf("could not apply the player's limits: %w", err))
}

// unavailable returns the reason for a temporary error. Players may retry after a second.
func unavailable(err error) *bff.Reason {
	return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(err).WithDelivery(bff.DeliveryNotSent)
}
