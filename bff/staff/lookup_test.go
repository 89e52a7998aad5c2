package staff_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"croupier/bff"
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
	at := r.now().Format(time.RFC3339)
	for id, want := range map[string]string{
		"read": `{"id":"read","at":"` + at + `","instance":"one","brand":"marmara","call":"casino/games_list","status":502,"code":502,"ms":0,"upstream_ms":20,"upstream":"main","attempts":2,"cause":"bad answer"}`,
		// What is left of a payment that is no longer recorded.
		"paid": `{"id":"paid","at":"` + at + `","instance":"","brand":"marmara","status":0,"ms":0,"upstream_ms":0,"attempts":0,"money":{"key":"key-7","at":"` + at + `","outcome":"executed","code":200}}`,
		"lost": `{"id":"lost","at":"` + at + `","instance":"one","brand":"marmara","call":"finance/deposit","player":{"uid":"7","username":"ayse"},"status":504,"code":504,"debug":"outcome unknown","ms":0,"upstream_ms":0,"attempts":1,"cause":"timeout",` +
			`"money":{"key":"key-8","at":"` + at + `","call":"finance/deposit","outcome":"unknown","code":504,"debug":"outcome unknown"}}`,
	} {
		if got := r.do("GET", "/requests/"+id, "", support); got.status != http.StatusOK || string(got.body) != want {
			t.Errorf("%s: %d %s\nwant %s", id, got.status, got.body, want)
		}
	}
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
		if got := r.do("GET", "/requests/"+o.RequestID, "", support); got.status != http.StatusOK || strings.Contains(string(got.body), "chosen") {
			t.Errorf("%s: %d %s", id, got.status, got.body)
		}
	}
}

func TestSettledPaymentIsShownAsSettled(t *testing.T) {
	r := newRig(t)
	support := r.login("destek", "Destek123!")
	r.journal["lost"] = paid("lost", "key-8", r.now(), func(i *bff.IdempotencyRecord) {
		unknown(i)
		i.State, i.Call = bff.IdempotencySettled, "finance/deposit"
		i.Settlement = &bff.Settlement{Outcome: bff.SettledExecuted, Reference: "T-1", ProposedBy: "a", ApprovedBy: "b"}
	})
	if got := string(r.do("GET", "/requests/lost", "", support).body); !strings.Contains(got, `"call":"finance/deposit","outcome":"executed"`) {
		t.Errorf("%s", got)
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
	for text, want := range map[string]string{
		"ibrahim": "7", "IBRAHIM@ornek.test": "7", "7": "7", "ayse": "8", "nobody": "",
	} {
		got := r.do("GET", "/players?q="+text, "", support)
		var found []struct{ Brand, UID, Username, LastSeen string }
		if err := json.Unmarshal(got.body, &found); err != nil || found == nil {
			t.Fatalf("%s: %d %s", text, got.status, got.body)
		}
		uid := ""
		if len(found) == 1 {
			uid = found[0].UID
		}
		if uid != want || want != "" && (found[0].Brand != "marmara" || found[0].LastSeen == "") {
			t.Errorf("%s: %s", text, got.body)
		}
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
	got := r.do("GET", "/players/marmara/7", "", support)
	var p struct {
		Brand, UID, Username, Email string
		LastSeen                    time.Time
		Sessions                    []struct{ Session string }
		Devices                     []struct{ ID, Agent string }
		Requests                    []struct{ ID string }
		Money                       []struct{ Key, Outcome string }
	}
	if err := json.Unmarshal(got.body, &p); err != nil {
		t.Fatalf("%d %s", got.status, got.body)
	}
	var requests []string
	for _, one := range p.Requests {
		requests = append(requests, one.ID)
	}
	if p.Brand != "marmara" || p.UID != "7" || p.Username != "ayse" || p.Email != "ayse@ornek.test" || !p.LastSeen.Equal(r.now()) ||
		len(p.Sessions) != 1 || p.Sessions[0].Session != "s7" || len(p.Devices) != 1 || strings.Join(requests, " ") != "forgotten repeat unknown executed login" {
		t.Errorf("%s", got.body)
	}
	want := fmt.Sprintf("[{%s3 refused} {%s1 executed} {%s2 unknown}]", key, key, key)
	if money := fmt.Sprint(p.Money); money != want {
		t.Errorf("money: %s, want %s", money, want)
	}
}
