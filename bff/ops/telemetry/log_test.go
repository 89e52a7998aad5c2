package telemetry_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/ops/telemetry"
)

// secretValue is part of every secret in the tests.
const secretValue = "HIDDEN-hunter2"

type form struct {
	Username string `json:"username"`
	Password string `json:"password"`
	Nested   []any  `json:"nested"`
}

func TestSecretsNeverAppear(t *testing.T) {
	hidden := func(name string, write func(*slog.Logger)) {
		var out bytes.Buffer
		write(telemetry.NewLogger(&out, slog.LevelInfo))
		assert.NotContains(t, out.String(), "hunter2", name)
		assert.Contains(t, out.String(), telemetry.Redacted, name)
	}
	body := map[string]any{"data": map[string]any{
		"ga_code": secretValue,
		"list":    []any{map[string]any{"iban": secretValue}},
	}}
	header := http.Header{
		"Cookie": {"croupier=" + secretValue}, "Authorization": {"Bearer " + secretValue},
		"Set-Cookie": {secretValue},
	}
	for name, args := range map[string][]any{
		"an attribute": {"password", secretValue}, "a confirmation code": {"code", secretValue},
		"a valuer":                {"who", valuer{}},
		"another spelling":        {"New-Password", secretValue, "gaSecret", secretValue, "NATIONAL_ID", secretValue},
		"an attribute in a group": {slog.Group("data", slog.String("sid", secretValue))},
		"a secret group":          {slog.Group("cookie", slog.String("value", secretValue))},
		"a struct":                {"form", form{"demo", secretValue, []any{form{Password: secretValue}}}},
		"a pointer":               {"form", &form{Password: secretValue}},
		"a map":                   {"body", body},
		"a header":                {"header", header},
		"a session": {
			"session",
			&bff.Session{Identity: bff.Identity{UID: secretValue, SID: secretValue}},
		},
		"an address":           {"url", "/account_reset?token=" + secretValue + "&lang=tr"},
		"an error":             {"err", errors.New(`body {"password":"` + secretValue + `","a":1}`)},
		"an escaped quotation": {"err", fmt.Sprintf("%q", `{"sid": "`+secretValue+`"}`)},
		"a cookie in a text":   {"raw", "Cookie: croupier=" + secretValue},
		"a bearer in a text":   {"raw", "Authorization: Bearer " + secretValue},
	} {
		hidden(name, func(l *slog.Logger) { l.Info("x", args...) })
	}
	hidden("a logger's own attribute", func(l *slog.Logger) { l.With("token", secretValue).Info("x") })
	hidden("a logger's group", func(l *slog.Logger) { l.WithGroup("data").Info("x", "uid", secretValue) })
	hidden("the message", func(l *slog.Logger) { l.Info("refused password=" + secretValue) })
	hidden("a code in a text", func(l *slog.Logger) { l.Info("wrong code=" + secretValue) })
}

type valuer struct{}

func (valuer) LogValue() slog.Value { return slog.GroupValue(slog.String("secret", secretValue)) }

func TestOtherValuesAreLogged(t *testing.T) {
	var out bytes.Buffer
	ctx := bff.WithScope(context.Background(), &bff.Scope{RequestID: "ABC"})
	telemetry.NewLogger(&out, slog.LevelInfo).WarnContext(ctx, "upstream: slow", "call", "casino/games_list",
		"status", 200, "answer_code", 403, "ms", 1.5, "list", []string{"a", "b"}, "err",
		errors.New("dial: refused, status code: 502"),
		"at", "2026-01-02 03:04:05", "url", "http://x/y?a=1", "username", "demo")
	var got map[string]any
	require.NoError(t, json.Unmarshal(out.Bytes(), &got), out.String())
	delete(got, "time")
	want := map[string]any{
		"level": "WARN", "msg": "upstream: slow", "call": "casino/games_list", "status": 200.0, "answer_code": 403.0,
		"ms": 1.5, "list": []any{"a", "b"}, "err": "dial: refused, status code: 502", "at": "2026-01-02 03:04:05",
		"url":      "http://x/y?a=1",
		"username": "demo", "request_id": "ABC",
	}
	assert.Equal(t, fmt.Sprint(want), fmt.Sprint(got))
}

// answered returns the observation of a cached call.
func answered() *bff.Observation {
	return &bff.Observation{
		At:        time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC),
		RequestID: "ABC", Method: "POST", Path: "/endpoint/v1", Brand: "pera", Call: "casino/games_list", Status: 200,
		Code:  200,
		Cache: bff.CacheHit, Duration: 1_234_567, Upstream: 2 * time.Millisecond, Bytes: 17,
	}
}

// withReason returns the observation of a call that failed.
func withReason(err error) *bff.Observation {
	o := answered()
	o.Status, o.Code, o.Err = 502, 502, err
	return o
}

