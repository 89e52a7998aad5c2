package envelope

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/platform/transport"
	"croupier/bff/test/testkit"
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
	a, err := New(Settings{URL: url, Transport: transport})
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

// with adds a header to a response.
func with(name, value string, h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(name, value)
		h(w, r)
	}
}

// zipped returns a compressed response.
func zipped(body string) http.HandlerFunc {
	var b strings.Builder
	z := gzip.NewWriter(&b)
	_, _ = io.WriteString(z, body)
	_ = z.Close()
	return with("Content-Encoding", "gzip", answer(200, "application/json", b.String()))
}

// received is the last request to a platform that accepts every request.
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
	r.Partition, a.tester = "marmara/ayse", "X-Mock-World"
	ans, err := a.Do(t.Context(), r)
	require.NoError(t, err)
	assert.Equal(t, validEnvelope, string(ans.Append(nil)))
	want := `{"api":{"class":"finance","method":"check_balance"},"data":{"Lang":"tr","amount":12.50,"note":"<b>ş</b>"},` +
		`"user":{"uid":"u1","sid":"s1","uip":"203.0.113.9","gmt":"3","lang":"tr"}}`
	assert.Equal(t, want, got.body)
	for name, want := range map[string]string{
		"Content-Type": "application/json", "panel": "frontend", "X-Site-Id": "889",
		"X-Request-Id": "req-1", "Idempotency-Key": "0b0c", "X-Mock-World": "ayse",
	} {
		assert.Equal(t, want, got.Header.Get(name), name)
	}
	assert.Equal(t, "POST /endpoint/v1", got.Method+" "+got.URL.Path)
}

// countedConn counts the writes to a connection.
type countedConn struct {
	net.Conn
	writes *atomic.Int64
}

func (c countedConn) Write(b []byte) (int, error) {
	c.writes.Add(1)
	return c.Conn.Write(b)
}

// net/http sends the header apart from the body if it does not know the type of the body.
func TestRequestIsOneWrite(t *testing.T) {
	srv := httptest.NewServer(answer(200, "application/json", validEnvelope))
	t.Cleanup(srv.Close)
	var writes atomic.Int64
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := new(net.Dialer).DialContext(ctx, network, address)
		return countedConn{c, &writes}, err
	}
	a, err := New(Settings{URL: srv.URL, Transport: &http.Transport{DialContext: dial}})
	require.NoError(t, err)
	for i, kind := range []bff.Kind{bff.KindRead, bff.KindWrite, bff.KindMoney} {
		_, err := a.Do(t.Context(), request(kind))
		require.NoError(t, err)
		assert.EqualValues(t, i+1, writes.Load(), kind)
	}
}

func TestReadOfGuestHasNoUser(t *testing.T) {
	var got received
	r := request(bff.KindRead)
	r.IdempotencyKey = "ignored for reads"
	_, err := serve(t, got.ServeHTTP).Do(t.Context(), r)
	require.NoError(t, err)
	assert.NotContains(t, got.body, "user")
	assert.True(t, got.Header.Get("Idempotency-Key") == "" && len(r.Data) == 2, "headers %v, data %v", got.Header,
		r.Data)
}

func TestWriteOfGuestContainsAddress(t *testing.T) {
	for _, c := range []struct {
		name          string
		kind          bff.Kind
		visitor, want string
	}{
		{"a login", bff.KindWrite, "::ffff:203.0.113.9", `,"user":{"uip":"203.0.113.9","lang":"tr"}}`},
		{"a login from an unknown address", bff.KindWrite, "", `}`},
		{"a read with a shareable response", bff.KindRead, "203.0.113.9", `}`},
	} {
		r := request(c.kind)
		r.Visitor, _ = netip.ParseAddr(c.visitor)
		body, err := encode(r, nil)
		require.NoError(t, err)
		data := `{"api":{"class":"finance","method":"check_balance"},"data":{"Lang":"tr","amount":12.50,"note":"<b>ş</b>"}`
		assert.Equal(t, data+c.want, string(body), c.name)
	}
}

func TestCanceledCallReturnsContextError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	a := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.ReadAll(r.Body)
		cancel()
		<-r.Context().Done()
	})
	_, err := a.Do(ctx, request(bff.KindMoney))
	assert.Equal(t, context.Canceled, err, "the unwrapped error is part of the contract")
}

func TestErrorStatusWithEnvelopeIsAnswer(t *testing.T) {
	refusal := `{"result":false,"message":"Oturum Süresi Doldu","data":null,"code":403,"debug":"anonymous user","pagination":null}`
	for _, status := range []int{200, 400, 403} {
		ans, err := serve(t, answer(status, "application/json", refusal)).Do(t.Context(), request(bff.KindRead))
		require.NoError(t, err, "HTTP %d", status)
		assert.Equal(t, bff.Answer{Message: "Oturum Süresi Doldu", Code: 403, Debug: "anonymous user"}, *ans,
			"HTTP %d", status)
	}
}

