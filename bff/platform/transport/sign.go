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
