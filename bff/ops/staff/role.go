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

// The roles. Support and Editor include Viewer but not each other. SupportEditor includes both, and
// Admin includes all.
const (
	Viewer        Role = "viewer"
	Support       Role = "support"
	Editor        Role = "editor"
	SupportEditor Role = "support+editor"
	Admin         Role = "admin"
)

// roles are sorted: a role comes after those that it includes.
var roles = []Role{Viewer, Support, Editor, SupportEditor, Admin}

// roleNames lists the roles in messages.
const roleNames = "viewer, support, editor, support+editor, admin"

// Includes reports whether r includes required. Unknown roles include nothing.
func (r Role) Includes(required Role) bool {
	known := slices.Contains(roles, r) && slices.Contains(roles, required)
	return known && (r == required || r == Admin || required == Viewer || r == SupportEditor && required != Admin)
}

// and returns the least role that includes r and other.
func (r Role) and(other Role) Role {
	least, _ := lists.Find(roles, func(one Role) bool { return one.Includes(r) && one.Includes(other) })
	return least
}

// Roles are the roles of an account by brand id. The role of Everywhere applies to all brands.
type Roles map[string]Role

// ForAllBrands returns roles with one role for all brands.
func ForAllBrands(role Role) Roles { return Roles{Everywhere: role} }

// Include reports whether the role at a brand or at Everywhere includes required.
func (r Roles) Include(brand string, required Role) bool {
	return r[brand].Includes(required) || r[Everywhere].Includes(required)
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
