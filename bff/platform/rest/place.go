package rest

import "fmt"

// Place is where an expression is in its mapping file.
type Place struct {
	File         string
	Line, Column int // of the value that contains the expression
	Field        string
	Source       string // the expression
}

// String returns the place as file:line:column: field.
func (p Place) String() string { return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, p.Field) }

// EvalError is the error of an expression that failed for one request or answer.
type EvalError struct {
	Place Place
	// Detail is jq's message with the values that it quotes. They may be personal data: it is for the
	// terminal of whoever writes the mapping, and never logged.
	Detail string
	err    error
}

// Error returns the place and the message without values.
func (e *EvalError) Error() string {
	if e.Place.File == "" {
		return e.err.Error()
	}
	return fmt.Sprintf("%s: %v", e.Place, e.err)
}

// Unwrap returns the cause.
func (e *EvalError) Unwrap() error { return e.err }
