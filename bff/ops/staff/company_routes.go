package staff

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/device"
	"croupier/bff/internal/lists"
	"croupier/bff/ops/oidc"
)

const (
	callbackPath = "/login/callback"
	consolePath  = "/maintenance-control"
	maxForm      = 16 << 10
)

// loginOptions returns the ways to log in, and the text of a failed company login.
func (s *server) loginOptions(c *gin.Context, _ *visit) (any, error) {
	settings := s.OIDC.Settings()
	out := struct {
		Company bool   `json:"company"`
		Local   bool   `json:"local"`
		Message string `json:"message,omitempty"`
	}{Company: settings.Enabled(), Local: !settings.Enabled() || settings.LocalAccounts != config.LocalOff}
	code := c.Query("failure")
	if r, ok := lists.Find(companyFailures, func(r *bff.Reason) bool { return r.Debug == code }); ok {
		out.Message = s.Text(language(c), r)
	}
	return out, nil
}

// failurePage returns the address of the console with the code of a failed company login.
func failurePage(err error) string {
	r := oidc.ErrUnavailable // of the store
	errors.As(err, &r)
	return consolePath + "?login=" + r.Debug
}

// callbackAddress returns the redirect address at the host of a request, if the brand has the host.
func callbackAddress(b *bff.Brand, requestHost string) (string, error) {
	host, _, err := net.SplitHostPort(requestHost)
	if err != nil {
		host = requestHost
	}
	if host = strings.ToLower(host); !slices.Contains(b.Hosts, host) {
		return "", ReasonNotFound
	}
	return b.OriginAt(host, requestHost) + base + callbackPath, nil
}

// beginCompanyLogin redirects the browser to the provider.
func (s *server) beginCompanyLogin(c *gin.Context, v *visit) (any, error) {
	if settings := s.OIDC.Settings(); !settings.Enabled() {
		return nil, ReasonNotFound
	}
	redirect, err := callbackAddress(v.scope.Brand, c.Request.Host)
	if err != nil {
		return nil, err
	}
	address, attempt, err := s.OIDC.Begin(c.Request.Context(), redirect)
	if err != nil {
		s.Log.ErrorContext(c, "could not begin a company login", "error", err)
		address = failurePage(err)
	} else {
		cookie := base64.RawURLEncoding.EncodeToString(s.devices.SealJSON(attempt, "company login"))
		s.setCookie(c, v.scope.Brand, companyCookieName(v.scope.Brand), cookie, oidc.AttemptTTL)
	}
	c.Header("Cache-Control", "no-store")
	c.Redirect(http.StatusFound, address)
	return nil, nil
}

