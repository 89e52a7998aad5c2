package bff

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A Who names the callers that may make a call.
type Who string

// The callers that calls.yaml names.
const (
	WhoGuest   Who = "guest"   // no session needed
	WhoSession Who = "session" // needs a complete session
	WhoPending Who = "pending" // needs a login, accepts pending and complete sessions
	// WhoAnyone uses a complete session if the caller has one, otherwise it serves a guest. Demo
	// games use it, because some platforms need the session of a player.
	WhoAnyone Who = "anyone"
)

// Kind classifies calls by their effect. It decides how often Croupier may send a call.
type Kind string

// The kinds that calls.yaml names.
const (
	KindRead  Kind = "read"  // retried at most once, if the connection fails before a response
	KindWrite Kind = "write" // never retried
	KindMoney Kind = "money" // never retried, needs an Idempotency-Key
)

// Part is a part of the site that staff can close.
type Part string

// Parts lists every part. No class of calls shares a name with a part.
var Parts = []Part{"deposits", "withdrawals", "slots", "live", "sport", "virtual", "registration", "login"}

// PartNone is the part of a call that closes only with the whole site.
const PartNone Part = "none"

// CachePolicy defines how long a response may be cached. The zero value disables caching.
type CachePolicy struct {
	TTL                  time.Duration `yaml:"ttl"`                    // served as fresh for this time
	StaleWhileRevalidate time.Duration `yaml:"stale_while_revalidate"` // after TTL: served stale while one refresh runs
	StaleIfError         time.Duration `yaml:"stale_if_error"`         // after TTL: served stale if the upstream fails
}

// Cacheable reports whether the cache may store responses.
func (p CachePolicy) Cacheable() bool { return p.TTL > 0 }

// Call is one entry of contracts/calls.yaml.
type Call struct {
	Class, Method string `yaml:"-"`
	Summary       string `yaml:"summary"`
	Rules         Rules  `yaml:",inline"`   // the rules when no variant applies
	Paginated     bool   `yaml:"paginated"` // responses have a pagination object
	Poll          bool   `yaml:"poll"`      // pages repeat it on a timer
	Local         bool   `yaml:"local"`     // Croupier answers it and never sends it upstream
	Optional      bool   `yaml:"optional"`  // unsupported unless the brand offers it

	name string // set by NewCall
}

// NewCall returns a copy of c with a precomputed name.
func NewCall(c Call) *Call {
	c.name = c.Name()
	return &c
}

// Name returns "class/method", the name in configuration, metrics and logs.
func (c *Call) Name() string {
	if c.name != "" {
		return c.name
	}
	return c.Class + "/" + c.Method
}

// Rules are the rules that the gateway enforces for one call. Some depend on the data: games_list
// with favorites needs a session.
type Rules struct {
	Who      Who           `yaml:"who"`
	Kind     Kind          `yaml:"kind"`
	Part     Part          `yaml:"part"` // of the site, or PartNone
	Cache    CachePolicy   `yaml:"-"`
	Deadline time.Duration `yaml:"-"` // limit for the whole upstream call

	Protection ProtectionMode `yaml:"protection"` // applies during a break or a self-exclusion

	Contract ContractMode `yaml:"contract"` // applies to responses that violate the schema, empty: observe

	DeadlineClass string `yaml:"deadline"` // the deadline's name in the contract: quick, normal, slow or money
}

// FieldFault describes the first field of a payload that violates the call's schema.
type FieldFault struct {
	Field  string            // JSON path within data, such as "amount" or "events[0].id"
	Rule   string            // message key of the violated rule, such as "required", "min" or "pattern"
	Params map[string]string // parameters of the rule's text, such as {"min": "6"}
}

// KnownMessage is the meaning of a known message of the platform.
type KnownMessage struct {
	Debug       string `json:"debug" yaml:"debug"`               // debug code to use if the platform sent none
	EndsSession bool   `json:"ends_session" yaml:"ends_session"` // the platform no longer knows the session
	Maintenance bool   `json:"maintenance" yaml:"maintenance"`   // the platform is under maintenance
}

// ContractMode is the action for a response with data that violates the contract. Croupier only
// observes money calls.
type ContractMode string

// The contract modes. Both reject data of the wrong JSON type, unless the contract allows null.
const (
	ContractObserve ContractMode = "observe" // Croupier serves, caches, counts and lists the response
	ContractEnforce ContractMode = "enforce" // Croupier fails the call with ReasonBadUpstreamAnswer
)

