package transport

import (
	"fmt"
	"net/http"
	"strings"
)

// reserved are the headers that net/http, the adapter or the signature sets. Settings must not
// contain them.
var reserved = map[string]bool{
	"Accept-Encoding": true, "Connection": true, "Content-Encoding": true, "Content-Length": true, "Content-Type": true,
	"Expect": true, "Host": true, "Idempotency-Key": true, "Keep-Alive": true, "Proxy-Authorization": true,
	"Proxy-Connection": true, "Te": true, "Trailer": true, "Transfer-Encoding": true, "Upgrade": true,
	"X-Request-Id": true, HeaderTimestamp: true, HeaderSignature: true,
}

// parseHeaders validates the fixed headers. Errors name the header but not its value, which may
// be a key.
func parseHeaders(headers map[string]string) (http.Header, error) {
	out := http.Header{}
	for name, value := range headers {
		canonical := http.CanonicalHeaderKey(name)
		switch {
		case !isToken(name):
			return nil, fmt.Errorf("upstream header %q: invalid header name", name)
		case reserved[canonical]:
			return nil, fmt.Errorf("upstream header %s: reserved, set by the server", canonical)
		case len(out[canonical]) > 0:
			return nil, fmt.Errorf("upstream header %s: duplicate header", canonical)
		case strings.ContainsFunc(value, isControl):
			return nil, fmt.Errorf("upstream header %s: value contains a control character", canonical)
		}
		out.Set(canonical, value)
	}
	return out, nil
}

func isControl(c rune) bool { return c < ' ' && c != '\t' || c == 0x7f }

// isToken reports whether s is a valid header name (RFC 9110 §5.6.2).
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		return !letter && !strings.ContainsRune("!#$%&'*+-.^_`|~", c)
	})
}
