package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"net/netip"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"croupier/bff"
)

// limit counts the visitor's address. It comes before the body is read, so that a flood
// costs nothing but its connections.
func (g *gateway) limit(x *exchange) error {
	return g.take(x, bff.LimitAddress, addressSubject(x.scope.Visitor))
}

// counted is one limit of a call, and what it counts.
type counted struct {
	rule bff.LimitRule
	of   func(*exchange) string
}

// limitClass counts the call against the limit that its brand may have for its class, by
// session, or by address where the call needs none.
func (g *gateway) limitClass(x *exchange) error {
	rule := bff.LimitClass(x.scope.Call.Class)
	if _, ok := x.scope.Brand.Limits[rule]; !ok {
		return nil
	}
	if x.scope.Session == nil {
		return g.take(x, rule, x.inWorld(addressOf(x)))
	}
	return g.take(x, rule, x.scope.Session.ID)
}

// spend counts the call against the limits of its own (calls.md §5).
func (g *gateway) spend(x *exchange) error {
	if err := g.limitClass(x); err != nil {
		return err
	}
	if x.scope.Rules.Kind == bff.KindMoney {
		if err := g.take(x, bff.LimitMoney, x.inWorld(playerOf(x))); err != nil {
			return err
		}
	}
	for _, c := range x.hook.limits {
		subject := x.inWorld(c.of(x))
		if err := g.take(x, c.rule, subject); err != nil {
			g.giveBack(x) // this attempt is not made
			return err
		}
		if x.hook.failures {
			x.spent = append(x.spent, x.limitKey(c.rule, subject))
		}
	}
	return g.useCode(x)
}

// ruleCodeUsed is the rule of contracts/messages that a code breaks which was right before.
const ruleCodeUsed = "code_used"

// codeRetry is when to try a code again that could not be taken for want of the store.
const codeRetry = 5 * time.Second

// useCode lets a code be right once: whoever saw it typed has nothing. It is taken before
// it is checked, so that two at once cannot both pass, and given back unless it was right.
// One that comes again is a wrong guess.
func (g *gateway) useCode(x *exchange) error {
	if x.hook.code == nil {
		return nil
	}
	field := x.hook.code(x)
	code, _ := x.request.Data[field].(string)
	if code == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(x.inWorld(playerOf(x)) + "\x00" + code))
	key := x.limitKey(bff.LimitCodeUse, hex.EncodeToString(sum[:]))
	key.Visitor = netip.Addr{} // nobody is exempt
	retryAfter, ok := g.Limiter.Allow(x.ctx, key)
	switch {
	case !ok && retryAfter == 0: // nobody knows whether it was right before
		g.giveBack(x)
		return bff.ReasonUnavailable.WithRetryAfter(codeRetry)
	case !ok:
		return fault(field, ruleCodeUsed)
	}
	x.used = &key
	return nil
}

// inWorld gives the name of a player or account within the mock world that a tester asked
// for: the same name in another world is somebody else.
func (x *exchange) inWorld(name string) string {
	if x.scope.World == "" {
		return name
	}
	return x.scope.World + "/" + name
}

func (g *gateway) take(x *exchange, rule bff.LimitRule, subject string) error {
	retryAfter, ok := g.Limiter.Allow(x.ctx, x.limitKey(rule, subject))
	if !ok {
		return bff.ReasonRateLimited.WithRetryAfter(retryAfter)
	}
	return nil
}

func (x *exchange) limitKey(rule bff.LimitRule, subject string) bff.LimitKey {
	return bff.LimitKey{Rule: rule, Brand: x.scope.Brand.ID, Subject: subject, Visitor: x.scope.Visitor}
}

// forgive gives back what an attempt took that has not failed: the platform said yes, or
// nothing at all. A code is given back unless it was right.
func (g *gateway) forgive(x *exchange, a *bff.Answer, err error) {
	right := err == nil && a.Result
	if right || err != nil {
		g.giveBack(x)
	}
	if x.used != nil && !right {
		g.Limiter.Refund(x.ctx, *x.used)
	}
}

func (g *gateway) giveBack(x *exchange) {
	for _, key := range x.spent {
		g.Limiter.Refund(x.ctx, key)
	}
}

// subject is what stands for an address: the whole of an IPv4 one; of an IPv6 one the
// network, for a visitor has all addresses of it.
func addressSubject(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

func addressOf(x *exchange) string { return addressSubject(x.scope.Visitor) }

// usernameOf is the name that a login is for, as players know it.
func usernameOf(x *exchange) string {
	name, _ := x.request.Data["username"].(string)
	return strings.ToLower(strings.TrimSpace(name))
}

// accountOf is the account that a login is for, whether it exists or not.
func accountOf(x *exchange) string { return folded(usernameOf(x)) }

// mailboxOf is the account that a password was forgotten of, whether it exists or not.
func mailboxOf(x *exchange) string {
	email, _ := x.request.Data["email"].(string)
	return folded(email)
}

// folded writes alike what some platform may take for one name: case, accents, width,
// spaces and what cannot be seen do not count, and the four Turkish letters I are one.
// Counted as they are typed, each spelling would have guesses of its own.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.In(r, unicode.M, unicode.C, unicode.Z):
			return -1
		case r == 'ı':
			return 'i'
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(name))
}

func playerOf(x *exchange) string { return x.scope.Session.Identity.UID }
