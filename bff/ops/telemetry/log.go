// Package telemetry provides logs, metrics and traces without the values of secret names.
package telemetry

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// NewLogger returns a logger of JSON lines with the request id and without secrets.
func NewLogger(w io.Writer, level slog.Leveler) *slog.Logger {
	return slog.New(scopeHandler{slog.NewJSONHandler(w, &slog.HandlerOptions{
		Level:       level,
		ReplaceAttr: redact,
	})})
}

type scopeHandler struct{ slog.Handler }

func (h scopeHandler) Handle(ctx context.Context, r slog.Record) error {
	r.Message = scrub(r.Message)
	if scope := bff.ScopeOf(ctx); scope != nil {
		r.AddAttrs(slog.String("request_id", scope.RequestID))
	}
	return h.Handler.Handle(ctx, r)
}

func (h scopeHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return scopeHandler{h.Handler.WithAttrs(attrs)}
}

func (h scopeHandler) WithGroup(name string) slog.Handler {
	return scopeHandler{h.Handler.WithGroup(name)}
}

// redact removes secrets by the names of attribute, groups and inner fields, and from texts.
func redact(groups []string, a slog.Attr) slog.Attr {
	if IsSecret(a.Key) || slices.ContainsFunc(groups, IsSecret) {
		return slog.String(a.Key, Redacted)
	}
	v := a.Value.Resolve()
	if v.Kind() == slog.KindString {
		return slog.String(a.Key, scrub(v.String()))
	}
	if v.Kind() == slog.KindAny {
		return slog.Any(a.Key, redactValue(v.Any()))
	}
	return a // numbers, times and groups, slog passes the members of groups separately
}

func redactValue(v any) any {
	switch v := v.(type) {
	case nil, time.Time, *slog.Source, slog.Level:
		return v
	case error:
		return scrub(v.Error())
	}
	var plain any
	if b, err := json.Marshal(v); err != nil || json.Unmarshal(b, &plain) != nil {
		return "value cannot be encoded as JSON"
	}
	return redactJSON(plain)
}

func redactJSON(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			if IsSecret(name) {
				v[name] = Redacted
			} else {
				v[name] = redactJSON(v[name])
			}
		}
	case []any:
		for i := range v {
			v[i] = redactJSON(v[i])
		}
	case string:
		return scrub(v)
	}
	return v
}

// Redacted replaces a secret value.
const Redacted = "[redacted]"

// secrets lists the names with values that must never be logged, counted or traced. Names match in
// any spelling, for example newPassword, new_password and New-Password.
var secrets = []string{
	"password", "newpassword", "newpasswordconfirm", "passwordconfirm",
	"gasecret", "secret", "gacode", "code", "otp", "otpauth",
	"token", "accesstoken", "refreshtoken", "jwt",
	"uid", "sid",
	"cookie", "setcookie", "authorization", "proxyauthorization", "idempotencykey",
	"iban", "accountnumber", "nationalid", "sendernationalid", "receivernationalid",
	"apikey", "privatekey",
}

// IsSecret reports whether name is on the list of secrets.
func IsSecret(name string) bool { return slices.Contains(secrets, normalize(name)) }

func normalize(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '.', ' ':
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// assignment matches `name=value` and `"name":"value"` within a text, as in URLs and quoted JSON.
// header matches headers with a value that is secret as a whole.
var (
	assignment = regexp.MustCompile(
		`([A-Za-z][A-Za-z0-9_-]*)(\\?"?\s*[=:]\s*)(\\?"(?:[^"\\]|\\[^"])*\\?"|[^\s&;,"}\]]+)`)
	header = regexp.MustCompile(`(?i)\b((?:set-)?cookie|(?:proxy-)?authorization)(\\?"?\s*[=:]\s*)[^\r\n]+`)
)

// scrub removes secrets from a text.
func scrub(text string) string {
	if !strings.ContainsAny(text, "=:") {
		return text
	}
	text = header.ReplaceAllString(text, "$1$2"+Redacted)
	return assignment.ReplaceAllStringFunc(text, func(found string) string {
		part := assignment.FindStringSubmatch(found)
		name, value := part[1], part[3]
		if !IsSecret(name) || isStatus(name, value) {
			return found
		}
		return name + part[2] + Redacted
	})
}

// isStatus reports whether a code is a status code. Confirmation codes have more digits.
func isStatus(name, value string) bool { return normalize(name) == "code" && len(value) <= 3 }

type scrubbingExporter struct{ sdktrace.SpanExporter }

func (s scrubbingExporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	scrubbed := func(span sdktrace.ReadOnlySpan) sdktrace.ReadOnlySpan { return scrubbedSpan{span} }
	return s.SpanExporter.ExportSpans(ctx, lists.Map(spans, scrubbed))
}

type scrubbedSpan struct{ sdktrace.ReadOnlySpan }

func (s scrubbedSpan) Name() string { return scrub(s.ReadOnlySpan.Name()) }

func (s scrubbedSpan) Attributes() []attribute.KeyValue {
	return scrubAttributes(s.ReadOnlySpan.Attributes())
}

func (s scrubbedSpan) Events() []sdktrace.Event {
	events := slices.Clone(s.ReadOnlySpan.Events())
	for i := range events {
		events[i].Attributes = scrubAttributes(events[i].Attributes)
	}
	return events
}

func (s scrubbedSpan) Status() sdktrace.Status {
	status := s.ReadOnlySpan.Status()
	status.Description = scrub(status.Description)
	return status
}

// urlAttributes are attributes from which scrubAttributes removes the query.
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
