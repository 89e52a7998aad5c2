package protection

import (
	"context"
	"strings"
	"time"

	"croupier/bff"
)

// A registration that wants a limit has a record under its user name, whose limits are those that are wanted. It is empty once they
// are in force.

// registrationID returns the id of the record of a registration.
func (s *Service) registrationID(brand *bff.Brand, world, username string) string {
	return s.register.personID(world+"/brand "+brand.ID, "registration", strings.ToLower(strings.TrimSpace(username)))
}

// noteFirstLimit keeps the limit that a registration wants; one without a limit replaces an earlier one of the same name.
func (s *Service) noteFirstLimit(ctx context.Context, brand *bff.Brand, world string, wanted bff.FirstLimit) error {
	id := s.registrationID(brand, world, wanted.Username)
	var limits []Limit
	if wanted.Value > 0 {
		limits = []Limit{{ID: *idOf(&wanted.LimitID), Value: wanted.Value}}
	}
	noted, err := s.register.get(ctx, id)
	if err != nil || len(noted.Limits) == 0 && len(limits) == 0 {
		return err
	}
	return s.register.change(ctx, id, func(p *Player) error {
		p.Limits = limits
		return nil
	})
}

// LoggedIn implements gateway.Protection. A player who has changed a limit already keeps those that are set.
func (s *Service) LoggedIn(ctx context.Context, brand *bff.Brand, identity bff.Identity) error {
	id, player := s.registrationID(brand, identity.World, identity.Username), identity.Player()
	wanted, err := s.register.get(ctx, id)
	if err != nil || len(wanted.Limits) == 0 {
		return reasonOf(err)
	}
	err = s.change(ctx, brand, player, func(p *Player, now time.Time, rules Rules) error {
		if len(p.History) > 0 {
			return nil
		}
		for _, l := range wanted.Limits {
			p.Note(Change{At: now, Name: p.Set(l.ID, l.Value, now, rules), ID: &l.ID, Value: l.Value})
		}
		return nil
	})
	s.announce(ctx, brand.ID, player)
	if err == nil {
		err = s.register.change(ctx, id, func(p *Player) error {
			p.Limits = nil
			return nil
		})
	}
	return reasonOf(err)
}
