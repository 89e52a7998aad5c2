package rest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/transport"
	"croupier/bff/test/testkit"
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

// platform answers every request with status 201 and a number, and stores the last request.
type platform struct {
	*http.Request
	body string
}

func (p *platform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	p.Request, p.body = r, string(raw)
	w.Header().Set("X-Thing", "7")
	answer(201, "application/json", `{"got":12345678901234567.25}`)(w, r)
}

// do sends a request of the call c/m with an idempotency key over an adapter to h.
func do(t *testing.T, h http.HandlerFunc, mapping string, kind bff.Kind, data string) (*bff.Answer, error) {
	t.Helper()
	r := request(t, kind, data)
	r.IdempotencyKey = "0b0c"
	return adapterTo(t, serve(t, h), mapping).Do(t.Context(), r)
}

func TestMappedRequest(t *testing.T) {
	var got platform
	r := request(t, bff.KindMoney, `{"id":"a/b ç?","tags":["x",2,true]}`)
	r.Identity = &bff.Identity{UID: "u", SID: "token"}
	r.Visitor = netip.MustParseAddr("192.0.2.9")
	r.IdempotencyKey = "0b0c"
	mapped, err := adapterTo(t, serve(t, got.ServeHTTP)+"/base/", testMapping).Do(t.Context(), r)
	require.NoError(t, err)
	want := `{"result":true,"message":"","data":{"got":12345678901234567.25,"header":"7","id":"a/b ç?","lang":"tr"},"code":200,"debug":null,"pagination":null}`
	assert.Equal(t, want, string(mapped.Append(nil)))
	assert.Equal(t, "POST /base/v1/things/a%2Fb%20%C3%A7%3F?tag=x&tag=2&tag=true", got.Method+" "+got.RequestURI)
	assert.Equal(t, `{"id":"a/b ç?","zone":"Europe/Istanbul"}`, got.body)
	for name, want := range map[string]string{
		"Authorization": "Bearer token", "Accept-Language": "tr", "X-Tenant": "889", "X-Player": "192.0.2.9",
		"Idempotency-Key": "0b0c", "X-Request-Id": "r1", "Content-Type": "application/json",
	} {
		assert.Equal(t, want, got.Header.Get(name), name)
	}
}

func TestGuestWriteHasNoTokenAndNoIdempotencyKey(t *testing.T) {
	var got platform
	_, err := do(t, got.ServeHTTP, testMapping, bff.KindWrite, `{"id":1}`)
	require.NoError(t, err)
	for _, name := range []string{"Authorization", "Idempotency-Key", "X-Player"} {
		assert.NotContains(t, got.Header, name)
	}
}

func TestMappedAnswers(t *testing.T) {
	const media, page = "application/json", "text/html"
	for name, c := range map[string]struct {
		status      int
		media, body string
		want        string // part of the response, empty for none
		err         error
	}{
		"success": {
			200, media, `{"got":1}`,
			`"result":true,"message":"","data":{"got":1,"header":null,"id":1`, nil,
		},
		"refused": {
			404, media, `{"error":"yok"}`,
			`{"result":false,"message":"yok","data":null,"code":404,"debug":"unauthorized"`, nil,
		},
		"refused with status 200":    {200, media, `{"error":"yok"}`, `"code":200`, nil},
		"no content":                 {204, media, ``, `"data":{"got":null,"header":null,"id":1`, nil},
		"success with an empty body": {200, media, ``, `"data":{"got":null,"header":null,"id":1`, nil},
		"HTTP 429 without a rule":    {429, media, `{"why":1}`, "", bff.ReasonRateLimited},
		"HTTP 429 of a proxy":        {429, page, `<p>`, "", bff.ReasonRateLimited},
		"HTTP 429 with a rule":       {429, media, `{"error":"yok"}`, `"message":"yok"`, nil},
		"a message that is no text":  {400, media, `{"error":7}`, "", bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer)},
		// The adapter returns both, because the classifier may find maintenance in the response.
		"HTTP 503 with a rule": {
			503, media, `{"error":"closed"}`, `"message":"closed"`,
			bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer),
		},
	} {
		got, err := do(t, answer(c.status, c.media, c.body), testMapping, bff.KindMoney, `{"id":1}`)
		assert.ErrorIs(t, err, c.err, name)
		assert.Equal(t, c.want == "", got == nil, name)
		if got != nil {
			assert.Contains(t, string(got.Append(nil)), c.want, name)
		}
	}
}

