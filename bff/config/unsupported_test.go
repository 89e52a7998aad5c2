package config

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

type contractCalls = Calls

// twoClasses is a contract of a few calls.
type twoClasses struct{ contractCalls }

func (twoClasses) Calls() []*bff.Call {
	return []*bff.Call{
		{Class: "habanero", Method: "getJackpots"},
		{Class: "user", Method: "register"},
		{Class: "user", Method: "forgot"},
		{Class: "user", Method: "login"},
		{Class: "crm", Method: "recent_wins", Optional: true},
		{Class: "maintenance", Method: "check_status", Local: true},
	}
}

func (twoClasses) ServerCalls() []*bff.Call {
	return []*bff.Call{{Class: "platform_limits", Method: "get"}, {Class: "platform_limits", Method: "set"}}
}

func TestServerCallsOfABrand(t *testing.T) {
	for _, row := range []struct {
		name     string
		upstream Upstream
		routing  map[string]bff.UpstreamRules
		want     string
	}{
		{"a platform without limits", Upstream{MappingYAML: []byte("calls: {user/login: {}}\n")}, nil, ""},
		{"named in the settings", Upstream{PlatformLimits: map[string]string{"get": "rg/read", "set": "rg/write"}}, nil, "platform_limits/get platform_limits/set"},
		{"mapped", Upstream{MappingYAML: []byte("calls: {platform_limits/get: {}}\n")}, nil, "platform_limits/get"},
		{"routed to another platform", Upstream{}, map[string]bff.UpstreamRules{"platform_limits": {Name: "limits"}}, "platform_limits/get"},
	} {
		t.Run(row.name, func(t *testing.T) {
			server := &Server{Upstreams: map[string]Upstream{"main": row.upstream, "limits": {PlatformLimits: map[string]string{"get": "rg/read"}}}}
			b := &bff.Brand{Upstream: bff.UpstreamRules{Name: "main"}, Routing: row.routing}
			got := serverCalls(b, server, twoClasses{})
			assert.Equal(t, row.want, strings.Join(slices.Sorted(maps.Keys(got)), " "))
		})
	}
}

func TestUnsupportedCallsOfABrand(t *testing.T) {
	offered := []string{"crm/recent_wins"}
	toOther := map[string]bff.UpstreamRules{"user/login": {Name: "other"}}
	for _, row := range []struct {
		name     string
		settings []string
		mapping  string
		routing  map[string]bff.UpstreamRules
		offered  []string // optional calls of the brand
		want     string
	}{
		{"nothing declared", nil, "version: 1\n", nil, offered, ""},
		{"a call of the settings", []string{"user/forgot"}, "", nil, offered, "user/forgot"},
		{"a class of the mapping", nil, "unsupported: [habanero]\n", nil, offered, "habanero/getJackpots"},
		{"both", []string{"user/register"}, "unsupported:\n  - user/forgot\n", nil, offered, "user/forgot user/register"},
		{"a mapping that is not YAML", []string{"habanero"}, "unsupported: [", nil, offered, "habanero/getJackpots"},
		{"a call of the server itself", []string{"maintenance"}, "", nil, offered, ""},
		{"a call routed to a platform without it", nil, "", toOther, offered, "user/login"},
		{"an optional call that is not offered", nil, "", nil, nil, "crm/recent_wins"},
		{"an offered call that is declared as missing", []string{"crm"}, "", nil, offered, "crm/recent_wins"},
	} {
		t.Run(row.name, func(t *testing.T) {
			server := &Server{Upstreams: map[string]Upstream{
				"main":  {Unsupported: row.settings, MappingYAML: []byte(row.mapping)},
				"other": {Unsupported: []string{"user"}},
			}}
			b := &bff.Brand{Upstream: bff.UpstreamRules{Name: "main"}, Routing: row.routing}
			got := unsupportedCalls(b, row.offered, server, twoClasses{})
			assert.Equal(t, row.want, strings.Join(slices.Sorted(maps.Keys(got)), " "))
		})
	}
}

func TestRequiredCallsCannotBeUnsupported(t *testing.T) {
	for name, want := range map[string]bool{
		"user": true, "user/login": true, "finance/check_balance": true, "finance": true,
		"user/log": false, "habanero": false, "user/forgot": false,
	} {
		assert.Equal(t, want, Required(name), "%s: %v", name, !want)
	}
}

func TestAnOfferedCallThatThePlatformIsDeclaredNotToHave(t *testing.T) {
	d, fault := parse("brand.yaml", []byte("features:\n  slots: true\n  calls:\n    - crm/recent_wins\n"))
	require.Nil(t, fault)
	f := brandFile{Upstream: "main", Routing: map[string]string{"crm": "bare"}}
	require.NoError(t, d.into(&f))
	for _, missing := range []string{"crm", "crm/recent_wins"} {
		server := &Server{Upstreams: map[string]Upstream{"main": {}, "bare": {Unsupported: []string{missing}}}}
		faults := f.optionalCallFaults(d, server, twoClasses{})
		assert.True(t, len(faults) == 1 && faults[0].Line == 4 && strings.Contains(faults[0].Problem, "bare"),
			"%s: got %v", missing, faults)
	}
	assert.Empty(t, f.optionalCallFaults(d, &Server{Upstreams: map[string]Upstream{"main": {}, "bare": {}}}, twoClasses{}),
		"a platform that has it")
}

func TestOfferedCallsWithoutAnEntryInTheMappingAreWarnedOf(t *testing.T) {
	for _, row := range []struct {
		name, mapping string
		warned        bool
	}{
		{"no mapping", "", false},
		{"an entry", "calls:\n  crm/recent_wins: { method: GET, path: /wins }\n", false},
		{"other entries", "calls:\n  user/login: { method: POST, path: /login }\n", true},
		{"no entries", "version: 1\n", true},
		{"a mapping that is not YAML", "calls: [", false},
	} {
		f := &brandFile{Upstream: "main"}
		f.Features.Calls = []string{"crm/recent_wins"}
		server := &Server{Upstreams: map[string]Upstream{"main": {MappingYAML: []byte(row.mapping)}}}
		found := f.unmappedCallWarnings(&document{}, server, twoClasses{})
		warned := len(found) == 1 && found[0].Severity == SeverityWarning && strings.Contains(found[0].Problem, "crm/recent_wins")
		assert.True(t, warned == row.warned && (warned || len(found) <= 0), "%s: %+v", row.name, found)
	}
}
