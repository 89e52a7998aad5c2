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
	OpRemoveDemo AccountOperation = "remove demo" // removes the demo's accounts
)

// AccountRequest is a request of an operator. The command line sends it to a running server, or
// runs it on the store itself.
type AccountRequest struct {
	Operation AccountOperation `json:"operation"`
	By        string           `json:"by"`               // who makes the request
	Account   Account          `json:"account,omitzero"` // OpDisable needs the name only
}

// AccountResponse is the result of an AccountRequest.
type AccountResponse struct {
	Accounts []AccountInfo `json:"accounts,omitempty"` // of OpList: all; of OpRemoveDemo: the removed ones
}

// AccountInfo is an account without its secrets.
type AccountInfo struct {
	Name          string    `json:"name"`
	Roles         Roles     `json:"roles"`
	Authenticator bool      `json:"authenticator"`
	Disabled      bool      `json:"disabled"`
	Demo          bool      `json:"demo,omitempty"`
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
	case OpDisable:
		account, err := a.Accounts.Find(ctx, r.Account.Name)
		if err != nil {
			return AccountResponse{}, err
		}
		after := infoOf(account)
		after.Disabled = true
		d := Action{Action: "account disabled", Subject: account.Name, Before: infoOf(account), Requested: after}
		return AccountResponse{}, a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) { return after, a.disable(ctx, account.Name) })
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

// disable disables an account. Requests check the account anyway; open event streams are
// notified, or notice at their next heartbeat.
func (a *AccountAdmin) disable(ctx context.Context, name string) error {
	if err := a.Accounts.Disable(ctx, name); err != nil {
		return err
	}
	a.publishEnd(ctx)
	return nil
}

// publishEnd notifies open event streams that logins have ended.
func (a *AccountAdmin) publishEnd(ctx context.Context) {
	if err := a.Bus.Publish(ctx, bff.TopicStaff, nil); err != nil {
		a.Log.WarnContext(ctx, "publish ended logins: failed", "error", err)
	}
}

func infoOf(a Account) AccountInfo {
	return AccountInfo{Name: a.Name, Roles: a.Roles, Authenticator: a.TOTP != "", Disabled: a.Disabled, Demo: a.Demo, Since: a.Since}
}
