package protection

import (
	"context"
	"slices"
	"time"

	"croupier/bff"
)

// maxMatches bounds the matches in the record of a brand. Decided ones make room for new ones first.
const maxMatches = 1000

// brandRecord returns the id of the record of a brand: its matches, and the players for whom staff propose something.
func (s *Service) brandRecord(brand string) string {
	return s.register.personID("brand "+brand, "matches", "")
}

// match returns the index of the match of the same two players, or -1.
func (p *Player) match(m bff.PersonMatch) int {
	return slices.IndexFunc(p.Matches, func(it bff.PersonMatch) bool {
		return it.Player == m.Player && it.ExcludedBrand == m.ExcludedBrand && it.ExcludedPlayer == m.ExcludedPlayer
	})
}

// isExcluded reports whether a player is self-excluded.
func (p *Player) isExcluded(now time.Time) bool { return p.Forever || now.Before(p.Excluded) }

// noteMatch lists two players with equal fields for staff if one of them is excluded. What staff have decided stays decided.
func (s *Service) noteMatch(ctx context.Context, a, b Member, fields []string, now time.Time) error {
	excluded, err := s.register.Get(ctx, a.Brand, a.Player)
	if err != nil {
		return err
	}
	other, err := s.register.Get(ctx, b.Brand, b.Player)
	if err != nil || excluded.isExcluded(now) == other.isExcluded(now) {
		return err
	}
	if other.isExcluded(now) {
		a, b = b, a
	}
	m := bff.PersonMatch{Brand: b.Brand, Player: b.Player, ExcludedBrand: a.Brand, ExcludedPlayer: a.Player, Fields: fields, At: now}
	return s.register.change(ctx, s.brandRecord(b.Brand), func(list *Player) error {
		if list.match(m) >= 0 {
			return nil
		}
		if len(list.Matches) >= maxMatches {
			i := max(0, slices.IndexFunc(list.Matches, func(m bff.PersonMatch) bool { return m.By != "" }))
			list.Matches = slices.Delete(list.Matches, i, i+1)
		}
		list.Matches = append(list.Matches, m)
		return nil
	})
}

// Matches returns the players of a brand whom staff have to compare with a self-excluded one, the oldest match first.
func (s *Service) Matches(ctx context.Context, brand *bff.Brand) ([]bff.PersonMatch, error) {
	list, err := s.register.get(ctx, s.brandRecord(brand.ID))
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list.Matches, func(m bff.PersonMatch) bool {
		p, readErr := s.register.Get(ctx, m.ExcludedBrand, m.ExcludedPlayer)
		return m.By != "" || readErr == nil && !p.isExcluded(s.now(brand, m.Player))
	}), nil
}

// DecideMatch records a decision of staff. The same person is excluded as the other player is. It fails with bff.ErrNoMatch.
func (s *Service) DecideMatch(ctx context.Context, brand *bff.Brand, m bff.PersonMatch) error {
	list, err := s.register.get(ctx, s.brandRecord(m.Brand))
	if err != nil {
		return err
	}
	if i := list.match(m); i < 0 || list.Matches[i].By != "" {
		return bff.ErrNoMatch
	}
	if m.Same {
		p, err := s.register.Get(ctx, m.ExcludedBrand, m.ExcludedPlayer)
		if err == nil {
			err = s.excludeMember(ctx, Member{m.Brand, m.Player}, p.Excluded, p.Forever, s.now(brand, m.Player).UTC(), m.By)
		}
		if err != nil {
			return err
		}
	}
	return s.register.change(ctx, s.brandRecord(m.Brand), func(list *Player) error {
		if i := list.match(m); i >= 0 {
			list.Matches[i].By, list.Matches[i].Same, list.Matches[i].Reason = m.By, m.Same, m.Reason
		}
		return nil
	})
}
