package staff

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// Everywhere is the brand of PUT /maintenance/* that stands for all of them.
const Everywhere = "*"

// Notice is maintenance that staff declare.
type Notice struct {
	Message map[string]string `json:"message,omitempty"` // by language
	From    time.Time         `json:"from,omitzero"`     // zero: now
	Until   time.Time         `json:"until,omitzero"`    // zero: until it is cleared
	Bypass  []netip.Prefix    `json:"bypass,omitempty"`  // visitors it does not concern
	Calls   []string          `json:"calls,omitempty"`   // class or class/method; empty: the whole site
	By      string            `json:"by"`                // the account
}

// Maintenance closes and opens brands; brands given to it exist.
type Maintenance interface {
	// Status is what the console is shown of a brand, ready for JSON.
	Status(brand string) any
	// Close declares maintenance of a brand or Everywhere; durable once it has returned.
	Close(ctx context.Context, brand string, n Notice) error
	// Open ends it, and forgets what was scheduled.
	Open(ctx context.Context, brand string) error
	// Pass gives the query that lets a tester into a brand, and until when.
	Pass(ctx context.Context, brand string) (query string, until time.Time, err error)
}

// Options are what New joins; all are required.
type Options struct {
	Accounts    *Accounts
	Keys        bff.RecordStore // of the API's own; nobody else's
	AuditLog    *AuditLog
	Revocations bff.Revocations
	Bus         bff.Bus
	Limiter     bff.Limiter
	Brands      func() []*bff.Brand
	KnownCall   func(name string) bool // whether the contract has a class or class/method
	Maintenance Maintenance
	Breakers    Breakers
	// Purge drops kept answers on every instance; empty names mean all. It tells how many
	// there were on this one.
	Purge            func(ctx context.Context, brand, call string) (int, error)
	Sessions         Sessions
	IdempotencyStore IdempotencyReader
	RequestLog       *RequestLog
	// Watch calls fn for every change of state until cancel; fn does not block.
	Watch func(fn func(Change)) (cancel func())
	Ended <-chan struct{} // closed when the server ends
	Text  func(lang string, r *bff.Reason) string
	Log   *slog.Logger
	Clock func() time.Time
}

type server struct {
	Options
	tokens *tokens
	hashes chan struct{} // places of password checks, which cost memory
	lines  chan struct{} // places of refusals that are being written down
}

// hashesAtOnce bounds the memory of password checks to some 80 MiB.
const hashesAtOnce = 4

// New gives the handler of everything below /staff/v1. Who calls it has made sure that a
// page of the brand asks, and has put a bff.Scope into the context.
func New(ctx context.Context, o Options) (http.Handler, error) {
	t, err := openTokens(ctx, o.Keys, o.Revocations, o.Clock)
	if err != nil {
		return nil, err
	}
	s := &server{Options: o, tokens: t, hashes: make(chan struct{}, hashesAtOnce), lines: make(chan struct{}, linesAtOnce)}
	gin.SetMode(gin.ReleaseMode) // in debug mode it prints every route to stdout
	r := gin.New()
	r.ContextWithFallback = true
	r.RedirectTrailingSlash = false
	for _, one := range routes {
		r.Handle(one.method, base+one.path, s.guarded(one)) //nolint:contextcheck // gin's context is the request's
	}
	r.NoRoute(func(c *gin.Context) { s.refuse(c, bff.ReasonUnknownCall) }) //nolint:contextcheck // as above
	return r, nil
}

const base = "/staff/v1"

// route is one line of calls.md §8.
type route struct {
	method, path string
	role         Role // who may; open to anybody only where it is public
	public       bool
	do           func(*server, *gin.Context, *visit) error
}

// routes is every path and who may take it. What is not here is refused.
var routes = []route{
	{http.MethodPost, "/login", "", true, (*server).login},
	{http.MethodPost, "/logout", Viewer, false, (*server).logout},
	{http.MethodGet, "/me", Viewer, false, (*server).me},
	{http.MethodGet, "/brands", Viewer, false, (*server).brands},
	{http.MethodGet, "/maintenance", Viewer, false, (*server).states},
	{http.MethodGet, "/maintenance/:brand", Viewer, false, (*server).state},
	{http.MethodPut, "/maintenance/:brand", Support, false, (*server).maintain},
	{http.MethodPost, "/maintenance/:brand/bypass-link", Support, false, (*server).bypassLink},
	{http.MethodPost, "/cache/purge", Support, false, (*server).purge},
	{http.MethodPost, "/breakers/:brand/:upstream/:override", Admin, false, (*server).hold},
	{http.MethodGet, "/sessions", Support, false, (*server).sessions},
	{http.MethodPost, "/sessions/revoke", Support, false, (*server).revoke},
	{http.MethodGet, "/requests/:id", Support, false, (*server).request},
	{http.MethodGet, "/audit", Viewer, false, (*server).audit},
	{http.MethodGet, "/events", Viewer, false, (*server).events},
}

// guarded lets those in who may.
func (s *server) guarded(one route) gin.HandlerFunc {
	return func(c *gin.Context) {
		v := &visit{scope: bff.ScopeOf(c.Request.Context())}
		if !one.public {
			if err := s.enter(c, v); err != nil {
				s.refuse(c, err)
				return
			}
			if !v.account.Role.May(one.role) {
				s.refuse(c, ReasonForbidden)
				return
			}
		}
		if err := one.do(s, c, v); err != nil {
			s.refuse(c, err)
		}
	}
}

// Reasons of this API beside those of calls.md §1.
var (
	ReasonWrongLogin = &bff.Reason{Status: http.StatusUnauthorized, Debug: "wrong login", Key: "staff_wrong_login"}
	ReasonCodeDue    = &bff.Reason{Status: http.StatusUnauthorized, Debug: "code required", Key: "staff_code_due"}
	ReasonNoLogin    = &bff.Reason{Status: http.StatusUnauthorized, Debug: "login required", Key: "staff_login_required"}
	ReasonForbidden  = &bff.Reason{Status: http.StatusForbidden, Debug: "role forbids", Key: "staff_forbidden"}
	ReasonNotFound   = &bff.Reason{Status: http.StatusNotFound, Debug: "not found", Key: "staff_not_found"}
)

// refuse answers what is not done, in the reader's language.
func (s *server) refuse(c *gin.Context, err error) {
	var r *bff.Reason
	if !errors.As(err, &r) {
		r = bff.ReasonInternal
	}
	if r.Status >= http.StatusInternalServerError {
		s.Log.ErrorContext(c, "staff", "path", c.FullPath(), "error", err)
	}
	if r.RetryAfter > 0 {
		c.Header("Retry-After", seconds(r.RetryAfter))
	}
	answer := struct {
		Error   string `json:"error"` // the short stable word
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`
	}{Error: r.Debug, Message: s.Text(language(c), r)}
	if r.Fault != nil {
		answer.Field = r.Fault.Field
	}
	reply(c, r.Status, answer)
}

// language is the reader's: the first of Accept-Language that the brand speaks, or the
// brand's own.
func language(c *gin.Context) string {
	scope := bff.ScopeOf(c.Request.Context())
	for _, lang := range accepted(c.GetHeader("Accept-Language")) {
		if scope.Brand.SupportsLanguage(lang) {
			return lang
		}
	}
	return scope.Lang
}

func reply(c *gin.Context, status int, v any) {
	c.Header("Cache-Control", "no-store")
	c.JSON(status, v)
}

// brand finds a brand by id; nil where there is none.
func (s *server) brand(id string) *bff.Brand {
	all := s.Brands()
	if i := slices.IndexFunc(all, func(b *bff.Brand) bool { return b.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}
