package staff_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

func TestPlayersAreBlocked(t *testing.T) {
	r := newRig(t)
	support, viewer := r.login("destek", "Destek123!"), r.login("izleyici", "Izleyici123!")
	r.seenPlayer("a", "7", "ayse", "", "")
	until := r.now().Add(time.Hour).Format(time.RFC3339)
	for _, row := range []struct {
		name, method, path, body string
		cookie                   *http.Cookie
		want                     int
	}{
		{"a viewer", http.MethodPost, "/players/marmara/7/block", `{"reason":"fraud"}`, viewer, http.StatusForbidden},
		{"an unknown brand", http.MethodPost, "/players/nobody/7/block", `{"reason":"fraud"}`, support, http.StatusNotFound},
		{"no reason", http.MethodPost, "/players/marmara/7/block", `{"reason":" "}`, support, http.StatusBadRequest},
		{"an end in the past", http.MethodPost, "/players/marmara/7/block", `{"reason":"fraud","until":"2020-01-01T00:00:00Z"}`, support, http.StatusBadRequest},
		{"by something else", http.MethodPost, "/players/marmara/7/block?by=email", `{"reason":"fraud"}`, support, http.StatusBadRequest},
		{"nothing to lift", http.MethodDelete, "/players/marmara/7/block", "", support, http.StatusNotFound},
		{"by id", http.MethodPost, "/players/marmara/7/block", `{"reason":"fraud","until":"` + until + `"}`, support, http.StatusOK},
		{"by name", http.MethodPost, "/players/marmara/mehmet/block?by=username", `{"reason":"asked for it"}`, support, http.StatusOK},
	} {
		if a := r.do(row.method, row.path, row.body, row.cookie); a.status != row.want {
			t.Errorf("%s: %d %s", row.name, a.status, a.body)
		}
	}
	if ended := strings.Join(r.players.ended, " "); !strings.Contains(ended, "7") || !strings.Contains(ended, "mehmet") {
		t.Errorf("ended sessions: %q", ended)
	}
	shown := func() *bff.Block {
		var p struct{ Block *bff.Block }
		if a := r.do(http.MethodGet, "/players/marmara/7", "", support); json.Unmarshal(a.body, &p) != nil {
			t.Fatalf("player: %d %s", a.status, a.body)
		}
		return p.Block
	}
	if b := shown(); b == nil || b.Reason != "fraud" || b.By != "destek" || b.Until.Format(time.RFC3339) != until {
		t.Errorf("shown: %+v", b)
	}
	for _, path := range []string{"/players/marmara/7/block", "/players/marmara/MEHMET/block?by=username"} {
		if a := r.do(http.MethodDelete, path, "", support); a.status != http.StatusOK {
			t.Errorf("lift: %d %s", a.status, a.body)
		}
	}
	if b := shown(); b != nil {
		t.Errorf("lifted: %+v", b)
	}
}
