package staff

import (
	"context"
	"errors"
	"net/netip"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// deed has done what v asks for, under a line of the trail; see AuditLog.Do. Errors of do that
// are no reasons are told as ReasonUnavailable.
func (s *server) deed(c *gin.Context, v *visit, d Action, do func(context.Context) (after any, err error)) error {
	by := Entry{Who: v.account.Name, From: v.scope.Visitor, Request: v.scope.RequestID}
	err := s.AuditLog.Do(c, by, d, do)
	var r *bff.Reason
	if err != nil && !errors.As(err, &r) {
		return bff.ReasonUnavailable.WithCause(err)
	}
	return err
}

// Why a login was refused, as the trail tells it.
const (
	wrongPassword  = "wrong password"
	wrongCode      = "wrong code"
	disabled       = "disabled account"
	tooMany        = "too many attempts"
	unknownAccount = "unknown account"
)

// linesAtOnce bounds how many refusals are being written down.
const linesAtOnce = 16

// turnAway refuses a login and gives the reason to answer with. The refusal is written down
// behind the answer: how long that takes must not tell whether there is such an account.
func (s *server) turnAway(c *gin.Context, v *visit, name, why string, answer *bff.Reason) error {
	ctx := context.WithoutCancel(c.Request.Context())
	e := s.AuditLog.begin(Entry{From: v.scope.Visitor, Request: v.scope.RequestID, Action: "login", Outcome: Refused})
	s.lines <- struct{}{}
	go func() {
		defer func() { <-s.lines }()
		if err := s.writeRefusal(ctx, e, name, why); err != nil {
			s.Log.ErrorContext(ctx, "refused login not written", "error", err)
		}
	}()
	return answer
}

// writeRefusal writes one line for an account, an address and a cause in ten minutes. All
// names that are nobody's are one: a stranger could invent any number of them, and staff
// may type their password there.
func (s *server) writeRefusal(ctx context.Context, e Entry, name, why string) error {
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
	if e.After, err = state(map[string]string{"reason": why}); err != nil {
		return err
	}
	return s.AuditLog.write(ctx, s.AuditLog.Refusals, &e)
}

// network is an address, of IPv6 the /64 that one visitor has to itself.
func network(a netip.Addr) netip.Prefix {
	bits := a.BitLen()
	if a.Is6() && !a.Is4In6() {
		bits = 64
	}
	p, _ := a.Prefix(bits) // never out of its range
	return p
}
