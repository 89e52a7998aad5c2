package gateway

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
)

// staticFile is a file that browsers may cache, with its validator.
type staticFile struct {
	contentType, etag string
	body              []byte
}

func newStaticFile(contentType string, body []byte) staticFile {
	sum := sha256.Sum256(body)
	return staticFile{contentType: contentType, etag: `"` + hex.EncodeToString(sum[:12]) + `"`, body: body}
}

// serve sends the file, or 304 to a browser that has it.
func (f staticFile) serve(c *gin.Context) {
	c.Header("Content-Type", f.contentType)
	c.Header("Etag", f.etag)
	c.Header("Cache-Control", "no-cache") // may be cached, but must be revalidated
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, bytes.NewReader(f.body))
}

// datas answers /datas/NAME from the brand's files.
func (g *gateway) datas(c *gin.Context) {
	body, ok := infoOf(c).scope.Brand.Datas[c.Param("file")]
	if !ok {
		g.refuse(c, bff.ReasonUnknownCall)
		return
	}
	newStaticFile(contentTypeJSON, body).serve(c)
}

// serveOpenAPI answers /v1/openapi.yaml.
func (g *gateway) serveOpenAPI(c *gin.Context) { g.openAPI.serve(c) }

// json answers a path that is no call, and so has no envelope.
func (g *gateway) json(c *gin.Context, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil {
		g.refuse(c, err)
		return
	}
	c.Header("Cache-Control", "no-store")
	send(c, status, contentTypeJSON, body)
}

// maintenanceView is a maintenance state as players receive it.
type maintenanceView struct {
	Result  *bool    `json:"result,omitempty"` // true: open
	Part    bff.Part `json:"part,omitempty"`   // that is closed
	Message string   `json:"message"`
	Until   *string  `json:"until"` // null when unknown
}

// maintenanceView returns the view of a state in the language of the scope.
func (g *gateway) maintenanceView(scope *bff.Scope, state bff.MaintenanceState) maintenanceView {
	v := maintenanceView{Message: state.Message[scope.Lang]}
	if v.Message == "" {
		v.Message = g.Contract.Message(scope.Lang, bff.ReasonMaintenance.Key, nil)
	}
	v.Until = moment(scope.Brand, state.Until)
	return v
}

// moment returns a time as players receive it, nil for none.
func moment(brand *bff.Brand, t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := t.In(brand.Zone()).Format(contract.MomentLayout)
	return &text
}

// openView is the state of an open site: its closed parts, and the maintenance that begins within a day.
type openView struct {
	Result  bool              `json:"result"`
	Parts   []maintenanceView `json:"parts,omitempty"`
	Planned *plannedView      `json:"planned,omitempty"`
}

type plannedView struct {
	From *string `json:"from"`
	maintenanceView
	Parts []bff.Part `json:"parts"`
}

// openView returns the state of an open site for a visitor.
func (g *gateway) openView(hr *http.Request, scope *bff.Scope) openView {
	v := openView{Result: true}
	for _, part := range bff.Parts {
		if s := g.maintenanceOf(hr, scope, g.Contract.CallsOf(part)[0], part); s.On {
			v.Parts = append(v.Parts, maintenanceView{Part: part, Message: s.Message[scope.Lang], Until: moment(scope.Brand, s.Until)})
		}
	}
	if w, ok := g.Planned(scope.Brand.ID); ok {
		view := maintenanceView{Message: w.Message[scope.Lang], Until: moment(scope.Brand, w.Until)}
		v.Planned = &plannedView{moment(scope.Brand, w.From), view, append([]bff.Part{}, w.Parts...)} // parts: not null when empty
	}
	return v
}

// checkMaintenanceStatus answers /v1/check-maintenance, in the language of its Lang parameter if
// the brand supports it.
func (g *gateway) checkMaintenanceStatus(c *gin.Context) {
	scope := &infoOf(c).scope
	if lang := c.Query("Lang"); scope.Brand.SupportsLanguage(lang) {
		scope.Lang = lang
	}
	g.json(c, http.StatusOK, g.siteStatus(c.Request, scope))
}

// siteStatus returns the maintenance state of the whole site for a visitor (calls.md §4).
func (g *gateway) siteStatus(hr *http.Request, scope *bff.Scope) any {
	state := g.maintenanceState(hr, scope, "")
	if !state.On {
		return g.openView(hr, scope)
	}
	v := g.maintenanceView(scope, state)
	v.Result = new(bool)
	return v
}

// checkStatus answers the call maintenance/check_status.
func checkStatus(g *gateway, _ context.Context, r *request) (outcome, error) {
	state := g.maintenanceState(r.http, r.scope, "")
	if !state.On {
		return outcome{answer: &bff.Answer{Result: true, Data: json.RawMessage(`{"message":"","until":null}`), Code: http.StatusOK}}, nil
	}
	data, err := json.Marshal(g.maintenanceView(r.scope, state))
	if err != nil {
		return outcome{}, err
	}
	return outcome{answer: &bff.Answer{
		Message: g.Contract.Message(r.scope.Lang, bff.ReasonMaintenance.Key, nil),
		Data:    data,
		Code:    http.StatusOK,
		Debug:   bff.ReasonMaintenance.Debug,
	}}, nil
}

// licences answers /v1/licenses.
func (g *gateway) licences(c *gin.Context) {
	licences := append([]bff.Licence{}, infoOf(c).scope.Brand.Licences...) // not null when empty
	g.json(c, http.StatusOK, struct {
		Licences []bff.Licence `json:"licences"`
	}{licences})
}

// bootstrap answers /v1/bootstrap, with texts in the language of the query where the brand has it.
func (g *gateway) bootstrap(c *gin.Context) {
	scope := &infoOf(c).scope
	if lang := c.Query("Lang"); scope.Brand.SupportsLanguage(lang) {
		scope.Lang = lang
	}
	body, err := g.Bootstrap(scope)
	if err != nil {
		g.refuse(c, err)
		return
	}
	c.Header("Cache-Control", "no-store")
	send(c, http.StatusOK, contentTypeJSON, body)
}

// ipInfo answers /v1/ip-info.
func (g *gateway) ipInfo(c *gin.Context) {
	info := infoOf(c)
	g.json(c, http.StatusOK, struct {
		IP      string `json:"ip"`
		Country string `json:"country"`
	}{info.scope.Visitor.String(), g.country(c.Request, info)})
}

// healthView is the answer to probes.
type healthView struct {
	Status  string   `json:"status"` // ok, degraded or draining
	Reasons []string `json:"reasons,omitempty"`
}

// Draining is the reason that Options.Ready returns during shutdown.
const Draining = "draining"

// health answers /healthz, the liveness probe.
func (g *gateway) health(c *gin.Context) { g.json(c, http.StatusOK, healthView{Status: "ok"}) }

// ready answers /readyz, the readiness probe.
func (g *gateway) ready(c *gin.Context) {
	reasons := g.Ready()
	switch {
	case len(reasons) == 0:
		g.json(c, http.StatusOK, healthView{Status: "ok"})
	case slices.Contains(reasons, Draining):
		g.json(c, http.StatusServiceUnavailable, healthView{Status: Draining, Reasons: reasons})
	default:
		// Every part continues without a lost dependency. Removing instances from the load
		// balancer would not restore it, and with a shared store would remove all of them.
		g.json(c, http.StatusOK, healthView{Status: "degraded", Reasons: reasons})
	}
}
