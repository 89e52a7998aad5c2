package rest

import (
	"encoding/json"
	"errors"
	"math/big"
	"reflect"
	"regexp"
	"strings"

	"github.com/itchyny/gojq"
)

// maxWork bounds the work of one evaluation within steps, which gojq does not interrupt: bytes that are copied
// or compared. This many take most of a second.
const maxWork = 256 << 20

var errTooMuchWork = errors.New("the expression exceeds the work limit")

// work is what is left of maxWork. It is the variable $__work of expressions.
type work struct{ left float64 }

// guards redefines the operators and functions that may take longer than their input is long, or whose result
// may be longer. Each charges its work and then calls gojq's own: a body does not see later definitions.
var guards = func() map[string]string {
	out := map[string]string{}
	for pattern, names := range map[string]string{
		`def OP(l; r): r as $r | l as $l | _charge($__work; "OP"; $l; $r) | $l SIGN $r; `:                  "_add+ _subtract- _multiply*",
		`def OP(x): x as $x | _charge($__work; "OP"; $x; null) | $x; `:                                     "_at",
		`def _OP: OP; def OP: _charge($__work; "OP"; .; null) | _OP; `:                                     "tojson tostring transpose",
		`def _OP($x): OP($x); def OP($x): _charge($__work; "OP"; .; $x) | _OP($x); `:                       "index rindex indices contains inside",
		`def _OP($x; $f): OP($x; $f); def OP($x; $f): _charge($__work; "OP"; .; [$x, $f]) | _OP($x; $f); `: "match capture scan splits split",
		`def _OP($x; s; $f): OP($x; s; $f); def OP($x; s; $f): _charge($__work; "OP"; .; [$x, $f]) | _OP($x; s; $f);
			def OP($x; s): OP($x; s; null); `: "sub gsub",
	} {
		for name := range strings.FieldsSeq(names) {
			op := strings.TrimRight(name, "+-*")
			out[op] = strings.NewReplacer("OP", op, "SIGN", strings.TrimPrefix(name, op)).Replace(pattern)
		}
	}
	for name := range strings.FieldsSeq("match capture scan splits") {
		out[name] += "def " + name + "($x): " + name + "($x; null); "
	}
	return out
}()

// operators are the guards of operators.
var operators = map[gojq.Operator]string{
	gojq.OpSub: "_subtract", gojq.OpMul: "_multiply", gojq.OpUpdateAdd: "_add", gojq.OpUpdateSub: "_subtract", gojq.OpUpdateMul: "_multiply",
}

// guard makes a query call guards, which it adds to used.
func guard(v reflect.Value, used map[string]bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			guard(v.Elem(), used)
		}
	case reflect.Slice:
		for i := range v.Len() {
			guard(v.Index(i), used)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			guard(v.Field(i), used)
		}
		switch x := v.Addr().Interface().(type) {
		case *gojq.Query:
			name := operators[x.Op]
			used[name] = true
			switch x.Op {
			case gojq.OpAdd:
				x.Left, x.Right = measured(x.Left), measured(x.Right)
			case gojq.OpSub, gojq.OpMul:
				x.Term, x.Left, x.Right, x.Op = call(name, x.Left, x.Right).Term, nil, nil, 0
			}
		case *gojq.Index:
			if x.Start != nil && !x.IsSlice {
				used["_at"], x.Start = true, call("_at", x.Start)
			}
		case *gojq.Func:
			used[x.Name] = true
		}
	}
}

// measured returns an operand of an addition that charges its size. Literals are short.
func measured(q *gojq.Query) *gojq.Query {
	if q.Term != nil && (q.Term.Type == gojq.TermTypeNumber || q.Term.Type == gojq.TermTypeString && len(q.Term.Str.Queries) == 0) {
		return q
	}
	return call("_measured", call("$__work"), q)
}

func call(name string, args ...*gojq.Query) *gojq.Query {
	return &gojq.Query{Term: &gojq.Term{Type: gojq.TermTypeFunc, Func: &gojq.Func{Name: name, Args: args}}}
}

// loadGuards returns the definitions of the used guards.
func loadGuards(used map[string]bool) (*gojq.Query, error) {
	var src strings.Builder
	for name := range used {
		src.WriteString(guards[name])
	}
	return gojq.Parse(src.String() + ".")
}

// spend takes c from what is left. A negative count or NaN costs nothing.
func (w *work) spend(c float64) error {
	if c > 0 {
		w.left -= c
	}
	if w.left < 0 {
		return errTooMuchWork
	}
	return nil
}

// charge returns v, or errTooMuchWork. args are a *work, an operation and its operands.
func charge(v any, args []any) any {
	w := args[0].(*work)
	if err := w.spend(cost(args[1].(string), args[2], args[3], w.left)); err != nil {
		return err
	}
	return v
}

// measure returns an operand after its size was charged. args are a *work and the operand.
func measure(_ any, args []any) any {
	if err := args[0].(*work).spend(cost("_add", args[1], nil, 0)); err != nil {
		return err
	}
	return args[1]
}

// cost returns the work of an operation. It counts up to most.
func cost(op string, l, r any, most float64) float64 {
	const slot = 16 // bytes of an element of a list
	n, m := size(l), size(r)
	text, isText := l.(string)
	switch op {
	case "_add":
		if isText {
			return n + m
		}
		return slot * (n + m)
	case "_multiply": // repeats a text, or multiplies long numbers
		return max(number(l)*m, number(r)*n, n*m)
	case "_at": // a list is as long as the highest index that is assigned
		if x := number(l); x > maxWork/slot/slot {
			return slot * x
		}
		return 0
	case "tojson", "tostring":
		left := int(most)
		if !fits(l, &left, maxDepth) {
			return most + 1
		}
		return most - float64(left)
	case "transpose":
		rows, _ := l.([]any)
		for _, row := range rows {
			m = max(m, size(row))
		}
		return slot * n * m
	case "_subtract", "contains", "inside", "index", "rindex", "indices":
		if isText {
			return slot*n + n*m/slot
		}
		return slot * n * m
	}
	args := r.([]any) // of a function with a regular expression, which reads the text once for each match
	pattern, _ := args[0].(string)
	flags, _ := args[1].(string)
	if (op == "match" || op == "capture" || op == "sub") && !strings.Contains(flags, "g") {
		return n
	}
	if n <= 256 {
		return n * n // cheaper than to count matches
	}
	re, err := regexp.Compile("(?is)" + pattern) // finds about as many matches as with other flags
	if err != nil {
		return n
	}
	return n * float64(1+len(re.FindAllStringIndex(text, 1+int(most/max(1, n)))))
}

// size returns the length of a text, list, object or long number; 0 for other values.
func size(v any) float64 {
	switch v := v.(type) {
	case string:
		return float64(len(v))
	case []any:
		return float64(len(v))
	case map[string]any:
		return float64(len(v))
	case *big.Int:
		return float64(v.BitLen() / 64)
	}
	return 0
}

// number returns the value of a number of ordinary size; 0 for other values.
func number(v any) float64 {
	switch v := v.(type) {
	case int:
		return float64(v)
	case float64:
		return v
	case json.Number:
		f, _ := v.Float64()
		return f
	}
	return 0
}
