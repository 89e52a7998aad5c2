package rest

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/itchyny/gojq"
)

// Limits of one evaluation.
const (
	// Steps, not time: on a busy machine a good expression would be stopped now and then. So
	// many take the better part of a second.
	maxSteps = 5_000_000
	maxBytes = 8 << 20 // of what an expression gives, written as JSON
	maxDepth = 64
)

// Faults of an expression that ran.
var (
	errNothing = errors.New("the expression gives nothing")
	errSeveral = errors.New("the expression gives more than one value")
	errTooBig  = errors.New("the expression gives more than is allowed")
	errTooLong = errors.New("the expression takes more steps than are allowed")
	errImport  = errors.New("modules cannot be imported")
)

// expr is a compiled expression. It may be used from many goroutines.
type expr struct{ code *gojq.Code }

// prelude are the definitions of a mapping, known to each of its expressions.
type prelude struct{ defs []*gojq.Query }

// LoadInitModules is what gojq asks a module loader for. There is no other module.
func (p prelude) LoadInitModules() ([]*gojq.Query, error) { return p.defs, nil }

// parseDefinitions reads the jq definitions of a mapping and compiles them, so that a fault
// is told where they stand and not at each use.
func parseDefinitions(src string) (prelude, error) {
	q, err := gojq.Parse(src)
	if err != nil {
		return prelude{}, err
	}
	if q.Term != nil || q.Left != nil || len(q.Imports) > 0 {
		return prelude{}, errors.New("only definitions (def name: …;) may stand here")
	}
	p := prelude{defs: []*gojq.Query{q}}
	_, err = p.compile(".")
	return p, err
}

// compile makes an expression. $in is what is known of the call, see known.
func (p prelude) compile(src string) (*expr, error) {
	q, err := gojq.Parse(src)
	if err != nil {
		return nil, err
	}
	if len(q.Imports) > 0 {
		return nil, errImport // gojq panics on one, where its loader knows no modules
	}
	options := append(functions(), gojq.WithModuleLoader(p), gojq.WithVariables([]string{"$in"}))
	code, err := gojq.Compile(q, options...)
	if err != nil {
		return nil, err
	}
	return &expr{code}, nil
}

// eval runs an expression over input. It gives exactly one value, made of what JSON has.
func (e *expr) eval(ctx context.Context, input, in any) (any, error) {
	steps := &budget{ctx, maxSteps}
	results := e.code.RunWithContext(steps, input, in) //nolint:contextcheck // the budget is of the caller's
	value, ok := results.Next()
	if !ok {
		return nil, errNothing
	}
	if err, failed := value.(error); failed {
		if errors.Is(err, errTooLong) {
			return nil, err
		}
		return nil, plain(err)
	}
	if _, more := results.Next(); more {
		return nil, errSeveral
	}
	left := maxBytes
	if !within(value, &left, maxDepth) {
		return nil, errTooBig
	}
	return value, nil
}

// budget is a context that ends after a number of steps: jq asks for its end at each.
type budget struct {
	context.Context
	left int
}

// spent is what a budget gives once nothing is left of it.
var spent = func() <-chan struct{} { c := make(chan struct{}); close(c); return c }()

// Done counts a step.
func (b *budget) Done() <-chan struct{} {
	if b.left--; b.left < 0 {
		return spent
	}
	return b.Context.Done()
}

// Err gives errTooLong where the steps, and not the caller, have ended it.
func (b *budget) Err() error {
	if b.left < 0 {
		return errTooLong
	}
	return b.Context.Err()
}

// plain keeps what a jq error says and drops the value that it quotes: errors are logged,
// and values are players' own.
func plain(err error) error {
	what, _, _ := strings.Cut(err.Error(), " (")
	if len(what) > 80 || strings.ContainsAny(what, "\"{[") {
		what = fmt.Sprintf("%T", err)
	}
	return errors.New(what)
}

// within tells whether v, written as JSON, fits into what is left. It walks v as it would be
// written: few values may share much, and be far more when written than they are in memory.
func within(v any, left *int, depth int) bool {
	*left -= 2
	switch v := v.(type) {
	case string:
		*left -= len(v)
	case []any:
		for _, item := range v {
			if depth == 0 || !within(item, left, depth-1) {
				return false
			}
		}
	case map[string]any:
		for key, item := range v {
			if *left -= len(key); depth == 0 || !within(item, left, depth-1) {
				return false
			}
		}
	}
	return *left >= 0
}
