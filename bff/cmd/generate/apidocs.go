package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	"croupier/contracts"
)

const apiPage = "contracts/api.html"

// apiDoc is an OpenAPI document as the page shows it.
type apiDoc struct {
	ID, Title string
	Errors    []failures
	Groups    []*apiGroup
	Types     []apiType

	doc    yaml.MapSlice
	calls  map[string]siteCall // by path
	linked map[string]bool     // schemas that the page links to
}

// apiGroup has the operations of one tag.
type apiGroup struct {
	ID, Title  string
	Operations []*apiOperation
}

type apiOperation struct {
	ID, Method, Path, Summary, Text, Facts string
	Parameters                             []apiField
	Bodies                                 []apiType // the request, then the responses
	Examples                               []string
}

// apiType is a schema. It has fields if it is an object or an array of objects.
type apiType struct {
	ID, Name, Text string
	Type           template.HTML
	Fields         []apiField
}

type apiField struct {
	Name, In, Text, Rules string // In: of a parameter
	Type                  template.HTML
	Required              bool
}

// writeAPIPage returns the API reference, a page without scripts, from both OpenAPI documents.
func writeAPIPage(calls []siteCall, player []byte) ([]byte, error) {
	staff, err := contracts.Files.ReadFile("staff.yaml")
	if err != nil {
		return nil, err
	}
	docs := []*apiDoc{{ID: "player", Title: "Player API", calls: map[string]siteCall{}, Errors: []failures{
		ownFailures("", "Croupier refuses the request.", http.StatusBadRequest, http.StatusInternalServerError),
		ownFailures("", "The call failed.", http.StatusInternalServerError, 600),
	}}, {ID: "staff", Title: "Staff API"}}
	for _, call := range calls {
		docs[0].calls["/endpoint/v1/"+call.Name()] = call
	}
	for i, raw := range [][]byte{player, staff} {
		if err := yaml.UnmarshalWithOptions(raw, &docs[i].doc, yaml.UseOrderedMap()); err != nil {
			return nil, fmt.Errorf("%s: %w", docs[i].Title, err)
		}
		docs[i].read()
	}
	page := template.New("api.html").Funcs(template.FuncMap{"prose": prose})
	page, err = page.ParseFS(templateFiles, "templates/api.html")
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = page.Execute(&out, docs)
	return out.Bytes(), err
}

var inlineCode = regexp.MustCompile("`([^`]*)`")

func prose(text string) template.HTML {
	return template.HTML(inlineCode.ReplaceAllString(template.HTMLEscapeString(text), "<code>$1</code>"))
}

func (d *apiDoc) Text() string { return text(d.doc, "info", "description") }

func (d *apiDoc) read() {
	d.linked = map[string]bool{"AnswerEnvelope": true, "Error": true} // by the template
	groups := map[any]*apiGroup{}
	for _, tag := range list(d.doc, "tags") {
		name := text(tag, "name")
		title, _, _ := strings.Cut(cmp.Or(text(tag, "description"), name), ". ")
		groups[name] = &apiGroup{ID: d.ID + "-tag-" + name, Title: title}
		d.Groups = append(d.Groups, groups[name])
	}
	for _, path := range at(d.doc, "paths") {
		for _, item := range at(path.Value) {
			if tags := list(item.Value, "tags"); tags != nil { // an operation
				o := d.operation(item.Key.(string), path.Key.(string), at(item.Value), list(path.Value, "parameters"))
				groups[tags[0]].Operations = append(groups[tags[0]].Operations, o)
			}
		}
	}
	for before := -1; before != len(d.linked); { // the fields of a type link to more types
		before, d.Types = len(d.linked), nil
		for _, schema := range at(d.doc, "components", "schemas") {
			if name := schema.Key.(string); d.linked[name] {
				d.Types = append(d.Types, d.typeOf(d.ID+"-"+name, name, at(schema.Value)))
			}
		}
	}
}

