package staff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/bff/internal/lists"
)

// Role is the role of an account.
type Role string

// The roles. Each role includes the roles before it.
const (
	Viewer  Role = "viewer"
	Support Role = "support"
	Admin   Role = "admin"
)

var roles = []Role{Viewer, Support, Admin}

// Includes reports whether r includes required. Unknown roles include nothing.
func (r Role) Includes(required Role) bool {
	own, want := slices.Index(roles, r), slices.Index(roles, required)
	return want >= 0 && own >= want
}

// Roles are the roles of an account by brand id. The role of Everywhere applies to all brands.
type Roles map[string]Role

// ForAllBrands returns roles with one role for all brands.
func ForAllBrands(role Role) Roles { return Roles{Everywhere: role} }

// Of returns the role at a brand or Everywhere: the higher one of brand and Everywhere.
func (r Roles) Of(brand string) Role {
	if slices.Index(roles, r[brand]) > slices.Index(roles, r[Everywhere]) {
		return r[brand]
	}
	return r[Everywhere]
}

func (r Roles) somewhere(required Role) bool {
	includes := func(role Role) bool { return role.Includes(required) }
	return slices.ContainsFunc(slices.Collect(maps.Values(r)), includes)
}

func (r Roles) check() error {
	if len(r) == 0 {
		return ErrRole
	}
	for _, brand := range slices.Sorted(maps.Keys(r)) {
		if brand == "" || !slices.Contains(roles, r[brand]) {
			return fmt.Errorf("%w, not %q (brand %q)", ErrRole, r[brand], brand)
		}
	}
	return nil
}

// ParseRoles parses roles in the format of String, for example "viewer,marmara=support".
func ParseRoles(text string) (Roles, error) {
	r := Roles{}
	for part := range strings.SplitSeq(text, ",") {
		brand, role, ok := strings.Cut(part, "=")
		if !ok {
			brand, role = Everywhere, part
		}
		if _, twice := r[brand]; twice {
			return nil, fmt.Errorf("%w (brand %q twice)", ErrRole, brand)
		}
		r[brand] = Role(role)
	}
	return r, r.check()
}

// String returns the roles sorted by brand. The role for all brands comes first and has no brand.
func (r Roles) String() string {
	brands := slices.Sorted(maps.Keys(r)) // Everywhere sorts before every brand
	return strings.Join(lists.Map(brands, func(brand string) string {
		return strings.TrimPrefix(brand+"="+string(r[brand]), Everywhere+"=")
	}), ",")
}
