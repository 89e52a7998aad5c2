package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/testkit"
	"croupier/bff/upstream/envelope"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// testMapping maps the call c/m to a request with a body.
const testMapping = `
version: 1
headers: { Authorization: 'if .user then "Bearer " + .user.sid else null end', Accept-Language: .lang, X-Tenant: .site, X-Player: .visitor }
errors:
  - { status: [400, 404, 429, 503, 200], when: .body.error, message: .body.error, reason: unauthorized }
calls:
  c/m:
    method: POST
    path: '/v1/things/{.data.id // "none"}'
    query: { tag: .data.tags, empty: .data.nothing }
    body: '{id: .data.id, zone: .brand.zone}'
    data: '{got: .body.got, id: .data.id, header: .headers["x-thing"], lang: $in.lang}'
`

func TestMappedRequest(t *testing.T) {
	var got *http.Request
	var body []byte
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.Header().Set("X-Thing", "7")
		answer(201, "application/json", `{"got":12345678901234567.25}`)(w, r)
	})
	a := adapterTo(t, url+"/base/", testMapping)
	r := request(t, bff.KindMoney, `{"id":"a/b ç?","tags":["x",2,true]}`)
	r.Identity = &bff.Identity{UID: "u", SID: "token"}
	r.Visitor = netip.MustParseAddr("192.0.2.9")
	r.IdempotencyKey = "0b0c"
	mapped, err := a.Do(t.Context(), r)
	require.NoError(t, err)
	want := `{"result":true,"message":"","data":{"got":12345678901234567.25,"header":"7","id":"a/b ç?","lang":"tr"},"code":200,"debug":null,"pagination":null}`
	assert.Equal(t, want, text(t, mapped), "answer %s", text(t, mapped))
	assert.True(t, got.Method == http.MethodPost && got.RequestURI == "/base/v1/things/a%2Fb%20%C3%A7%3F?tag=x&tag=2&tag=true",
		"%s %s", got.Method, got.RequestURI)
	assert.Equal(t, `{"id":"a/b ç?","zone":"Europe/Istanbul"}`, string(body), "body %s", body)
	for name, want := range map[string]string{
		"Authorization": "Bearer token", "Accept-Language": "tr", "X-Tenant": "889", "X-Player": "192.0.2.9",
		"Idempotency-Key": "0b0c", "X-Request-Id": "r1", "Content-Type": "application/json",
	} {
		assert.Equal(t, want, got.Header.Get(name), name)
	}
}

func TestGuestWriteHasNoTokenAndNoIdempotencyKey(t *testing.T) {
	var got http.Header
	a := adapterTo(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		answer(200, "application/json", `{}`)(w, r)
	}), testMapping)
	r := request(t, bff.KindWrite, `{"id":1}`)
	r.IdempotencyKey = "0b0c"
	_, err := a.Do(t.Context(), r)
	require.NoError(t, err)
	assert.Equal(t, 0, len(got["Authorization"])+len(got["Idempotency-Key"])+len(got["X-Player"]), "headers %v", got)
}

func TestMappedAnswers(t *testing.T) {
	const media, page = "application/json", "text/html"
	for name, c := range map[string]struct {
		status      int
		media, body string
		want        string // part of the answer; empty: there is none
		err         error
	}{
		"success":                    {200, media, `{"got":1}`, `"result":true,"message":"","data":{"got":1,"header":null,"id":1`, nil},
		"refused":                    {404, media, `{"error":"yok"}`, `{"result":false,"message":"yok","data":null,"code":404,"debug":"unauthorized"`, nil},
		"refused with status 200":    {200, media, `{"error":"yok"}`, `"code":200`, nil},
		"no content":                 {204, media, ``, `"data":{"got":null,"header":null,"id":1`, nil},
		"success with an empty body": {200, media, ``, `"data":{"got":null,"header":null,"id":1`, nil},
		"HTTP 429 without a rule":    {429, media, `{"why":1}`, "", bff.ReasonRateLimited},
		"HTTP 429 of a proxy":        {429, page, `<p>`, "", bff.ReasonRateLimited},
		"HTTP 429 with a rule":       {429, media, `{"error":"yok"}`, `"message":"yok"`, nil},
		// Both are returned, so that maintenance can be classified.
		"HTTP 503 with a rule": {503, media, `{"error":"closed"}`, `"message":"closed"`, bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)},
	} {
		a := adapterTo(t, serve(t, answer(c.status, c.media, c.body)), testMapping)
		got, err := a.Do(t.Context(), request(t, bff.KindMoney, `{"id":1}`))
		assert.True(t, errors.Is(err, c.err) && (got == nil) == (c.want == "") && strings.Contains(text(t, got), c.want),
			"%s: %v, %v", name, got, err)
	}
}

