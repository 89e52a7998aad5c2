package rest

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"croupier/bff/config"
	"croupier/bff/contract"
)

// sound is a mapping without faults; each case below breaks one line of it.
const sound = `version: 1
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
	if err != nil {
		t.Fatal(err)
	}
	_, err = Load(fstest.MapFS{"m.yaml": {Data: []byte(text)}}, "m.yaml", calls)
	var faults config.Faults
	if err != nil && !errors.As(err, &faults) {
		t.Fatalf("%T: %v", err, err)
	}
	return faults
}

func TestSoundMappingHasNoFaults(t *testing.T) {
	if faults := load(t, sound); len(faults) > 0 {
		t.Error(faults)
	}
}

func TestEachFaultNamesItsLineAndField(t *testing.T) {
	for _, c := range []struct{ name, old, replacement, want string }{
		{"a version of the future", "version: 1", "version: 2", "m.yaml:1: version: this version is not understood"},
		{"no version", "version: 1\n", "", "m.yaml:1: version: is missing"},
		{"an unknown field", "version: 1", "version: 1\nbase: x", "m.yaml:2: base: unknown field"},
		{"definitions with a broken line", "def two: 2;", "def two 2;", "m.yaml:4: define: jq: "},
		{"definitions that are no definitions", "def two: 2;", ".a", "m.yaml:3: define: jq: only definitions"},
		{"definitions that use what is not there", "def two: 2;", "def two: three;", "m.yaml:3: define: jq: function not defined: three/0"},
		{"an expression that is cut off", ".user.sid", ".user.sid |", "m.yaml:6: headers.Authorization: jq: "},
		{"an expression broken on its third line", "name: .data.username\n", "name: .data.username,,\n", "m.yaml:28: calls.user/login.body: jq: unexpected token \",\", at column"},
		{"an unknown function", "map(one)", "map(three)", "m.yaml:22: calls.casino/games_list.1.data: jq: function not defined: three/0"},
		{"a header that is none", "Authorization:", "Auth orization:", "m.yaml:6: headers.Auth orization: is no name"},
		{"an unknown style", "style: page", "style: pages", "m.yaml:8: paging.pages.style: \"pages\" is no style"},
		{"a cursor without next", "style: page", "style: cursor", "m.yaml:8: paging.pages.next: is missing"},
		{"next without a cursor", "items: .body.items }", "items: .body.items, next: .x }", "m.yaml:8: paging.pages.next: belongs to the style cursor"},
		{"paging without items", ", items: .body.items", "", "m.yaml:8: paging.pages.items: is missing"},
		{"a size out of bounds", "size: size", "size: size, max_size: 0", "m.yaml:8: paging.pages.max_size: \"0\" is out of bounds"},
		{"a status that is none", "[401, 403]", "[401, 99]", "m.yaml:10: errors.0.status: \"99\" is no status"},
		{"a rule without words", "message: .body.text, ", "", "m.yaml:10: errors.0.message: is missing"},
		{"a reason that is none", "anonymous user", "Who?!", "m.yaml:10: errors.0.reason: \"Who?!\" is no reason"},
		{"a call of nobody", "user/login:", "user/enter:", "m.yaml:23: calls.user/enter: the contract has no such call"},
		{"a call of our own", "user/login:", "user/refresh:", "m.yaml:23: calls.user/refresh: the server answers this call itself"},
		{"a call that stands twice", "user/login:", "casino/games_list:", "m.yaml:23: calls.casino/games_list: stands twice"},
		{"a call that is no mapping", "user/login:\n    method: POST", "user/logout: 5\n  user/login:\n    method: POST", "m.yaml:23: calls.user/logout: is a single value"},
		{"a way without condition before the last", "- when: .data.favorites\n      method", "- method", "m.yaml:13: calls.casino/games_list.0.when: every way but the last"},
		{"a method of nobody", "method: POST", "method: FETCH", "m.yaml:24: calls.user/login.method: \"FETCH\" is no method"},
		{"a GET that changes something", "method: POST", "method: GET", "m.yaml:24: calls.user/login.method: a call that changes something cannot be a GET"},
		{"no path", "    path: /v1/sessions\n", "", "m.yaml:24: calls.user/login.path: is missing"},
		{"a path with a query", "/v1/favorites", "/v1/favorites?x=1", "m.yaml:15: calls.casino/games_list.0.path: jq: a path begins with /"},
		{"a brace that is left open", "{.data.categoryID}", "{.data.categoryID", "m.yaml:19: calls.casino/games_list.1.path: jq: { without }"},
		{"a brace that was never open", "{.data.categoryID}", ".data.categoryID}", "m.yaml:19: calls.casino/games_list.1.path: jq: } without {"},
		{"paging of nobody", "paging: pages\n      data: .items\n    -", "paging: sheets\n      data: .items\n    -", "m.yaml:16: calls.casino/games_list.0.paging: \"sheets\" is not among paging"},
		{"a write that is paged", "answer: '{result: true}'", "paging: pages", "calls.user/login.paging: only a read is paged"},
		{"an answer beside data", "answer: '{result: true}'", "answer: '{result: true}'\n    data: .x", "calls.user/login.answer: stands beside data"},
		{"an alias", "version: 1", "version: &v 1", "m.yaml:1: version: Anchor is not understood here"},
		{"no YAML", "version: 1", "version: [", "m.yaml:"},
		{"nothing", sound, "", "m.yaml:1: the file holds no mapping"},
		{"a list", sound, "- 1", "m.yaml:1: the file is a list"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(sound, c.old) {
				t.Fatalf("%q is not in the sound mapping", c.old)
			}
			told := load(t, strings.Replace(sound, c.old, c.replacement, 1)).Error()
			if !strings.Contains(told, c.want) {
				t.Errorf("told\n%s\nwant %s", told, c.want)
			}
		})
	}
}

func TestEveryFaultIsToldAtOnceInOrder(t *testing.T) {
	broken := strings.NewReplacer("version: 1", "version: 3", ".user.sid", "(", "GET", "FETCH", "map(one)", "map(three)").Replace(sound)
	faults := load(t, broken)
	var lines []int
	for _, f := range faults {
		lines = append(lines, f.Line)
	}
	if want := []int{1, 6, 14, 18, 22}; len(lines) != len(want) {
		t.Fatalf("lines %v, want %v:\n%s", lines, want, faults.Error())
	}
	for i, want := range []int{1, 6, 14, 18, 22} {
		if lines[i] != want {
			t.Errorf("lines %v:\n%s", lines, faults.Error())
			break
		}
	}
}

func TestMissingFileIsAFault(t *testing.T) {
	_, err := Load(fstest.MapFS{}, "m.yaml", nil)
	var faults config.Faults
	if !errors.As(err, &faults) || faults[0].Problem != "cannot be read: file does not exist" {
		t.Errorf("got %v", err)
	}
}
