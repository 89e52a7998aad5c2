package main

import (
	"errors"
	"fmt"
	"slices"

	"croupier/bff"
	"croupier/bff/contract"
)

// hooksFolder contains the generated hooks, one file for each class.
const hooksFolder = "web/src/contracts/hooks/"

// hook is one hook of the site.
type hook struct {
	siteCall
	Kind  string // read, pages, write or money
	Hook  string // its name
	Data  string // type of the request; empty for a write without variants
	Limit string // of pages
}

// hookFile has the hooks of one class.
type hookFile []hook

// Has reports whether a hook is of a kind.
func (f hookFile) Has(kind string) bool {
	return slices.ContainsFunc(f, func(h hook) bool { return h.Kind == kind })
}

// Keys returns the names that the file imports from keys.ts.
func (f hookFile) Keys() (names []string) {
	for _, h := range f {
		if h.Kind == "read" {
			names = append(names, h.Key)
		}
	}
	slices.Sort(names)
	return names
}

// writeHooks generates the hooks of every class and returns them by path.
//
// The hooks import modules, not the index of lib/swr, because they are part of the landing page. An
// index would add unused modules to its chunks.
func writeHooks(c *contract.Catalogue, calls []siteCall) (map[string][]byte, error) {
	classes := map[string]hookFile{}
	for _, call := range calls {
		hooks, err := hooksOf(c, call)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", call.Name(), err)
		}
		classes[call.Class] = append(classes[call.Class], hooks...)
	}
	out := map[string][]byte{}
	for class, file := range classes {
		text, err := render("hooks.ts", file)
		if err != nil {
			return nil, err
		}
		out[hooksFolder+class+".ts"] = text
	}
	return out, nil
}

// hooksOf returns the hook of a call, and another one for each variant that is not a read:
// two_auth_type is a read, and with `mode: 'set'` a write. A paginated read also has a hook that
// appends pages.
func hooksOf(c *contract.Catalogue, call siteCall) (out []hook, err error) {
	main := hook{siteCall: call, Kind: string(call.Rules.Kind), Hook: "use" + identifier(call.Call)}
	if call.Rules.Kind != bff.KindRead {
		return []hook{main}, nil
	}
	request := fmt.Sprintf("RequestOf<'%s'>", call.Name())
	main.Data = request
	for _, v := range c.Variants(call.Call) {
		if v.Rules.Kind == bff.KindRead {
			continue
		}
		value, ok := v.When[0].Value.(string)
		if !ok || len(v.When) != 1 {
			return nil, errors.New("variant of a read: want exactly one condition on a string")
		}
		field, literal := v.When[0].Field, tsLiteral(value)
		out = append(out, hook{
			siteCall: call, Kind: string(v.Rules.Kind), Hook: main.Hook + exported(value), Data: fmt.Sprintf(
				"%s & { %s: %s }", request, field, literal,
			),
		})
		main.Data += fmt.Sprintf(" & { %s: Exclude<%s['%s'], %s> }", field, request, field, literal)
	}
	out = append(out, main)
	if call.Paginated {
		limit, ok := c.Defaults(call.Call)["limit"]
		if !ok {
			return nil, errors.New("paginated call: limit has no default")
		}
		out = append(out, hook{siteCall: call, Kind: "pages", Hook: main.Hook + "Pages", Limit: tsLiteral(limit)})
	}
	return out, nil
}
