package staff

import (
	"context"
	"errors"
	"net/netip"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// audited runs do under an audit entry; see AuditLog.Do. Errors of do that are not a
// *bff.Reason become ReasonUnavailable.
func (s *server) audited(c *gin.Context, v *visit, d Action, do func(context.Context) (after any, err error)) error {
	by := Entry{Who: v.account.Name, From: v.scope.Visitor, Request: v.scope.RequestID}
	err := s.AuditLog.Do(c, by, d, do)
	var r *bff.Reason
	if err != nil && !errors.As(err, &r) {
		return bff.ReasonUnavailable.WithCause(err)
	}
	return err
}

// Causes of refused logins in the audit log.
const (
	wrongPassword  = "wrong password"
	wrongCode      = "wrong code"
	disabled       = "disabled account"
	tooMany        = "too many attempts"
	unknownAccount = "unknown account"
)

// maxPendingRefusals bounds the refused logins being recorded.
const maxPendingRefusals = 16

// refuseLogin records a refused login and returns answer. The entry is written after the
// response, so that its duration does not reveal whether the account exists.
func (s *server) refuseLogin(c *gin.Context, v *visit, name, why string, answer *bff.Reason) error {
	ctx := context.WithoutCancel(c.Request.Context())
	e := s.AuditLog.newEntry(Entry{From: v.scope.Visitor, Request: v.scope.RequestID, Action: "login", Outcome: Refused})
	s.pendingRefusals <- struct{}{}
	go func() {
		defer func() { <-s.pendingRefusals }()
		if err := s.recordRefusal(ctx, e, name, why); err != nil {
			s.Log.ErrorContext(ctx, "record refused login: failed", "error", err)
		}
	}()
	return answer
}

// recordRefusal writes one entry per account, network and cause in ten minutes. Unknown names
// are not recorded: they are unbounded, and may be a password typed into the wrong field.
func (s *server) recordRefusal(ctx context.Context, e Entry, name, why string) error {
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
	subject := e.Who + " " + network(e.From).String() + " " + why
	if _, ok := s.Limiter.Allow(ctx, bff.LimitKey{Rule: bff.LimitAudit, Subject: subject}); !ok {
		return nil
	}
	var err error
	if e.After, err = encodeState(map[string]string{"reason": why}); err != nil {
		return err
	}
	return s.AuditLog.write(ctx, s.AuditLog.Refusals, &e)
}

// network returns the address as a prefix: IPv4 /32, IPv6 /64.
func network(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() && !a.Is4In6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // bits is always in range
	return p
}
