package cache

import (
	"testing"

	"croupier/bff"
)

func TestPurgeChangedDropsChangedBrandsOnly(t *testing.T) {
	brand := func(id string, change func(*bff.Brand)) *bff.Brand {
		b := &bff.Brand{ID: id, SiteID: 889, Upstream: bff.UpstreamRules{Name: "platform"}}
		if change != nil {
			change(b)
		}
		return b
	}
	for name, c := range map[string]struct {
		after *bff.Brand
		kept  int
	}{
		"unchanged":        {brand("marmara", nil), 2},
		"another name":     {brand("marmara", func(b *bff.Brand) { b.Name = "Marmara" }), 2},
		"another upstream": {brand("marmara", func(b *bff.Brand) { b.Upstream.Name = "other" }), 1},
		"another site":     {brand("marmara", func(b *bff.Brand) { b.SiteID = 777 }), 1},
		"another routing":  {brand("marmara", func(b *bff.Brand) { b.Routing = map[string]bff.UpstreamRules{"casino": {Name: "other"}} }), 1},
		"another policy":   {brand("marmara", func(b *bff.Brand) { b.Cache = map[string]bff.CachePolicy{"casino/games_list": {}} }), 1},
		"a new brand":      {brand("pera", nil), 2},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, Settings{})
			for _, id := range []string{"marmara", "zephyr"} {
				f.ask(t.Context(), changed(func(r *bff.UpstreamRequest) { r.Brand = brand(id, nil) }))
			}
			before := []*bff.Brand{brand("marmara", nil), brand("zephyr", nil)}
			if err := f.PurgeChanged(t.Context(), before, []*bff.Brand{c.after, brand("zephyr", nil)}); err != nil {
				t.Fatal(err)
			}
			if n, _ := f.Size(); n != c.kept {
				t.Errorf("%d entries, want %d", n, c.kept)
			}
		})
	}
}
