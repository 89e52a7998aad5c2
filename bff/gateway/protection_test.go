package gateway_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/gateway"
	"croupier/bff/player/protection"
)

// withdrawal is a transfer in the other direction.
var withdrawal = strings.Replace(bankTransfer, `"Type":1`, `"Type":2,"id_valid_until":"2030-01-01"`, 1)

const game = `{"gameID":1001}`

func callNamed(t *testing.T, name string) *bff.Call {
	t.Helper()
	class, method, _ := strings.Cut(name, "/")
	c, ok := catalogue().Lookup(class, method)
	require.True(t, ok, "no call %s", name)
	return c
}

// Limits use the brand's currency.
func TestDepositsInAnotherCurrencyAreRefused(t *testing.T) {
	for currency, want := range map[string]int{
		`"currency":"TRY"`: 200, `"Currency":"try"`: 200, `"currency":"EUR"`: 400, `"CURRENCY ":"EUR"`: 400,
		`"currency":978`: 400,
	} {
		r := newPlayer(t)
		r.respond(accepted(`{"transaction_id":1,"status":1001}`))
		data := strings.Replace(deposit, "{", "{"+currency+",", 1)
		w, e := r.call(api("prepayServices/processTransaction", data), cookie("s"), header("Idempotency-Key", uuid))
		assert.Equal(t, want, w.Code, "%s: %s", currency, e.Message)
		assert.Equal(t, want == 200, len(r.sent) == 1, "%s: sent", currency)
	}
}

// A deposit counts before Croupier sends it. It no longer counts if the platform did not execute
// it. It counts if the outcome is unknown.
func TestDepositsCountForLimitsByTheirOutcome(t *testing.T) {
	for name, row := range map[string]struct {
		answer *bff.Answer
		err    error
		want   []string // recorded outcomes, nil: it counts
	}{
		"accepted": {answerOf(`{"transaction_id":1,"status":1002}`), nil, []string{uuid + " executed"}},
		"pending": {
			answerOf(`{"transaction_id":1,"status":1001}`), nil, []string{uuid + " pending 1"},
		},
		"refused": {
			&bff.Answer{Code: 400, Message: "no", Debug: "refused"}, nil, []string{uuid + " refused"},
		},
		"not sent": {nil, notSent(bff.ReasonUnavailable), []string{uuid + " refused"}},
		"of an ended session": {
			&bff.Answer{Code: 403, Debug: "anonymous user", NoEffect: true}, nil, []string{uuid + " refused"},
		},
		"that ends the session":    {&bff.Answer{Code: 403, Debug: "anonymous user"}, nil, nil},
		"without an answer":        {nil, bff.ReasonUpstreamTimeout.WithDelivery(bff.DeliveryUnknown), nil},
		"with a panic in upstream": {nil, nil, nil},
	} {
		r := newPlayer(t)
		r.setOutcome(row.answer, row.err)
		platform := r.answer
		r.answer = func(ctx context.Context, u *bff.UpstreamRequest) (*bff.Answer, error) {
			assert.EqualValues(t, 10_000, r.protection.counted[uuid], "%s: when it was sent", name)
			return platform(ctx, u)
		}
		pay(r, bankTransfer)
		assert.Equal(t, row.want, r.protection.settled, name)
		assert.Len(t, r.sent, 1, name)
	}
}

// The store forgets a key after a day. A payment with a forgotten key is another deposit.
func TestAForgottenKeyReservesItsDepositAnew(t *testing.T) {
	r := newPlayer(t)
	first := r.now
	pay(r, bankTransfer)
	clear(r.idempotencyStore.entries)
	r.now = r.now.Add(25 * time.Hour)
	pay(r, bankTransfer)
	assert.Equal(t,
		[]protection.DepositName{
			{Key: uuid, Amount: 10_000, Claimed: first}, {Key: uuid, Amount: 10_000, Claimed: r.now},
		}, r.protection.names)
}

func TestLimitsRefuseDepositsAndGamesAndNothingElse(t *testing.T) {
	const data = `{"kind":"deposit","period":"day","left":20}`
	r := newPlayer(t)
	r.protection.closed = notSent(bff.ReasonLimitReached.WithData(json.RawMessage(data)))
	e := pay(r, bankTransfer)
	assert.True(t, e.Code == 423 && e.debug() == "limit reached" && string(e.Data) == data, "deposit: %+v", e)
	for _, call := range []string{"casino/init_game", "livecasino/init_game", "virtualgames/init_game"} {
		body := api(call, string(catalogue().Examples(callNamed(t, call))[0].Data))
		r.want(call, 423, "limit reached", body, cookie("s"))
	}
	r.wantSent("deposits and games", "")
	assert.True(t, pay(r, withdrawal).Result, "withdrawal")
	assert.Empty(t, r.protection.counted, "withdrawal")
	r.want("balance", 200, "", api("finance/check_balance", ""), cookie("s"))
	clear(r.idempotencyStore.entries)
	// A refused deposit releases its key, so the player may send the same form later.
	r.protection.closed = notSent(bff.ReasonCoolingOff)
	pay(r, bankTransfer)
	r.protection.closed = nil
	assert.True(t, pay(r, bankTransfer).Result, "afterwards")
	r.wantSent("afterwards", "finance/save_bank_transfer finance/check_balance finance/save_bank_transfer")
}