// finishCompanyLogin logs in and opens the console. It does not redirect, because browsers send no
// SameSite=Strict cookie in a chain of redirects that another site began.
func (s *server) finishCompanyLogin(c *gin.Context, v *visit) (any, error) {
	page := consolePath
	if err := s.companyCallback(c, v); err != nil {
		s.Log.WarnContext(c, "company login refused", "account", v.account.Name, "error", err)
		page = failurePage(err)
	}
	c.Header("Cache-Control", "no-store")
	c.Header("Referrer-Policy", "no-referrer") // the address has a code
	// The policy of the API has sandbox, which disables the refresh.
	c.Header("Content-Security-Policy", "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
	c.Data(http.StatusOK, "text/html; charset=utf-8", []byte(`<!doctype html><html lang="en"><title>Croupier</title>`+
		`<meta http-equiv="refresh" content="0;url=`+page+`"><a href="`+page+`">Continue</a></html>`))
	return nil, nil
}

// companyCallback completes a login in the browser that began it.
func (s *server) companyCallback(c *gin.Context, v *visit) error {
	b, attempt := v.scope.Brand, oidc.Attempt{}
	cookie, _ := c.Cookie(companyCookieName(b))
	s.setCookie(c, b, companyCookieName(b), "", -time.Second)
	sealed, err := base64.RawURLEncoding.DecodeString(cookie)
	switch issuer := c.Query("iss"); {
	case err != nil || s.devices.OpenJSON(sealed, "company login", &attempt) != nil ||
		!s.Clock().Before(attempt.Until) ||
		subtle.ConstantTimeCompare([]byte(attempt.State), []byte(c.Query("state"))) != 1 || !s.once(c, attempt.State):
		return errExpired
	case issuer != "" && issuer != s.OIDC.Settings().Issuer: // RFC 9207
		return oidc.ErrInvalid
	case c.Query("error") == "access_denied":
		return errDenied
	}
	guess := failureKey(v, "company") // wrong codes must not flood the provider
	if _, ok := s.Limiter.Allow(c, guess); !ok {
		return oidc.ErrUnavailable.WithCause(errors.New("too many failures from the network"))
	}
	id, err := s.OIDC.Finish(c.Request.Context(), attempt, c.Query("code"))
	token := rand.Text()
	if err == nil {
		s.Limiter.Refund(c, guess)
		now := s.Clock().UTC()
		agent, _ := device.Truncate(v.scope.UserAgent, maxAgent)
		v.loginID = hashOf(token)
		l := login{At: now, Until: now.Add(loginTTL), From: v.scope.Visitor, Agent: agent}
		err = s.confirm(c.Request.Context(), v, id, l, false)
	}
	if err != nil {
		e := s.newRefusal(v, Entry{Action: "login", Who: v.account.Name})
		ctx := context.WithoutCancel(c.Request.Context())
		return errors.Join(err, s.recordRefusal(ctx, e, err.Error(), id.Claims))
	}
	s.setCookie(c, b, cookieName(b), token, loginTTL)
	return nil
}

// once reports whether a value of the provider is used for the first time.
func (s *server) once(c *gin.Context, value string) bool {
	_, first := s.Limiter.Allow(c, useKey(value))
	return first
}

func useKey(value string) bff.LimitKey {
	return bff.LimitKey{Rule: bff.LimitCodeUse, Subject: "staff/" + hashOf("oidc\x00"+value)}
}

// logoutByProvider ends the logins that a logout token names (OpenID Connect Back-Channel Logout).
// Wrong tokens count for the network, but not as wrong passwords, because staff may share it.
func (s *server) logoutByProvider(c *gin.Context, v *visit) (_ any, err error) {
	settings, guess := s.OIDC.Settings(), failureKey(v, "logout")
	if !settings.Enabled() {
		return nil, ReasonNotFound
	}
	if after, ok := s.Limiter.Allow(c, guess); !ok {
		return nil, bff.ReasonRateLimited.WithRetryAfter(after)
	}
	c.Request.Body = http.MaxBytesReader(c.Writer, c.Request.Body, maxForm)
	out, err := s.OIDC.Logout(c.Request.Context(), c.Request.PostFormValue("logout_token"))
	if err == nil && !s.once(c, out.ID) {
		err = oidc.ErrInvalid.WithCause(errors.New("the logout token was used before"))
	}
	if err != nil {
		s.Log.WarnContext(c, "logout of the identity provider refused", "error", err)
		if errors.Is(err, oidc.ErrInvalid) {
			err = bff.ReasonBadRequest
		}
		return nil, err
	}
	s.Limiter.Refund(c, guess)
	defer func() {
		if err != nil { // the provider may repeat it
			s.Limiter.Refund(c, useKey(out.ID))
		}
	}()
	all, err := s.Accounts.List(c)
	if err != nil {
		return nil, err
	}
	ends := func(_ string, l login) bool {
		return l.Company != nil && (out.Session == "" || l.Company.Session == out.Session)
	}
	for _, one := range all {
		if one.Company == nil || one.Company.Issuer != settings.Issuer ||
			out.Subject != "" && one.Company.Subject != out.Subject {
			continue
		}
		left := maps.Clone(one.Logins)
		if maps.DeleteFunc(left, ends); len(left) == len(one.Logins) {
			continue
		}
		if err := s.endByProvider(c, v, one.Name, "logout at the identity provider", ends); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
