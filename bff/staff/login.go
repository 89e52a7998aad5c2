package staff

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/golang-jwt/jwt/v5"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"croupier/bff"
)

// visit is one request of one of the staff.
type visit struct {
	scope   *bff.Scope
	account Account
	claims  *jwt.RegisteredClaims
}

// person is what an account's holder is shown of it.
type person struct {
	Name string `json:"name"`
	Role Role   `json:"role"`
}

// enter finds out who asks.
func (s *server) enter(c *gin.Context, v *visit) error {
	text, _ := c.Cookie(cookieName(v.scope.Brand))
	claims, err := s.tokens.read(c, text)
	if errors.Is(err, errNoLogin) {
		return ReasonNoLogin.WithCause(err)
	}
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	v.claims = claims
	v.account, err = s.Accounts.Find(c, claims.Subject)
	switch {
	case errors.Is(err, ErrUnknown) || err == nil && v.account.Disabled:
		return ReasonNoLogin
	case err != nil:
		return bff.ReasonUnavailable.WithCause(err)
	}
	return nil
}

// login checks name, password and code. What fails costs a guess of the account and one of
// the address's network.
func (s *server) login(c *gin.Context, v *visit) error {
	var username, password, code string
	if err := read(c, map[string]any{"username": &username, "password": &password, "code": &code}); err != nil {
		return err
	}
	name := strings.ToLower(strings.TrimSpace(username))
	switch {
	case name == "":
		return fault("username", "required")
	case password == "":
		return fault("password", "required")
	}
	if len(name) > 64 || len(password) > maxPassword {
		return s.turnAway(c, v, name, wrongPassword, ReasonWrongLogin)
	}
	guesses := []bff.LimitKey{
		{Rule: bff.LimitPasswordAddress, Brand: v.scope.Brand.ID, Subject: "staff/" + network(v.scope.Visitor).String(), Visitor: v.scope.Visitor},
		{Rule: bff.LimitStaff, Subject: name},
	}
	for i, key := range guesses {
		if after, ok := s.Limiter.Allow(c, key); !ok {
			for _, taken := range guesses[:i] {
				s.Limiter.Refund(c, taken)
			}
			return s.turnAway(c, v, name, tooMany, bff.ReasonRateLimited.WithRetryAfter(after))
		}
	}
	select {
	case s.hashes <- struct{}{}:
	case <-c.Request.Context().Done():
		return bff.ReasonUnavailable.WithCause(c.Request.Context().Err())
	}
	account, err := s.Accounts.check(c, name, password)
	<-s.hashes
	switch {
	case errors.Is(err, errDisabled):
		return s.turnAway(c, v, name, disabled, ReasonWrongLogin)
	case errors.Is(err, ErrUnknown):
		return s.turnAway(c, v, name, wrongPassword, ReasonWrongLogin)
	case err != nil:
		return bff.ReasonUnavailable.WithCause(err)
	}
	if account.TOTP != "" && code != "" && !s.codeRight(c, account, code) {
		return s.turnAway(c, v, name, wrongCode, ReasonWrongLogin)
	}
	for _, key := range guesses { // this was none
		s.Limiter.Refund(c, key)
	}
	if account.TOTP != "" && code == "" {
		return ReasonCodeDue
	}
	v.account = account
	var token string
	err = s.deed(c, v, Action{Action: "login"}, func(ctx context.Context) (_ any, err error) {
		token, err = s.tokens.sign(ctx, account.Name)
		return nil, err
	})
	if err != nil {
		return err
	}
	s.setCookie(c, v.scope.Brand, token, int(life.Seconds()))
	return s.me(c, v)
}

// codeRight tells whether code is the authenticator's, and for the first time.
func (s *server) codeRight(c *gin.Context, account Account, code string) bool {
	right, err := totp.ValidateCustom(code, account.TOTP, s.Clock(), totp.ValidateOpts{Period: 30, Skew: 1, Digits: otp.DigitsSix})
	if err != nil || !right {
		return false
	}
	sum := sha256.Sum256([]byte(account.Name + "\x00" + code))
	_, first := s.Limiter.Allow(c, bff.LimitKey{Rule: bff.LimitCodeUse, Subject: "staff/" + hex.EncodeToString(sum[:])})
	return first
}

func (s *server) logout(c *gin.Context, v *visit) error {
	s.setCookie(c, v.scope.Brand, "", -1) // this browser has left in any case
	err := s.deed(c, v, Action{Action: "logout"}, func(ctx context.Context) (any, error) {
		if err := s.tokens.end(ctx, v.claims); err != nil {
			return nil, err
		}
		if err := s.Bus.Publish(ctx, bff.TopicStaff, nil); err != nil { // consoles elsewhere find out within a beat
			s.Log.WarnContext(ctx, "instances not told of a logout", "error", err)
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, struct{}{})
	return nil
}

func (s *server) me(c *gin.Context, v *visit) error {
	reply(c, http.StatusOK, person{v.account.Name, v.account.Role})
	return nil
}

// cookieName is the name of the staff's cookie; behind TLS one that no other host can set.
func cookieName(b *bff.Brand) string {
	if b.Sessions.Secure {
		return "__Host-croupier-staff"
	}
	return "croupier-staff"
}

func (s *server) setCookie(c *gin.Context, b *bff.Brand, value string, age int) {
	http.SetCookie(c.Writer, &http.Cookie{ //nolint:gosec // Secure is what the brand's address is
		Name: cookieName(b), Value: value, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: b.Sessions.Secure, SameSite: http.SameSiteStrictMode,
	})
}
