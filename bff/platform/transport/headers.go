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
	"time"

	"golang.org/x/net/http/httpguts"
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
		case !httpguts.ValidHeaderFieldName(name):
			return nil, fmt.Errorf("upstream header %q: invalid header name", name)
		case reserved[canonical]:
			return nil, fmt.Errorf("upstream header %s: reserved, set by the server", canonical)
		case len(out[canonical]) > 0:
			return nil, fmt.Errorf("upstream header %s: duplicate header", canonical)
		case !httpguts.ValidHeaderFieldValue(value):
			return nil, fmt.Errorf("upstream header %s: value contains a control character", canonical)
		}
		out.Set(canonical, value)
	}
	return out, nil
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
