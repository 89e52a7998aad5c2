package config

import (
	"errors"
	"maps"
	"reflect"
	"slices"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// encodeYAML writes a value as YAML. It keeps the comments and the order of base, the file before
// the change.
func encodeYAML(base []byte, value any) ([]byte, error) {
	plain, err := encodeJSON("", value)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseBytes(base, parser.ParseComments)
	if err == nil && len(file.Docs) == 1 {
		was, _ := yamlOf(base)
		root, isMapping := file.Docs[0].Body.(*ast.MappingNode)
		if isMapping && editYAML(root, was, value) == nil && isSameYAML([]byte(file.String()), plain) {
			return []byte(file.String()), nil
		}
	}
	var ordered any
	if err := yaml.UnmarshalWithOptions(plain, &ordered, yaml.UseOrderedMap()); err != nil {
		return nil, err
	}
	if out, err := yaml.Marshal(ordered); err == nil && isSameYAML(out, plain) {
		return out, nil
	}
	return plain, nil // JSON is YAML
}

// isSameYAML reports whether two YAML files have the same values.
func isSameYAML(a, b []byte) bool {
	x, errX := yamlOf(a)
	y, errY := yamlOf(b)
	return errX == nil && errY == nil && reflect.DeepEqual(x, y)
}

// editYAML changes the fields of a mapping from was to now.
func editYAML(node *ast.MappingNode, was, now any) error {
	before, _ := was.(map[string]any)
	after, _ := now.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if reflect.DeepEqual(before[name], after[name]) {
			continue
		}
		raw, err := encodeJSON("", map[string]any{name: after[name]})
		if err != nil {
			return err
		}
		var ordered yaml.MapSlice
		if err = yaml.UnmarshalWithOptions(raw, &ordered, yaml.UseOrderedMap()); err != nil {
			return err
		}
		created, err := yaml.ValueToNode(ordered)
		added, ok := created.(*ast.MappingNode)
		if err != nil || !ok {
			return errors.Join(err, errors.New("no mapping"))
		}
		i := slices.IndexFunc(node.Values, func(v *ast.MappingValueNode) bool { return v.Key.String() == name })
		if i < 0 {
			node.Merge(added)
			continue
		}
		below, isMapping := node.Values[i].Value.(*ast.MappingNode)
		if isMapping && hasFieldsOf(after[name], before[name]) {
			err = editYAML(below, before[name], after[name])
		} else {
			err = node.Values[i].Replace(added.Values[0].Value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hasFieldsOf reports whether two values are mappings and a has all fields of b.
func hasFieldsOf(a, b any) bool {
	x, isMapping := a.(map[string]any)
	y, ok := b.(map[string]any)
	for name := range y {
		_, found := x[name]
		ok = ok && found
	}
	return isMapping && ok
}
