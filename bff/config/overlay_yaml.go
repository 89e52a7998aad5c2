package config

import (
	"bytes"
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// encodeYAML writes a value as a YAML file. If base, the file before the change, is a mapping,
// encodeYAML keeps its comments and its order.
func encodeYAML(name string, base []byte, value any) []byte {
	plain := encodeJSON(value)
	isSame := func(text []byte) bool { // the library may write a value that it reads differently
		got, err := decodeFile(name, text)
		want, _ := decodeFile(name, plain)
		return err == nil && reflect.DeepEqual(got, want)
	}
	if out, ok := edited(name, base, value); ok && isSame(out) {
		return out
	}
	if out, err := yaml.JSONToYAML(plain); err == nil && isSame(out) {
		return out
	}
	return plain // JSON is YAML
}

// edited returns base with the fields of value. It fails for changes that the library cannot write, where
// the library may panic.
func edited(name string, base []byte, value any) (out []byte, ok bool) {
	defer func() { ok = recover() == nil && ok }()
	file, err := parser.ParseBytes(base, parser.ParseComments)
	if err != nil || len(file.Docs) != 1 {
		return nil, false
	}
	was, _ := decodeFile(name, base)
	if !editYAML(file.Docs[0].Body, was, value) {
		return nil, false
	}
	return keepSpaces(base, file.String()), true
}

// keepSpaces returns text with the spaces in braces that lines of base have, because the library
// writes none.
func keepSpaces(base []byte, text string) []byte {
	squeezed := strings.NewReplacer("{ ", "{", " }", "}")
	before := map[string]string{}
	for line := range strings.Lines(string(base)) {
		before[squeezed.Replace(line)] = line
	}
	var out bytes.Buffer
	for line := range strings.Lines(text) {
		out.WriteString(cmp.Or(before[line], line))
	}
	return out.Bytes()
}

// editYAML changes the fields of a mapping from was to now. It returns false if that is not
// possible.
func editYAML(node ast.Node, was, now any) bool {
	root, isRoot := node.(*ast.MappingNode)
	before, isMapping := was.(map[string]any)
	after, ok := now.(map[string]any)
	if ok = ok && isRoot && isMapping; !ok {
		return false
	}
	for name := range before {
		_, found := after[name]
		ok = ok && found
	}
	for _, name := range slices.Sorted(maps.Keys(after)) {
		value := after[name]
		if !ok || reflect.DeepEqual(before[name], value) {
			continue
		}
		text, _ := yaml.JSONToYAML(encodeJSON(map[string]any{name: value}))
		created, err := parser.ParseBytes(text, 0)
		if err != nil || len(created.Docs) == 0 {
			return false
		}
		added, isAdded := created.Docs[0].Body.(*ast.MappingNode)
		i := slices.IndexFunc(root.Values, func(v *ast.MappingValueNode) bool { return v.Key.String() == name })
		switch {
		case !isAdded:
			return false
		case i < 0:
			root.Merge(added)
		case !editYAML(root.Values[i].Value, before[name], value):
			ok = root.Values[i].Replace(added.Values[0].Value) == nil
		}
	}
	return ok
}
