package rest

import (
	"errors"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
	"croupier/bff/contract"
	"croupier/bff/test/testkit"
)

// validMapping is a mapping without faults. Each test case changes one line of it.
const validMapping = `version: 1
define: |
  def one: 1;
  def two: 2;
headers:
  Authorization: .user.sid
paging:
  pages: { style: page, start: page, size: size, items: .body.items }
errors:
  - { status: [401, 403], when: .body.code == 1, message: .body.text, code: 403, reason: anonymous user }
calls:
  casino/games_list:
    - when: .data.favorites
      method: GET
      path: /v1/favorites
      paging: pages
      data: .items
    - method: GET
      path: /v1/games/{.data.categoryID}
      query: { q: .data.searchGameName }
      paging: pages
      data: .items | map(one)
  user/login:
    method: POST
    path: /v1/sessions
    body: |
      {
        name: .data.username
      }
    answer: '{result: true}'
`

func load(t *testing.T, text string) config.Faults {
	t.Helper()
	calls, err := contract.Load()
	require.NoError(t, err)
	_, err = Parse("m.yaml", []byte(text), calls)
	var faults config.Faults
	require.True(t, err == nil || errors.As(err, &faults), "%T: %v", err, err)
	return faults
}

func TestValidMappingHasNoFaults(t *testing.T) {
	assert.Empty(t, load(t, validMapping))
}

