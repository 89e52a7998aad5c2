package telemetry_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/telemetry"
)

// persistentExporter keeps its spans after Shutdown.
type persistentExporter struct{ *tracetest.InMemoryExporter }

func (persistentExporter) Shutdown(context.Context) error { return nil }

const stranger = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

// traced runs one call through a gateway and an upstream, and returns the spans and the headers
// that the upstream received.
func traced(t *testing.T, trusts bool, platform http.HandlerFunc) (tracetest.SpanStubs, http.Header) {
	t.Helper()
	told := make(chan http.Header, 1)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		told <- r.Header.Clone()
		platform(w, r)
	}))
	defer upstream.Close()
	spans := persistentExporter{tracetest.NewInMemoryExporter()}
	tracing, err := telemetry.NewTracing(t.Context(), telemetry.TracingSettings{
		Exporter: spans, TrustedParent: func(*http.Request) bool { return trusts },
	})
	require.NoError(t, err)
	client := &http.Client{Transport: tracing.Transport(http.DefaultTransport)}
	handler := tracing.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" {
			return
		}
		req, _ := http.NewRequestWithContext(r.Context(), http.MethodPost,
			upstream.URL+"/api?token="+secretValue+"&q=1", strings.NewReader(`{"password":"`+secretValue+`"}`))
		req.Header.Set("Authorization", "Bearer "+secretValue)
		if answer, err := client.Do(req); err == nil {
			_ = answer.Body.Close()
		}
		trace.SpanFromContext(r.Context()).RecordError(errors.New("password=" + secretValue))
		tracing.Observe(r.Context(), &bff.Observation{
			RequestID: "ABC", Method: http.MethodPost, Path: "/endpoint/v1", Brand: "marmara", Call: "user/login",
			Status: 502, Code: 502, Debug: "bad upstream answer", Cache: bff.CacheBypass,
			Err: bff.ReasonBadUpstreamAnswer.WithCause(errors.New("sid=" + secretValue)),
		})
		w.WriteHeader(http.StatusBadGateway)
	}))
	r := httptest.NewRequest(http.MethodPost, "/endpoint/v1?sid="+secretValue, strings.NewReader("{}"))
	r.Header.Set("Cookie", "croupier="+secretValue)
	r.Header.Set("Traceparent", stranger)
	r.Header.Set("Baggage", "uid="+secretValue)
	handler.ServeHTTP(httptest.NewRecorder(), r)
	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/healthz", nil))
	require.NoError(t, tracing.Close(t.Context()))
	return spans.GetSpans(), <-told
}

// Two spans: the health probe leaves none.
func TestCallIsTracedIntoThePlatform(t *testing.T) {
	spans, told := traced(t, false, func(http.ResponseWriter, *http.Request) {})
	require.Len(t, spans, 2)
	names := map[string]tracetest.SpanStub{}
	for _, s := range spans {
		names[s.Name] = s
	}
	call, sent := names["user/login"], names["upstream POST"]
	assert.True(t, sent.Parent.SpanID() == call.SpanContext.SpanID() && call.SpanContext.IsValid(), "%v", names)
	want := fmt.Sprintf("00-%s-%s-01", sent.SpanContext.TraceID(), sent.SpanContext.SpanID())
	assert.Equal(t, want, told.Get("Traceparent"))
	assert.Empty(t, told.Get("Baggage"))
	got := map[string]string{}
	for _, a := range call.Attributes {
		got[string(a.Key)] = a.Value.String()
	}
	for name, value := range map[string]string{
		"croupier.brand": "marmara", "croupier.call": "user/login", "croupier.request_id": "ABC",
		"croupier.reason": "bad upstream answer", "http.response.status_code": "502", "http.route": "/endpoint/v1",
	} {
		assert.Equal(t, value, got[name], name)
	}
}

func TestUntrustedTracesAreLinked(t *testing.T) {
	for _, trusts := range []bool{true, false} {
		spans, _ := traced(t, trusts, func(http.ResponseWriter, *http.Request) {})
		for _, s := range spans {
			if s.Name != "user/login" {
				continue
			}
			theirs := strings.Contains(stranger, s.SpanContext.TraceID().String())
			assert.True(t, theirs == trusts && (len(s.Links) == 1) != trusts,
				"trusted %v: trace %s, %d links", trusts, s.SpanContext.TraceID(), len(s.Links))
		}
	}
}

func TestSpansHoldNoSecrets(t *testing.T) {
	for name, platform := range map[string]http.HandlerFunc{
		"answered": func(http.ResponseWriter, *http.Request) {},
		"cut":      func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		spans, _ := traced(t, true, platform)
		assert.NotContains(t, fmt.Sprintf("%+v", spans), "hunter2", name)
	}
}

func TestUnavailableCollectorDoesNotBlock(t *testing.T) {
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()
	tracing, err := telemetry.NewTracing(t.Context(), telemetry.TracingSettings{Endpoint: gone.URL})
	require.NoError(t, err)
	w := httptest.NewRecorder()
	tracing.Handler(http.NotFoundHandler()).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
	assert.Equal(t, http.StatusNotFound, w.Code)
	_ = tracing.Close(t.Context()) // loses undelivered spans
}
