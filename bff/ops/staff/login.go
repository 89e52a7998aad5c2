package staff

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/device"
	"croupier/bff/internal/names"
)

// authenticate sets v.account to the account with an active login for the cookie's token.
func (s *server) authenticate(c *gin.Context, v *visit) error {
	token, _ := c.Cookie(cookieName(v.scope.Brand))
	if token == "" { // skip the store
		return ReasonLoginRequired
	}
	all, err := s.Accounts.List(c)
	if err != nil {
		return err
	}
	v.loginID = hashOf(token)
	i := slices.IndexFunc(all, func(a Account) bool {
		l, ok := a.Logins[v.loginID]
		return ok && s.Clock().Before(l.Until) && !a.Disabled && (!a.Demo || s.DemoAllowed()) && s.admits(a)
	})
	if i < 0 {
		return ReasonLoginRequired
	}
	v.account = all[i]
	everyone, err := s.Revocations.Revoked(c, bff.RevocationOfEveryone)
	if err == nil && !everyone[0].IsZero() && !v.account.Logins[v.loginID].At.After(everyone[0]) {
		return ReasonLoginRequired
	}
	if err != nil {
		return err
	}
	return s.recheck(c.Request.Context(), v)
}

// failureKey returns the counter of failures of a kind from the visitor's network: staff for passwords.
func failureKey(v *visit, kind string) bff.LimitKey {
	return bff.LimitKey{
		Rule: bff.LimitPasswordAddress, Brand: v.scope.Brand.ID,
		Subject: kind + "/" + network(v.scope.Visitor).String(), Visitor: v.scope.Visitor,
	}
}

// login checks name, password and code. Failures count for the account and the network.
func (s *server) login(c *gin.Context, v *visit) (any, error) {
	var username, password, code string
	if err := decodeBody(c, map[string]any{"username": &username, "password": &password, "code": &code}); err != nil {
		return nil, err
	}
	name := strings.ToLower(strings.TrimSpace(username))
	switch {
	case name == "":
		return nil, fault("username", "required")
	case password == "":
		return nil, fault("password", "required")
	}
	if len(name) > 64 || len(password) > maxPassword {
		return s.refuseLogin(c, v, name, wrongPassword, ReasonWrongLogin)
	}
	guesses := s.guesses(c, v, name)
	for i, key := range guesses {
		if after, ok := s.Limiter.Allow(c, key); !ok {
			for _, taken := range guesses[:i] {
				s.Limiter.Refund(c, taken)
			}
			return s.refuseLogin(c, v, name, tooMany, bff.ReasonRateLimited.WithRetryAfter(after))
		}
	}
	account, err := s.Accounts.authenticate(c, name, password)
	switch {
	case errors.Is(err, errDisabled), err == nil && account.Demo && !s.DemoAllowed():
		return s.refuseLogin(c, v, name, disabled, ReasonWrongLogin)
	case errors.Is(err, ErrUnknown):
		return s.refuseLogin(c, v, name, wrongPassword, ReasonWrongLogin)
	case err != nil:
		return nil, err
	}
	if account.TOTP != "" && code != "" && !s.validCode(c, name, account.TOTP, code) {
		return s.refuseLogin(c, v, name, wrongCode, ReasonWrongLogin)
	}
	for _, key := range guesses { // the guess was right
		s.Limiter.Refund(c, key)
	}
	if account.TOTP != "" && code == "" {
		return nil, ReasonCodeRequired
	}
	v.account = account
	return s.beginLogin(c, v)
}

// guesses returns the counters of a wrong login. A browser that has logged in before has a separate
// counter because knowing only the name of an account must not be enough to lock out its owner. An
// unlock starts new counters. If the store cannot be read, the login fails but counts.
func (s *server) guesses(c *gin.Context, v *visit, name string) []bff.LimitKey {
	account, _ := s.Accounts.Find(c, name)
	subject := name + "/" + strconv.Itoa(account.Unlocks)
	cookie, _ := c.Cookie(deviceCookieName(v.scope.Brand))
	if device, ok := s.openDevice(cookie, name); ok {
		return []bff.LimitKey{failureKey(v, "staff"), {Rule: bff.LimitStaff, Subject: subject + "/device/" + device}}
	}
	return []bff.LimitKey{
		failureKey(v, "staff"),
		{Rule: bff.LimitStaff, Subject: subject + "/" + network(v.scope.Visitor).String()},
		{Rule: bff.LimitStaffAccount, Subject: subject},
	}
}

