package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// endpoint answers POST /endpoint/v1, and the paths of calls below it.
func (g *gateway) endpoint(c *gin.Context) {
	info := infoOf(c)
	res, err := g.call(c.Writer, c.Request, info)

	info.observeResult(&res)
	if res.cookie != nil && (err == nil || !reasonOf(err).EndSession) {
		http.SetCookie(c.Writer, res.cookie)
	}
	if err != nil {
		if reasonOf(err) == bff.ReasonMethod {
			c.Header("Allow", http.MethodPost)
		}
		g.refuse(c, err)
		return
	}
	if res.cache == bff.CacheHit || res.cache == bff.CacheStale {
		c.Writer.Header()["Age"] = age(res.age)
	}
	if res.encoded != nil {
		g.writeEncoded(c, res.answer, res.encoded)
		return
	}
	g.write(c, http.StatusOK, res.answer)
}

// call runs the stages of a call in their order (architecture.md §2). Any stage can stop it with a
// bff.Reason, which the writer turns into status and envelope. The brand is known, because every
// route requires one. Cheap checks run before expensive ones, and the body is not read before the
// guard and the address limit have passed.
func (g *gateway) call(w http.ResponseWriter, hr *http.Request, info *requestInfo) (result, error) {
	ctx, scope := hr.Context(), &info.scope
	res := result{cache: bff.CacheBypass}
	if err := g.guard(hr, info); err != nil {
		return res, err
	}
	if err := g.takeAddressLimit(ctx, scope); err != nil {
		return res, err
	}
	body, err := readBody(w, hr)
	if err != nil {
		return res, err
	}

	if info.path != nil {
		if body, err = info.path.envelope(body); err != nil {
			return res, err
		}
	}

	parsed, err := g.parse(hr, scope, body)
	if err != nil {
		return res, err
	}

	key, err := idempotencyKey(hr.Header, scope.Rules.Kind)
	if err != nil {
		return res, err
	}
	if res.key = key; key != "" {
		res.data = parsed.data
	}
	scope.Session, res.cookie, err = g.openSession(ctx, hr, info, parsed)
	if err != nil {
		return res, err
	}
	if err := g.checkMaintenance(hr, scope, parsed.hook); err != nil {
		return res, err
	}
	if res.answer, err = g.restrict(ctx, hr, info, parsed); err != nil || res.answer != nil {
		if key != "" && scope.Session != nil {
			g.noteNotSent(ctx, scope, key)
		}
		return res, err
	}
	r := newRequest(hr, info, parsed, key)
	taken, err := g.takeLimits(ctx, r)
	if err != nil {
		return res, err
	}
	if parsed.hook.countFailures {
		ctx = context.WithoutCancel(ctx) // a guess counts also if its visitor hangs up
	}
	if parsed.hook.check != nil {
		if err := parsed.hook.check(g, r); err != nil {
			g.refundLimits(ctx, r, taken, nil, bff.WithDelivery(err, bff.DeliveryNotSent))
			return res, err
		}
	}
	err = g.prepareAndAnswer(ctx, r, &res) // own answer | cache | idempotency store | upstream
	if res.cookie != nil && parsed.hook.local == nil && g.overtaken(ctx, scope.Session) {
		res.cookie = nil // of the renewal
	}
	if err != nil && parsed.hook.bestEffort {
		g.Log.WarnContext(ctx, "answer call without the platform", "call", scope.Call.Name(), "cause", err.Error())
		res.answer, err = &bff.Answer{Result: true, Code: http.StatusOK}, nil
	}
	if err != nil && parsed.hook.afterUnknown != nil && bff.DeliveryOf(err).PossiblyExecuted() {
		err = parsed.hook.afterUnknown(g, context.WithoutCancel(ctx), r, err)
	}
	if err == nil {
		err = g.updateSession(ctx, r, &res) // seal, rotate, end
	}
	if err == nil {
		g.publishBalance(ctx, r, res.answer)
		if parsed.hook.profile {
			res.email = profileEmail(res.answer)
			g.noteProfile(ctx, scope, res.answer)
		}
	}
	g.refundLimits(ctx, r, taken, res.answer, err)
	return res, err
}

// parse decodes a body, looks its call up and validates it, and tells the scope. While the call's upstream
// takes no calls, it is refused as soon as it is known. Of equal bodies the first one is decoded.
func (g *gateway) parse(hr *http.Request, scope *bff.Scope, body []byte) (*parsedCall, error) {
	if p := g.parsed.find(scope, body); p != nil {
		scope.Call, scope.Rules, scope.Lang = p.upstream.Call, p.upstream.Rules, p.upstream.Lang
		return p, g.refusal(hr, scope, scope.Call)
	}
	if err := g.shedKnown(hr, scope, body); err != nil {
		return nil, err
	}
	envelope, err := decode(body)
	if err != nil {
		return nil, err
	}
	if scope.Lang, err = chooseLang(envelope, scope); err != nil {
		return nil, err
	}
	if scope.Call, err = g.lookUp(scope.Brand, envelope); err != nil {
		return nil, err
	}
	if err := g.shed(hr, scope, body, envelope); err != nil {
		return nil, err
	}
	p, err := g.validate(envelope, scope)
	if err != nil {
		return nil, err
	}
	scope.Rules = p.upstream.Rules
	g.remember(scope, body, p)
	return p, nil
}

// lookUp finds the call of an envelope. The brand's platform must have it.
func (g *gateway) lookUp(brand *bff.Brand, envelope *bff.Request) (*bff.Call, error) {
	call, ok := g.Contract.Lookup(envelope.Class, envelope.Method)
	if !ok {
		return nil, bff.ReasonUnknownCall
	}
	if !brand.Supports(call) {
		return call, bff.ReasonUnsupported
	}
	return call, nil
}

