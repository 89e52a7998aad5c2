package upstream

import (
	"context"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/platform/envelope"
	"croupier/bff/platform/rest"
	"croupier/bff/platform/transport"
)

// The deadline bounds the whole chain.
func TestDeadlines(t *testing.T) {
	for _, c := range []struct {
		name, class    string
		contract, want time.Duration
	}{
		{"the call's", "", 3 * time.Second, 3 * time.Second},
		{"the default, without one", "", 0, defaultDeadline},
		{"an upstream's that is shorter", "quick", 3 * time.Second, time.Second},
		{"an upstream's of another class", "normal", 8 * time.Second, 8 * time.Second},
		{"an upstream's that is longer", "money", 30 * time.Second, 30 * time.Second},
	} {
		inBubble(t, c.name, func(t *testing.T) {
			deadlines := map[string]time.Duration{"quick": time.Second, "money": time.Hour}
			chain := NewChain(hanging(), Settings{Deadlines: deadlines})
			r := request("casino", bff.KindRead)
			r.Rules.Deadline, r.Rules.DeadlineClass = c.contract, c.class
			began := time.Now()
			_, err := chain.Do(t.Context(), r)
			assert.ErrorIs(t, err, bff.ReasonUpstreamTimeout)
			assert.Equal(t, c.want, time.Since(began))
		})
	}
}

func TestCancelledCallerGetsItsContextsError(t *testing.T) {
	for _, adapter := range []*double{hanging(), failing(bff.ReasonUnavailable)} {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := NewChain(adapter, Settings{}).Do(ctx, request("casino", bff.KindWrite))
		assert.Equal(t, context.Canceled, err, "the very error is promised")
	}
}

// A call that ends in the queue was not sent.
func TestFullBulkheadQueuesThenRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		adapter := &double{answer: func(context.Context, int64) (*bff.Answer, error) {
			<-release
			return fine()
		}}
		chain := NewChain(adapter, Settings{Bulkhead: BulkheadSettings{MaxConcurrent: 2, Queue: 1}})
		start := func(ctx context.Context, deadline time.Duration) <-chan error {
			r, done := request("casino", bff.KindMoney), make(chan error, 1)
			r.Rules.Deadline = deadline
			go func() {
				_, err := chain.Do(ctx, r)
				done <- err
			}()
			synctest.Wait()
			return done
		}
		notSent := func(name string, err, want error) {
			t.Helper()
			assert.ErrorIs(t, err, want, name)
			assert.Equal(t, bff.DeliveryNotSent, bff.DeliveryOf(err), name)
		}
		first, second := start(t.Context(), time.Hour), start(t.Context(), time.Hour)
		notSent("timed out in the queue", <-start(t.Context(), time.Second), bff.ReasonUnavailable)
		ctx, cancel := context.WithCancel(t.Context())
		cancelled := start(ctx, time.Hour)
		err := <-start(t.Context(), time.Hour)
		notSent("a full queue", err, bff.ReasonUnavailable)
		assert.NotZero(t, retryAfter(err), "a full queue")
		cancel()
		notSent("cancelled in the queue", <-cancelled, context.Canceled)
		queued := start(t.Context(), time.Hour)
		assert.EqualValues(t, 2, adapter.calls.Load())
		close(release)
		for _, done := range []<-chan error{first, second, queued} {
			assert.NoError(t, <-done, "a running or queued call failed")
		}
	})
}

func TestCircuitsSeparateClassesAndPartitions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		adapter := &double{answer: func(ctx context.Context, n int64) (*bff.Answer, error) {
			if n == 1 {
				<-ctx.Done()
			}
			return fine()
		}}
		chain := NewChain(adapter, Settings{Bulkhead: BulkheadSettings{MaxConcurrent: 1, Queue: 1}})
		go func() { _, _ = chain.Do(ctx, request("livecasino", bff.KindRead)) }()
		synctest.Wait()
		for name, change := range map[string]func(*bff.UpstreamRequest){
			"another class": func(r *bff.UpstreamRequest) { r.Call.Class = "finance" },
			"a tester":      func(r *bff.UpstreamRequest) { r.Partition = "marmara/ayşe" },
			"another brand": func(r *bff.UpstreamRequest) { r.Brand.ID, r.Partition = "zephyr", "zephyr" },
		} {
			r := request("livecasino", bff.KindRead)
			change(r)
			_, err := chain.Do(t.Context(), r)
			assert.NoError(t, err, name)
		}
		cancel()
		synctest.Wait()
	})
}

