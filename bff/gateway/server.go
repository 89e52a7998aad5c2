package gateway

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/platform/cache"
	"croupier/bff/player/block"
	"croupier/bff/player/events"
	"croupier/bff/player/payments"
	"croupier/bff/player/protection"
)

// Connection limits. They allow slow clients and close unused connections.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second // for a whole request of at most 64 KiB
	writeMargin       = 15 * time.Second // for sending the response
	idleTimeout       = 2 * time.Minute
	maxHeaderBytes    = 32 << 10
)

// Server is an HTTP server with graceful shutdown.
type Server struct {
	http         *http.Server
	drainTimeout time.Duration
}

// ServerOptions contains the settings of NewServer.
type ServerOptions struct {
	Handler         http.Handler
	LongestDeadline time.Duration // longest deadline of any call, the write timeout exceeds it
	DrainTimeout    time.Duration // how long requests may continue during a shutdown
	ErrorLog        *slog.Logger  // for connection errors, default slog.Default()
	TLS             *tls.Config   // nil: HTTP/1.1 without TLS, otherwise HTTP/2 and HTTP/1.1

	// Draining ends before the context of Run. Afterwards, every response closes its connection and
	// clients reconnect to another instance. Nil disables this.
	Draining context.Context
}

// NewServer returns a server with all timeouts. Handlers of streams change the write timeout.
// net/http itself refuses requests that it cannot parse. These responses have no envelope.
func NewServer(o ServerOptions) *Server {
	return &Server{drainTimeout: o.DrainTimeout, http: &http.Server{
		Handler:           closeConnections(o.Draining, o.Handler),
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      readTimeout + o.LongestDeadline + writeMargin,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,

		DisableGeneralOptionsHandler: true, // the handler also gets OPTIONS *
		ErrorLog:                     log.New(connectionLog{cmp.Or(o.ErrorLog, slog.Default())}, "", 0),
		TLSConfig:                    o.TLS,
	}}
}

// connectionLog writes the errors of an http.Server to a log. Failed handshakes have level debug,
// because every scanner causes them.
type connectionLog struct{ *slog.Logger }

func (l connectionLog) Write(line []byte) (int, error) {
	level, text := slog.LevelWarn, strings.TrimSuffix(string(line), "\n")
	if strings.HasPrefix(text, "http: TLS handshake error") {
		level = slog.LevelDebug
	}
	l.Log(context.Background(), level, text)
	return len(line), nil
}

// closeConnections closes connections after responses during draining. It does not close idle
// connections, because a load balancer may be sending on them. It also closes connections after
// bodies with a Transfer-Encoding, because they may have had a Content-Length too (RFC 9112 §6.1).
func closeConnections(draining context.Context, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if draining != nil && draining.Err() != nil || len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Run serves l until ctx ends. It then waits up to the drain timeout for requests and closes the
// remaining connections. It always closes l and returns nil if all requests finished.
func (s *Server) Run(ctx context.Context, l net.Listener) error {
	served := make(chan error, 1)
	go func() {
		if s.http.TLSConfig != nil {
			served <- s.http.ServeTLS(l, "", "")
		} else {
			served <- s.http.Serve(l)
		}
	}()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	deadline, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.drainTimeout)
	defer cancel()
	err := s.http.Shutdown(deadline)
	if err != nil {
		err = errors.Join(err, s.http.Close())
	}
	if end := <-served; !errors.Is(end, http.ErrServerClosed) {
		err = errors.Join(err, end)
	}
	return err
}

