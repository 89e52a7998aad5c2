package gateway

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
)

// maintenanceOf returns the maintenance state of a call for this visitor. The state of the call's
// part takes precedence.
func (g *gateway) maintenanceOf(hr *http.Request, scope *bff.Scope, call string, part bff.Part) bff.MaintenanceState {
	if s := g.maintenanceState(hr, scope, string(part)); s.On {
		return s
	}
	return g.maintenanceState(hr, scope, call)
}

// maintenanceState returns the state of a part or a call for this visitor. If name is empty, it
// returns the state of the whole site.
func (g *gateway) maintenanceState(hr *http.Request, scope *bff.Scope, name string) bff.MaintenanceState {
	s := g.Maintenance.State(scope.Brand.ID, name)
	if !s.On {
		return s
	}
	pass := ""
	if c, err := hr.Cookie(bypassCookieName(scope.Brand)); err == nil {
		pass = c.Value
	}
	return g.Maintenance.StateFor(scope.Brand.ID, name, scope.Visitor, pass)
}

// checkMaintenance refuses calls while their brand or their part of the site is under maintenance.
func (g *gateway) checkMaintenance(_ context.Context, r *request) error {
	if r.parsed.hook.duringMaintenance {
		return nil
	}
	return g.maintenanceRefusal(r.http, r.scope, r.scope.Call.Name(), r.scope.Rules.Part)
}

// maintenanceRefusal returns the reason to refuse a call during maintenance, or nil.
func (g *gateway) maintenanceRefusal(hr *http.Request, scope *bff.Scope, call string, part bff.Part) error {
	state := g.maintenanceOf(hr, scope, call, part)
	if !state.On {
		return nil
	}
	reason := bff.ReasonMaintenance
	if state.Partial {
		reason = bff.PartMaintenance(part, state.Message[scope.Lang], moment(scope.Brand, state.Until))
	}
	return reason.WithRetryAfter(cmp.Or(max(state.Until.Sub(g.Clock()), 0), maintenanceRetry))
}

// maintenanceRetry is the Retry-After of maintenance without a known end.
const maintenanceRetry = 30 * time.Second

// maintenanceView is a maintenance state for players.
type maintenanceView struct {
	Result  *bool    `json:"result,omitempty"` // true: open
	Part    bff.Part `json:"part,omitempty"`   // closed part
	Message string   `json:"message"`
	Until   *string  `json:"until"` // null if unknown
}

// maintenanceView returns the view of a state in the language of the scope.
func (g *gateway) maintenanceView(scope *bff.Scope, state bff.MaintenanceState) maintenanceView {
	message := cmp.Or(state.Message[scope.Lang], g.Contract.Message(scope.Lang, bff.ReasonMaintenance.Key, nil))
	return maintenanceView{Message: message, Until: moment(scope.Brand, state.Until)}
}

// moment returns a time in the format for players, or nil for the zero time.
func moment(brand *bff.Brand, t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := momentText(brand, t)
	return &text
}

func momentText(brand *bff.Brand, t time.Time) string {
	return t.In(brand.Zone()).Format(contract.MomentLayout)
}

// openView is the state of an open site, with closed parts and maintenance that starts within a
// day.
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

func (g *gateway) openView(hr *http.Request, scope *bff.Scope) openView {
	v := openView{Result: true}
	for _, part := range bff.Parts {
		if s := g.maintenanceOf(hr, scope, g.Contract.CallsOf(part)[0], part); s.On {
			v.Parts = append(v.Parts,
				maintenanceView{Part: part, Message: s.Message[scope.Lang], Until: moment(scope.Brand, s.Until)})
		}
	}
	if w, ok := g.Maintenance.Planned(scope.Brand.ID); ok {
		view := maintenanceView{Message: w.Message[scope.Lang], Until: moment(scope.Brand, w.Until)}
		parts := append([]bff.Part{}, w.Parts...) // not null if empty
		v.Planned = &plannedView{moment(scope.Brand, w.From), view, parts}
	}
	return v
}

// checkMaintenanceStatus serves /v1/check-maintenance. It uses the language of the query if the
// brand supports it.
func (g *gateway) checkMaintenanceStatus(c *gin.Context) {
	scope := &infoOf(c).scope
	queryLanguage(c, scope)
	g.json(c, http.StatusOK, g.siteStatus(c.Request, scope))
}

// siteStatus returns the maintenance state of the whole site for a visitor.
func (g *gateway) siteStatus(hr *http.Request, scope *bff.Scope) any {
	state := g.maintenanceState(hr, scope, "")
	if !state.On {
		return g.openView(hr, scope)
	}
	v := g.maintenanceView(scope, state)
	v.Result = new(bool)
	return v
}

func checkStatus(g *gateway, _ context.Context, r *request) error {
	state := g.maintenanceState(r.http, r.scope, "")
	if !state.On {
		return r.answerWith(maintenanceView{})
	}
	err := r.answerWith(g.maintenanceView(r.scope, state))
	r.answer.Result, r.answer.Debug = false, bff.ReasonMaintenance.Debug
	r.answer.Message = g.Contract.Message(r.scope.Lang, bff.ReasonMaintenance.Key, nil)
	return err
}

