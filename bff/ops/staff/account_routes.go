package staff

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// listAccounts replies with every account, sorted by name.
func (s *server) listAccounts(c *gin.Context, _ *visit) error {
	all, err := s.Accounts.List(c)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	out := []AccountInfo{}
	for _, one := range all {
		out = append(out, infoOf(one))
	}
	reply(c, http.StatusOK, out)
	return nil
}

// inviteAccount creates an account without a password and replies with its invitation.
func (s *server) inviteAccount(c *gin.Context, v *visit) error {
	var name string
	var roles Roles
	if err := decodeBody(c, map[string]any{"name": &name, "roles": &roles}); err != nil {
		return err
	}
	switch {
	case name == "":
		return fault("name", "required")
	case !namePattern.MatchString(name):
		return fault("name", "pattern")
	}
	if err := s.checkRoles(roles); err != nil {
		return err
	}
	account := Account{Name: name, Roles: roles, Since: s.Clock().UTC(), InvitedBy: v.account.Name}
	account.noteChange(v.account.Name, s.Clock())
	token := account.Invite(s.Clock())
	d := Action{Action: "account invited", Subject: name, Requested: infoOf(account)}
	err := s.audited(c, v, d, func(ctx context.Context) (any, error) {
		return infoOf(account), accountReason(s.Accounts.Invite(ctx, account))
	})
	if err != nil {
		return err
	}
	s.publishLogins(c)
	s.replyInvitation(c, v, account, token)
	return nil
}

// checkRoles returns the fault of invalid roles.
func (s *server) checkRoles(r Roles) error {
	if len(r) == 0 {
		return fault("roles", "required")
	}
	for _, brand := range slices.Sorted(maps.Keys(r)) {
		field := "roles." + strings.ToValidUTF8(brand[:min(len(brand), 64)], "")
		switch {
		case brand != Everywhere && s.brand(brand) == nil:
			return fault(field, "other")
		case !slices.Contains(roles, r[brand]):
			return fault(field, "enum", "allowed", "viewer, support, admin")
		}
	}
	return nil
}

// patchAccount changes the roles of an account, disables or enables it.
func (s *server) patchAccount(c *gin.Context, v *visit) error {
	var roles Roles
	var disabled *bool
	if err := decodeBody(c, map[string]any{"roles": &roles, "disabled": &disabled}); err != nil {
		return err
	}
	if roles == nil && disabled == nil {
		return fault("roles", "required")
	}
	if roles != nil {
		if err := s.checkRoles(roles); err != nil {
			return err
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
			a.Disabled = *disabled
			a.Generation++
		}
		return nil
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, infoOf(after))
	return nil
}

// resetPassword replies with an invitation to set a new password.
func (s *server) resetPassword(c *gin.Context, v *visit) error {
	var token string
	after, err := s.changeAccount(c, v, "password reset", c.Param("name"), func(a *Account) error {
		token = a.Invite(s.Clock())
		return nil
	})
	if err != nil {
		return err
	}
	s.replyInvitation(c, v, after, token)
	return nil
}

// resetAuthenticator removes the authenticator of an account.
func (s *server) resetAuthenticator(c *gin.Context, v *visit) error {
	after, err := s.changeAccount(c, v, "authenticator reset", c.Param("name"), func(a *Account) error {
		a.withoutAuthenticator()
		return nil
	})
	if err != nil {
		return err
	}
	reply(c, http.StatusOK, infoOf(after))
	return nil
}

// changeAccount changes an account under an audit entry and returns the changed account, which is also
// that of v if v changes its own. Logins of earlier generations have ended.
func (s *server) changeAccount(c *gin.Context, v *visit, action, name string, apply func(*Account) error) (after Account, err error) {
	before, err := s.Accounts.Find(c, name)
	if err != nil {
		return after, accountReason(err)
	}
	d := Action{Action: action, Subject: name, Before: infoOf(before)}
	err = s.audited(c, v, d, func(ctx context.Context) (any, error) {
		var err error
		_, after, err = s.Accounts.Change(ctx, AccountChange{Name: name, DemoCounts: s.DemoAllowed(), Apply: func(a *Account) error {
			if name != v.account.Name {
				a.noteChange(v.account.Name, s.Clock())
			}
			return apply(a)
		}})
		return infoOf(after), accountReason(err)
	})
	if err != nil {
		return after, err
	}
	if v.account.Name == name {
		v.account = after
	}
	s.publishLogins(c)
	return after, nil
}

// publishLogins notifies the open event streams of every instance that accounts or logins have changed;
// where that fails, they notice at their next heartbeat.
func (s *server) publishLogins(ctx context.Context) {
	if err := s.Bus.Publish(context.WithoutCancel(ctx), bff.TopicStaff, nil); err != nil {
		s.Log.WarnContext(ctx, "publish changed logins: failed", "error", err)
	}
}

// accountReason returns the reason of an error of Accounts.
func accountReason(err error) error {
	var r *bff.Reason
	switch {
	case err == nil || errors.As(err, &r):
		return err
	case errors.Is(err, ErrUnknown):
		return ReasonNotFound
	case errors.Is(err, ErrExists):
		return ReasonAccountExists
	case errors.Is(err, ErrLastAdmin):
		return ReasonLastAdmin
	}
	return bff.ReasonUnavailable.WithCause(err)
}
