package staff_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/ops/staff"
)

func TestRolesOfABrandAndOfAllBrandsApply(t *testing.T) {
	r := staff.Roles{
		staff.Everywhere: staff.Support, "marmara": staff.Viewer, "zephyr": staff.Admin, "pera": staff.Editor,
		"izmir": staff.SupportEditor,
	}
	for brand, want := range map[string]string{
		"marmara": "viewer support", "zephyr": "viewer support editor admin", "pera": "viewer support editor",
		"izmir": "viewer support editor",
		"ege":   "viewer support", staff.Everywhere: "viewer support",
	} {
		var got []string
		for _, role := range []staff.Role{staff.Viewer, staff.Support, staff.Editor, staff.Admin} {
			if r.Include(brand, role) {
				got = append(got, string(role))
			}
		}
		assert.Equal(t, want, strings.Join(got, " "), brand)
	}
	one := staff.Roles{"marmara": staff.Viewer}
	assert.True(t, one.Include("marmara", staff.Viewer) && !one.Include(staff.Everywhere, staff.Viewer),
		"a role at one brand only")
}

func TestRolesAreReadAsWritten(t *testing.T) {
	for text, ok := range map[string]bool{
		"admin": true, "viewer,marmara=support": true, "marmara=support,zephyr=viewer": true,
		"": false, "king": false, "viewer,marmara=king": false, "viewer,support": false, "=viewer": false,
		"marmara=": false, "support+editor,marmara=admin": true,
	} {
		r, err := staff.ParseRoles(text)
		if !ok {
			assert.ErrorIs(t, err, staff.ErrRole, text)
		} else if assert.NoError(t, err, text) {
			assert.Equal(t, text, r.String())
		}
	}
}

// The document of the API pins the role of each route (TestEveryRouteIsInTheDocument).
func TestEveryRouteRequiresItsRole(t *testing.T) {
	r := newRig(t)
	cookies := []*http.Cookie{
		r.as("izleyici"), r.as("destek"), r.addAccount("editor", staff.ForAllBrands(staff.Editor)), r.as("yonetici"),
	}
	r.players.keys = []bff.SealingKey{}
	ranks, routes := []staff.Role{staff.Viewer, staff.Support, staff.Editor, staff.Admin}, map[staff.Role]int{}
	for _, route := range staff.RouteRows() {
		if route.Public || route.AnyLogin || route.Path == "/events" {
			continue
		}
		routes[route.Role]++
		path := placeholders.Replace(strings.Replace(route.Path, ":name", "nobody", 1))
		r.want(http.StatusUnauthorized, route.Method, path, "", nil)
		for rank, role := range ranks {
			got := r.do(route.Method, path, "", cookies[rank])
			assert.NotEqual(t, http.StatusUnauthorized, got.status)
			permitted := role.Includes(route.Role)
			assert.Equal(t, permitted, got.status != http.StatusForbidden, "%s %s as %s: %s", route.Method, path, role,
				got.body)
		}
	}
	least := routes[staff.Viewer] >= 10 && routes[staff.Support] >= 15 && routes[staff.Admin] >= 8
	assert.True(t, least && len(routes) == 4, "routes by role: %v", routes)
	for _, path := range []string{"/", "/nothing", "/breakers/marmara/main"} {
		r.want(http.StatusNotFound, "GET", path, "", cookies[3])
	}
	r.want(http.StatusUnauthorized, "GET", "/events", "", nil)
	r.want(http.StatusOK, "POST", "/logout", "", cookies[0])
	r.want(http.StatusUnauthorized, "GET", "/me", "", cookies[0])
}

