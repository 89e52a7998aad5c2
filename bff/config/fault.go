package config

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"croupier/bff/internal/lists"
)

// Fault is an error or a warning of a configuration, for operators.
type Fault struct {
	File     string   `json:"file"`              // as given, or "environment"
	Line     int      `json:"line,omitempty"`    // 1-based; 0 where the fault has no position
	Column   int      `json:"column,omitempty"`  // 1-based, in characters; with every Line
	Severity Severity `json:"severity"`          //
	Field    string   `json:"field,omitempty"`   // path of the field, for example "theme.modes.dark.bg"
	Part     string   `json:"part,omitempty"`    // path within a field of the studio, or another field
	Problem  string   `json:"problem"`           // what is wrong
	Allowed  string   `json:"allowed,omitempty"` // allowed values
	Editor   string   `json:"editor,omitempty"`  // who changed the field in the studio
}

// Severity distinguishes errors from warnings. A configuration with errors is not used.
type Severity bool

// The values of Severity.
const (
	SeverityError   Severity = false
	SeverityWarning Severity = true
)

// MarshalText returns "error" or "warning".
func (s Severity) MarshalText() ([]byte, error) {
	if s == SeverityWarning {
		return []byte("warning"), nil
	}
	return []byte("error"), nil
}

// environment is the File of faults of environment variables.
const environment = "environment"

// String formats the fault as one line: file:line:column: field: problem (allowed: …). A warning
// has "warning: " before the field.
func (f Fault) String() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File)
		if f.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", f.Line, max(f.Column, 1))
		}
		b.WriteString(": ")
	}
	if f.Severity == SeverityWarning {
		b.WriteString("warning: ")
	}
	for _, name := range []string{f.Field, f.Part} {
		if name != "" {
			b.WriteString(name + ": ")
		}
	}
	b.WriteString(f.Problem)
	if f.Allowed != "" {
		b.WriteString(" (allowed: " + f.Allowed + ")")
	}
	if f.Editor != "" {
		b.WriteString("; changed by " + f.Editor)
	}
	return b.String()
}

// below returns the fault with its relative file name joined to dir, if dir is known.
func (f Fault) below(dir string) Fault {
	if dir != "" && f.File != environment && !strings.HasPrefix(f.File, overlayFile) && !filepath.IsAbs(f.File) {
		f.File = filepath.Join(dir, f.File)
	}
	return f
}

// Faults are all faults of a configuration.
type Faults []Fault

// Error lists the faults, one per line.
func (f Faults) Error() string {
	return strings.Join(lists.Map(f, Fault.String), "\n")
}

// Sorted sorts faults by file, place and field.
func (f Faults) Sorted() Faults {
	slices.SortStableFunc(f, func(a, b Fault) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Field, b.Field))
	})
	return f
}

// split sorts faults, resolves their file names against dir and separates warnings.
func (f Faults) split(dir string) (faults, warnings Faults) {
	for _, fault := range f.Sorted() {
		if fault = fault.below(dir); fault.Severity == SeverityWarning {
			warnings = append(warnings, fault)
		} else {
			faults = append(faults, fault)
		}
	}
	return faults, warnings
}