func TestLimitsAreThoseOfTheSessionsPlayer(t *testing.T) {
	r := newPlayer(t)
	r.protection.answer = json.RawMessage(`{"limits":[]}`)
	r.want("without a session", 403, "anonymous user", api("limits/get", ""))
	r.state.On = true // a break may begin at any time
	var want []string
	for _, call := range [][2]string{
		{"cool_off", `{"hours":24}`}, {"get", ""}, {"set", `{"kind":"deposit","period":"day","amount":5}`},
	} {
		r.want(call[0], 200, "", api("limits/"+call[0], call[1]), cookie("s"))
		want = append(want, "marmara "+r.sessions.byToken["s"].Identity.Player()+" "+call[0])
	}
	r.wantSent("limits", "")
	assert.Equal(t, want, r.protection.methods)
	for method, data := range map[string]string{
		"set": `{"kind":"luck","period":"day","amount":5}`, "cool_off": `{"hours":25}`,
		"self_exclude": `{"months":6,"forever":true}`, "confirm": `{"kind":"deposit"}`,
	} {
		r.want(method+data, 400, "invalid payload", api("limits/"+method, data), cookie("s"))
	}
}

// Croupier must know the player's personal data before a deposit or a game. It records them from
// every profile.
func TestThePersonOfAPlayerIsNoted(t *testing.T) {
	r := newPlayer(t)
	var example envelope
	must(t, json.Unmarshal(catalogue().Examples(callNamed(t, "user/get_user_profile"))[0].Answer, &example))
	var data struct{ Email, Phone string }
	must(t, json.Unmarshal(example.Data, &data))
	var failure error
	r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
		if q.Call.Name() == "user/get_user_profile" {
			return answerOf(string(example.Data)), failure
		}
		return answerOf(`{"transaction_id":1,"status":1001}`), nil
	}
	const profile = "user/get_user_profile"
	person := r.sessions.byToken["s"].Identity.Player() + " " + data.Email + " " + data.Phone
	step := func(name, calls string, persons ...string) {
		t.Helper()
		r.wantSent(name, calls)
		assert.Equal(t, persons, r.protection.persons, name)
		r.sent, r.protection.persons = nil, nil
	}
	r.call(api(profile, ""), cookie("s"))
	step("a profile that passes by", profile, person)
	r.protection.personDue = true
	pay(r, bankTransfer)
	step("before a deposit at a brand alone", "finance/save_bank_transfer")
	r.marmara().Protection.Group = "aurora"
	clear(r.idempotencyStore.entries)
	pay(r, bankTransfer)
	step("before a deposit", profile+" finance/save_bank_transfer", person)
	r.call(api("casino/init_game", game), cookie("s"))
	step("before a game", profile+" casino/init_game", person)
	failure = bff.ReasonUnavailable
	r.want("a game of an unknown person", 503, "upstream unavailable", api("casino/init_game", game), cookie("s"))
	step("without a profile", profile)
}

func TestRegistrationsAreNotedAndRefused(t *testing.T) {
	r := newFixture(t)
	example := string(catalogue().Examples(callNamed(t, "user/register"))[0].Data)
	var data struct {
		Email, Phone, Username string
		NationalID             string `json:"national_id"`
	}
	must(t, json.Unmarshal([]byte(example), &data))
	r.respond(accepted(`{"email_sent":true}`))
	r.call(api("user/register", example))
	assert.Equal(t, []string{data.NationalID + " " + data.Email + " " + data.Phone}, r.protection.persons)
	assert.EqualValues(t, 0, r.protection.wanted.Value, "an unwanted limit")
	r.call(api("user/register", strings.Replace(example, "{", `{"deposit_limit":{"period":"week","amount":250.5},`, 1)))
	want := protection.FirstLimit{
		LimitID: bff.LimitID{Kind: "deposit", Period: "week"}, Value: 250_50, Username: data.Username,
	}
	assert.Equal(t, want, r.protection.wanted)
	assert.NotContains(t, r.sent[1].Data, "deposit_limit")
	synctest.Test(t, func(t *testing.T) {
		r := newFixture(t)
		r.answer = func(context.Context, *bff.UpstreamRequest) (*bff.Answer, error) {
			r.now = r.now.Add(time.Second)
			return &bff.Answer{
				Message: "Bu kullanıcı adı kullanılıyor", Code: 400, Data: json.RawMessage(`{"field":"username"}`),
			}, nil
		}
		_, e := r.call(api("user/register", example))
		assert.Equal(t, 400, e.Code, "of an unknown person")
		r.protection.isKnown = true
		w, _ := r.want("of a known person", 200, "registration refused", api("user/register", example))
		r.protection.closed = notSent(bff.ReasonSelfExcluded)
		begun := time.Now()
		excluded, _ := r.want("of an excluded person", 200, "registration refused", api("user/register", example))
		assert.Equal(t, time.Second, time.Since(begun))
		assert.Equal(t, w.Body.String(), excluded.Body.String())
		r.wantSent("registrations", "user/register user/register")
	})
}

