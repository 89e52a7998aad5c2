package conformance

import (
	"cmp"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/lists"
)

// Outcome is the result of a check.
type Outcome string

// Values of Outcome.
const (
	Passed  Outcome = "passed"
	Refused Outcome = "refused" // a valid answer with result=false
	Failed  Outcome = "failed"  // the answer violates the contract
	Skipped Outcome = "skipped" // not sent; Detail has the reason
)

// Finding is the result of one check of one call.
type Finding struct {
	Call    string  `json:"call"`
	Check   string  `json:"check"`
	Outcome Outcome `json:"outcome"`
	Detail  string  `json:"detail,omitempty"` // location and reason, without personal data
}

// Deviation is a place where answers violate the contract.
type Deviation struct {
	Call    string `json:"call"`
	Path    string `json:"path"` // as bff.Violation
	Got     string `json:"got"`
	Want    string `json:"want"`
	Example string `json:"example"` // masked: type and shape
	Count   int    `json:"count"`   // answers
	Rule    string `json:"rule"`
}

// String returns the deviation as a line.
func (d Deviation) String() string {
	text := fmt.Sprintf("%s %s: %s, want %s", d.Call, d.Path, d.Got, strings.TrimSuffix(d.Want, "."))
	if d.Example != d.Got {
		text += ", such as " + d.Example
	}
	return text
}

// Report contains the findings in the order of the checks, and all deviations of data.
type Report struct {
	Findings   []Finding   `json:"findings"`
	Deviations []Deviation `json:"deviations"`
}

// deviate adds a violation of one answer.
func (r *Report) deviate(call *bff.Call, v bff.Violation) {
	for i := range r.Deviations {
		if d := &r.Deviations[i]; d.Call == call.Name() && d.Path == v.Path && d.Got == v.Got && d.Rule == v.Rule {
			d.Count++
			return
		}
	}
	r.Deviations = append(r.Deviations, Deviation{
		Call: call.Name(), Path: v.Path, Got: v.Got, Want: v.Want, Example: v.Example, Rule: v.Rule, Count: 1,
	})
}

// Failed reports whether the platform violates the contract.
func (r *Report) Failed() bool { return r.Count(Failed) > 0 || len(r.Deviations) > 0 }

// Count returns the number of findings with outcome o.
func (r *Report) Count(o Outcome) int {
	return len(lists.Filter(r.Findings, func(f Finding) bool { return f.Outcome == o }))
}

// Write writes a line for each failed or skipped check and for each deviation, and the totals.
func (r *Report) Write(w io.Writer) error {
	for _, f := range r.Findings {
		if f.Outcome != Failed && f.Outcome != Skipped {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %s: %s: %s\n", f.Outcome, f.Call, f.Check, f.Detail); err != nil {
			return err
		}
	}
	for _, d := range r.Deviations {
		if _, err := fmt.Fprintf(w, "deviates %s (%d answers)\n", d, d.Count); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d passed, %d refused, %d skipped, %d failed\n",
		r.Count(Passed), r.Count(Refused), r.Count(Skipped), r.Count(Failed))
	return err
}

// Overrides returns the overrides that accept the deviations, and the deviations that none accepts.
func Overrides(calls *contract.Catalogue, found []Deviation) (out contract.Overrides, rest []Deviation) {
	out = contract.Overrides{}
	for _, d := range found {
		call := callOf(calls, d)
		if d.Path == bff.RootPath && (d.Got != "null" || !slices.Contains(calls.AnswerTypes(call, d.Path), "array")) {
			rest = append(rest, d)
			continue
		}
		if out[d.Call] == nil {
			out[d.Call] = map[string]contract.Override{}
		}
		override := out[d.Call][d.Path]
		if d.Got == "null" || d.Got == bff.GotAbsent {
			override.Nullable = true
		} else if !slices.Contains(override.Types, d.Got) {
			override.Types = append(override.Types, d.Got)
		}
		out[d.Call][d.Path] = override
	}
	return out, rest
}

// Filters returns a jq filter by call that converts deviating data, and the deviations without such
// a filter.
func Filters(calls *contract.Catalogue, found []Deviation) (out map[string]string, rest []Deviation) {
	out = map[string]string{}
	for _, d := range found {
		f := field{calls, callOf(calls, d), d.Path}
		conversion := f.conversion(d.Got)
		if conversion == "" {
			rest = append(rest, d)
			continue
		}
		filter := "((" + jqPath(d.Path) + ") |= " + conversion + ")"
		if before := out[d.Call]; before != "" {
			filter = before + " | " + filter
		}
		out[d.Call] = filter
	}
	return out, rest
}

func callOf(calls *contract.Catalogue, d Deviation) *bff.Call {
	class, method, _ := strings.Cut(d.Call, "/")
	call, _ := calls.Lookup(class, method) // it is from the catalogue
	return call
}

// jqPath converts a path to a jq path expression that skips values that are absent or have another
// type.
func jqPath(path string) string {
	var steps []string
	for _, step := range pathStep.FindAllString(strings.TrimPrefix(path, bff.RootPath), -1) {
		if step == "[*]" {
			steps = append(steps, ".[]?")
		} else {
			steps = append(steps, "objects", step)
		}
	}
	return cmp.Or(strings.Join(steps, " | "), ".")
}

var pathStep = regexp.MustCompile(`\[\*\]|\.[^.\[]+`)

// field is a place in the answers of a call.
type field struct {
	calls *contract.Catalogue
	call  *bff.Call
	path  string
}

func (f field) accepts(value string) bool {
	return f.calls.AcceptsAnswerValue(f.call, f.path, value)
}

func (f field) acceptsAny(values ...string) bool { return slices.ContainsFunc(values, f.accepts) }

// conversion returns a jq expression that converts values of type got, or "" without one.
func (f field) conversion(got string) string {
	fallback, _ := lists.Find([]string{"null", `""`, "0", "false", "[]", "{}"}, f.accepts)
	switch {
	case (got == "null" || got == bff.GotAbsent) && fallback != "":
		return "if . == null then " + fallback + " else . end"
	case got == "string" && f.accepts(`"2026-01-02 03:04:05"`) && !f.accepts(`"x"`):
		return `if type == "string" then (moment($in.brand.zone)? // .) else . end`
	case got == "string" && f.accepts(`"2026-01-02"`) && !f.accepts(`"x"`):
		return `if type == "string" then .[0:10] else . end`
	case got == "string" && f.acceptsAny("0", "1") && fallback != "" && !f.acceptsAny(`""`, `"x"`):
		return `if type == "string" then (tonumber? // ` + fallback + `) else . end`
	case got == "number" && f.accepts(`"1"`):
		return `if type == "number" then tostring else . end`
	case got == "boolean" && f.accepts("0") && f.accepts("1"):
		return "if . == true then 1 elif . == false then 0 else . end"
	case (got == "string" || got == "number") && f.accepts("true"):
		return `if type == "string" or type == "number" then (. == 1 or . == "1" or . == "true") else . end`
	case got == "object" && f.accepts("[]"):
		// A list inside an object, or a list as PHP writes it when its keys have gaps.
		return `if type == "object" then ([.[] | arrays] as $lists | if ($lists | length) == 1 then $lists[0] else [.[]] end) else . end`
	case got == "array" && slices.Contains(f.calls.AnswerTypes(f.call, f.path), "object"):
		return `if type == "array" then (.[0] // {}) else . end`
	}
	return ""
}
