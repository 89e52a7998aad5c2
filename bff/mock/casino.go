// Package mock is a casino platform without real money: the upstream of the demo, of front-end
// developers and of tests. Its handler speaks the platform's envelope and serves the pictures
// and game pages that responses link to. Each tester can use a separate world.
package mock

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff/contract"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/games"
	"croupier/bff/mock/recording"
	"croupier/bff/mock/scenario"
	"croupier/bff/mock/world"
)

// Options configure a casino.
type Options struct {
	Seed     uint64              // the same seed and clock give the same responses
	Clock    func() time.Time    // nil: the wall clock
	Scenario string              // active in each new world; empty: none
	Control  bool                // serve the control API /__mock/
	BaseURL  string              // prefix of the paths in responses; empty: they are relative
	Sites    map[string]string   // origin of each brand's site by brand id; "" for the other brands
	Log      *slog.Logger        // nil: nothing is logged
	Contract *contract.Catalogue // shown at /__mock/, with examples as responses; may be nil

	// Wait delays a response and reports false if the caller gave up meanwhile. nil: by the wall
	// clock.
	Wait      func(ctx context.Context, d time.Duration) bool
	Recording *recording.Recording // replaces responses of the world; nil: none
}

// Casino is the platform with all its worlds. It is safe for concurrent use.
type Casino struct {
	http.Handler // of POST /endpoint/v1, /mock/ and, with Control, /__mock/

	options  Options
	registry map[string]calls.Func
	worlds   *worlds
	bitmaps  bitmaps
}

// New returns a casino. It fails if an address of the options is invalid.
func New(o Options) (*Casino, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Wait == nil {
		o.Wait = wait
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.BaseURL = strings.TrimSuffix(o.BaseURL, "/")
	if o.BaseURL != "" && !strings.HasPrefix(o.BaseURL, "http://") && !strings.HasPrefix(o.BaseURL, "https://") {
		return nil, fmt.Errorf("mock: base address %q: want http:// or https://", o.BaseURL)
	}
	sites, err := checkSites(o.Sites)
	if err = cmp.Or(err, checkScenario("mock scenario", cmp.Or(o.Scenario, scenario.Happy))); err != nil {
		return nil, err
	}
	o.Sites = sites
	c := &Casino{options: o, registry: calls.Registry(o.Contract), worlds: newWorlds(o, world.NewCatalogue(o.Seed))}
	c.Handler = c.routes()
	return c, nil
}

// Paths of the platform.
const (
	EndpointPath = "/endpoint/v1"
	ControlPath  = "/__mock/"
	ImagesPath   = "/mock/images/" // image service
)

func (c *Casino) routes() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	e := gin.New()
	_ = e.SetTrustedProxies(nil) // visitors' addresses come in the envelope (uip)
	e.Use(c.recovery)
	e.Match([]string{http.MethodPost, http.MethodOptions}, EndpointPath, anyOrigin, c.endpoint)
	read := []string{http.MethodGet, http.MethodHead}
	e.Match(read, calls.ArtPath+":kind/:file", c.showPicture)
	e.Match(read, ImagesPath+"insecure/*path", c.showRendition)
	e.Match(append(read, http.MethodPost, http.MethodOptions), calls.PlayPath+"*path", gin.WrapH(games.Handler(c.Use)))
	c.payPages(e.Group(calls.PayPath))
	if c.options.Control {
		c.control(e.Group(ControlPath, c.sameSite))
		page(e.Group(ControlPath))
	}
	return e
}

// anyOrigin lets pages of every origin call the platform. They send the user object and no cookie.
func anyOrigin(g *gin.Context) {
	g.Header("Access-Control-Allow-Origin", "*")
	if g.Request.Method == http.MethodOptions {
		g.Header("Access-Control-Allow-Headers", "*")
		g.AbortWithStatus(http.StatusNoContent)
	}
}

// recovery turns a panic into an empty 500, except for http.ErrAbortHandler, with which faults
// reset connections.
func (c *Casino) recovery(g *gin.Context) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(p)
		}
		c.options.Log.Error("mock: panic", slog.String("panic", fmt.Sprint(p)),
			slog.String("stack", string(debug.Stack())))
		g.AbortWithStatus(http.StatusInternalServerError)
	}()
	g.Next()
}

// sandboxOf returns the sandbox and the secret of a token, which is "WORLD.SECRET".
func (c *Casino) sandboxOf(token string) (*sandbox, string, error) {
	name, secret, _ := strings.Cut(token, ".")
	s, ok := c.worlds.find(name)
	if !ok {
		return nil, "", world.ErrSession
	}
	return s, secret, nil
}

// Use is a games.Wallet.
func (c *Casino) Use(ctx context.Context, token, request string,
	f func(games.Session, games.Account) error,
) (games.Session, error) {
	s, secret, err := c.sandboxOf(token)
	if err != nil {
		return games.Session{}, err
	}
	session, err := s.bet(secret, func(games.Session, games.Account) error { return nil })
	if err == nil && request != "" {
		err = c.applyTo(ctx, request, s, session.Brand.ID)
	}
	if err != nil {
		return session, err
	}
	return s.bet(secret, f)
}

func (s *sandbox) bet(secret string, f func(games.Session, games.Account) error) (session games.Session, err error) {
	err = s.locked(func() error {
		b, err := s.world.Betting(secret)
		if err != nil {
			return err
		}
		session = b.Session()
		return f(session, b)
	})
	return session, err
}

// applyTo applies the faults and scenarios to a request of a game page. A page is delayed, never
// answered, or fails.
func (c *Casino) applyTo(ctx context.Context, request string, s *sandbox, brand string) error {
	e := s.active.For(brand, request, nil)
	if e == nil {
		return nil
	}
	if !c.options.Wait(ctx, e.Latency) {
		return ctx.Err()
	}
	switch {
	case e.Kind == scenario.Delay || e.Kind == scenario.Empty || e.Kind.Answers():
		return nil
	case e.Kind == scenario.Hang:
		<-ctx.Done()
		return ctx.Err()
	case request == scenario.Page && e.Kind != scenario.Refuse:
		return nil
	case e.Kind == scenario.Expired:
		return world.ErrSession
	case request == scenario.Page:
		return games.ErrProvider
	case e.Refused() == world.ErrFunds:
		return world.ErrFunds
	case e.Kind == scenario.Refuse && e.Refused() != world.ErrProvider:
		return games.ErrNotAllowed
	default: // the provider reports an error, or its response is unreadable
		return fmt.Errorf("%w: %s", games.ErrProvider, e.Kind)
	}
}
