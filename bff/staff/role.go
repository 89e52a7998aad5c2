package staff

import "slices"

// Role is what an account may do.
type Role string

// The roles of calls.md §8; each may do what those before it may.
const (
	Viewer  Role = "viewer"
	Support Role = "support"
	Admin   Role = "admin"
)

var roles = []Role{Viewer, Support, Admin}

// May tells whether r includes least. A role that is none may nothing, and nobody may what
// asks for one that is none.
func (r Role) May(least Role) bool {
	own, asked := slices.Index(roles, r), slices.Index(roles, least)
	return asked >= 0 && own >= asked
}
