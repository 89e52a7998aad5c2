package rest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/itchyny/gojq"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func compile(t testing.TB, src string) *expr {
	t.Helper()
	e, err := definitions{}.compile(src)
	require.NoError(t, err)
	return e
}

func TestEvalLimits(t *testing.T) {
	for src, want := range map[string]error{
		`def f: f; f`:                          errTooManySteps,
		`last(range(infinite))`:                errTooManySteps,
		`reduce range(60) as $i ([1]; [., .])`: errTooLarge, // small in memory, 2^60 values as JSON
		`"x" * 9000000`:                        errTooLarge,
		`reduce range(100) as $i (1; [.])`:     errTooLarge, // too deep
		`empty`:                                errNoResult,
		`1, 2`:                                 errManyResults,
	} {
		_, err := compile(t, src).eval(t.Context(), nil, nil)
		assert.ErrorIs(t, err, want, src)
	}
}

func TestEvalEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := compile(t, `def f: f; f`).eval(ctx, nil, nil)
	assert.True(t, err != nil && !errors.Is(err, errTooManySteps), "got %v", err)
}

func TestExpressionsHaveNoAccessToTheProcess(t *testing.T) {
	t.Setenv("CROUPIER_SECRET", "value")
	for _, src := range []string{`env`, `$ENV`} {
		v, err := compile(t, src).eval(t.Context(), nil, nil)
		raw, _ := json.Marshal(v)
		assert.True(t, err == nil && string(raw) == "{}", "%s gives %s, %v", src, raw, err)
	}
	for _, src := range []string{`input`, `inputs`, `import "m" as m; .`, `include "m"; .`, `$undefined`} {
		_, err := (definitions{}).compile(src)
		assert.Error(t, err, "%s compiles", src)
	}
}

func TestErrorsContainNoValues(t *testing.T) {
	for _, src := range []string{`error(.)`, `.number + 1`, `.word | keys`, `error({message: .word})`, `halt_error`} {
		_, err := compile(t, src).eval(t.Context(), map[string]any{"word": "4111111111111111", "number": "4111111111111111"}, nil)
		assert.True(t, err != nil && !strings.Contains(err.Error(), "4111"), "%s: %v", src, err)
	}
}

func TestFunctions(t *testing.T) {
	for src, want := range map[string]string{
		`12.5 | minor`: `1250`,
		`0.1 + 0.2 | . * 10 | round / 10 | minor`: `30`,
		`123456789012.34 | minor`:                 `12345678901234`,
		`null | minor`:                            `null`,
		`1250 | major`:                            `12.5`,
		`-5 | major`:                              `-0.05`,
		`9007199254740993 | major`:                `90071992547409.93`,
		`null | major`:                            `null`,
		`"2026-03-01T21:30:00Z" | moment("Europe/Istanbul")`:    `"2026-03-02 00:30:00"`,
		`"2026-07-01T12:00:00+02:00" | moment("Europe/Berlin")`: `"2026-07-01 12:00:00"`,
		`"2026-03-02 00:30:00" | instant("Europe/Istanbul")`:    `"2026-03-01T21:30:00Z"`,
		`"2026-03-02" | instant("Europe/Istanbul")`:             `"2026-03-01T21:00:00Z"`,
		`"2026-03-02" | day_end("Europe/Istanbul")`:             `"2026-03-02T20:59:59Z"`,
		`"2026-03-02 10:00:00" | day_end("UTC")`:                `"2026-03-02T10:00:00Z"`,
		`null | moment("UTC")`:                                  `null`,
	} {
		v, err := compile(t, src).eval(t.Context(), nil, nil)
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		if raw, err := gojq.Marshal(v); err != nil || string(raw) != want {
			t.Errorf("%s gives %s, want %s (%v)", src, raw, want, err)
		}
	}
	for _, src := range []string{
		`12.345 | minor`, `"12" | minor`, `1e30 | minor`, `12.5 | major`, `"x" | major`, `1e40 | major`,
		`"yesterday" | moment("UTC")`, `"2026-03-01T21:30:00Z" | moment("Nowhere/Town")`, `1 | moment("UTC")`, `"x" | instant("UTC")`,
	} {
		v, err := compile(t, src).eval(t.Context(), nil, nil)
		assert.Error(t, err, "%s gives %v", src, v)
	}
}
