package gateway

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
)

// staticFile is a cacheable file with its ETag.
type staticFile struct {
	contentType, etag string
	body              []byte
	immutable         bool // the URL contains the version
}

func newStaticFile(contentType string, body []byte) staticFile {
	sum := sha256.Sum256(body)
	return staticFile{contentType: contentType, etag: `"` + hex.EncodeToString(sum[:12]) + `"`, body: body}
}

// serve sends the file, or 304 if the browser has it.
func (f staticFile) serve(c *gin.Context) {
	c.Header("Content-Type", f.contentType)
	c.Header("Etag", f.etag)
	c.Header("Cache-Control", "no-cache") // cacheable, but only with revalidation
	if f.immutable {
		c.Header("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, bytes.NewReader(f.body))
}

func (g *gateway) datas(c *gin.Context) {
	body, ok := infoOf(c).scope.Brand.Datas[c.Param("file")]
	if !ok {
		g.refuse(c, bff.ReasonUnknownCall)
		return
	}
	newStaticFile(contentTypeJSON, body).serve(c)
}

// texts serves the texts of the brand in a language and namespace. A request with their version can
// cache them indefinitely.
func (g *gateway) texts(c *gin.Context) {
	t := infoOf(c).scope.Brand.Texts[c.Param("lang")]
	namespace, isJSON := strings.CutSuffix(c.Param("file"), ".json")
	if t == nil || !isJSON || t.Namespaces[namespace] == nil {
		g.refuse(c, bff.ReasonUnknownCall)
		return
	}
	body, err := json.Marshal(t.Namespaces[namespace])
	if err != nil {
		g.refuse(c, err)
		return
	}
	f := newStaticFile(contentTypeJSON, body)
	f.immutable = c.Query("v") == t.Version
	f.serve(c)
}

// json sends a response without an envelope, for paths that are not calls.
func (g *gateway) json(c *gin.Context, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		g.refuse(c, err)
		return
	}
	send(c, status, body, lengthOf(body))
}

func (g *gateway) licences(c *gin.Context) {
	licences := append([]bff.Licence{}, infoOf(c).scope.Brand.Licences...) // not null if empty
	g.json(c, http.StatusOK, gin.H{"licences": licences})
}

// bootstrap serves /v1/bootstrap. It uses the language of the query if the brand supports it.
func (g *gateway) bootstrap(c *gin.Context) {
	scope := &infoOf(c).scope
	queryLanguage(c, scope)
	body, err := g.Bootstrap(scope)
	if err != nil {
		g.refuse(c, err)
		return
	}
	send(c, http.StatusOK, body, lengthOf(body))
}

// queryLanguage sets the language of a scope to the language of the query if the brand supports it.
func queryLanguage(c *gin.Context, scope *bff.Scope) {
	if lang := c.Query("Lang"); scope.Brand.SupportsLanguage(lang) {
		scope.Lang = lang
	}
}

// rows serves /v1/rows. It refuses sections like the call for lists of slots.
func (g *gateway) rows(c *gin.Context) {
	info := infoOf(c)
	scope, section := &info.scope, c.Query("section")
	queryLanguage(c, scope)
	call, ok := g.Contract.Lookup("casino", "games_list")
	switch {
	case !ok, !scope.Brand.HasRow(section), !scope.Brand.Features["slots"]:
		g.refuse(c, bff.ReasonUnknownCall)
	case g.isBlocked(c.Request, info):
		g.refuse(c, bff.ReasonRegionBlocked)
	case !scope.Brand.Supports(call):
		g.refuse(c, bff.ReasonUnsupported)
	default:
		if err := g.maintenanceRefusal(c.Request, scope, call.Name(), call.Rules.Part); err != nil {
			g.refuse(c, err)
		} else if row := g.Row(c.Request.Context(), scope, section); row != nil {
			g.json(c, http.StatusOK, row)
		} else {
			g.refuse(c, bff.ReasonUnavailable)
		}
	}
}

func (g *gateway) ipInfo(c *gin.Context) {
	info := infoOf(c)
	g.json(c, http.StatusOK, struct {
		IP      string `json:"ip"`
		Country string `json:"country"`
	}{info.scope.Visitor.String(), g.country(c.Request, info)})
}

type healthView struct {
	Status  string   `json:"status"` // ok, degraded or draining
	Reasons []string `json:"reasons,omitempty"`
}

// Draining is the reason that Options.Ready returns during a shutdown.
const Draining = "draining"

// health serves /healthz, the liveness probe.
func (g *gateway) health(c *gin.Context) { g.json(c, http.StatusOK, healthView{Status: "ok"}) }

// ready serves /readyz, the readiness probe.
func (g *gateway) ready(c *gin.Context) {
	reasons := g.Ready()
	switch {
	case len(reasons) == 0:
		g.json(c, http.StatusOK, healthView{Status: "ok"})
	case slices.Contains(reasons, Draining):
		g.json(c, http.StatusServiceUnavailable, healthView{Status: Draining, Reasons: reasons})
	default:
		// Removing instances from the load balancer would not restore a lost dependency.
		g.json(c, http.StatusOK, healthView{Status: "degraded", Reasons: reasons})
	}
}

// Bounds of the body of /v1/vitals.
const (
	maxVitalsBytes   = 2 << 10
	maxVitalsNesting = 4
)

// vitals serves POST /v1/vitals. It reads no cookie.
func (g *gateway) vitals(c *gin.Context) {
	if err := g.countVitals(c); err != nil {
		g.refuse(c, err)
		infoOf(c).observation.Code = 0 // otherwise the log for staff would store the visitor's address
		return
	}
	c.Status(204)
}

func (g *gateway) countVitals(c *gin.Context) error {
	info := infoOf(c)
	// navigator.sendBeacon sends texts as text/plain.
	mediaType, _, _ := strings.Cut(c.GetHeader("Content-Type"), ";")
	switch {
	case g.Vitals == nil || !info.scope.Brand.Vitals.Enabled:
		return bff.ReasonUnknownCall
	case !g.isSameOrigin(c.Request, info):
		return bff.ReasonOriginRefused
	case mediaType != "text/plain" && !isJSON(c.Request.Header):
		return bff.ReasonMediaType
	}
	body, err := readBody(c.Writer, c.Request, maxVitalsBytes)
	if err != nil {
		return err
	}
	value, err := strictjson.Parse(body, maxVitalsNesting)
	if err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	if invalid := g.Contract.CheckFields("VitalsReport", value); invalid != nil {
		invalid.Field = truncate(invalid.Field)
		return bff.InvalidPayload(invalid)
	}
	var report bff.VitalsReport
	if err := json.Unmarshal(body, &report); err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	g.Vitals(c.Request.Context(), &info.scope, &report)
	return nil
}
