package transport

import (
	"fmt"
	"net/http"
	"strings"
)

// reserved are headers that have a meaning to the connection, to the call or to the
// signature: an operator's fixed value would be a lie in each of them.
var reserved = map[string]bool{
	"Accept-Encoding": true, "Connection": true, "Content-Encoding": true, "Content-Length": true, "Content-Type": true,
	"Expect": true, "Host": true, "Idempotency-Key": true, "Keep-Alive": true, "Proxy-Authorization": true,
	"Proxy-Connection": true, "Te": true, "Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
	"X-Request-Id": true, HeaderTimestamp: true, HeaderSignature: true,
}

// fixed reads the headers that go with every request. Errors name a header and never tell
// its value, which may be a key.
func fixed(headers map[string]string) (http.Header, error) {
	out := http.Header{}
	for name, value := range headers {
		canonical := http.CanonicalHeaderKey(name)
		switch {
		case !isToken(name):
			return nil, fmt.Errorf("upstream header %q: not a header's name", name)
		case reserved[canonical]:
			return nil, fmt.Errorf("upstream header %s: is set by the server itself", canonical)
		case len(out[canonical]) > 0:
			return nil, fmt.Errorf("upstream header %s: stands twice", canonical)
		case strings.ContainsFunc(value, isControl):
			return nil, fmt.Errorf("upstream header %s: its value has a control character", canonical)
		}
		out.Set(canonical, value)
	}
	return out, nil
}

func isControl(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }

// isToken tells whether s may be a header's name (RFC 9110 §5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", c)
	})
}
