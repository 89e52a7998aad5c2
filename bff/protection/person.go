package protection

import (
	"context"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// A person has a record for each e-mail address, phone number and national id by which the person is known, in the
// register of players. It holds for the brands of a group, or for one brand alone. It has the self-exclusion of the person, and
// the players who are the person.

// Member is a player at a brand.
type Member struct {
	Brand  string `json:"brand"`
	Player string `json:"player"`
}

// personScope returns where a person is one: the group of a brand, or the brand alone.
func personScope(brand *bff.Brand, world string) string {
	if g := brand.Protection.Group; g != "" {
		return world + "/group " + g
	}
	return world + "/brand " + brand.ID
}

// personIDs returns the ids of the records of a person.
func (s *Service) personIDs(brand *bff.Brand, d bff.PersonalData) (out []string) {
	for _, f := range [][2]string{{"email", normalEmail(d.Email)}, {"phone", normalPhone(d.Phone)}, {"national_id", normalID(d.NationalID)}} {
		if f[1] != "" {
			out = append(out, s.register.personID(personScope(brand, d.World), f[0], f[1]))
		}
	}
	return out
}

// isMasked reports whether a platform hides a part of a text, which others may have in common.
func isMasked(s string) bool { return strings.ContainsAny(s, "*•…") }

func normalEmail(s string) string {
	if isMasked(s) {
		return ""
	}
	return strings.ToLower(strings.TrimSpace(s))
}

// normalPhone returns the last ten digits of a phone number, as prefixes are written in many ways.
func normalPhone(s string) string {
	if isMasked(s) {
		return ""
	}
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
	return digits[max(0, len(digits)-10):]
}

func normalID(s string) string { return strings.ToUpper(strings.Join(strings.Fields(s), "")) }

// isPersonDue reports whether it must be noted who a player is: at the brands of a group, and of whoever is excluded.
func isPersonDue(p *Player, brand *bff.Brand) bool {
	if !p.Known && brand.Protection.Group != "" {
		return true
	}
	return !p.Told && (p.Forever || !p.Excluded.IsZero())
}

// PersonDue implements gateway.Protection.
func (s *Service) PersonDue(ctx context.Context, brand *bff.Brand, player string) bool {
	return s.known(ctx, brand, player).personDue
}

// NotePerson implements gateway.Protection. Where the person is excluded, so is the player, and the other way round.
func (s *Service) NotePerson(ctx context.Context, brand *bff.Brand, player string, d bff.PersonalData) error {
	p, err := s.register.Get(ctx, brand.ID, player) // and not what a mock pretends
	if err != nil {
		return reasonOf(err)
	}
	ids := union(s.personIDs(brand, d), p.Persons) // a changed address is still the person's
	now := s.now(brand, player).UTC()
	until, forever, members := p.Excluded, p.Forever, []Member{{brand.ID, player}}
	for range 2 { // so that the first record learns what the last one knows
		for i := 0; i < len(ids); i++ {
			err := s.register.change(ctx, ids[i], func(of *Player) error {
				of.exclude(until, forever)
				of.Members = union(of.Members, members)
				until, forever, members = of.Excluded, of.Forever, of.Members
				ids = union(ids, of.Persons)
				return nil
			})
			if err != nil {
				return reasonOf(err)
			}
		}
		for _, m := range members {
			other, err := s.register.Get(ctx, m.Brand, m.Player)
			if err != nil {
				return reasonOf(err)
			}
			ids = union(ids, other.Persons)
		}
	}
	for _, m := range members {
		if err := s.excludeMember(ctx, m, until, forever, now); err != nil {
			return reasonOf(err)
		}
	}
	err = s.register.Change(ctx, brand.ID, player, func(p *Player) error {
		p.Known, p.Persons, p.Told = true, ids, p.Forever == forever && p.Excluded.Equal(until)
		return nil
	})
	s.memo.forget(playerKey{brand.ID, player})
	return reasonOf(err)
}

// excludeMember excludes a player who is an excluded person.
func (s *Service) excludeMember(ctx context.Context, m Member, until time.Time, forever bool, now time.Time) error {
	p, err := s.register.Get(ctx, m.Brand, m.Player)
	if err != nil || p.Forever == forever && !until.After(p.Excluded) {
		return err
	}
	err = s.register.Change(ctx, m.Brand, m.Player, func(p *Player) error {
		p.exclude(until, forever)
		p.Told = true
		p.Note(Change{At: now, Name: ChangeExclusion, Until: p.ends()})
		return nil
	})
	s.announce(ctx, m.Brand, m.Player)
	return err
}

// liftPerson ends the self-exclusion in the records of a person, so that no other player is found to be excluded by it. Players
// who are excluded already stay so, at each brand until staff end it there.
func (s *Service) liftPerson(ctx context.Context, brand *bff.Brand, player string) error {
	p, err := s.register.Get(ctx, brand.ID, player)
	if err != nil {
		return err
	}
	for _, id := range p.Persons {
		err := s.register.change(ctx, id, func(of *Player) error {
			of.Excluded, of.Forever = time.Time{}, false
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// MayRegister implements gateway.Protection.
func (s *Service) MayRegister(ctx context.Context, brand *bff.Brand, d bff.PersonalData) error {
	now := s.now(brand, "")
	for _, id := range s.personIDs(brand, d) {
		p, err := s.register.get(ctx, id)
		if err == nil {
			err = p.Closed(now)
		}
		if err != nil {
			return reasonOf(err)
		}
	}
	return nil
}

// Registered implements gateway.Protection: the records of one person know of each other, so that an exclusion by
// e-mail address and phone number, which is all that a profile tells, holds for the national id too.
func (s *Service) Registered(ctx context.Context, brand *bff.Brand, d bff.PersonalData, wanted bff.FirstLimit) error {
	if err := s.noteFirstLimit(ctx, brand, d.World, wanted); err != nil {
		return reasonOf(err)
	}
	ids := s.personIDs(brand, d)
	for _, id := range ids {
		err := s.register.change(ctx, id, func(p *Player) error {
			p.Persons = union(p.Persons, ids)
			return nil
		})
		if err != nil {
			return reasonOf(err)
		}
	}
	return nil
}

// exclude excludes a player as another record is.
func (p *Player) exclude(until time.Time, forever bool) {
	if forever && !p.Forever || until.After(p.Excluded) {
		p.dropProposal(SubjectExclusion, nil)
	}
	p.Excluded, p.Forever = later(p.Excluded, until), p.Forever || forever
}

// ends returns when the self-exclusion ends; zero: never.
func (p *Player) ends() time.Time {
	if p.Forever {
		return time.Time{}
	}
	return p.Excluded
}

// union returns what is in a or b, in their order.
func union[E comparable](a, b []E) []E {
	out := slices.Clone(a)
	for _, e := range b {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}
