package gateway_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
)

// trustProxies trusts the proxies of 10.0.0.0/8.
func trustProxies(o *gateway.Options) {
	o.TrustedProxies = append(o.TrustedProxies, netip.MustParsePrefix("10.0.0.0/8"))
}

func TestVisitorAddress(t *testing.T) {
	r := newFixture(t, trustProxies)
	forwarded := func(values ...string) func(*http.Request) {
		return func(r *http.Request) { r.Header["X-Forwarded-For"] = values }
	}
	for _, row := range []struct {
		name  string
		edits []func(*http.Request)
		want  string
	}{
		{"a direct visitor", edits(from("203.0.113.5")), "203.0.113.5"},
		{
			"a direct visitor with forged headers",
			edits(from("203.0.113.5"), forwarded("198.51.100.1"), header("X-Real-IP", "198.51.100.1")), "203.0.113.5",
		},
		{"behind a proxy", edits(from("10.0.0.1"), forwarded("203.0.113.5")), "203.0.113.5"},
		{
			"behind a proxy, with a forged entry", edits(from("10.0.0.1"), forwarded("198.51.100.1, 203.0.113.5")),
			"203.0.113.5",
		},
		{
			"behind two proxies", edits(from("10.0.0.1"), forwarded("198.51.100.1, 203.0.113.5, 10.0.0.2")),
			"203.0.113.5",
		},
		{"in two headers", edits(from("10.0.0.1"), forwarded("198.51.100.1", "203.0.113.5")), "203.0.113.5"},
		{"with a port", edits(from("10.0.0.1"), forwarded("203.0.113.5:4711")), "203.0.113.5"},
		{"IPv6", edits(from("10.0.0.1"), forwarded("2001:db8::1")), "2001:db8::1"},
		{"IPv6 with a port", edits(from("10.0.0.1"), forwarded("[2001:db8::1]:4711")), "2001:db8::1"},
		{"IPv6 with a zone", edits(from("fe80::1%eth0")), "fe80::1"},
		{"IPv4 inside IPv6", edits(from("::ffff:10.0.0.1"), forwarded("::ffff:203.0.113.5")), "203.0.113.5"},
		{"a proxy without header", edits(from("10.0.0.1")), "10.0.0.1"},
		{"only proxies", edits(from("10.0.0.1"), forwarded("10.0.0.3, 10.0.0.2")), "10.0.0.3"},
		{"an invalid last entry", edits(from("10.0.0.1"), forwarded("203.0.113.5, unknown")), "10.0.0.1"},
		{"an invalid first entry", edits(from("10.0.0.1"), forwarded("<script>, 203.0.113.5")), "203.0.113.5"},
	} {
		assert.Equal(t, `200 {"ip":"`+row.want+`","country":""}`, text(r.get("/v1/ip-info", row.edits...)), row.name)
	}
}

func TestRequestIDs(t *testing.T) {
	r := newFixture(t, trustProxies)
	id := func(edits ...func(*http.Request)) string {
		return r.get("/healthz", edits...).Header().Get("X-Request-Id")
	}
	seen := map[string]bool{}
	for range 100 {
		got := id()
		require.Regexp(t, "^[A-Z0-9]{26}$", got)
		require.False(t, seen[got], "the id %s was given twice", got)
		seen[got] = true
	}
	assert.NotEqual(t, "abc-123", id(header("X-Request-Id", "abc-123")), "the id of an untrusted peer was kept")
	assert.Equal(t, "abc-123", id(from("10.0.0.1"), header("X-Request-Id", "abc-123")), "the proxy's id")
	for _, bad := range []string{"", "a b", "a\"b", "ğ", strings.Repeat("a", 65)} {
		assert.Len(t, id(from("10.0.0.1"), header("X-Request-Id", bad)), 26, "%q", bad)
	}
}

// lines decodes the log.
func lines(t *testing.T, log *bytes.Buffer) (out []map[string]any) {
	t.Helper()
	for line := range strings.Lines(log.String()) {
		var decoded map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &decoded), line)
		delete(decoded, "time")
		out = append(out, decoded)
	}
	return out
}

