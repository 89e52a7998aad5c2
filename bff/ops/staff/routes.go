package staff

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/ops/studio"
)

const base = "/staff/v1"

// access determines the brands at which a request needs the role of its route.
type access int

const (
	public access = iota // no login
	// anyLogin routes need no role and no authenticator. They concern the account itself.
	anyLogin
	// atSomeBrand routes need the role at one brand or more. Their handlers check a brand of the
	// query or the body with visit.may, and omit data of brands at which the account has no role.
	atSomeBrand
	atBrand  // the role at the :brand of their path
	atBrands // the role at the :brand of their path, which may be Everywhere
	// atAllBrands routes need the role at Everywhere. The role at each brand is not enough, because
	// they also affect brands that are added later.
	atAllBrands
)

// route is one row of contracts/staff.yaml.
type route struct {
	method string
	path   string // with the names of its query fields: /sessions?username&brand
	role   Role   // required role, empty for public and anyLogin
	access access
	// do returns the response's body. nil is an empty object or a response already written.
	do func(*server, *gin.Context, *visit) (body any, err error)
}

// routes lists every path with its role. The server refuses other paths and query fields.
var routes = []route{
	{http.MethodPost, "/login", "", public, (*server).login},
	{http.MethodGet, "/login?failure", "", public, (*server).loginOptions},
	{http.MethodGet, "/login/company", "", public, (*server).beginCompanyLogin},
	{http.MethodGet, callbackPath + "?code&state&iss&error", "", public, (*server).finishCompanyLogin},
	{http.MethodPost, "/login/backchannel", "", public, (*server).logoutByProvider},
	{http.MethodPost, "/logout", "", anyLogin, (*server).logout},
	{http.MethodGet, "/me", "", anyLogin, (*server).me},
	{http.MethodPost, "/invitation", "", public, (*server).acceptInvitation},
	{http.MethodPost, "/me/password", Viewer, atSomeBrand, (*server).changePassword},
	{http.MethodPost, "/me/authenticator", "", anyLogin, (*server).beginAuthenticator},
	{http.MethodPost, "/me/authenticator/confirm", "", anyLogin, (*server).confirmAuthenticator},
	{http.MethodDelete, "/me/authenticator", Viewer, atSomeBrand, (*server).removeAuthenticator},
	{http.MethodGet, "/me/logins", Viewer, atSomeBrand, (*server).ownLogins},
	{http.MethodDelete, "/me/logins/:id", Viewer, atSomeBrand, (*server).endLogin},
	{http.MethodGet, "/accounts", Admin, atAllBrands, (*server).listAccounts},
	{http.MethodPost, "/accounts", Admin, atAllBrands, (*server).inviteAccount},
	{http.MethodPatch, "/accounts/:name", Admin, atAllBrands, (*server).patchAccount},
	{http.MethodPost, "/accounts/:name/reset-password", Admin, atAllBrands, (*server).resetPassword},
	{http.MethodPost, "/accounts/:name/reset-authenticator", Admin, atAllBrands, (*server).resetAuthenticator},
	{http.MethodGet, "/tokens", Admin, atAllBrands, (*server).listTokens},
	{http.MethodPost, "/tokens", Admin, atAllBrands, (*server).createToken},
	{http.MethodDelete, "/tokens/:name", Admin, atAllBrands, (*server).deleteToken},
	{http.MethodGet, "/brands", Viewer, atSomeBrand, (*server).brands},
	{http.MethodGet, "/brands/:brand/bootstrap?lang", Viewer, atBrand, (*server).brandBootstrap},
	{http.MethodGet, "/maintenance", Viewer, atSomeBrand, (*server).states},
	{http.MethodGet, "/maintenance/:brand", Viewer, atBrand, (*server).state},
	{http.MethodPut, "/maintenance/:brand", Support, atBrands, (*server).setMaintenance},
	{http.MethodPost, "/maintenance/:brand/windows", Support, atBrands, (*server).addWindow},
	{http.MethodPatch, "/maintenance/:brand/windows/:id", Support, atBrands, (*server).changeWindow},
	{http.MethodPost, "/maintenance/:brand/windows/:id/end", Support, atBrands, (*server).endWindow},
	{http.MethodGet, "/maintenance/:brand/bypass-links", Viewer, atBrand, (*server).bypassLinks},
	{http.MethodPost, "/maintenance/:brand/bypass-links", Support, atBrand, (*server).addBypassLink},
	{http.MethodDelete, "/maintenance/:brand/bypass-links/:id", Support, atBrand, (*server).revokeBypassLink},
	{http.MethodGet, "/studio/:brand", Viewer, atBrand, (*server).studio},
	{http.MethodPatch, "/studio/:brand/draft", Editor, atBrand, changeDraft((*server).patchDraft)},
	{http.MethodDelete, "/studio/:brand/draft", Editor, atBrand, changeDraft((*server).discardDraft)},
	{http.MethodPost, "/studio/:brand/publish", Editor, atBrand, changeDraft((*server).publishDraft)},
	{http.MethodPost, "/studio/:brand/approve", Editor, atBrand, decideStudio("revision", (*studio.Manager).Approve)},
	{http.MethodPost, "/studio/:brand/withdraw", Editor, atBrand, decideStudio("revision", (*studio.Manager).Withdraw)},
	{http.MethodPost, "/studio/:brand/revert", Editor, atBrand, decideStudio("version", (*studio.Manager).Revert)},
	{http.MethodGet, "/studio/:brand/versions/:version?again", Viewer, atBrand, (*server).studioVersion},
	{http.MethodPost, "/studio/:brand/preview", Viewer, atBrand, (*server).previewDraft},
	{http.MethodPost, "/studio/:brand/pictures", Editor, atBrand, (*server).addPicture},
	{http.MethodGet, "/studio/:brand/pictures/:name", Viewer, atBrand, (*server).studioPicture},
	{http.MethodGet, "/studio/:brand/texts?lang&q&only", Viewer, atBrand, (*server).studioTexts},
	{http.MethodPut, "/studio/:brand/languages/:lang", Editor, atBrand, changeDraft((*server).putLanguage)},
	{http.MethodGet, "/studio/:brand/games?q&ids", Viewer, atBrand, (*server).studioGames},
	{http.MethodPost, "/cache/purge", Support, atSomeBrand, (*server).purge},
	{http.MethodPost, "/breakers/:brand/:upstream/:override", Admin, atBrand, (*server).setOverride},
	{http.MethodGet, "/sessions?username&brand", Support, atSomeBrand, (*server).sessions},
	{http.MethodPost, "/sessions/revoke", Support, atSomeBrand, (*server).revoke},
	{http.MethodGet, "/payments?state&before&" + searchFields, Support, atSomeBrand, (*server).payments},
	{http.MethodGet, "/payments/:key?brand", Support, atSomeBrand, (*server).payment},
	{http.MethodPost, "/payments/:key/settle?brand", Support, atSomeBrand, (*server).propose},
	{http.MethodPost, "/payments/:key/approve?brand", Support, atSomeBrand, (*server).approve},
	{http.MethodPost, "/payments/:key/reject?brand", Support, atSomeBrand, (*server).reject},
	{http.MethodPost, "/players/:brand/:uid/block?by", Support, atBrand, (*server).block},
	{http.MethodDelete, "/players/:brand/:uid/block?by", Support, atBrand, (*server).unblock},
	{http.MethodGet, "/players/:brand/:uid/limits", Support, atBrand, (*server).playerLimits},
	{http.MethodPost, "/players/:brand/:uid/limits/tighten", Support, atBrand, onLimits(tightening)},
	{http.MethodPost, "/players/:brand/:uid/limits/propose", Support, atBrand, onLimits(loosening)},
	{http.MethodPost, "/players/:brand/:uid/limits/approve", Support, atBrand, onLimits(decision(bff.LimitApprove))},
	{http.MethodPost, "/players/:brand/:uid/limits/reject", Support, atBrand, onLimits(decision(bff.LimitReject))},
	{http.MethodPost, "/players/:brand/:uid/match", Support, atBrand, (*server).decideMatch},
	{http.MethodGet, "/matches", Support, atSomeBrand, (*server).matches},
	{http.MethodGet, "/limits.csv?brand&from&until", Admin, atSomeBrand, (*server).limitsCSV},
	{http.MethodPost, "/players/:brand/unlock", Support, atBrand, (*server).unlockPlayer},
	{http.MethodPost, "/accounts/:name/unlock", Admin, atAllBrands, (*server).unlockAccount},
	{http.MethodGet, "/locks?username&brand", Support, atSomeBrand, (*server).locks},
	{http.MethodGet, "/requests?player&failed&" + searchFields, Support, atSomeBrand, (*server).requests},
	{http.MethodGet, "/requests/:id", Support, atSomeBrand, (*server).request},
	{http.MethodGet, "/players?q&brand", Support, atSomeBrand, (*server).players},
	{http.MethodGet, "/players/:brand/:uid", Support, atBrand, (*server).player},
	{http.MethodGet, "/players/:brand/:uid/export", Admin, atBrand, (*server).exportPlayer},
	{http.MethodPost, "/players/:brand/:uid/erase", Admin, atBrand, (*server).erasePlayer},
	{http.MethodGet, "/traffic?minutes", Viewer, atSomeBrand, (*server).traffic},
	{http.MethodGet, "/speed?device", Viewer, atSomeBrand, (*server).speed},
	{http.MethodGet, "/drift?upstream&call", Viewer, atSomeBrand, (*server).drift},
	{http.MethodGet, "/keys", Viewer, atAllBrands, (*server).keys},
	{http.MethodGet, "/audit?limit&before&" + auditFields, Viewer, atSomeBrand, (*server).audit},
	{http.MethodGet, "/audit.csv?" + auditFields, Viewer, atSomeBrand, (*server).auditCSV},
	{http.MethodGet, "/audit.jsonl?" + auditFields, Viewer, atSomeBrand, (*server).auditJSONL},
	{http.MethodGet, "/inbox", Viewer, atSomeBrand, (*server).inbox},
	{http.MethodGet, "/events", Viewer, atSomeBrand, (*server).events},
	{http.MethodPost, "/events", "", public, (*server).receiveEvent},
	{http.MethodGet, "/openapi.yaml", "", public, (*server).openAPI},
}

