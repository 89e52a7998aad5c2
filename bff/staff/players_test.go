package staff_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/staff"
)

// paid is the idempotency record of a request.
func paid(id, key string, at time.Time, set func(*bff.IdempotencyRecord)) *bff.IdempotencyRecord {
	r := &bff.IdempotencyRecord{Key: bff.IdempotencyKey{Brand: "marmara", Player: "hash", Key: key}, RequestID: id, At: at, State: bff.IdempotencyInFlight}
	set(r)
	return r
}

func answered(result bool) func(*bff.IdempotencyRecord) {
	return func(r *bff.IdempotencyRecord) {
		r.State, r.Answer = bff.IdempotencyAnswered, &bff.Answer{Result: result, Code: 200, Data: json.RawMessage(`{"iban":"TR1"}`)}
	}
}

func unknown(r *bff.IdempotencyRecord) {
	r.State, r.Unknown = bff.IdempotencyUnknown, bff.OutcomeUnknown(bff.ReasonUpstreamTimeout)
}

func TestRequestIsFoundByID(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	r.seen.Observe(t.Context(), &bff.Observation{
		At: r.now(), RequestID: "read", Brand: "marmara", Call: "casino/games_list", Status: 502, Code: 502, Upstream: 20 * time.Millisecond, UpstreamName: "main", Attempts: 2,
		Err: bff.ReasonBadUpstreamAnswer.WithCause(errors.New("what a platform said")),
	})
	r.journal["paid"] = paid("paid", "key-7", r.now(), answered(true))
	r.journal["lost"] = paid("lost", "key-8", r.now(), unknown)
	r.seen.Observe(t.Context(), &bff.Observation{
		At: r.now(), RequestID: "lost", Brand: "marmara", Call: "finance/deposit", Status: 504, Code: 504, Debug: "outcome unknown", IdempotencyKey: "key-8", Attempts: 1,
		Err: bff.OutcomeUnknown(bff.ReasonUpstreamTimeout), Player: bff.Player{UID: "7", Username: "ayse"},
	})
	r.journal["settled"] = paid("settled", "key-9", r.now(), func(i *bff.IdempotencyRecord) {
		unknown(i)
		i.State, i.Call = bff.IdempotencySettled, "finance/deposit"
		i.Settlement = &bff.Settlement{Outcome: bff.SettledExecuted, Reference: "T-1", ProposedBy: "a", ApprovedBy: "b"}
	})
	at := r.now().Format(time.RFC3339)
	for id, want := range map[string]string{
		"read": `{"id":"read","at":"` + at + `","instance":"one","brand":"marmara","call":"casino/games_list","status":502,"code":502,"ms":0,"upstream_ms":20,"upstream":"main","attempts":2,"cause":"bad answer"}`,
		// What is left of a payment that is no longer recorded.
		"paid": `{"id":"paid","at":"` + at + `","instance":"","brand":"marmara","status":0,"ms":0,"upstream_ms":0,"attempts":0,"money":{"key":"key-7","at":"` + at + `","outcome":"executed","code":200}}`,
		"lost": `{"id":"lost","at":"` + at + `","instance":"one","brand":"marmara","call":"finance/deposit","player":{"uid":"7","username":"ayse"},"status":504,"code":504,"debug":"outcome unknown","ms":0,"upstream_ms":0,"attempts":1,"cause":"timeout",` +
			`"money":{"key":"key-8","at":"` + at + `","call":"finance/deposit","outcome":"unknown","code":504,"debug":"outcome unknown"}}`,
	} {
		r.wantBody(want, "GET", "/requests/"+id, "", support)
	}
	assert.Contains(t, string(r.do("GET", "/requests/settled", "", support).body), `"call":"finance/deposit","outcome":"executed"`,
		"a settled payment")
}

func TestRequestWithTheIDOfAnotherShowsNothingOfIt(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	for id, o := range map[string]bff.Observation{
		"another key":   {Brand: "marmara", IdempotencyKey: "own"},
		"another brand": {Brand: "zephyr"},
	} {
		o.At = r.now()
		o.RequestID, o.Call, o.Status, o.Code = strings.ReplaceAll(id, " ", "-"), "finance/deposit", 503, 503
		r.seen.Observe(t.Context(), &o)
		r.journal[o.RequestID] = paid(o.RequestID, "chosen", r.now(), answered(true))
		got := r.do("GET", "/requests/"+o.RequestID, "", support)
		assert.True(t, got.status == http.StatusOK && !strings.Contains(string(got.body), "chosen"),
			"%s: %d %s", id, got.status, got.body)
	}
}

