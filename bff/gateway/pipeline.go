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
		c.Writer.Header()["Age"] = []string{strconv.Itoa(res.age)}
	}
	g.write(c, res.answer, res.encoded)
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
		res.upstream = time.Duration(upstream.elapsed.Load())
		if attempts := upstream.attempts.Load(); attempts != nil {
			res.attempts = int(attempts.Load())
		}
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

// requestInfo holds what the middleware determines once per request. Scope and observation are
// filled in while the request is served.
type requestInfo struct {
	scope       bff.Scope
	observation bff.Observation
	viaProxy    bool       // the peer is a trusted proxy, whose forwarding headers are believed
	origin      originKind // of requests to the call endpoint
	path        *pathCall  // the call, where the path names it; nil: the envelope does
	idHeader    [1]string  // the value of X-Request-Id
}

// request is one call on its way through the pipeline, after its session was opened. Once its hook has
// prepared it, it is immutable.
type request struct {
	http     *http.Request
	scope    *bff.Scope
	origin   originKind
	parsed   *parsedCall
	upstream bff.UpstreamRequest // what is sent to the platform
	claimed  time.Time           // when its idempotency key was claimed

	isCodeRight bool // the platform has accepted the code that confirms a change

	began   time.Time // of a registration: when it was sent
	isKnown bool      // of a registration: another account may be the same person's
}

// newRequest returns the request of a parsed call. The scope is complete.
func newRequest(hr *http.Request, info *requestInfo, parsed *parsedCall, idempotencyKey string) *request {
	r := &request{http: hr, scope: &info.scope, origin: info.origin, parsed: parsed, upstream: parsed.upstream}
	r.upstream.Brand, r.upstream.RequestID = r.scope.Brand, r.scope.RequestID
	r.upstream.Visitor, r.upstream.IdempotencyKey = r.scope.Visitor, idempotencyKey
	if r.scope.Session != nil {
		r.upstream.Identity = &r.scope.Session.Identity
	}
	return r
}

// outcome is what a hook returns: an answer, and a session cookie to set or nil. The cookie is set
// even when the hook returns an error with it.
type outcome struct {
	answer *bff.Answer
	cookie *http.Cookie
	player *bff.Identity // of a session that began
}

// answered returns the outcome of a call that the BFF answers itself.
func answered(data any) (outcome, error) {
	raw, err := json.Marshal(data)
	return outcome{answer: &bff.Answer{Result: true, Code: http.StatusOK, Data: raw}}, err
}

// result is what the pipeline returns to the writer.
type result struct {
	outcome
	cache    bff.CacheState
	age      int               // of a cached response, in seconds
	encoded  bff.EncodedAnswer // the answer in encoded form; nil when it was not cached
	upstream time.Duration     // time spent waiting for the platform
	attempts int               // how often the call was sent to the platform
	key      string            // the idempotency key of a money call
	data     map[string]any    // of a money call
	email    string            // of the player, where the answer tells it
}

// guard refuses calls that were not sent by a page of this brand (calls.md §1). A browser does not
// let a foreign page send the panel header or JSON without a preflight request, which is refused.
func (g *gateway) guard(hr *http.Request, info *requestInfo) error {
	if hr.Method != http.MethodPost {
		return bff.ReasonMethod
	}
	if !hasPanel(hr.Header) {
		return bff.ReasonPanelMissing
	}
	if info.origin == originForeign {
		return bff.ReasonOriginRefused
	}
	if !isJSON(hr.Header) {
		return bff.ReasonMediaType
	}
	if g.isBlocked(hr, info) {
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
	if err != nil || mediaType != contentTypeJSON {
		return false
	}
	for name, value := range params {
		if name != "charset" || !strings.EqualFold(value, "utf-8") {
			return false
		}
	}
	return true
}
