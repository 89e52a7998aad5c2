package staff_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"

	"croupier/bff/contract"
	"croupier/bff/staff"
)

// document is contracts/staff.yaml.
type document struct {
	all     map[string]any
	schemas *jsonschema.Compiler
	mu      sync.Mutex // of schemas
}

var theDocument = sync.OnceValues(func() (*document, error) {
	calls, err := contract.Load()
	if err != nil {
		return nil, err
	}
	raw, err := yaml.YAMLToJSON(calls.StaffAPI())
	if err != nil {
		return nil, err
	}
	d := &document{schemas: jsonschema.NewCompiler()}
	d.schemas.AssertFormat()
	all, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	d.all = all.(map[string]any)
	return d, d.schemas.AddResource("staff.yaml", all)
})

func openDocument(t *testing.T) *document {
	t.Helper()
	d, err := theDocument()
	noError(t, err)
	return d
}

// at returns the value at a place, given as the names on the way, and its JSON pointer; references are
// followed.
func (d *document) at(names ...string) (value any, pointer string) {
	value, pointer = d.all, ""
	for _, name := range names {
		object, ok := value.(map[string]any)
		if !ok {
			return nil, pointer
		}
		value, pointer = object[name], pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		if object, ok := value.(map[string]any); ok {
			if ref, ok := object["$ref"].(string); ok {
				value, pointer = d.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
			}
		}
	}
	return value, pointer
}

// schema returns the compiled schema at a JSON pointer.
func (d *document) schema(t *testing.T, pointer string) *jsonschema.Schema {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	s, err := d.schemas.Compile("staff.yaml#" + pointer)
	noError(t, err)
	return s
}

// operations returns the operations of the document by method and path.
func (d *document) operations() map[string]map[string]any {
	out := map[string]map[string]any{}
	paths, _ := d.at("paths")
	for path, item := range paths.(map[string]any) {
		for method, operation := range item.(map[string]any) {
			if method != "parameters" {
				out[strings.ToUpper(method)+" "+path] = operation.(map[string]any)
			}
		}
	}
	return out
}

// documented returns the path of a route as the document writes it.
func documented(pattern string) string {
	parts := strings.Split(pattern, "/")
	for i, part := range parts {
		if name, ok := strings.CutPrefix(part, ":"); ok {
			parts[i] = "{" + name + "}"
		}
	}
	return strings.Join(parts, "/")
}

func TestEveryRouteIsInTheDocument(t *testing.T) {
	d := openDocument(t)
	operations := d.operations()
	missing := maps.Clone(operations)
	for _, row := range staff.RouteRows() {
		name := row.Method + " " + documented(row.Path)
		delete(missing, name)
		operation, ok := operations[name]
		if !ok {
			t.Errorf("%s is not in the document", name)
			continue
		}
		want := string(row.Role)
		switch {
		case row.Public:
			want = "public"
		case row.AnyLogin:
			want = "setup"
		}
		assert.Equal(t, want, operation["x-role"], "%s: x-role %v, want %s", name, operation["x-role"], want)
		got := d.queryFields(documented(row.Path), strings.ToLower(row.Method))
		assert.Equal(t, slices.Sorted(slices.Values(row.Query)), got,
			"%s: query fields %v in the document, %v in the route", name, got, row.Query)
	}
	for _, name := range slices.Sorted(maps.Keys(missing)) {
		t.Errorf("%s is in the document only", name)
	}
}

// queryFields returns the names of the query parameters of an operation, sorted.
func (d *document) queryFields(path, method string) []string {
	var out []string
	for _, place := range [][]string{{"paths", path, "parameters"}, {"paths", path, method, "parameters"}} {
		all, _ := d.at(place...)
		list, _ := all.([]any)
		for _, one := range list {
			parameter := one.(map[string]any)
			if ref, ok := parameter["$ref"].(string); ok {
				found, _ := d.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
				parameter = found.(map[string]any)
			}
			if parameter["in"] == "query" {
				out = append(out, parameter["name"].(string))
			}
		}
	}
	return slices.Sorted(slices.Values(out))
}

// operationOf returns the path of the document that a request matches; empty without one.
func (d *document) operationOf(method, path string) string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	best := ""
	for name := range d.operations() {
		own, template, _ := strings.Cut(name, " ")
		names := strings.Split(template, "/")
		if own != method || len(names) != len(parts) {
			continue
		}
		same := true
		for i, part := range names {
			same = same && (part == parts[i] || strings.HasPrefix(part, "{") && parts[i] != "")
		}
		if same && (best == "" || strings.Count(template, "{") < strings.Count(best, "{")) {
			best = template
		}
	}
	return best
}

// checkAnswer fails the test where an answer is not as the document says.
func checkAnswer(t *testing.T, method, path string, a answer) {
	t.Helper()
	d := openDocument(t)
	template := d.operationOf(method, path)
	if template == "" {
		return
	}
	status := strconv.Itoa(a.status)
	found, place := d.at("paths", template, strings.ToLower(method), "responses", status)
	switch {
	case found != nil:
	case a.status >= 500:
		found, place = d.at("components", "responses", "Error")
	default:
		found, place = d.at("paths", template, strings.ToLower(method), "responses", status[:1]+"XX")
	}
	if found == nil {
		t.Errorf("%s %s: status %d is not in the document", method, path, a.status)
		return
	}
	media, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	content := found.(map[string]any)["content"].(map[string]any)
	if _, ok := content[media]; !ok {
		t.Errorf("%s %s: media type %q is not in the document", method, path, media)
		return
	}
	if media != "application/json" {
		return
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	if err == nil {
		err = d.schema(t, place+"/content/application~1json/schema").Validate(body)
	}
	assert.NoError(t, err, "%s %s: %d %s\n%v", method, path, a.status, a.body, err)
}

func TestDocumentIsServed(t *testing.T) {
	r := newRig(t)
	got := r.do(http.MethodGet, "/openapi.yaml", "", nil)
	var head struct {
		OpenAPI string `json:"openapi"`
	}
	raw, err := yaml.YAMLToJSON(got.body)
	if err == nil {
		err = json.Unmarshal(raw, &head)
	}
	assert.True(t, err == nil && got.status == http.StatusOK && strings.HasPrefix(head.OpenAPI, "3.1"),
		"%d %v %v", got.status, head, err)
}
