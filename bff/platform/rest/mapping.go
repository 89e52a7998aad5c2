package rest

import (
	"fmt"

	"croupier/bff"
)

// Mapping defines how calls are sent to one platform. It is immutable.
type Mapping struct {
	headers     []namedExpr
	errors      []rule
	unsupported map[string]bool    // classes and calls that the platform does not have
	keyHeader   string             // header of the idempotency key of money calls
	refresh     *refresh           // nil: sessions cannot be renewed
	calls       map[string][]route // by call name; the first route with a true condition is used
}

// Has reports whether c is mapped.
func (m *Mapping) Has(c *bff.Call) bool { return len(m.calls[c.Name()]) > 0 }

// Declared reports whether the mapping says that the platform does not have c.
func (m *Mapping) Declared(c *bff.Call) bool {
	return m.unsupported[c.Class] || m.unsupported[c.Name()]
}

// query is one request to the platform.
type query struct {
	method  string
	path    path
	query   []namedExpr
	headers []namedExpr
	body    *expr       // sent as JSON
	form    []namedExpr // sent as application/x-www-form-urlencoded
}

// route is one way to send a call.
type route struct {
	query
	when   *expr  // nil: always
	fixed  bool   // answered without a request
	first  *query // sent before the request, which can use its answer; nil without one
	paging *paging
	errors []rule
	data   *expr // data of the answer; result is true for a status of success
	answer *expr // alternative to data: the whole answer, {result, message, data, code, pagination}
}

// namedExpr is a header or a query parameter, which is omitted if value yields null.
type namedExpr struct {
	name  string
	value *expr
}

// rule converts an error response to an answer with result=false. The first matching rule is used.
type rule struct {
	status  []int // empty: any status from 400
	when    *expr // nil: always
	message *expr // shown to the player, and classified as a known message
	code    int   // 0: the HTTP status
	reason  string
}

// paging defines how the pages of a list are requested.
type paging struct {
	style    string // offset, page or cursor
	start    string // query parameter of the offset, page number or cursor
	size     string // query parameter of the page size
	first    int    // number of the first page
	maxSize  int    // maximum page size
	maxPages int    // maximum requests for one window
	items    *expr  // list in a response
	total    *expr  // total number of items; nil: estimated from the pages read
	next     *expr  // next cursor; null at the end
}

// Values of paging.style.
const (
	styleOffset = "offset"
	stylePage   = "page"
	styleCursor = "cursor"
)

const defaultMaxPages = 20

// Place is the position of an expression in its mapping file.
type Place struct {
	File         string
	Line, Column int // of the value that contains the expression
	Field        string
	Source       string // the expression
}

// String returns the place as file:line:column: field.
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Field) }

// EvalError is the error of an expression that failed for one request or answer.
type EvalError struct {
	Place Place
	// Detail is the message of jq with the quoted values. They may be personal data, so never log
	// it.
	Detail string
	err    error
}

// Error returns the place and the message without values.
func (e *EvalError) Error() string {
	if e.Place.File == "" {
		return e.err.Error()
	}
	return fmt.Sprintf("%s: %v", e.Place, e.err)
}

// Unwrap returns the cause.
func (e *EvalError) Unwrap() error { return e.err }
