package config

import (
	"maps"
	"slices"
	"strings"
	"testing"

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
		{Class: "maintenance", Method: "check_status", Local: true},
	}
}

func TestUnsupportedCallsOfABrand(t *testing.T) {
	for _, row := range []struct {
		name     string
		settings []string
		mapping  string
		want     string
	}{
		{"nothing declared", nil, "version: 1\n", ""},
		{"a call of the settings", []string{"user/forgot"}, "", "user/forgot"},
		{"a class of the mapping", nil, "unsupported: [habanero]\n", "habanero/getJackpots"},
		{"both", []string{"user/register"}, "unsupported:\n  - user/forgot\n", "user/forgot user/register"},
		{"a mapping that is not YAML", []string{"habanero"}, "unsupported: [", "habanero/getJackpots"},
		{"a call of the server itself", []string{"maintenance"}, "", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			server := &Server{Upstreams: map[string]Upstream{
				"main":  {Unsupported: row.settings, MappingYAML: []byte(row.mapping)},
				"other": {Unsupported: []string{"user/login"}},
			}}
			b := &bff.Brand{Upstream: bff.UpstreamRules{Name: "main"}}
			got := unsupportedCalls(b, nil, server, twoClasses{})
			if names := strings.Join(slices.Sorted(maps.Keys(got)), " "); names != row.want {
				t.Errorf("got %q, want %q", names, row.want)
			}
		})
	}
}

func TestACallIsUnsupportedWhereItIsRouted(t *testing.T) {
	server := &Server{Upstreams: map[string]Upstream{"main": {}, "wallet": {Unsupported: []string{"user"}}}}
	b := &bff.Brand{
		Upstream: bff.UpstreamRules{Name: "main"},
		Routing:  map[string]bff.UpstreamRules{"user/forgot": {Name: "wallet"}},
	}
	got := unsupportedCalls(b, nil, server, twoClasses{})
	if !got["user/forgot"] || len(got) != 1 {
		t.Errorf("got %v", got)
	}
}

func TestRequiredCallsCannotBeUnsupported(t *testing.T) {
	for name, want := range map[string]bool{
		"user": true, "user/login": true, "finance/check_balance": true, "finance": true,
		"user/log": false, "habanero": false, "user/forgot": false,
	} {
		if Required(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}
