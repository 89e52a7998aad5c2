package transport

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var testTime = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// verify verifies a signature as a platform does, according to the package documentation.
func verify(r *http.Request, secret string, now time.Time) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Header.Get("X-Croupier-Timestamp") != "1767225600" || now.Sub(testTime) > 5*time.Minute {
		return false
	}
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac, r.Header.Get("X-Croupier-Timestamp")+"\n"+r.Method+"\n"+r.RequestURI+"\n"+hex.EncodeToString(sum[:]))
	got, err := hex.DecodeString(r.Header.Get("X-Croupier-Signature"))
	return err == nil && hmac.Equal(got, mac.Sum(nil))
}

func TestPlatformVerifiesSignature(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !verify(r, "a test secret", testTime) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer srv.Close()
	send := func(secret, method, target, body string) int {
		transport := open(t, Settings{URL: srv.URL, Secret: []byte(secret), Clock: func() time.Time { return testTime }})
		req, err := http.NewRequestWithContext(t.Context(), method, srv.URL+target, strings.NewReader(body))
		require.NoError(t, err)
		resp, err := transport.RoundTrip(req)
		require.NoError(t, err)
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	for _, c := range []struct{ name, method, target, body string }{
		{"a call", http.MethodPost, "/endpoint/v1", `{"api":{}}`},
		{"an escaped query", http.MethodGet, "/games?q=%C5%9Fans&page=2", ""},
		{"an escaped path", http.MethodPut, "/players/a%2Fb", "{}"},
		{"the root", http.MethodPost, "/", ""},
	} {
		assert.Equal(t, http.StatusOK, send("a test secret", c.method, c.target, c.body), c.name)
	}
	assert.Equal(t, http.StatusUnauthorized, send("a wrong secret", http.MethodPost, "/", ""), "with another secret")
}

func TestSignatureCoversEveryPart(t *testing.T) {
	of := func(timestamp, method, target, body string) string {
		return signature([]byte("s"), timestamp, method, target, []byte(body))
	}
	// Golden value: a changed scheme breaks the platforms that verify it.
	got := of("1767225600", "POST", "/endpoint/v1", `{"api":{}}`)
	assert.Equal(t, "72ef276a03d24607d3769c4b9c0573fb7e1e6626eb35e8a4708684bb71d10792", got, "signature %s", got)
	all := map[string]bool{}
	for _, s := range []string{
		of("1", "POST", "/a", "b"), of("2", "POST", "/a", "b"), of("1", "PUT", "/a", "b"),
		of("1", "POST", "/b", "b"), of("1", "POST", "/a", "c"), of("1", "POST", "/a?b", "b"),
	} {
		all[s] = true
	}
	assert.Len(t, all, 6, "%d signatures of 6 requests", len(all))
}

func TestSignKeepsGetBody(t *testing.T) {
	for _, rewindable := range []bool{false, true} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://platform.invalid/", strings.NewReader("{}"))
		require.NoError(t, err)
		if !rewindable {
			req.GetBody = nil
		}
		sent := req.Clone(t.Context())
		require.NoError(t, sign(sent, []byte("s"), testTime))
		assert.True(t, (sent.GetBody != nil) == rewindable && sent.ContentLength == 2,
			"GetBody %t, length %d, want %t, 2", sent.GetBody != nil, sent.ContentLength, rewindable)
	}
}