func TestFaultsHaveLineAndField(t *testing.T) {
	const login = "    method: POST\n    path: /v1/sessions\n"
	for _, c := range []struct{ name, old, replacement, want string }{
		{"an unsupported version", "version: 1", "version: 2", "m.yaml:1:10: version: must be 1, not 2"},
		{"no version", "version: 1\n", "", "m.yaml:1:1: version: is missing"},
		{"an unknown field", "version: 1", "version: 1\nbase: x", "m.yaml:2:1: base: unknown field"},
		{"invalid definitions", "def two: 2;", "def two 2;", "m.yaml:4:11: define: jq: "},
		{"an expression instead of definitions", "def two: 2;", ".a", "m.yaml:3:3: define: jq: only definitions"},
		{
			"definitions with an undefined function", "def two: 2;", "def two: three;",
			"m.yaml:3:3: define: jq: function not defined: three/0",
		},
		{"a truncated expression", ".user.sid", ".user.sid |", "m.yaml:6:29: headers.Authorization: jq: "},
		{
			"a syntax error on the third line", "name: .data.username\n", "name: .data.username,,\n",
			"m.yaml:28:30: calls.user/login.body: jq: unexpected token \",\"",
		},
		{
			"an unknown function", "map(one)", "map(three)",
			"m.yaml:22:13: calls.casino/games_list.1.data: jq: function not defined: three/0",
		},
		{
			"an invalid header name", "Authorization:", "Auth orization:",
			"m.yaml:6:3: headers.Auth orization: unknown field",
		},
		{
			"an unknown style", "style: page", "style: pages",
			"m.yaml:8:19: paging.pages.style: unknown value \"pages\"; did you mean \"page\"? (allowed: offset, " +
				"page, cursor)",
		},
		{"a cursor without next", "style: page", "style: cursor", "m.yaml:8:3: paging.pages.next: is missing"},
		{
			"next without a cursor", "items: .body.items }", "items: .body.items, next: .x }",
			"m.yaml:8:76: paging.pages.next: only possible with style cursor",
		},
		{"paging without items", ", items: .body.items", "", "m.yaml:8:3: paging.pages.items: is missing"},
		{
			"a size out of range", "size: size", "size: size, max_size: 0",
			"m.yaml:8:60: paging.pages.max_size: 0 is too small (allowed: a whole number from 1 to 10000)",
		},
		{"an invalid status", "[401, 403]", "[401, 99]", "m.yaml:10:21: errors.0.status.1: 99 is too small"},
		{"a rule without message", "message: .body.text, ", "", "m.yaml:10:5: errors.0.message: is missing"},
		{
			"an invalid reason", "anonymous user", "Who?!",
			"m.yaml:10:90: errors.0.reason: invalid value \"Who?!\" (allowed: lower-case words",
		},
		{"an unknown call", "user/login:", "user/enter:", "m.yaml:23:3: calls.user/enter: unknown call"},
		{
			"a call that the server answers", "user/login:", "user/refresh:",
			"m.yaml:23:3: calls.user/refresh: answered by the server",
		},
		{
			"a change of unreported limits", "user/login:", "platform_limits/set:",
			"m.yaml:23:3: calls.platform_limits/set: has no effect without platform_limits/get",
		},
		{
			"a duplicate call", "user/login:", "casino/games_list:",
			"m.yaml:23:3: \"casino/games_list\" is already set in line 12",
		},
		{
			"a scalar instead of a call", "user/login:\n    method: POST",
			"user/logout: 5\n  user/login:\n    method: POST",
			"m.yaml:23:16: calls.user/logout: must be a mapping, not a number (allowed: a mapping with answer, body",
		},
		{
			"a first route without condition", "- when: .data.favorites\n      method", "- method",
			"m.yaml:13:7: calls.casino/games_list.0.when: every route except the last",
		},
		{
			"an unknown method", "method: POST", "method: FETCH",
			"m.yaml:24:13: calls.user/login.method: unknown value \"FETCH\"; did you mean \"PATCH\"?",
		},
		{
			"a GET for a write", "method: POST", "method: GET",
			"m.yaml:24:13: calls.user/login.method: a GET is only possible for a read",
		},
		{"no path", "    path: /v1/sessions\n", "", "m.yaml:23:3: calls.user/login.path: is missing"},
		{
			"a path with a query", "/v1/favorites", "/v1/favorites?x=1",
			"m.yaml:15:13: calls.casino/games_list.0.path: jq: a path starts with /",
		},
		{
			"an unclosed brace", "{.data.categoryID}", "{.data.categoryID",
			"m.yaml:19:13: calls.casino/games_list.1.path: jq: { without }",
		},
		{
			"an unopened brace", "{.data.categoryID}", ".data.categoryID}",
			"m.yaml:19:13: calls.casino/games_list.1.path: jq: } without {",
		},
		{
			"undefined paging", "paging: pages\n      data: .items\n    -", "paging: sheets\n      data: .items\n    -",
			"m.yaml:16:15: calls.casino/games_list.0.paging: \"sheets\" is not defined in paging",
		},
		{
			"paging for a write", "answer: '{result: true}'", "paging: pages",
			"calls.user/login.paging: only possible for a read",
		},
		{
			"answer and data", "answer: '{result: true}'", "answer: '{result: true}'\n    data: .x",
			"calls.user/login.answer: cannot be combined with data",
		},
		{
			"an unknown unsupported call", "version: 1", "version: 1\nunsupported: [user/enter]",
			"m.yaml:2:15: unsupported.0: \"user/enter\" is not a call of a platform",
		},
		{
			"an unsupported call that is mapped", "version: 1", "version: 1\nunsupported: [casino]",
			"m.yaml:2:15: unsupported.0: \"casino\" is mapped in calls",
		},
		{
			"an unsupported call that every site needs", "version: 1", "version: 1\nunsupported: [user/logout]",
			"m.yaml:2:15: unsupported.0: \"user/logout\" is needed by every site",
		},
		{
			"body and form", "answer: '{result: true}'", "answer: '{result: true}'\n    form: { a: 1 }",
			"calls.user/login.form: cannot be combined with body",
		},
		{
			"a GET with a body", "path: /v1/favorites", "path: /v1/favorites\n      body: 1",
			"m.yaml:16:13: calls.casino/games_list.0.body: a GET cannot have a body",
		},
		{
			"answer and paging", "      data: .items\n    -", "      answer: .items\n    -",
			"calls.casino/games_list.0.paging: cannot be combined with answer",
		},
		{
			"a first write before a write", login, "    first: { method: POST, path: /x }\n" + login,
			"calls.user/login.first.method: only the last request of a write may have an effect",
		},
		{
			"an unknown field of first", login, "    first: { method: GET, path: /x, paging: pages }\n" + login,
			"calls.user/login.first.paging: unknown field",
		},
		{
			"a fixed answer with a body", login, "",
			"calls.user/login.body: has no effect in an answer without a request",
		},
		{
			"an invalid header", "version: 1", "version: 1\nidempotency_header: a b",
			"m.yaml:2:21: idempotency_header: invalid value \"a b\"",
		},
		{
			"a refresh without sid", "version: 1",
			"version: 1\nrefresh: { when: .status == 401, method: POST, path: /t }", "refresh.sid: is missing",
		},
		{
			"a refresh by GET", "version: 1",
			"version: 1\nrefresh: { when: .status == 401, method: GET, path: /t, sid: .body.t }",
			"refresh.method: a GET is only possible for a read",
		},
		{
			"a fixed answer to a payment", "  user/login:",
			"  user/claim_bonus:\n    answer: '{result: true}'\n  user/login:",
			"calls.user/claim_bonus: a money call needs a request",
		},
		{"an alias", "version: 1", "version: &v 1", "m.yaml:1:10: version: Anchor is not supported"},
		{"invalid YAML", "version: 1", "version: [", "m.yaml:"},
		{"an empty file", validMapping, "", "m.yaml:1:1: the file must contain one document"},
		{"a list", validMapping, "- 1", "m.yaml:1:1: must be a mapping, not a list"},
	} {
		require.Contains(t, validMapping, c.old, c.name)
		assert.Contains(t, load(t, strings.Replace(validMapping, c.old, c.replacement, 1)).Error(), c.want, c.name)
	}
}

