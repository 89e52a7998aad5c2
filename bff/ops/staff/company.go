package staff

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"regexp"
	"time"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/oidc"
)

// Company is the person at the identity provider behind a company account.
type Company struct {
	Issuer  string          `json:"issuer"`
	Subject string          `json:"subject"`
	At      time.Time       `json:"at"`     // of the claims
	Claims  json.RawMessage `json:"claims"` // what the provider sent last
}

// companyLogin is the session at the provider behind a login.
type companyLogin struct {
	Session string    `json:"session,omitempty"`
	Refresh []byte    `json:"refresh,omitempty"` // sealed refresh token, empty without one
	Checked time.Time `json:"checked"`           // the last time that the provider confirmed the login
	// Claimed is the time until which a request of an instance may check the login. Many providers
	// accept a refresh token only once.
	Claimed time.Time `json:"claimed,omitzero"`
}

const (
	recheckAfter = 10 * time.Minute // a request then checks the login at the provider
	recheckLimit = 15 * time.Minute // requests then wait for the check, and its failure ends the login
	recheckPoll  = 100 * time.Millisecond
)

// ErrCompanyAccount is returned for changes that only the identity provider can make.
var ErrCompanyAccount = errors.New("the identity provider manages the account, change it there")

// companyActions are the possible changes of company accounts.
var companyActions = []string{"account disabled", "account enabled", "other logins ended"}

// The failures of a company login. Debug is their code in the address of the console.
var (
	errDenied      = reason(http.StatusForbidden, "denied", "staff_company_denied")
	errExpired     = reason(http.StatusForbidden, "expired", "staff_company_expired")
	errNoRole      = reason(http.StatusForbidden, "no_role", "staff_company_no_role")
	errOtherPerson = reason(http.StatusForbidden, "other_person", "staff_company_other_person")
	errCompanyName = reason(http.StatusForbidden, "name", "staff_company_name")
	errCompanyOff  = reason(http.StatusForbidden, "disabled", "staff_company_disabled")

	companyFailures = []*bff.Reason{
		errDenied, errExpired, errNoRole, errOtherPerson, errCompanyName, errCompanyOff, oidc.ErrUnavailable,
		oidc.ErrInvalid,
	}
)

// companyName matches the names of company accounts without their prefix.
var companyName = regexp.MustCompile(`^[a-z0-9][a-z0-9._@+-]{1,63}$`)

// admits reports whether the settings allow logins of an account.
func (s *server) admits(a Account) bool {
	settings := s.OIDC.Settings()
	switch {
	case a.Company != nil:
		return a.Company.Issuer == settings.Issuer
	case !settings.Enabled() || settings.LocalAccounts == config.LocalAll:
		return true
	}
	return settings.LocalAccounts == config.LocalBreakGlass && a.BreakGlass
}

// rolesOf returns the roles of all groups of the person, or errNoRole.
func (s *server) rolesOf(id oidc.Identity) (Roles, error) {
	out, byGroup := Roles{}, s.OIDC.Settings().Groups
	for _, group := range id.Groups {
		found, err := ParseRoles(byGroup[group])
		if err != nil { // the group has no role
			continue
		}
		for brand, role := range found {
			out[brand] = role.and(cmp.Or(out[brand], role))
		}
	}
	if len(out) == 0 {
		return nil, errNoRole
	}
	return out, nil
}

// companyAccount returns the account of a person, or a new one. The subject identifies the person,
// because a name can change or pass to another person.
func companyAccount(all map[string]Account, id oidc.Identity, now time.Time) (Account, error) {
	for _, one := range all {
		if c := one.Company; c != nil && c.Issuer == id.Issuer && c.Subject == id.Subject {
			if one.Disabled {
				return one, errCompanyOff
			}
			if one.Logins == nil {
				one.Logins = map[string]login{}
			}
			return one, nil
		}
	}
	out := Account{Name: bff.CompanyAccount + id.Name, Since: now, Logins: map[string]login{}}
	if !companyName.MatchString(id.Name) {
		return Account{}, errCompanyName
	}
	switch taken, ok := all[out.Name]; {
	case ok && taken.Company != nil && taken.Company.Issuer == id.Issuer:
		return out, errOtherPerson
	case taken.Disabled:
		return out, errCompanyOff
	case ok: // of another issuer, whose logins have ended with the change of the settings
		out.ChangedBy = taken.ChangedBy
	}
	return out, nil
}