// Violation is one violation of the contract in the data of a response. It contains no value, so it
// is safe to log.
type Violation struct {
	Path    string // JSONPath from data with * for array indexes, such as $[*].name, or $ for data itself
	Rule    string // violated rule, see FieldFault.Rule
	Got     string // JSON type of the value, or "absent"
	Want    string // expectation of the contract, for people
	Example string // shape of the value, with a or A for letters and 9 for digits
}

// RootPath is the path of data itself in a Violation.
const RootPath = "$"

// GotAbsent is Violation.Got of a required property that is missing.
const GotAbsent = "absent"

// Deviation is a violation that Croupier has observed in responses of an upstream.
type Deviation struct {
	Upstream string    `json:"upstream"`
	Brand    string    `json:"brand"` // brand of the last response
	Call     string    `json:"call"`
	Path     string    `json:"path"`
	Got      string    `json:"got"`
	Want     string    `json:"want"`
	Example  string    `json:"example"` // type and masked shape of the last value
	Count    int       `json:"count"`   // number of responses with the violation
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
}

// GuestRead is a guest call that Croupier makes to render a page.
type GuestRead struct {
	Class, Method string
	Data          map[string]any // fields to set in addition to the call's defaults
	ForGuests     bool           // the page is for guests, so the answer need not suit players during a break
}

// Name returns the class/method of the call.
func (r GuestRead) Name() string { return r.Class + "/" + r.Method }

// ReadGuestCalls makes guest calls concurrently through the response cache and waits at most
// timeout. The result has nil for each failed call.
type ReadGuestCalls func(ctx context.Context, s *Scope, timeout time.Duration, calls ...GuestRead) []*Answer

// PlayerRead is a read of a player that Croupier makes to render the player's page. Data is JSON.
type PlayerRead struct{ Class, Method, Data string }

// ReadPlayerCalls makes reads of a player concurrently and waits at most timeout. The result lacks
// each read that failed or was refused.
type ReadPlayerCalls func(ctx context.Context, s *Scope, timeout time.Duration, r ...PlayerRead) map[PlayerRead]*Answer

// SearchQuery selects games, tables and providers by text.
type SearchQuery struct {
	Brand     *Brand
	Lang      string // language of the names
	Partition Partition
	Text      string
	Limit     int // maximum number of results per kind
}

// Pagination describes a page of a list: Limit items from Offset, out of Total.
type Pagination struct {
	Limit  int `json:"limit"`
	Offset int `json:"offset"`
	Total  int `json:"total"`
}

// Answer is the response envelope of a call. Its JSON always has all six keys, with null for empty
// values.
type Answer struct {
	Result     bool
	Message    string
	Data       json.RawMessage
	Code       int
	Debug      string
	Pagination *Pagination

	// The following fields are for Croupier only and are never encoded.
	Renewed    *Identity   `json:"-"` // new identity if the platform has replaced the session's token, otherwise nil
	Deviations []Violation `json:"-"` // violations outside of Data, which do not change the outcome
	NoEffect   bool        `json:"-"` // the failure has DeliveryNoEffect
}

// Append appends the envelope as JSON to dst. Data must be valid JSON, because Append copies it
// unchanged.
func (a *Answer) Append(dst []byte) []byte {
	dst = strconv.AppendBool(append(dst, `{"result":`...), a.Result)
	dst = appendText(append(dst, `,"message":`...), a.Message)
	dst = append(append(dst, `,"data":`...), a.Data...)
	if len(a.Data) == 0 {
		dst = append(dst, "null"...)
	}
	dst = strconv.AppendInt(append(dst, `,"code":`...), int64(a.Code), 10)
	dst = append(dst, `,"debug":`...)
	if a.Debug == "" {
		dst = append(dst, "null"...)
	} else {
		dst = appendText(dst, a.Debug)
	}
	dst = append(dst, `,"pagination":`...)
	p := a.Pagination
	if p == nil {
		return append(dst, "null}"...)
	}
	return fmt.Appendf(dst, `{"limit":%d,"offset":%d,"total":%d}}`, p.Limit, p.Offset, p.Total)
}

// MarshalJSON returns the same as Append.
func (a *Answer) MarshalJSON() ([]byte, error) { return a.Append(nil), nil }

// appendText appends s as a JSON string. It does not escape HTML, because envelopes are never parsed
// as HTML.
func appendText(dst []byte, s string) []byte {
	if utf8.ValidString(s) && !strings.ContainsFunc(s, needsEscape) {
		return append(append(append(dst, '"'), s...), '"')
	}
	b := bytes.NewBuffer(dst)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // cannot fail
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func needsEscape(r rune) bool { return r < ' ' || strings.ContainsRune("\"\\\u2028\u2029", r) }
