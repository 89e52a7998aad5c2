package staff

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// AccountOperation is the operation of an AccountRequest.
type AccountOperation string

// The operations of an AccountRequest.
const (
	OpAdd        AccountOperation = "add"
	OpList       AccountOperation = "list"
	OpDisable    AccountOperation = "disable"
	OpEnable     AccountOperation = "enable"
	OpInvite     AccountOperation = "invite"              // creates an account without a password
	OpReset      AccountOperation = "reset password"      // returns an invitation
	OpResetCode  AccountOperation = "reset authenticator" // removes the authenticator
	OpRemoveDemo AccountOperation = "remove demo"         // removes the demo accounts
	OpBreakGlass AccountOperation = "break glass"         // sets the account's BreakGlass

	OpCreateToken AccountOperation = "create token"
	OpListTokens  AccountOperation = "list tokens"
	OpRevokeToken AccountOperation = "revoke token"
)

// AccountRequest is a request of an operator, to a running server or directly to the store.
type AccountRequest struct {
	Operation AccountOperation `json:"operation"`
	By        string           `json:"by"`               // the operator
	Account   Account          `json:"account,omitzero"` // an existing account needs only the name
	Token     Token            `json:"token,omitzero"`   // an existing token needs only the name
}

// AccountResponse is the result of an AccountRequest.
type AccountResponse struct {
	Accounts []AccountInfo `json:"accounts,omitempty"` // all after OpList, the removed ones after OpRemoveDemo
	Token    string        `json:"token,omitempty"`    // of an invitation, see InvitationPath
	Tokens   []Token       `json:"tokens,omitempty"`   // all after OpListTokens, the new one after OpCreateToken
	Until    time.Time     `json:"until,omitzero"`     // the end of the invitation
}

// AccountInfo is an account without its secrets.
type AccountInfo struct {
	Name          string    `json:"name"`
	Roles         Roles     `json:"roles"`
	Authenticator bool      `json:"authenticator"`
	Disabled      bool      `json:"disabled"`
	Demo          bool      `json:"demo,omitempty"`
	Invited       bool      `json:"invited,omitempty"`    // the account has no password yet
	InvitedBy     string    `json:"invited_by,omitempty"` // the account, or the user of the command line
	Since         time.Time `json:"since"`
	BreakGlass    bool      `json:"break_glass,omitempty"`
	Company       *Company  `json:"company,omitempty"`
}

func infoOf(a Account) AccountInfo {
	return AccountInfo{
		Name: a.Name, Roles: a.Roles, Authenticator: a.TOTP != "", Disabled: a.Disabled, Demo: a.Demo,
		Invited: a.Hash == "" && a.Company == nil, InvitedBy: a.InvitedBy, Since: a.Since,
		BreakGlass: a.BreakGlass, Company: a.Company,
	}
}

// ErrAccountRequest is the error that errors of invalid requests wrap.
var ErrAccountRequest = errors.New("invalid request")

// AccountAdmin changes accounts and tokens for the console and the command line, with audit entries.
type AccountAdmin struct {
	Accounts *Accounts
	Tokens   *Tokens
	AuditLog *AuditLog
	Bus      bff.Bus
	Log      *slog.Logger
}

