package gateway

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// gateway holds what the stages of a call need.
type gateway struct {
	Options
	hooks   map[string]hook
	asked   *memory
	openAPI file
	seen    balances
}

// New joins the options into the handler of the public listener. It fails where a
// required option is missing.
func New(o Options) (http.Handler, error) {
	if err := o.check(); err != nil {
		return nil, fmt.Errorf("gateway: %w", err)
	}
	g := &gateway{Options: o, hooks: hooks(), asked: newMemory(), openAPI: newFile("application/yaml", o.Contract.OpenAPI())}
	return g.router(), nil
}

const pathGateway = "/endpoint/v1"

// ownPaths begin what is ours: below them there is nothing but the routes.
var ownPaths = []string{pathGateway + "/", "/v1/", "/datas/", "/staff/v1/"}

func (g *gateway) router() http.Handler {
	// gin knows its mode globally only; in debug mode it prints every route to stdout.
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	// A visitor's address is found by visitor(), from the configured proxies. gin's own
	// notion of it trusts everyone unless told not to, should anybody ever ask for it.
	r.ForwardedByClientIP = false
	_ = r.SetTrustedProxies(nil) // nil is always acceptable
	r.ContextWithFallback = true
	// A path is what was asked for, never what it might have meant.
	r.RedirectTrailingSlash = false

	// The order of the chain that every request passes:
	//  1. identify: the id comes first, for everything later names it.
	//  2. observe: sees whatever happens inside it, a recovered panic included.
	//  3. recover: outside of everything that may panic, inside of what must still count it.
	r.Use(g.identify, g.observe, g.recover)

	// Probes come by pod address: no host of a brand, and no need for one.
	r.Match(readMethods, "/healthz", g.health)
	r.Match(readMethods, "/readyz", g.ready)

	// Everything else belongs to a brand, or to nobody: 421 comes before any other refusal.
	branded := r.Group("/", g.brand)
	branded.Any(pathGateway, g.cross, g.endpoint)

	branded.Match(readMethods, "/v1/check-maintenance", g.checkMaintenance)
	branded.Match(readMethods, "/v1/licenses", g.licences)
	branded.Match(readMethods, "/v1/bootstrap", g.bootstrap)
	branded.Match(readMethods, "/v1/ip-info", g.ipInfo)
	branded.Match(readMethods, "/v1/openapi.yaml", g.serveOpenAPI)
	branded.Match(readMethods, "/datas/:file", g.datas)
	if g.Events != nil {
		branded.GET("/v1/events", g.events)
	}

	if g.Staff != nil {
		branded.Any("/staff/v1/*path", g.staffOnly, gin.WrapH(g.Staff))
	}
	if g.Mock != nil {
		branded.Any("/mock/*path", gin.WrapH(g.Mock))
		// The control surface moves clocks and money: only where the brand says so, and
		// never for a page of another site.
		branded.Any("/__mock/*path", g.controllable, gin.WrapH(g.Mock))
	}
	r.NoRoute(g.brand, g.other)
	return r
}

var readMethods = []string{http.MethodGet, http.MethodHead}

// other answers what no route answers: the player site, but for our own paths.
func (g *gateway) other(c *gin.Context) {
	path := c.Request.URL.Path
	if path == pathGateway { // by a method that gin has no name for
		g.endpoint(c)
		return
	}
	for _, own := range ownPaths {
		if strings.HasPrefix(path, own) {
			g.refuse(c, bff.ReasonUnknownCall)
			return
		}
	}
	if g.letIn(c) {
		return
	}
	// gin has preset 404 for this chain; the site decides for itself.
	c.Status(http.StatusOK)
	g.Site.ServeHTTP(c.Writer, c.Request)
}

// controllable lets a request through to the mock's control surface.
func (g *gateway) controllable(c *gin.Context) {
	scope := bff.ScopeOf(c.Request.Context())
	if !scope.Brand.Upstream.Control {
		c.Abort()
		g.refuse(c, bff.ReasonUnknownCall)
		return
	}
	if err := g.checkOrigin(c.Request, scope.Brand); err != nil {
		c.Abort()
		g.refuse(c, err)
	}
}
