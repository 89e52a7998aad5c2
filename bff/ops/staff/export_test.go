package staff

import (
	"github.com/alexedwards/argon2id"

	"croupier/bff/internal/lists"
)

// HashParams are the parameters of the product.
var HashParams = *hashParams

// The tests hash hundreds of passwords, which the race detector makes slow.
func init() {
	hashParams = &argon2id.Params{Memory: 64, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}
}

// RouteRow is a route as tests see it.
type RouteRow struct {
	Method, Path string
	Query        []string
	Role         Role // empty for public routes and routes of every login
	Public       bool
	AnyLogin     bool
	Scopes       []string // with which a token may use the route
}

// RouteRows returns the routes of the API.
func RouteRows() []RouteRow {
	out := make([]RouteRow, len(routes))
	for i, r := range routes {
		out[i] = RouteRow{
			r.method, r.pattern(), r.queryFields(), r.role, r.access == public, r.access == anyLogin,
			lists.Filter(TokenScopes, r.allows),
		}
	}
	return out
}
