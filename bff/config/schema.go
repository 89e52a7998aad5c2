package config

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"croupier/bff/internal/names"
)

//go:embed schemas
var schemaFiles embed.FS

// kinds are the kinds of files that have a schema.
var kinds = []string{"server", "brand", "mapping"}

// Schema returns the JSON Schema (2020-12) of a kind of file: "server", "brand" or "mapping".
func Schema(name string) ([]byte, error) {
	raw, err := schemaFiles.ReadFile("schemas/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("config: schema %s: %w", name, err)
	}
	return raw, nil
}

// fileSchema is the schema of a kind of file: compiled, and as it is written.
type fileSchema struct {
	compiled *jsonschema.Schema
	tree     schemaNode
}

// schemas returns the schemas by kind of file, compiled on first use. As they are embedded, that fails in every test or
// never.
var schemas = sync.OnceValue(func() map[string]fileSchema {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for _, f := range formats {
		c.RegisterFormat(&jsonschema.Format{Name: f.name, Validate: f.validate})
	}
	out := map[string]fileSchema{}
	for _, name := range kinds {
		raw, err := Schema(name)
		if err != nil {
			panic(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err = cmp.Or(err, c.AddResource(name, doc)); err != nil {
			panic(err)
		}
		tree, _ := doc.(map[string]any)
		out[name] = fileSchema{c.MustCompile(name), tree}
	}
	return out
})

// check returns every fault of d against the named schema.
func (d *document) check(name string) Faults {
	schema := schemas()[name]
	var invalid *jsonschema.ValidationError
	if !errors.As(schema.compiled.Validate(d.tree), &invalid) {
		return nil
	}
	g := gatherer{document: d, schema: schema.tree}
	g.gather(invalid)
	return g.faults
}

// MappingFaults returns the faults of a mapping file against its schema; package rest finds those of its expressions.
func MappingFaults(file string, raw []byte) Faults {
	d, fault := parse(file, raw)
	if fault != nil {
		return Faults{*fault}
	}
	return d.check("mapping")
}

// gatherer collects the faults of a document.
type gatherer struct {
	*document
	schema schemaNode // of the whole document
	faults Faults
}

// gather collects the leaves of a validation error, which describe single fields.
func (g *gatherer) gather(e *jsonschema.ValidationError) {
	if len(e.Causes) > 0 {
		for _, c := range e.Causes {
			g.gather(c)
		}
		return
	}
	at, here := e.InstanceLocation, g.schema.at(e.SchemaURL)
	report := func(path []string, problem, allowed string) {
		g.broken = append(g.broken, path)
		g.faults = append(g.faults, g.fault(path, problem, allowed))
	}
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		for _, p := range k.Properties {
			path := append(slices.Clone(at), p)
			report(path, "unknown field"+names.Hint(p, here.properties()), here.names())
			last := &g.faults[len(g.faults)-1]
			last.Line, last.Column = g.place(path, false)
		}
	case *kind.Required:
		for _, p := range k.Missing {
			report(append(slices.Clone(at), p), "is missing", here.property(p).allowed(g.schema))
		}
	case *kind.Enum:
		given := fmt.Sprint(k.Got)
		report(at, given+" is not one of the values"+names.Hint(given, texts(k.Want)), joinValues(k.Want))
	case *kind.Const:
		report(at, fmt.Sprintf("%v is not allowed", k.Got), fmt.Sprint(k.Want))
	case *kind.Type:
		allowed := here.allowed(g.schema)
		if allowed == "" {
			allowed = "a " + strings.Join(k.Want, " or ")
		}
		report(at, "is a "+k.Got, allowed)
	case *kind.Pattern:
		report(at, fmt.Sprintf("%q has the wrong form", k.Got), here.allowed(g.schema))
	case *kind.Not:
		report(at, here.allowed(g.schema), "")
	case *kind.Format:
		if k.Want == "redis-url" || k.Want == "webhook-url" || k.Want == "header-value" { // it may hold a password
			k.Got = "the value"
		}
		report(at, fmt.Sprintf("%v: %v", k.Got, k.Err), formatHelp(k.Want))
	default:
		report(at, e.ErrorKind.LocalizedString(english), here.allowed(g.schema))
	}
}

var english = message.NewPrinter(language.English)

func texts(values []any) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = fmt.Sprint(v)
	}
	return out
}

func joinValues(values []any) string { return strings.Join(texts(values), ", ") }

// schemaNode is a part of a JSON Schema, from which faults say what is allowed. A nil node allows anything.
type schemaNode map[string]any

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
	case formatHelp(text("format")) != "":
		return formatHelp(text("format"))
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
