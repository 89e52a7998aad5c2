package telemetry

import (
	"context"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// scrubbingExporter removes secrets from spans before export.
type scrubbingExporter struct{ sdktrace.SpanExporter }

// ExportSpans exports the spans without secrets.
func (s scrubbingExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	out := make([]sdktrace.ReadOnlySpan, len(spans))
	for i, span := range spans {
		out[i] = scrubbedSpan{span}
	}
	return s.SpanExporter.ExportSpans(ctx, out)
}

// scrubbedSpan is a span without secrets.
type scrubbedSpan struct{ sdktrace.ReadOnlySpan }

// Name returns the span's name.
func (s scrubbedSpan) Name() string { return scrub(s.ReadOnlySpan.Name()) }

// Attributes returns the span's attributes.
func (s scrubbedSpan) Attributes() []attribute.KeyValue {
	return scrubAttributes(s.ReadOnlySpan.Attributes())
}

// Events returns the span's events.
func (s scrubbedSpan) Events() []sdktrace.Event {
	events := slices.Clone(s.ReadOnlySpan.Events())
	for i := range events {
		events[i].Attributes = scrubAttributes(events[i].Attributes)
	}
	return events
}

// Status returns the span's status.
func (s scrubbedSpan) Status() sdktrace.Status {
	status := s.ReadOnlySpan.Status()
	status.Description = scrub(status.Description)
	return status
}

// urlAttributes are attributes whose query is removed.
var urlAttributes = []attribute.Key{"url.full", "url.query", "http.url", "http.target"}

func scrubAttributes(attrs []attribute.KeyValue) []attribute.KeyValue {
	out := slices.Clone(attrs)
	for i, a := range out {
		last := string(a.Key)[strings.LastIndex(string(a.Key), ".")+1:]
		switch {
		case IsSecret(string(a.Key)), IsSecret(last):
			out[i] = a.Key.String(Redacted)
		case a.Value.Type() != attribute.STRING:
		case slices.Contains(urlAttributes, a.Key):
			path, _, _ := strings.Cut(a.Value.AsString(), "?")
			if a.Key == "url.query" {
				path = ""
			}
			out[i] = a.Key.String(path)
		default:
			out[i] = a.Key.String(scrub(a.Value.AsString()))
		}
	}
	return out
}