func TestGzipAnswerIsDecompressed(t *testing.T) {
	ans, err := serve(t, func(w http.ResponseWriter, r *http.Request) {
		assert.Contains(t, r.Header.Get("Accept-Encoding"), "gzip")
		zipped(validEnvelope)(w, r)
	}).Do(t.Context(), request(bff.KindRead))
	assert.True(t, err == nil && ans.Message == "Tamam", "%+v, %v", ans, err)
}

func TestNewRejectsInvalidAddresses(t *testing.T) {
	for _, url := range []string{"", "ftp://host/x", "http://user:secret@host/x", "http://ho st"} {
		_, err := New(Settings{URL: url})
		assert.True(t, err != nil && !strings.Contains(err.Error(), "secret"), "%q: %v", url, err)
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
		assert.True(t, err == nil && strings.HasPrefix(got.body, `{"api":`+row.want), "%s: sent %s, %v", row.call,
			got.body, err)
	}
}

func manyMembers() string {
	var b strings.Builder
	for i := range maxMembers {
		fmt.Fprintf(&b, `,"m%d":0`, i)
	}
	return b.String()
}

func TestParseRejectsInvalidEnvelopes(t *testing.T) {
	for name, raw := range map[string]string{
		"empty":                    ``,
		"white space":              `  `,
		"a list":                   `[{"result":true}]`,
		"a text":                   `"result"`,
		"null":                     `null`,
		"no result":                `{"message":"","data":{}}`,
		"result null":              `{"result":null}`,
		"result as text":           `{"result":"true"}`,
		"result as number":         `{"result":1}`,
		"result in another case":   `{"Result":true}`,
		"result twice":             `{"result":false,"result":true}`,
		"data twice":               `{"result":true,"data":1,"data":2}`,
		"data twice, once escaped": `{"result":true,"data":1,"d\u0061ta":2}`,
		"trailing bytes":           `{"result":true} {}`,
		"byte order mark":          "\ufeff" + `{"result":true}`,
		"a key without quotes":     `{result:true}`,
		"a comma at the end":       `{"result":true,}`,
		"no colon":                 `{"result" true}`,
		"an end too early":         `{"result":true,"data":{"a":[1,2`,
		"a broken literal":         `{"result":true,"data":nul}`,
		"a number with zeros":      `{"result":true,"data":012}`,
		"a number without digits":  `{"result":true,"data":-}`,
		"a broken exponent":        `{"result":true,"data":1e}`,
		"a broken fraction":        `{"result":true,"data":1.}`,
		"an unknown escape":        `{"result":true,"data":"\x41"}`,
		"a short escape":           `{"result":true,"data":"\u12"}`,
		"a control character":      "{\"result\":true,\"data\":\"a\nb\"}",
		"broken UTF-8 in a value":  "{\"result\":true,\"data\":\"\xff\"}",
		"nesting without an end": `{"result":true,"data":` + strings.Repeat("[", 10_000+1) +
			strings.Repeat("]", 10_000+1) + `}`,
		"too many members":          `{"result":true` + manyMembers() + `}`,
		"broken UTF-8 within a key": "{\"result\":true,\"\xff\":1}",
	} {
		a, err := Parse([]byte(raw))
		assert.Error(t, err, "%s: accepted as %+v", name, a)
	}
}

func TestParseKeepsDataAsWritten(t *testing.T) {
	for name, data := range map[string]string{
		"an object":                `{ "a" : [1, {"b":"}]\"\\"}] , "n":1e400 }`,
		"a list":                   `[[],{},"",-0.5,true,null]`,
		"a text":                   `"\"}"`,
		"a number before the end":  `12.50`,
		"a literal before the end": `false`,
	} {
		for _, raw := range []string{
			"\t{ \"data\" : " + data + " , \"result\":true}\n",
			`{"result":true,"extra":[{"x":"]"}],"data":` + data + `}`,
		} {
			a, err := Parse([]byte(raw))
			assert.True(t, err == nil && string(a.Data) == data, "%s: data %s, %v", name, a.Data, err)
		}
	}
	a, err := Parse([]byte(
		`{"result":false,"message":null,"data":null,"code":null,"debug":{"trace":["x"]},"pagination":null}`))
	assert.True(t, err == nil && a.Data == nil && a.Debug == "" && a.Pagination == nil, "%+v, %v", a, err)
}

