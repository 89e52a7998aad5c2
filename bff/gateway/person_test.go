package gateway_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"croupier/bff"
)

// Who a player is must be known before a deposit or a game, and is noted from every profile that passes by where it is due.
func TestThePersonOfAPlayerIsNoted(t *testing.T) {
	r := newFixture(t)
	r.sessions.open("s")
	profile := catalogue().Examples(callNamed(t, "user/get_user_profile"))[0].Answer
	var example envelope
	if err := json.Unmarshal(profile, &example); err != nil {
		t.Fatal(err)
	}
	var data struct{ Email, Phone string }
	if err := json.Unmarshal(example.Data, &data); err != nil {
		t.Fatal(err)
	}
	var asked []string
	var failure error
	r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
		asked = append(asked, q.Call.Name())
		if q.Call.Name() == "user/get_user_profile" {
			return &bff.Answer{Result: true, Code: 200, Data: example.Data}, failure
		}
		return &bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"transaction_id":1,"status":1001}`)}, nil
	}
	want := r.sessions.byToken["s"].Identity.Player() + " " + data.Email + " " + data.Phone
	step := func(name string, persons []string, calls ...string) {
		t.Helper()
		if !slices.Equal(asked, calls) || !slices.Equal(r.protection.persons, persons) {
			t.Errorf("%s: asked for %q, noted %q; want %q, %q", name, asked, r.protection.persons, calls, persons)
		}
		asked, r.protection.persons = nil, nil
	}
	profileCall := func() { r.call(api("user/get_user_profile", ""), cookie("s")) }
	profileCall()
	step("not due", nil, "user/get_user_profile")
	r.protection.personDue = true
	profileCall()
	step("due", []string{want}, "user/get_user_profile")
	pay(r, bankTransfer)
	step("before a deposit", []string{want}, "user/get_user_profile", "finance/save_bank_transfer")
	r.call(api("casino/init_game", `{"gameID":1001}`), cookie("s"))
	step("before a game", []string{want}, "user/get_user_profile", "casino/init_game")
	failure = bff.ReasonUnavailable
	if _, e := r.call(api("casino/init_game", `{"gameID":1001}`), cookie("s")); e.Code != 503 {
		t.Errorf("a game of one who is not known: %+v", e)
	}
	step("without a profile", nil, "user/get_user_profile")
}

func TestRegistrationsAreNotedAndRefused(t *testing.T) {
	r := newFixture(t)
	example := catalogue().Examples(callNamed(t, "user/register"))[0]
	var data struct {
		Email, Phone, Username string
		NationalID             string `json:"national_id"`
	}
	if err := json.Unmarshal(example.Data, &data); err != nil {
		t.Fatal(err)
	}
	r.respond(bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"email_sent":true}`)})
	body := api("user/register", string(example.Data))
	r.call(body)
	if want := data.NationalID + " " + data.Email + " " + data.Phone; !slices.Equal(r.protection.persons, []string{want}) || len(r.sent) != 1 {
		t.Errorf("noted %q, want %q; sent %d times", r.protection.persons, want, len(r.sent))
	}
	if r.protection.wanted.Value != 0 {
		t.Errorf("a limit that nobody wants: %+v", r.protection.wanted)
	}
	r.call(api("user/register", strings.Replace(string(example.Data), "{", `{"deposit_limit":{"period":"week","amount":250.5},`, 1)))
	if want := (bff.FirstLimit{LimitID: bff.LimitID{Kind: "deposit", Period: "week"}, Value: 250_50, Username: data.Username}); r.protection.wanted != want {
		t.Errorf("wanted %+v, want %+v", r.protection.wanted, want)
	}
	if _, ok := r.sent[1].Data["deposit_limit"]; ok {
		t.Error("the platform is sent the limit")
	}
	r.sent = r.sent[:1]
	r.protection.closed = bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	if _, e := r.call(body); e.debug() != "self excluded" || len(r.sent) != 1 {
		t.Errorf("an excluded person: %+v, sent %d times", e, len(r.sent))
	}
}

// The limit of a registration is in force before the first call of the player; a login does not fail for it.
func TestALoginPutsTheLimitOfTheRegistrationInForce(t *testing.T) {
	r := newFixture(t)
	r.respond(bff.Answer{Result: true, Code: 200, Data: json.RawMessage(`{"uid":"7","sid":"s","username":"Ayse"}`)})
	body := api("user/login", `{"username":"ayse","password":"x"}`)
	if _, e := r.call(body); e.Code != 200 || !slices.Equal(r.protection.loggedIn, []string{"Ayse"}) {
		t.Errorf("%+v, logged in %q", e, r.protection.loggedIn)
	}
	r.protection.closed = bff.ReasonUnavailable
	if _, e := r.call(body); e.Code != 200 {
		t.Errorf("while the limit cannot be set: %+v", e)
	}
}
