package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/telemetry"
)

// secretValue is part of every secret in the tests.
const secretValue = "HIDDEN-hunter2"

type form struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Nested   []any  `json:"nested"`
}

func TestSecretsNeverAppear(t *testing.T) {
	body := map[string]any{"data": map[string]any{"ga_code": secretValue, "list": []any{map[string]any{"iban": secretValue}}}}
	header := http.Header{"Cookie": {"croupier=" + secretValue}, "Authorization": {"Bearer " + secretValue}, "Set-Cookie": {secretValue}}
	for name, write := range map[string]func(*slog.Logger){
		"an attribute": func(l *slog.Logger) { l.Info("x", "password", secretValue) },
		"another spelling": func(l *slog.Logger) {
			l.Info("x", "New-Password", secretValue, "gaSecret", secretValue, "NATIONAL_ID", secretValue)
		},
		"an attribute in a group":  func(l *slog.Logger) { l.Info("x", slog.Group("data", slog.String("sid", secretValue))) },
		"a logger's own attribute": func(l *slog.Logger) { l.With("token", secretValue).Info("x") },
		"a logger's group":         func(l *slog.Logger) { l.WithGroup("data").Info("x", "uid", secretValue) },
		"a struct": func(l *slog.Logger) {
			l.Info("x", "form", form{"demo", secretValue, []any{form{Password: secretValue}}})
		},
		"a pointer": func(l *slog.Logger) { l.Info("x", "form", &form{Password: secretValue}) },
		"a map":     func(l *slog.Logger) { l.Info("x", "body", body) },
		"a header":  func(l *slog.Logger) { l.Info("x", "header", header) },
		"a session": func(l *slog.Logger) {
			l.Info("x", "session", &bff.Session{Identity: bff.Identity{UID: secretValue, SID: secretValue}})
		},
		"an address":           func(l *slog.Logger) { l.Info("x", "url", "/account_reset?token="+secretValue+"&lang=tr") },
		"the message":          func(l *slog.Logger) { l.Info("refused password=" + secretValue) },
		"an error":             func(l *slog.Logger) { l.Info("x", "err", errors.New(`body {"password":"`+secretValue+`","a":1}`)) },
		"an escaped quotation": func(l *slog.Logger) { l.Info("x", "err", fmt.Sprintf("%q", `{"sid": "`+secretValue+`"}`)) },
		"a cookie in a text":   func(l *slog.Logger) { l.Info("x", "raw", "Cookie: croupier="+secretValue) },
		"a bearer in a text":   func(l *slog.Logger) { l.Info("x", "raw", "Authorization: Bearer "+secretValue) },
		"a secret group":       func(l *slog.Logger) { l.Info("x", slog.Group("cookie", slog.String("value", secretValue))) },
		"a code in a text":     func(l *slog.Logger) { l.Info("wrong code=" + secretValue) },
		"a valuer":             func(l *slog.Logger) { l.Info("x", "who", valuer{}) },
		"a confirmation code":  func(l *slog.Logger) { l.Info("x", "code", secretValue) },
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			write(telemetry.NewLogger(&out, slog.LevelInfo))
			assert.NotContains(t, out.String(), "hunter2", "the secret is in the log")
			assert.Contains(t, out.String(), telemetry.Redacted, "nothing marks its place")
		})
	}
}

type valuer struct{}

func (valuer) LogValue() slog.Value { return slog.GroupValue(slog.String("secret", secretValue)) }

func TestOtherValuesAreLogged(t *testing.T) {
	var out bytes.Buffer
	ctx := bff.WithScope(context.Background(), &bff.Scope{RequestID: "ABC"})
	telemetry.NewLogger(&out, slog.LevelInfo).WarnContext(ctx, "upstream: slow", "call", "casino/games_list",
		"status", 200, "answer_code", 403, "ms", 1.5, "list", []string{"a", "b"}, "err", errors.New("dial: refused, status code: 502"),
		"at", "2026-01-02 03:04:05", "url", "http://x/y?a=1", "username", "demo")
	var got map[string]any
	err := json.Unmarshal(out.Bytes(), &got)
	require.NoError(t, err, "%v: %s", err, out.String())
	delete(got, "time")
	want := map[string]any{
		"level": "WARN", "msg": "upstream: slow", "call": "casino/games_list", "status": 200.0, "answer_code": 403.0,
		"ms": 1.5, "list": []any{"a", "b"}, "err": "dial: refused, status code: 502", "at": "2026-01-02 03:04:05", "url": "http://x/y?a=1",
		"username": "demo", "request_id": "ABC",
	}
	assert.Equal(t, fmt.Sprint(want), fmt.Sprint(got), "got  %v\nwant %v", got, want)
}

func TestLevelIsApplied(t *testing.T) {
	var out bytes.Buffer
	level := new(slog.LevelVar)
	l := telemetry.NewLogger(&out, level)
	l.Debug("at level info")
	level.Set(slog.LevelDebug)
	l.Debug("at level debug")
	got := out.String()
	assert.True(t, !strings.Contains(got, "at level info") && strings.Contains(got, "at level debug"), "logged %s", got)
}