func TestFailuresBecomeReasons(t *testing.T) {
	cases := map[string]http.HandlerFunc{
		"HTTP 500":                answer(500, "application/json", `{}`),
		"an error without a rule": answer(418, "application/json", `{"why":1}`),
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
		},
		"HTML":                answer(200, "text/html", `<p>`),
		"truncated JSON":      answer(200, "application/json", `{"got":`),
		"trailing data":       answer(200, "application/json", `{} {}`),
		"invalid UTF-8":       answer(200, "application/json", "\"\xff\""),
		"a large body":        answer(200, "application/json", `{"got":"`+strings.Repeat("0", envelope.DefaultMaxAnswer)+`"}`),
		"an unexpected shape": answer(200, "application/json", `[1]`),
	}
	for name, h := range cases {
		a := adapterTo(t, serve(t, h), testMapping)
		for kind, want := range map[bff.Kind]error{
			bff.KindRead: bff.ReasonBadUpstreamAnswer, bff.KindMoney: bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer),
		} {
			got, err := a.Do(t.Context(), request(t, kind, `{"id":1}`))
			assert.ErrorIs(t, err, want, "%s, %s: %v", name, kind, got)
		}
	}
}

func TestUnsentMoneyCallHasKnownOutcome(t *testing.T) {
	// Port 1 is unused; a port that is free now may be taken by another program.
	if _, err := adapterTo(t, "http://127.0.0.1:1", testMapping).Do(t.Context(), request(t, bff.KindMoney, `{"id":1}`)); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("connection refused: %v", err)
	}
	platform := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the request was sent") })
	for name, c := range map[string]struct{ mapping, data string }{
		"a path segment ..":       {testMapping, `{"id":".."}`},
		"an empty path segment":   {testMapping, `{"id":""}`},
		"a list as path segment":  {testMapping, `{"id":[1]}`},
		"an object as query":      {testMapping, `{"id":1,"tags":[{"a":1}]}`},
		"a line feed in a header": {strings.Replace(testMapping, "X-Player: .visitor", `X-Player: .data.id`, 1), `{"id":"a\r\nX-Admin: 1"}`},
		"a body that never ends":  {strings.Replace(testMapping, "'{id: .data.id, zone: .brand.zone}'", "'def f: f; f'", 1), `{"id":1}`},
		"a GET for a money call":  {"version: 1\ncalls: { c/m: { method: GET, path: /x } }", `{}`},
		"a failing condition":     {"version: 1\ncalls: { c/m: [ { when: .data | keys | .a, method: GET, path: /x }, { method: GET, path: /x } ] }", `{}`},
	} {
		got, err := adapterTo(t, platform, c.mapping).Do(t.Context(), request(t, bff.KindMoney, c.data))
		assert.ErrorIs(t, err, bff.ReasonInternal, "%s: %v", name, got)
	}
	other := request(t, bff.KindRead, `{}`)
	other.Call = &bff.Call{Class: "c", Method: "other"}
	if _, err := adapterTo(t, platform, testMapping).Do(t.Context(), other); !errors.Is(err, bff.ReasonUnsupported) {
		t.Errorf("unmapped call: %v", err)
	}
}