// seenPlayer observes a request of a player.
func (r *rig) seenPlayer(id, uid, username, email, key string) {
	r.advance(time.Second)
	r.seen.Observe(r.t.Context(), &bff.Observation{
		At: r.now(), RequestID: id, Brand: "marmara", Call: "user/get_user_profile", Status: 200, Code: 200, Result: key == "", IdempotencyKey: key,
		Player: bff.Player{UID: uid, Username: username, Email: email},
	})
}

func TestPlayersAreSearched(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	r.seenPlayer("a", "7", "İbrahim", "ibrahim@ornek.test", "")
	r.seenPlayer("b", "8", "ayse", "", "")
	for text, want := range map[string]string{"ibrahim": "7", "IBRAHIM@ornek.test": "7", "7": "7", "ayse": "8", "nobody": ""} {
		uids := ""
		for _, p := range read[[]struct{ Brand, UID, LastSeen string }](r, "/players?q="+text, support) {
			if uids += p.UID; p.Brand != "marmara" || p.LastSeen == "" {
				t.Errorf("%s: %+v", text, p)
			}
		}
		assert.Equal(t, want, uids, "%s: found %s, want %s", text, uids, want)
	}
}

func TestPlayerIsShown(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	const key = "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f000"
	r.seenPlayer("login", "7", "ayse", "ayse@ornek.test", "")
	r.seenPlayer("other", "8", "fatma", "", key+"9")
	r.seenPlayer("executed", "7", "ayse", "", key+"1")
	r.journal["executed"] = paid("executed", key+"1", r.now(), answered(true))
	r.seenPlayer("unknown", "7", "ayse", "", key+"2")
	r.journal["unknown"] = paid("unknown", key+"2", r.now(), unknown)
	r.seenPlayer("repeat", "7", "ayse", "", key+"1") // the answer of the first
	r.seenPlayer("forgotten", "7", "ayse", "", key+"3")
	r.players.open = []bff.ActiveSession{
		{Session: bff.Session{ID: "s7", Brand: "marmara", Identity: bff.Identity{UID: "7", Username: "ayse"}}},
		{Session: bff.Session{ID: "s9", Brand: "marmara", Identity: bff.Identity{UID: "9", Username: "ayse"}}}, // the earlier owner of the name
	}
	p := read[struct {
		Brand, UID, Username, Email string
		LastSeen                    time.Time
		Sessions                    []struct{ Session string }
		Devices                     []struct{ ID, Agent string }
		Requests                    []struct{ ID string }
		Money                       []struct{ Key, Outcome string }
	}](r, "/players/marmara/7", support)
	var requests []string
	for _, one := range p.Requests {
		requests = append(requests, one.ID)
	}
	assert.True(t, p.Brand == "marmara" && p.UID == "7" && p.Username == "ayse" && p.Email == "ayse@ornek.test" && p.LastSeen.Equal(r.now()) && len(p.Sessions) == 1 && p.Sessions[0].Session == "s7" && len(p.Devices) == 1 && strings.Join(requests, " ") == "forgotten repeat unknown executed login",
		"%+v", p)
	want := fmt.Sprintf("[{%s3 refused} {%s1 executed} {%s2 unknown}]", key, key, key)
	assert.Equal(t, want, fmt.Sprint(p.Money), "money")
}