// Options are the dependencies and settings of New. Fields without a stated default are required.
type Options struct {
	Contract *contract.Catalogue
	Brands   func(host string) (*bff.Brand, bool) // host is in lower case, without port
	Sessions bff.Sessions
	Upstream bff.Upstream
	// Refusal returns the reason to refuse a call before sending it, or nil. It must be cheap. If
	// nil, the gateway refuses nothing early.
	Refusal          func(brand *bff.Brand, call *bff.Call, p bff.Partition) error
	Cache            *cache.Cache // nil disables caching
	Maintenance      Maintenance
	Limiter          bff.Limiter
	Blocks           *block.List
	IdempotencyStore bff.IdempotencyStore
	// Draft returns the valid draft of a brand, or nil. PreviewPass returns the expiry of a pass to
	// the draft. ok is false if the pass is forged, expired or for another brand.
	Draft func(brand string) *bff.Brand
	// AllBrands are the brands whose consoles may show a preview in a frame.
	AllBrands   func() []*bff.Brand
	PreviewPass func(brand, pass string) (until time.Time, ok bool)
	Events      *events.Hub
	Bus         bff.Bus // receives balance changes
	Payments    *payments.Follower
	Protection  Protection
	// IsNewDevice reports whether a player has logged in before, but never from this kind of
	// device. RememberDevice records a completed login.
	IsNewDevice    func(ctx context.Context, brand, player, agent string) (bool, error)
	RememberDevice func(ctx context.Context, brand, player, agent string) error
	// Suggest returns the data of search/suggest. It fails with ReasonUnavailable until the brand's
	// lists have been read.
	Suggest func(ctx context.Context, q bff.SearchQuery) (json.RawMessage, error)

	Site http.Handler // serves all requests without a route, with the brand in bff.ScopeOf(ctx)
	Mock http.Handler // serves /mock/ and /__mock/, nil disables them
	// Partition returns the partition of a tester's request. If nil, the partition is always the
	// brand.
	Partition func(*http.Request, *bff.Brand) bff.Partition
	Staff     http.Handler                     // serves /staff/v1/, the console's API, nil disables it
	Bootstrap func(*bff.Scope) ([]byte, error) // returns the JSON of /v1/bootstrap
	// Row returns the games of a section of the lobby, or nil if the platform did not return them.
	Row func(ctx context.Context, s *bff.Scope, section string) *bff.Row
	// Vitals counts a valid report of /v1/vitals and may change it. Nil disables the path.
	Vitals func(ctx context.Context, s *bff.Scope, r *bff.VitalsReport)
	Ready  func() []string // returns reasons not to send traffic to this instance

	TrustedProxies []netip.Prefix   // proxies with trusted forwarding headers, default none
	CountryHeader  string           // their header with the visitor's country (ISO 3166), empty: unknown
	Clock          func() time.Time // default time.Now
	Log            *slog.Logger
	AccessLog      AccessLog    // for requests, nil disables it
	Observer       bff.Observer // nil disables it
	// Heartbeats returns a ticker for the heartbeats of one stream of /v1/events. The default is
	// every 15 s.
	Heartbeats func() (beats <-chan time.Time, stop func())
}

// Protection enforces the limits, breaks and exclusions of players. Its errors are reasons. See
// protection.Service.
type Protection interface {
	Call(ctx context.Context, brand *bff.Brand, player, method string, data map[string]any,
		platform protection.PlatformPlayer) (json.RawMessage, error)
	Restriction(ctx context.Context, brand *bff.Brand, player string) protection.Restriction

	Reserve(ctx context.Context, brand *bff.Brand, player string, name protection.DepositName,
		platform protection.PlatformPlayer) error
	Settle(ctx context.Context, c bff.PaymentChanged) error
	Unsettled(ctx context.Context, brand, player string) ([]bff.WaitingPayment, error)

	MayPlay(ctx context.Context, brand *bff.Brand, player string, platform protection.PlatformPlayer) error
	MinuteDue(ctx context.Context, brand *bff.Brand, player string) bool
	NoteMinute(ctx context.Context, brand *bff.Brand, player string, platform protection.PlatformPlayer)

	PersonDue(ctx context.Context, brand *bff.Brand, player string) bool
	NotePerson(ctx context.Context, brand *bff.Brand, player string, d protection.PersonalData) error
	MayRegister(ctx context.Context, brand *bff.Brand, d protection.PersonalData) (isKnown bool, err error)
	Registered(ctx context.Context, brand *bff.Brand, d protection.PersonalData, wanted protection.FirstLimit) error
	LoggedIn(ctx context.Context, brand *bff.Brand, id bff.Identity,
		profile func() (protection.PersonalData, error)) error
}

// AccessLog writes the log lines of requests. Package telemetry implements it.
type AccessLog interface {
	// Enabled reports whether the log writes lines of a level.
	Enabled(level slog.Level) bool
	// Request writes the line of a request. unlogged is the number of earlier, equal requests
	// without a line.
	Request(level slog.Level, o *bff.Observation, unlogged int)
}

// Maintenance returns the maintenance state of brands. Package maintenance implements it.
type Maintenance interface {
	// State returns the state of a call or a part of a brand. If name is empty, it returns the
	// state of the whole site.
	State(brand, name string) bff.MaintenanceState
	// StateFor returns the state for one visitor. The state is off if a notice lists the visitor's
	// address or pass is valid.
	StateFor(brand, name string, visitor netip.Addr, pass string) bff.MaintenanceState
	// BypassValidUntil returns the expiry of a bypass pass. ok is false if the pass is forged,
	// expired or for another brand.
	BypassValidUntil(brand, pass string) (until time.Time, ok bool)
	// Planned returns the maintenance of a brand that starts within a day, if any.
	Planned(brand string) (bff.MaintenanceWindow, bool)
}
