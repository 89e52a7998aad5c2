package transport

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
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

// Headers of a signed request, see the package documentation.
const (
	HeaderTimestamp = "X-Croupier-Timestamp"
	HeaderSignature = "X-Croupier-Signature"
)

// sign adds the two headers to req. GetBody is not changed: it stays nil for writes so that
// net/http cannot send them twice.
func sign(req *http.Request, secret []byte, now time.Time) error {
	body, err := readBody(req)
	if err != nil {
		return fmt.Errorf("sign request: %w", err)
	}
	timestamp := strconv.FormatInt(now.Unix(), 10)
	req.Header.Set(HeaderTimestamp, timestamp)
	req.Header.Set(HeaderSignature, signature(secret, timestamp, req.Method, req.URL.RequestURI(), body))
	return nil
}

// signature returns the value of HeaderSignature.
func signature(secret []byte, timestamp, method, target string, body []byte) string {
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, secret)
	// No part can contain the separating line feed.
	_, _ = fmt.Fprintf(mac, "%s\n%s\n%s\n%s", timestamp, method, target, hex.EncodeToString(sum[:]))
	return hex.EncodeToString(mac.Sum(nil))
}

// readBody reads the body of req and replaces it with an equal one.
func readBody(req *http.Request) ([]byte, error) {
	if req.Body == nil {
		return nil, nil
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	if err := req.Body.Close(); err != nil {
		return nil, err
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	return body, nil
}
