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

// hooksFolder contains the generated hooks, one file for each class.
const hooksFolder = "web/src/contracts/hooks/"

// writeHooks generates the hooks of every class and returns them by path.
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

// hookFile collects the hooks of one class and their imports.
type hookFile struct {
	body    bytes.Buffer
	imports map[string][]string // imported names by import statement
}

// The import statements of a hooks file, in their order. The hooks import modules, not the index of lib/swr: they are
// part of the landing page, whose chunks take no unused modules from an index.
const (
	fromUseCall           = "import { %s } from '@/lib/swr/useCall';\n"
	typesFromUseCall      = "import type { %s } from '@/lib/swr/useCall';\n"
	typesFromUseCallPages = "import type { %s } from '@/lib/swr/useCallPages';\n"
	fromUseCallPages      = "import { %s } from '@/lib/swr/useCallPages';\n"
	fromUseMoney          = "import { %s } from '@/lib/swr/useMoney';\n"
	fromUseWrite          = "import { %s } from '@/lib/swr/useWrite';\n"
	typesFromUseWrite     = "import type { %s } from '@/lib/swr/useWrite';\n"
	typesFromCalls        = "import type { %s } from '../calls';\n"
	fromKeys              = "import { %s } from '../keys';\n"
)

// hookImports lists the import statements in the order of a file.
var hookImports = []string{
	fromUseCall, typesFromUseCall, fromUseCallPages, typesFromUseCallPages, fromUseMoney, fromUseWrite, typesFromUseWrite, typesFromCalls, fromKeys,
}

func (f *hookFile) uses(form string, names ...string) {
	f.imports[form] = append(f.imports[form], names...)
}

func (f *hookFile) bytes() []byte {
	var out bytes.Buffer
	out.WriteString(tsHeader)
	for _, form := range hookImports {
		if names := f.imports[form]; len(names) > 0 {
			slices.Sort(names)
			fmt.Fprintf(&out, form, strings.Join(slices.Compact(names), ", "))
		}
	}
	out.Write(f.body.Bytes())
	return out.Bytes()
}

// add generates the hook of a call, and another one for each variant that is not a read: two_auth_type is a read, and
// with `mode: 'set'` a write.
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
		value, ok := v.When[0].Value.(string)
		if !ok || len(v.When) != 1 {
			return fmt.Errorf("variant of a read: want exactly one condition on a string")
		}
		field := v.When[0].Field
		f.addAction(call, name+exported(value), v.Rules.Kind, fmt.Sprintf("%s & { %s: %s }", request, field, tsLiteral(value)))
		reads += fmt.Sprintf(" & { %s: Exclude<%s['%s'], %s> }", field, request, field, tsLiteral(value))
	}
	f.addRead(c, call, name, reads)
	if !call.Paginated {
		return nil
	}
	limit, ok := c.Defaults(call)["limit"]
	if !ok {
		return fmt.Errorf("paginated call: limit has no default")
	}
	f.addPages(c, call, name+"Pages", tsLiteral(limit))
	return nil
}

func (f *hookFile) addRead(c *contract.Catalogue, call *bff.Call, name, request string) {
	f.uses(fromUseCall, "useCall")
	f.uses(typesFromUseCall, "UseCallOptions")
	f.uses(typesFromCalls, "RequestOf")
	f.uses(fromKeys, keyName(call))
	f.comment(call, "")
	fmt.Fprintf(&f.body, "export const %s = (\n  data: %s | null%s,\n  options?: UseCallOptions,\n) => useCall(%s, data, options);\n",
		name, request, defaultRequest(c, call), keyName(call))
}

func (f *hookFile) addPages(c *contract.Catalogue, call *bff.Call, name, limit string) {
	f.uses(fromUseCallPages, "useCallPages")
	f.uses(typesFromUseCallPages, "UsePagesOptions")
	f.uses(typesFromCalls, "Unpaged")
	f.uses(fromKeys, keyName(call))
	f.comment(call, " Appends page by page.")
	fmt.Fprintf(&f.body, "export const %s = (\n  data: Unpaged<'%s'> | null%s,\n  limit = %s,\n  options?: UsePagesOptions,\n) => useCallPages(%s, data, limit, options);\n",
		name, call.Name(), defaultRequest(c, call), limit, keyName(call))
}

// addAction generates the hook of a write or of a money call. only narrows the request type when the call has variants.
func (f *hookFile) addAction(call *bff.Call, name string, kind bff.Kind, only string) {
	hook, from := "useWrite", fromUseWrite
	if kind == bff.KindMoney {
		hook, from = "useMoney", fromUseMoney
	}
	f.uses(from, hook)
	f.uses(typesFromUseWrite, "WriteOptions")
	types := ""
	if only != "" {
		f.uses(typesFromCalls, "RequestOf")
		types = fmt.Sprintf("<'%s', %s>", call.Name(), only)
	}
	f.comment(call, "")
	fmt.Fprintf(&f.body, "export const %s = (options?: WriteOptions<'%s'>) =>\n  %s%s('%s', options);\n",
		name, call.Name(), hook, types, call.Name())
}

func (f *hookFile) comment(call *bff.Call, more string) {
	fmt.Fprintf(&f.body, "\n/** %s (%s).%s */\n", call.Summary, call.Source, more)
}

// defaultRequest returns the default value of a request whose fields are all optional.
func defaultRequest(c *contract.Catalogue, call *bff.Call) string {
	if allOptional(c, call) {
		return " = {}"
	}
	return ""
}

func keyName(call *bff.Call) string { return lowerFirst(identifier(call)) + "Key" }

// allOptional reports whether every field of a call's request is optional.
func allOptional(c *contract.Catalogue, call *bff.Call) bool {
	request, _ := c.Definitions(call)
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
