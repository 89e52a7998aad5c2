package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
	"croupier/bff/internal/lists"
)

// writeTypes generates types.ts: a type for every schema definition.
func writeTypes(c *contract.Catalogue) []byte {
	var out bytes.Buffer
	out.WriteString(tsHeader)
	for _, def := range definitions(c) {
		schema := def.Value.(yaml.MapSlice)
		writeDoc(&out, schema, "")
		if isObject(schema) {
			fmt.Fprintf(&out, "export interface %s %s\n\n", def.Key, tsObject(schema, ""))
		} else {
			fmt.Fprintf(&out, "export type %s = %s;\n\n", def.Key, tsType(schema, ""))
		}
	}
	return append(bytes.TrimRight(out.Bytes(), "\n"), '\n')
}

// definitions returns every schema definition by its name. Requests have the common field Lang.
func definitions(c *contract.Catalogue) (out yaml.MapSlice) {
	requests := map[any]bool{}
	for _, call := range c.Calls() {
		request, _ := c.Definitions(call)
		requests[request] = true
	}
	for _, file := range c.Schemas() {
		for _, def := range file.Defs {
			if requests[def.Key] {
				def.Value = withLang(def.Value.(yaml.MapSlice))
			}
			out = append(out, def)
		}
	}
	return out
}

// withLang returns schema with the common field Lang.
func withLang(schema yaml.MapSlice) yaml.MapSlice {
	out := slices.Clone(schema)
	for i, item := range out {
		if properties, ok := item.Value.(yaml.MapSlice); ok && item.Key == "properties" {
			lang := yaml.MapItem{Key: "Lang", Value: yaml.MapSlice{{Key: "$ref", Value: "common.json#/$defs/Lang"}}}
			out[i].Value = append(slices.Clone(properties), lang)
		}
	}
	return out
}

func writeDoc(out *bytes.Buffer, schema yaml.MapSlice, indent string) {
	if text, ok := get(schema, "description").(string); ok {
		fmt.Fprintf(out, "%s/** %s */\n", indent, text)
	}
}

// isObject reports whether the schema is generated as an interface.
func isObject(schema yaml.MapSlice) bool {
	isMap := get(schema, "properties") == nil && get(schema, "additionalProperties") != nil
	return get(schema, "type") == "object" && !isMap
}

// tsType returns the TypeScript type of a schema. Keywords without effect on the type are ignored.
func tsType(schema yaml.MapSlice, indent string) string {
	if ref, ok := get(schema, "$ref").(string); ok {
		return ref[strings.LastIndex(ref, "/")+1:]
	}
	if value, ok := find(schema, "const"); ok {
		return tsLiteral(value)
	}
	if values, ok := get(schema, "enum").([]any); ok {
		return union(values, tsLiteral)
	}
	for _, keyword := range []string{"anyOf", "oneOf"} {
		if options, ok := get(schema, keyword).([]any); ok {
			return union(options, func(v any) string { return tsType(v.(yaml.MapSlice), indent) })
		}
	}
	switch t := get(schema, "type").(type) {
	case string:
		return tsNamed(t, schema, indent)
	case []any:
		return union(t, func(v any) string { return tsNamed(fmt.Sprint(v), schema, indent) })
	}
	return "unknown"
}

func tsNamed(kind string, schema yaml.MapSlice, indent string) string {
	switch kind {
	case "integer", "number":
		return "number"
	case "array":
		items, ok := get(schema, "items").(yaml.MapSlice)
		if !ok {
			return "unknown[]"
		}
		item := tsType(items, indent)
		if strings.Contains(item, " ") {
			return "(" + item + ")[]"
		}
		return item + "[]"
	case "object":
		if get(schema, "properties") == nil {
			if values, ok := get(schema, "additionalProperties").(yaml.MapSlice); ok {
				return "Record<string, " + tsType(values, indent) + ">"
			}
			return "Record<string, unknown>"
		}
		return tsObject(schema, indent)
	default:
		return kind
	}
}

// tsObject returns the body of an object type. It adds an index signature if additionalProperties
// is true.
func tsObject(schema yaml.MapSlice, indent string) string {
	required, _ := get(schema, "required").([]any)
	properties, _ := get(schema, "properties").(yaml.MapSlice)
	if len(properties) == 0 {
		return "{}"
	}
	inner := indent + "  "
	var out bytes.Buffer
	out.WriteString("{\n")
	for _, p := range properties {
		body := p.Value.(yaml.MapSlice)
		writeDoc(&out, body, inner)
		mark := "?"
		if slices.Contains(required, p.Key) {
			mark = ""
		}
		fmt.Fprintf(&out, "%s%v%s: %s;\n", inner, p.Key, mark, tsType(body, inner))
	}
	if get(schema, "additionalProperties") == true {
		fmt.Fprintf(&out, "%s[field: string]: unknown;\n", inner)
	}
	out.WriteString(indent + "}")
	return out.String()
}

func union(values []any, write func(any) string) string {
	return strings.Join(lists.Map(values, write), " | ")
}

// tsLiteral returns a scalar as a TypeScript literal. Strings have single quotes.
func tsLiteral(v any) string {
	s, ok := v.(string)
	if !ok {
		return fmt.Sprint(v)
	}
	raw, _ := json.Marshal(s) // a string always encodes
	inner := strings.ReplaceAll(string(raw[1:len(raw)-1]), `\"`, `"`)
	return "'" + strings.ReplaceAll(inner, "'", `\'`) + "'"
}

func find(schema yaml.MapSlice, key string) (any, bool) {
	item, ok := lists.Find(schema, func(item yaml.MapItem) bool { return item.Key == key })
	return item.Value, ok
}

func get(schema yaml.MapSlice, key string) any {
	value, _ := find(schema, key)
	return value
}
