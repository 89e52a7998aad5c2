package rest

import (
	"regexp"

	"croupier/bff"
)

// Mapping says how each call is spoken to one platform. It never changes once loaded and
// may be used from many goroutines.
type Mapping struct {
	headers []named
	errors  []rule
	calls   map[string][]route // by call name; the first whose condition holds is sent
}

// Has tells whether a call is mapped.
func (m *Mapping) Has(c *bff.Call) bool { return len(m.calls[c.Name()]) > 0 }

// route is one way to send a call.
type route struct {
	when    *expr // nil: always
	method  string
	path    path
	query   []named
	headers []named
	body    *expr
	paging  *paging
	errors  []rule
	data    *expr // what an answer's data is; result is then whether the status is a success
	answer  *expr // instead: the whole answer, {result, message, data, code, pagination}
}

// named is an expression with a name: a header or a query field. null leaves it out.
type named struct {
	name  string
	value *expr
}

// rule turns an answer that is a refusal into the envelope's. The first that holds is used.
type rule struct {
	status  []int // empty: any from 400 on
	when    *expr // nil: always
	message *expr // what the player reads, or what messages are recognised by
	code    int   // 0: the HTTP status
	reason  string
}

// holds tells whether the rule is meant for a status.
func (r *rule) holds(status int) bool {
	if len(r.status) == 0 {
		return status >= 400
	}
	for _, s := range r.status {
		if s == status {
			return true
		}
	}
	return false
}

// paging says how a list's window, limit items from offset, is asked for.
type paging struct {
	style    string // offset, page or cursor
	start    string // the query's name for the offset, the page's number or the cursor
	size     string // the query's name for how many
	first    int    // number of the first page
	maxSize  int    // most items of one page; 0: as many as asked for
	maxPages int    // most requests for one window
	items    *expr  // the list in an answer
	total    *expr  // how many there are in all; nil: as many as are known of
	next     *expr  // the next cursor; null at the end
}

// The styles of paging.
const (
	styleOffset = "offset"
	stylePage   = "page"
	styleCursor = "cursor"
)

// Defaults of paging.
const (
	defaultMaxPages = 20
	maxMaxPages     = 100
)

var (
	headerName = regexp.MustCompile(`^[A-Za-z0-9-]{1,64}$`)
	methodName = regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE)$`)
	reasonWord = regexp.MustCompile(`^[a-z][a-z ]{1,39}$`)
)