func TestCircuitsOfTestersAreBounded(t *testing.T) {
	l := NewChain(hanging(), Settings{}).circuits
	own := request("casino", bff.KindRead)
	first := l.of(own)
	for i := range 3 * maxCircuits {
		r := request("casino", bff.KindRead)
		r.Partition = bff.Partition("marmara/" + strconv.Itoa(i))
		l.of(r)
	}
	assert.True(t, len(l.byKey) <= maxCircuits, "%d circuits, want at most %d", len(l.byKey), maxCircuits)
	assert.True(t, l.of(own) == first, "the circuit of the brand was dropped")
	all := l.all()
	assert.True(t, len(all) == 1 && all[0] == first, "%d circuits of whole brands, want 1", len(all))
}

func TestOnlyFailedReadsAreRetried(t *testing.T) {
	for _, c := range []struct {
		name string
		kind bff.Kind
		err  error
		sent int64
	}{
		{"a read whose connection failed", bff.KindRead, bff.ReasonUnavailable, 2},
		{"a read that timed out", bff.KindRead, bff.ReasonUpstreamTimeout, 1},
		{"a read whose answer was unreadable", bff.KindRead, bff.ReasonBadUpstreamAnswer, 1},
		{"a read without a connection", bff.KindRead, bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent), 2},
		{
			"a read that the platform answered", bff.KindRead, bff.ReasonUnavailable.WithDelivery(bff.DeliveryAnswered),
			1,
		},
		{"a read that could not be prepared", bff.KindRead, bff.ReasonInternal.WithDelivery(bff.DeliveryNotSent), 1},
		{"a read under maintenance", bff.KindRead, bff.ReasonMaintenance, 1},
		{"a write whose connection failed", bff.KindWrite, bff.ReasonUnavailable, 1},
		{"a money call whose connection failed", bff.KindMoney, bff.ReasonUnavailable, 1},
	} {
		adapter := failing(c.err)
		r := request("casino", c.kind)
		r.Attempts = new(atomic.Int32)
		_, err := NewChain(adapter, Settings{}).Do(t.Context(), r)
		assert.ErrorIs(t, err, c.err, c.name)
		assert.Equal(t, [2]int64{c.sent, c.sent}, [2]int64{adapter.calls.Load(), int64(r.Attempts.Load())}, c.name)
	}
}

func TestRetryMaySucceed(t *testing.T) {
	adapter := &double{answer: func(_ context.Context, n int64) (*bff.Answer, error) {
		if n == 1 {
			return nil, bff.ReasonUnavailable
		}
		return fine()
	}}
	a, err := NewChain(adapter, Settings{}).Do(t.Context(), request("casino", bff.KindRead))
	require.True(t, err == nil && a.Result, "got %v, %v", a, err)
}

func TestRetriesStayWithinTheBudget(t *testing.T) {
	adapter := failing(bff.ReasonUnavailable)
	// The breaker must not open, or it would refuse the calls.
	u := NewChain(adapter, Settings{Breaker: BreakerSettings{Minimum: 1e6}})
	_ = send(t.Context(), t, u, 1000, request("casino", bff.KindRead))
	extra := adapter.calls.Load() - 1000
	assert.True(t, extra >= 200 && extra <= 200+retryBurst, "%d calls were resent, want 20 %% of 1000 and a burst",
		extra)
}

// adapterTo returns the envelope adapter with its own transport.
func adapterTo(t *testing.T, s transport.Settings) bff.Upstream {
	t.Helper()
	carrier, err := transport.New(s)
	require.NoError(t, err)
	t.Cleanup(carrier.CloseIdleConnections)
	a, err := envelope.New(envelope.Settings{URL: s.URL, Transport: carrier})
	require.NoError(t, err)
	return a
}

