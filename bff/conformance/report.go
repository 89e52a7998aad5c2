package conformance

import (
	"fmt"
	"io"
)

// Outcome is how a check came out.
type Outcome string

// The outcomes.
const (
	Passed  Outcome = "passed"
	Refused Outcome = "refused" // a proper answer with result false: the platform said no
	Broken  Outcome = "broken"  // the contract is broken
	Skipped Outcome = "skipped" // could not be asked, Detail says why
)

// Finding is one check of one call.
type Finding struct {
	Call    string  `json:"call"`
	Check   string  `json:"check"`
	Outcome Outcome `json:"outcome"`
	Detail  string  `json:"detail,omitempty"` // where and why; never a player's data
}

// Report is every finding, in the order of asking.
type Report struct {
	Findings []Finding `json:"findings"`
}

// Count gives how many findings came out so.
func (r *Report) Count(o Outcome) int {
	n := 0
	for _, f := range r.Findings {
		if f.Outcome == o {
			n++
		}
	}
	return n
}

// Write tells what is broken and what was skipped, a line each, and the sums.
func (r *Report) Write(w io.Writer) error {
	for _, f := range r.Findings {
		if f.Outcome != Broken && f.Outcome != Skipped {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s %s: %s: %s\n", f.Outcome, f.Call, f.Check, f.Detail); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%d passed, %d refused, %d skipped, %d broken\n",
		r.Count(Passed), r.Count(Refused), r.Count(Skipped), r.Count(Broken))
	return err
}