func TestCanceledCallReturnsContextError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	platform := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		cancel()
		<-r.Context().Done()
	})
	_, err := adapterTo(t, platform, testMapping).Do(ctx, request(t, bff.KindRead, `{"id":1}`))
	assert.ErrorIs(t, err, context.Canceled)
}

// net/http resends requests with an idempotency key and no body, so routes without a body are tested
// as well.
func TestWritesAndMoneyCallsAreNeverResent(t *testing.T) {
	withoutBody := strings.Replace(testMapping, "    body: '{id: .data.id, zone: .brand.zone}'\n", "", 1)
	for name, mapping := range map[string]string{
		"with a body": testMapping, "without a body": withoutBody,
		"a DELETE": strings.Replace(withoutBody, "method: POST", "method: DELETE", 1),
	} {
		for _, kind := range []bff.Kind{bff.KindWrite, bff.KindMoney} {
			got := make(chan string, 16)
			a := adapterTo(t, serveFirstRequest(t, got), mapping)
			r := request(t, kind, `{"id":1}`)
			r.IdempotencyKey, r.RequestID = "0b0c", "first"
			if _, err := a.Do(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			r.RequestID = "second"
			_, err := a.Do(t.Context(), r)
			require.Error(t, err, "%s, %s: the request on a broken connection was answered: it was resent", name, kind)
			if kind == bff.KindMoney && !errors.Is(err, bff.OutcomeUnknown(bff.ReasonUnavailable)) {
				t.Errorf("%s: %v, want an unknown outcome", name, err)
			}
			first, second := <-got, <-got
			assert.True(t, first == "first" && second == "second" && len(got) == 0,
				"%s, %s: requests %q, %q and %d more", name, kind, first, second, len(got))
		}
	}
}

// serveFirstRequest answers the request with the ID first and closes the connection after reading
// any other.
func serveFirstRequest(t *testing.T, got chan<- string) (url string) {
	t.Helper()
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		got <- r.Header.Get("X-Request-Id")
		if r.Header.Get("X-Request-Id") != "first" {
			panic(http.ErrAbortHandler)
		}
		answer(200, "application/json", `{}`)(w, r)
	})
}

func TestWholeAnswerIsValidated(t *testing.T) {
	for src, want := range map[string]string{
		`{result: false, message: "yok", code: 404, data: [1]}`:       `{"result":false,"message":"yok","data":[1],"code":404,"debug":null,"pagination":null}`,
		`{result: true, pagination: {limit: 1, offset: 2, total: 3}}`: `{"result":true,"message":"","data":null,"code":0,"debug":null,"pagination":{"limit":1,"offset":2,"total":3}}`,
		`{message: "x"}`: "", `{result: 1}`: "", `[]`: "", `{result: true, data: 1, extra: 2}`: "", `{result: true, code: "x"}`: "",
	} {
		a := adapterTo(t, serve(t, answer(200, "application/json", `{}`)), "version: 1\ncalls: { c/m: { method: GET, path: /x, answer: '"+src+"' } }")
		got, err := a.Do(t.Context(), request(t, bff.KindRead, `{}`))
		switch {
		case want == "" && !errors.Is(err, bff.ReasonBadUpstreamAnswer):
			t.Errorf("%s: %v, %v", src, got, err)
		case want != "" && (err != nil || text(t, got) != want):
			t.Errorf("%s: %v, %v", src, got, err)
		}
	}
}

func TestNewRejectsInvalidSettings(t *testing.T) {
	m := loadMapping(t, testMapping)
	for _, url := range []string{"", "localhost:80", "ftp://host/x", "http:///x", "http://user:secret@host/x", "http://host/x?a=1", "http://ho st"} {
		_, err := New(Settings{URL: url, Mapping: m})
		assert.True(t, err != nil && !strings.Contains(err.Error(), "secret"), "%q: %v", url, err)
	}
	if _, err := New(Settings{URL: "http://host"}); err == nil {
		t.Error("accepted settings without a mapping")
	}
}
