package bff

import (
	"context"
	"net/netip"
	"strings"
	"time"
)

// LimitRule names one of the rate limits of calls.md §5.
type LimitRule string

// The limits of calls.md §5.
const (
	LimitAddress  LimitRule = "address"  // calls, pages and plain paths of one address
	LimitPassword LimitRule = "password" // wrong passwords of one account
	LimitCode     LimitRule = "code"     // wrong authenticator and SMS codes of one account
	LimitForgot   LimitRule = "forgot"   // password resets and mails of confirmation requested by one address
	LimitMoney    LimitRule = "money"    // money calls of one player
	LimitEvents   LimitRule = "events"   // open event streams of one address
)

// Limits in addition to those of calls.md §5.
const (
	LimitPasswordAddress LimitRule = "password_address" // wrong passwords from one address, on any account
	LimitCodeAddress     LimitRule = "code_address"     // wrong codes from one address, on any account
	LimitForgotAccount   LimitRule = "forgot_account"   // the same for one account
	LimitRegister        LimitRule = "register"         // registrations from one address
	LimitToken           LimitRule = "token"            // wrong tokens of e-mails from one address
	LimitSMS             LimitRule = "sms"              // text messages requested by one player; each costs money
	LimitCodeUse         LimitRule = "code_use"         // uses of one correct code by one player; prevents replay
	LimitStaff           LimitRule = "staff"            // wrong logins of one staff account from one address or known browser
	LimitStaffAccount    LimitRule = "staff_account"    // wrong logins of one staff account from all unknown browsers
	LimitAudit           LimitRule = "audit"            // audit entries about refused logins of one staff account from one address
	LimitSession         LimitRule = "session"          // calls of one session
	LimitPaymentPoll     LimitRule = "payment_poll"     // questions for the payments of one player, over all instances
)

// LimitClass returns the rule for the calls of one class, counted by session, or by address when the call needs none.
func LimitClass(class string) LimitRule { return LimitRule(classPrefix + class) }

const classPrefix = "class/"

// LimitKey identifies one counter: a rule, a brand and a subject.
type LimitKey struct {
	Rule    LimitRule
	Brand   string
	Subject string     // the address, account or player that is counted
	Visitor netip.Addr // the visitor's address, which may be exempt
}

// Exemptable reports whether the limit is lifted for exempt addresses: only limits of calls and event streams are.
func (k LimitKey) Exemptable() bool {
	return k.Rule == LimitAddress || k.Rule == LimitEvents || strings.HasPrefix(string(k.Rule), classPrefix)
}

// Limiter counts the actions of visitors. Without the store that instances share it decides by what this instance has
// counted, but refuses LimitCodeUse with a zero retryAfter, because an observed code must not open a second session.
type Limiter interface {
	// Allow takes one unit of key's allowance. When none is left, ok is false and the next unit is there after retryAfter.
	Allow(ctx context.Context, key LimitKey) (retryAfter time.Duration, ok bool)
	// Refund returns the unit taken last. Rules that count only failures take a unit before the attempt, so that
	// concurrent attempts cannot exceed the limit together.
	Refund(ctx context.Context, key LimitKey)
}

// LimitResetter forgets what was counted, on every instance.
type LimitResetter interface {
	// Reset empties the counters of keys. An error means that some instances may still count what was taken.
	Reset(ctx context.Context, keys ...LimitKey) error
}
