package protection

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"

	"croupier/bff"
)

// PersonalData identifies a person at several brands. Empty fields are unknown.
type PersonalData struct {
	Email, Phone, NationalID string
	Birthdate                string // yyyy-mm-dd
	Verified                 bool   // the platform has verified the identity, including the birth date
	Partition                bff.Partition
}

// PersonKey is the key of a record for finding a person.
type PersonKey struct {
	ID      string `json:"id"`
	Field   string `json:"field,omitempty"`   // set for a record of one field
	Vouched bool   `json:"vouched,omitempty"` // exclusions apply to all players with both values
}

// personScope returns the scope in which a person is unique: the group of a brand, or the brand.
func personScope(brand *bff.Brand, p bff.Partition) string {
	if g := brand.Protection.Group; g != "" {
		return p.Tester() + "/group " + g
	}
	return p.Tester() + "/brand " + brand.ID
}

// personKeys returns the keys of personal data. There is a key for each field except the birth
// date, and for each pair of fields that includes the national id or the birth date. A pair is
// vouched if it includes the national id or if the platform has verified the identity.
func (s *Service) personKeys(brand *bff.Brand, d PersonalData) (out []PersonKey) {
	const nationalID, birthdate = 2, 3
	scope := personScope(brand, d.Partition)
	fields := [][2]string{
		{"email", normalEmail(d.Email)},
		{"phone", normalPhone(d.Phone)},
		{"national_id", normalID(d.NationalID)},
		{"birthdate", strings.TrimSpace(d.Birthdate)},
	}
	for i, a := range fields {
		if a[1] != "" && i != birthdate {
			out = append(out, PersonKey{ID: s.register.personID(scope, a[0], a[1]), Field: a[0]})
		}
		for j := max(i+1, nationalID); j < len(fields) && a[1] != ""; j++ {
			if b := fields[j]; b[1] != "" {
				id := s.register.personID(scope, a[0]+" and "+b[0], a[1]+"\x00"+b[1])
				out = append(out, PersonKey{ID: id, Vouched: d.Verified || i == nationalID || j == nationalID})
			}
		}
	}
	return out
}

// isMasked reports whether a platform has masked a part of a text. Different players may share
// masked texts.
func isMasked(s string) bool { return strings.ContainsAny(s, "*•●∗＊…#") }

// normalEmail returns the mailbox of an email address. Most providers ignore text after a plus, and
// Gmail ignores dots.
func normalEmail(s string) string {
	local, domain, _ := strings.Cut(strings.ToLower(strings.TrimSpace(s)), "@")
	domain = strings.TrimRight(domain, ".")
	if isMasked(s) || local == "" || !strings.Contains(domain, ".") {
		return ""
	}
	if name, _, _ := strings.Cut(local, "+"); name != "" {
		local = name
	}
	if domain == "gmail.com" || domain == "googlemail.com" {
		local, domain = strings.ReplaceAll(local, ".", ""), "gmail.com"
	}
	return local + "@" + domain
}

// normalPhone returns the last ten digits of a phone number, because prefixes have many spellings.
func normalPhone(s string) string {
	digits := strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, s)
	if isMasked(s) || strings.ContainsFunc(s, unicode.IsLetter) ||
		len(digits) < 7 || isPlaceholder(digits[len(digits)-7:]) {
		return ""
	}
	return digits[max(0, len(digits)-10):]
}

func normalID(s string) string {
	id := strings.ToUpper(strings.Join(strings.Fields(s), ""))
	if isMasked(id) || strings.Contains(id, "XX") || isPlaceholder(id) {
		return ""
	}
	return id
}

// isPlaceholder reports whether a number is too short, repeated, or counts up or down. Such numbers
// only fill a field.
func isPlaceholder(s string) bool {
	if len(s) < 5 || s[1:] == s[:len(s)-1] || s[2:] == s[:len(s)-2] {
		return true
	}
	up := strings.Repeat("0123456789", 3)
	down := strings.Repeat("9876543210", 3)
	return strings.Contains(up, s) || strings.Contains(down, s)
}

// maxMatches is the maximum number of matches in the record of a brand. New matches replace decided
// ones first.
const maxMatches = 1000

// match returns the index of a match of the same two players, or -1.
func (p *Player) match(m bff.PersonMatch) int {
	return slices.IndexFunc(p.Matches, func(known bff.PersonMatch) bool {
		return known.Player == m.Player && known.ExcludedBrand == m.ExcludedBrand &&
			known.ExcludedPlayer == m.ExcludedPlayer
	})
}

// noteMatch lists two players with equal fields for staff. It skips them if not exactly one is
// excluded, or if they are already listed.
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
	m := bff.PersonMatch{
		Brand: b.Brand, Player: b.Player, ExcludedBrand: a.Brand, ExcludedPlayer: a.Player, Fields: fields, At: now,
	}
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

// Matches returns the undecided matches of a brand's players with self-excluded players, oldest
// first.
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

// DecideMatch records a decision of staff. If both players are the same person, it excludes the
// other one too. It fails with bff.ErrNoMatch if the match is not open.
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
			err = s.excludeMember(ctx, Member{m.Brand, m.Player}, p.Closing, s.now(brand, m.Player).UTC(), m.By)
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