// scopeRoutes lists the routes of each scope. All other routes refuse tokens.
var scopeRoutes = map[string][]string{
	"cache:purge": {"POST /cache/purge"},
	"maintenance:write": {
		"GET /maintenance", "GET /maintenance/:brand", "PUT /maintenance/:brand", "POST /maintenance/:brand/windows",
		"PATCH /maintenance/:brand/windows/:id", "POST /maintenance/:brand/windows/:id/end",
	},
	"brands:read":  {"GET /brands", "GET /brands/:brand/bootstrap", "GET /maintenance", "GET /maintenance/:brand"},
	"metrics:read": {"GET /traffic", "GET /speed", "GET /drift"},
	"audit:read":   {"GET /audit", "GET /audit.csv", "GET /audit.jsonl"},
	"players:read": {"GET /players", "GET /players/:brand/:uid", "GET /players/:brand/:uid/limits"},
	"events:write": {"POST /events"},
}

// allows reports whether a token with a scope may use the route.
func (r route) allows(scope string) bool {
	return slices.Contains(scopeRoutes[scope], r.method+" "+r.pattern())
}

func (r route) pattern() string {
	path, _, _ := strings.Cut(r.path, "?")
	return path
}

func (r route) queryFields() []string {
	_, query, ok := strings.Cut(r.path, "?")
	if !ok {
		return nil
	}
	return strings.Split(query, "&")
}

