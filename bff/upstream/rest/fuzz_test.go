package rest

import (
	"errors"
	"os"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/testkit"

	"croupier/bff/config"
	"croupier/bff/contract"
)

// FuzzMapping checks that an invalid mapping file has faults with a line, and that a valid one names
// calls of the contract with a method and a path each.
func FuzzMapping(f *testing.F) {
	testkit.AddCorpus(f)
	calls, err := contract.Load()
	require.NoError(f, err)
	fictional, err := os.ReadFile("../../../configs/mappings/fictional.yaml")
	require.NoError(f, err)
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
			require.True(t, errors.As(err, &faults) && len(faults) != 0 && m == nil, "%T: %v", err, err)
			for _, fault := range faults {
				assert.True(t, fault.File == "m.yaml" && fault.Line >= 1 && fault.Problem != "" && utf8.ValidString(fault.Problem),
					"%+v", fault)
			}
			return
		}
		for name, routes := range m.calls {
			assert.NotEmpty(t, routes, "%s: no route", name)
			for i, r := range routes {
				assert.True(t, methodName.MatchString(r.method) && (r.when == nil) == (i == len(routes)-1),
					"%s: route %d: %+v", name, i, r)
			}
		}
	})
}