func TestPlayersAreBlocked(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	r.seenPlayer("a", "7", "ayse", "", "")
	until := r.now().Add(time.Hour).Format(time.RFC3339)
	r.want(http.StatusOK, "POST", "/players/marmara/7/block", `{"reason":"fraud","until":"`+until+`"}`, support)
	r.want(http.StatusOK, "POST", "/players/marmara/mehmet/block?by=username", `{"reason":"asked for it"}`, support)
	if ended := strings.Join(r.players.ended, " "); !strings.Contains(ended, "7") || !strings.Contains(ended, "mehmet") {
		t.Errorf("ended sessions: %q", ended)
	}
	shown := func() *bff.Block {
		return read[struct{ Block *bff.Block }](r, "/players/marmara/7", support).Block
	}
	b := shown()
	assert.True(t, b != nil && b.Reason == "fraud" && b.By == "destek" && b.Until.Format(time.RFC3339) == until,
		"shown: %+v", b)
	r.want(http.StatusOK, "DELETE", "/players/marmara/7/block", "", support)
	r.want(http.StatusOK, "DELETE", "/players/marmara/MEHMET/block?by=username", "", support)
	assert.Nil(t, shown(), "lifted")
	r.want(http.StatusOK, "POST", "/players/marmara/unlock", `{"username":"demo"}`, support)
}

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
		r.want(http.StatusOK, "POST", limitsPath+"/"+of.path, of.body, admin)
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
	err := json.Unmarshal(got.body, &file)
	require.True(t, err == nil && got.status == http.StatusOK, "%d %v %s", got.status, err, got.body)
	assert.True(t, file.UID == "7" && file.Username == "ayse" && file.Email == "ayse@ornek.test" && file.Exported != "" && len(file.Sessions) == 1 && file.Sessions[0].Session == "s7" && len(file.Devices) == 1 && len(file.Requests) == 2 && len(file.Money) == 1 && file.Money[0].Key == "key-7" && file.Money[0].Outcome == "executed",
		"%s", got.body)
	l := file.Limits
	assert.True(t, len(l.Limits) == 1 && l.Limits[0].Amount == 500 && l.Exclusion != nil && l.Exclusion.Until == "2026-07-02T03:04:08Z" && len(l.History) == 2 && l.History[0].Change == "exclusion" && l.History[0].By == "staff" && len(l.Proposals) == 1 && l.Proposals[0].By == "staff",
		"limits: %+v", l)
	assert.True(t, !strings.Contains(string(got.body), "yonetici") && !strings.Contains(string(got.body), "veli") && got.header.Get("Content-Disposition") == "attachment; filename=marmara-7.json",
		"%v %s", got.header, got.body)
	e := r.audit(admin, "?limit=1")[0]
	assert.True(t, e.Action == "player exported" && e.Subject == "marmara/7" && e.Outcome == staff.Done && e.After == nil,
		"the entry: %+v", e)
}

func TestPlayerIsErased(t *testing.T) {
	r := withPlayer(t)
	admin := r.login("yonetici", "Yonetici123!")
	r.advance(time.Second) // after the entry of the login
	const path = "/players/marmara/7/erase"
	r.want(http.StatusOK, "POST", limitsPath+"/tighten", `{"exclude_forever":true,"reason":"x"}`, admin) // an exclusion
	r.players.fault = bff.ReasonUnavailable.WithCause(errors.New("the store is gone"))
	r.want(http.StatusServiceUnavailable, "POST", path, `{"confirm":"7"}`, admin) // sessions that do not end
	r.players.fault = nil
	got := r.do("POST", path, `{"confirm":"7"}`, admin)
	want := `{"erased":["sessions","profile","devices","requests"],"kept":[{"kind":"audit","until":"2027-02-06T03:04:09Z"},` +
		`{"kind":"money","until":"2026-01-03T03:04:08Z"},{"kind":"limits"},{"kind":"ended sessions","until":"2026-02-02T03:04:09Z"}]}`
	assert.True(t, got.status == http.StatusOK && string(got.body) == want, "%d %s\nwant %s", got.status, got.body, want)
	l := r.limitsOf(admin)
	assert.True(t, l.Exclusion != nil && len(l.History) == 1, "the exclusion is erased: %+v", l)
	for _, path := range []string{"/players/marmara/7", "/players/marmara/7/export", "/requests/read"} {
		r.want(http.StatusNotFound, "GET", path, "", admin)
	}
	r.wantBody("[]", "GET", "/players?q=ayse@ornek.test", "", admin)
	if got := r.do("GET", "/requests/paid", "", admin); got.status != http.StatusOK || strings.Contains(string(got.body), "ayse") || !strings.Contains(string(got.body), "key-7") {
		t.Errorf("the payment: %d %s", got.status, got.body)
	}
	if ids := r.players.ids(); len(ids) != 1 || ids[0] != "s8" {
		t.Errorf("sessions: %q", ids)
	}
	r.want(http.StatusOK, "GET", "/players/marmara/8", "", admin) // another player
	var entries []staff.Entry
	for _, e := range r.audit(admin, "") {
		if e.Action == "player erased" {
			entries = append(entries, e)
		}
	}
	assert.True(t, len(entries) == 1 && entries[0].Subject == "marmara/7" && entries[0].Outcome == staff.Done && string(entries[0].After) == want,
		"entries: %+v", entries)
}
