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

// The headers of a signed request; see the package's comment.
const (
	HeaderTimestamp = "X-Croupier-Timestamp"
	HeaderSignature = "X-Croupier-Signature"
)

// sign adds the two headers to a request that is not shared yet. GetBody stays as it is:
// what may not be sent twice has none, and gets none here.
func sign(req *http.Request, secret []byte, now time.Time) error {
	body, err := drain(req)
	if err != nil {
		return fmt.Errorf("signing: %w", err)
	}
	timestamp := strconv.FormatInt(now.Unix(), 10)
	req.Header.Set(HeaderTimestamp, timestamp)
	req.Header.Set(HeaderSignature, signature(secret, timestamp, req.Method, req.URL.RequestURI(), body))
	return nil
}

// signature is the value of HeaderSignature.
func signature(secret []byte, timestamp, method, target string, body []byte) string {
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, secret)
	// No part can hold the line feed between them.
	_, _ = fmt.Fprintf(mac, "%s\n%s\n%s\n%s", timestamp, method, target, hex.EncodeToString(sum[:]))
	return hex.EncodeToString(mac.Sum(nil))
}

// drain reads the body and puts an equal one in its place.
func drain(req *http.Request) ([]byte, error) {
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
