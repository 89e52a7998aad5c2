package gateway

import (
	"bytes"
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

// file is bytes that a browser may keep, with what it takes to ask whether they changed.
type file struct {
	contentType, etag string
	body              []byte
}

func newFile(contentType string, body []byte) file {
	sum := sha256.Sum256(body)
	return file{contentType: contentType, etag: `"` + hex.EncodeToString(sum[:12]) + `"`, body: body}
}

// serve sends the file, or 304 to a browser that has it.
func (f file) serve(c *gin.Context) {
	c.Header("Content-Type", f.contentType)
	c.Header("Etag", f.etag)
	c.Header("Cache-Control", "no-cache") // keep it, and ask whether it still holds
	http.ServeContent(c.Writer, c.Request, "", time.Time{}, bytes.NewReader(f.body))
}

// datas answers /datas/NAME from the brand's files.
func (g *gateway) datas(c *gin.Context) {
	body, ok := bff.ScopeOf(c.Request.Context()).Brand.Datas[c.Param("file")]
	if !ok {
		g.refuse(c, bff.ReasonUnknownCall)
		return
	}
	newFile(contentTypeJSON, body).serve(c)
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

// maintenanceView tells players about maintenance.
type maintenanceView struct {
	Result  *bool   `json:"result,omitempty"` // true: open
	Message string  `json:"message"`
	Until   *string `json:"until"` // null: nobody knows
}

// maintenance gives what players are told of a state in lang.
func (g *gateway) maintenance(scope *bff.Scope, state bff.MaintenanceState) maintenanceView {
	v := maintenanceView{Message: state.Message[scope.Lang]}
	if v.Message == "" {
		v.Message = g.Contract.Message(scope.Lang, bff.ReasonMaintenance.Key, nil)
	}
	if !state.Until.IsZero() {
		until := state.Until.In(zone(scope.Brand)).Format(contract.MomentLayout)
		v.Until = &until
	}
	return v
}

// checkMaintenance answers /v1/check-maintenance, in the language of its Lang where the
// brand speaks it.
func (g *gateway) checkMaintenance(c *gin.Context) {
	scope := bff.ScopeOf(c.Request.Context())
	if lang := c.Query("Lang"); scope.Brand.SupportsLanguage(lang) {
		scope.Lang = lang
	}
	g.json(c, http.StatusOK, g.siteStatus(c.Request, scope))
}

// siteStatus is what a visitor is told of the whole site (calls.md §4).
func (g *gateway) siteStatus(r *http.Request, scope *bff.Scope) any {
	state := g.maintenanceState(r, scope, "")
	if !state.On {
		return struct {
			Result bool `json:"result"`
		}{true}
	}
	v := g.maintenance(scope, state)
	v.Result = new(bool)
	return v
}

// checkStatus answers the call maintenance/check_status.
func checkStatus(g *gateway, x *exchange) (*bff.Answer, error) {
	state := g.maintenanceState(x.http, x.scope, "")
	if !state.On {
		return &bff.Answer{Result: true, Data: json.RawMessage(`{"message":"","until":null}`), Code: http.StatusOK}, nil
	}
	view := g.maintenance(x.scope, state)
	data, err := json.Marshal(view)
	if err != nil {
		return nil, err
	}
	return &bff.Answer{
		Message: g.Contract.Message(x.scope.Lang, bff.ReasonMaintenance.Key, nil),
		Data:    data,
		Code:    http.StatusOK,
		Debug:   bff.ReasonMaintenance.Debug,
	}, nil
}

// licences answers /v1/licenses.
func (g *gateway) licences(c *gin.Context) {
	held := bff.ScopeOf(c.Request.Context()).Brand.Licences
	g.json(c, http.StatusOK, struct {
		Licences []bff.Licence `json:"licences"`
	}{append([]bff.Licence{}, held...)}) // an empty list, never null
}

// bootstrap answers /v1/bootstrap.
func (g *gateway) bootstrap(c *gin.Context) {
	body, err := g.Bootstrap(bff.ScopeOf(c.Request.Context()))
	if err != nil {
		g.refuse(c, err)
		return
	}
	c.Header("Cache-Control", "no-store")
	send(c, http.StatusOK, contentTypeJSON, body)
}

// ipInfo answers /v1/ip-info.
func (g *gateway) ipInfo(c *gin.Context) {
	visitor := bff.ScopeOf(c.Request.Context()).Visitor
	g.json(c, http.StatusOK, struct {
		IP      string `json:"ip"`
		Country string `json:"country"`
	}{visitor.String(), g.country(c.Request)})
}

// healthView is the answer of the probes.
type healthView struct {
	Status  string   `json:"status"` // ok, degraded or draining
	Reasons []string `json:"reasons,omitempty"`
}

// Draining is the reason of Options.Ready while the server ends.
const Draining = "draining"

// health answers /healthz: the process lives.
func (g *gateway) health(c *gin.Context) { g.json(c, http.StatusOK, healthView{Status: "ok"}) }

// ready answers /readyz: traffic may be sent here.
func (g *gateway) ready(c *gin.Context) {
	reasons := g.Ready()
	switch {
	case len(reasons) == 0:
		g.json(c, http.StatusOK, healthView{Status: "ok"})
	case slices.Contains(reasons, Draining):
		g.json(c, http.StatusServiceUnavailable, healthView{Status: Draining, Reasons: reasons})
	default:
		// Every part goes on without what it has lost; turning players away would not bring
		// it back, and with a shared store would turn them away everywhere at once.
		g.json(c, http.StatusOK, healthView{Status: "degraded", Reasons: reasons})
	}
}