func TestFailuresBecomeReasons(t *testing.T) {
	for name, h := range map[string]http.HandlerFunc{
		"a redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/other", http.StatusTemporaryRedirect)
		},
		"HTML":                answer(200, "text/html", `<p>`),
		"truncated JSON":      answer(200, "application/json", `{"got":`),
		"trailing data":       answer(200, "application/json", `{} {}`),
		"invalid UTF-8":       answer(200, "application/json", "\"\xff\""),
		"a large body":        answer(200, "application/json", `{"got":"`+strings.Repeat("0", envelope.MaxAnswer)+`"}`),
		"too many values":     answer(200, "application/json", `{"got":[`+strings.Repeat("0,", maxValues)+`0]}`),
		"an unexpected shape": answer(200, "application/json", `[1]`),
	} {
		for kind, want := range map[bff.Kind]error{
			bff.KindRead: bff.ReasonBadUpstreamAnswer, bff.KindMoney: bff.OutcomeUnknown(bff.ReasonBadUpstreamAnswer),
		} {
			got, err := do(t, h, testMapping, kind, `{"id":1}`)
			assert.ErrorIs(t, err, want, "%s, %s: %v", name, kind, got)
		}
	}
}

func TestUnsentMoneyCallHasKnownOutcome(t *testing.T) {
	unreached := func(http.ResponseWriter, *http.Request) { t.Error("the request was sent") }
	for name, c := range map[string]struct{ mapping, data string }{
		"a path segment ..":      {testMapping, `{"id":".."}`},
		"an empty path segment":  {testMapping, `{"id":""}`},
		"a list as path segment": {testMapping, `{"id":[1]}`},
		"an object as query":     {testMapping, `{"id":1,"tags":[{"a":1}]}`},
		"a line feed in a header": {
			strings.Replace(testMapping, "X-Player: .visitor", `X-Player: .data.id`, 1),
			`{"id":"a\r\nX-Admin: 1"}`,
		},
		"a body that never ends": {strings.Replace(testMapping, "'{id: .data.id, zone: .brand.zone}'",
			"'def f: f; f'", 1), `{"id":1}`},
		"a GET for a money call": {"version: 1\ncalls: { c/m: { method: GET, path: /x } }", `{}`},
		"a failing condition": {"version: 1\ncalls: { c/m: [ { when: .data | keys | .a, method: GET, path: /x " +
			"}, { method: GET, path: /x } ] }", `{}`},
	} {
		got, err := do(t, unreached, c.mapping, bff.KindMoney, c.data)
		assert.ErrorIs(t, err, bff.ReasonInternal, "%s: %v", name, got)
	}
	_, err := do(t, unreached, "version: 1\ncalls: { c/other: { method: GET, path: /x } }", bff.KindRead, `{}`)
	assert.ErrorIs(t, err, bff.ReasonUnsupported, "unmapped call")
}

// net/http resends requests with an idempotency key and no body. The test therefore includes routes
// without a body.
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
			_, err := a.Do(t.Context(), r)
			require.NoError(t, err)
			r.RequestID = "second"
			_, err = a.Do(t.Context(), r)
			require.Error(t, err, "%s, %s: the request on a broken connection was answered: it was resent", name, kind)
			assert.True(t, kind != bff.KindMoney || errors.Is(err, bff.OutcomeUnknown(bff.ReasonUnavailable)),
				"%s: %v", name, err)
			first, second := <-got, <-got
			assert.Equal(t, "first second 0", fmt.Sprintf("%s %s %d", first, second, len(got)), "%s, %s", name, kind)
		}
	}
}

// serveFirstRequest answers the request with the ID first. It closes the connection after it has
// read any other request.
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
		`{message: "x"}`: "", `{result: 1}`: "", `[]`: "", `{result: true, data: 1, extra: 2}`: "",
		`{result: true, code: "x"}`: "",
	} {
		mapping := "version: 1\ncalls: { c/m: { method: GET, path: /x, answer: '" + src + "' } }"
		got, err := do(t, answer(200, "application/json", `{}`), mapping, bff.KindRead, `{}`)
		if want == "" {
			assert.ErrorIs(t, err, bff.ReasonBadUpstreamAnswer, src)
			continue
		}
		require.NoError(t, err, src)
		assert.Equal(t, want, string(got.Append(nil)), src)
	}
}

func TestNewRejectsInvalidSettings(t *testing.T) {
	m := loadMapping(t, testMapping)
	for _, url := range []string{"", "http://user:secret@host/x", "http://host/x?a=1", "http://ho st"} {
		_, err := New(Settings{URL: url, Mapping: m})
		assert.True(t, err != nil && !strings.Contains(err.Error(), "secret"), "%q: %v", url, err)
	}
	_, err := New(Settings{URL: "http://host"})
	assert.Error(t, err, "accepted settings without a mapping")
}

// loadMapping compiles a mapping file with the given text.
func loadMapping(t testing.TB, text string) *Mapping {
	t.Helper()
	m, err := Parse("m.yaml", []byte(text), nil)
	require.NoError(t, err)
	return m
}

