// Package staff implements the API of the staff console below /staff/v1: accounts with roles,
// operations on a running server, and the audit log.
package staff

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/eventstream"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/sealed"
	"croupier/bff/ops/activity"
	"croupier/bff/ops/maintenance"
	"croupier/bff/ops/oidc"
	"croupier/bff/ops/studio"
	"croupier/bff/player/block"
	"croupier/bff/player/protection"
)

// Everywhere stands for all brands in Roles, in Entry.Brand and in paths below /maintenance.
const Everywhere = bff.AllBrands

// Options are the dependencies of New. All are required.
type Options struct {
	*AccountAdmin                     // the accounts, their audit log, the bus and the log
	DemoAllowed           func() bool // reports whether demo accounts may log in
	AuthenticatorRequired func() bool // reports whether an account without an authenticator may only set one up
	DeviceKey             []byte      // seals cookies and the refresh tokens of company accounts
	OIDC                  *oidc.Client
	Revocations           bff.Revocations
	Limiter               bff.Limiter
	Limits                bff.LimitResetter // of Limiter
	Brands                func() []*bff.Brand
	KnownCall             func(name string) bool // reports whether the contract has a class or class/method
	Maintenance           *maintenance.Manager
	Breakers              Breakers
	Studio                *studio.Manager
	PreviewPass           func(brand string) (pass string, until time.Time) // to the draft of a brand
	ReadGuest             bff.ReadGuestCalls
	// Purge drops cached responses on every instance and returns the number of dropped responses on
	// this instance. Empty names mean all brands or all calls.
	Purge func(ctx context.Context, brand, call string) (int, error)
	// ExplainCache describes the cached response to a request in rows of name and text, nil for a call
	// that is never cached.
	ExplainCache func(ctx context.Context, b *bff.Brand, r *bff.RequestRecord) [][]string
	Sessions     Sessions
	Activity     *activity.Log
	Payments     bff.IdempotencyStore
	Traffic      func(ctx context.Context, minutes int) ([]bff.Traffic, error) // of all instances in the last minutes
	// Speed returns the figures of browsers, of one kind of device or of all.
	Speed      func(ctx context.Context, device string) (bff.Speed, error)
	Deviations func() []bff.Deviation               // from the contract, latest first
	Senders    func() map[string]config.EventSender // systems that may send events, by name
	Events     EventStore                           // of received events, by hashes of IndexKey
	IndexKey   *indexkey.Key
	CountEvent func(kind, outcome string)
	Blocks     *block.List
	Protection *protection.Service
	// AuditRetention and RevocationRetention are the retentions of actions and of ended sessions.
	AuditRetention, RevocationRetention time.Duration
	EraseDelay                          time.Duration // the time in which instances write their records
	// Watch calls fn for every change of state until cancel. fn must not block.
	Watch   func(fn func(Change)) (cancel func())
	Stopped <-chan struct{} // closed when the server ends
	OpenAPI []byte          // contracts/staff.yaml
	// Bootstrap returns the JSON that the player site needs for a brand's page on another host.
	Bootstrap func(b *bff.Brand, lang string) ([]byte, error)
	Text      func(lang string, r *bff.Reason) string
	Problem   func(lang, problem string) string // translates a problem of a brand's settings
	Clock     func() time.Time
}

type server struct {
	Options
	devices         *sealed.Box
	pendingRefusals chan struct{} // semaphore of concurrent writes of refused logins
}

// New returns the handler of /staff/v1. The context must have a bff.Scope with a checked origin.
func New(o Options) http.Handler {
	s := &server{
		Options: o, devices: sealed.New(o.DeviceKey), pendingRefusals: make(chan struct{}, maxPendingRefusals),
	}
	gin.SetMode(gin.ReleaseMode) // debug mode prints every route to stdout
	r := gin.New()
	r.ContextWithFallback = true
	r.RedirectTrailingSlash = false
	for _, one := range routes {
		r.Handle(one.method, base+one.pattern(), s.handle(one)) //nolint:contextcheck // gin's context is the request's
	}
	r.NoRoute(func(c *gin.Context) { s.refuse(c, bff.ReasonUnknownCall) }) //nolint:contextcheck // see above
	return r
}

func reply(c *gin.Context, status int, v any) {
	c.Header("Cache-Control", "no-store")
	c.JSON(status, v)
}

// acceptedLanguages returns the languages of Accept-Language, without regions and weights.
func acceptedLanguages(header string) []string {
	var out []string
	for part := range strings.SplitSeq(header, ",") {
		tag, _, _ := strings.Cut(part, ";")
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), "-")
		out = append(out, strings.ToLower(tag))
	}
	return out
}

