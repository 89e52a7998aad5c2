package telemetry_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/telemetry"
)

// answered returns the observation of a cached call.
func answered() *bff.Observation {
	return &bff.Observation{
		At:        time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC),
		RequestID: "ABC", Method: "POST", Path: "/endpoint/v1", Brand: "pera", Call: "casino/games_list", Status: 200, Code: 200,
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
		"time": "2026-01-02T03:04:05.000006Z", "level": "INFO", "msg": "request", "method": "POST", "path": "/endpoint/v1", "brand": "pera",
		"status": 200.0, "ms": 1.235, "bytes": 17.0, "call": "casino/games_list", "answer_code": 200.0, "cache": "HIT", "upstream_ms": 2.0, "request_id": "ABC",
	}
	page := answered()
	page.Code, page.Call, page.Cache, page.Path = 0, "", "", "*"
	for _, row := range []struct {
		name     string
		level    slog.Level
		o        *bff.Observation
		unlogged int
		changed  map[string]any // nil: the name is absent
	}{
		{"a call", slog.LevelInfo, answered(), 0, nil},
		{"a page", slog.LevelInfo, page, 0, map[string]any{"path": "*", "call": nil, "answer_code": nil, "cache": nil, "upstream_ms": nil}},
		{"refusals that were not logged", slog.LevelInfo, answered(), 12, map[string]any{"unlogged": 12.0}},
		{
			"a failure with its cause", slog.LevelError, withReason(bff.ReasonUnavailable.WithCause(errors.New("dial: \"ü\"\nforged"))), 0,
			map[string]any{"level": "ERROR", "status": 502.0, "answer_code": 502.0, "cause": "dial: \"ü\"\nforged"},
		},
		{
			"a failure without a reason", slog.LevelError, withReason(errors.New("panic")), 0,
			map[string]any{"level": "ERROR", "status": 502.0, "answer_code": 502.0, "cause": "panic"},
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
			err := json.Unmarshal(out.Bytes(), &got)
			require.True(t, err == nil && strings.HasSuffix(out.String(), "}\n"), "%v: %q", err, out.String())
			assert.Equal(t, fmt.Sprint(want), fmt.Sprint(got), "got  %v\nwant %v", got, want)
		})
	}
}

func TestAccessLogHoldsNoSecret(t *testing.T) {
	var out bytes.Buffer
	log := telemetry.NewAccessLog(telemetry.NewLines(&out, 0), slog.LevelInfo)
	o := withReason(bff.ReasonUnavailable.WithCause(errors.New(`body {"password":"hunter2"}`)))
	o.Debug, o.IdempotencyKey, o.Player = "token=hunter2", "hunter2-key", bff.Player{UID: "hunter2", Username: "hunter2", Email: "hunter2"}
	log.Request(slog.LevelError, o, 0)
	assert.True(t, !strings.Contains(out.String(), "hunter2") && strings.Count(out.String(), telemetry.Redacted) == 2,
		out.String())
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
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			lines := telemetry.NewLines(&out, time.Hour)
			telemetry.NewAccessLog(lines, slog.LevelInfo).Request(row.level, row.o, 0)
			waits := out.Len() == 0
			assert.Equal(t, row.waits, waits, "waits")
			err := lines.Flush()
			assert.True(t, err == nil && out.Len() != 0, "lost: %v", err)
		})
	}
}
