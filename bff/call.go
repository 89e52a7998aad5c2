package bff

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Who names the callers that a call admits (calls.md §2).
type Who string

// The callers of the contract.
const (
	WhoGuest   Who = "guest"   // no session needed
	WhoSession Who = "session" // a complete session
	WhoPending Who = "pending" // logged in, authenticator code still required; complete sessions pass too
	WhoAnyone  Who = "anyone"  // a complete session where the caller has one, otherwise a guest
)

// Kind classifies calls by their effect, which decides how often they may be sent (calls.md §2).
type Kind string

// The kinds of the contract.
const (
	KindRead  Kind = "read"  // may be retried once when the connection fails before an answer
	KindWrite Kind = "write" // never retried
	KindMoney Kind = "money" // never retried, needs an Idempotency-Key (calls.md §5)
)

// Part is a part of the site that staff can close, as players and staff name it.
type Part string

// Parts lists every part. No class of calls has the name of a part.
var Parts = []Part{"deposits", "withdrawals", "slots", "live", "sport", "virtual", "registration", "login"}

// PartNone is the part in calls.yaml of a call that only closing the whole site closes.
const PartNone Part = "none"

// CachePolicy defines how long a response may be cached. The zero value disables caching.
type CachePolicy struct {
	TTL                  time.Duration `yaml:"ttl"`                    // served as fresh
	StaleWhileRevalidate time.Duration `yaml:"stale_while_revalidate"` // after TTL: served while one refresh runs
	StaleIfError         time.Duration `yaml:"stale_if_error"`         // after TTL: served when the upstream fails
}

// Cacheable reports whether responses may be cached at all.
func (p CachePolicy) Cacheable() bool { return p.TTL > 0 }

// Call is one row of the call table of contracts/calls.yaml.
type Call struct {
	Class, Method string `yaml:"-"`
	Summary       string `yaml:"summary"`
	Rules         Rules  `yaml:",inline"`   // the rules when no variant applies
	Paginated     bool   `yaml:"paginated"` // answers carry a pagination object
	Poll          bool   `yaml:"poll"`      // pages repeat it by themselves
	Local         bool   `yaml:"local"`     // answered by the BFF itself, never sent upstream
	Optional      bool   `yaml:"optional"`  // not every platform has it: unsupported unless the brand offers it

	name string // see NewCall
}

// NewCall returns a copy of c whose name is put together once.
func NewCall(c Call) *Call {
	c.name = c.Name()
	return &c
}

// Name returns "class/method", the call's name in configuration, metrics and logs.
func (c *Call) Name() string {
	if c.name != "" {
		return c.name
	}
	return c.Class + "/" + c.Method
}

// Rules are what the gateway enforces for one call. Some depend on its data: games_list with favorites needs a session.
type Rules struct {
	Who      Who           `yaml:"who"`
	Kind     Kind          `yaml:"kind"`
	Part     Part          `yaml:"part"` // of the site, or PartNone
	Cache    CachePolicy   `yaml:"-"`
	Deadline time.Duration `yaml:"-"` // for the whole upstream call

	Protection ProtectionMode `yaml:"protection"` // while the player takes a break or is self-excluded

	Contract ContractMode `yaml:"contract"` // what becomes of an answer that violates its schema; empty: observe

	DeadlineClass string `yaml:"deadline"` // the deadline's name in the contract: quick, normal, slow or money
}

// FieldFault describes the first field of a payload that violates the call's schema.
type FieldFault struct {
	Field  string            // JSON path within data, for example "amount" or "events[0].id"
	Rule   string            // message key of the violated rule, for example "required", "min", "pattern"
	Params map[string]string // parameters of the rule's text, for example {"min": "6"}
}

// KnownMessage is the meaning of a known upstream message (calls.md §1).
type KnownMessage struct {
	Debug       string `json:"debug" yaml:"debug"`               // the value of debug when the upstream left it empty
	EndsSession bool   `json:"ends_session" yaml:"ends_session"` // the upstream no longer knows the session
	Maintenance bool   `json:"maintenance" yaml:"maintenance"`   // the platform is under maintenance
}