// Do runs a request of the command line.
func (a *AccountAdmin) Do(ctx context.Context, r AccountRequest) (out AccountResponse, err error) {
	by, name := Entry{Who: r.By}, r.Account.Name
	// Demo accounts count as admins here because the command line can create other admins.
	change := AccountChange{Name: name, DemoCounts: true}
	action := "password reset"
	switch r.Operation {
	case OpAdd:
		d := Action{Action: "account added", Subject: name, Requested: infoOf(r.Account)}
		_, err = a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) {
			return infoOf(r.Account), a.Accounts.Add(ctx, r.Account)
		})
		return out, err
	case OpInvite:
		one, token, err := a.invite(ctx, by,
			Account{Name: name, Roles: r.Account.Roles, Since: r.Account.Since, InvitedBy: r.By})
		if err != nil {
			return out, err
		}
		return AccountResponse{Token: token, Until: one.Invitation.Until}, nil
	case OpRemoveDemo:
		return a.removeDemo(ctx, by)
	case OpCreateToken:
		one, err := a.createToken(ctx, by, r.Token)
		return AccountResponse{Tokens: []Token{one}}, err
	case OpListTokens:
		out.Tokens, err = a.Tokens.List(ctx)
		return out, err
	case OpRevokeToken:
		return out, a.revokeToken(ctx, by, r.Token.Name)
	case OpList:
		all, err := a.Accounts.List(ctx)
		out.Accounts = lists.Map(all, infoOf)
		return out, err
	case OpDisable, OpEnable:
		action = "account " + string(r.Operation) + "d"
		change.Apply = func(one *Account) error {
			one.Disabled, one.Logins = r.Operation == OpDisable, nil
			return nil
		}
	case OpReset:
		change.Forced = true
		change.Apply = func(one *Account) error {
			out.Token = one.Invite(a.AuditLog.Clock())
			out.Until = one.Invitation.Until
			return nil
		}
	case OpResetCode:
		action, change.Apply = "authenticator reset", (*Account).removeAuthenticator
	case OpBreakGlass:
		action = "break-glass mark changed"
		change.Apply = func(one *Account) error {
			one.BreakGlass = r.Account.BreakGlass
			return nil
		}
	default:
		return out, fmt.Errorf("%w: unknown operation %q", ErrAccountRequest, r.Operation)
	}
	if _, err := a.change(ctx, by, action, change); err != nil {
		return AccountResponse{}, err
	}
	return out, nil
}

func (a *AccountAdmin) removeDemo(ctx context.Context, by Entry) (out AccountResponse, err error) {
	all, err := a.Accounts.List(ctx)
	tokens, tokensErr := a.Tokens.List(ctx)
	if err = errors.Join(err, tokensErr); err != nil {
		return out, err
	}
	defer a.publishLogins(ctx)
	for _, one := range all {
		if !one.Demo {
			continue
		}
		for _, token := range tokens { // everyone could log in and create them
			if token.CreatedBy == one.Name {
				err = errors.Join(err, a.revokeToken(ctx, by, token.Name))
			}
		}
		if err != nil {
			return out, err
		}
		d := Action{Action: "account removed", Subject: one.Name, Before: infoOf(one)}
		_, err := a.AuditLog.Do(ctx, by, d,
			func(ctx context.Context) (any, error) { return nil, a.Accounts.Remove(ctx, one.Name) })
		if err != nil {
			return out, err
		}
		out.Accounts = append(out.Accounts, infoOf(one))
	}
	return out, nil
}

// invite creates an account without a password and returns it with the token of its invitation.
func (a *AccountAdmin) invite(ctx context.Context, by Entry, one Account) (invited Account, token string, err error) {
	token = one.Invite(a.AuditLog.Clock())
	d := Action{Action: "account invited", Subject: one.Name, Requested: infoOf(one)}
	_, err = a.AuditLog.Do(ctx, by, d,
		func(ctx context.Context) (any, error) { return infoOf(one), a.Accounts.Invite(ctx, one) })
	if err == nil {
		a.publishLogins(ctx)
	}
	return one, token, err
}

// change changes an existing account and notifies consoles that logins may have ended.
func (a *AccountAdmin) change(
	ctx context.Context, by Entry, action string, c AccountChange,
) (after Account, err error) {
	before, err := a.Accounts.Find(ctx, c.Name)
	if err != nil {
		return after, err
	}
	if before.Company != nil && !slices.Contains(companyActions, action) {
		return after, ErrCompanyAccount
	}
	d := Action{Action: action, Subject: before.Name, Before: infoOf(before)}
	_, err = a.AuditLog.Do(ctx, by, d, func(ctx context.Context) (any, error) {
		after, err = a.Accounts.Change(ctx, c)
		return infoOf(after), err
	})
	if err == nil {
		a.publishLogins(ctx)
	}
	return after, err
}

// publishLogins notifies the event streams of every instance that logins may have ended.
func (a *AccountAdmin) publishLogins(ctx context.Context) {
	if err := a.Bus.Publish(context.WithoutCancel(ctx), bff.TopicStaff, nil); err != nil {
		a.Log.WarnContext(ctx,
			"could not notify open consoles of changed logins, they notice it at their next heartbeat", "error", err)
	}
}
