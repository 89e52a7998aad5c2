package bff

import (
	"context"
	"net/netip"
	"time"
)

// LimitRule names one of the limits of calls.md §5.
type LimitRule string

// The limits of calls.md §5.
const (
	LimitAddress  LimitRule = "address"  // gateway calls of one address
	LimitPassword LimitRule = "password" // wrong passwords of one account
	LimitCode     LimitRule = "code"     // wrong authenticator and SMS codes of one account
	LimitForgot   LimitRule = "forgot"   // forgotten passwords asked for by one address
	LimitMoney    LimitRule = "money"    // money calls of one player
)

// Limits beside those of calls.md §5: guesses spread over accounts come from one address,
// and a code that was right is worth nothing to whoever looked on.
const (
	LimitPasswordAddress LimitRule = "password_address" // wrong passwords from one address
	LimitCodeAddress     LimitRule = "code_address"     // wrong codes from one address
	LimitForgotAccount   LimitRule = "forgot_account"   // forgotten passwords asked for of one account
	LimitSMS             LimitRule = "sms"              // text messages asked for by one player, which cost the house money
	LimitCodeUse         LimitRule = "code_use"         // uses of one right code by one player
	LimitStaff           LimitRule = "staff"            // wrong logins of one account of the staff (calls.md §8)
	LimitAudit           LimitRule = "audit"            // lines about refused logins of one account of the staff from one address
	LimitSession         LimitRule = "session"          // calls of one session
)

// LimitClass is the rule for the calls of one class: of one session, or of one address
// where the call needs no session. Only brands that name it have it.
func LimitClass(class string) LimitRule { return LimitRule("class/" + class) }

// LimitKey says what is counted: one rule, for one subject of one brand.
type LimitKey struct {
	Rule    LimitRule
	Brand   string
	Subject string     // the address, account or player that the rule counts
	Visitor netip.Addr // who asks; some addresses are exempt from every limit
}

// Limiter counts what visitors do. It fails towards letting them in: a limiter that
// cannot reach its store allows. Only a LimitCodeUse it refuses then, without a
// retryAfter: a code that somebody looked on at must not open a second session.
type Limiter interface {
	// Allow takes one from key's allowance. Where none is left, ok is false and
	// retryAfter tells when the next one falls due.
	Allow(ctx context.Context, key LimitKey) (retryAfter time.Duration, ok bool)
	// Refund gives back the newest one taken. Rules that count only failures take
	// before the attempt, so that attempts side by side cannot pass the limit together,
	// and forgive the attempt that did not fail.
	Refund(ctx context.Context, key LimitKey)
}
