package main

import (
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
)

// refusedCalls is the share of calls that the server refused. Ratios do not include them.
const refusedCalls = "refused by the server, %"

type figure struct {
	row, name, goal string
	values          []float64 // one per round
	cpu, peerCPU    []float64 // seconds for 10,000 calls, only of a ratio of speeds
}

// add adds the value of a round to a figure.
func (b *bench) add(row, name, goal string, value float64) *figure {
	for _, f := range b.figures {
		if f.row == row && f.name == name {
			f.values = append(f.values, value)
			return f
		}
	}
	f := &figure{row: row, name: name, goal: goal, values: []float64{value}}
	b.figures = append(b.figures, f)
	return f
}

// compare adds the ratio of two speeds, with the CPU time of both.
func (b *bench) compare(row, name, goal string, of, to speed) {
	f := b.add(row, name, goal, of.requests/to.requests)
	f.cpu, f.peerCPU = append(f.cpu, of.cpu.Seconds()), append(f.peerCPU, to.cpu.Seconds())
}

// print writes the table: medians with their ranges and numbers of rounds.
func (b *bench) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "row\tfigure\tgoal\tmedian\trange\trounds\tCPU s of 10,000\tof the peer")
	for _, f := range b.figures {
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s – %s\t%d\t%s\t%s\n", f.row, f.name, f.goal, median(f.values),
			number(slices.Min(f.values)), number(slices.Max(f.values)), len(f.values), median(f.cpu), median(f.peerCPU))
	}
	return w.Flush()
}

// median returns the median of values as text, "" without values.
func median(values []float64) string {
	if len(values) == 0 {
		return ""
	}
	return number(slices.Sorted(slices.Values(values))[len(values)/2])
}

func number(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
