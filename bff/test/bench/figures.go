package main

import (
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
)

type figure struct {
	row, name, goal string
	values          []float64 // one per round
}

func (b *bench) add(row, name, goal string, value float64) {
	for _, f := range b.figures {
		if f.row == row && f.name == name {
			f.values = append(f.values, value)
			return
		}
	}
	b.figures = append(b.figures, &figure{row, name, goal, []float64{value}})
}

// print writes the table: medians with their ranges and numbers of rounds.
func (b *bench) print() error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(w, "row\tfigure\tgoal\tmedian\trange\trounds")
	for _, f := range b.figures {
		v := slices.Sorted(slices.Values(f.values))
		_, _ = fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s – %s\t%d\n", f.row, f.name, f.goal, number(v[len(v)/2]),
			number(v[0]), number(v[len(v)-1]), len(v))
	}
	return w.Flush()
}

func number(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}