// ContractMode says what becomes of an answer whose data violates the contract. Money calls are always observed.
type ContractMode string

// The modes of a call. Data of the wrong JSON type is refused in both, unless the contract allows null.
const (
	ContractObserve ContractMode = "observe" // served and cached as usual, counted and listed
	ContractEnforce ContractMode = "enforce" // refused as ReasonBadUpstreamAnswer
)

// Violation is a place of an answer's data that violates the contract. It holds no value, so it may be logged.
type Violation struct {
	Path    string // JSONPath from data, with * for array indexes: $[*].name; $ is data itself
	Rule    string // violated rule, as FieldFault.Rule
	Got     string // JSON type of the value, or "absent"
	Want    string // what the contract allows, for people
	Example string // shape of the value: letters as a or A, digits as 9
}

// RootPath is the path of data itself in a Violation.
const RootPath = "$"

// GotAbsent is Violation.Got of a required property that is missing.
const GotAbsent = "absent"

// Deviation is a violation that was observed in answers of an upstream.
type Deviation struct {
	Upstream string    `json:"upstream"`
	Brand    string    `json:"brand"` // of the last answer
	Call     string    `json:"call"`
	Path     string    `json:"path"`
	Got      string    `json:"got"`
	Want     string    `json:"want"`
	Example  string    `json:"example"` // masked: type and shape of the last value
	Count    int       `json:"count"`   // answers with it
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
}

// GuestRead is a guest call that the server makes on its own behalf, to put the response into a page.
type GuestRead struct {
	Class, Method string
	Data          map[string]any // the fields besides the call's defaults
}

// Name returns the name of the call, class/method.
func (r GuestRead) Name() string { return r.Class + "/" + r.Method }

// ReadGuestCalls makes guest calls concurrently, within timeout and through the response cache. The answer of a call
// that fails is nil.
type ReadGuestCalls func(ctx context.Context, s *Scope, timeout time.Duration, calls ...GuestRead) []*Answer

// SearchQuery is a question for games, tables and providers.
type SearchQuery struct {
	Brand     *Brand
	Lang      string // of the names
	Partition Partition
	Text      string
	Limit     int // of each kind
}

// Pagination is the window of a list: Limit items from Offset, of Total.
type Pagination struct {
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
	Total  int `json:"total"`
}

// Answer is the envelope of the answer to a call. On the wire it has all six keys, and null for what is empty.
type Answer struct {
	Result     bool
	Message    string
	Data       json.RawMessage
	Code       int
	Debug      string
	Pagination *Pagination

	// For the server only; never encoded.
	Renewed    *Identity   `json:"-"` // of the session from now on, where the platform has replaced its token; else nil
	Deviations []Violation `json:"-"` // of the platform's response outside of Data; they do not change the outcome
	NoEffect   bool        `json:"-"` // a refusal has DeliveryNoEffect
}

// Append appends the answer as JSON to dst, in the order of calls.md §1. Data is copied unchanged: it must be valid.
func (a *Answer) Append(dst []byte) []byte {
	debug, pagination := json.RawMessage("null"), json.RawMessage("null")
	if a.Debug != "" {
		debug = jsonText(a.Debug)
	}
	if p := a.Pagination; p != nil {
		pagination = fmt.Appendf(nil, `{"limit":%d,"offset":%d,"total":%d}`, p.Limit, p.Offset, p.Total)
	}
	dst = fmt.Appendf(dst, `{"result":%t,"message":%s,"data":`, a.Result, jsonText(a.Message))
	if len(a.Data) == 0 {
		dst = append(dst, "null"...)
	}
	return fmt.Appendf(append(dst, a.Data...), `,"code":%d,"debug":%s,"pagination":%s}`, a.Code, debug, pagination)
}

// MarshalJSON returns the same as Append.
func (a *Answer) MarshalJSON() ([]byte, error) { return a.Append(nil), nil }

// jsonText returns s as a JSON string without escaping for HTML, because envelopes are served as JSON.
func jsonText(s string) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
