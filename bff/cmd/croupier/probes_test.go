package main

import (
	"testing"

	"croupier/bff"
	"croupier/bff/contract"
)

func TestHealthCalls(t *testing.T) {
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	main, studio, wallet := bff.UpstreamRules{Name: "main"}, bff.UpstreamRules{Name: "studio"}, bff.UpstreamRules{Name: "wallet"}
	brand := &bff.Brand{ID: "marmara", Upstream: main, Languages: []bff.Language{{Lang: "tr"}}, Routing: map[string]bff.UpstreamRules{
		"livecasino": studio, "finance": wallet,
	}}
	for _, c := range []struct {
		name       string
		upstream   bff.UpstreamRules
		configured string
		class      string
		want       string // class of the call, or the call; empty: none
	}{
		{"a guest read of the class", main, "", "casino", "casino"},
		{"another class of a class without guest reads", main, "", "user", "cmscontroller"},
		{"the configured call", main, "casino/provider_list", "user", "casino/provider_list"},
		{"a call of the same upstream", studio, "", "livecasino", "livecasino"},
		{"a configured call of another upstream", studio, "casino/provider_list", "livecasino", ""},
		{"an upstream without guest reads", wallet, "", "finance", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := (&healthCalls{calls: calls, upstream: c.upstream, configured: c.configured}).of(brand, c.class)
			if r == nil {
				if c.want != "" {
					t.Fatal("none")
				}
				return
			}
			if r.Call.Class != c.want && r.Call.Name() != c.want {
				t.Errorf("%s, want %s", r.Call.Name(), c.want)
			}
			if r.Rules.Who != bff.WhoGuest || r.Rules.Kind != bff.KindRead || r.Identity != nil || calls.CheckRequest(r.Call, r.Data) != nil || r.Rules.Deadline == 0 {
				t.Errorf("request %+v", r)
			}
		})
	}
}
