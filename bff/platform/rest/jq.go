package rest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"strings"

	"github.com/itchyny/gojq"
)

// Limits of one evaluation.
const (
	// Somewhat less than a second. Unlike a time limit, it does not depend on the load of the
	// machine.
	maxSteps = 5_000_000
	maxBytes = 8 << 20 // size of the result as JSON
	maxDepth = 64
)

var (
	errNoResult     = errors.New("the expression yields no value")
	errManyResults  = errors.New("the expression yields more than one value")
	errTooLarge     = errors.New("the result of the expression is too large")
	errTooManySteps = errors.New("the expression exceeds the step limit")
	errImport       = errors.New("imports are not supported")
)

// expr is a compiled expression. It is safe for concurrent use.
type expr struct {
	code  *gojq.Code
	place Place
}

// definitions are the jq function definitions of a mapping, available to its expressions.
type definitions struct {
	defs []*gojq.Query
	used map[string]bool // functions that they call
}

// LoadInitModules implements the module loader of gojq. There are no other modules.
func (d definitions) LoadInitModules() ([]*gojq.Query, error) { return d.defs, nil }

// parseDefinitions parses and compiles jq definitions, so that an error is reported once.
func parseDefinitions(src string) (definitions, error) {
	q, err := gojq.Parse(src)
	if err != nil {
		return definitions{}, err
	}
	if q.Term != nil || q.Left != nil || len(q.Imports) > 0 {
		return definitions{}, errors.New("only definitions (def name: …;) are allowed")
	}
	d := definitions{[]*gojq.Query{q}, map[string]bool{}}
	guard(reflect.ValueOf(q), d.used)
	_, err = d.compile(".")
	return d, err
}

// compile compiles an expression. $in is the call, see callInput.
func (d definitions) compile(src string) (*expr, error) {
	q, err := gojq.Parse(src)
	if err != nil {
		return nil, err
	}
	if len(q.Imports) > 0 {
		return nil, errImport // gojq panics on imports if the loader has no modules
	}
	used := map[string]bool{}
	maps.Copy(used, d.used)
	guard(reflect.ValueOf(q), used)
	d.defs = append([]*gojq.Query{selectGuards(used)}, d.defs...)
	options := append(functions(), gojq.WithModuleLoader(d), gojq.WithVariables([]string{"$in", "$__steps"}),
		gojq.WithFunction("_charge", 4, 4, charge))
	code, err := gojq.Compile(q, options...)
	if err != nil {
		return nil, err
	}
	return &expr{code: code}, nil
}

// eval evaluates the expression with input. It returns exactly one JSON value, or an *EvalError.
func (e *expr) eval(ctx context.Context, input, in any) (any, error) {
	steps := &stepLimiter{ctx, maxSteps}
	results := e.code.RunWithContext(steps, input, in, steps) //nolint:contextcheck // steps embeds ctx
	value, ok := results.Next()
	if !ok {
		return nil, e.failed(errNoResult)
	}
	if err, failed := value.(error); failed {
		if errors.Is(err, errTooManySteps) {
			return nil, e.failed(err)
		}
		return nil, &EvalError{Place: e.place, Detail: err.Error(), err: redactError(err)}
	}
	if _, more := results.Next(); more {
		return nil, e.failed(errManyResults)
	}
	left := maxBytes
	if !fits(value, &left, maxDepth) {
		return nil, e.failed(errTooLarge)
	}
	return value, nil
}

func (e *expr) failed(err error) error { return &EvalError{Place: e.place, err: err} }

// text evaluates the expression to a scalar as text. ok is false for null.
func (e *expr) text(ctx context.Context, input, in any) (text string, ok bool, err error) {
	v, err := e.eval(ctx, input, in)
	if err != nil || v == nil {
		return "", false, err
	}
	if text, ok = scalarText(v); !ok {
		err = e.failed(errNotScalar)
	}
	return text, ok, err
}

// stepLimiter is a context that ends after a number of steps. gojq calls Done at each step, and
// guards count further steps.
type stepLimiter struct {
	context.Context
	left int
}

// closedChan is returned by Done once no steps are left.
var closedChan = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// Done counts a step.
func (l *stepLimiter) Done() <-chan struct{} {
	if l.left--; l.left < 0 {
		return closedChan
	}
	return l.Context.Done()
}

// Err returns errTooManySteps if no steps are left, otherwise the error of the caller's context.
func (l *stepLimiter) Err() error {
	if l.left < 0 {
		return errTooManySteps
	}
	return l.Context.Err()
}

// redactError removes the values that jq errors quote, because errors are logged.
func redactError(err error) error {
	what, _, _ := strings.Cut(err.Error(), " (")
	if len(what) > 80 || strings.ContainsAny(what, "\"{[") {
		what = fmt.Sprintf("%T", err)
	}
	return errors.New(what)
}

// fits reports whether v encoded as JSON fits into left bytes. A value that is small in memory can
// be large as JSON.
func fits(v any, left *int, depth int) bool {
	*left -= 2
	switch v := v.(type) {
	case string:
		*left -= len(v)
	case []any:
		for _, item := range v {
			if depth == 0 || !fits(item, left, depth-1) {
				return false
			}
		}
	case map[string]any:
		for key, item := range v {
			if *left -= len(key); depth == 0 || !fits(item, left, depth-1) {
				return false
			}
		}
	}
	return *left >= 0
}