func TestOneLogLinePerRequest(t *testing.T) {
	r := newFixture(t)
	r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		r.now = r.now.Add(1500 * time.Microsecond)
		return nil, bff.ReasonUpstreamTimeout.WithCause(errors.New("after 8s"))
	}
	w, _ := r.call(providers)
	r.get("/slot/category/27")
	r.get("/datas/languages.json")
	r.get("/", host("evil.example"))
	got := lines(t, &r.log)
	require.Len(t, got, 4)
	delete(got[3], "bytes")
	for i, want := range []string{
		`{"level":"ERROR","msg":"request","method":"POST","path":"/endpoint/v1","brand":"marmara","status":504,` +
			`"ms":1.5,` +
			fmt.Sprintf(`"bytes":%d,"call":"casino/provider_list","answer_code":504,"cache":"BYPASS",`+
				`"upstream_ms":1.5,`, w.Body.Len()) +
			`"debug":"upstream timeout","cause":"after 8s"}`,
		`{"level":"INFO","msg":"request","method":"GET","path":"*","brand":"marmara","status":200,"ms":0,"bytes":29}`,
		`{"level":"INFO","msg":"request","method":"GET","path":"/datas/:file","brand":"marmara","status":200,` +
			`"ms":0,"bytes":10}`,
		`{"level":"INFO","msg":"request","method":"GET","path":"*","brand":"","status":421,"ms":0,` +
			`"call":"","answer_code":421,"cache":"","upstream_ms":0,"debug":"unknown host"}`,
	} {
		assert.NotEmpty(t, got[i]["request_id"], "line %d has no request id", i+1)
		delete(got[i], "request_id")
		line, _ := json.Marshal(got[i])
		assert.JSONEq(t, want, string(line))
	}
	require.Len(t, r.observations, 4)
	assert.Equal(t, w.Header().Get("X-Request-Id"), r.observations[0].RequestID)
	assert.ErrorIs(t, r.observations[0].Err, bff.ReasonUpstreamTimeout)
}

func TestLogHasNoSecrets(t *testing.T) {
	r := newFixture(t)
	login := api("user/login", `{"username":"demo","password":"hunter2"}`)
	for _, body := range []string{login, `{"api":{},"password":"hunter2"}`, `{"password":"hunter2`} {
		r.call(body, header("Cookie", "croupier=hunter2"), header("Authorization", "hunter2"),
			header("Idempotency-Key", "hunter2"))
	}
	r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) { panic("defect") }
	r.call(login, header("Cookie", "croupier=hunter2"))
	r.get("/account_reset?token=hunter2")
	assert.NotContains(t, r.log.String(), "hunter2", "the log contains secrets")
	assert.Contains(t, r.log.String(), "panic: defect")
	assert.Contains(t, r.log.String(), "middleware_test.go", "the log lacks the stack")
}

// Whatever a visitor sends, each request has exactly one log line, which is JSON.
func TestLogLinesCannotBeForged(t *testing.T) {
	const forged = "x\n{\"level\":\"ERROR\",\"msg\":\"forged\"}\r\n"
	r := newFixture(t)
	r.call(api("user/login", `{"username":"x\n{\"msg\":\"forged\"}","password":"p"}`), header("User-Agent", forged),
		header("X-Request-Id", forged))
	r.call(`{"api":{"class":"x\n{\"msg\":\"forged\"}","method":"y"}}`)
	r.get("/x%0a%7b%22msg%22:%22forged%22%7d")
	r.get("/", host("evil\n{}.example"))
	for i, line := range lines(t, &r.log) { // fails for a line that is not JSON
		assert.Equal(t, "request", line["msg"], "line %d: %v", i+1, line)
	}
}

