package staff_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/staff"
)

func TestKeysAreListedWithTheirSessions(t *testing.T) {
	r := newRig(t)
	r.players.keys = []bff.SealingKey{
		{Kid: "20260102-NEW", Created: r.now(), Active: true, Sessions: 3},
		{Kid: "20251201-OLD", Created: r.now().Add(-time.Hour), Sessions: 12, RetireAfter: r.now().Add(24 * time.Hour)},
	}
	viewer := r.login("izleyici", "Izleyici123!")
	got := r.do(http.MethodGet, "/keys", "", viewer)
	var all []map[string]any
	if err := json.Unmarshal(got.body, &all); err != nil || got.status != http.StatusOK || len(all) != 2 {
		t.Fatalf("%d %v %s", got.status, err, got.body)
	}
	if _, ok := all[0]["retireAfter"]; ok || all[0]["active"] != true || all[0]["sessions"] != 3.0 {
		t.Errorf("active key: %v", all[0])
	}
	if all[1]["retireAfter"] != "2026-01-03T03:04:05Z" || all[1]["active"] != false || all[1]["sessions"] != 12.0 || all[1]["kid"] != "20251201-OLD" {
		t.Errorf("superseded key: %v", all[1])
	}
	if len(r.players.keysOf) != 1 || r.players.keysOf[0].ID != "marmara" {
		t.Errorf("asked for the brands %v", r.players.keysOf)
	}
	if got := r.do(http.MethodGet, "/keys?limit=1", "", viewer); got.status != http.StatusBadRequest {
		t.Errorf("with an unknown query field: %d", got.status)
	}
	r.players.fault = bff.ReasonUnavailable.WithRetryAfter(time.Second)
	if got := r.do(http.MethodGet, "/keys", "", viewer); got.status != http.StatusServiceUnavailable || strings.Contains(string(got.body), "OLD") {
		t.Errorf("without the store: %d %s", got.status, got.body)
	}
}

func TestKeysNeedARoleAtAllBrands(t *testing.T) {
	r := newRig(t)
	for name, row := range map[string]struct {
		cookie *http.Cookie
		want   int
	}{
		"an admin of one brand":  {r.addAccount("birmarka", staff.Roles{"marmara": staff.Admin}), http.StatusForbidden},
		"a viewer of all brands": {r.login("izleyici", "Izleyici123!"), http.StatusOK},
		"nobody":                 {nil, http.StatusUnauthorized},
	} {
		r.players.keys = []bff.SealingKey{}
		if got := r.do(http.MethodGet, "/keys", "", row.cookie); got.status != row.want {
			t.Errorf("%s: %d, want %d", name, got.status, row.want)
		}
	}
}
