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
)

var moment = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// verify is what a platform does, written from the package's comment alone.
func verify(r *http.Request, secret string, now time.Time) bool {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Header.Get("X-Croupier-Timestamp") != "1767225600" || now.Sub(moment) > 5*time.Minute {
		return false
	}
	sum := sha256.Sum256(body)
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = io.WriteString(mac, r.Header.Get("X-Croupier-Timestamp")+"\n"+r.Method+"\n"+r.RequestURI+"\n"+hex.EncodeToString(sum[:]))
	got, err := hex.DecodeString(r.Header.Get("X-Croupier-Signature"))
	return err == nil && hmac.Equal(got, mac.Sum(nil))
}

func TestPlatformCanVerifyEveryRequest(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !verify(r, "a secret of the house", moment) {
			w.WriteHeader(http.StatusUnauthorized)
		}
	}))
	defer srv.Close()
	sent := func(secret, method, target, body string) int {
		l := open(t, Settings{URL: srv.URL, Secret: []byte(secret), Clock: func() time.Time { return moment }})
		req, err := http.NewRequestWithContext(t.Context(), method, srv.URL+target, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		resp, err := l.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		return resp.StatusCode
	}
	for _, c := range []struct{ name, method, target, body string }{
		{"a call", http.MethodPost, "/endpoint/v1", `{"api":{}}`},
		{"a query that is escaped", http.MethodGet, "/games?q=%C5%9Fans&page=2", ""},
		{"a path that is escaped", http.MethodPut, "/players/a%2Fb", "{}"},
		{"the root", http.MethodPost, "/", ""},
	} {
		if got := sent("a secret of the house", c.method, c.target, c.body); got != http.StatusOK {
			t.Errorf("%s: %d", c.name, got)
		}
	}
	if got := sent("another secret, as long", http.MethodPost, "/", ""); got != http.StatusUnauthorized {
		t.Errorf("with another secret: %d", got)
	}
}

func TestSignatureCoversAllThatItNames(t *testing.T) {
	of := func(timestamp, method, target, body string) string {
		return signature([]byte("s"), timestamp, method, target, []byte(body))
	}
	// Fixed, so that no change of the scheme goes unseen by the platforms that verify it.
	if got := of("1767225600", "POST", "/endpoint/v1", `{"api":{}}`); got != "72ef276a03d24607d3769c4b9c0573fb7e1e6626eb35e8a4708684bb71d10792" {
		t.Errorf("signature %s", got)
	}
	all := map[string]bool{}
	for _, s := range []string{
		of("1", "POST", "/a", "b"), of("2", "POST", "/a", "b"), of("1", "PUT", "/a", "b"),
		of("1", "POST", "/b", "b"), of("1", "POST", "/a", "c"), of("1", "POST", "/a?b", "b"),
	} {
		all[s] = true
	}
	if len(all) != 6 {
		t.Errorf("%d signatures of 6 requests", len(all))
	}
}

func TestSigningLeavesWhatMayNotBeSentTwiceWithoutABodyToSendAgain(t *testing.T) {
	for _, again := range []bool{false, true} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://platform.invalid/", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		if !again {
			req.GetBody = nil
		}
		sent := req.Clone(t.Context())
		if err := sign(sent, []byte("s"), moment); err != nil {
			t.Fatal(err)
		}
		if (sent.GetBody != nil) != again || sent.ContentLength != 2 {
			t.Errorf("GetBody %t, length %d, want %t, 2", sent.GetBody != nil, sent.ContentLength, again)
		}
	}
}