type visit struct {
	scope   *bff.Scope
	account Account
	loginID string

	// The brand, brands and player of the path.
	brand  *bff.Brand // nil for Everywhere
	brands []*bff.Brand
	player bff.Identity
}

func (s *server) handle(one route) gin.HandlerFunc {
	known := one.queryFields()
	return func(c *gin.Context) {
		v := &visit{scope: bff.ScopeOf(c.Request.Context())}
		err := s.admit(c, v, one)
		if err == nil && one.pattern() != callbackPath { // providers may add parameters
			err = checkQuery(c.Request.URL.RawQuery, known)
		}
		if err == nil {
			err = s.resolve(c, v, one)
		}
		var body any
		if err == nil {
			body, err = one.do(s, c, v)
		}
		switch {
		case err != nil:
			s.refuse(c, err)
		case c.Writer.Written():
		case body == nil:
			reply(c, c.Writer.Status(), struct{}{})
		default:
			reply(c, c.Writer.Status(), body)
		}
	}
}

func (s *server) admit(c *gin.Context, v *visit, one route) error {
	if secret, ok := bff.BearerToken(c.Request.Header); ok { // a cookie does not count
		if err := s.authenticateToken(c, v, secret, one); err != nil {
			return err
		}
	} else if one.access == public {
		return nil
	} else if err := s.authenticate(c, v); err != nil {
		return err
	} else if s.mustSetUp(v) && one.access != anyLogin {
		return ReasonSetupRequired
	}
	if !v.includes(one, c.Param("brand")) {
		return ReasonForbidden
	}
	return nil
}

const maxUID = 128

// resolve sets the brand, brands and player of v from the path.
func (s *server) resolve(c *gin.Context, v *visit, one route) error {
	if one.access != atBrand && one.access != atBrands {
		return nil
	}
	id := c.Param("brand")
	uid, hasUID := c.Params.Get("uid")
	v.brand, v.brands = s.brand(id), s.brandsOf(id)
	if v.brand == nil && (one.access == atBrand || len(v.brands) == 0) {
		return ReasonNotFound
	}
	if hasUID && uid == "" || !utf8.ValidString(uid) || utf8.RuneCountInString(uid) > maxUID {
		return ReasonNotFound
	}
	if v.brand != nil {
		v.player = bff.Identity{UID: uid, Partition: v.partition(v.brand)}
	}
	return nil
}

func (v *visit) subject() string { return v.brand.ID + "/" + v.player.UID }

func (v *visit) includes(one route, brand string) bool {
	switch one.access {
	case public, anyLogin:
		return true
	case atSomeBrand:
		return v.account.Roles.somewhere(one.role)
	case atBrand, atBrands:
		return v.may(brand, one.role)
	case atAllBrands:
		return v.may(Everywhere, one.role)
	}
	return false
}

func (v *visit) may(brand string, required Role) bool {
	return v.account.Roles.Include(brand, required)
}

func checkQuery(raw string, known []string) error {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return bff.ReasonBadRequest.WithCause(err)
	}
	for _, name := range slices.Sorted(maps.Keys(query)) {
		if !slices.Contains(known, name) {
			return fault(fieldName(name), "unknown_field")
		}
		if len(query[name]) > 1 {
			return fault(name, "other")
		}
	}
	return nil
}
