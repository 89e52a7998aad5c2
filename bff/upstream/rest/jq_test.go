package rest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/itchyny/gojq"
)

func compile(t testing.TB, src string) *expr {
	t.Helper()
	e, err := definitions{}.compile(src)
	if err != nil {
		t.Fatal(err)
	}
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
		if _, err := compile(t, src).eval(t.Context(), nil, nil); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", src, err, want)
		}
	}
}

func TestEvalEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := compile(t, `def f: f; f`).eval(ctx, nil, nil); err == nil || errors.Is(err, errTooManySteps) {
		t.Errorf("got %v", err)
	}
}

func TestExpressionsHaveNoAccessToTheProcess(t *testing.T) {
	t.Setenv("CROUPIER_SECRET", "value")
	for _, src := range []string{`env`, `$ENV`} {
		v, err := compile(t, src).eval(t.Context(), nil, nil)
		if raw, _ := json.Marshal(v); err != nil || string(raw) != "{}" {
			t.Errorf("%s gives %s, %v", src, raw, err)
		}
	}
	for _, src := range []string{`input`, `inputs`, `import "m" as m; .`, `include "m"; .`, `$undefined`} {
		if _, err := (definitions{}).compile(src); err == nil {
			t.Errorf("%s compiles", src)
		}
	}
}

func TestErrorsContainNoValues(t *testing.T) {
	for _, src := range []string{`error(.)`, `.number + 1`, `.word | keys`, `error({message: .word})`, `halt_error`} {
		_, err := compile(t, src).eval(t.Context(), map[string]any{"word": "4111111111111111", "number": "4111111111111111"}, nil)
		if err == nil || strings.Contains(err.Error(), "4111") {
			t.Errorf("%s: %v", src, err)
		}
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
		if v, err := compile(t, src).eval(t.Context(), nil, nil); err == nil {
			t.Errorf("%s gives %v", src, v)
		}
	}
}