func (d *apiDoc) operation(method, path string, o yaml.MapSlice, parameters []any) *apiOperation {
	out := &apiOperation{
		ID: d.ID + "-" + text(o, "operationId"), Method: strings.ToUpper(method),
		Summary: text(o, "summary"), Text: text(o, "description"),
	}
	out.Path = strings.TrimSuffix(text(list(d.doc, "servers")[0], "url"), "/") + path
	for _, p := range append(parameters, list(o, "parameters")...) {
		parameter := d.resolve(p)
		f := d.field(text(parameter, "name"), at(parameter, "schema"), get(parameter, "required") == true)
		f.Text, f.In = cmp.Or(text(parameter, "description"), f.Text), text(parameter, "in")
		if f.Name != contract.PanelHeader { // the page explains it at the top
			out.Parameters = append(out.Parameters, f)
		}
	}
	body := content(d.resolve(at(o, "requestBody")))
	if body != nil {
		out.Bodies = append(out.Bodies, d.typeOf("", "Request", body))
	}
	call, isCall := d.calls[path]
	for _, r := range at(o, "responses") {
		response := d.resolve(r.Value)
		if status := r.Key.(string); !strings.HasSuffix(status, "XX") {
			schema := content(response)
			if isCall {
				schema = yaml.MapSlice{{Key: "$ref", Value: "#/components/schemas/" + call.Answer}}
			}
			t := d.typeOf("", "Response "+status, schema)
			t.Text = text(response, "description")
			out.Bodies = append(out.Bodies, t)
		}
	}
	if isCall {
		out.Facts = fmt.Sprintf("Who: %s. Kind: %s. Part: %s.", call.Rules.Who, call.Rules.Kind, call.Rules.Part)
		_, out.Text, _ = strings.Cut(out.Text, fmt.Sprintf("Kind: %s. ", call.Rules.Kind))
		for _, raw := range []json.RawMessage{call.Requests()[0].Data, call.Requests()[0].Example.Answer} {
			var example bytes.Buffer
			_ = json.Indent(&example, raw, "", " ") // valid, as the catalogue decoded it
			out.Examples = append(out.Examples, example.String())
		}
	} else if role := text(o, "x-role"); role != "" {
		out.Facts = "Role: " + role + "."
		for _, requirement := range list(o, "security") {
			for _, scope := range list(requirement, "staffToken") {
				out.Facts += fmt.Sprintf(" Scope: %s.", scope)
			}
		}
		out.Examples = []string{d.command(out, body)}
	}
	return out
}

// command returns a curl command with an example of each required value.
func (d *apiDoc) command(o *apiOperation, body yaml.MapSlice) string {
	out, query := "curl -b cookies.txt -c cookies.txt", "?"
	if o.Method != http.MethodGet {
		out += " -X " + o.Method + " -H 'panel: frontend'"
	}
	if body != nil {
		raw, _ := asJSON(d.sample(body)) // of strings, numbers and booleans
		out += " -H 'Content-Type: application/json' \\\n  -d '" + raw + "'"
	}
	for _, p := range o.Parameters {
		if p.Required && p.In == "query" {
			query += p.Name + "=…"
		}
	}
	return out + " \\\n  'https://example.com" + o.Path + strings.TrimSuffix(query, "?") + "'"
}

// sample returns a value that matches a schema, in most cases.
func (d *apiDoc) sample(v any) any {
	schema := d.resolve(v)
	for _, key := range []string{"const", "default", "minimum"} {
		if v, ok := find(schema, key); ok {
			return v
		}
	}
	if values := list(schema, "enum"); values != nil {
		return values[0]
	}
	switch text(schema, "type") {
	case "object":
		return yaml.MapSlice(lists.Map(list(schema, "required"), func(name any) yaml.MapItem {
			return yaml.MapItem{Key: name, Value: d.sample(at(schema, "properties", name.(string)))}
		}))
	case "boolean":
		return true
	case "integer", "number":
		return 1
	}
	return cmp.Or(map[string]string{"date-time": "2026-01-31T18:00:00Z"}[text(schema, "format")], "…")
}

// resolve follows references.
func (d *apiDoc) resolve(schema any) yaml.MapSlice {
	if ref := text(schema, "$ref"); ref != "" {
		return d.resolve(at(d.doc, strings.Split(ref, "/")[1:]...))
	}
	return at(schema)
}