func (s *server) beginLogin(c *gin.Context, v *visit) (any, error) {
	if !s.admits(v.account) {
		return s.refuseLogin(c, v, v.account.Name, localOff, ReasonLocalLogin)
	}
	now, token := s.Clock().UTC(), rand.Text()
	v.loginID = hashOf(token)
	_, err := s.audited(c, v, Action{Action: "login"}, func(ctx context.Context) (_ any, err error) {
		return nil, s.changeLogins(ctx, v, func(a *Account) error {
			if a.Disabled || a.Hash != v.account.Hash || a.TOTP != v.account.TOTP { // changed since the check
				return ReasonWrongLogin
			}
			agent, _ := device.Truncate(v.scope.UserAgent, maxAgent)
			a.Logins[v.loginID] = login{At: now, Until: now.Add(loginTTL), From: v.scope.Visitor, Agent: agent}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	if v.account.BreakGlass && s.OIDC.Settings().LocalAccounts == config.LocalBreakGlass {
		s.Log.WarnContext(c, "a break-glass account logged in", "account", v.account.Name, "address", v.scope.Visitor)
	}
	s.setCookie(c, v.scope.Brand, cookieName(v.scope.Brand), token, loginTTL)
	s.setCookie(c, v.scope.Brand, deviceCookieName(v.scope.Brand), s.newDevice(v.account.Name), deviceTTL)
	return s.me(c, v)
}

// validCode reports whether code is a current, unused code of a secret, in any spelling.
func (s *server) validCode(c *gin.Context, name, secret, code string) bool {
	code = names.FoldAggressive(code)
	right, err := totp.ValidateCustom(code, secret, s.Clock(),
		totp.ValidateOpts{Period: 30, Skew: 1, Digits: otp.DigitsSix})
	if err != nil || !right {
		return false
	}
	subject := "staff/" + hashOf(name+"\x00"+secret+"\x00"+code)
	_, first := s.Limiter.Allow(c, bff.LimitKey{Rule: bff.LimitCodeUse, Subject: subject})
	return first
}

func (s *server) logout(c *gin.Context, v *visit) (any, error) {
	s.clearCookie(c, v.scope.Brand) // even if the revocation fails
	return nil, s.removeLogin(c, v, Action{Action: "logout"}, v.loginID)
}

// cookieName returns the name of the login cookie. With TLS it has the prefix __Host-.
func cookieName(b *bff.Brand) string {
	if b.Sessions.Secure {
		return "__Host-croupier-staff"
	}
	return "croupier-staff"
}

func deviceCookieName(b *bff.Brand) string { return cookieName(b) + "-device" }

// companyCookieName returns the name of the cookie of a begun company login.
func companyCookieName(b *bff.Brand) string { return cookieName(b) + "-company" }

func (s *server) setCookie(c *gin.Context, b *bff.Brand, name, value string, age time.Duration) {
	sameSite := http.SameSiteStrictMode
	if name == companyCookieName(b) { // the redirect of the provider must send it
		sameSite = http.SameSiteLaxMode
	}
	http.SetCookie(c.Writer, &http.Cookie{ //nolint:gosec // Secure follows the scheme of the brand
		Name: name, Value: value, Path: "/", MaxAge: int(age.Seconds()),
		HttpOnly: true, Secure: b.Sessions.Secure, SameSite: sameSite,
	})
}

func (s *server) clearCookie(c *gin.Context, b *bff.Brand) {
	s.setCookie(c, b, cookieName(b), "", -time.Second)
}

// Causes of refused logins in the audit log.
const (
	wrongPassword  = "wrong password"
	wrongCode      = "wrong code"
	disabled       = "disabled account"
	localOff       = "local accounts are off"
	tooMany        = "too many attempts"
	wrongSignature = "wrong or old signature" // of an event
	unknownAccount = "unknown account"
)

const maxPendingRefusals = 16 // the maximum number of concurrent writes of refused logins

func (s *server) refuseLogin(c *gin.Context, v *visit, name, why string, answer *bff.Reason) (any, error) {
	s.recordLater(c, v, Entry{Action: "login"}, func(ctx context.Context, e Entry) error {
		return s.recordRefusedLogin(ctx, e, name, why)
	})
	return nil, answer
}

// recordLater records a refusal in the background because the response time must not reveal accounts.
func (s *server) recordLater(c *gin.Context, v *visit, e Entry, record func(context.Context, Entry) error) {
	ctx := context.WithoutCancel(c.Request.Context())
	e = s.newRefusal(v, e)
	s.pendingRefusals <- struct{}{}
	go func() {
		defer func() { <-s.pendingRefusals }()
		if err := record(ctx, e); err != nil {
			s.Log.ErrorContext(ctx, "could not record a refusal in the audit log", "action", e.Action, "error", err)
		}
	}()
}

func (s *server) newRefusal(v *visit, e Entry) Entry {
	e.From, e.Request, e.Outcome = v.scope.Visitor, v.scope.RequestID, Refused
	return s.AuditLog.newEntry(e)
}

// recordRefusedLogin does not record an unknown name because it may be a password in the wrong field.
func (s *server) recordRefusedLogin(ctx context.Context, e Entry, name, why string) error {
	switch _, err := s.Accounts.Find(ctx, name); {
	case err == nil:
		e.Who = name
	case errors.Is(err, ErrUnknown):
		if why == wrongPassword {
			why = unknownAccount
		}
	default:
		return err
	}
	return s.recordRefusal(ctx, e, why, nil)
}

// recordRefusal writes at most one entry per account, network and cause in ten minutes. The claims
// are those of a company login.
func (s *server) recordRefusal(ctx context.Context, e Entry, why string, claims map[string]any) error {
	subject := e.Who + " " + network(e.From).String() + " " + why
	if _, ok := s.Limiter.Allow(ctx, bff.LimitKey{Rule: bff.LimitAudit, Subject: subject}); !ok {
		return nil
	}
	return s.AuditLog.write(ctx, &e, nil, struct {
		Reason string         `json:"reason"`
		Claims map[string]any `json:"claims,omitempty"`
	}{why, claims})
}

// network returns the address as a prefix: IPv4 /32, IPv6 /64.
func network(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() && !a.Is4In6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // cannot fail because bits is in range
	return p
}
