package upstream_test

import (
	"context"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/upstream"
	"croupier/bff/upstream/envelope"
	"croupier/bff/upstream/rest"
	"croupier/bff/upstream/transport"
)

// call returns a call of the given kind.
func call(kind bff.Kind) *bff.UpstreamRequest {
	return &bff.UpstreamRequest{
		RequestID: "r-1",
		Brand:     &bff.Brand{ID: "marmara", SiteID: 889, Upstream: bff.UpstreamRules{Name: "platform"}},
		Call:      &bff.Call{Class: "finance", Method: "deposit"},
		Rules:     bff.Rules{Kind: kind, Deadline: 8 * time.Second, DeadlineClass: "normal"},
		Data:      map[string]any{"amount": "5"},
		Lang:      "tr",
	}
}

// adapterTo returns the envelope adapter with its own transport.
func adapterTo(tb testing.TB, s transport.Settings) bff.Upstream {
	tb.Helper()
	carrier, err := transport.New(s)
	require.NoError(tb, err)
	tb.Cleanup(carrier.CloseIdleConnections)
	a, err := envelope.New(envelope.Settings{URL: s.URL, Transport: carrier})
	require.NoError(tb, err)
	return a
}

// TestDeliveryOfEveryFailure composes the chain with each adapter: every error says whether the
// platform may have executed the call, for every kind of call.
func TestDeliveryOfEveryFailure(t *testing.T) {
	const refused = "http://127.0.0.1:1" // an unused port
	platform := func(h http.HandlerFunc) string {
		server := httptest.NewServer(h)
		t.Cleanup(server.Close)
		return server.URL
	}
	answering := func(status int, body string) string {
		return platform(func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = io.WriteString(w, body)
		})
	}
	closing := platform(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		panic(http.ErrAbortHandler)
	})
	silentLog := log.New(io.Discard, "", 0)
	untrusted := httptest.NewUnstartedServer(http.NotFoundHandler())
	untrusted.Config.ErrorLog = silentLog
	untrusted.StartTLS()
	t.Cleanup(untrusted.Close)
	const rateLimited, refusal = `{"result":false,"message":"slow","code":429}`, `{"result":false,"message":"This site is under maintenance"}`

	mapped := func(url, mapping string) bff.Upstream {
		m, err := rest.Load(fstest.MapFS{"m.yaml": {Data: []byte("version: 1\n" + mapping)}}, "m.yaml", nil)
		require.NoError(t, err)
		a, err := rest.New(rest.Settings{URL: url, Mapping: m})
		require.NoError(t, err)
		return a
	}
	const goodMapping = "calls: { finance/deposit: { method: POST, path: /pay, data: .body } }\n"
	const maintenanceMapping = "errors:\n  - { status: [503], message: .body.message }\n" + goodMapping
	plain := func(url string) bff.Upstream { return adapterTo(t, transport.Settings{URL: url}) }
	for _, row := range []struct {
		name    string
		adapter bff.Upstream
		want    bff.Delivery
		reason  *bff.Reason // for reads
	}{
		{"envelope: connection refused", plain(refused), bff.DeliveryNotSent, bff.ReasonUnavailable},
		{"envelope: untrusted certificate", plain(untrusted.URL), bff.DeliveryNotSent, bff.ReasonUnavailable},
		{"envelope: data that cannot be encoded", unencodable{plain(refused)}, bff.DeliveryNotSent, bff.ReasonInternal},
		{"envelope: a body that cannot be signed", unsignable(t), bff.DeliveryNotSent, bff.ReasonUnavailable},
		{"envelope: closed after reading", plain(closing), bff.DeliveryUnknown, bff.ReasonUnavailable},
		{"envelope: HTTP 500", plain(answering(500, `{"result":false,"message":"oops"}`)), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{"envelope: garbage", plain(answering(200, `garbage`)), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{"envelope: half an answer", plain(answering(200, `{"result":tr`)), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{"envelope: 403 with a true result", plain(answering(403, `{"result":true}`)), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{"envelope: rate limited", plain(answering(429, rateLimited)), bff.DeliveryAnswered, bff.ReasonRateLimited},
		{"envelope: maintenance", plain(answering(200, refusal)), bff.DeliveryAnswered, bff.ReasonMaintenance},
		{"envelope: maintenance with HTTP 503", plain(answering(503, refusal)), bff.DeliveryAnswered, bff.ReasonMaintenance},
		{"rest: connection refused", mapped(refused, goodMapping), bff.DeliveryNotSent, bff.ReasonUnavailable},
		{"rest: no mapping", mapped(refused, "calls: { finance/other: { method: POST, path: / } }\n"), bff.DeliveryNotSent, bff.ReasonUnsupported},
		{"rest: a path that cannot be built", mapped(refused, "calls: { finance/deposit: { method: POST, path: '/{.data.none}' } }\n"), bff.DeliveryNotSent, bff.ReasonInternal},
		{"rest: a body that cannot be built", mapped(refused, "calls: { finance/deposit: { method: POST, path: /, body: '.data.amount | error' } }\n"), bff.DeliveryNotSent, bff.ReasonInternal},
		{"rest: a condition that fails", mapped(refused, "calls: { finance/deposit: [{ when: '.data.amount | error', method: POST, path: / }, { method: POST, path: / }] }\n"), bff.DeliveryNotSent, bff.ReasonInternal},
		{"rest: HTTP 500", mapped(answering(500, `{}`), goodMapping), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{"rest: HTTP 404 without a rule", mapped(answering(404, `{}`), goodMapping), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{"rest: an answer that cannot be mapped", mapped(answering(200, `{}`), "calls: { finance/deposit: { method: POST, path: /, data: '.body | error' } }\n"), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{"rest: rate limited", mapped(answering(429, `{}`), goodMapping), bff.DeliveryAnswered, bff.ReasonRateLimited},
		{"rest: maintenance", mapped(answering(503, refusal), maintenanceMapping), bff.DeliveryAnswered, bff.ReasonMaintenance},
	} {
		t.Run(row.name, func(t *testing.T) {
			for _, kind := range []bff.Kind{bff.KindRead, bff.KindWrite, bff.KindMoney} {
				chain := upstream.NewChain(row.adapter, upstream.Settings{Messages: knownMaintenance{}})
				want := row.reason
				if kind == bff.KindMoney && row.want.PossiblyExecuted() {
					want = bff.OutcomeUnknown(want)
				}
				a, err := chain.Do(t.Context(), call(kind))
				assert.True(t, errors.Is(err, want) && bff.DeliveryOf(err) == row.want,
					"%s: %v, %v (%s), want %v (%s)", kind, a, err, bff.DeliveryOf(err), want, row.want)
			}
		})
	}
}

// Calls that the breaker, an override or the routing do not send.
func TestRefusedCallsWereNotSent(t *testing.T) {
	routes := upstream.NewRoutes(nil, nil)
	if _, err := routes.Do(t.Context(), call(bff.KindMoney)); !errors.Is(err, bff.ReasonInternal) || bff.DeliveryOf(err) != bff.DeliveryNotSent {
		t.Errorf("a brand without a chain: %v, %s", err, bff.DeliveryOf(err))
	}
	timeout := bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
		return nil, bff.ReasonUpstreamTimeout
	})
	opens := upstream.NewChain(timeout, upstream.Settings{Breaker: upstream.BreakerSettings{Minimum: 1}})
	for i, want := range []bff.Delivery{bff.DeliveryUnknown, bff.DeliveryNotSent} {
		_, err := opens.Do(t.Context(), call(bff.KindMoney))
		assert.Equal(t, want, bff.DeliveryOf(err), "call %d of a breaker that opens: %v", i+1, err)
	}
}

// A call that could not be prepared says nothing about the platform.
func TestUnpreparedCallsLeaveTheBreakerAlone(t *testing.T) {
	for _, reason := range []*bff.Reason{bff.ReasonUnsupported, bff.ReasonInternal} {
		chain := upstream.NewChain(bff.UpstreamFunc(func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
			return nil, reason.WithDelivery(bff.DeliveryNotSent)
		}), upstream.Settings{})
		for range 30 {
			_, _ = chain.Do(t.Context(), call(bff.KindMoney))
		}
		s := chain.States()[0]
		assert.True(t, s.Calls == 0 && s.State == "closed", "%v: %+v", reason, s)
	}
}

// knownMaintenance knows one message.
type knownMaintenance struct{}

func (knownMaintenance) ClassifyMessage(message string) (bff.KnownMessage, bool) {
	known := message == "This site is under maintenance"
	return bff.KnownMessage{Maintenance: known}, known
}

// unencodable adds data that JSON cannot express.
type unencodable struct{ bff.Upstream }

func (u unencodable) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	broken := *r
	broken.Data = map[string]any{"amount": func() {}}
	return u.Upstream.Do(ctx, &broken)
}

// unsignable returns an adapter whose requests have a body that fails when it is read to be signed.
func unsignable(t *testing.T) bff.Upstream {
	t.Helper()
	signed, err := transport.New(transport.Settings{URL: "http://127.0.0.1:1", Secret: []byte("0123456789abcdef")})
	require.NoError(t, err)
	a, err := envelope.New(envelope.Settings{URL: "http://127.0.0.1:1", Transport: brokenBody{signed}})
	require.NoError(t, err)
	return a
}

type brokenBody struct{ next http.RoundTripper }

func (b brokenBody) RoundTrip(r *http.Request) (*http.Response, error) {
	broken := r.Clone(r.Context())
	broken.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF))
	return b.next.RoundTrip(broken)
}