// Query parameters of bypass and preview links. The value "off" ends a preview.
const (
	bypassQuery  = "bypass"
	previewQuery = "preview"
	previewOff   = "off"
	framedQuery  = "framed" // with previewQuery, the preview is in a frame of the console
)

// bypassCookieName returns the name of the cookie with a bypass pass. See bff.Brand.SessionCookie.
func bypassCookieName(brand *bff.Brand) string { return brand.SessionCookie() + "-pass" }

func previewCookieName(brand *bff.Brand) string { return brand.SessionCookie() + "-preview" }

// acceptPass moves a valid pass from the query into a cookie and redirects. It reports whether it
// sent a response.
func (g *gateway) acceptPass(c *gin.Context) bool {
	if !slices.Contains(readMethods, c.Request.Method) || c.Request.URL.RawQuery == "" {
		return false
	}
	query, brand := c.Request.URL.Query(), infoOf(c).scope.Brand
	for _, of := range []struct {
		name, cookie string
		validUntil   func(brand, pass string) (time.Time, bool)
	}{
		{bypassQuery, bypassCookieName(brand), g.Maintenance.BypassValidUntil},
		{previewQuery, previewCookieName(brand), g.PreviewPass},
	} {
		pass, age := query.Get(of.name), -1
		if of.name == previewQuery && pass == previewOff {
			pass = ""
		} else if until, ok := of.validUntil(brand.ID, pass); ok && pass != "" {
			age = max(int(until.Sub(g.Clock())/time.Second), 1)
		} else {
			continue
		}
		cookie := newCookie(brand, of.cookie, pass, age)
		if of.name == previewQuery {
			other := newCookie(brand, of.cookie, "", -1)
			framed := other
			if query.Get(framedQuery) != "" {
				framed = cookie
			}
			// The console may be on another site. Browsers also accept Secure from http://localhost.
			framed.SameSite, framed.Secure, framed.Partitioned = http.SameSiteNoneMode, true, true
			query.Del(framedQuery)
			http.SetCookie(c.Writer, other) // a frame of the same site has both cookies
		}
		http.SetCookie(c.Writer, cookie)
		query.Del(of.name)
		// Without the trim, a path with two leading slashes would redirect to another host.
		to := url.URL{Path: "/" + strings.TrimLeft(c.Request.URL.Path, "/"), RawQuery: query.Encode()}
		c.Header("Cache-Control", "no-store")
		c.Header("Referrer-Policy", "no-referrer")
		c.Redirect(http.StatusSeeOther, to.String())
		return true
	}
	return false
}

// previewedDraft returns the brand's draft for a browser with a pass, or nil.
func (g *gateway) previewedDraft(hr *http.Request, brand *bff.Brand) *bff.Brand {
	cookie, err := hr.Cookie(previewCookieName(brand))
	if err != nil {
		return nil
	}
	if _, ok := g.PreviewPass(brand.ID, cookie.Value); !ok {
		return nil
	}
	return g.Draft(brand.ID)
}

// preview shows the brand's draft to a browser with a pass. It applies to pages and their data, except
// pages of the console. Calls remain those of the published brand, with the content of the draft.
func (g *gateway) preview(c *gin.Context) {
	scope := &infoOf(c).scope
	draft := g.previewedDraft(c.Request, scope.Brand)
	if draft == nil || strings.HasPrefix(c.Request.URL.Path, bff.ConsolePath) {
		return
	}
	scope.Brand, scope.Preview = scope.Brand.Previewed(draft), true
	scope.Lang = scope.Brand.DefaultLang()
	c.Writer = &uncachedWriter{c.Writer}
}

// origins returns the origins of all hosts of all brands, with the port of a request.
func (g *gateway) origins(requestHost string) (out []string) {
	for _, b := range g.AllBrands() {
		for _, host := range b.Hosts {
			out = append(out, b.OriginAt(host, requestHost))
		}
	}
	return out
}

// uncachedWriter prevents caching of a response, regardless of its handler.
type uncachedWriter struct{ gin.ResponseWriter }

// forbid sets the headers. The methods below call it before they send anything.
func (w *uncachedWriter) forbid() {
	w.Header()["Cache-Control"] = []string{"private, no-store"}
	w.Header()["Croupier-Preview"] = []string{"draft"}
	w.Header().Del("Etag")
}

func (w *uncachedWriter) WriteHeader(status int) {
	w.forbid()
	w.ResponseWriter.WriteHeader(status)
}

func (w *uncachedWriter) WriteHeaderNow() {
	w.forbid()
	w.ResponseWriter.WriteHeaderNow()
}

func (w *uncachedWriter) Write(b []byte) (int, error) {
	w.forbid()
	return w.ResponseWriter.Write(b)
}

func (w *uncachedWriter) WriteString(s string) (int, error) {
	w.forbid()
	return w.ResponseWriter.WriteString(s)
}