func TestAllFaultsAreReportedInOrder(t *testing.T) {
	invalid := strings.NewReplacer("version: 1", "version: 3", ".user.sid", "(", "GET", "FETCH", "map(one)",
		"map(three)").Replace(validMapping)
	faults := load(t, invalid)
	var lines []int
	for _, f := range faults {
		lines = append(lines, f.Line)
	}
	assert.Equal(t, []int{1, 6, 14, 18, 22}, lines, faults.Error())
}

// FuzzMapping checks that each fault of an invalid mapping has a file, a line and a text. Each call
// of a valid mapping must have routes.
func FuzzMapping(f *testing.F) {
	testkit.AddCorpus(f)
	calls, err := contract.Load()
	require.NoError(f, err)
	fictional, err := os.ReadFile("../../../configs/mappings/fictional.yaml")
	require.NoError(f, err)
	for _, text := range []string{
		validMapping, string(fictional), "", "version: 1\ncalls: {}",
		"version: 1\ncalls: {user/login: {method: GET, path: /x}}", "calls: []",
		"version: 1\ndefine: 'def f: f; def g($x): $x;'\ncalls: {casino/games_list: {method: GET, path: '/{f}', " +
			"data: 'g(.)'}}",
		"version: 1\ncalls: {casino/games_list: {method: GET, path: '/a/{.data.x}/{', data: '..|..|..'}}",
		"version: &v 1\ncalls: *v", "version: 1\nversion: 1",
		"version: 1\npaging: {p: {style: offset, start: s, size: z, items: ., max_pages: " +
			"99999999999999999999}}\ncalls: {}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Parse("m.yaml", raw, calls)
		if err != nil {
			var faults config.Faults
			require.True(t, errors.As(err, &faults) && len(faults) != 0 && m == nil, "%T: %v", err, err)
			for _, fault := range faults {
				assert.True(t, fault.File == "m.yaml" && fault.Line >= 1 && fault.Problem != "" &&
					utf8.ValidString(fault.Problem),
					"%+v", fault)
			}
			return
		}
		for name, routes := range m.calls {
			assert.NotEmpty(t, routes, "%s: no route", name)
			for i, r := range routes {
				assert.True(t, (r.fixed || r.method != "") && (r.when == nil) == (i == len(routes)-1),
					"%s: route %d: %+v", name, i, r)
			}
		}
	})
}
