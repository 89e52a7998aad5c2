package telemetry

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"croupier/bff"
)

// Tracing records spans of requests and of what is asked of platforms. A nil Tracing
// records nothing and costs nothing.
type Tracing struct {
	provider *sdktrace.TracerProvider
	trusts   func(*http.Request) bool
}

// TracingSettings are the settings of NewTracing.
type TracingSettings struct {
	Endpoint string                   // http or https address of an OTLP collector; /v1/traces where it has no path
	Exporter sdktrace.SpanExporter    // instead of Endpoint
	Version  string                   // of this program
	Trusts   func(*http.Request) bool // whose traces are continued; others' are linked to
}

// tracesPath is where a collector takes traces (OTLP over HTTP).
const tracesPath = "/v1/traces"

// exportTimeout bounds one delivery to the collector, and so the end of the process.
const exportTimeout = 5 * time.Second

// NewTracing begins to record. How much is sampled says OTEL_TRACES_SAMPLER; everything
// where nothing does.
func NewTracing(ctx context.Context, s TracingSettings) (*Tracing, error) {
	if s.Exporter == nil {
		at, err := url.Parse(s.Endpoint)
		if err != nil {
			return nil, fmt.Errorf("telemetry: %w", err)
		}
		if strings.Trim(at.Path, "/") == "" {
			at.Path = tracesPath
		}
		if s.Exporter, err = otlptracehttp.New(ctx, otlptracehttp.WithEndpointURL(at.String()), otlptracehttp.WithTimeout(exportTimeout)); err != nil {
			return nil, fmt.Errorf("telemetry: %w", err)
		}
	}
	return &Tracing{trusts: s.Trusts, provider: sdktrace.NewTracerProvider(
		sdktrace.WithBatcher(scrubbing{s.Exporter}, sdktrace.WithExportTimeout(exportTimeout)),
		sdktrace.WithResource(resource.NewSchemaless(
			attribute.String("service.name", "croupier"), attribute.String("service.version", s.Version),
		)),
	)}, nil
}

// Close delivers what has been recorded, and stops.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, exportTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		return fmt.Errorf("telemetry: %w", err)
	}
	return nil
}

// untraced are paths that say nothing: probes, and streams that last for hours.
var untraced = []string{"/healthz", "/readyz", "/v1/events", "/staff/v1/events"}

// Handler records a span for each request that next answers. What a stranger says of
// a trace is only linked to: nobody else decides what is sampled here.
func (t *Tracing) Handler(next http.Handler) http.Handler {
	if t == nil {
		return next
	}
	return otelhttp.NewHandler(next, "request", append(t.options(),
		otelhttp.WithPublicEndpointFn(func(r *http.Request) bool { return t.trusts == nil || !t.trusts(r) }),
		otelhttp.WithFilter(func(r *http.Request) bool {
			for _, path := range untraced {
				if r.URL.Path == path {
					return false
				}
			}
			return true
		}),
	)...)
}

// Transport records a span for each request that next carries to a platform, and tells
// the platform of the trace (W3C).
func (t *Tracing) Transport(next http.RoundTripper) http.RoundTripper {
	if t == nil {
		return next
	}
	return otelhttp.NewTransport(next, append(t.options(),
		otelhttp.WithSpanNameFormatter(func(_ string, r *http.Request) string { return "upstream " + r.Method }),
	)...)
}

func (t *Tracing) options() []otelhttp.Option {
	return []otelhttp.Option{
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithMeterProvider(noop.NewMeterProvider()), // Prometheus counts
		// Not baggage: what a visitor says is no word for the platform.
		otelhttp.WithPropagators(propagation.TraceContext{}),
	}
}

// Observe names the request's span, and writes down what the log has of it.
func (t *Tracing) Observe(ctx context.Context, o *bff.Observation) {
	span := trace.SpanFromContext(ctx)
	if !span.IsRecording() {
		return
	}
	name := o.Method + " " + o.Path
	if o.Call != "" {
		name = o.Call
	}
	span.SetName(name)
	span.SetAttributes(
		attribute.String("http.route", o.Path),
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
	if cause := errors.Unwrap(o.Err); cause != nil {
		span.SetAttributes(attribute.String("croupier.cause", cause.Error()))
	}
}

// Observers tells several observers of each request.
func Observers(all ...bff.Observer) bff.Observer { return observers(all) }

type observers []bff.Observer

func (all observers) Observe(ctx context.Context, o *bff.Observation) {
	for _, one := range all {
		one.Observe(ctx, o)
	}
}
