package webpage

import (
	"fmt"
	"html"
	"strings"
)

// Fill replaces {{name}} in an embedded page by the escaped value of that name and {{raw name}} by the value itself. Of a
// block {{if name}}…{{else}}…{{end}} it keeps the part for a value or for an empty one. It panics on an unknown name.
//
// It stands in for html/template, which calls methods by name: with it the linker keeps every method of every type, and
// the binary grows by 10 MB.
func Fill(page string, values map[string]string) string {
	f := filler{rest: page, values: values}
	out, _ := f.block()
	return out
}

type filler struct {
	rest   string
	values map[string]string
}

// block fills up to the action that ends a part of a block, and returns that action.
func (f *filler) block() (out, end string) {
	var b strings.Builder
	for {
		text, after, found := strings.Cut(f.rest, "{{")
		b.WriteString(text)
		if !found {
			f.rest = ""
			return b.String(), ""
		}
		var action string
		action, f.rest, _ = strings.Cut(after, "}}")
		verb, name, hasVerb := strings.Cut(action, " ")
		switch {
		case action == "else" || action == "end":
			return b.String(), action
		case !hasVerb:
			b.WriteString(html.EscapeString(f.value(action)))
		case verb == "raw":
			b.WriteString(f.value(name))
		case verb == "if":
			kept, end := f.block()
			other := ""
			if end == "else" {
				other, _ = f.block()
			}
			if f.value(name) == "" {
				kept = other
			}
			b.WriteString(kept)
		default:
			panic(fmt.Sprintf("fill page: unknown action {{%s}}", action))
		}
	}
}

func (f *filler) value(name string) string {
	value, ok := f.values[name]
	if !ok {
		panic(fmt.Sprintf("fill page: no value %q", name))
	}
	return value
}
