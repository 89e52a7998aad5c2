package config

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"croupier/bff/internal/lists"
	"croupier/bff/internal/names"
)

const envPrefix = "CROUPIER_"

// Environment returns the value of a variable and whether it is set, as os.LookupEnv does.
type Environment func(name string) (string, bool)

// overlay sets fields of the server file from the environment: CROUPIER_LOG_LEVEL for log.level,
// CROUPIER_UPSTREAMS_MOCK_SEED for a field of an upstream. With the suffix _FILE the variable names
// a file that contains the value. An unknown variable is a fault.
func (s Source) overlay(d *document) Faults {
	if s.Env == nil {
		return nil
	}
	known := []string{upstreamVariable, upstreamVariable + "_URL"}
	o := overlay{document: d, schema: schemas()["server"].tree, env: s.Env, known: known}
	_, o.isRedirected = o.lookup(upstreamVariable)
	if url, ok := o.lookup(upstreamVariable + "_URL"); ok && url != "" && !o.isRedirected {
		o.faults = append(o.faults, Fault{
			File: environment, Field: upstreamVariable + "_URL",
			Problem: "requires " + upstreamVariable + ", the adapter of that address", Allowed: "envelope, rest",
		})
	}
	o.fields(nil, o.schema, d.tree)
	return append(o.faults, o.unknown(s.Variables)...)
}

// overlay walks over the settings of a server file by their schema.
type overlay struct {
	*document
	schema schemaNode // of the whole file
	env    Environment
	known  []string // variables of settings, without _FILE
	faults Faults

	isRedirected bool
}

// upstreamVariable switches every upstream to another adapter. With the suffix _URL it sets the
// address.
const upstreamVariable = envPrefix + "UPSTREAM"

// value returns the value of a setting from the environment, or old.
func (o *overlay) value(path []string, node schemaNode, old any) any {
	if ref, ok := node["$ref"].(string); ok {
		node = o.schema.at(ref)
	}
	kind, _ := node["type"].(string)
	switch {
	case kind == "object":
		fields, ok := old.(map[string]any)
		if old != nil && !ok {
			return old // the schema reports it
		}
		if fields = o.fields(path, node, fields); len(fields) > 0 || ok {
			return fields
		}
		return nil
	case kind == "array" && node.child("items")["type"] == "object":
		list, _ := old.([]any)
		for i := range list {
			list[i] = o.value(append(slices.Clone(path), strconv.Itoa(i)), node.child("items"), list[i])
		}
		return old
	}
	name := envPrefix + strings.ToUpper(strings.ReplaceAll(strings.Join(path, "_"), "-", "_"))
	o.known = append(o.known, name)
	if o.isRedirected && len(path) == 3 && path[0] == "upstreams" {
		switch url, _ := o.lookup(upstreamVariable + "_URL"); {
		case path[2] == "adapter":
			name = upstreamVariable
		case path[2] == "url" && url != "":
			name = upstreamVariable + "_URL"
		}
	}
	text, ok := o.lookup(name)
	if !ok {
		return old
	}
	o.document.env[fieldName(path)] = name
	return parseVariable(kind, text)
}

// fields sets the fields of a mapping. Fields with free names must exist in the file.
func (o *overlay) fields(path []string, node schemaNode, fields map[string]any) map[string]any {
	below := maps.Clone(node.child("properties"))
	for pattern := range node.child("patternProperties") {
		for name := range fields {
			if below == nil {
				below = map[string]any{}
			}
			below[name] = node.child("patternProperties")[pattern]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(below)) {
		at := append(slices.Clone(path), name)
		of, file := strings.CutSuffix(name, "_file")
		if _, both := below[of]; file && both {
			continue // the variable of the other one, with _FILE
		}
		child, _ := below[name].(map[string]any)
		v := o.value(at, child, fields[name])
		if v == nil {
			continue
		}
		if fields == nil {
			fields = map[string]any{}
		}
		fields[name] = v
		if o.document.env[fieldName(at)] != "" {
			delete(fields, name+"_file")
		}
	}
	return fields
}

// parseVariable converts a text to a type. It returns an unparsable text unchanged, and the schema
// reports it.
func parseVariable(kind, text string) any {
	switch kind {
	case "array":
		return words(text)
	case "boolean":
		if v, err := strconv.ParseBool(text); err == nil {
			return v
		}
	case "integer", "number":
		if n := json.Number(text); json.Valid([]byte(text)) {
			if _, err := n.Float64(); err == nil {
				return n
			}
		}
	}
	return text
}

// otherVariables are read by commands, tests and tools.
var otherVariables = []string{
	"CROUPIER_PLATFORM_PASSWORD", "CROUPIER_VERIFY_PASSWORD",
	"CROUPIER_ADDRESS", "CROUPIER_BENCH_PEER", "CROUPIER_BENCH_PLATFORM", "CROUPIER_BIN", "CROUPIER_BINARY",
	"CROUPIER_CONFIGS", "CROUPIER_EXAMPLES", "CROUPIER_GUIDE_SHELL", "CROUPIER_PRODUCTION_BINARY", "CROUPIER_ROOT",
	"CROUPIER_SEQUENCES", "CROUPIER_TESTS", "CROUPIER_TEST_CONTAINER", "CROUPIER_WEB",
}

// serviceVariable matches the variables that Kubernetes sets if a service has the name croupier.
var serviceVariable = regexp.MustCompile(
	`_(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)=|_PORT=\w+://`,
)

// unknown reports variables that set nothing.
func (o *overlay) unknown(variables []string) (out Faults) {
	for _, variable := range slices.Sorted(slices.Values(variables)) {
		name, _, _ := strings.Cut(variable, "=")
		setting := strings.TrimSuffix(name, "_FILE")
		if !strings.HasPrefix(name, envPrefix) || slices.Contains(o.known, name) || slices.Contains(o.known, setting) ||
			slices.Contains(otherVariables, name) || serviceVariable.MatchString(variable) {
			continue
		}
		out = append(out, Fault{
			File: environment, Field: name, Problem: "unknown variable" + names.Hint(name, o.similar(name)),
			Allowed: envPrefix + " and the path of a setting of the server file in capitals, such as " + envPrefix +
				"LOG_LEVEL",
		})
	}
	return out
}

// similar returns the variables that an unknown one may mean: those of its mapping, or all of them.
func (o *overlay) similar(name string) []string {
	longer := lists.Filter(o.known, func(known string) bool { return strings.HasPrefix(known, name+"_") })
	if len(longer) > 0 {
		return longer
	}
	if !strings.HasPrefix(name, upstreamVariable+"S_") {
		return o.known
	}
	return lists.Filter(o.known, func(known string) bool {
		return known != upstreamVariable && known != upstreamVariable+"_URL" // they replace the upstreams of the demo
	})
}

// lookup returns the value of a variable, or of the file that it names with _FILE.
func (o *overlay) lookup(name string) (string, bool) {
	if v, ok := o.env(name); ok {
		return v, true
	}
	file, ok := o.env(name + "_FILE")
	if !ok {
		return "", false
	}
	raw, err := os.ReadFile(file) //nolint:gosec // the path is set by the operator
	if err != nil {
		o.faults = append(o.faults,
			Fault{File: environment, Field: name + "_FILE", Problem: "could not read " + file + ": " + rootCause(err)})
	}
	return strings.TrimSpace(string(raw)), err == nil
}

// words splits a list at commas.
func words(s string) []any {
	out := []any{}
	for w := range strings.SplitSeq(s, ",") {
		if w = strings.TrimSpace(w); w != "" {
			out = append(out, w)
		}
	}
	return out
}
