package envelope

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/upstream/transport"
)

const validEnvelope = `{"result":true,"message":"Tamam","data":{"a":[1,2]},"code":200,"debug":null,"pagination":{"limit":10,"offset":0,"total":3}}`

func request(kind bff.Kind) *bff.UpstreamRequest {
	return &bff.UpstreamRequest{
		RequestID: "req-1",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889},
		Call:      &bff.Call{Class: "finance", Method: "check_balance"},
		Rules:     bff.Rules{Kind: kind},
		Data:      map[string]any{"amount": json.Number("12.50"), "note": "<b>ş</b>"},
		Lang:      "tr",
	}
}

func adapterTo(t *testing.T, url string) *Adapter {
	t.Helper()
	transport, err := transport.New(transport.Settings{URL: url})
	require.NoError(t, err)
	t.Cleanup(transport.CloseIdleConnections)
	a, err := New(Settings{URL: url, Transport: transport, MaxAnswer: 1 << 16})
	require.NoError(t, err)
	return a
}

func serve(t *testing.T, h http.HandlerFunc) *Adapter {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return adapterTo(t, srv.URL+"/endpoint/v1")
}

func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// received is the last request of a platform that answers every one.
type received struct {
	*http.Request
	body string
}

func (p *received) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	p.Request, p.body = r, string(raw)
	answer(200, "application/json; charset=utf-8", validEnvelope)(w, r)
}

func TestRequestOfPlayer(t *testing.T) {
	var got received
	a := serve(t, got.ServeHTTP)
	r := request(bff.KindMoney)
	r.Identity = &bff.Identity{UID: "u1", SID: "s1", UIP: "10.0.0.1", GMT: "3", Username: "ayse"}
	r.Visitor = netip.MustParseAddr("::ffff:203.0.113.9")
	r.IdempotencyKey = "0b0c"
	r.World = "ayse"
	ans, err := a.Do(t.Context(), r)
	require.NoError(t, err)
	assert.True(t, ans.Result && ans.Message == "Tamam" && ans.Code == 200 && string(ans.Data) == `{"a":[1,2]}` && *ans.Pagination == (bff.Pagination{Limit: 10, Total: 3}),
		"answer %+v", ans)
	want := `{"api":{"class":"finance","method":"check_balance"},"data":{"Lang":"tr","amount":12.50,"note":"<b>ş</b>"},` +
		`"user":{"uid":"u1","sid":"s1","uip":"203.0.113.9","gmt":"3","lang":"tr"}}` + "\n"
	assert.Equal(t, want, got.body, "body\n%s want\n%s", got.body, want)
	for name, want := range map[string]string{
		"Content-Type": "application/json", "panel": "frontend", "X-Site-Id": "889",
		"X-Request-Id": "req-1", "Idempotency-Key": "0b0c", "X-Mock-World": "ayse",
	} {
		assert.Equal(t, want, got.Header.Get(name), name)
	}
	assert.True(t, got.Method == http.MethodPost && got.URL.Path == "/endpoint/v1", "%s %s", got.Method, got.URL)
}

func TestReadOfGuestHasNoUser(t *testing.T) {
	var got received
	r := request(bff.KindRead)
	r.IdempotencyKey = "ignored for reads"
	_, err := serve(t, got.ServeHTTP).Do(t.Context(), r)
	require.NoError(t, err)
	assert.True(t, !strings.Contains(got.body, "user") && got.Header.Get("Idempotency-Key") == "" && len(r.Data) == 2,
		"body %s, headers %v, data %v", got.body, got.Header, r.Data)
}

func TestWriteOfGuestContainsAddress(t *testing.T) {
	for _, c := range []struct {
		name    string
		kind    bff.Kind
		visitor string
		want    string
	}{
		{"a login", bff.KindWrite, "::ffff:203.0.113.9", `,"user":{"uip":"203.0.113.9","lang":"tr"}}`},
		{"a login from an unknown address", bff.KindWrite, "", `}`},
		{"a read, whose answer may be shared", bff.KindRead, "203.0.113.9", `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := request(c.kind)
			if c.visitor != "" {
				r.Visitor = netip.MustParseAddr(c.visitor)
			}
			body, err := encode(r, nil)
			require.NoError(t, err)
			data := `{"api":{"class":"finance","method":"check_balance"},"data":{"Lang":"tr","amount":12.50,"note":"<b>ş</b>"}`
			if want := data + c.want + "\n"; string(body) != want {
				t.Errorf("body\n%s want\n%s", body, want)
			}
		})
	}
}

func TestCanceledCallReturnsContextError(t *testing.T) {
	received := make(chan struct{})
	a := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		close(received)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-received
		cancel()
	}()
	_, err := a.Do(ctx, request(bff.KindMoney))
	if err != context.Canceled { //nolint:errorlint // the unwrapped error is part of the contract
		t.Errorf("got %v", err)
	}
}

func TestErrorStatusWithEnvelopeIsAnswer(t *testing.T) {
	refusal := `{"result":false,"message":"Oturum Süresi Doldu","data":null,"code":403,"debug":"anonymous user","pagination":null}`
	for _, status := range []int{200, 400, 403} {
		ans, err := serve(t, answer(status, "application/json", refusal)).Do(t.Context(), request(bff.KindRead))
		assert.True(t, err == nil && !ans.Result && ans.Code == 403 && ans.Debug == "anonymous user" && ans.Data == nil,
			"HTTP %d: %+v, %v", status, ans, err)
	}
}

func TestGzipAnswerIsDecompressed(t *testing.T) {
	a := serve(t, func(w http.ResponseWriter, r *http.Request) {
		assert.Contains(t, r.Header.Get("Accept-Encoding"), "gzip", "gzip was not requested")
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, validEnvelope)
		_ = z.Close()
	})
	ans, err := a.Do(t.Context(), request(bff.KindRead))
	assert.True(t, err == nil && ans.Message == "Tamam", "%+v, %v", ans, err)
}

func TestNewRejectsInvalidAddresses(t *testing.T) {
	for _, url := range []string{"", "localhost:80", "ftp://host/x", "http:///x", "http://user:secret@host/x", "http://ho st"} {
		if _, err := New(Settings{URL: url}); err == nil {
			t.Errorf("%q was accepted", url)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("the error contains the password: %v", err)
		}
	}
}

func TestCallsByThePlatformsOwnNames(t *testing.T) {
	var got received
	srv := httptest.NewServer(&got)
	t.Cleanup(srv.Close)
	a, err := New(Settings{URL: srv.URL, Names: map[string]string{"platform_limits/get": "responsible/readLimits"}})
	require.NoError(t, err)
	for _, row := range []struct{ call, want string }{
		{"platform_limits/get", `{"class":"responsible","method":"readLimits"}`},
		{"finance/check_balance", `{"class":"finance","method":"check_balance"}`},
	} {
		r := request(bff.KindRead)
		class, method, _ := strings.Cut(row.call, "/")
		r.Call = &bff.Call{Class: class, Method: method}
		_, err := a.Do(t.Context(), r)
		assert.True(t, err == nil && strings.HasPrefix(got.body, `{"api":`+row.want),
			"%s: sent %s, %v", row.call, got.body, err)
	}
}
