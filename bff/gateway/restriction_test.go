package gateway_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/gateway"
)

// restricted makes a call with the session of a player under a restriction, and tells what became of it: served (the
// restriction did not stop it), empty or refused.
func restricted(t *testing.T, call *bff.Call, data string, now bff.Restriction) string {
	t.Helper()
	r := newFixture(t)
	r.sessions.open("s")
	r.protection.restriction = now
	_, e := r.call(api(call.Name(), data), cookie("s"), header("Idempotency-Key", uuid))
	switch {
	case e.debug() == "self excluded" || e.debug() == "cooling off":
		if len(r.sent) != 0 || e.Code != http.StatusLocked {
			t.Errorf("%s: refused as %d after %d calls to the platform", call.Name(), e.Code, len(r.sent))
		}
		return "refused"
	case e.Result && len(r.sent) == 0 && string(e.Data) == "[]" && !call.Local:
		if call.Paginated != (e.Pagination != nil && e.Pagination.Total == 0) {
			t.Errorf("%s: pagination %v", call.Name(), e.Pagination)
		}
		return "empty"
	}
	return "served"
}

// The golden file tells what becomes of every call with a session during a break and during a self-exclusion, by its
// examples where they differ. A new call needs a line: whoever adds it decides.
func TestCallsOfRestrictedPlayers(t *testing.T) {
	var got []string
	for _, call := range catalogue().Calls() {
		var lines, named []string
		for _, example := range catalogue().Examples(call) {
			fate := restricted(t, call, string(example.Data), bff.CoolingOff) + " " + restricted(t, call, string(example.Data), bff.SelfExcluded)
			lines = append(lines, fmt.Sprintf("%-38s %s", call.Name(), fate))
			named = append(named, fmt.Sprintf("%-38s %s: %s", call.Name(), fate, example.Name))
		}
		if len(slices.Compact(slices.Clone(lines))) == 1 {
			named = lines[:1]
		}
		got = append(got, named...)
	}
	raw, err := os.ReadFile("testdata/restricted_calls.golden")
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("not in the golden file:\n%s", line)
		}
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("only in the golden file:\n%s", line)
		}
	}
}

// Bonuses that are offered are not shown; those that the player has had are his history.
func TestBonusesOfRestrictedPlayers(t *testing.T) {
	list := callNamed(t, "user/list_bonuses")
	for data, want := range map[string]string{`{}`: "empty", `{"status":"available"}`: "empty", `{"status":"active"}`: "served", `{"status":"finished"}`: "served"} {
		for _, now := range []bff.Restriction{bff.CoolingOff, bff.SelfExcluded} {
			if got := restricted(t, list, data, now); got != want {
				t.Errorf("%s: %s, want %s", data, got, want)
			}
		}
	}
}

const promotions = "cmscontroller/getPromotions"

// A guest call that lists promotions is empty by the session that it brings along, and by nothing else.
func TestPromotionsOfRestrictedPlayers(t *testing.T) {
	for name, row := range map[string]struct {
		now    bff.Restriction
		edits  []func(*http.Request)
		change func(*fixture)
		empty  bool
	}{
		"a break":            {now: bff.CoolingOff, edits: edits(cookie("s")), empty: true},
		"an exclusion":       {now: bff.SelfExcluded, edits: edits(cookie("s")), empty: true},
		"a code is due":      {now: bff.SelfExcluded, edits: edits(cookie("p")), empty: true},
		"no restriction":     {now: bff.Unrestricted, edits: edits(cookie("s"))},
		"a guest":            {now: bff.SelfExcluded},
		"an ended session":   {now: bff.SelfExcluded, edits: edits(cookie("gone"))},
		"sessions are down":  {now: bff.SelfExcluded, edits: edits(cookie("s")), change: func(r *fixture) { r.sessions.openErr = bff.ReasonUnavailable }},
		"a session, another": {now: bff.SelfExcluded, edits: edits(cookie("s"), host("zephyr.localhost"))},
	} {
		t.Run(name, func(t *testing.T) {
			r := newFixture(t)
			r.sessions.open("s")
			r.sessions.open("p", pending)
			if row.change != nil {
				row.change(r)
			}
			r.protection.restriction = row.now
			for range 2 { // the second one is a remembered body
				if _, e := r.call(api(promotions, ""), row.edits...); !e.Result || string(e.Data) != "[]" {
					t.Errorf("%+v", e)
				}
			}
			if wantSent := map[bool]int{true: 0, false: 2}[row.empty]; len(r.sent) != wantSent {
				t.Errorf("sent %d times, want %d", len(r.sent), wantSent)
			}
			for _, u := range r.sent {
				if u.Identity != nil {
					t.Error("a guest call was sent with an identity")
				}
			}
		})
	}
}

