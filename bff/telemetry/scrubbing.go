package telemetry

import (
	"context"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
)

// scrubbing exports spans without secrets, whoever has written them down.
type scrubbing struct{ sdktrace.SpanExporter }

// ExportSpans hands the spans on, their secrets taken out.
func (s scrubbing) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	out := make([]sdktrace.ReadOnlySpan, len(spans))
	for i, span := range spans {
		out[i] = scrubbed{span}
	}
	return s.SpanExporter.ExportSpans(ctx, out)
}

// scrubbed is a span whose texts hold no secrets.
type scrubbed struct{ sdktrace.ReadOnlySpan }

// Name gives the span's name.
func (s scrubbed) Name() string { return scrub(s.ReadOnlySpan.Name()) }

// Attributes gives the span's attributes.
func (s scrubbed) Attributes() []attribute.KeyValue {
	return scrubAttributes(s.ReadOnlySpan.Attributes())
}

// Events gives the span's events.
func (s scrubbed) Events() []sdktrace.Event {
	events := slices.Clone(s.ReadOnlySpan.Events())
	for i := range events {
		events[i].Attributes = scrubAttributes(events[i].Attributes)
	}
	return events
}

// Status gives the span's status.
func (s scrubbed) Status() sdktrace.Status {
	status := s.ReadOnlySpan.Status()
	status.Description = scrub(status.Description)
	return status
}

// addresses are attributes of requests whose query is not told: a platform's may hold
// anything.
var addresses = []attribute.Key{"url.full", "url.query", "http.url", "http.target"}

func scrubAttributes(attrs []attribute.KeyValue) []attribute.KeyValue {
	out := slices.Clone(attrs)
	for i, a := range out {
		last := string(a.Key)[strings.LastIndex(string(a.Key), ".")+1:]
		switch {
		case IsSecret(string(a.Key)), IsSecret(last):
			out[i] = a.Key.String(Redacted)
		case a.Value.Type() != attribute.STRING:
		case slices.Contains(addresses, a.Key):
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
