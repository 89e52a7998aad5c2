package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// exchange is one call on its way. Stages fill it from top to bottom; a stage reads what
// the ones before it wrote and never reaches back.
type exchange struct {
	http  *http.Request
	ctx   context.Context
	scope *bff.Scope

	request *bff.Request // decoded
	hook    hook         // what this call does beside being sent on
	out     *bff.UpstreamRequest
	spent   []bff.LimitKey // to be forgiven where the call did not fail
	used    *bff.LimitKey  // a code, to be forgiven where it was not right
	token   string         // of the session that is handed out

	cookie   *http.Cookie      // to be set with the answer
	cache    bff.CacheState    // how the answer was come by
	age      int               // of a kept answer, in seconds
	ready    bff.EncodedAnswer // a kept answer as it is sent; nil for every other
	upstream atomic.Int64      // what of the time was the platform's, in nanoseconds
}

// endpoint answers POST /endpoint/v1.
func (g *gateway) endpoint(c *gin.Context) {
	ctx := c.Request.Context()
	x := &exchange{http: c.Request, ctx: ctx, scope: bff.ScopeOf(ctx), cache: bff.CacheBypass}
	answer, err := g.call(c.Writer, x)

	observed(c).Cache, observed(c).Upstream = x.cache, time.Duration(x.upstream.Load())
	if x.cookie != nil && (err == nil || !reasonOf(err).EndSession) {
		http.SetCookie(c.Writer, x.cookie)
	}
	if err != nil {
		if reasonOf(err) == reasonMethod {
			c.Header("Allow", http.MethodPost)
		}
		g.refuse(c, err)
		return
	}
	if x.cache == bff.CacheHit || x.cache == bff.CacheStale {
		c.Header("Age", strconv.Itoa(x.age))
	}
	if x.ready != nil {
		g.writeReady(c, answer, x.ready)
		return
	}
	g.write(c, http.StatusOK, answer)
}

// call is the way of a call (architecture.md §2), whole: each stage stops it with a
// bff.Reason, which the one writer turns into status and envelope. The brand is known
// already, for every path of the router needs one. Cheap checks come before dear ones,
// and nothing that a stranger sends is read before the guard has let it in.
func (g *gateway) call(w http.ResponseWriter, x *exchange) (*bff.Answer, error) {
	if err := g.guard(x.http, x.scope); err != nil {
		return nil, err
	}
	if err := g.limit(x); err != nil { // by address: the body is still unread
		return nil, err
	}
	body, err := readBody(w, x.http)
	if err != nil {
		return nil, err
	}
	if !g.recall(x, body) { // else these very bytes have passed the next three before
		if x.request, err = decode(body); err != nil {
			return nil, err
		}
		if err := g.lookUp(x); err != nil {
			return nil, err
		}
		if err := g.validate(x); err != nil {
			return nil, err
		}
		g.remember(x, body)
	}
	if err := g.openSession(x); err != nil {
		return nil, err
	}
	if err := g.gate(x); err != nil {
		return nil, err
	}
	if err := g.spend(x); err != nil { // by account or player: only now are they known
		return nil, err
	}
	answer, err := g.ask(x) // own answer | answers | money | upstream and its judge
	if err != nil && x.hook.anyway {
		g.Log.WarnContext(x.ctx, "done without the platform", "call", x.scope.Call.Name(), "cause", err.Error())
		answer, err = &bff.Answer{Result: true, Code: http.StatusOK}, nil
	}
	if err == nil {
		answer, err = g.rewrite(x, answer) // sealed, rotated, ended
	}
	if err == nil {
		g.tellBalance(x, answer)
	}
	g.forgive(x, answer, err)
	return answer, err
}

// lookUp finds the call, and the language of whatever is said from here on.
func (g *gateway) lookUp(x *exchange) error {
	if err := x.chooseLang(); err != nil {
		return err
	}
	call, ok := g.Contract.Lookup(x.request.Class, x.request.Method)
	if !ok {
		return bff.ReasonUnknownCall
	}
	x.scope.Call = call
	x.hook = g.hooks[call.Name()]
	return nil
}

// chooseLang reads data.Lang. A language that the brand does not speak is answered, and
// sent on, as the brand's own: otherwise every pair of letters would be a language of the
// platform's, and a variant of every kept answer.
func (x *exchange) chooseLang() error {
	v, ok := x.request.Data["Lang"]
	if !ok {
		return nil
	}
	lang, ok := v.(string)
	if !ok || len(lang) != 2 || !isLower(lang[0]) || !isLower(lang[1]) {
		return fault("Lang", ruleLang)
	}
	if x.scope.Brand.SupportsLanguage(lang) {
		x.scope.Lang = lang
	}
	x.request.Data["Lang"] = x.scope.Lang
	return nil
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// validate holds the data against the call's schema and settles what will be sent.
func (g *gateway) validate(x *exchange) error {
	call, data, scope := x.scope.Call, x.request.Data, x.scope
	if f := g.Contract.CheckRequest(call, data); f != nil {
		return bff.InvalidPayload(f)
	}
	rules := g.Contract.Resolve(call, data)
	scope.Rules = rules
	x.out = &bff.UpstreamRequest{
		RequestID: scope.RequestID,
		Brand:     scope.Brand,
		Call:      call,
		Rules:     rules,
		Data:      g.Contract.Complete(call, data, scope.Lang),
		Lang:      scope.Lang,
		Visitor:   scope.Visitor,
		World:     scope.World,
	}
	if x.hook.site {
		// Another number would show another house's content, or split what is kept.
		x.out.Data["siteId"] = json.Number(strconv.Itoa(scope.Brand.SiteID))
	}
	if rules.Kind != bff.KindMoney {
		return nil
	}
	var err error
	x.out.IdempotencyKey, err = idempotencyKey(x.http.Header)
	return err
}

// gate stops calls of a brand that is under maintenance. Asking about it is never stopped.
func (g *gateway) gate(x *exchange) error {
	if x.hook.always {
		return nil
	}
	state := g.maintenanceState(x.http, x.scope, x.scope.Call.Name())
	if !state.On {
		return nil
	}
	return bff.ReasonMaintenance.WithRetryAfter(g.untilOpen(state))
}

// maintenanceRetry is when to ask again where nobody knows when maintenance ends.
const maintenanceRetry = 30 * time.Second

func (g *gateway) untilOpen(state bff.MaintenanceState) time.Duration {
	if left := state.Until.Sub(g.Clock()); left > 0 {
		return left
	}
	return maintenanceRetry
}

// ask comes by the answer: the BFF's own, a kept one, the first one of a repeated money
// call, or the platform's.
func (g *gateway) ask(x *exchange) (a *bff.Answer, err error) {
	// Kept answers may be refreshed behind the request, and so later than it is read.
	up := bff.UpstreamFunc(func(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
		start := g.Clock()
		defer func() { x.upstream.Store(int64(g.Clock().Sub(start))) }()
		return g.Upstream.Do(ctx, r)
	})
	rules := x.scope.Rules
	switch {
	case x.hook.own != nil:
		return x.hook.own(g, x)
	case g.Answers != nil && rules.Who == bff.WhoGuest && rules.Cache.Cacheable():
		reply, err := g.Answers.Do(x.ctx, x.out, up)
		x.cache, x.age = reply.State, reply.Age
		if x.hook.after == nil { // which may change the answer
			x.ready = reply.Encoded
		}
		return reply.Answer, err
	case rules.Kind == bff.KindMoney:
		return g.once(x, up)
	}
	return up.Do(x.ctx, x.out)
}
