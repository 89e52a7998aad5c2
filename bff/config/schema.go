package config

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"croupier/bff/internal/nearest"
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

// schemas returns the compiled schemas by kind of file, compiled on first use.
var schemas = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for _, f := range formats {
		c.RegisterFormat(f)
	}
	out := map[string]*jsonschema.Schema{}
	for _, name := range kinds {
		raw, err := Schema(name)
		if err != nil {
			return nil, err
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
		if err != nil {
			return nil, fmt.Errorf("config: schema %s: %w", name, err)
		}
		if err := c.AddResource("croupier:"+name, doc); err != nil {
			return nil, fmt.Errorf("config: schema %s: %w", name, err)
		}
		if out[name], err = c.Compile("croupier:" + name); err != nil {
			return nil, fmt.Errorf("config: schema %s: %w", name, err)
		}
	}
	return out, nil
})

// check returns every fault of d against the named schema.
func (d *document) check(name string) (Faults, error) {
	all, err := schemas()
	if err != nil {
		return nil, err
	}
	// The validator expects JSON values.
	raw, err := json.Marshal(d.tree)
	if err != nil {
		return nil, fmt.Errorf("config: %s: %w", d.file, err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("config: %s: %w", d.file, err)
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(all[name].Validate(doc), &invalid) {
		return nil, nil
	}
	tree, err := schemaTrees()
	if err != nil {
		return nil, err
	}
	g := gatherer{document: d, schema: tree[name]}
	g.gather(invalid)
	return g.faults, nil
}

// MappingFaults returns the faults of a mapping file against its schema; package rest finds those of its expressions.
func MappingFaults(file string, raw []byte) (Faults, error) {
	d, fault := parse(file, raw)
	if fault != nil {
		return Faults{*fault}, nil
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
			g.broken = append(g.broken, path)
			g.faults = append(g.faults, g.keyFault(path, "unknown field"+nearest.Hint(p, here.properties()), here.names()))
		}
	case *kind.Required:
		for _, p := range k.Missing {
			report(append(slices.Clone(at), p), "is missing", here.property(p).allowed(g.schema))
		}
	case *kind.Enum:
		given := fmt.Sprint(k.Got)
		report(at, given+" is not one of the values"+nearest.Hint(given, texts(k.Want)), joinValues(k.Want))
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
	case *kind.Format:
		if k.Want == "redis-url" || k.Want == "webhook-url" { // it may hold a password
			k.Got = "the value"
		}
		report(at, fmt.Sprintf("%v: %v", k.Got, k.Err), formatHelp[k.Want])
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
