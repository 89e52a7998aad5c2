package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"runtime/debug"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

const headerRequestID = "X-Request-Id"

type infoKey struct{}

func infoOf(c *gin.Context) *requestInfo {
	return c.Request.Context().Value(infoKey{}).(*requestInfo) //nolint:forcetypeassert // set for every request
}

// identify creates the requestInfo. It keeps the request id of a trusted proxy, which correlates
// the logs of both.
func (g *gateway) identify(c *gin.Context) {
	info := &requestInfo{}
	scope := &info.scope
	scope.Visitor, info.viaProxy = visitorAddress(c.Request, g.TrustedProxies)
	scope.UserAgent = c.Request.UserAgent()
	if scope.RequestID = c.GetHeader(headerRequestID); !info.viaProxy || !requestID.MatchString(scope.RequestID) {
		scope.RequestID = bff.NewRequestID(g.Clock())
	}
	h := c.Writer.Header()
	info.idHeader[0] = scope.RequestID
	h[headerRequestID] = info.idHeader[:]
	h["X-Content-Type-Options"] = valueNoSniff
	if isAPI(c.Request.URL.Path) {
		h["Content-Security-Policy"] = valueAPIPolicy
	}
	ctx := context.WithValue(bff.WithScope(c.Request.Context(), scope), infoKey{}, info)
	c.Request = c.Request.WithContext(ctx)
}

// requestID matches ids that are safe in logs and headers.
var requestID = regexp.MustCompile(`^[\w.-]{1,64}$`)

// recover turns a panic into `internal error`. Unlike gin's recovery, it does not log the request
// with its cookies.
func (g *gateway) recover(c *gin.Context) {
	defer func() {
		p := recover()
		if p == nil {
			return
		}
		if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(p)
		}
		err := &panicError{value: p, stack: debug.Stack()}
		if c.Writer.Written() {
			// Part of the response has been sent, so only a closed connection can report the
			// failure.
			infoOf(c).observation.Err = err
			panic(http.ErrAbortHandler)
		}
		g.refuse(c, bff.ReasonInternal.WithCause(err))
	}()
	c.Next()
}

type panicError struct {
	value any
	stack []byte
}

// Error returns the message and the stack of the panic.
func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// brand finds the brand for the Host header. Unknown hosts have no default brand.
func (g *gateway) brand(c *gin.Context) {
	scope := &infoOf(c).scope
	b, ok := g.Brands(hostname(c.Request.Host))
	if !ok {
		g.refuse(c, bff.ReasonUnknownHost)
		return
	}
	scope.Brand, scope.Lang = b, b.DefaultLang()
	if b.Sessions.Secure {
		c.Writer.Header()["Strict-Transport-Security"] = valueHSTS
	}
	scope.Partition = bff.Partition(b.ID)
	if g.Partition != nil {
		scope.Partition = g.Partition(c.Request, b)
	}
}

// hostname returns the name in a Host header in lower case, without port, brackets and final dot.
// It returns "" for a malformed header.
func hostname(host string) string {
	if !strings.ContainsAny(host, ":[]") {
		return strings.TrimSuffix(strings.ToLower(host), ".")
	}
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name, port = host, ""
		if inner, ok := strings.CutPrefix(host, "["); ok {
			name, ok = strings.CutSuffix(inner, "]")
			if !ok {
				return ""
			}
		}
	}
	if strings.HasPrefix(host, "[") != strings.Contains(name, ":") || strings.Trim(port, "0123456789") != "" {
		return ""
	}
	return strings.TrimSuffix(strings.ToLower(name), ".")
}

// isDisconnect reports whether err means that the client cancelled the request.
func isDisconnect(hr *http.Request, err error) bool {
	cancelled := hr.Context().Err()
	return cancelled != nil && errors.Is(err, cancelled)
}
