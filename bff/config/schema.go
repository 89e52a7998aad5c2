package config

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"croupier/bff/internal/lists"
	"croupier/bff/internal/names"
)

//go:embed schemas
var schemaFiles embed.FS

// kinds are the kinds of files that have a schema.
var kinds = []string{"server", "brand", "content", "mapping"}

// Schema returns the JSON Schema (2020-12) of a kind of file: "server", "brand", "content" or
// "mapping".
func Schema(name string) ([]byte, error) {
	raw, err := schemaFiles.ReadFile("schemas/" + name + ".json")
	if err != nil {
		return nil, fmt.Errorf("could not read the schema %s: %w", name, err)
	}
	return raw, nil
}

// fileSchema is the schema of a kind of file, compiled and as a tree.
type fileSchema struct {
	compiled *jsonschema.Schema
	tree     schemaNode
}

// schemas returns the schemas by kind of file, compiled on first use. They are embedded, so an
// invalid schema fails every test.
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
		tree, _ := doc.(map[string]any)
		if err = cmp.Or(err, c.AddResource(name, tree)); err != nil {
			panic(err)
		}
		out[name] = fileSchema{c.MustCompile(name), tree}
	}
	return out
})

// check returns every fault of d against the named schema. It does not report a missing field if an
// unknown one is probably its misspelling.
func (d *document) check(name string) Faults {
	schema := schemas()[name]
	var invalid *jsonschema.ValidationError
	if !errors.As(schema.compiled.Validate(d.tree), &invalid) {
		return nil
	}
	g := gatherer{document: d, schema: schema.tree}
	g.gather(invalid)
	seen := map[Fault]bool{}
	return slices.DeleteFunc(g.faults, func(f Fault) bool {
		isTwice := seen[f] // of two parts of the schema
		seen[f] = true
		return isTwice || f.Problem == missing && slices.Contains(g.meant, f.Field)
	})
}

// MappingFaults returns the faults of a mapping file against its schema. Package rest finds the
// faults of expressions.
func MappingFaults(file string, raw []byte) Faults {
	d, fault := parse(file, raw)
	if fault != nil {
		return Faults{*fault}
	}
	return d.check("mapping")
}

// missing is the problem of a required field or file that does not exist.
const missing = "is missing"

type gatherer struct {
	*document
	schema schemaNode // of the whole document
	faults Faults
	meant  []string // fields that unknown ones are probably misspellings of
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
			for _, known := range here.properties() {
				if names.Hint(p, []string{known}) != "" {
					g.meant = append(g.meant, fieldName(append(slices.Clone(at), known)))
				}
			}
			last := &g.faults[len(g.faults)-1]
			last.Line, last.Column = g.place(path, false)
		}
	case *kind.Required:
		for _, p := range k.Missing {
			allowed := here.property(p).allowed(g.schema)
			if allowed == "" { // a condition requires the field
				object, _, _ := strings.Cut(e.SchemaURL, "/allOf/")
				allowed = g.schema.at(object).property(p).allowed(g.schema)
			}
			report(append(slices.Clone(at), p), missing, allowed)
		}
	case *kind.Enum:
		given := fmt.Sprint(k.Got)
		report(at, fmt.Sprintf("unknown value %q", given)+names.Hint(given, texts(k.Want)), joinValues(k.Want))
	case *kind.Const:
		report(at, fmt.Sprintf("must be %v, not %v", k.Want, k.Got), "")
	case *kind.Type:
		problem := fmt.Sprintf("must be %s, not %s", nounsOf(k.Want...), nounsOf(k.Got))
		report(at, problem, here.allowed(g.schema))
	case *kind.Pattern:
		report(at, fmt.Sprintf("invalid value %q", k.Got), here.allowed(g.schema))
	case *kind.Not:
		problem, _ := here["x-problem"].(string)
		report(at, problem, "")
	case *kind.Format:
		report(at, formatProblem(k), formatHelp(k.Want))
	default:
		report(at, boundsProblem(e.ErrorKind), here.allowed(g.schema))
	}
}

// formatProblem describes a value of the wrong format. It hides values that may contain a password.
func formatProblem(k *kind.Format) string {
	problem := fmt.Sprintf("invalid value %q", k.Got)
	if slices.Contains([]string{"redis-url", "webhook-url", "header-value"}, k.Want) {
		problem = "invalid value (hidden, because it may contain a password)"
	}
	if !errors.Is(k.Err, errForm) {
		problem += ": " + k.Err.Error()
	}
	return problem
}

