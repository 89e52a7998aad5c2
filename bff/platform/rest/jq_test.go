package rest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

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

// A step of these would take minutes or gigabytes for a text of 600 KB and ignore the deadline.
func TestStepsAreBounded(t *testing.T) {
	text := strings.Repeat("ab çd<b>e</b>\n", 40_000)
	for _, src := range []string{
		`[splits("\n")]`, `split("\n"; null)`, `gsub("b"; "x")`, `sub("b"; "x"; "g")`, `[scan("b")]`,
		`[match("b"; "g")]`, `[capture("(?<x>b)"; "g")]`,
		`index(.[1:300000] + "q")`, `reduce range(60) as $i ("x"; . + .)`, `reduce range(60) as $i (["x"]; . += .)`,
		`reduce range(60) as $i (2; . * .)`,
		`. * 1e9`, `. * $in.id`, `null | .[$in.id] = 1`, `[range(9e4)] - [range(-9e4; 0)]`,
		`[range(9e4)] | contains([range(9e4; 0; -1)])`,
		`[range(1e5) as $i | .] | add`, `[range(1e5) as $i | .] | join("")`,
		`[range(1e4) | ""] | join([range(1e5) | "x"] | add)`, `null | setpath([6e7]; 1)`,
		`reduce range(60) as $i (.; [., .]) | flatten`, `reduce range(60) as $i (.; [., .]) | . == [.[0], .[0]]`,
		`{a: [range(9e4)]} | contains({a: [range(9e4; 0; -1)]})`,
		`[reduce range(60) as $i (.; [., .]) | ., .] | max`,
		`[reduce range(60) as $i (.; [., .]) | ., .] | sort_by(.)`, `reduce range(60) as $i (.; [., .]) | IN(.)`,
		`try (reduce range(60) as $i (.; [., .]) | error) catch .`, `reduce range(60) as $i (.; [., .]) | bsearch(.)`,
		`reduce range(60) as $i (.; [., .]) | tojson`, `reduce range(60) as $i (.; [., .]) | "\(.)"`,
		`reduce range(60) as $i (.; [., .]) | @json`,
		`reduce range(60) as $i (.; [., .]) | @base64`, `[range(1e5) as $i | .] | @csv`,
		`[range(1e5) as $i | .] | format("sh")`, `[range(2000) | []] + [[range(1e5)]] | transpose`,
	} {
		began := time.Now()
		_, err := compile(t, src+" | length").eval(t.Context(), text, map[string]any{"id": json.Number("100000000")})
		require.ErrorIs(t, err, errTooManySteps, src)
		assert.Less(t, time.Since(began), 10*time.Second, src)
	}
	for src, want := range map[string]string{
		`def f: 3, 4; def g: f + f; [g]`:                                           `[6,7,7,8]`,
		`split("\n") | length`:                                                     `40001`,
		`.[:9] | gsub("(?<l>[a-d])"; "<" + .l + ">")`:                              `"<a><b> ç<d><<b>>e"`,
		`.[:9] | [splits("b")]`:                                                    `["a", " çd<", ">e"]`,
		`[(1, 2) + (10, 20), (1, 2) * (10, 20) - 1]`:                               `[11,12,21,22,9,19,19,39]`,
		`{a: [1, 2, 1], b: "x"} | .a -= [1] | .b += "y" | .b *= 2 | .a[1 - 1] = 5`: `{"a":[5],"b":"xyxy"}`,
	} {
		v, err := compile(t, src).eval(t.Context(), text, nil)
		require.NoError(t, err, src)
		raw, _ := json.Marshal(v)
		assert.JSONEq(t, want, string(raw), src)
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
		_, err := compile(t, src).eval(t.Context(),
			map[string]any{"word": "4111111111111111", "number": "4111111111111111"}, nil)
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
		`"2026-09-06" | instant("America/Santiago")`:            `"2026-09-06T04:00:00Z"`, // has no midnight
		`"2026-09-05" | day_end("America/Santiago")`:            `"2026-09-06T03:59:59Z"`,
		`"2026-03-02 10:00:00" | day_end("UTC")`:                `"2026-03-02T10:00:00Z"`,
		`null | moment("UTC")`:                                  `null`,
	} {
		v, err := compile(t, src).eval(t.Context(), nil, nil)
		require.NoError(t, err, src)
		raw, err := gojq.Marshal(v)
		require.NoError(t, err, src)
		assert.Equal(t, want, string(raw), src)
	}
	for _, src := range []string{
		`12.345 | minor`, `"12" | minor`, `1e30 | minor`, `12.5 | major`, `"x" | major`, `1e40 | major`,
		`"yesterday" | moment("UTC")`, `"2026-03-01T21:30:00Z" | moment("Nowhere/Town")`, `1 | moment("UTC")`,
		`"x" | instant("UTC")`,
	} {
		v, err := compile(t, src).eval(t.Context(), nil, nil)
		assert.Error(t, err, "%s gives %v", src, v)
	}
}
