package rest

import (
	"encoding/json"
	"math/big"
	"reflect"
	"regexp"
	"strings"

	"github.com/itchyny/gojq"

	"croupier/bff/internal/lists"
)

// bytesPerStep is the number of bytes that an operation may copy or compare per step.
const bytesPerStep = 64

// guards redefines the functions with more work than the bytes of their input. Each one charges its
// work and then calls the function of gojq, because a body does not see later definitions.
var guards = func() []*gojq.FuncDef {
	src := `def _add(l; r): l + r; def _subtract(l; r): l - r; def _multiply(l; r): l * r; # of += -= *=
		def _setpath($p; $x): setpath($p; $x); def setpath($p; $x): _charge($__steps; "list"; [$p[]? | numbers] | max; .) | .[1] | _setpath($p; $x);
		def _transpose: transpose; def transpose: _charge($__steps; "list"; length * ([0, (.[] | length)] | max); .) | .[1] | _transpose; `
	for _, d := range [][2]string{
		{
			`def _OP: OP; def OP: _charge($__steps; "OP"; .; null) | .[0] | _OP; `,
			"add error flatten halt_error max min sort tojson tostring unique _tobase64 _tobase64d _tocsv _tohtml " +
				"_tosh _totsv _touri",
		},
		{
			`def _OP($x): OP($x); def OP($x): _charge($__steps; "OP"; .; $x) | .[0] | _OP($x); `,
			"bsearch contains delpaths error format index indices inside join rindex",
		},
		{
			`def _OP(f): OP(f); def OP(f): _charge($__steps; "OP"; .; null) | .[0] | _OP(f); `,
			"IN group_by max_by min_by sort_by unique_by",
		},
		{
			`def _OP($x; $y): OP($x; $y); def OP($x; $y): _charge($__steps; "OP"; .; [$x, $y]) | .[0] | _OP($x; $y); `,
			"capture match scan split splits",
		},
		{`def OP($x): OP($x; null); `, "capture match scan splits"},
		{`def _OP($x; s; $y): OP($x; s; $y); def OP($x; s; $y): _charge($__steps; "OP"; .; [$x, $y]) | .[0] | _OP($x; s; $y); def OP($x; s): OP($x; s; null); `, "gsub sub"},
	} {
		for name := range strings.FieldsSeq(d[1]) {
			src += strings.ReplaceAll(d[0], "OP", name)
		}
	}
	q, err := gojq.Parse(src)
	if err != nil {
		panic(err) // a mistake above
	}
	guard(reflect.ValueOf(q), map[string]bool{})
	return q.FuncDefs
}()

// guard makes a parsed expression charge the work of its operators, and adds the called functions
// to used.
func guard(v reflect.Value, used map[string]bool) {
	v = reflect.Indirect(v)
	switch v.Kind() {
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
			switch x.Op {
			case gojq.OpUpdateAdd, gojq.OpUpdateSub, gojq.OpUpdateMul:
				used["_add"], used["_subtract"], used["_multiply"] = true, true, true
			case gojq.OpAdd, gojq.OpSub, gojq.OpEq, gojq.OpNe, gojq.OpLt, gojq.OpGt, gojq.OpLe, gojq.OpGe:
				if isNumber(x.Left) || isNumber(x.Right) {
					return
				}
				fallthrough
			case gojq.OpMul:
				op := x.Op.String()
				q := charged(op, ".[0] "+op+" .[1]", x.Left, x.Right)
				x.Left, x.Op, x.Right = q.Left, q.Op, q.Right
			}
		case *gojq.Index:
			if x.Start != nil && !x.IsSlice && !isNumber(x.Start) {
				x.Start = charged("list", ".[0]", x.Start)
			}
		case *gojq.Term:
			used["_to"+strings.TrimPrefix(x.Format, "@")] = true
		case *gojq.Func:
			used[x.Name] = true
		}
	}
}

func isNumber(q *gojq.Query) bool { return q.Term != nil && q.Term.Type == gojq.TermTypeNumber }

// charged returns an expression that charges the work of an operation before then, whose input is
// the operands.
func charged(op, then string, operands ...*gojq.Query) *gojq.Query {
	q, err := gojq.Parse(`_charge($__steps; "` + op + `"; null; null) | ` + then)
	if err != nil {
		panic(err) // a mistake of guard
	}
	copy(q.Left.Term.Func.Args[2:], operands)
	return q
}

// selectGuards returns the guards of used functions. Texts with expressions use tojson and
// tostring.
func selectGuards(used map[string]bool) *gojq.Query {
	used["tojson"], used["tostring"] = true, true
	return &gojq.Query{FuncDefs: lists.Filter(guards, func(def *gojq.FuncDef) bool {
		return used[def.Name] || used[strings.TrimPrefix(def.Name, "_")]
	})}
}

// charge subtracts the work of an operation from the remaining steps, and returns its operands as a
// list.
func charge(_ any, args []any) any {
	steps := args[0].(*stepLimiter)
	most := float64(steps.left+1) * bytesPerStep
	if work := cost(args[1].(string), args[2], args[3], most); work > 0 { // not NaN
		steps.left -= int(min(work, most) / bytesPerStep)
	}
	if steps.left < 0 {
		return errTooManySteps
	}
	return args[2:]
}

// cost returns the work of an operation in bytes. It counts up to most.
func cost(op string, l, r any, most float64) float64 {
	switch op {
	case "+":
		return size(l) + size(r)
	case "*": // repeats a text, or multiplies long numbers
		return max(number(l)*size(r), number(r)*size(l), size(l)*size(r))
	case "list": // of that length, which the highest index decides
		return slot*number(l) - freeList
	case "capture", "gsub", "match", "scan", "split", "splits", "sub": // read the text once for each match
		pattern, _ := r.([]any)[0].(string)
		flags, _ := r.([]any)[1].(string)
		text, _ := l.(string)
		n := size(text)
		if (op == "capture" || op == "match" || op == "sub") && !strings.Contains(flags, "g") {
			return n
		}
		if n <= 256 {
			return n * n // cheaper than to count matches
		}
		re, err := regexp.Compile("(?is)" + pattern) // finds about as many matches as with other flags
		if err != nil {
			return n
		}
		return n * float64(1+len(re.FindAllStringIndex(text, 1+int(most/n))))
	case "-", "contains", "index", "indices", "inside", "rindex":
		return weight(l, most) * weight(r, most) / slot
	case "join":
		return weight(l, most) + size(l)/slot*size(r)
	}
	return weight(l, most) + weight(r, most)
}

const (
	slot     = 16      // bytes of an element of a list
	freeList = 1 << 24 // bytes of a list that cost nothing
)

// weight returns the size of a value as JSON, counted up to most.
func weight(v any, most float64) float64 {
	left := int(most)
	if !fits(v, &left, maxDepth) {
		return most + bytesPerStep
	}
	return most - float64(left)
}

// size returns the bytes of a value without those that its elements refer to.
func size(v any) float64 {
	switch v := v.(type) {
	case string:
		return float64(len(v))
	case []any:
		return float64(slot * len(v))
	case map[string]any:
		return float64(slot * len(v))
	case *big.Int:
		return float64(v.BitLen() / 8)
	}
	return 0
}

// number returns the value of a number of ordinary size, or 0.
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
