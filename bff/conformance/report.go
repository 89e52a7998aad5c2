package conformance

import (
	"fmt"
	"io"
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

// Report contains the findings in the order of the checks.
type Report struct {
	Findings []Finding `json:"findings"`
}

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

// Write writes a line for each failed or skipped check, and the totals.
func (r *Report) Write(w io.Writer) error {
	for _, f := range r.Findings {
		if f.Outcome != Failed && f.Outcome != Skipped {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %s: %s: %s\n", f.Outcome, f.Call, f.Check, f.Detail); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d passed, %d refused, %d skipped, %d failed\n",
		r.Count(Passed), r.Count(Refused), r.Count(Skipped), r.Count(Failed))
	return err
}
