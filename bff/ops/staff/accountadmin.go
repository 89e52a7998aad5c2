package staff

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"croupier/bff"
)

// AccountOperation is what an AccountRequest does.
type AccountOperation string

// The operations of an AccountRequest.
const (
	OpAdd        AccountOperation = "add"
	OpList       AccountOperation = "list"
	OpDisable    AccountOperation = "disable"
	OpEnable     AccountOperation = "enable"
	OpInvite     AccountOperation = "invite"              // creates an account without a password
	OpReset      AccountOperation = "reset password"      // its answer has an invitation
	OpResetCode  AccountOperation = "reset authenticator" // removes it
	OpRemoveDemo AccountOperation = "remove demo"         // removes the demo's accounts
)

// AccountRequest is a request of an operator. The command line sends it to a running server, or
// runs it on the store itself.
type AccountRequest struct {
	Operation AccountOperation `json:"operation"`
	By        string           `json:"by"`               // who makes the request
	Account   Account          `json:"account,omitzero"` // changes of an existing account need the name only
}

// AccountResponse is the result of an AccountRequest.
type AccountResponse struct {
	Accounts []AccountInfo `json:"accounts,omitempty"` // of OpList: all; of OpRemoveDemo: the removed ones
	Token    string        `json:"token,omitempty"`    // of an invitation; see InvitationPath
	Until    time.Time     `json:"until,omitzero"`     // its end
}

// AccountInfo is an account without its secrets.
type AccountInfo struct {
	Name          string    `json:"name"`
	Roles         Roles     `json:"roles"`
	Authenticator bool      `json:"authenticator"`
	Disabled      bool      `json:"disabled"`
	Demo          bool      `json:"demo,omitempty"`
	Invited       bool      `json:"invited,omitempty"`    // no password has been set yet
	InvitedBy     string    `json:"invited_by,omitempty"` // the account, or the user of the command line
	Since         time.Time `json:"since"`
}

// ErrAccountRequest is wrapped by the errors of invalid requests.
var ErrAccountRequest = errors.New("invalid request")

// AccountAdmin is the admin service of the accounts.
type AccountAdmin struct {
	Accounts *Accounts
	AuditLog *AuditLog
	Bus      bff.Bus
	Log      *slog.Logger
}

// Do runs a request; changes are recorded in the audit log.
func (a *AccountAdmin) Do(ctx context.Context, r AccountRequest) (AccountResponse, error) {
	by := Entry{Who: r.By}
	switch r.Operation {
	case OpAdd:
		d := Action{Action: "account added", Subject: r.Account.Name, Requested: infoOf(r.Account)}
		return AccountResponse{}, a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) {
			return infoOf(r.Account), a.Accounts.Add(ctx, r.Account)
		})
	case OpInvite:
		return a.invite(ctx, by, r.Account)
	case OpDisable, OpEnable, OpReset, OpResetCode:
		return a.change(ctx, by, r)
	case OpRemoveDemo:
		return a.removeDemo(ctx, by)
	case OpList:
		accounts, err := a.Accounts.List(ctx)
		out := AccountResponse{}
		for _, account := range accounts {
			out.Accounts = append(out.Accounts, infoOf(account))
		}
		return out, err
	}
	return AccountResponse{}, fmt.Errorf("%w: unknown operation %q", ErrAccountRequest, r.Operation)
}

// removeDemo removes the demo's accounts and records each.
func (a *AccountAdmin) removeDemo(ctx context.Context, by Entry) (AccountResponse, error) {
	all, err := a.Accounts.List(ctx)
	if err != nil {
		return AccountResponse{}, err
	}
	var out AccountResponse
	for _, account := range all {
		if !account.Demo {
			continue
		}
		d := Action{Action: "account removed", Subject: account.Name, Before: infoOf(account)}
		if err := a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) { return nil, a.Accounts.Remove(ctx, account.Name) }); err != nil {
			return out, err
		}
		out.Accounts = append(out.Accounts, infoOf(account))
	}
	if len(out.Accounts) > 0 {
		a.publishEnd(ctx)
	}
	return out, nil
}

// invite creates an account without a password.
func (a *AccountAdmin) invite(ctx context.Context, by Entry, account Account) (out AccountResponse, err error) {
	account = Account{Name: account.Name, Roles: account.Roles, Since: account.Since, InvitedBy: by.Who}
	out.Token = account.Invite(a.AuditLog.Clock())
	out.Until = account.Invitation.Until
	d := Action{Action: "account invited", Subject: account.Name, Requested: infoOf(account)}
	err = a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) { return infoOf(account), a.Accounts.Invite(ctx, account) })
	if err != nil {
		return AccountResponse{}, err
	}
	a.publishEnd(ctx)
	return out, nil
}

// change changes an existing account. Whoever has the command line can make admins: the last one may be
// given an invitation, but not be disabled by mistake.
func (a *AccountAdmin) change(ctx context.Context, by Entry, r AccountRequest) (out AccountResponse, err error) {
	before, err := a.Accounts.Find(ctx, r.Account.Name)
	if err != nil {
		return out, err
	}
	var action string
	var apply func(*Account)
	switch r.Operation {
	case OpDisable:
		action, apply = "account disabled", func(one *Account) { one.Disabled = true; one.Generation++ }
	case OpEnable:
		action, apply = "account enabled", func(one *Account) { one.Disabled = false; one.Generation++ }
	case OpReset:
		action, apply = "password reset", func(one *Account) {
			out.Token = one.Invite(a.AuditLog.Clock())
			out.Until = one.Invitation.Until
		}
	default:
		action, apply = "authenticator reset", (*Account).withoutAuthenticator
	}
	c := AccountChange{Name: before.Name, DemoCounts: true, Forced: r.Operation == OpReset, Apply: func(one *Account) error { apply(one); return nil }}
	d := Action{Action: action, Subject: before.Name, Before: infoOf(before)}
	err = a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) {
		_, after, err := a.Accounts.Change(ctx, c)
		return infoOf(after), err
	})
	if err != nil {
		return AccountResponse{}, err
	}
	a.publishEnd(ctx)
	return out, nil
}

// publishEnd notifies open event streams that logins have ended.
func (a *AccountAdmin) publishEnd(ctx context.Context) {
	if err := a.Bus.Publish(ctx, bff.TopicStaff, nil); err != nil {
		a.Log.WarnContext(ctx, "publish ended logins: failed", "error", err)
	}
}

func infoOf(a Account) AccountInfo {
	return AccountInfo{Name: a.Name, Roles: a.Roles, Authenticator: a.TOTP != "", Disabled: a.Disabled, Demo: a.Demo, Invited: a.Hash == "", InvitedBy: a.InvitedBy, Since: a.Since}
}
