package cache

import (
	"testing"

	"croupier/bff"
)

// Answers of a brand's previous platform may arrive after a configuration change: from a
// running call, or through the shared tier from an instance with the old configuration.
func TestUpstreamSettingsArePartOfTheKey(t *testing.T) {
	of := func(rules bff.UpstreamRules) func(*bff.UpstreamRequest) {
		return func(r *bff.UpstreamRequest) { r.Brand = &bff.Brand{ID: "marmara", SiteID: 889, Upstream: rules} }
	}
	house := bff.UpstreamRules{Name: "house", Adapter: "rest", URL: "https://house.example", Settings: "1"}
	moved, renamed, mapped := house, house, house
	moved.URL, renamed.Name, mapped.Settings = "https://other.example", "other", "2"
	routed := func(r *bff.UpstreamRequest) {
		of(house)(r)
		r.Brand.Routing = map[string]bff.UpstreamRules{"casino": moved}
	}
	f := newFixture(t, Settings{})
	f.want(t, changed(of(house)), "MISS 0 1")
	f.want(t, changed(of(moved)), "MISS 0 2")
	f.want(t, changed(of(renamed)), "MISS 0 3")
	f.want(t, changed(of(mapped)), "MISS 0 4")
	f.want(t, changed(routed), "HIT 0 2")
	f.want(t, changed(of(house)), "HIT 0 1")
}
