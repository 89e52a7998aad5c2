package protection

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Service answers the calls of limits/*, and decides about deposits and games. It is safe for concurrent use.
type Service struct {
	register *Register
	bus      bff.Bus
	memo     *memo
	log      *slog.Logger
	now      func() time.Time
}

// NewService returns a Service of the players in register. The instances that share the register share bus.
func NewService(register *Register, bus bff.Bus, log *slog.Logger, now func() time.Time) *Service {
	return &Service{register: register, bus: bus, memo: newMemo(), log: log, now: now}
}

// Reserve implements gateway.Protection.
func (s *Service) Reserve(ctx context.Context, brand *bff.Brand, player, key string, amount bff.MinorUnits) error {
	return reasonOf(s.register.Change(ctx, brand.ID, player, func(p *Player) error {
		return p.Reserve(key, amount, s.now(), rulesOf(brand))
	}))
}

// Settle implements gateway.Protection.
func (s *Service) Settle(ctx context.Context, brand, player, key string, executed bool) error {
	return s.register.Change(ctx, brand, player, func(p *Player) error {
		p.Settle(key, executed)
		return nil
	})
}

// MayPlay implements gateway.Protection.
func (s *Service) MayPlay(ctx context.Context, brand *bff.Brand, player string) error {
	p, err := s.register.Get(ctx, brand.ID, player)
	if err == nil {
		err = p.Closed(s.now())
	}
	return reasonOf(err)
}

// Restriction implements gateway.Protection. What was read holds for a few seconds, and until a change is announced.
func (s *Service) Restriction(ctx context.Context, brand *bff.Brand, player string) bff.Restriction {
	key, now := playerKey{brand.ID, player}, s.now()
	c, known, recent := s.memo.get(key, now)
	if recent {
		return c.restriction(now)
	}
	begun, id := s.memo.begin(), s.register.id(brand.ID, player)
	p, err := s.register.Get(context.WithoutCancel(ctx), brand.ID, player) // a disconnect must not pass for unrestricted
	if err == nil {
		c = closingOf(id, p)
		c.validUntil = now.Add(memoTTL)
	} else {
		s.log.WarnContext(ctx, "read a player's restriction: failed; what is known goes on", "brand", brand.ID, "known", known, "cause", err.Error())
		c.id, c.validUntil = id, now.Add(memoRetry)
	}
	s.memo.put(key, c, begun)
	return c.restriction(now)
}

// announce tells every instance that the restriction of a player may have changed.
func (s *Service) announce(ctx context.Context, brand, player string) {
	id := s.register.id(brand, player)
	s.memo.forget(id)
	if err := s.bus.Publish(ctx, bff.TopicProtection, []byte(id)); err != nil {
		s.log.WarnContext(ctx, "announce a break or self-exclusion: failed; other instances learn of it within seconds", "brand", brand, "cause", err.Error())
	}
}

// Follow keeps to what other instances change, and gives back deposits that the platform refuses or cancels later, until
// the returned function is called.
func (s *Service) Follow(ctx context.Context) (stop func()) {
	unfollow := s.bus.Subscribe(bff.TopicProtection, func(payload []byte) { s.memo.forget(string(payload)) })
	ignore := s.followPayments(ctx)
	return func() { unfollow(); ignore() }
}

func (s *Service) followPayments(ctx context.Context) (stop func()) {
	return s.bus.Subscribe(bff.TopicPaymentChanged, func(payload []byte) {
		var c bff.PaymentChanged
		if json.Unmarshal(payload, &c) != nil || c.Key == "" || c.Status != bff.PaymentRefused && c.Status != bff.PaymentCancelled {
			return
		}
		if err := s.giveBack(ctx, c); err != nil {
			s.log.WarnContext(ctx, "give a refused deposit back to the player's limits: failed; it counts on", "brand", c.Brand, "cause", err.Error())
		}
	})
}

// giveBack counts a deposit no longer. Every instance is told, and the first one changes the state.
func (s *Service) giveBack(ctx context.Context, c bff.PaymentChanged) error {
	p, err := s.register.Get(ctx, c.Brand, c.Player)
	if err != nil || !slices.ContainsFunc(p.Deposits, func(d Deposit) bool { return d.Key == c.Key }) {
		return err
	}
	return s.Settle(ctx, c.Brand, c.Player, c.Key, false)
}

// rulesOf returns the rules of a brand.
func rulesOf(brand *bff.Brand) Rules {
	if brand.TimeZone == nil {
		return Rules{Zone: time.UTC}
	}
	return Rules{Zone: brand.TimeZone}
}

// reasonOf returns the reason for players of an error.
func reasonOf(err error) error {
	var limit *LimitError
	var closed *ClosedError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limit):
		return withData(bff.ReasonLimitReached, struct {
			ID
			Left bff.MinorUnits `json:"left"`
		}{limit.ID, bff.MinorUnits(limit.Left)}).WithDelivery(bff.DeliveryNotSent)
	case errors.Is(err, ErrLimitRequired):
		return bff.ReasonLimitRequired.WithDelivery(bff.DeliveryNotSent)
	case errors.As(err, &closed) && closed.Reason == SelfExcluded:
		return bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	case errors.As(err, &closed):
		return bff.ReasonCoolingOff.WithDelivery(bff.DeliveryNotSent)
	case errors.Is(err, ErrTooEarly):
		return bff.ReasonLimitWaits
	case errors.Is(err, ErrNothingPending), errors.Is(err, ErrNoLimit):
		return bff.ReasonNothingPending
	}
	return bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(fmt.Errorf("player's limits: %w", err)).WithDelivery(bff.DeliveryNotSent)
}

func withData(r *bff.Reason, v any) *bff.Reason {
	data, _ := json.Marshal(v) //nolint:errchkjson // texts and numbers
	return r.WithData(data)
}

// moment writes a time as the contract has it.
func moment(at time.Time, rules Rules) string { return at.In(rules.Zone).Format(contract.MomentLayout) }