func TestLinesOfTheAccessLog(t *testing.T) {
	common := map[string]any{
		"time": "2026-01-02T03:04:05.000006Z", "level": "INFO", "msg": "request", "method": "POST",
		"path": "/endpoint/v1", "brand": "pera",
		"status": 200.0, "ms": 1.235, "bytes": 17.0, "call": "casino/games_list", "answer_code": 200.0, "cache": "HIT",
		"upstream_ms": 2.0, "request_id": "ABC",
	}
	page := answered()
	page.Code, page.Call, page.Cache, page.Path = 0, "", "", "*"
	forged := errors.New("dial: \"ü\"\nforged")
	failed := func(cause error) map[string]any {
		return map[string]any{"level": "ERROR", "status": 502.0, "answer_code": 502.0, "cause": cause.Error()}
	}
	for _, row := range []struct {
		name     string
		level    slog.Level
		o        *bff.Observation
		unlogged int
		changed  map[string]any // nil: the name is absent
	}{
		{"a call", slog.LevelInfo, answered(), 0, nil},
		{
			"a page", slog.LevelInfo, page, 0,
			map[string]any{"path": "*", "call": nil, "answer_code": nil, "cache": nil, "upstream_ms": nil},
		},
		{"refusals that were not logged", slog.LevelInfo, answered(), 12, map[string]any{"unlogged": 12.0}},
		{
			"a failure with its cause", slog.LevelError, withReason(bff.ReasonUnavailable.WithCause(forged)), 0,
			failed(forged),
		},
		{
			"a failure without a reason", slog.LevelError, withReason(errors.New("panic")), 0,
			failed(errors.New("panic")),
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			var out bytes.Buffer
			log := telemetry.NewAccessLog(telemetry.NewLines(&out, 0), slog.LevelInfo)
			log.Request(row.level, row.o, row.unlogged)
			want := maps.Clone(common)
			for name, value := range row.changed {
				want[name] = value
				if value == nil {
					delete(want, name)
				}
			}
			var got map[string]any
			require.NoError(t, json.Unmarshal(out.Bytes(), &got), out.String())
			assert.True(t, strings.HasSuffix(out.String(), "}\n"), out.String())
			assert.Equal(t, want, got)
		})
	}
}

func TestAccessLogHoldsNoSecret(t *testing.T) {
	var out bytes.Buffer
	log := telemetry.NewAccessLog(telemetry.NewLines(&out, 0), slog.LevelInfo)
	o := withReason(bff.ReasonUnavailable.WithCause(errors.New(`body {"password":"hunter2"}`)))
	o.Debug, o.IdempotencyKey, o.Player = "token=hunter2", "hunter2-key",
		bff.Player{UID: "hunter2", Username: "hunter2", Email: "hunter2"}
	log.Request(slog.LevelError, o, 0)
	assert.NotContains(t, out.String(), "hunter2")
	assert.Equal(t, 2, strings.Count(out.String(), telemetry.Redacted), out.String())
}

// writes notes every write.
type writes struct {
	mu  sync.Mutex
	all []string
}

func (w *writes) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.all = append(w.all, string(b))
	return len(b), nil
}

func TestLinesWaitAndKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out writes
		lines := telemetry.NewLines(&out, 200*time.Millisecond)
		expect := func(moment string, want ...string) {
			t.Helper()
			synctest.Wait()
			out.mu.Lock()
			defer out.mu.Unlock()
			assert.Equal(t, want, out.all, moment)
			out.all = nil
		}
		lines.Append([]byte("a"))
		lines.Append([]byte("b"))
		expect("at first")
		time.Sleep(200 * time.Millisecond)
		expect("after the delay", "ab")
		lines.Append([]byte("c"))
		_, _ = lines.Write([]byte("d"))
		expect("with a line that must not wait", "cd")
		time.Sleep(time.Second)
		expect("later")
		lines.Append([]byte("e"))
		_ = lines.Flush()
		expect("at the end", "e")
		for range 40 {
			lines.Append(bytes.Repeat([]byte("f"), 1<<10))
		}
		expect("with many", strings.Repeat("f", 32<<10))
		time.Sleep(time.Second)
		expect("after many", strings.Repeat("f", 8<<10))
	})
}

func TestLinesOfFailuresAndMoneyDoNotWait(t *testing.T) {
	money := answered()
	money.IdempotencyKey = "key"
	for name, row := range map[string]struct {
		level slog.Level
		o     *bff.Observation
		waits bool
	}{
		"a read":        {slog.LevelInfo, answered(), true},
		"a money call":  {slog.LevelInfo, money, false},
		"a failed read": {slog.LevelError, withReason(bff.ReasonUnavailable), false},
	} {
		var out bytes.Buffer
		lines := telemetry.NewLines(&out, time.Hour)
		telemetry.NewAccessLog(lines, slog.LevelInfo).Request(row.level, row.o, 0)
		assert.Equal(t, row.waits, out.Len() == 0, "%s waits", name)
		assert.NoError(t, lines.Flush())
		assert.NotZero(t, out.Len(), "%s is lost", name)
	}
}
