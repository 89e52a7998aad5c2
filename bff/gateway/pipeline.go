package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/contract"
)

// endpoint answers POST /endpoint/v1, and the paths of calls below it.
func (g *gateway) endpoint(c *gin.Context) {
	info := infoOf(c)
	r := &request{writer: c.Writer, http: c.Request, info: info, scope: &info.scope, cache: bff.CacheBypass}
	err := g.call(c.Request.Context(), r)

	r.observe()
	if r.cookie != nil && (err == nil || !reasonOf(err).EndSession) {
		http.SetCookie(c.Writer, r.cookie)
	}
	if err != nil {
		if reasonOf(err) == bff.ReasonMethod {
			c.Header("Allow", http.MethodPost)
		}
		g.refuse(c, err)
		return
	}
	if r.cache == bff.CacheHit || r.cache == bff.CacheStale {
		info.ageHeader[0] = strconv.Itoa(r.age)
		c.Writer.Header()["Age"] = info.ageHeader[:]
	}
	g.write(c, r.answer, r.encoded)
}

// stages are the stages of a call before it is answered, in their order (architecture.md §2). Any of them can stop it
// with a bff.Reason or a *refusalError. Cheap ones run first, and the address limit before the body is read.
var stages = []func(*gateway, context.Context, *request) error{
	(*gateway).guard, (*gateway).takeAddressLimit, (*gateway).parse, (*gateway).readKey, (*gateway).openSession,
	(*gateway).checkMaintenance, (*gateway).restrict, (*gateway).takeLimits,
}

// call runs the stages of a call, answers it and applies what the answer means.
func (g *gateway) call(ctx context.Context, r *request) error {
	for _, stage := range stages {
		if err := stage(g, ctx, r); err != nil {
			return r.refused(err)
		}
	}
	hook := r.parsed.hook
	if hook.countFailures {
		ctx = context.WithoutCancel(ctx) // a guess counts also if its visitor hangs up
	}
	err := g.obtain(ctx, r) // own answer | cache | idempotency store | upstream
	if r.cookie != nil && hook.local == nil && g.overtaken(ctx, r.scope.Session) {
		r.cookie = nil // of the renewal
	}
	if err != nil && hook.bestEffort {
		g.Log.WarnContext(ctx, "answer call without the platform", "call", r.scope.Call.Name(), "cause", err.Error())
		r.answer, err = &bff.Answer{Result: true, Code: http.StatusOK}, nil
	}
	if err != nil && hook.afterUnknown != nil && bff.DeliveryOf(err).PossiblyExecuted() {
		err = hook.afterUnknown(g, context.WithoutCancel(ctx), r, err)
	}
	if err == nil {
		err = g.updateSession(ctx, r) // seal, rotate, end
	}
	if err == nil {
		g.publishBalance(ctx, r)
		if hook.profile {
			r.email = g.noteProfile(ctx, r.scope, r.answer)
		}
	}
	g.refundLimits(ctx, r, err)
	return err
}

// refusal returns the reason to refuse a call as soon as it is known, or nil: while its upstream takes no calls, a
// refusal should cost little. Maintenance, which players should be told of instead, takes precedence.
func (g *gateway) refusal(hr *http.Request, scope *bff.Scope, call *bff.Call) error {
	if g.Refusal == nil || !g.mayShed(call) {
		return nil
	}
	err := g.Refusal(scope.Brand, call, scope.Partition)
	if err == nil || g.maintenanceOf(hr, scope, call.Name(), call.Rules.Part).On {
		return nil
	}
	return err
}

// mayShed reports whether a call may be refused early. Never refused early is what needs no upstream: cached
// responses, calls that the BFF answers itself, a logout, and money calls, whose key may be known.
func (g *gateway) mayShed(call *bff.Call) bool {
	h := g.hook(call)
	return call.Rules.Kind != bff.KindMoney && !call.Rules.Cache.Cacheable() && !call.Local &&
		h.local == nil && !h.bestEffort && !h.duringMaintenance
}

