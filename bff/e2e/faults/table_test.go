package faults_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"croupier/bff/e2e/platform"
)

// call is one entry of calls.json.
type call struct {
	Call     string         `json:"call"` // class/method
	Data     map[string]any `json:"data"`
	Deadline string         `json:"deadline"` // its deadline class in contracts/calls.yaml
	Money    bool           `json:"money"`    // has an Idempotency-Key
}

// row is one row of the table; README.md describes the fields.
type row struct {
	Name     string         `json:"name"`
	Store    string         `json:"store"`
	Deadline string         `json:"deadline"` // of the platform for the main call, instead of the contract's
	Upstream map[string]any `json:"upstream"` // further settings of the upstream
	Brand    map[string]any `json:"brand"`    // further settings of the brand
	Before   []step         `json:"before"`   // before the store fails
	step
	Then  []step `json:"then"`  // while the store fails
	After []step `json:"after"` // once the store is well again

	file string
}

// step is one call and what is expected of it.
type step struct {
	What     string  `json:"what"` // for readers
	Fault    string  `json:"fault"`
	Call     string  `json:"call"`
	Times    int     `json:"times"`    // how often the step is made; default 1
	Until    bool    `json:"until"`    // the step is repeated until its expectation is met
	Session  string  `json:"session"`  // of the call: "" the current one, "before" that before the main call, "first" that of the first login, "none"
	Key      string  `json:"key"`      // of a money call: "" that of the row, "new" a new one for this step
	Instance int     `json:"instance"` // 0 or 1
	Want     want    `json:"want"`
	Platform *counts `json:"platform"` // default: nothing reaches the platform
}

// want is an expected response.
type want struct {
	Status     int          `json:"status"`
	Debug      string       `json:"debug"`       // "" for null
	Result     *bool        `json:"result"`      // default: true where status is 200
	Cache      string       `json:"cache"`       // Croupier-Cache; "" is not checked
	Session    string       `json:"session"`     // kept, ended or new, by the response's cookie; "" is not checked
	RetryAfter *bool        `json:"retry_after"` // whether there is a Retry-After; absent: not checked
	Answer     string       `json:"answer"`      // "first": the same body as the row's first successful answer to the call; "other": another body
	Or         *alternative `json:"or"`          // what the call may be answered with instead
}

// alternative is a response that is as good as the expected one, where the moment of a failure decides.
type alternative struct {
	Status int    `json:"status"`
	Debug  string `json:"debug"`
}

// counts are the requests of a step that reached the platform, and those it executed.
type counts struct {
	Requests   int `json:"requests"`
	Executions int `json:"executions"`
}

// table is the whole suite.
type table struct {
	calls  map[string]call
	faults map[string]platform.Fault
	rows   []*row
}

// readTable reads and validates the table.
func readTable(t *testing.T) *table {
	t.Helper()
	var tb table
	mustReadJSON(t, "calls.json", &tb.calls)
	var err error
	tb.faults, err = platform.ReadFaults("faults.json")
	require.NoError(t, err)
	files, err := filepath.Glob("rows/*.json")
	require.True(t, err == nil && len(files) != 0, "no rows: %v", err)
	names := map[string]string{}
	for _, file := range files {
		var rows []*row
		mustReadJSON(t, file, &rows)
		for _, r := range rows {
			r.file = file
			before := names[r.Name]
			require.Equal(t, "", before, "%s: row %q: name is used in %s", file, r.Name, before)
			names[r.Name] = file
			require.NoError(t, tb.validate(r), "%s: row %q", file, r.Name)
			tb.rows = append(tb.rows, r)
		}
	}
	return &tb
}

func (tb *table) validate(r *row) error {
	if r.Name == "" || situations[r.Store] == nil {
		return fmt.Errorf("name %q or store %q", r.Name, r.Store)
	}
	if r.Platform == nil || r.Want.Status == 0 || r.Want.Cache == "" || r.Want.Session == "" || r.Want.RetryAfter == nil {
		return fmt.Errorf("the main call needs platform, and in want: status, cache, session, retry_after")
	}
	for _, s := range r.steps() {
		_, isCall := tb.calls[s.Call]
		_, isFault := tb.faults[s.Fault]
		if !isCall || !isFault && s.Fault != "" || s.Want.Status == 0 {
			return fmt.Errorf("call %q or fault %q: unknown, or without an expected status", s.Call, s.Fault)
		}
	}
	return nil
}

// steps returns all steps of a row.
func (r *row) steps() []*step {
	var out []*step
	for i := range r.Before {
		out = append(out, &r.Before[i])
	}
	out = append(out, &r.step)
	for i := range r.Then {
		out = append(out, &r.Then[i])
	}
	for i := range r.After {
		out = append(out, &r.After[i])
	}
	return out
}

// mustReadJSON reads a file and rejects unknown fields.
func mustReadJSON(t *testing.T, file string, v any) {
	t.Helper()
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	dec.DisallowUnknownFields()
	require.NoError(t, dec.Decode(v), "read %s", file)
}
