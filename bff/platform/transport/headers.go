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
)

// fixedHeaders returns the headers of Settings. Errors contain no values, because a value may be a
// key.
func fixedHeaders(headers map[string]string) (http.Header, error) {
	out := http.Header{}
	for name, value := range headers {
		if out.Get(name) != "" {
			return nil, fmt.Errorf("upstream header %s: duplicate header", http.CanonicalHeaderKey(name))
		}
		out.Set(name, value)
	}
	return out, nil
}

// Headers of a signed request, see the package documentation.
const (
	HeaderTimestamp = "X-Croupier-Timestamp"
	HeaderSignature = "X-Croupier-Signature"
)

// sign adds the two headers to req and replaces its body with an equal one. GetBody stays nil for
// writes.
func sign(req *http.Request, secret []byte, now time.Time) error {
	var body []byte
	if req.Body != nil {
		var err error
		if body, err = io.ReadAll(req.Body); err != nil {
			return fmt.Errorf("could not sign the request: %w", err)
		}
		_ = req.Body.Close()
		req.Body = io.NopCloser(bytes.NewReader(body))
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
