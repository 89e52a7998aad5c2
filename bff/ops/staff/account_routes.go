package staff

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

func (s *server) listAccounts(c *gin.Context, _ *visit) (any, error) {
	out, err := s.Do(c, AccountRequest{Operation: OpList})
	return out.Accounts, err
}

// inviteAccount creates an account without a password and returns its invitation.
func (s *server) inviteAccount(c *gin.Context, v *visit) (any, error) {
	var name string
	var roles Roles
	if err := decodeBody(c, map[string]any{"name": &name, "roles": &roles}); err != nil {
		return nil, err
	}
	switch err := s.checkRoles(roles); {
	case name == "":
		return nil, fault("name", "required")
	case !namePattern.MatchString(name):
		return nil, fault("name", "pattern")
	case err != nil:
		return nil, err
	}
	account := Account{Name: name, Roles: roles, Since: s.Clock().UTC(), InvitedBy: v.account.Name}
	account.noteChange(v.account.Name, s.Clock())
	account, token, err := s.invite(c, v.entry(), account)
	return viewInvitation(c, v, account, token, err)
}

func (s *server) checkRoles(r Roles) error {
	if len(r) == 0 {
		return fault("roles", "required")
	}
	for _, brand := range slices.Sorted(maps.Keys(r)) {
		field := "roles." + fieldName(brand)
		switch {
		case brand != Everywhere && s.brand(brand) == nil:
			return fault(field, "other")
		case !slices.Contains(roles, r[brand]):
			return fault(field, "enum", "allowed", roleNames)
		}
	}
	return nil
}

func (s *server) patchAccount(c *gin.Context, v *visit) (any, error) {
	var roles Roles
	var disabled *bool
	if err := decodeBody(c, map[string]any{"roles": &roles, "disabled": &disabled}); err != nil {
		return nil, err
	}
	if roles != nil || disabled == nil {
		if err := s.checkRoles(roles); err != nil {
			return nil, err
		}
	}
	action := "account changed"
	switch {
	case disabled != nil && roles == nil && *disabled:
		action = "account disabled"
	case disabled != nil && roles == nil:
		action = "account enabled"
	}
	after, err := s.changeAccount(c, v, action, c.Param("name"), func(a *Account) error {
		if roles != nil {
			a.Roles = roles
		}
		if disabled != nil && a.Disabled != *disabled {
			a.Disabled, a.Logins = *disabled, nil
		}
		return nil
	})
	return infoOf(after), err
}

func (s *server) resetPassword(c *gin.Context, v *visit) (any, error) {
	var token string
	after, err := s.changeAccount(c, v, "password reset", c.Param("name"), func(a *Account) error {
		token = a.Invite(s.Clock())
		return nil
	})
	return viewInvitation(c, v, after, token, err)
}

func (s *server) resetAuthenticator(c *gin.Context, v *visit) (any, error) {
	after, err := s.changeAccount(c, v, "authenticator reset", c.Param("name"), (*Account).removeAuthenticator)
	return infoOf(after), err
}

func (s *server) unlockAccount(c *gin.Context, v *visit) (any, error) {
	account, err := s.Accounts.Find(c, c.Param("name"))
	if err != nil {
		return nil, err
	}
	return s.audited(c, v, Action{Action: "account unlocked", Subject: account.Name},
		func(ctx context.Context) (any, error) {
			_, err := s.Accounts.Change(ctx,
				AccountChange{Name: account.Name, Apply: func(a *Account) error { a.Unlocks++; return nil }})
			return nil, err
		})
}

// changeAccount changes an account with an audit entry. It updates v.account if v uses the account.
func (s *server) changeAccount(
	c *gin.Context, v *visit, action, name string, apply func(*Account) error,
) (Account, error) {
	after, err := s.change(c, v.entry(), action,
		AccountChange{Name: name, DemoCounts: s.DemoAllowed(), Apply: func(a *Account) error {
			// The way in without the provider must not be a way to stay in after it.
			if a.BreakGlass && v.account.Company != nil && action != "account disabled" {
				return ReasonForbidden
			}
			if name != v.account.Name {
				a.noteChange(v.account.Name, s.Clock())
			}
			return apply(a)
		}})
	if err == nil && v.account.Name == name {
		v.account = after
	}
	return after, err
}

// acceptInvitation sets a password and logs in. Wrong tokens count like wrong passwords.
func (s *server) acceptInvitation(c *gin.Context, v *visit) (any, error) {
	var token, password string
	if err := decodeBody(c, map[string]any{"token": &token, "password": &password}); err != nil {
		return nil, err
	}
	if token == "" {
		return nil, fault("token", "required")
	}
	if err := checkPassword("password", password); err != nil {
		return nil, err
	}
	guess := failureKey(v, "staff")
	if after, ok := s.Limiter.Allow(c, guess); !ok {
		return nil, bff.ReasonRateLimited.WithRetryAfter(after)
	}
	name, err := s.Accounts.invited(c, token, s.Clock())
	switch {
	case errors.Is(err, ErrUnknown):
		return nil, ReasonInvitation
	case err != nil:
		return nil, err
	}
	s.Limiter.Refund(c, guess)
	hash, err := s.Accounts.hash(c, password)
	if err != nil {
		return nil, err
	}
	v.account.Name = name // the account in the audit entry
	_, err = s.changeAccount(c, v, "invitation accepted", name, func(a *Account) error {
		if !a.Invitation.admits(token, s.Clock()) || a.Disabled {
			return ReasonInvitation
		}
		a.Hash, a.Invitation, a.Logins = hash, nil, nil
		return nil
	})
	if err != nil {
		return nil, err
	}
	if v.account.TOTP != "" {
		return nil, ReasonCodeRequired
	}
	return s.beginLogin(c, v)
}

// invitationView is the response to an invitation. No other response contains the URL.
type invitationView struct {
	Account AccountInfo `json:"account"`
	URL     string      `json:"url"`
	Until   time.Time   `json:"until"`
}

func viewInvitation(c *gin.Context, v *visit, a Account, token string, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	c.Status(http.StatusCreated)
	return invitationView{
		infoOf(a), siteAddress(v.scope.Brand, c.Request.Host) + InvitationPath(token), a.Invitation.Until,
	}, nil
}