// content returns the schema of the only content of a request or response, or nil.
func content(of yaml.MapSlice) yaml.MapSlice {
	for _, media := range at(of, "content") {
		return at(media.Value, "schema")
	}
	return nil
}

func (d *apiDoc) typeOf(id, name string, schema yaml.MapSlice) apiType {
	resolved := d.resolve(schema)
	out := apiType{ID: id, Name: name, Text: text(resolved, "description"), Type: d.describe(resolved)}
	out.Fields = append(d.fields("", resolved), d.fields("", d.resolve(at(resolved, "items")))...)
	return out
}

// fields returns the properties of an object, and the properties of objects inside that have no name.
func (d *apiDoc) fields(prefix string, schema yaml.MapSlice) (out []apiField) {
	for _, part := range list(schema, "allOf") {
		out = append(out, d.fields(prefix, d.resolve(part))...)
	}
	for _, p := range at(schema, "properties") {
		f := d.field(prefix+p.Key.(string), at(p.Value), slices.Contains(list(schema, "required"), p.Key))
		out = append(append(out, f), d.fields(f.Name+".", at(p.Value))...)
		out = append(out, d.fields(f.Name+"[].", at(p.Value, "items"))...)
	}
	return out
}

// shownRules are the keys of a schema that follow the description of a field.
var shownRules = []string{
	"format", "default", "minimum", "exclusiveMinimum", "maximum", "minLength", "maxLength", "minItems", "maxItems",
	"pattern",
}

func (d *apiDoc) field(name string, schema yaml.MapSlice, required bool) apiField {
	resolved := d.resolve(schema)
	var rules []string
	for _, key := range shownRules {
		if v, ok := find(resolved, key); ok {
			rules = append(rules, fmt.Sprintf("%s: %v", key, v))
		}
	}
	return apiField{
		Name: name, Text: cmp.Or(text(schema, "description"), text(resolved, "description")),
		Rules: strings.Join(rules, ", "), Type: d.describe(schema), Required: required,
	}
}

// describe returns the type of a schema, with links to the types that have fields.
func (d *apiDoc) describe(schema yaml.MapSlice) template.HTML {
	if ref := text(schema, "$ref"); ref != "" {
		resolved, name := d.resolve(schema), ref[strings.LastIndex(ref, "/")+1:]
		if get(resolved, "properties") == nil && get(resolved, "oneOf") == nil {
			return d.describe(resolved)
		}
		d.linked[name] = true
		return template.HTML(fmt.Sprintf("<a href=%q>%s</a>", "#"+d.ID+"-"+name, name))
	}
	values := list(schema, "enum")
	if value, ok := find(schema, "const"); ok {
		values = []any{value}
	}
	parts := lists.Map(values, func(value any) string {
		return "<code>" + template.HTMLEscapeString(fmt.Sprint(value)) + "</code>"
	})
	if get(schema, "properties") == nil {
		for _, part := range slices.Concat(list(schema, "anyOf"), list(schema, "oneOf"), list(schema, "allOf")) {
			parts = append(parts, string(d.describe(at(part))))
		}
	}
	for _, kind := range list(schema, "type") {
		parts = append(parts, fmt.Sprint(kind))
	}
	items, more := at(schema, "items"), at(schema, "additionalProperties")
	switch {
	case items != nil:
		return "array of " + d.describe(items)
	case len(parts) > 0:
		return template.HTML(strings.Join(parts, " or "))
	case more != nil && get(schema, "properties") == nil:
		return "map of " + d.describe(more)
	}
	return template.HTML(cmp.Or(text(schema, "type"), "any"))
}

// at returns the object at keys in v, or nil.
func at(v any, keys ...string) yaml.MapSlice {
	out, _ := v.(yaml.MapSlice)
	for _, key := range keys {
		out, _ = get(out, key).(yaml.MapSlice)
	}
	return out
}

func list(v any, key string) []any { out, _ := get(at(v), key).([]any); return out }

func text(v any, keys ...string) string {
	last := len(keys) - 1
	out, _ := get(at(v, keys[:last]...), keys[last]).(string)
	return out
}
