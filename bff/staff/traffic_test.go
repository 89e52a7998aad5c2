package staff_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/staff"
)

func TestTrafficIsShown(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	at := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)
	r.traffic = map[int][]bff.Traffic{
		60: {{Brand: "marmara", Class: "casino", Upstream: "main", Points: []bff.TrafficPoint{{At: at, Count: 3, Errors: 1, P50: 12.5, P95: 80, Cached: 1, Violations: 2}}}},
		5:  {{Brand: "marmara", Points: []bff.TrafficPoint{}}},
	}
	for query, want := range map[string]string{
		"":            `[{"brand":"marmara","class":"casino","upstream":"main","points":[{"at":"2026-01-02T03:04:00Z","count":3,"errors":1,"p50_ms":12.5,"p95_ms":80,"cached":1,"violations":2}]}]`,
		"?minutes=5":  `[{"brand":"marmara","class":"","upstream":"","points":[]}]`,
		"?minutes=59": `[]`,
	} {
		if got := r.do("GET", "/traffic"+query, "", viewer); got.status != http.StatusOK || string(got.body) != want {
			t.Errorf("%s: %d %s, want %s", query, got.status, got.body, want)
		}
	}
	r.traffic[1] = []bff.Traffic{{Brand: "marmara", Points: []bff.TrafficPoint{}}, {Brand: "zephyr", Points: []bff.TrafficPoint{}}}
	for name, want := range map[string]string{"marmara": `[{"brand":"marmara","class":"","upstream":"","points":[]}]`, "pera": `[]`} {
		limited := r.addAccount("only."+name, staff.Roles{name: staff.Viewer})
		if got := r.do("GET", "/traffic?minutes=1", "", limited); string(got.body) != want {
			t.Errorf("a viewer of %s sees %s, want %s", name, got.body, want)
		}
	}
	r.broken = errors.New("the store is away")
	if got := r.do("GET", "/traffic", "", viewer); got.status != http.StatusServiceUnavailable {
		t.Errorf("without the store: %d %s", got.status, got.body)
	}
}
