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

// endpoint serves POST /endpoint/v1 and the call paths below it.
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

// stages lists the stages of a call in order. Each can stop the call with a bff.Reason or a
// *refusalError. Cheap stages run first, and the address limit precedes reading the body.
var stages = []func(*gateway, context.Context, *request) error{
	(*gateway).guard, (*gateway).takeAddressLimit, (*gateway).parse, (*gateway).readKey, (*gateway).openSession,
	(*gateway).checkMaintenance, (*gateway).restrict, (*gateway).takeLimits,
}

// call runs the stages of a call, obtains the response and applies it to the session.
func (g *gateway) call(ctx context.Context, r *request) error {
	for _, stage := range stages {
		if err := stage(g, ctx, r); err != nil {
			return r.refused(err)
		}
	}
	hook := r.parsed.hook
	if hook.countFailures {
		ctx = context.WithoutCancel(ctx) // a guess also counts if its visitor disconnects
	}
	err := g.obtain(ctx, r) // local response | cache | idempotency store | upstream
	if r.cookie != nil && hook.local == nil && g.overtaken(ctx, r.scope.Session) {
		r.cookie = nil // drop the renewed cookie
	}
	if err != nil && hook.bestEffort {
		g.Log.WarnContext(ctx, "the platform failed, Croupier answers the call without it", "call", r.scope.Call.Name(),
			"cause", err.Error())
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

// refusal returns the reason to refuse a call as soon as the call is known, or nil. It makes
// refusals cheap while the upstream takes no calls. Maintenance takes precedence, because players
// should see it instead.
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

// mayShed reports whether a call may be refused early. Calls that may not need the upstream are
// exempt: cacheable calls, calls that Croupier answers, a logout, and money calls with a possibly
// known key.
func (g *gateway) mayShed(call *bff.Call) bool {
	h := g.hook(call)
	return call.Rules.Kind != bff.KindMoney && !call.Rules.Cache.Cacheable() && !call.Local &&
		h.local == nil && !h.bestEffort && !h.duringMaintenance
}

// obtain runs the call's prepare hook and then obtains the response. It comes from Croupier, the
// cache, the idempotency store or the platform.
func (g *gateway) obtain(ctx context.Context, r *request) error {
	if prepare := r.parsed.hook.prepare; prepare != nil {
		if err := prepare(g, ctx, r); err != nil {
			return r.refused(err)
		}
	}
	if r.parsed.hook.local != nil {
		return r.parsed.hook.local(g, ctx, r)
	}
	own := g.ownContent(r)
	if own.Replaces() {
		var err error
		r.answer, err = own.Merge(nil, nil)
		return err
	}
	upstream := &r.timed
	upstream.next, upstream.now = g.Upstream, g.Clock
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
		if r.parsed.hook.after == nil { // which may change the response
			r.encoded = cached.Encoded
		}
	case rules.Kind == bff.KindMoney:
		r.answer, err = g.sendOnce(ctx, r, upstream)
	case r.parsed.hook.after != nil, r.parsed.hook.countFailures:
		r.answer, err = doDetached(ctx, upstream, &r.upstream)
	default:
		r.answer, err = upstream.Do(ctx, &r.upstream)
	}
	if own != nil && ctx.Err() == nil {
		var merged *bff.Answer
		if merged, err = own.Merge(r.answer, err); merged != r.answer {
			r.answer, r.encoded = merged, nil
		}
	}
	return err
}

// requestInfo contains the results of the middleware for one request, with its scope and
// observation.
type requestInfo struct {
	scope       bff.Scope
	observation bff.Observation
	viaProxy    bool       // the peer is a trusted proxy with trusted forwarding headers
	origin      originKind // for requests to the call endpoint
	path        *pathCall  // call in the path, nil if the envelope names it

	// Arrays for header values, which avoid separate allocations.
	idHeader, cacheHeader, ageHeader, lengthHeader [1]string
}

// request is one call in the pipeline.
type request struct {
	writer   http.ResponseWriter
	http     *http.Request
	info     *requestInfo
	scope    *bff.Scope          // scope of info
	parsed   *parsedCall         // set by parse
	upstream bff.UpstreamRequest // request for the platform
	timed    timedUpstream
	claimed  time.Time      // time of the claim of the idempotency key
	failures []bff.LimitKey // taken from limits that count only failures
	code     *bff.LimitKey  // taken for a one-time code

	isCodeRight bool // the platform has accepted the code that confirms a change

	began   time.Time // registrations: time of sending
	isKnown bool      // registrations: another account may belong to the same person

	forPage bool // a read for a page, which cannot set a cookie (player_page.go)

	answer *bff.Answer
	cookie *http.Cookie  // session cookie, sent even if the call fails, nil for none
	player *bff.Identity // player of a new session
	email  string        // player's email, if the response contains it

	cache    bff.CacheState
	age      int               // age of a cached response in seconds
	encoded  bff.EncodedAnswer // encoded response, nil if it was not cached
	elapsed  time.Duration     // time spent waiting for the platform
	attempts int               // how often Croupier sent the call to the platform
}

// refused returns the error of a stage. If the error is a *refusalError, it sets the response and
// returns nil.
func (r *request) refused(err error) error {
	var refusal *refusalError
	if !errors.As(err, &refusal) {
		return err
	}
	r.answer = refusal.answer
	return nil
}

// text returns a text of the call's data as received, or "".
func (r *request) text(field string) string {
	text, _ := r.parsed.data[field].(string)
	return text
}

func (r *request) answerWith(data any) error {
	raw, err := json.Marshal(data)
	r.answer = &bff.Answer{Result: true, Code: http.StatusOK, Data: raw}
	return err
}

// guard refuses calls that a page of this brand did not send. Browsers do not let a foreign page
// send the panel header or JSON without a preflight request, which the gateway refuses.
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

// headerPanel is the canonical name of the panel header.
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
