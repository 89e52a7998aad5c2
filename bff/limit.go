package bff

import (
	"context"
	"net/netip"
	"strings"
	"time"
)

// LimitRule names a rate limit.
type LimitRule string

// The limits of the platform's contract.
const (
	LimitAddress  LimitRule = "address"  // calls, pages and plain paths from one address
	LimitPassword LimitRule = "password" // wrong passwords for one account
	LimitCode     LimitRule = "code"     // wrong authenticator and SMS codes for one account
	LimitForgot   LimitRule = "forgot"   // password resets and confirmation emails requested from one address
	LimitMoney    LimitRule = "money"    // money calls by one player
	LimitEvents   LimitRule = "events"   // open event streams from one address
)

// The limits that Croupier adds.
const (
	LimitPasswordAddress LimitRule = "password_address" // wrong passwords from one address, for any account
	LimitCodeAddress     LimitRule = "code_address"     // wrong codes from one address, for any account
	LimitForgotAccount   LimitRule = "forgot_account"   // password resets and confirmation emails for one account
	LimitRegister        LimitRule = "register"         // registrations from one address
	LimitToken           LimitRule = "token"            // wrong email tokens from one address
	LimitSMS             LimitRule = "sms"              // paid text messages requested by one player
	LimitCodeUse         LimitRule = "code_use"         // uses of one correct code by one player, which prevents replay
	LimitStaff           LimitRule = "staff"            // wrong staff logins by account, and address or known browser
	LimitStaffAccount    LimitRule = "staff_account"    // wrong staff logins by account, from unknown browsers
	LimitAudit           LimitRule = "audit"            // audit entries for refused staff logins
	LimitSession         LimitRule = "session"          // calls in one session
	LimitPaymentPoll     LimitRule = "payment_poll"     // payment status polls for one player, on all instances
	LimitSender          LimitRule = "sender"           // events from one sender
	LimitSenderAudit     LimitRule = "sender_audit"     // audit entries for events from one sender
	LimitSenderBlock     LimitRule = "sender_block"     // audited blocks by one sender, audited changes by one token
)

// LimitClass returns the rule for the calls of one class. The limiter counts by session, or by
// address if the call needs no session. No class has a default, because the number of calls per
// page differs by platform and site.
func LimitClass(class string) LimitRule { return LimitRule(classPrefix + class) }

const classPrefix = "class/"

// LimitKey identifies one counter by rule, brand and subject.
type LimitKey struct {
	Rule    LimitRule
	Brand   string
	Subject string     // counted address, account or player
	Visitor netip.Addr // visitor's address, for exemptions
}

// Exemptable reports whether exempt addresses skip the limit. Only limits on calls and event
// streams are exemptable.
func (k LimitKey) Exemptable() bool {
	return k.Rule == LimitAddress || k.Rule == LimitEvents || strings.HasPrefix(string(k.Rule), classPrefix)
}

// Limiter counts the actions of visitors. Without the shared store, an instance decides by its own
// counters. It then refuses LimitCodeUse with a zero retryAfter, because an observed code must not
// open a second session.
type Limiter interface {
	// Allow takes one unit of key's allowance. If none is left, ok is false and the next unit is
	// available after retryAfter.
	Allow(ctx context.Context, key LimitKey) (retryAfter time.Duration, ok bool)
	// Refund returns the unit taken last. Rules that count only failures take a unit before the
	// attempt, because concurrent attempts could otherwise exceed the limit.
	Refund(ctx context.Context, key LimitKey)
}

// LimitResetter resets counters on every instance.
type LimitResetter interface {
	// Reset resets the counters of keys. If it fails, some instances may keep their counters.
	Reset(ctx context.Context, keys ...LimitKey) error
}
