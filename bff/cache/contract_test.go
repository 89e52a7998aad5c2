package cache

import (
	"encoding/json"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// TestSessionCallsAreNeverCached makes every call of the contract in every form
// of its examples and variants, for a brand that caches everything for an hour.
func TestSessionCallsAreNeverCached(t *testing.T) {
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	greedy := &bff.Brand{ID: "marmara", SiteID: 889, Cache: map[string]bff.CachePolicy{}}
	for _, call := range calls.Calls() {
		greedy.Cache[call.Name()] = bff.CachePolicy{TTL: time.Hour}
	}
	kept, asked := 0, 0
	for _, call := range calls.Calls() {
		forms := []map[string]any{{}, {"favorites": true}, {"searchGameName": "abc"}}
		for _, example := range calls.Examples(call) {
			var data map[string]any
			if err := json.Unmarshal(example.Data, &data); err != nil {
				t.Fatal(err)
			}
			forms = append(forms, data)
		}
		for _, data := range forms {
			for _, id := range []*bff.Identity{nil, {UID: "7", SID: "s"}} {
				asked++
				rules := calls.Resolve(call, data)
				f := newFixture(t, Settings{})
				f.ask(t.Context(), &bff.UpstreamRequest{
					Brand: greedy, Call: call, Rules: rules, Data: calls.Complete(call, data, "tr"), Lang: "tr", Identity: id,
				})
				n, _ := f.Size()
				kept += n
				if n > 0 && (id != nil || rules.Who != bff.WhoGuest || rules.Kind != bff.KindRead || !call.Rules.Cache.Cacheable()) {
					t.Errorf("%s with %v is kept", call.Name(), data)
				}
			}
		}
	}
	if kept == 0 || asked < 3*len(calls.Calls()) {
		t.Errorf("%d of %d kept: the walk proves nothing", kept, asked)
	}
}
