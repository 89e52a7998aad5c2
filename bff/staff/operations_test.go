package staff_test

import (
	"encoding/json"
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
		r.wantBody(want, "GET", "/traffic"+query, "", viewer)
	}
	r.traffic[1] = []bff.Traffic{{Brand: "marmara", Points: []bff.TrafficPoint{}}, {Brand: "zephyr", Points: []bff.TrafficPoint{}}}
	for name, want := range map[string]string{"marmara": `[{"brand":"marmara","class":"","upstream":"","points":[]}]`, "pera": `[]`} {
		limited := r.addAccount("only."+name, staff.Roles{name: staff.Viewer})
		r.wantBody(want, "GET", "/traffic?minutes=1", "", limited)
	}
	r.broken = errors.New("the store is away")
	r.want(http.StatusServiceUnavailable, "GET", "/traffic", "", viewer) // without the store
}

func TestDriftListsDeviations(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	r.wantBody("[]", "GET", "/drift", "", viewer)
	one := bff.Deviation{
		Upstream: "main", Brand: "marmara", Call: "casino/games_list", Path: "$[*].name", Got: "null", Want: "string",
		Example: "null", Count: 3, First: r.now(), Last: r.now().Add(time.Hour),
	}
	other := one
	other.Upstream, other.Call = "studio", "livecasino/game_table_list"
	r.drift = []bff.Deviation{one, other}
	for _, row := range []struct {
		query string
		want  []bff.Deviation
	}{
		{"", []bff.Deviation{one, other}},
		{"?call=casino/games_list", []bff.Deviation{one}},
		{"?call=casino", []bff.Deviation{one}},
		{"?upstream=studio", []bff.Deviation{other}},
		{"?upstream=studio&call=casino", []bff.Deviation{}},
	} {
		want, _ := json.Marshal(row.want)
		r.wantBody(string(want), "GET", "/drift"+row.query, "", viewer)
	}
}

func TestBootstrapOfABrandForPreviews(t *testing.T) {
	r := newRig(t)
	cookie := r.login("izleyici", "Izleyici123!")
	for query, language := range map[string]string{
		"?lang=en": "en",
		"?lang=xx": "tr", // the brand does not offer xx
		"":         "tr",
	} {
		r.wantBody(`{"brand":"marmara","language":"`+language+`"}`, "GET", "/brands/marmara/bootstrap"+query, "", cookie)
	}
}