// confirm stores a login that the provider confirmed, with the person and the roles, and sets
// v.account. For a check, it records only changed roles.
func (s *server) confirm(ctx context.Context, v *visit, id oidc.Identity, l login, isCheck bool) error {
	now := s.Clock().UTC()
	all, _, err := s.Accounts.load(ctx)
	if err != nil {
		return err
	}
	if v.account, err = companyAccount(all, id, now); err != nil {
		return err
	}
	roles, err := s.rolesOf(id)
	if err != nil {
		return err
	}
	before := infoOf(v.account)
	claims, _ := json.Marshal(id.Claims) //nolint:errchkjson // decoded from JSON
	l.Company = &companyLogin{Session: id.Session, Checked: now}
	if id.Refresh != "" {
		l.Company.Refresh = s.devices.Seal([]byte(id.Refresh), "refresh/"+v.loginID)
	}
	store := func(ctx context.Context) (any, error) {
		err := s.Accounts.update(ctx, func(all map[string]Account) error {
			a, err := companyAccount(all, id, now)
			if err != nil {
				return err
			}
			if _, ok := a.Logins[v.loginID]; !ok && isCheck {
				return ReasonLoginRequired
			}
			a.Roles, a.Company = roles, &Company{Issuer: id.Issuer, Subject: id.Subject, At: now, Claims: claims}
			maps.DeleteFunc(a.Logins, func(_ string, l login) bool { return !now.Before(l.Until) })
			a.Logins[v.loginID] = l
			all[a.Name], v.account = a, a
			return nil
		})
		return infoOf(v.account), err
	}
	if isCheck && maps.Equal(roles, before.Roles) {
		_, err = store(ctx)
		return err
	}
	d := Action{Action: "login"}
	if isCheck {
		d = Action{Action: "account changed", Subject: before.Name, Before: before}
	}
	if _, err = s.AuditLog.Do(ctx, v.entry(), d, store); err == nil {
		s.publishLogins(ctx)
	}
	return err
}

// recheck checks the login of a company account at the provider if it is due. It returns
// ReasonLoginRequired if the login has ended.
func (s *server) recheck(ctx context.Context, v *visit) (err error) {
	for v.account.Company != nil {
		l, ok := v.account.Logins[v.loginID]
		if !ok || v.account.Disabled {
			return ReasonLoginRequired
		}
		age := s.Clock().Sub(l.Company.Checked).Abs() // the clock of the checking instance may be ahead
		isOverdue, isClaimed := age >= recheckLimit, s.Clock().Before(l.Company.Claimed)
		if age < recheckAfter || !isOverdue && (isClaimed || len(l.Company.Refresh) == 0) {
			return nil
		}
		if !isClaimed {
			if err = s.claimCheck(ctx, v, *l.Company); err == nil {
				return s.check(context.WithoutCancel(ctx), v, isOverdue)
			}
			if !errors.Is(err, errClaimed) {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(recheckPoll):
		}
		if v.account, err = s.Accounts.Find(ctx, v.account.Name); err != nil {
			return err
		}
	}
	return nil
}

var errClaimed = errors.New("another request checks the login")

// claimCheck reserves the check of a login, which is still as in seen, for this request.
func (s *server) claimCheck(ctx context.Context, v *visit, seen companyLogin) error {
	return s.changeLogins(ctx, v, func(a *Account) error {
		l, ok := a.Logins[v.loginID]
		if !ok || !l.Company.Checked.Equal(seen.Checked) || !l.Company.Claimed.Equal(seen.Claimed) {
			return errClaimed
		}
		l.Company.Claimed = s.Clock().Add(oidc.CheckTimeout).UTC()
		return nil
	})
}

// check refreshes the tokens of a claimed login. It ends the login if the provider refuses, or if
// another failure makes it overdue.
func (s *server) check(ctx context.Context, v *visit, isOverdue bool) error {
	l, ends := v.account.Logins[v.loginID], func(id string, _ login) bool { return id == v.loginID }
	token, err := s.devices.Open(l.Company.Refresh, "refresh/"+v.loginID)
	if len(l.Company.Refresh) == 0 {
		err = errors.New("the provider sent no refresh token")
	}
	if err == nil {
		var id oidc.Identity
		if id, err = s.OIDC.Refresh(ctx, string(token), v.account.Company.Subject); err == nil {
			id.Session = cmp.Or(id.Session, l.Company.Session)
			err = s.confirm(ctx, v, id, l, true)
		}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, errNoRole):
		ends = func(string, login) bool { return true }
	case !isOverdue && !errors.Is(err, oidc.ErrRefused):
		s.Log.WarnContext(ctx, "could not check a staff login at the identity provider, "+
			"it ends 15 minutes after its last check", "account", v.account.Name, "error", err)
		return nil
	}
	return cmp.Or[error](s.endByProvider(ctx, v, v.account.Name, err.Error(), ends), ReasonLoginRequired)
}

// endByProvider ends the matching logins of an account on all instances.
func (s *server) endByProvider(
	ctx context.Context, v *visit, name, why string, ends func(id string, l login) bool,
) error {
	by, d := v.entry(), Action{Action: "login ended", Subject: name, Requested: map[string]string{"reason": why}}
	by.Who = name
	_, err := s.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) {
		_, err := s.Accounts.Change(ctx, AccountChange{Name: name, Apply: func(a *Account) error {
			maps.DeleteFunc(a.Logins, ends)
			return nil
		}})
		return d.Requested, err
	})
	if err == nil {
		s.publishLogins(ctx)
	}
	return err
}
