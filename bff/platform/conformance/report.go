package conformance

import (
	"fmt"
	"io"
	"strings"

	"croupier/bff"
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
	n := 0
	for _, f := range r.Findings {
		if f.Outcome == o {
			n++
		}
	}
	return n
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