// obtain obtains the answer after the call's hook has prepared it: the BFF's own, a cached one, the first one of a
// repeated money call, or the platform's.
func (g *gateway) obtain(ctx context.Context, r *request) error {
	if prepare := r.parsed.hook.prepare; prepare != nil {
		if err := prepare(g, ctx, r); err != nil {
			return r.refused(err)
		}
	}
	if r.parsed.hook.local != nil {
		return r.parsed.hook.local(g, ctx, r)
	}
	upstream := &timedUpstream{next: g.Upstream, now: g.Clock}
	defer func() {
		r.elapsed = time.Duration(upstream.elapsed.Load())
		if attempts := upstream.attempts.Load(); attempts != nil {
			r.attempts = int(attempts.Load())
		}
	}()
	var err error
	switch rules := r.scope.Rules; {
	case g.Cache != nil && rules.Who == bff.WhoGuest && rules.Cache.Cacheable():
		var cached bff.CacheResult
		cached, err = g.Cache.Do(ctx, &r.upstream, upstream)
		r.answer, r.cache, r.age = cached.Answer, cached.State, cached.Age
		if r.parsed.hook.after == nil { // which may change the answer
			r.encoded = cached.Encoded
		}
	case rules.Kind == bff.KindMoney:
		r.answer, err = g.sendOnce(ctx, r, upstream)
	case r.parsed.hook.after != nil, r.parsed.hook.countFailures:
		r.answer, err = doDetached(ctx, upstream, &r.upstream)
	default:
		r.answer, err = upstream.Do(ctx, &r.upstream)
	}
	return err
}

// requestInfo holds what the middleware determines once per request, and its scope and observation.
type requestInfo struct {
	scope       bff.Scope
	observation bff.Observation
	viaProxy    bool       // the peer is a trusted proxy, whose forwarding headers are believed
	origin      originKind // of requests to the call endpoint
	path        *pathCall  // the call, where the path names it; nil: the envelope does

	// Values of headers, whose slices are allocated with it.
	idHeader, cacheHeader, ageHeader [1]string
}

// request is one call on its way through the pipeline.
type request struct {
	writer   http.ResponseWriter
	http     *http.Request
	info     *requestInfo
	scope    *bff.Scope          // of info
	parsed   *parsedCall         // once it is parsed
	upstream bff.UpstreamRequest // what is sent to the platform
	claimed  time.Time           // when its idempotency key was claimed
	failures []bff.LimitKey      // taken of limits that count failures only
	code     *bff.LimitKey       // taken of a one-time code

	isCodeRight bool // the platform has accepted the code that confirms a change

	began   time.Time // of a registration: when it was sent
	isKnown bool      // of a registration: another account may be the same person's

	answer *bff.Answer
	cookie *http.Cookie  // with a session, which is set even when the call fails; nil for none
	player *bff.Identity // of a session that began
	email  string        // of the player, where the answer tells it

	cache    bff.CacheState
	age      int               // of a cached response, in seconds
	encoded  bff.EncodedAnswer // the answer in encoded form; nil when it was not cached
	elapsed  time.Duration     // time spent waiting for the platform
	attempts int               // how often the call was sent to the platform
}

// refused returns the error of a stage, or nil where it is an answer, which the call gets.
func (r *request) refused(err error) error {
	var refusal *refusalError
	if !errors.As(err, &refusal) {
		return err
	}
	r.answer = refusal.answer
	return nil
}

// text returns a text of the call's data as it was received, or "".
func (r *request) text(field string) string {
	text, _ := r.parsed.data[field].(string)
	return text
}

// answerWith answers a call with data of the BFF.
func (r *request) answerWith(data any) error {
	raw, err := json.Marshal(data)
	r.answer = &bff.Answer{Result: true, Code: http.StatusOK, Data: raw}
	return err
}

// guard refuses calls that were not sent by a page of this brand (calls.md §1). A browser does not
// let a foreign page send the panel header or JSON without a preflight request, which is refused.
func (g *gateway) guard(_ context.Context, r *request) error {
	switch hr := r.http; {
	case hr.Method != http.MethodPost:
		return bff.ReasonMethod
	case !hasPanel(hr.Header):
		return bff.ReasonPanelMissing
	case r.info.origin == originForeign:
		return bff.ReasonOriginRefused
	case !isJSON(hr.Header):
		return bff.ReasonMediaType
	case g.isBlocked(hr, r.info):
		return bff.ReasonRegionBlocked
	}
	return nil
}

// headerPanel is the name as net/http keeps it.
var headerPanel = http.CanonicalHeaderKey(contract.PanelHeader)

func hasPanel(h http.Header) bool {
	panel := h[headerPanel]
	return len(panel) == 1 && panel[0] == contract.PanelValue
}

// isJSON reports whether the headers declare an uncompressed JSON body in UTF-8.
func isJSON(h http.Header) bool {
	types := h["Content-Type"]
	if len(types) != 1 {
		return false
	}
	if encodings := h["Content-Encoding"]; len(encodings) > 0 && encodings[0] != "" && encodings[0] != "identity" {
		return false
	}
	if types[0] == contentTypeJSON {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(types[0])
	isUTF8 := len(params) == 0 || len(params) == 1 && strings.EqualFold(params["charset"], "utf-8")
	return err == nil && mediaType == contentTypeJSON && isUTF8
}
