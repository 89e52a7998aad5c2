package staff_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/staff"
)

// withPlayer returns a rig with a player of uid 7 who has a session, a request and a payment, and
// another one of uid 8.
func withPlayer(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	r.seenPlayer("read", "7", "ayse", "ayse@ornek.test", "")
	r.seenPlayer("paid", "7", "ayse", "", "key-7")
	r.seenPlayer("other", "8", "veli", "", "")
	r.journal["paid"] = paid("paid", "key-7", r.now(), answered(true))
	for id, uid := range map[string]string{"s7": "7", "s8": "8"} {
		r.players.open = append(r.players.open, bff.ActiveSession{Session: bff.Session{
			ID: id, Brand: "marmara", Identity: bff.Identity{UID: uid, Username: map[string]string{"7": "ayse", "8": "veli"}[uid]},
		}})
	}
	return r
}

func TestPlayerIsExported(t *testing.T) {
	r := withPlayer(t)
	admin := r.login("yonetici", "Yonetici123!")
	for _, of := range []struct{ path, body string }{{"tighten", tightened}, {"tighten", `{"exclude_months":6,"reason":"x"}`}, {"propose", loosened}} {
		if got := r.do("POST", limitsPath+"/"+of.path, of.body, admin); got.status != http.StatusOK {
			t.Fatalf("%s: %d %s", of.body, got.status, got.body)
		}
	}
	r.advance(time.Second) // after the entry of the login
	got := r.do("GET", "/players/marmara/7/export", "", admin)
	var file struct {
		Exported, UID, Username, Email string
		Limits                         limits
		Sessions                       []struct{ Session string }
		Devices                        []struct{ Agent string }
		Requests                       []struct{ ID string }
		Money                          []struct{ Key, Outcome string }
	}
	if err := json.Unmarshal(got.body, &file); err != nil || got.status != http.StatusOK {
		t.Fatalf("%d %v %s", got.status, err, got.body)
	}
	if file.UID != "7" || file.Username != "ayse" || file.Email != "ayse@ornek.test" || file.Exported == "" || len(file.Sessions) != 1 || file.Sessions[0].Session != "s7" ||
		len(file.Devices) != 1 || len(file.Requests) != 2 || len(file.Money) != 1 || file.Money[0].Key != "key-7" || file.Money[0].Outcome != "executed" {
		t.Errorf("%s", got.body)
	}
	if l := file.Limits; len(l.Limits) != 1 || l.Limits[0].Amount != 500 || l.Exclusion == nil || l.Exclusion.Until != "2026-07-02T03:04:08Z" ||
		len(l.History) != 2 || l.History[0].Change != "exclusion" || l.History[0].By != "staff" || len(l.Proposals) != 1 || l.Proposals[0].By != "staff" {
		t.Errorf("limits: %+v", l)
	}
	if strings.Contains(string(got.body), "yonetici") || strings.Contains(string(got.body), "veli") || got.header.Get("Content-Disposition") != "attachment; filename=marmara-7.json" {
		t.Errorf("%v %s", got.header, got.body)
	}
	if e := r.audit(admin, "?limit=1")[0]; e.Action != "player exported" || e.Subject != "marmara/7" || e.Outcome != staff.Done || e.After != nil {
		t.Errorf("the entry: %+v", e)
	}
	for _, path := range []string{"/players/marmara/9/export", "/players/nowhere/7/export"} {
		if got := r.do("GET", path, "", admin); got.status != http.StatusNotFound {
			t.Errorf("%s: %d", path, got.status)
		}
	}
}

func TestPlayerIsErased(t *testing.T) {
	r := withPlayer(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.advance(time.Second) // after the entry of the login
	const path = "/players/marmara/7/erase"
	for body, field := range map[string]string{`{}`: "confirm", `{"confirm":"ayse"}`: "confirm", `{"confirm":"7","force":true}`: "force"} {
		got := r.do("POST", path, body, admin)
		if _, _, name := got.refusal(t); got.status != http.StatusBadRequest || name != field {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
	if got := r.do("POST", "/players/marmara/9/erase", `{"confirm":"9"}`, admin); got.status != http.StatusNotFound {
		t.Errorf("an unknown player: %d", got.status)
	}
	if got := r.do("GET", "/players/marmara/7", "", admin); got.status != http.StatusOK {
		t.Fatalf("erased by a refused request: %s", got.body)
	}

	if got := r.do("POST", limitsPath+"/tighten", `{"exclude_forever":true,"reason":"x"}`, admin); got.status != http.StatusOK {
		t.Fatalf("an exclusion: %d %s", got.status, got.body)
	}
	r.players.fault = bff.ReasonUnavailable.WithCause(errors.New("the store is gone"))
	if got := r.do("POST", path, `{"confirm":"7"}`, admin); got.status != http.StatusServiceUnavailable {
		t.Errorf("sessions that do not end: %d %s", got.status, got.body)
	}
	r.players.fault = nil
	got := r.do("POST", path, `{"confirm":"7"}`, admin)
	want := `{"erased":["sessions","profile","devices","requests"],"kept":[{"kind":"audit","until":"2027-02-06T03:04:09Z"},` +
		`{"kind":"money","until":"2026-01-03T03:04:08Z"},{"kind":"limits"},{"kind":"ended sessions","until":"2026-02-02T03:04:09Z"}]}`
	if got.status != http.StatusOK || string(got.body) != want {
		t.Errorf("%d %s\nwant %s", got.status, got.body, want)
	}
	if l := r.limitsOf(admin); l.Exclusion == nil || len(l.History) != 1 {
		t.Errorf("the exclusion is erased: %+v", l)
	}
	for _, path := range []string{"/players/marmara/7", "/players/marmara/7/export", "/requests/read"} {
		if got := r.do("GET", path, "", admin); got.status != http.StatusNotFound {
			t.Errorf("%s: %d %s", path, got.status, got.body)
		}
	}
	if got := r.do("GET", "/players?q=ayse@ornek.test", "", admin); string(got.body) != "[]" {
		t.Errorf("found: %s", got.body)
	}
	if got := r.do("GET", "/requests/paid", "", admin); got.status != http.StatusOK || strings.Contains(string(got.body), "ayse") || !strings.Contains(string(got.body), "key-7") {
		t.Errorf("the payment: %d %s", got.status, got.body)
	}
	if ids := r.players.ids(); len(ids) != 1 || ids[0] != "s8" {
		t.Errorf("sessions: %q", ids)
	}
	if got := r.do("GET", "/players/marmara/8", "", admin); got.status != http.StatusOK {
		t.Errorf("another player: %d", got.status)
	}
	var entries []staff.Entry
	for _, e := range r.audit(admin, "") {
		if e.Action == "player erased" {
			entries = append(entries, e)
		}
	}
	if len(entries) != 1 || entries[0].Subject != "marmara/7" || entries[0].Outcome != staff.Done || string(entries[0].After) != want {
		t.Errorf("entries: %+v", entries)
	}
}
