package rest

import (
	"errors"
	"os"
	"testing"
	"unicode/utf8"

	"croupier/bff/testkit"

	"croupier/bff/config"
	"croupier/bff/contract"
)

// FuzzMapping checks that an invalid mapping file has faults with a line, and that a valid one names
// calls of the contract with a method and a path each.
func FuzzMapping(f *testing.F) {
	testkit.AddCorpus(f)
	calls, err := contract.Load()
	if err != nil {
		f.Fatal(err)
	}
	fictional, err := os.ReadFile("../../../configs/mappings/fictional.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, text := range []string{
		validMapping, string(fictional), "", "version: 1\ncalls: {}", "version: 1\ncalls: {user/login: {method: GET, path: /x}}", "calls: []",
		"version: 1\ndefine: 'def f: f; def g($x): $x;'\ncalls: {casino/games_list: {method: GET, path: '/{f}', data: 'g(.)'}}",
		"version: 1\ncalls: {casino/games_list: {method: GET, path: '/a/{.data.x}/{', data: '..|..|..'}}", "version: &v 1\ncalls: *v", "version: 1\nversion: 1",
		"version: 1\npaging: {p: {style: offset, start: s, size: z, items: ., max_pages: 99999999999999999999}}\ncalls: {}",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := Parse("m.yaml", raw, calls)
		if err != nil {
			var faults config.Faults
			if !errors.As(err, &faults) || len(faults) == 0 || m != nil {
				t.Fatalf("%T: %v", err, err)
			}
			for _, fault := range faults {
				if fault.File != "m.yaml" || fault.Line < 1 || fault.Problem == "" || !utf8.ValidString(fault.Problem) {
					t.Errorf("%+v", fault)
				}
			}
			return
		}
		for name, routes := range m.calls {
			if len(routes) == 0 {
				t.Errorf("%s: no route", name)
			}
			for i, r := range routes {
				if !methodName.MatchString(r.method) || (r.when == nil) != (i == len(routes)-1) {
					t.Errorf("%s: route %d: %+v", name, i, r)
				}
			}
		}
	})
}
