package gateway

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/names"
)

// A call takes its limits at two moments. It takes the address limit before it reads the body, so a
// flood costs only its connections. It takes the others last, so a call that Croupier refuses for
// another reason takes none of them.
//
//	rule                        counts                                 applies to
//	address                     the visitor's address                  calls, pages and plain paths
//	session                     the session                            calls with a session
//	class/CLASS                 the session, without one the address   brands that configure the class
//	money                       the player                             money calls
//	password, code, forgot, sms account, player and address            see hooks
//	code_use                    the player and the code                hooks with a one-time code

func (g *gateway) takeAddressLimit(ctx context.Context, r *request) error {
	return g.take(ctx, addressLimit(r.scope))
}

func addressLimit(scope *bff.Scope) bff.LimitKey {
	return limitKey(scope, bff.LimitAddress, addressSubject(scope.Visitor))
}

// limitAddress takes the limit of the visitor's address for pages and plain paths.
func (g *gateway) limitAddress(c *gin.Context) {
	if err := g.take(c.Request.Context(), addressLimit(&infoOf(c).scope)); err != nil {
		g.refuse(c, err)
	}
}

type limit struct {
	rule    bff.LimitRule
	subject func(*request) string // empty: the limit does not apply
}

// takeLimits takes all limits of a call except the address limit. If it fails, it has refunded all
// limits that must not count.
func (g *gateway) takeLimits(ctx context.Context, r *request) error {
	h := r.parsed.hook
	for _, l := range [...]limit{
		{bff.LimitSession, sessionSubject},
		{r.parsed.classRule, classSubject},
		{bff.LimitMoney, moneySubject},
	} {
		if subject := l.subject(r); subject != "" {
			key := limitKey(r.scope, l.rule, subject)
			if l.rule == r.parsed.classRule && r.scope.Session != nil {
				key.Visitor = netip.Addr{} // counted by session, so no address is exempt
			}
			if err := g.take(ctx, key); err != nil {
				return err
			}
		}
	}
	for _, l := range h.limits {
		if h.limited != nil && !h.limited(r, l.rule) {
			continue
		}
		key := limitKey(r.scope, l.rule, r.scope.Partition.Qualify(l.subject(r)))
		if err := g.take(ctx, key); err != nil {
			g.refundFailures(ctx, r.failures) // the call is not attempted
			return err
		}
		if h.countFailures {
			r.failures = append(r.failures, key)
		}
	}
	return g.takeCode(ctx, r)
}

// ruleCodeUsed is the rule of contracts/messages for a code that was already used.
const ruleCodeUsed = "code_used"

// codeRetry is the Retry-After if the store of used codes is unreachable.
const codeRetry = 5 * time.Second

// takeCode allows each correct one-time code only once, so an observer cannot reuse it. It takes
// the code before the check, because two concurrent attempts must not both pass. refundLimits
// refunds incorrect codes.
func (g *gateway) takeCode(ctx context.Context, r *request) error {
	if r.parsed.hook.code == nil {
		return nil
	}
	field := r.parsed.hook.code(r)
	code := r.text(field)
	if code == "" {
		return nil
	}
	sum := sha256.Sum256([]byte(r.scope.Partition.Qualify(playerSubject(r)) + "\x00" + code))
	key := limitKey(r.scope, bff.LimitCodeUse, hex.EncodeToString(sum[:]))
	key.Visitor = netip.Addr{} // no address is exempt
	retryAfter, ok := g.Limiter.Allow(ctx, key)
	switch {
	case !ok && retryAfter == 0: // the store does not know whether the code was used
		g.refundFailures(ctx, r.failures)
		return bff.ReasonUnavailable.WithRetryAfter(codeRetry)
	case !ok:
		return fault(field, ruleCodeUsed)
	}
	r.code = &key
	return nil
}

func (g *gateway) take(ctx context.Context, key bff.LimitKey) error {
	retryAfter, ok := g.Limiter.Allow(ctx, key)
	if !ok {
		return bff.ReasonRateLimited.WithRetryAfter(retryAfter)
	}
	return nil
}

// refundLimits refunds successful attempts and incorrect codes. It does not refund a code that was
// sent without a response, because the platform may have accepted it.
func (g *gateway) refundLimits(ctx context.Context, r *request, err error) {
	failures := r.failures
	if r.isCodeRight { // even if the confirmed change failed, for example because of a wrong password
		isPassword := func(k bff.LimitKey) bool {
			return k.Rule == bff.LimitPassword || k.Rule == bff.LimitPasswordAddress
		}
		g.refundFailures(ctx, slices.DeleteFunc(slices.Clone(failures), isPassword))
		failures = slices.DeleteFunc(failures, func(k bff.LimitKey) bool { return !isPassword(k) })
	}
	isCode := func(k bff.LimitKey) bool { return k.Rule == bff.LimitCode || k.Rule == bff.LimitToken }
	if slices.ContainsFunc(failures, isCode) && err != nil && bff.DeliveryOf(err).PossiblyExecuted() {
		return
	}
	accepted := err == nil && r.answer.Result
	if accepted || err != nil || r.parsed.hook.limited != nil && refusesOther(r.answer) {
		g.refundFailures(ctx, failures)
	}
	if r.code != nil && !accepted && !r.isCodeRight {
		g.Limiter.Refund(context.WithoutCancel(ctx), *r.code)
	}
}

// refusesOther reports whether a refusal names a field other than a password or code, such as a
// taken user name.
func refusesOther(a *bff.Answer) bool {
	var refused struct{ Field string }
	known := json.Unmarshal(a.Data, &refused) == nil && refused.Field != ""
	return known && refused.Field != "password" && refused.Field != "code"
}

func (g *gateway) refundFailures(ctx context.Context, keys []bff.LimitKey) {
	for _, key := range keys {
		g.Limiter.Refund(context.WithoutCancel(ctx), key)
	}
}

func limitKey(scope *bff.Scope, rule bff.LimitRule, subject string) bff.LimitKey {
	return bff.LimitKey{Rule: rule, Brand: scope.Brand.ID, Subject: subject, Visitor: scope.Visitor}
}

// addressSubject returns an IPv4 address, or the /64 network of an IPv6 address, because visitors
// usually control all addresses of a /64.
func addressSubject(a netip.Addr) string {
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

func sessionSubject(r *request) string {
	if r.scope.Session == nil {
		return ""
	}
	return r.scope.Session.ID
}

func classSubject(r *request) string {
	if _, ok := r.scope.Brand.Limits[r.parsed.classRule]; !ok {
		return ""
	}
	return cmp.Or(sessionSubject(r), r.scope.Partition.Qualify(visitorSubject(r)))
}

func moneySubject(r *request) string {
	if r.scope.Rules.Kind != bff.KindMoney {
		return ""
	}
	return r.scope.Partition.Qualify(playerSubject(r))
}

func visitorSubject(r *request) string { return addressSubject(r.scope.Visitor) }

func playerSubject(r *request) string { return r.scope.Session.Identity.UID }

// accountSubject returns the account of a user name, whether or not it exists.
func accountSubject(r *request) string { return names.FoldAggressive(loginName(r)) }

// mailboxSubject returns the account of a password reset, whether or not it exists.
func mailboxSubject(r *request) string {
	return names.FoldAggressive(r.text("email"))
}

// loginName returns the normalised user name of a login.
func loginName(r *request) string {
	return strings.ToLower(strings.TrimSpace(r.text("username")))
}
