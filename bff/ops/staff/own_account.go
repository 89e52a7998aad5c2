package staff

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"github.com/gin-gonic/gin"
	"github.com/pquerna/otp/totp"

	"croupier/bff"
	"croupier/bff/internal/device"
)

type accountView struct {
	Name          string `json:"name"`
	Roles         Roles  `json:"roles"`
	Authenticator bool   `json:"authenticator"`
	Required      bool   `json:"authenticator_required"`
	Company       bool   `json:"company,omitempty"`
	Setup         bool   `json:"setup"` // the account must first set up an authenticator, only anyLogin routes work
}

func (s *server) me(_ *gin.Context, v *visit) (any, error) {
	return accountView{
		v.account.Name, v.account.Roles, v.account.TOTP != "", s.AuthenticatorRequired(),
		v.account.Company != nil, s.mustSetUp(v),
	}, nil
}

// mustSetUp never applies to company accounts, because the provider asks for the second factor.
func (s *server) mustSetUp(v *visit) bool {
	return v.account.TOTP == "" && s.AuthenticatorRequired() && v.account.Company == nil
}

// guessed runs check, which reports whether the value is right. A wrong value counts as a guess.
func (s *server) guessed(c *gin.Context, v *visit, field, value string, check func() (bool, error)) error {
	if value == "" {
		return fault(field, "required")
	}
	key := bff.LimitKey{Rule: bff.LimitStaff, Subject: v.account.Name + "/login/" + v.loginID}
	if after, ok := s.Limiter.Allow(c, key); !ok {
		return bff.ReasonRateLimited.WithRetryAfter(after)
	}
	right, err := check()
	switch {
	case err != nil:
		return err
	case !right:
		return fault(field, "other")
	}
	s.Limiter.Refund(c, key)
	return nil
}

func (s *server) ownPassword(c *gin.Context, v *visit, password string) error {
	if v.account.Company != nil {
		return ErrCompanyAccount
	}
	return s.guessed(c, v, "password", password, func() (bool, error) {
		_, err := s.Accounts.authenticate(c, v.account.Name, password)
		if errors.Is(err, ErrUnknown) {
			return false, nil
		}
		return err == nil, err
	})
}

// ownCode checks a code of the account's authenticator or of its unconfirmed secret.
func (s *server) ownCode(c *gin.Context, v *visit, secret, code string) error {
	return s.guessed(c, v, "code", code,
		func() (bool, error) { return s.validCode(c, v.account.Name, secret, code), nil })
}

func (s *server) changePassword(c *gin.Context, v *visit) (any, error) {
	var password, next string
	if err := decodeBody(c, map[string]any{"password": &password, "new_password": &next}); err != nil {
		return nil, err
	}
	if password == "" { // comes before faults of the new password
		return nil, fault("password", "required")
	}
	if err := checkPassword("new_password", next); err != nil {
		return nil, err
	}
	if err := s.ownPassword(c, v, password); err != nil {
		return nil, err
	}
	hash, err := s.Accounts.hash(c, next)
	if err != nil {
		return nil, err
	}
	return s.changeOwn(c, v, "password changed", func(a *Account) error {
		a.Hash, a.Invitation = hash, nil
		return nil
	})
}

func (s *server) changeOwn(c *gin.Context, v *visit, action string, apply func(*Account) error) (any, error) {
	_, err := s.changeAccount(c, v, action, v.account.Name, func(a *Account) error {
		maps.DeleteFunc(a.Logins, func(id string, _ login) bool { return id != v.loginID })
		return apply(a)
	})
	if err != nil {
		return nil, err
	}
	return s.me(c, v)
}

// beginAuthenticator returns a new secret, which applies after confirmation. If the account has an
// authenticator, it requires a code of that authenticator.
func (s *server) beginAuthenticator(c *gin.Context, v *visit) (any, error) {
	var password, code string
	if err := decodeBody(c, map[string]any{"password": &password, "code": &code}); err != nil {
		return nil, err
	}
	if err := s.ownPassword(c, v, password); err != nil {
		return nil, err
	}
	if v.account.TOTP != "" {
		if err := s.ownCode(c, v, v.account.TOTP, code); err != nil {
			return nil, err
		}
	}
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "Croupier", AccountName: v.account.Name})
	if err != nil {
		return nil, bff.ReasonInternal.WithCause(err)
	}
	_, err = s.changeAccount(c, v, "authenticator begun", v.account.Name, func(a *Account) error {
		a.NewTOTP = key.Secret()
		return nil
	})
	return map[string]string{"secret": key.Secret(), "otpauth": key.URL()}, err
}

// confirmAuthenticator activates the new secret and ends the account's other logins.
func (s *server) confirmAuthenticator(c *gin.Context, v *visit) (any, error) {
	var code string
	if err := decodeBody(c, map[string]any{"code": &code}); err != nil {
		return nil, err
	}
	secret := v.account.NewTOTP
	if secret == "" {
		return nil, ReasonNotFound
	}
	if err := s.ownCode(c, v, secret, code); err != nil {
		return nil, err
	}
	return s.changeOwn(c, v, "authenticator set up", func(a *Account) error {
		if a.NewTOTP != secret {
			return ReasonNotFound
		}
		a.TOTP, a.NewTOTP = secret, ""
		return nil
	})
}

func (s *server) removeAuthenticator(c *gin.Context, v *visit) (any, error) {
	var code string
	if err := decodeBody(c, map[string]any{"code": &code}); err != nil {
		return nil, err
	}
	switch {
	case v.account.TOTP == "":
		return nil, ReasonNotFound
	case s.AuthenticatorRequired():
		return nil, ReasonForbidden
	}
	if err := s.ownCode(c, v, v.account.TOTP, code); err != nil {
		return nil, err
	}
	return s.changeOwn(c, v, "authenticator removed", func(a *Account) error {
		a.TOTP, a.NewTOTP = "", ""
		return nil
	})
}

type loginView struct {
	ID string `json:"id"`
	login
	Current bool `json:"current"`
}

func (s *server) ownLogins(_ *gin.Context, v *visit) (any, error) {
	out := []loginView{}
	for id, l := range v.account.Logins {
		if s.Clock().Before(l.Until) {
			l.Agent, l.Company = cmp.Or(device.Describe(l.Agent), l.Agent), nil
			out = append(out, loginView{id, l, id == v.loginID})
		}
	}
	slices.SortFunc(out, func(a, b loginView) int { return b.At.Compare(a.At) })
	return out, nil
}

const otherLogins = "others" // the id that stands for all logins but the current one

func (s *server) endLogin(c *gin.Context, v *visit) (any, error) {
	id := c.Param("id")
	if id == otherLogins {
		_, err := s.changeOwn(c, v, "other logins ended", func(*Account) error { return nil })
		return nil, err
	}
	if l, ok := v.account.Logins[id]; !ok || !s.Clock().Before(l.Until) {
		return nil, ReasonNotFound
	}
	if err := s.removeLogin(c, v, Action{Action: "login ended", Subject: v.account.Name}, id); err != nil {
		return nil, err
	}
	if id == v.loginID {
		s.clearCookie(c, v.scope.Brand)
	}
	return nil, nil
}
