package gateway

import (
	"crypto/rand"
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

// identify gives the request its id and its scope. An id that a trusted proxy has already
// given is kept, so that its log and ours can be laid side by side.
func (g *gateway) identify(c *gin.Context) {
	id := c.GetHeader(headerRequestID)
	if !validID(id) || !isTrusted(peer(c.Request), g.TrustedProxies) {
		id = rand.Text()
	}
	c.Header(headerRequestID, id)
	c.Header("X-Content-Type-Options", "nosniff")
	scope := &bff.Scope{RequestID: id, Visitor: visitor(c.Request, g.TrustedProxies), Agent: c.Request.UserAgent()}
	c.Request = c.Request.WithContext(bff.WithScope(c.Request.Context(), scope))
}

// validID tells whether a stranger's id can go into logs and headers unseen: letters,
// digits and the marks of names, at most 64.
func validID(s string) bool {
	for _, c := range []byte(s) {
		if !isLower(c|0x20) && !isDigit(c) && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return s != "" && len(s) <= 64
}

// recover turns a panic into `internal error`. Only the panic and its stack are logged:
// gin's own recovery logs the request with its cookies.
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
			// Half an answer is out. Only a cut connection tells the visitor so.
			observed(c).Err = err
			panic(http.ErrAbortHandler)
		}
		g.refuse(c, bff.ReasonInternal.WithCause(err))
	}()
	c.Next()
}

// panicError carries a recovered panic to the log.
type panicError struct {
	value any
	stack []byte
}

// Error says the panic's message with the stack it came from.
func (e *panicError) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// brand finds the casino that the request is for, by its Host. A host that no
// configuration lists gets no brand, never a default one.
func (g *gateway) brand(c *gin.Context) {
	scope := bff.ScopeOf(c.Request.Context())
	b, ok := g.Brands(hostname(c.Request.Host))
	if !ok {
		c.Abort()
		g.refuse(c, bff.ReasonUnknownHost)
		return
	}
	scope.Brand, scope.Lang = b, b.DefaultLang()
	if b.Upstream.Control {
		scope.World = world(c.Request)
	}
}

// hostname gives a Host header's name in lower case, without port, brackets and the dot
// that may end a full name. What is written as no host is has none: brackets are for IPv6
// addresses, which are never without, and ports are numbers.
func hostname(host string) string {
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

// worldName is what the mock takes as the name of a world.
var worldName = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// sharedWorld is the mock's name for the world of those who ask for none.
const sharedWorld = "main"

// world names the mock world that a tester asks for (calls.md §6); empty is the shared one.
func world(r *http.Request) string {
	name := r.Header.Get("X-Mock-World")
	if name == "" {
		if cookie, err := r.Cookie("mock_world"); err == nil {
			name = cookie.Value
		}
	}
	if name == sharedWorld || !worldName.MatchString(name) {
		return ""
	}
	return name
}

// isGone tells whether err is the visitor's going away, which nobody is left to be told.
func isGone(r *http.Request, err error) bool {
	gone := r.Context().Err()
	return gone != nil && errors.Is(err, gone)
}