// chooseLang returns the language of the answer: data.Lang if the brand supports it, otherwise
// the brand's default. A client's own choice beyond that would multiply the cached responses.
func chooseLang(envelope *bff.Request, scope *bff.Scope) (string, error) {
	v, ok := envelope.Data["Lang"]
	if !ok {
		return scope.Lang, nil
	}
	lang, ok := v.(string)
	if !ok || len(lang) != 2 || !isLower(lang[0]) || !isLower(lang[1]) {
		return scope.Lang, fault("Lang", ruleLang)
	}
	if scope.Brand.SupportsLanguage(lang) {
		return lang, nil
	}
	return scope.Lang, nil
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// validate checks the data against the call's schema and settles what will be sent. The scope has
// the call and the language.
func (g *gateway) validate(envelope *bff.Request, scope *bff.Scope) (*parsedCall, error) {
	call, data := scope.Call, envelope.Data
	if _, ok := data["Lang"]; ok {
		data["Lang"] = scope.Lang
	}
	if f := g.Contract.CheckRequest(call, data); f != nil {
		return nil, bff.InvalidPayload(f)
	}
	p := &parsedCall{
		hook: g.hook(call), classRule: bff.LimitClass(call.Class), data: data, user: envelope.User,
		upstream: bff.UpstreamRequest{
			Brand: scope.Brand,
			Call:  call,
			Rules: g.Contract.Resolve(call, data),
			Data:  g.Contract.Complete(call, data, scope.Lang),
			Lang:  scope.Lang,
			World: scope.World,
		},
	}
	if p.hook.pinSiteID {
		// Another number would show another brand's content, or multiply the cached responses.
		p.upstream.Data["siteId"] = json.Number(strconv.Itoa(scope.Brand.SiteID))
	}
	return p, nil
}

// checkMaintenance stops calls while their brand, or the part of the site to which they belong, is under maintenance.
func (g *gateway) checkMaintenance(hr *http.Request, scope *bff.Scope, h *hook) error {
	if h.duringMaintenance {
		return nil
	}
	state := g.maintenanceOf(hr, scope, scope.Call.Name(), scope.Rules.Part)
	switch {
	case !state.On:
		return nil
	case state.Partial:
		reason := bff.PartMaintenance(scope.Rules.Part, state.Message[scope.Lang], moment(scope.Brand, state.Until))
		return reason.WithRetryAfter(g.untilReopening(state))
	}
	return bff.ReasonMaintenance.WithRetryAfter(g.untilReopening(state))
}

// maintenanceRetry is the Retry-After of maintenance without a known end.
const maintenanceRetry = 30 * time.Second

func (g *gateway) untilReopening(state bff.MaintenanceState) time.Duration {
	if left := state.Until.Sub(g.Clock()); left > 0 {
		return left
	}
	return maintenanceRetry
}

// prepareAndAnswer obtains the answer of a call whose hook may refuse it after calls of its own.
func (g *gateway) prepareAndAnswer(ctx context.Context, r *request, res *result) error {
	if prepare := r.parsed.hook.prepare; prepare != nil {
		err := prepare(g, ctx, r)
		var refusal *refusalError
		if errors.As(err, &refusal) {
			res.answer = refusal.answer
			return nil
		}
		if err != nil {
			return err
		}
	}
	return g.answer(ctx, r, res)
}

// answer obtains the answer: the BFF's own, a cached one, the first one of a repeated money call,
// or the platform's. It fills res, on failure too.
func (g *gateway) answer(ctx context.Context, r *request, res *result) error {
	if r.parsed.hook.local != nil {
		out, err := r.parsed.hook.local(g, ctx, r)
		res.apply(out)
		return err
	}
	upstream := &timedUpstream{next: g.Upstream, now: g.Clock}
	defer func() {
		res.upstream, res.attempts = time.Duration(upstream.elapsed.Load()), upstream.trace.Load().Attempts()
	}()
	var err error
	switch rules := r.scope.Rules; {
	case g.Cache != nil && rules.Who == bff.WhoGuest && rules.Cache.Cacheable():
		var cached bff.CacheResult
		cached, err = g.Cache.Do(ctx, &r.upstream, upstream)
		res.answer, res.cache, res.age = cached.Answer, cached.State, cached.Age
		if r.parsed.hook.after == nil { // which may change the answer
			res.encoded = cached.Encoded
		}
	case rules.Kind == bff.KindMoney:
		res.answer, err = g.sendOnce(ctx, r, upstream)
	case r.parsed.hook.after != nil, r.parsed.hook.countFailures:
		res.answer, err = doDetached(ctx, upstream, &r.upstream)
	default:
		res.answer, err = upstream.Do(ctx, &r.upstream)
	}
	return err
}

// apply replaces the answer, and the cookie when out has one.
func (res *result) apply(out outcome) {
	res.answer = out.answer
	if out.cookie != nil {
		res.cookie = out.cookie
	}
	if out.player != nil {
		res.player = out.player
	}
}

// timedUpstream measures the last call to next. A background refresh of the cache may still use it
// after the request was answered.
type timedUpstream struct {
	next    bff.Upstream
	now     func() time.Time
	elapsed atomic.Int64 // nanoseconds
	trace   atomic.Pointer[bff.UpstreamTrace]
}

// Do calls next.
func (t *timedUpstream) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	start := t.now()
	defer func() { t.elapsed.Store(int64(t.now().Sub(start))) }()
	trace := new(bff.UpstreamTrace)
	t.trace.Store(trace)
	return t.next.Do(bff.WithUpstreamTrace(ctx, trace), r)
}
