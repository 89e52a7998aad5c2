package telemetry

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"croupier/bff"
)

// Tracing records spans of requests and upstream calls. A nil *Tracing records nothing.
type Tracing struct {
	provider      *sdktrace.TracerProvider
	trustedParent func(*http.Request) bool
}

// TracingSettings are the settings of NewTracing.
type TracingSettings struct {
	Endpoint      string                   // http or https URL of an OTLP collector, with /v1/traces as default path
	Exporter      sdktrace.SpanExporter    // replaces Endpoint
	Version       string                   // version of this program
	TrustedParent func(*http.Request) bool // reports whether to continue the trace of a request
}

const tracesPath = "/v1/traces"

const exportTimeout = 5 * time.Second

// NewTracing returns a Tracing. OTEL_TRACES_SAMPLER sets the sampling, by default all traces.
func NewTracing(ctx context.Context, s TracingSettings) (*Tracing, error) {
	if s.Exporter == nil {
		at, err := url.Parse(s.Endpoint)
		if err != nil {
			return nil, fmt.Errorf("the address of the trace collector is not a URL: %w", err)
		}
		if strings.Trim(at.Path, "/") == "" {
			at.Path = tracesPath
		}
		if s.Exporter, err = otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(at.String()),
			otlptracehttp.WithTimeout(exportTimeout)); err != nil {
			return nil, fmt.Errorf("could not create the trace exporter: %w", err)
		}
	}
	return &Tracing{trustedParent: s.TrustedParent, provider: sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(scrubbingExporter{s.Exporter}, sdktrace.WithExportTimeout(exportTimeout)),
		sdktrace.WithResource(resource.NewSchemaless(attribute.String("service.name", "croupier"),
			attribute.String("service.version", s.Version))),
	)}, nil
}

// Close exports the recorded spans and stops.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, exportTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("could not export the last traces: %w", err)
	}
	return nil
}

// untraced are the paths of probes and of long-lived streams.
var untraced = []string{"/healthz", "/readyz", "/v1/events", "/staff/v1/events"}

// Handler records a span for each request to next. Observe names and completes the span. Handler
// links traces of untrusted callers instead of continuing them because these callers must not
// control sampling. It replaces otelhttp.NewHandler, which adds 1.5 MB to the binary.
func (t *Tracing) Handler(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	tracer := t.provider.Tracer("croupier")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if slices.Contains(untraced, r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		options := []trace.SpanStartOption{
			trace.WithSpanKind(trace.SpanKindServer),
			trace.WithAttributes(requestAttributes(r)...),
		}
		if t.trustedParent == nil || !t.trustedParent(r) {
			options = append(options, trace.WithNewRoot())
			if parent := trace.SpanContextFromContext(ctx); parent.IsValid() {
				options = append(options, trace.WithLinks(trace.Link{SpanContext: parent}))
			}
		}
		ctx, span := tracer.Start(ctx, r.Method, options...)
		defer span.End()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// requestAttributes returns a span's attributes according to OpenTelemetry's conventions.
func requestAttributes(r *http.Request) []attribute.KeyValue {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	peer, _, _ := net.SplitHostPort(r.RemoteAddr)
	client, _, _ := strings.Cut(r.Header.Get("X-Forwarded-For"), ",")
	return []attribute.KeyValue{
		attribute.String("http.request.method", r.Method), attribute.String("url.scheme", scheme),
		attribute.String("url.path", r.URL.Path),
		attribute.String("server.address", (&url.URL{Host: r.Host}).Hostname()),
		attribute.String("network.peer.address", peer),
		attribute.String("client.address", cmp.Or(strings.TrimSpace(client), peer)),
		attribute.String("user_agent.original", r.UserAgent()),
		attribute.String("network.protocol.version", strconv.Itoa(r.ProtoMajor)+"."+strconv.Itoa(r.ProtoMinor)),
	}
}

// Transport records a span for each request through next and propagates the trace (W3C).
func (t *Tracing) Transport(next http.RoundTripper) http.RoundTripper {
	if t == nil {
		return next
	}
	return otelhttp.NewTransport(next,
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithMeterProvider(noop.NewMeterProvider()), // Prometheus provides the metrics
		// Do not propagate baggage because values of visitors must not reach the platform.
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return "upstream " + r.Method }),
	)
}

// Observe implements bff.Observer. It names the span of the request and adds attributes.
func (t *Tracing) Observe(ctx context.Context, o *bff.Observation) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	span.SetName(cmp.Or(o.Call, o.Method+" "+o.Path))
	span.SetAttributes(
		attribute.String("http.route", o.Path),
		attribute.Int("http.response.status_code", o.Status),
		attribute.Int("http.response.body.size", o.Bytes),
		attribute.String("croupier.request_id", o.RequestID),
		attribute.String("croupier.brand", o.Brand),
	)
	if o.Call != "" {
		span.SetAttributes(
			attribute.String("croupier.call", o.Call),
			attribute.Int("croupier.answer_code", o.Code),
			attribute.String("croupier.reason", o.Debug),
			attribute.String("croupier.cache", string(o.Cache)),
			attribute.Float64("croupier.upstream_seconds", o.Upstream.Seconds()),
		)
	}
	if o.Status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	if cause := errors.Unwrap(o.Err); cause != nil {
		span.SetAttributes(attribute.String("croupier.cause", cause.Error()))
	}
}

// MultiObserver is an Observer that calls several observers.
type MultiObserver []bff.Observer

// Observe implements bff.Observer.
func (all MultiObserver) Observe(ctx context.Context, o *bff.Observation) {
	for _, one := range all {
		one.Observe(ctx, o)
	}
}