// The player is that of the session, also where a client without cookies sends it in the body, and whatever the
// data says.
func TestRestrictionsAreThoseOfTheSessionsPlayer(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.marmara().Sessions.Transport = "body"
	r.protection.restriction = bff.SelfExcluded
	inBody := `{"api":{"class":"cmscontroller","method":"getPromotions"},"data":{},"user":{"uid":"7","sid":"s","uip":"x"}}`
	if _, e := r.call(inBody); !e.Result || len(r.sent) != 0 {
		t.Errorf("a session in the body: %+v, sent %d times", e, len(r.sent))
	}
	if _, e := r.call(api("envoy/getDepositAmounts", `{"bankcode":"HC01","uid":"8"}`), cookie("s")); e.debug() != "self excluded" {
		t.Errorf("a player in the data: %+v", e)
	}
	if len(r.protection.restricted) != 2 {
		t.Errorf("asked for %q", r.protection.restricted)
	}
	for _, asked := range r.protection.restricted {
		if asked != "marmara "+r.sessions.byToken["s"].Identity.Player() {
			t.Errorf("asked for %q", asked)
		}
	}
}

// A body that was read before the exclusion is judged again, and so is one on a path of its own.
func TestRememberedBodiesAreJudgedAgain(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	favourites := api("casino/games_list", `{"favorites":true}`)
	for range 2 {
		if _, e := r.call(favourites, cookie("s")); !e.Result {
			t.Fatalf("before: %+v", e)
		}
	}
	r.protection.restriction = bff.SelfExcluded
	if _, e := r.call(favourites, cookie("s")); e.debug() != "self excluded" || len(r.sent) != 2 {
		t.Errorf("afterwards: %+v, sent %d times", e, len(r.sent))
	}
	if _, e := r.call(`{"favorites":true}`, cookie("s"), func(r *http.Request) { r.URL.Path = "/endpoint/v1/casino/games_list" }); e.debug() != "self excluded" {
		t.Errorf("on its path: %+v", e)
	}
	if _, e := r.call(api("casino/games_list", ""), cookie("s")); !e.Result {
		t.Errorf("the list of guests: %+v", e)
	}
}

// One call pays in and out: in an exclusion only withdrawals are sent.
func TestExcludedPlayersWithdrawAndDoNotDeposit(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	r.protection.restriction, r.protection.closed = bff.SelfExcluded, bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	if e := pay(r, bankTransfer); e.debug() != "self excluded" || len(r.sent) != 0 {
		t.Errorf("deposit: %+v, sent %d times", e, len(r.sent))
	}
	withdrawal := strings.Replace(bankTransfer, `"Type":1`, `"Type":2,"id_valid_until":"2030-01-01"`, 1)
	if e := pay(r, withdrawal); !e.Result || len(r.sent) != 1 {
		t.Errorf("withdrawal: %+v, sent %d times", e, len(r.sent))
	}
}

// Without a store of limits no call is restricted, nor is the session of a guest call opened.
func TestWithoutProtectionNothingIsRestricted(t *testing.T) {
	r := newFixture(t, func(o *gateway.Options) { o.Protection = nil })
	r.sessions.open("s")
	r.respond(bff.Answer{Result: true, Data: json.RawMessage(`[{}]`), Code: 200})
	for _, call := range []string{promotions, "user/login_history"} {
		if _, e := r.call(api(call, ""), cookie("s")); !e.Result || string(e.Data) == "[]" {
			t.Errorf("%s: %+v", call, e)
		}
	}
}