// TestDeliveryOfEveryFailure tests the chain with each adapter and every kind of call. Every error
// must report whether the platform may have executed the call.
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
	untrusted := httptest.NewUnstartedServer(http.NotFoundHandler())
	untrusted.Config.ErrorLog = log.New(io.Discard, "", 0)
	untrusted.StartTLS()
	t.Cleanup(untrusted.Close)
	const rateLimited, refusal = `{"result":false,"message":"slow","code":429}`,
		`{"result":false,"message":"This site is under maintenance"}`

	mapped := func(url, mapping string) bff.Upstream {
		m, err := rest.Parse("m.yaml", []byte("version: 1\n"+mapping), nil)
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
		{
			"envelope: HTTP 500", plain(answering(500, `{"result":false,"message":"oops"}`)), bff.DeliveryUnknown,
			bff.ReasonBadUpstreamAnswer,
		},
		{"envelope: garbage", plain(answering(200, `garbage`)), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{
			"envelope: half an answer", plain(answering(200, `{"result":tr`)), bff.DeliveryUnknown,
			bff.ReasonBadUpstreamAnswer,
		},
		{
			"envelope: 403 with a true result", plain(answering(403, `{"result":true}`)), bff.DeliveryUnknown,
			bff.ReasonBadUpstreamAnswer,
		},
		{"envelope: rate limited", plain(answering(429, rateLimited)), bff.DeliveryAnswered, bff.ReasonRateLimited},
		{"envelope: maintenance", plain(answering(200, refusal)), bff.DeliveryAnswered, bff.ReasonMaintenance},
		{
			"envelope: maintenance with HTTP 503", plain(answering(503, refusal)), bff.DeliveryAnswered,
			bff.ReasonMaintenance,
		},
		{"rest: connection refused", mapped(refused, goodMapping), bff.DeliveryNotSent, bff.ReasonUnavailable},
		{
			"rest: no mapping", mapped(refused, "calls: { finance/other: { method: POST, path: / } }\n"),
			bff.DeliveryNotSent, bff.ReasonUnsupported,
		},
		{
			"rest: a path that cannot be built",
			mapped(refused, "calls: { finance/deposit: { method: POST, path: '/{.data.none}' } }\n"),
			bff.DeliveryNotSent, bff.ReasonInternal,
		},
		{
			"rest: a body that cannot be built",
			mapped(refused, "calls: { finance/deposit: { method: POST, path: /, body: '.data.amount | error' } }\n"),
			bff.DeliveryNotSent, bff.ReasonInternal,
		},
		{
			"rest: a condition that fails",
			mapped(refused, "calls: { finance/deposit: [{ when: '.data.amount | error', method: POST, path: / }, { "+
				"method: POST, path: / }] }\n"), bff.DeliveryNotSent, bff.ReasonInternal,
		},
		{"rest: HTTP 500", mapped(answering(500, `{}`), goodMapping), bff.DeliveryUnknown, bff.ReasonBadUpstreamAnswer},
		{
			"rest: HTTP 404 without a rule", mapped(answering(404, `{}`), goodMapping), bff.DeliveryUnknown,
			bff.ReasonBadUpstreamAnswer,
		},
		{
			"rest: an answer that cannot be mapped",
			mapped(answering(200, `{}`),
				"calls: { finance/deposit: { method: POST, path: /, data: '.body | error' } }\n"), bff.DeliveryUnknown,
			bff.ReasonBadUpstreamAnswer,
		},
		{"rest: rate limited", mapped(answering(429, `{}`), goodMapping), bff.DeliveryAnswered, bff.ReasonRateLimited},
		{
			"rest: maintenance", mapped(answering(503, refusal), maintenanceMapping), bff.DeliveryAnswered,
			bff.ReasonMaintenance,
		},
	} {
		for _, kind := range []bff.Kind{bff.KindRead, bff.KindWrite, bff.KindMoney} {
			chain := NewChain(row.adapter, Settings{Messages: known})
			want := row.reason
			if kind == bff.KindMoney && row.want.PossiblyExecuted() {
				want = bff.OutcomeUnknown(want)
			}
			r := request("finance", kind)
			r.Call.Method, r.Data = "deposit", map[string]any{"amount": "5"}
			_, err := chain.Do(t.Context(), r)
			assert.ErrorIs(t, err, want, "%s, %v", row.name, kind)
			assert.Equal(t, row.want, bff.DeliveryOf(err), "%s, %v", row.name, kind)
			assert.True(t, want != bff.ReasonUnavailable || retryAfter(err) != 0, "%s: %s: %v has no Retry-After",
				row.name, kind, err)
		}
	}
}

// Calls that the breaker, an override or the routing do not send.
func TestRefusedCallsWereNotSent(t *testing.T) {
	_, err := NewRoutes(nil, nil).Do(t.Context(), request("finance", bff.KindMoney))
	assert.ErrorIs(t, err, bff.ReasonInternal, "a brand without a chain")
	assert.Equal(t, bff.DeliveryNotSent, bff.DeliveryOf(err), "a brand without a chain")
	opens := NewChain(failing(bff.ReasonUpstreamTimeout), Settings{Breaker: BreakerSettings{Minimum: 1}})
	for i, want := range []bff.Delivery{bff.DeliveryUnknown, bff.DeliveryNotSent} {
		_, err := opens.Do(t.Context(), request("finance", bff.KindMoney))
		assert.Equal(t, want, bff.DeliveryOf(err), "call %d of a breaker that opens: %v", i+1, err)
	}
}

// unencodable adds data that JSON cannot express.
type unencodable struct{ bff.Upstream }

func (u unencodable) Do(ctx context.Context, r *bff.UpstreamRequest) (*bff.Answer, error) {
	broken := *r
	broken.Data = map[string]any{"amount": func() {}}
	return u.Upstream.Do(ctx, &broken)
}

// unsignable returns an adapter with a request body that fails when the signature reads it.
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
