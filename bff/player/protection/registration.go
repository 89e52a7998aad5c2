package protection

import (
	"context"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// FirstLimit is the limit that a registration requests for the first login with its user name. A
// zero Value means none. Croupier stores it instead of the browser, because the player may open the
// confirmation on another device.
type FirstLimit struct {
	bff.LimitID
	Value    int64 // minor units
	Username string
}

// registrationID returns the id of a registration's record. The record is empty after the first
// login.
func (s *Service) registrationID(p bff.Partition, username string) string {
	return s.register.personID(string(p), "registration", strings.ToLower(strings.TrimSpace(username)))
}

// MayRegister returns the reason to refuse the registration of a person, or nil. isKnown reports
// whether the person has an account.
func (s *Service) MayRegister(ctx context.Context, brand *bff.Brand, d PersonalData) (isKnown bool, err error) {
	now := s.now(brand, "")
	for _, k := range s.personKeys(brand, d) {
		if k.Field != "" {
			continue
		}
		p, err := s.register.get(ctx, k.ID)
		if err == nil {
			isKnown = isKnown || len(p.Members) > 0
			err = p.Closed(now)
		}
		if err != nil {
			return true, reasonOf(err)
		}
	}
	return isKnown, nil
}

// Registered stores the personal data and the requested limit of a registration until the first
// login.
func (s *Service) Registered(ctx context.Context, brand *bff.Brand, d PersonalData, wanted FirstLimit) error {
	return reasonOf(s.register.change(ctx, s.registrationID(d.Partition, wanted.Username), func(p *Player) error {
		p.Limits, p.Keys = nil, s.personKeys(brand, d)
		if wanted.Value > 0 {
			p.Limits = []bff.PlayerLimit{{LimitID: wanted.LimitID, Value: wanted.Value}}
		}
		return nil
	}))
}

// LoggedIn applies the data of a registration at the first login, after it has called profile. It
// drops the data if the player is not new or the profile differs, because some platforms accept
// registrations of taken names.
func (s *Service) LoggedIn(
	ctx context.Context, brand *bff.Brand, identity bff.Identity, profile func() (PersonalData, error),
) error {
	id, player := s.registrationID(identity.Partition, identity.Username), identity.Player()
	wanted, err := s.register.get(ctx, id)
	if err != nil || len(wanted.Limits)+len(wanted.Keys) == 0 {
		return reasonOf(err)
	}
	d, err := profile()
	if err != nil {
		return err
	}
	p, err := s.register.Get(ctx, brand.ID, player)
	if isNew := err == nil && len(p.History)+len(p.Deposits)+len(p.Played) == 0; isNew &&
		!isOther(wanted.Keys, s.personKeys(brand, d)) {
		err = s.adopt(ctx, brand, player, wanted)
	}
	if err == nil {
		err = s.register.change(ctx, id, func(p *Player) error {
			p.Limits, p.Keys = nil, nil
			return nil
		})
	}
	return reasonOf(err)
}

// adopt gives a player the limit and the personal data of the registration.
func (s *Service) adopt(ctx context.Context, brand *bff.Brand, player string, wanted *Player) error {
	err := s.change(ctx, brand, player, func(p *Player, now time.Time, rules Rules) error {
		if len(p.History) > 0 {
			return nil
		}
		for _, l := range wanted.Limits {
			c := p.Set(l.LimitID, l.Value, now, rules)
			c.At = now
			p.Note(c)
		}
		return nil
	})
	s.announce(ctx, brand.ID, player)
	if err != nil {
		return err
	}
	return s.note(ctx, brand, player, wanted.Keys)
}

// isOther reports whether two persons have different values of the same field.
func isOther(a, b []PersonKey) bool {
	return slices.ContainsFunc(a, func(k PersonKey) bool {
		return slices.ContainsFunc(b,
			func(l PersonKey) bool { return k.Field != "" && k.Field == l.Field && k.ID != l.ID })
	})
}
