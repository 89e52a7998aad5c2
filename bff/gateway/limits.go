package gateway

import (
	"net/netip"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"croupier/bff"
)

// limit counts the visitor's address. It comes before the body is read, so that a flood
// costs nothing but its connections.
func (g *gateway) limit(x *exchange) error {
	return g.take(x, bff.LimitAddress, subject(x.scope.Visitor))
}

// spend counts the call against the limits of its own (calls.md §5).
func (g *gateway) spend(x *exchange) error {
	if x.scope.Rules.Kind == bff.KindMoney {
		if err := g.take(x, bff.LimitMoney, x.inWorld(playerOf(x))); err != nil {
			return err
		}
	}
	h := x.hook
	if h.limit == "" {
		return nil
	}
	return g.take(x, h.limit, x.inWorld(h.counts(x)))
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
	key := bff.LimitKey{Rule: rule, Brand: x.scope.Brand.ID, Subject: subject, Visitor: x.scope.Visitor}
	retryAfter, ok := g.Limiter.Allow(x.ctx, key)
	if !ok {
		return bff.ReasonRateLimited.After(retryAfter)
	}
	if rule == x.hook.limit && x.hook.failures {
		x.spent = append(x.spent, key)
	}
	return nil
}

// forgive gives back what an attempt took that has not failed: the platform said yes, or
// nothing at all.
func (g *gateway) forgive(x *exchange, a *bff.Answer, err error) {
	if err == nil && !a.Result {
		return
	}
	for _, key := range x.spent {
		g.Limiter.Forgive(x.ctx, key)
	}
}

// subject is what stands for an address: the whole of an IPv4 one; of an IPv6 one the
// network, for a visitor has all addresses of it.
func subject(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

func addressOf(x *exchange) string { return subject(x.scope.Visitor) }

// usernameOf is the name that a login is for, as players know it.
func usernameOf(x *exchange) string {
	name, _ := x.request.Data["username"].(string)
	return strings.ToLower(strings.TrimSpace(name))
}

// accountOf is the account that a login is for, whether it exists or not.
func accountOf(x *exchange) string { return folded(usernameOf(x)) }

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
