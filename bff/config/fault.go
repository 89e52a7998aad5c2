package config

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Fault is one error of a configuration, worded for operators.
type Fault struct {
	File    string `json:"file"`              // as given, or "environment"
	Line    int    `json:"line,omitempty"`    // 1-based; 0 where the fault has no position
	Field   string `json:"field,omitempty"`   // path of the field, for example "theme.modes.dark.bg"
	Problem string `json:"problem"`           // what is wrong
	Allowed string `json:"allowed,omitempty"` // allowed values
}

// environment is the File of faults of variables.
const environment = "environment"

// String formats the fault as one line: file:line: field: problem (allowed: …).
func (f Fault) String() string {
	var b strings.Builder
	b.WriteString(f.File)
	if f.Line > 0 {
		fmt.Fprintf(&b, ":%d", f.Line)
	}
	b.WriteString(": ")
	if f.Field != "" {
		b.WriteString(f.Field + ": ")
	}
	b.WriteString(f.Problem)
	if f.Allowed != "" {
		b.WriteString(" (allowed: " + f.Allowed + ")")
	}
	return b.String()
}

// below returns the fault with a relative file name resolved against dir, if dir is known.
func (f Fault) below(dir string) Fault {
	if dir != "" && f.File != environment && !filepath.IsAbs(f.File) {
		f.File = filepath.Join(dir, f.File)
	}
	return f
}

// Faults are all faults of a configuration.
type Faults []Fault

// Error lists the faults, one per line.
func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.String()
	}
	return strings.Join(lines, "\n")
}

// sorted orders faults by file, line and field, which makes the output deterministic.
func (f Faults) sorted() Faults {
	slices.SortStableFunc(f, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Field, b.Field))
	})
	return f
}
