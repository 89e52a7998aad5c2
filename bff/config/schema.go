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
)

//go:embed schemas
var schemaFiles embed.FS

// schemas returns the compiled schemas of the two kinds of files, compiled on first use.
var schemas = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for _, f := range formats {
		c.RegisterFormat(f)
	}
	out := map[string]*jsonschema.Schema{}
	for _, name := range []string{"server", "brand"} {
		raw, err := schemaFiles.ReadFile("schemas/" + name + ".json")
		if err != nil {
			return nil, fmt.Errorf("config: schema %s: %w", name, err)
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
	var faults Faults
	d.gather(invalid, &faults)
	return faults, nil
}

// gather collects the leaves of a validation error, which describe single fields.
func (d *document) gather(e *jsonschema.ValidationError, into *Faults) {
	if len(e.Causes) > 0 {
		for _, c := range e.Causes {
			d.gather(c, into)
		}
		return
	}
	at := e.InstanceLocation
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		for _, p := range k.Properties {
			*into = append(*into, d.fault(append(slices.Clone(at), p), "unknown field", ""))
		}
	case *kind.Required:
		for _, p := range k.Missing {
			*into = append(*into, d.fault(append(slices.Clone(at), p), "is missing", ""))
		}
	case *kind.Enum:
		*into = append(*into, d.fault(at, fmt.Sprintf("%v is not one of the values", k.Got), joinValues(k.Want)))
	case *kind.Type:
		*into = append(*into, d.fault(at, "is a "+k.Got, "a "+strings.Join(k.Want, " or ")))
	case *kind.Pattern:
		*into = append(*into, d.fault(at, fmt.Sprintf("%q has the wrong form", k.Got), k.Want))
	case *kind.Format:
		if k.Want == "redis-url" { // it may hold a password
			k.Got = "the value"
		}
		*into = append(*into, d.fault(at, fmt.Sprintf("%v: %v", k.Got, k.Err), formatHelp[k.Want]))
	default:
		*into = append(*into, d.fault(at, e.ErrorKind.LocalizedString(english), ""))
	}
}

var english = message.NewPrinter(language.English)

func joinValues(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ", ")
}
