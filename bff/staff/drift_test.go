package staff_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

func TestDriftListsDeviations(t *testing.T) {
	r := newRig(t)
	viewer := r.login("izleyici", "Izleyici123!")
	if got := r.do(http.MethodGet, "/drift", "", viewer); got.status != http.StatusOK || strings.TrimSpace(string(got.body)) != "[]" {
		t.Fatalf("without deviations: %d %s", got.status, got.body)
	}
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
		got := r.do(http.MethodGet, "/drift"+row.query, "", viewer)
		want, _ := json.Marshal(row.want)
		if got.status != http.StatusOK || strings.TrimSpace(string(got.body)) != string(want) {
			t.Errorf("%s: %d %s\nwant %s", row.query, got.status, got.body, want)
		}
	}
	for query, field := range map[string]string{"?limit=3": "limit", "?call=x/y": "call", "?call=casino&call=casino": "call"} {
		got := r.do(http.MethodGet, "/drift"+query, "", viewer)
		if _, _, at := got.refusal(t); got.status != http.StatusBadRequest || at != field {
			t.Errorf("%s: %d %s", query, got.status, got.body)
		}
	}
}