// language returns the first accepted language of the brand, else the brand's default.
func language(c *gin.Context) string {
	scope := bff.ScopeOf(c.Request.Context())
	accepted, _ := lists.Find(acceptedLanguages(c.GetHeader("Accept-Language")), scope.Brand.SupportsLanguage)
	return cmp.Or(accepted, scope.Lang)
}

func (s *server) brand(id string) *bff.Brand {
	found, _ := lists.Find(s.Brands(), func(b *bff.Brand) bool { return b.ID == id })
	return found
}

// brandsOf returns the brand with an id, all brands for Everywhere, or nil.
func (s *server) brandsOf(id string) []*bff.Brand {
	if id == Everywhere {
		all := slices.Clone(s.Brands())
		slices.SortFunc(all, func(a, b *bff.Brand) int { return strings.Compare(a.ID, b.ID) })
		return all
	}
	if b := s.brand(id); b != nil {
		return []*bff.Brand{b}
	}
	return nil
}

// visibleBrands returns the brands at which the account has the required role, sorted by id.
func (s *server) visibleBrands(v *visit, required Role) []*bff.Brand {
	return slices.DeleteFunc(s.brandsOf(Everywhere), func(b *bff.Brand) bool { return !v.may(b.ID, required) })
}

// selectedBrands returns the brand with an id, or all brands of v as support if id is empty.
func (s *server) selectedBrands(v *visit, id string) ([]*bff.Brand, error) {
	switch b := s.brand(id); {
	case id == "":
		return s.visibleBrands(v, Support), nil
	case b == nil:
		return nil, fault("brand", "other")
	case !v.may(id, Support):
		return nil, ReasonForbidden
	default:
		return []*bff.Brand{b}, nil
	}
}

// partition returns the part of a brand that the console shows.
func (v *visit) partition(b *bff.Brand) bff.Partition { return v.scope.Partition.At(b) }

// shows reports whether the console shows a partition. A tester sees only the tester's data.
func (s *server) shows(v *visit, p bff.Partition) bool {
	b := s.brand(p.Brand())
	return v.scope.Partition.IsWhole() || b != nil && v.partition(b).Shows(p)
}

// Change is a change of state that the server sends to consoles.
type Change struct {
	Name  string // ChangeMaintenance, purge, sessions or ChangeLogins
	Brand string // restricts the change to viewers of the brand, empty or Everywhere for all consoles
	Data  any    // the value to encode as JSON
}

// ChangeMaintenance reports maintenance. Consoles receive the states of all visible brands.
const ChangeMaintenance = "maintenance"

// ChangeLogins reports changed accounts or logins. It ends streams of ended logins.
const ChangeLogins = "logins"

const backlog = 32

// events streams changes until the console disconnects, the login ends or the console reads too
// slowly. A console that reconnects reads the complete state again.
func (s *server) events(c *gin.Context, v *visit) (any, error) {
	ctx, fallBehind := context.WithCancel(c.Request.Context())
	defer fallBehind()
	changes := make(chan Change, backlog)
	defer s.Watch(func(ch Change) {
		select {
		case changes <- ch:
		default:
			fallBehind()
		}
	})()
	heartbeats := time.NewTicker(eventstream.HeartbeatInterval)
	defer heartbeats.Stop()
	stream, err := eventstream.Start(c.Writer)
	for err == nil {
		select {
		case <-ctx.Done():
			return nil, nil
		case <-s.Stopped:
			return nil, nil
		case ch := <-changes:
			if ch.Name == ChangeLogins && !s.mayListen(c, v) {
				return nil, nil
			}
			if ch, ok := s.visibleChange(v, ch); ok {
				err = stream.Send(ch.Name, ch.Data)
			}
		case <-heartbeats.C:
			if !s.mayListen(c, v) {
				return nil, nil
			}
			err = stream.Heartbeat()
		}
	}
	return nil, nil // the client no longer reads
}

func (s *server) visibleChange(v *visit, ch Change) (_ Change, ok bool) {
	switch {
	case ch.Name == ChangeLogins:
		return Change{Name: "accounts", Data: struct{}{}}, v.may(Everywhere, Admin)
	case ch.Brand != "" && ch.Brand != Everywhere && !v.may(ch.Brand, Viewer):
		return ch, false
	case ch.Name == ChangeMaintenance:
		ch.Data = s.Maintenance.Statuses(s.visibleBrands(v, Viewer))
	}
	return ch, true
}

// mayListen reloads the account and reports whether it may still read the stream.
func (s *server) mayListen(c *gin.Context, v *visit) bool {
	return s.authenticate(c, v) == nil && !s.mustSetUp(v) && v.account.Roles.somewhere(Viewer)
}
