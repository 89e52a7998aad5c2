package staff

import "slices"

// Role is the role of an account.
type Role string

// The roles of calls.md §8; each includes those before it.
const (
	Viewer  Role = "viewer"
	Support Role = "support"
	Admin   Role = "admin"
)

var roles = []Role{Viewer, Support, Admin}

// Includes reports whether r includes required. Unknown roles include nothing and are included
// by nothing.
func (r Role) Includes(required Role) bool {
	own, want := slices.Index(roles, r), slices.Index(roles, required)
	return want >= 0 && own >= want
}
