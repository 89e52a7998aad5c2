package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// schemaNode is a part of a JSON Schema, from which faults say what is allowed. A nil node allows anything.
type schemaNode map[string]any

// schemaTrees returns the schemas by kind of file.
var schemaTrees = sync.OnceValues(func() (map[string]schemaNode, error) {
	out := map[string]schemaNode{}
	for _, name := range kinds {
		raw, err := Schema(name)
		if err != nil {
			return nil, err
		}
		var tree schemaNode
		numbers := json.NewDecoder(bytes.NewReader(raw))
		numbers.UseNumber()
		if err := numbers.Decode(&tree); err != nil {
			return nil, fmt.Errorf("config: schema %s: %w", name, err)
		}
		out[name] = tree
	}
	return out, nil
})

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

// at returns the node at the JSON pointer in the fragment of a URL.
func (n schemaNode) at(address string) schemaNode {
	_, pointer, _ := strings.Cut(address, "#")
	if decoded, err := url.PathUnescape(pointer); err == nil {
		pointer = decoded
	}
	for _, name := range strings.Split(pointer, "/")[1:] {
		n = n.child(pointerEscapes.Replace(name))
	}
	return n
}

// child returns the node below a keyword.
func (n schemaNode) child(keyword string) schemaNode {
	below, _ := n[keyword].(map[string]any)
	return below
}

// properties returns the names of the fields, sorted.
func (n schemaNode) properties() []string { return slices.Sorted(maps.Keys(n.child("properties"))) }

// names describes the names that fields may have.
func (n schemaNode) names() string {
	return strings.Join(append(n.properties(), slices.Sorted(maps.Keys(n.child("patternProperties")))...), ", ")
}

// property returns the node of a field.
func (n schemaNode) property(name string) schemaNode { return n.child("properties").child(name) }

// allowed describes the values of a node of root: its description, its values, its format or its type.
func (n schemaNode) allowed(root schemaNode) string {
	if ref, ok := n["$ref"].(string); ok {
		n = root.at(ref)
	}
	text := func(keyword string) string { s, _ := n[keyword].(string); return s }
	switch values, isEnum := n["enum"].([]any); {
	case text("description") != "":
		return text("description")
	case isEnum:
		return joinValues(values)
	case formatHelp[text("format")] != "":
		return formatHelp[text("format")]
	case text("pattern") != "":
		return text("pattern")
	case text("type") == "object" && n.names() != "":
		return "a mapping with " + n.names()
	case text("type") == "object":
		return "a mapping"
	case text("type") == "array":
		if of := n.child("items").allowed(root); of != "" {
			return "a list of: " + of
		}
		return "a list"
	case text("type") == "":
		return ""
	}
	return n.bounds(text("type"))
}

// bounds describes a number or a text with its bounds.
func (n schemaNode) bounds(kind string) string {
	least, hasLeast := n["minimum"]
	most, hasMost := n["maximum"]
	article := "a "
	if kind == "integer" {
		article = "an "
	}
	switch {
	case hasLeast && hasMost:
		return fmt.Sprintf("%s%s from %v to %v", article, kind, least, most)
	case hasLeast:
		return fmt.Sprintf("%s%s of at least %v", article, kind, least)
	case kind == "string":
		return "a text"
	case kind == "boolean":
		return "true, false"
	}
	return article + kind
}
