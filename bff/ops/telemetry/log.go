// Package telemetry provides logs, metrics and traces without the values of secret names.
package telemetry

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"slices"
	"time"

	"croupier/bff"
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