// The limit of a registration applies before the first call of the player. If it cannot be set, the
// login still succeeds.
func TestALoginPutsTheLimitOfTheRegistrationInForce(t *testing.T) {
	r := newFixture(t)
	r.respond(accepted(`{"uid":"7","sid":"s","username":"Ayse"}`))
	body := api("user/login", `{"username":"ayse","password":"x"}`)
	r.want("login", 200, "", body)
	assert.Equal(t, []string{"Ayse"}, r.protection.loggedIn)
	r.protection.closed = bff.ReasonUnavailable
	r.want("while the limit cannot be set", 200, "", body)
}

// Every call of a signed-in player counts as session time, even a call that a break allows.
func TestPresenceIsNoted(t *testing.T) {
	r := newPlayer(t)
	r.protection.noted = make(chan string, 9)
	r.call(api("finance/check_balance", ""), cookie("s"))
	got := <-r.protection.noted
	assert.Equal(t, "marmara "+r.sessions.byToken["s"].Identity.Player(), got)
	r.call(api("casino/games_list", ""))
	assert.Empty(t, r.protection.noted, "a guest was noted")
	r.call(api("casino/init_game", game), cookie("s"))
	assert.NotNil(t, r.protection.platform.Rounds, "the start of a game was decided without the platform's rounds")
}

// If the server was killed between a deposit and its settlement, the record of the key contains the
// outcome.
func TestReservedDepositsAreSettledByTheirRecords(t *testing.T) {
	for _, row := range []struct {
		name           string
		record         bff.IdempotencyRecord
		later          time.Duration // than the reservation
		settled, asked string
	}{
		{"in flight", bff.IdempotencyRecord{State: bff.IdempotencyInFlight}, 0, "", ""},
		{"unknown", bff.IdempotencyRecord{State: bff.IdempotencyUnknown}, 0, "", " asked for "},
		{
			"executed",
			bff.IdempotencyRecord{State: bff.IdempotencyAnswered, Answer: answerOf(`{"status":1002}`)},
			0, "executed", "",
		},
		{
			"refused",
			bff.IdempotencyRecord{State: bff.IdempotencyAnswered, Answer: &bff.Answer{}},
			time.Second, "refused", "",
		},
		{
			"pending",
			bff.IdempotencyRecord{
				State: bff.IdempotencyAnswered, Answer: answerOf(`{"status":1001,"transaction_id":7}`),
			},
			0, "", " asked for 7",
		},
		{
			"settled by staff",
			bff.IdempotencyRecord{
				State: bff.IdempotencySettled, Settlement: &bff.Settlement{Outcome: bff.SettledRefused},
			},
			0, "refused", "",
		},
		{
			"of a later claim of the key",
			bff.IdempotencyRecord{State: bff.IdempotencyAnswered, Answer: &bff.Answer{}},
			24 * time.Hour, "", " asked for ",
		},
	} {
		r := newPlayer(t)
		r.protection.unsettled = []bff.WaitingPayment{{Brand: "marmara", Player: "7", Key: "k", At: r.now}}
		row.record.At = r.now.Add(row.later)
		r.idempotencyStore.found = &row.record
		got, err := gateway.Reserved(t.Context(), r.options,
			bff.Scope{Brand: r.marmara(), Session: r.sessions.byToken["s"]})
		require.NoError(t, err, row.name)
		asked := ""
		for _, p := range got {
			asked += " asked for " + string(p.TransactionID)
		}
		assert.Equal(t, row.asked, asked, row.name)
		assert.Equal(t, row.settled, strings.TrimPrefix(strings.Join(r.protection.settled, ""), "k "), row.name)
	}
}
