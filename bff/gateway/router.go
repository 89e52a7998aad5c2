// Package gateway is the public HTTP front end of Croupier: router, middleware, strict request
// decoder and the pipeline of a call. Only this package writes responses to calls.
package gateway

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/eventstream"
)

// gateway contains the state of the handlers.
type gateway struct {
	Options
	hooks    map[string]*hook // by call name
	parsed   *bounded.Map[bodyKey, *parsedCall]
	openAPI  staticFile
	balances *bounded.Map[balanceKey, uint64] // hashes of recent balances, to detect changes

	refusalBodies sync.Map // refusalKey → []byte
	refusalLog    refusalLog

	registrationRefusals sync.Map // brand → duration of the platform's latest refusal
}

// New returns the handler of the public listener.
func New(o Options) http.Handler { return newGateway(o).router() }

func newGateway(o Options) *gateway {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Heartbeats == nil {
		o.Heartbeats = func() (<-chan time.Time, func()) {
			t := time.NewTicker(eventstream.HeartbeatInterval)
			return t.C, t.Stop
		}
	}
	return &gateway{
		Options: o, hooks: newHooks(), parsed: newParsedCalls(),
		balances:   bounded.New(bounded.Options[balanceKey, uint64]{MaxEntries: maxBalances}),
		refusalLog: refusalLog{kinds: map[refusalKind]refusalCount{}},
		openAPI:    newStaticFile("application/yaml", o.Contract.OpenAPI()),
	}
}

const pathGateway = "/endpoint/v1"

// apiPrefixes lists the paths of the gateway. Below them, only its routes exist.
var apiPrefixes = []string{pathGateway + "/", "/v1/", "/datas/", "/staff/v1/"}

// isAPI reports whether a path belongs to the gateway. Its responses are data that no page embeds
// or shows.
func isAPI(path string) bool {
	return path == pathGateway ||
		slices.ContainsFunc(apiPrefixes, func(prefix string) bool { return strings.HasPrefix(path, prefix) })
}

var readMethods = []string{http.MethodGet, http.MethodHead}

func (g *gateway) router() http.Handler {
	// gin has one mode per process. In debug mode, it prints every route to stdout.
	gin.SetMode(gin.ReleaseMode)
	r := gin.New()
	// The gateway uses visitorAddress, because gin's ClientIP trusts every proxy by default.
	r.ForwardedByClientIP = false
	_ = r.SetTrustedProxies(nil) // cannot fail for nil
	r.ContextWithFallback = true
	r.RedirectTrailingSlash = false

	// The order of the middleware matters:
	//  1. identify creates the requestInfo, which everything else uses.
	//  2. observe wraps recover, because it must also see recovered panics.
	//  3. recover wraps everything that may panic.
	r.Use(g.identify, g.observe, g.recover)

	// Probes use the address of the pod, which does not belong to a brand.
	r.Match(readMethods, "/healthz", g.health)
	r.Match(readMethods, "/readyz", g.ready)

	// All other routes need a brand, so status 421 precedes any other refusal.
	branded := r.Group("/", g.brand)
	branded.Any(pathGateway, g.cors, g.endpoint)
	branded.Any(callPath, g.nameCall, g.cors, g.endpoint)

	paths := branded.Group("/", g.limitAddress)
	paths.Match(readMethods, "/v1/check-maintenance", g.checkMaintenanceStatus)
	paths.Match(readMethods, "/v1/licenses", g.preview, g.licences)
	paths.Match(readMethods, "/v1/bootstrap", g.preview, g.bootstrap)
	paths.Match(readMethods, "/v1/rows", g.preview, g.rows)
	paths.Match(readMethods, "/v1/texts/:lang/:file", g.preview, g.texts)
	paths.Match(readMethods, "/v1/ip-info", g.ipInfo)
	paths.POST("/v1/vitals", g.vitals)
	paths.Match(readMethods, "/v1/openapi.yaml", g.openAPI.serve)
	paths.Match(readMethods, "/datas/:file", g.preview, g.datas)
	branded.GET("/v1/events", g.events)
	if g.Staff != nil {
		branded.Any("/staff/v1/*path", g.guardStaff, gin.WrapH(g.Staff))
	}
	if g.Mock != nil {
		branded.Any("/mock/*path", gin.WrapH(g.Mock))
		// The control API changes clocks and money. It serves only brands that allow it, and never
		// pages of other sites.
		branded.Any("/__mock/*path", g.guardMockControl, gin.WrapH(g.Mock))
	}
	r.NoRoute(g.brand, g.fallback)
	return r
}

// fallback serves requests without a route. It serves the player site, except below apiPrefixes.
func (g *gateway) fallback(c *gin.Context) {
	path := c.Request.URL.Path
	if path == pathGateway { // a method that gin does not know
		g.endpoint(c)
		return
	}
	if isAPI(path) {
		g.refuse(c, bff.ReasonUnknownCall)
		return
	}
	if !strings.HasPrefix(path, "/assets/") && !strings.HasPrefix(path, "/brand/") { // pages load many of these files
		if g.limitAddress(c); c.IsAborted() {
			return
		}
	}
	if g.acceptPass(c) {
		return
	}
	g.preview(c)
	info := infoOf(c)
	if info.scope.Brand.Content != nil {
		g.describeVisitor(c.Request, info)
	}
	info.scope.Origins = func() []string { return g.origins(c.Request.Host) }
	info.scope.RegionBlocked = g.isBlocked(c.Request, info)
	info.scope.ReadPlayer = g.playerReader(c.Request, info.viaProxy)
	c.Status(http.StatusOK) // gin presets 404, but the site sets the status itself
	g.Site.ServeHTTP(c.Writer, c.Request)
}