// Parse understands the response of a platform even if its code is unusual.
func TestCodesThatAreNoIntegersAreRead(t *testing.T) {
	for text, want := range map[string]int{
		`"429"`: 429, `" 429 "`: 429, `429.0`: 429, `4.29e2`: 429, `"HTTP_429"`: 0,
		`429.5`: 0, `1e99`: 0, `[429]`: 0, `"NaN"`: 0,
	} {
		a, err := Parse([]byte(`{"result":false,"code":` + text + `}`))
		require.NoError(t, err, text)
		assert.Equal(t, want, a.Code, text)
		assert.Len(t, a.Deviations, 1, text)
	}
}

func TestWhatDoesNotMatterForTheOutcomeIsADeviation(t *testing.T) {
	const plain = `{"result":true,"message":"ok","data":[1]`
	zipped := func(coding string) http.HandlerFunc {
		var b strings.Builder
		z := gzip.NewWriter(&b)
		_, _ = io.WriteString(z, plain+"}")
		_ = z.Close()
		return with("Content-Encoding", coding, answer(200, "application/json", b.String()))
	}
	for name, row := range map[string]struct {
		do   http.HandlerFunc
		want string // paths of the deviations
	}{
		"text/html":          {answer(200, "text/html; charset=UTF-8", plain+"}"), "header Content-Type"},
		"no type at all":     {with("Content-Type", "", answer(200, "", plain+"}")), "header Content-Type"},
		"a misspelt charset": {answer(201, "application/json;charset=utf8", plain+"}"), "header Content-Type"},
		"a byte order mark":  {answer(200, "application/json", "\ufeff"+plain+"}"), "body"},
		"GZIP":               {zipped("GZIP"), ""},
		"x-gzip":             {zipped("x-gzip"), ""},
		"pagination of PHP":  {answer(200, "application/json", plain+`,"pagination":[]}`), "pagination"},
		"a total as text": {
			answer(200, "application/json", plain+`,"pagination":{"total":"9"}}`),
			"pagination",
		},
		"a fraction as code": {answer(200, "application/json", plain+`,"code":200.5}`), "code"},
		"a text as code":     {answer(200, "application/json", plain+`,"code":"200"}`), "code"},
		"the contract's own form": {
			answer(200, "application/problem+json; charset=\"utf-8\"", plain+`,"code":200}`),
			"",
		},
	} {
		got, err := serve(t, row.do).Do(t.Context(), request(bff.KindMoney))
		if assert.NoError(t, err, name) {
			paths := ""
			for _, v := range got.Deviations {
				paths += v.Path
			}
			assert.Equal(t, "true ok [1] "+row.want,
				fmt.Sprintf("%v %s %s %s", got.Result, got.Message, got.Data, paths), name)
		}
	}
}

// FuzzParse compares Parse with encoding/json. Both must decode every accepted response to the same
// values and bytes of data. members must accept the same objects as encoding/json.
func FuzzParse(f *testing.F) {
	testkit.AddCorpus(f)
	f.Add([]byte(validEnvelope))
	f.Add([]byte(`{"result":false,"data":[{"a":"\\\""},{}],"code":-1}`))
	f.Add([]byte(`{"result":true,"debug":{},"x":"}","pagination":{"limit":1,"offset":2,"total":3}}`))
	f.Add([]byte(`{"result":true,"message":"\ud83d\u00fc ü","data":[-0,1.5e+9,0.1E-2,[[]],{}, null]} `))
	f.Fuzz(func(t *testing.T, raw []byte) {
		isObject := json.Valid(raw) && utf8.Valid(raw) &&
			strings.HasPrefix(strings.TrimLeft(string(raw), " \t\r\n"), "{")
		if err := members(raw, func(string, []byte) error { return nil }); (err == nil) != isObject {
			t.Fatalf("an object: %v, %v", isObject, err)
		}
		a, err := Parse(raw)
		if err != nil {
			return
		}
		var want map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(raw, &want), "accepted an answer that is not an object")
		data := string(want["data"])
		if data == "null" {
			data = ""
		}
		require.Equal(t, data, string(a.Data), "data %q", a.Data)
		var fields struct {
			Message string
			Code    int
			Result  bool
		}
		_ = json.Unmarshal(want["message"], &fields.Message)
		if json.Unmarshal(want["code"], &fields.Code) != nil {
			fields.Code = wholeNumber(want["code"])
		}
		if err := json.Unmarshal(want["result"], &fields.Result); err != nil || fields.Result != a.Result ||
			fields.Message != a.Message || fields.Code != a.Code {
			t.Fatalf("decoded as %+v, want %+v, %v", a, fields, err)
		}
	})
}
