package upstream

import (
	"errors"
	"testing"

	"croupier/bff"
)

func TestBrandsGoToTheirOwnUpstreamAndShareWhatIsEqual(t *testing.T) {
	built := map[string]*double{}
	routes := NewRoutes(func(rules bff.UpstreamRules) (bff.Upstream, error) {
		d := failing(errors.New(rules.URL))
		if built[rules.URL] != nil {
			t.Errorf("%q was built twice", rules.URL)
		}
		built[rules.URL] = d
		return d, nil
	})
	brand := func(id, url string) *bff.Brand {
		return &bff.Brand{ID: id, Upstream: bff.UpstreamRules{Adapter: "envelope", URL: url}}
	}
	a, b, c := brand("a", "http://one"), brand("b", "http://one"), brand("c", "http://two")
	for range 2 { // the second time as a reload
		if err := routes.Prepare(a, b, c); err != nil {
			t.Fatal(err)
		}
	}
	for _, brand := range []*bff.Brand{a, b, c} {
		r := request("casino", bff.KindRead)
		r.Brand = brand
		if _, err := routes.Do(t.Context(), r); err.Error() != brand.Upstream.URL {
			t.Errorf("brand %s went to %v", brand.ID, err)
		}
	}
	if built["http://one"].calls.Load() != 2 || built["http://two"].calls.Load() != 1 {
		t.Error("the calls went elsewhere")
	}
}

func TestFaultyUpstreamChangesNothing(t *testing.T) {
	routes := NewRoutes(func(rules bff.UpstreamRules) (bff.Upstream, error) {
		if rules.URL == "" {
			return nil, errors.New("no address")
		}
		return failing(errors.New("sent")), nil
	})
	good := &bff.Brand{ID: "good", Upstream: bff.UpstreamRules{URL: "http://one"}}
	if err := routes.Prepare(good); err != nil {
		t.Fatal(err)
	}
	if err := routes.Prepare(&bff.Brand{ID: "bad"}); err == nil {
		t.Fatal("a brand without an address was accepted")
	}
	r := request("casino", bff.KindRead)
	r.Brand = good
	if _, err := routes.Do(t.Context(), r); err.Error() != "sent" {
		t.Errorf("the good brand no longer answers: %v", err)
	}
	r.Brand = &bff.Brand{ID: "bad"}
	if _, err := routes.Do(t.Context(), r); !errors.Is(err, bff.ReasonInternal) {
		t.Errorf("an unprepared brand: %v", err)
	}
}
