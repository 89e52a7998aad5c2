package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/contract"
)

// hooksFolder is where the hooks lie, one file a class.
const hooksFolder = "web/src/contracts/hooks/"

// writeHooks writes the hooks of every class, by path.
func writeHooks(c *contract.Catalogue) (map[string][]byte, error) {
	classes := map[string]*hookFile{}
	for _, call := range c.Calls() {
		file := classes[call.Class]
		if file == nil {
			file = &hookFile{imports: map[string][]string{}}
			classes[call.Class] = file
		}
		if err := file.add(c, call); err != nil {
			return nil, fmt.Errorf("%s: %w", call.Name(), err)
		}
	}
	out := map[string][]byte{}
	for class, file := range classes {
		out[hooksFolder+class+".ts"] = file.bytes()
	}
	return out, nil
}

// hookFile gathers the hooks of one class and what they import.
type hookFile struct {
	body    bytes.Buffer
	imports map[string][]string // names by the form of their import
}

// The imports of a file of hooks, in their order.
const (
	fromSwr       = "import { %s } from '@/lib/swr';\n"
	typesFromSwr  = "import type { %s } from '@/lib/swr';\n"
	typesFromCall = "import type { %s } from '../calls';\n"
	fromKeys      = "import { %s } from '../keys';\n"
)

func (f *hookFile) uses(form string, names ...string) {
	f.imports[form] = append(f.imports[form], names...)
}

func (f *hookFile) bytes() []byte {
	var out bytes.Buffer
	out.WriteString(tsHeader)
	for _, form := range []string{fromSwr, typesFromSwr, typesFromCall, fromKeys} {
		if names := f.imports[form]; len(names) > 0 {
			slices.Sort(names)
			fmt.Fprintf(&out, form, strings.Join(slices.Compact(names), ", "))
		}
	}
	out.Write(f.body.Bytes())
	return out.Bytes()
}

// add writes a hook for what the call does, and one more for each thing that it does with
// other data: two_auth_type reads, and with the mode set it writes.
func (f *hookFile) add(c *contract.Catalogue, call *bff.Call) error {
	name, request := "use"+identifier(call), fmt.Sprintf("RequestOf<'%s'>", call.Name())
	if call.Rules.Kind != bff.KindRead {
		f.addAction(call, name, call.Rules.Kind, "")
		return nil
	}
	reads := request
	for _, v := range c.Variants(call) {
		if v.Rules.Kind == bff.KindRead {
			continue
		}
		word, ok := v.When[0].Value.(string)
		if !ok || len(v.When) != 1 {
			return fmt.Errorf("a read can be turned into a write by one word only")
		}
		field := v.When[0].Field
		f.addAction(call, name+exported(word), v.Rules.Kind, fmt.Sprintf("%s & { %s: %s }", request, field, tsLiteral(word)))
		reads += fmt.Sprintf(" & { %s: Exclude<%s['%s'], %s> }", field, request, field, tsLiteral(word))
	}
	f.addRead(c, call, name, reads)
	if !call.Paginated {
		return nil
	}
	limit, ok := c.Defaults(call)["limit"]
	if !ok {
		return fmt.Errorf("a list needs a default for its limit")
	}
	f.addPages(c, call, name+"Pages", tsLiteral(limit))
	return nil
}

func (f *hookFile) addRead(c *contract.Catalogue, call *bff.Call, name, request string) {
	f.uses(fromSwr, "useCall")
	f.uses(typesFromSwr, "UseCallOptions")
	f.uses(typesFromCall, "RequestOf")
	f.uses(fromKeys, keyName(call))
	f.comment(call, "")
	fmt.Fprintf(&f.body, "export const %s = (\n  data: %s | null%s,\n  options?: UseCallOptions,\n) => useCall(%s, data, options);\n",
		name, request, absent(c, call), keyName(call))
}

func (f *hookFile) addPages(c *contract.Catalogue, call *bff.Call, name, limit string) {
	f.uses(fromSwr, "useCallPages")
	f.uses(typesFromCall, "Unpaged")
	f.uses(fromKeys, keyName(call))
	f.comment(call, " Page by page, appended.")
	fmt.Fprintf(&f.body, "export const %s = (data: Unpaged<'%s'> | null%s, limit = %s) =>\n  useCallPages(%s, data, limit);\n",
		name, call.Name(), absent(c, call), limit, keyName(call))
}

// addAction writes the hook of a write or of a money call. `only`: the one request it takes,
// where the call takes others as well.
func (f *hookFile) addAction(call *bff.Call, name string, kind bff.Kind, only string) {
	hook := "useWrite"
	if kind == bff.KindMoney {
		hook = "useMoney"
	}
	f.uses(fromSwr, hook)
	f.uses(typesFromSwr, "WriteOptions")
	types := ""
	if only != "" {
		f.uses(typesFromCall, "RequestOf")
		types = fmt.Sprintf("<'%s', %s>", call.Name(), only)
	}
	f.comment(call, "")
	fmt.Fprintf(&f.body, "export const %s = (options?: WriteOptions<'%s'>) =>\n  %s%s('%s', options);\n",
		name, call.Name(), hook, types, call.Name())
}

func (f *hookFile) comment(call *bff.Call, more string) {
	fmt.Fprintf(&f.body, "\n/** %s (%s).%s */\n", call.Summary, call.Source, more)
}

// absent is the default of a request that may be left out whole.
func absent(c *contract.Catalogue, call *bff.Call) string {
	if bare(c, call) {
		return " = {}"
	}
	return ""
}

func keyName(call *bff.Call) string { return lowerFirst(identifier(call)) + "Key" }

// bare tells whether a call may be asked without data.
func bare(c *contract.Catalogue, call *bff.Call) bool {
	request, _ := c.Shapes(call)
	for _, file := range c.Schemas() {
		for _, def := range file.Defs {
			if schema, ok := def.Value.(yaml.MapSlice); ok && def.Key == request {
				required, _ := get(schema, "required").([]any)
				return len(required) == 0
			}
		}
	}
	return false
}
