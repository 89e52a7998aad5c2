package bff

import "time"

// Who says which callers a call admits (calls.md §2).
type Who string

// The three callers of the contract.
const (
	WhoGuest   Who = "guest"   // no session needed
	WhoSession Who = "session" // a complete session
	WhoPending Who = "pending" // logged in, authenticator code due; a complete session also passes
)

// Kind says what a call does to the world, and so how often it may be sent (calls.md §2).
type Kind string

// The three kinds of the contract.
const (
	KindRead  Kind = "read"  // may be retried once on a connection that failed before an answer
	KindWrite Kind = "write" // never retried
	KindMoney Kind = "money" // never retried, needs an Idempotency-Key (calls.md §5)
)

// CachePolicy says how long an answer may be kept. The zero value means never.
type CachePolicy struct {
	TTL                  time.Duration // served as fresh
	StaleWhileRevalidate time.Duration // after TTL: served while one refresh runs behind
	StaleIfError         time.Duration // after TTL: served when the upstream fails
}

// Cacheable tells whether answers may be kept at all.
func (p CachePolicy) Cacheable() bool { return p.TTL > 0 }

// Call is one row of the call table of contracts/calls.yaml.
type Call struct {
	Class, Method string
	Summary       string
	Source        string // where the call is specified, for example "calls.md §2 Casino"
	Rules         Rules  // rules where no variant applies
	Paginated     bool   // answers carry a pagination object
	Local         bool   // answered by the BFF itself, never sent upstream
}

// Name is the call's key, "class/method", as used in configuration, metrics and logs.
func (c *Call) Name() string { return c.Class + "/" + c.Method }

// Rules are what the gateway enforces for one call with one set of data; some calls
// change their rules with their data (games_list with favorites needs a session).
type Rules struct {
	Who      Who
	Kind     Kind
	Cache    CachePolicy
	Deadline time.Duration // how long the upstream may take, whole

	DeadlineClass string // the deadline's name in the contract: quick, normal, slow or money
}

// FieldFault names the first field of a payload that breaks the call's schema.
type FieldFault struct {
	Field  string            // JSON path within data, for example "amount" or "events[0].id"
	Rule   string            // message key of the broken rule, for example "required", "min", "pattern"
	Params map[string]string // what the rule's text needs, for example {"min": "6"}
}

// KnownMessage is what a known upstream message means (calls.md §1).
type KnownMessage struct {
	Debug       string // what debug is set to where the upstream left it empty
	EndsSession bool   // the upstream no longer knows the session
	Maintenance bool   // the platform is under maintenance
}
