package protection

import (
	"context"
	"hash/maphash"
	"time"

	"croupier/bff"
)

// The register finds a person by records of personal data, within a group or one brand. There is a
// record for each key of personKeys. Each record lists the players with these data. A record of two
// fields also stores their exclusion.

// Member is a player of a brand.
type Member struct {
	Brand  string `json:"brand"`
	Player string `json:"player"`
}

// maxSharing is the number of players from which a value no longer identifies anybody.
const maxSharing = 20

// PersonDue reports whether NotePerson must be called. It is due once, and after an exclusion or a
// change of the group.
func (s *Service) PersonDue(ctx context.Context, brand *bff.Brand, player string) bool {
	c := s.known(ctx, brand, player)
	return c.exclusionDue || c.notedIn != personScope(brand, "")
}

// isExclusionDue reports whether the records of the person lack the player's exclusion.
func (p *Player) isExclusionDue() bool { return !p.Told && (p.Forever || !p.Excluded.IsZero()) }

// NotePerson records the personal data of a player. If the person is excluded, it excludes the
// player. If the player is excluded, it excludes the person.
func (s *Service) NotePerson(ctx context.Context, brand *bff.Brand, player string, d PersonalData) error {
	key, sum := Member{brand.ID, player}, maphash.Comparable(s.seed, d)
	if noted, ok := s.noted.Get(key); ok && noted == sum && !s.PersonDue(ctx, brand, player) {
		return nil
	}
	err := s.note(ctx, brand, player, s.personKeys(brand, d))
	if err == nil {
		s.noted.Put(key, sum)
	}
	return reasonOf(err)
}

func (s *Service) note(ctx context.Context, brand *bff.Brand, player string, keys []PersonKey) error {
	p, err := s.register.Get(ctx, brand.ID, player) // without the Override
	if err != nil {
		return err
	}
	if p.NotedIn == personScope(brand, "") && !p.isExclusionDue() && len(union(p.Keys, keys)) == len(p.Keys) {
		return nil
	}
	keys = union(keys, p.Keys) // an earlier address still belongs to the person
	me := Member{brand.ID, player}
	ends, same := p.Closing, []Member{me}
	alike := map[Member][]string{} // equal fields of other players
	for learns := true; learns; {  // repeats until the first record has the exclusion of the last
		learns = false
		for _, k := range keys {
			var members []Member
			err := s.register.change(ctx, k.ID, func(of *Player) error {
				if k.Field == "" || len(of.Members) < maxSharing {
					of.Members = union(of.Members, []Member{me})
				}
				if of.excludesBeyond(ends) {
					ends, learns = ends.join(of.Closing), true
				}
				if k.Vouched {
					of.exclude(ends)
				}
				members = of.Members
				return nil
			})
			switch {
			case err != nil:
				return err
			case k.Vouched:
				same = union(same, members)
			case k.Field != "" && len(members) < maxSharing:
				for _, m := range members {
					alike[m] = union(alike[m], []string{k.Field})
				}
			}
		}
	}
	now := s.now(brand, player).UTC()
	for _, m := range same {
		if err := s.excludeMember(ctx, m, ends, now, ""); err != nil {
			return err
		}
		delete(alike, m)
	}
	for m, fields := range alike {
		if err := s.noteMatch(ctx, me, m, fields, now); err != nil {
			return err
		}
	}
	err = s.register.Change(ctx, brand.ID, player, func(p *Player) error {
		p.NotedIn, p.Keys, p.Told = personScope(brand, ""), keys,
			!ends.excludesBeyond(p.Closing) && !p.excludesBeyond(ends)
		return nil
	})
	s.memo.forget(Member{brand.ID, player})
	return err
}

// excludeMember excludes a player who is an excluded person. by is the staff account that decided
// so, if any.
func (s *Service) excludeMember(ctx context.Context, m Member, ends Closing, now time.Time, by string) error {
	p, err := s.register.Get(ctx, m.Brand, m.Player)
	if err != nil || p.Forever == ends.Forever && !ends.Excluded.After(p.Excluded) {
		return err
	}
	err = s.register.Change(ctx, m.Brand, m.Player, func(p *Player) error {
		p.exclude(ends)
		p.Told = false // other records of the player's data lack the exclusion
		c := bff.LimitChange{At: now, By: by, Name: ChangeExclusion}
		if !p.Forever {
			c.Until = p.Excluded
		}
		p.Note(c)
		return nil
	})
	s.announce(ctx, m.Brand, m.Player)
	return err
}

// liftPerson ends the self-exclusion in the records of a person. Already excluded players remain
// excluded.
func (s *Service) liftPerson(ctx context.Context, brand *bff.Brand, player string) error {
	p, err := s.register.Get(ctx, brand.ID, player)
	if err != nil {
		return err
	}
	for _, k := range p.Keys {
		err := s.register.change(ctx, k.ID, func(of *Player) error {
			of.Excluded, of.Forever = time.Time{}, false
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
