package mock

import (
	"slices"
	"strings"
	"testing"
	"time"

	"croupier/bff/mock/world"
)

// Zephyr has no sport: neither its slides and promotions show any, nor do they lead there.
func TestZephyrShowsNoSport(t *testing.T) {
	b, ok := world.BrandByName("zephyr")
	if !ok {
		t.Fatal("no brand zephyr")
	}
	now := time.Date(2026, 11, 18, 12, 0, 0, 0, world.Zone)
	campaigns := slices.Concat(b.Sliders(now), b.Promotions(now))
	if len(campaigns) < 10 {
		t.Fatalf("%d slides and promotions", len(campaigns))
	}
	for _, c := range campaigns {
		if subjects[c.Key] == "sport" {
			t.Errorf("%s shows sport", c.Key)
		}
		if strings.Contains(c.Link, "sport") {
			t.Errorf("%s leads to %s", c.Key, c.Link)
		}
	}
}
