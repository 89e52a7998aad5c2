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

// NewLogger makes the log: one JSON object a line on w, from level up, without secrets,
// and with the id of the request that the context is of.
func NewLogger(w io.Writer, level slog.Leveler) *slog.Logger {
	return slog.New(scoped{slog.NewJSONHandler(w, &slog.HandlerOptions{
		Level:       level,
		ReplaceAttr: redact,
	})})
}

// scoped adds the request id.
type scoped struct{ slog.Handler }

func (h scoped) Handle(ctx context.Context, r slog.Record) error {
	r.Message = scrub(r.Message)
	if scope := bff.ScopeOf(ctx); scope != nil {
		r.AddAttrs(slog.String("request_id", scope.RequestID))
	}
	return h.Handler.Handle(ctx, r)
}

func (h scoped) WithAttrs(attrs []slog.Attr) slog.Handler {
	return scoped{h.Handler.WithAttrs(attrs)}
}

func (h scoped) WithGroup(name string) slog.Handler { return scoped{h.Handler.WithGroup(name)} }

// redact takes secrets out of an attribute: by its name or its group's, by the names
// inside its value, and out of its text.
func redact(groups []string, a slog.Attr) slog.Attr {
	if IsSecret(a.Key) || slices.ContainsFunc(groups, IsSecret) {
		return slog.String(a.Key, Redacted)
	}
	v := a.Value.Resolve()
	if v.Kind() == slog.KindString {
		return slog.String(a.Key, scrub(v.String()))
	}
	if v.Kind() == slog.KindAny {
		return slog.Any(a.Key, open(v.Any()))
	}
	return a // numbers, times and groups: the members of groups come here by themselves
}

// open gives a value's content without its secrets. What has no names inside stays as
// it is.
func open(v any) any {
	switch v := v.(type) {
	case nil, time.Time, *slog.Source, slog.Level:
		return v
	case error:
		return scrub(v.Error())
	}
	b, err := json.Marshal(v)
	if err != nil {
		return "value of no JSON form"
	}
	var plain any
	if json.Unmarshal(b, &plain) != nil {
		return "value of no JSON form"
	}
	return strip(plain)
}

func strip(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name := range v {
			if IsSecret(name) {
				v[name] = Redacted
			} else {
				v[name] = strip(v[name])
			}
		}
	case []any:
		for i := range v {
			v[i] = strip(v[i])
		}
	case string:
		return scrub(v)
	}
	return v
}