func TestObservationTellsPlayerAndAttempts(t *testing.T) {
	r := newFixture(t)
	r.marmara().Upstream.Name, r.marmara().Routing = "main", map[string]bff.UpstreamRules{"finance": {Name: "cashier"}}
	profile, demo := api("user/get_user_profile", ""),
		bff.Player{Partition: "marmara", UID: "clear-uid", Username: "demo"}
	withEmail := demo
	withEmail.Email = "demo@ornek.test"
	main := func(result bool, attempts int, player bff.Player) bff.Observation {
		return bff.Observation{Result: result, UpstreamName: "main", Attempts: attempts, Player: player}
	}
	failure := notSent(bff.ReasonUnavailable.WithRetryAfter(1))
	unpaid := bff.Observation{
		UpstreamName: "cashier", IdempotencyKey: uuid, Player: demo, Part: "deposits", Amount: "100",
	}
	paid, cancelled := unpaid, unpaid
	paid.Result, paid.Attempts, paid.Transaction = true, 1, "9900413"
	cancelled.Attempts, cancelled.Part, cancelled.Amount, cancelled.Transaction = 1, "withdrawals", "", "9900414"
	forgedTransfer := strings.Replace(bankTransfer, "{", `{"transaction_id":9900413,`, 1)
	for _, step := range []struct {
		name, session string
		times         int // that the call was sent
		answer        *bff.Answer
		err           error
		body          string
		want          bff.Observation
	}{
		{"a visitor", "", 1, answerOf(`[]`), nil, providers, main(true, 1, bff.Player{})},
		{"a login", "", 1, answerOf(platformLogin), nil, api("user/login", login), main(true, 1, demo)},
		{"a refused login", "", 1, &bff.Answer{Code: 200}, nil, api("user/login", login), main(false, 1, bff.Player{})},
		{
			"a profile", "made-1", 2, answerOf(`{"uid":"u","email":"demo@ornek.test"}`), nil,
			profile, main(true, 2, withEmail),
		},
		{"a profile without an address", "made-1", 1, answerOf(`{"email":{}}`), nil, profile, main(true, 1, demo)},
		{
			"a payment that was not sent", "made-1", 0, nil,
			failure, api("finance/save_bank_transfer", forgedTransfer), unpaid,
		},
		{
			"a payment", "made-1", 1, answerOf(`{"transaction_id":9900413,"status":1001}`),
			nil, api("finance/save_bank_transfer", bankTransfer), paid,
		},
		{
			"a refused cancellation", "made-1", 1, &bff.Answer{Code: 400},
			nil, api("finance/cancel_withdrawal", `{"transaction_id":9900414}`), cancelled,
		},
		{
			"a call that the server answers itself", "made-1", 0, nil, nil, api("maintenance/check_status", ""),
			bff.Observation{Result: true, Poll: true},
		},
	} {
		r.answer = func(_ context.Context, sent *bff.UpstreamRequest) (*bff.Answer, error) {
			sent.Attempts.Add(int32(step.times))
			return step.answer, step.err
		}
		r.observations = nil
		key := uuid
		if step.want.Amount == "" { // another payment
			key = strings.Replace(uuid, "1", "2", 1)
			step.want.IdempotencyKey = strings.Replace(step.want.IdempotencyKey, "1", "2", 1)
		}
		r.call(step.body, header("Idempotency-Key", key), cookie(step.session))
		require.Len(t, r.observations, 1, step.name)
		o := r.observations[0]
		got := bff.Observation{
			Result: o.Result, UpstreamName: o.UpstreamName, Attempts: o.Attempts, IdempotencyKey: o.IdempotencyKey,
			Player: o.Player,
			Part:   o.Part, Amount: o.Amount, Transaction: o.Transaction, Poll: o.Poll,
		}
		assert.Equal(t, step.want, got, step.name)
	}
}

func TestPanicAfterPartialAnswerClosesConnection(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Site = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, strings.Repeat("x", 8<<10))
			panic("halfway")
		})
	})
	s := httptest.NewServer(r.handler)
	client := s.Client()
	defer func() { s.Close(); client.CloseIdleConnections() }()
	res, err := client.Get(strings.Replace(s.URL, "127.0.0.1", "localhost", 1))
	if err == nil {
		_, err = io.ReadAll(res.Body)
		_ = res.Body.Close()
	}
	assert.Error(t, err, "a partial answer was received without error")
	s.Close()
	assert.Contains(t, r.log.String(), "panic: halfway")
}

func TestAbortedHandlerIsNotLoggedAsPanic(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) {
		o.Site = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	})
	defer func() {
		assert.Equal(t, http.ErrAbortHandler, recover())
		assert.NotContains(t, r.log.String(), "panic")
	}()
	r.get("/")
}
