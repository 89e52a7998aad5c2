package gateway

import (
	"net/http"
	"time"

	"croupier/bff"
)

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

// parsedCall is a call that was decoded, looked up and validated. It is immutable and shared by
// requests with equal bodies; see parsedCalls.
type parsedCall struct {
	hook      *hook
	classRule bff.LimitRule       // of the call's class
	data      map[string]any      // as received, with Lang settled; nil once shared
	user      map[string]any      // the user object of a client without cookies; nil when absent
	upstream  bff.UpstreamRequest // without request id, visitor, identity and idempotency key; without brand once shared
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