// boundsProblem describes a value that is out of bounds.
func boundsProblem(k jsonschema.ErrorKind) string {
	number := func(r *big.Rat) string { return strings.TrimRight(strings.TrimRight(r.FloatString(6), "0"), ".") }
	switch k := k.(type) {
	case *kind.Minimum:
		return number(k.Got) + " is too small"
	case *kind.ExclusiveMinimum:
		return number(k.Got) + " is too small: the value must be greater than " + number(k.Want)
	case *kind.Maximum:
		return number(k.Got) + " is too large"
	case *kind.MultipleOf:
		return fmt.Sprintf("%s must be a multiple of %s", number(k.Got), number(k.Want))
	case *kind.MinLength, *kind.MinItems, *kind.MinProperties: // all schemas require one
		return "must not be empty"
	case *kind.MaxLength:
		return fmt.Sprintf("has %d characters, the maximum is %d", k.Got, k.Want)
	case *kind.MaxItems:
		return fmt.Sprintf("has %d items, the maximum is %d", k.Got, k.Want)
	case *kind.MaxProperties:
		return fmt.Sprintf("has %d entries, the maximum is %d", k.Got, k.Want)
	case *kind.UniqueItems:
		return "lists the same value twice"
	}
	return k.LocalizedString(english)
}

var english = message.NewPrinter(language.English)

// nouns are the types of JSON in the words of YAML users.
var nouns = map[string]string{
	"array": "a list", "object": "a mapping", "string": "a text", "number": "a number", "integer": "a whole number",
	"boolean": "true or false", "null": "empty",
}

func nounsOf(types ...string) string {
	return strings.Join(lists.Map(types, func(t string) string { return cmp.Or(nouns[t], t) }), " or ")
}

func texts(values []any) []string {
	return lists.Map(values, func(v any) string { return fmt.Sprint(v) })
}

func joinValues(values []any) string { return strings.Join(texts(values), ", ") }

// schemaNode is a part of a JSON Schema. Faults take the allowed values from it. A nil node allows
// anything.
type schemaNode map[string]any

var pointerEscapes = strings.NewReplacer("~1", "/", "~0", "~")

// at returns the node at the JSON pointer in the fragment of a URL.
func (n schemaNode) at(address string) schemaNode {
	_, pointer, _ := strings.Cut(address, "#")
	if decoded, err := url.PathUnescape(pointer); err == nil {
		pointer = decoded
	}
	var found any = map[string]any(n)
	for _, name := range strings.Split(pointer, "/")[1:] {
		switch in := found.(type) {
		case map[string]any:
			found = in[pointerEscapes.Replace(name)]
		case []any:
			i, _ := strconv.Atoi(name)
			found = in[i]
		}
	}
	n, _ = found.(map[string]any)
	return n
}

// child returns the node below a keyword.
func (n schemaNode) child(keyword string) schemaNode {
	below, _ := n[keyword].(map[string]any)
	return below
}

func (n schemaNode) properties() []string { return slices.Sorted(maps.Keys(n.child("properties"))) }

// names describes the names that fields may have.
func (n schemaNode) names() string {
	all := n.properties()
	if pattern, ok := n["x-names"].(string); ok {
		all = append(all, pattern)
	}
	return strings.Join(all, ", ")
}

func (n schemaNode) property(name string) schemaNode { return n.child("properties").child(name) }

// allowed describes the values of a node of root: its x-allowed, its values, its format or its
// type.
func (n schemaNode) allowed(root schemaNode) string {
	text := func(keyword string) string { s, _ := n[keyword].(string); return s }
	if text("x-allowed") == "" && text("$ref") != "" {
		n = root.at(text("$ref"))
	}
	switch values, isEnum := n["enum"].([]any); {
	case text("x-allowed") != "":
		return text("x-allowed")
	case isEnum:
		return joinValues(values)
	case formatHelp(text("format")) != "":
		return formatHelp(text("format"))
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

// bounds describes a number, a text or a truth value with its bounds.
func (n schemaNode) bounds(kind string) string {
	least, hasLeast := n["minimum"]
	most, hasMost := n["maximum"]
	above, hasAbove := n["exclusiveMinimum"]
	switch noun := cmp.Or(nouns[kind], kind); {
	case kind == "boolean":
		return "true, false"
	case hasLeast && hasMost:
		return fmt.Sprintf("%s from %v to %v", noun, least, most)
	case hasLeast:
		return fmt.Sprintf("%s of at least %v", noun, least)
	case hasAbove && hasMost:
		return fmt.Sprintf("%s above %v, at most %v", noun, above, most)
	case hasAbove:
		return fmt.Sprintf("%s above %v", noun, above)
	default:
		return noun
	}
}
