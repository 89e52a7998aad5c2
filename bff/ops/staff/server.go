package staff

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// Everywhere stands for all brands: in Roles, in Entry.Brand and as the {brand} of PUT /maintenance/*.
const Everywhere = bff.AllBrands

// Options are the dependencies of New; all are required.
type Options struct {
	Accounts    *Accounts
	DemoAllowed func() bool // reports whether the demo's accounts may log in
	// AuthenticatorRequired reports whether an account without an authenticator may only set one up.
	AuthenticatorRequired func() bool
	Keys                  bff.RecordStore // used by this API only
	Logins                bff.RecordStore // used by this API only
	AuditLog              *AuditLog
	Revocations           bff.Revocations
	Bus                   bff.Bus
	Limiter               bff.Limiter
	Limits                bff.LimitResetter // of Limiter
	Brands                func() []*bff.Brand
	KnownCall             func(name string) bool // reports whether the contract has a class or class/method
	Maintenance           Maintenance
	Breakers              Breakers
	// Purge drops cached responses on every instance; empty names mean all. It returns the
	// number dropped on this one.
	Purge            func(ctx context.Context, brand, call string) (int, error)
	Sessions         Sessions
	IdempotencyStore IdempotencyReader
	Activity         Activity
	Payments         Payments
	Traffic          func(ctx context.Context, minutes int) ([]bff.Traffic, error) // of the last minutes, on every instance
	Deviations       func() []bff.Deviation                                        // observed deviations of platforms from the contract, the latest first
	Blocks           Blocks
	Protection       Protection
	// AuditRetention and RevocationRetention are how long entries of actions, and that a session has
	// ended, are stored.
	AuditRetention, RevocationRetention time.Duration
	// EraseDelay is the time that instances take to write what they have recorded of a player.
	EraseDelay time.Duration
	// Watch calls fn for every change of state until cancel; fn does not block.
	Watch   func(fn func(Change)) (cancel func())
	Stopped <-chan struct{} // closed when the server ends
	OpenAPI []byte          // contracts/staff.yaml
	// Bootstrap returns what the player site needs to show a page of a brand on another brand's host, as JSON.
	Bootstrap func(b *bff.Brand, lang string) ([]byte, error)
	Text      func(lang string, r *bff.Reason) string
	Log       *slog.Logger
	Clock     func() time.Time
}

type server struct {
	Options
	tokens          *tokens
	hashes          chan struct{} // semaphore of password checks, which need memory
	pendingRefusals chan struct{} // semaphore of refused logins being recorded
}

// maxConcurrentHashes limits the memory of password checks to about 80 MiB.
const maxConcurrentHashes = 4

// New returns the handler of everything below /staff/v1. The caller has checked the origin and
// has put a bff.Scope into the context.
func New(ctx context.Context, o Options) (http.Handler, error) {
	t, err := openTokens(ctx, o.Keys, o.Logins, o.Revocations, o.Clock)
	if err != nil {
		return nil, err
	}
	s := &server{Options: o, tokens: t, hashes: make(chan struct{}, maxConcurrentHashes), pendingRefusals: make(chan struct{}, maxPendingRefusals)}
	gin.SetMode(gin.ReleaseMode) // in debug mode it prints every route to stdout
	r := gin.New()
	r.ContextWithFallback = true
	r.RedirectTrailingSlash = false
	for _, one := range routes {
		r.Handle(one.method, base+one.pattern(), s.handle(one)) //nolint:contextcheck // gin's context is the request's
	}
	r.NoRoute(func(c *gin.Context) { s.refuse(c, bff.ReasonUnknownCall) }) //nolint:contextcheck // see above
	return r, nil
}

// Reasons of this API in addition to those of calls.md §1.
var (
	ReasonWrongLogin    = &bff.Reason{Status: http.StatusUnauthorized, Debug: "wrong login", Key: "staff_wrong_login"}
	ReasonCodeRequired  = &bff.Reason{Status: http.StatusUnauthorized, Debug: "code required", Key: "staff_code_due"}
	ReasonLoginRequired = &bff.Reason{Status: http.StatusUnauthorized, Debug: "login required", Key: "staff_login_required"}
	ReasonInvitation    = &bff.Reason{Status: http.StatusUnauthorized, Debug: "invitation invalid", Key: "staff_invitation_invalid"}
	ReasonSetupRequired = &bff.Reason{Status: http.StatusForbidden, Debug: "authenticator required", Key: "staff_authenticator_required"}
	ReasonLastAdmin     = &bff.Reason{Status: http.StatusConflict, Debug: "last admin", Key: "staff_last_admin"}
	ReasonAccountExists = &bff.Reason{Status: http.StatusConflict, Debug: "account exists", Key: "staff_account_exists"}
	ReasonForbidden     = &bff.Reason{Status: http.StatusForbidden, Debug: "role forbids", Key: "staff_forbidden"}
	ReasonNotFound      = &bff.Reason{Status: http.StatusNotFound, Debug: "not found", Key: "staff_not_found"}

	ReasonVersionRequired = &bff.Reason{Status: http.StatusPreconditionRequired, Debug: "if-match required", Key: "staff_version_required"}
	ReasonChanged         = &bff.Reason{Status: http.StatusPreconditionFailed, Debug: "changed meanwhile", Key: "staff_changed"}
	ReasonWindowEnded     = &bff.Reason{Status: http.StatusConflict, Debug: "window ended", Key: "staff_window_ended"}
	ReasonTooMany         = &bff.Reason{Status: http.StatusConflict, Debug: "too many", Key: "staff_too_many"}
)

// refuse writes an error response in the reader's language.
func (s *server) refuse(c *gin.Context, err error) {
	var r *bff.Reason
	if !errors.As(err, &r) {
		r = bff.ReasonInternal
	}
	if r.Status >= http.StatusInternalServerError {
		s.Log.ErrorContext(c, "staff request failed", "path", c.FullPath(), "error", err)
	}
	if r.RetryAfter > 0 {
		c.Header("Retry-After", seconds(r.RetryAfter))
	}
	answer := struct {
		Error   string `json:"error"` // stable identifier
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`

		From time.Time `json:"from,omitzero"` // of ReasonTooEarly: when it may be done
	}{Error: r.Debug, Message: s.Text(language(c), r)}
	if r.Fault != nil {
		answer.Field = r.Fault.Field
	}
	if waits := (*bff.ProposalWaitsError)(nil); errors.As(err, &waits) {
		answer.From = waits.From.UTC()
	}
	reply(c, r.Status, answer)
}

// language returns the first language of Accept-Language that the brand supports, else the
// brand's default.
func language(c *gin.Context) string {
	scope := bff.ScopeOf(c.Request.Context())
	for _, lang := range acceptedLanguages(c.GetHeader("Accept-Language")) {
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

// brand returns the brand with an id, or nil.
func (s *server) brand(id string) *bff.Brand {
	all := s.Brands()
	if i := slices.IndexFunc(all, func(b *bff.Brand) bool { return b.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}

// openAPI serves the document of this API.
func (s *server) openAPI(c *gin.Context, _ *visit) error {
	c.Header("Cache-Control", "no-cache")
	c.Data(http.StatusOK, "application/yaml", s.OpenAPI)
	return nil
}