func TestARoleAtOneBrandIsNoneAtOthers(t *testing.T) {
	r := playing(t)
	r.brands[1].Upstream.Name = "other"
	const call = "casino/games_list"
	r.drift = []bff.Deviation{
		{Upstream: "main", Brand: "marmara", Call: call},
		{Upstream: "other", Brand: "zephyr", Call: call},
	}
	for id, brand := range map[string]string{"here": "marmara", "there": "zephyr"} {
		failed := bff.Observation{At: r.Now(), RequestID: id, Brand: brand, Call: call, Status: 502, Code: 502}
		failed.Err = bff.ReasonBadUpstreamAnswer
		r.seen.Observe(t.Context(), &failed)
	}
	r.journal["paid"] = &bff.IdempotencyRecord{Key: bff.IdempotencyKey{Brand: "zephyr"}, RequestID: "paid", At: r.Now()}
	limited := r.addAccount("yerel", staff.Roles{"marmara": staff.Admin})
	mixed := r.addAccount("karma", staff.Roles{staff.Everywhere: staff.Viewer, "marmara": staff.Support})
	for _, row := range []struct {
		method, path, body string
		limited, mixed     int
		has, not           string // what the answer to the limited account holds, and what not
	}{
		{"GET", "/brands", "", 200, 200, "marmara", "zephyr"},
		{"GET", "/maintenance", "", 200, 200, "marmara", "zephyr"},
		{"GET", "/maintenance/zephyr", "", 403, 200, "", ""},
		{"PUT", "/maintenance/zephyr", `{"on":true}`, 403, 403, "", ""},
		{"PUT", "/maintenance/*", `{"on":true}`, 403, 403, "", ""},
		{"PUT", "/maintenance/marmara", `{"on":true}`, 200, 200, "", ""},
		{"POST", "/maintenance/zephyr/bypass-links", "", 403, 403, "", ""},
		{"POST", "/cache/purge", `{}`, 403, 403, "", ""},
		{"POST", "/cache/purge", `{"brand":"zephyr"}`, 403, 403, "", ""},
		{"POST", "/cache/purge", `{"brand":"marmara"}`, 200, 200, "", ""},
		{"POST", "/breakers/zephyr/other/open", "", 403, 403, "", ""},
		{"POST", "/breakers/marmara/main/open", "", 200, 403, "", ""},
		{"GET", "/sessions?username=ayse&brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/sessions?username=ayse", "", 200, 200, "S0", "S1"},
		{"GET", "/requests/here", "", 200, 200, "marmara", ""},
		{"GET", "/requests/there", "", 404, 404, "", ""},
		{"GET", "/requests/paid", "", 404, 404, "", ""},
		{"GET", "/requests", "", 200, 200, "here", "there"},
		{"GET", "/requests?brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/locks?username=ayse&brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/players?q=ayse", "", 200, 200, "", ""},
		{"GET", "/players?q=ayse&brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/players/zephyr/u-1", "", 403, 403, "", ""},
		{"GET", "/players/zephyr/u-1/limits", "", 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/tighten", `{}`, 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/propose", `{}`, 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/approve", `{}`, 403, 403, "", ""},
		{"POST", "/players/zephyr/u-1/limits/reject", `{}`, 403, 403, "", ""},
		{"GET", "/limits.csv?brand=zephyr", "", 403, 403, "", ""},
		{"GET", "/drift", "", 200, 200, "main", "other"},
		{"GET", "/inbox", "", 200, 200, "main", "other"},
		{"POST", "/sessions/revoke", `{"session":"S1"}`, 404, 404, "", ""},
		{"POST", "/sessions/revoke", `{"username":"ayse","brand":"zephyr"}`, 403, 403, "", ""},
	} {
		t.Run(row.method+row.path+row.body, func(t *testing.T) {
			got := r.do(row.method, row.path, row.body, limited)
			assert.Equal(t, row.limited, got.status, "account of one brand: %s", got.body)
			assert.Contains(t, string(got.body), row.has)
			assert.True(t, row.not == "" || !strings.Contains(string(got.body), row.not), "%s", got.body)
			r.want(row.mixed, row.method, row.path, row.body, mixed) // viewer of all, support of one
		})
	}
	r.wantBody(`{"ended":2}`, "POST", "/sessions/revoke", `{"username":"ayse"}`, limited)
	assert.Equal(t, []string{"S1", "S3"}, r.players.ids(), "sessions left")
	assert.Equal(t, []string{"marmara ", "marmara "}, r.purged)
	assert.Len(t, r.held, 1)
	assert.Equal(t, []string{"marmara"}, slices.Collect(maps.Keys(r.closures.Values())))
}

// document is contracts/staff.yaml.
type document struct {
	all     map[string]any
	paths   *http.ServeMux // has the operations as patterns
	schemas *jsonschema.Compiler
	mu      sync.Mutex // of schemas
}

var theDocument = sync.OnceValues(func() (*document, error) {
	calls, err := contract.Load()
	if err != nil {
		return nil, err
	}
	raw, err := yaml.YAMLToJSON(calls.StaffAPI())
	d := &document{schemas: jsonschema.NewCompiler(), paths: http.NewServeMux()}
	d.schemas.AssertFormat()
	if err = errors.Join(err, json.Unmarshal(raw, &d.all)); err != nil {
		return nil, err
	}
	for name := range d.operations() {
		d.paths.Handle(name, http.NotFoundHandler())
	}
	return d, d.schemas.AddResource("staff.yaml", d.all)
})

// at returns the value at a path of names, and its JSON pointer. It follows references.
func (d *document) at(names ...string) (value any, pointer string) {
	value = d.all
	for _, name := range names {
		object, ok := value.(map[string]any)
		if !ok {
			return nil, pointer
		}
		value, pointer = d.follow(object[name], pointer+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return value, pointer
}

// follow returns the target of a reference, and any other value unchanged.
func (d *document) follow(value any, pointer string) (any, string) {
	object, _ := value.(map[string]any)
	if ref, ok := object["$ref"].(string); ok {
		return d.at(strings.Split(strings.TrimPrefix(ref, "#/"), "/")...)
	}
	return value, pointer
}

// operations returns the operations of the document by method and path.
func (d *document) operations() map[string]map[string]any {
	out := map[string]map[string]any{}
	paths, _ := d.at("paths")
	for path, item := range paths.(map[string]any) {
		for method, one := range item.(map[string]any) {
			if operation, ok := one.(map[string]any); ok { // not parameters and extensions
				out[strings.ToUpper(method)+" "+path] = operation
			}
		}
	}
	return out
}

// parameters matches the parameters of a route's pattern, which the document writes in braces.
var parameters = regexp.MustCompile(`:(\w+)`)

func TestEveryRouteIsInTheDocument(t *testing.T) {
	d, err := theDocument()
	require.NoError(t, err)
	operations := d.operations()
	missing := maps.Clone(operations)
	for _, row := range staff.RouteRows() {
		path := parameters.ReplaceAllString(row.Path, "{$1}")
		name := row.Method + " " + path
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
		assert.Equal(t, want, operation["x-role"], name)
		security := map[bool]string{true: "[]", false: "<nil>"}[row.Public] // nil is the default of the document
		if len(row.Scopes) > 0 {
			person := map[bool]string{true: "webhookSignature", false: "staffCookie"}[row.Public]
			tokens := strings.Join(row.Scopes, "]] map[staffToken:[")
			security = fmt.Sprintf("[map[%s:[]] map[staffToken:[%s]]]", person, tokens)
		}
		assert.Equal(t, security, fmt.Sprint(operation["security"]), "%s: scopes in route and document", name)
		got := d.queryFields(path, strings.ToLower(row.Method))
		assert.Equal(t, slices.Sorted(slices.Values(row.Query)), got,
			"%s: query fields in the route and in the document", name)
	}
	assert.Empty(t, missing, "in the document only")
}

// queryFields returns the names of the query parameters of an operation, sorted.
func (d *document) queryFields(path, method string) []string {
	var out []string
	for _, place := range [][]string{{"paths", path, "parameters"}, {"paths", path, method, "parameters"}} {
		all, _ := d.at(place...)
		list, _ := all.([]any)
		for _, one := range list {
			found, _ := d.follow(one, "")
			if parameter := found.(map[string]any); parameter["in"] == "query" {
				out = append(out, parameter["name"].(string))
			}
		}
	}
	return slices.Sorted(slices.Values(out))
}

// checkAnswer fails the test where an answer is not as the document says.
func checkAnswer(t *testing.T, method, path string, a answer) {
	t.Helper()
	d, err := theDocument()
	require.NoError(t, err)
	d.mu.Lock()
	defer d.mu.Unlock()
	_, pattern := d.paths.Handler(httptest.NewRequest(method, path, nil))
	if pattern == "" {
		return
	}
	_, template, _ := strings.Cut(pattern, " ")
	status := strconv.Itoa(a.status)
	found, place := d.at("paths", template, strings.ToLower(method), "responses", status)
	if found == nil && a.status >= 500 {
		found, place = d.at("components", "responses", "Error")
	} else if found == nil {
		found, place = d.at("paths", template, strings.ToLower(method), "responses", status[:1]+"XX")
	}
	if found == nil {
		t.Errorf("%s %s: status %d is not in the document", method, path, a.status)
		return
	}
	media, _, _ := mime.ParseMediaType(a.header.Get("Content-Type"))
	content := found.(map[string]any)["content"].(map[string]any)
	_, isListed := content[media]
	if kind, _, _ := strings.Cut(media, "/"); !isListed && content[kind+"/*"] == nil {
		t.Errorf("%s %s: media type %q is not in the document", method, path, media)
		return
	}
	if media != "application/json" {
		return
	}
	body, err := jsonschema.UnmarshalJSON(bytes.NewReader(a.body))
	require.NoError(t, err)
	schema, err := d.schemas.Compile("staff.yaml#" + place + "/content/application~1json/schema")
	require.NoError(t, err)
	assert.NoError(t, schema.Validate(body), "%s %s: %d %s", method, path, a.status, a.body)
}

func TestDocumentIsServed(t *testing.T) {
	got := newRig(t).want(http.StatusOK, http.MethodGet, "/openapi.yaml", "", nil)
	var head struct{ OpenAPI string }
	require.NoError(t, yaml.Unmarshal(got.body, &head))
	assert.Regexp(t, `^3\.1`, head.OpenAPI)
}