// adapterTo returns an adapter to url with the given mapping file.
func adapterTo(t testing.TB, url, text string) *Adapter {
	t.Helper()
	transport, err := transport.New(transport.Settings{URL: url})
	require.NoError(t, err)
	t.Cleanup(transport.CloseIdleConnections)
	a, err := New(Settings{URL: url, Mapping: loadMapping(t, text), Transport: transport})
	require.NoError(t, err)
	return a
}

func serve(t testing.TB, h http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func answer(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// request returns a request of the call c/m with data from JSON.
func request(t testing.TB, kind bff.Kind, data string) *bff.UpstreamRequest {
	t.Helper()
	v, err := decode([]byte(data))
	require.NoError(t, err)
	fields, _ := v.(map[string]any)
	zone, err := time.LoadLocation("Europe/Istanbul")
	require.NoError(t, err)
	return &bff.UpstreamRequest{
		RequestID: "r1", Call: &bff.Call{Class: "c", Method: "m"}, Rules: bff.Rules{Kind: kind}, Lang: "tr",
		Data:  fields,
		Brand: &bff.Brand{ID: "marmara", SiteID: 889, Currency: "TRY", TimeZone: zone},
	}
}

// renewalStore is a RenewalStore in memory. If down is set, every operation fails.
type renewalStore struct {
	values sync.Map
	down   bool
}

func (s *renewalStore) err() error {
	if s.down {
		return errors.New("the store is down")
	}
	return nil
}

func (s *renewalStore) Get(_ context.Context, id string) ([]byte, error) {
	value, _ := s.values.Load(id)
	out, _ := value.([]byte)
	return out, s.err()
}

func (s *renewalStore) Put(_ context.Context, id string, value []byte, _ time.Time) error {
	s.values.Store(id, value)
	return s.err()
}

func (s *renewalStore) Add(_ context.Context, id string, value []byte, _ time.Time) (bool, error) {
	_, present := s.values.LoadOrStore(id, value)
	return !present, s.err()
}

func (s *renewalStore) Delete(_ context.Context, id string) error {
	s.values.Delete(id)
	return s.err()
}

// renewingInstances returns functions that send a player's call through instances with one store.
func renewingInstances(t *testing.T, p *tokens, store *renewalStore,
	n int,
) (send []func(kind bff.Kind, sid string) (*bff.Answer, error)) {
	url, key := serve(t, p.ServeHTTP), indexkey.New()
	for range n {
		a := adapterTo(t, url, refreshing)
		a.shared = NewSharedRenewals(store, key)
		send = append(send, sending(t, a))
	}
	return send
}

func TestInstancesShareRenewedSessions(t *testing.T) {
	p, store := &tokens{access: 1}, &renewalStore{}
	send := renewingInstances(t, p, store, 4)
	expire := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.expired = true
	}
	// The player receives no new token with a failed call, so the cookie still contains the first.
	_, err := send[0](bff.KindWrite, "old~r1")
	require.ErrorIs(t, err, bff.ReasonUnavailable)
	expire()
	_, err = send[1](bff.KindWrite, "a2~r2")
	require.ErrorIs(t, err, bff.ReasonUnavailable)
	for i, want := range []string{"a3~r3", "a4~r4"} {
		got, err := send[2+i](bff.KindRead, "old~r1")
		require.NoError(t, err)
		require.NotNil(t, got.Renewed, "the session has ended: %s", got.Debug)
		assert.Equal(t, want, got.Renewed.SID)
		expire()
	}
	assert.EqualValues(t, 3, p.renewals.Load())
	store.values.Range(func(id, value any) bool {
		return assert.NotContains(t, id.(string)+string(value.([]byte)), "r2", "in the store")
	})
}

func TestOneInstanceRenewsASession(t *testing.T) {
	p := &tokens{access: 1}
	var running sync.WaitGroup
	for _, send := range renewingInstances(t, p, &renewalStore{}, 8) {
		running.Go(func() {
			got, err := send(bff.KindRead, "old~r1")
			if assert.NoError(t, err) && assert.NotNil(t, got.Renewed) {
				assert.Equal(t, "a2~r2", got.Renewed.SID)
			}
		})
	}
	running.Wait()
	assert.EqualValues(t, 1, p.renewals.Load())
}

// Without the store another instance may have used the refresh token.
func TestRefusedRenewalWithoutStoreEndsNoSession(t *testing.T) {
	p := &tokens{access: 1, refuse: http.StatusBadRequest}
	_, err := renewingInstances(t, p, &renewalStore{down: true}, 1)[0](bff.KindRead, "old~r1")
	require.ErrorIs(t, err, bff.ReasonUnavailable)
	assert.True(t, strings.Contains(err.Error(), "the store is down"))
}
