package gateway_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

// restricted makes a call with the session of a restricted player. It returns served (the
// restriction did not stop it), empty or refused.
func restricted(t *testing.T, call *bff.Call, data string, now protection.Restriction) string {
	t.Helper()
	r := newPlayer(t)
	r.protection.restriction = now
	_, e := r.call(api(call.Name(), data), cookie("s"), header("Idempotency-Key", uuid))
	switch {
	case e.debug() == "self excluded" || e.debug() == "cooling off":
		assert.Equal(t, http.StatusLocked, e.Code, call.Name())
		r.wantSent(call.Name(), "")
		return "refused"
	case e.Result && len(r.sent) == 0 && string(e.Data) == "[]" && !call.Local:
		assert.Equal(t, e.Pagination != nil && e.Pagination.Total == 0, call.Paginated, "%s: %+v", call.Name(), e)
		return "empty"
	}
	return "served"
}

// The golden file contains the result of every call with a session during a break and a
// self-exclusion. It lists examples separately if they differ. If you add a call, add a line.
func TestCallsOfRestrictedPlayers(t *testing.T) {
	var got []string
	for _, call := range catalogue().Calls() {
		var lines, named []string
		for _, example := range catalogue().Examples(call) {
			fate := restricted(t, call, string(example.Data), protection.CoolingOff) + " " +
				restricted(t, call, string(example.Data), protection.SelfExcluded)
			lines = append(lines, fmt.Sprintf("%-38s %s", call.Name(), fate))
			named = append(named, fmt.Sprintf("%-38s %s: %s", call.Name(), fate, example.Name))
		}
		if len(slices.Compact(slices.Clone(lines))) == 1 {
			named = lines[:1]
		}
		got = append(got, named...)
	}
	testkit.Golden(t, "testdata/restricted_calls.golden", strings.Join(got, "\n")+"\n")
}

// Restricted players do not see offered bonuses, but they see the bonuses in their history.
func TestBonusesOfRestrictedPlayers(t *testing.T) {
	list := callNamed(t, "user/list_bonuses")
	for _, now := range []protection.Restriction{protection.CoolingOff, protection.SelfExcluded} {
		for data, want := range map[string]string{
			`{}`: "empty", `{"status":"available"}`: "empty", `{"status":"active"}`: "served",
			`{"status":"finished"}`: "served",
		} {
			assert.Equal(t, want, restricted(t, list, data, now), data)
		}
	}
}

const promotions = "cmscontroller/getPromotions"

// Only the session makes a guest call that lists promotions empty.
func TestPromotionsOfRestrictedPlayers(t *testing.T) {
	for _, row := range []struct {
		name  string
		now   protection.Restriction
		edits []func(*http.Request)
		empty bool
	}{
		{"a break", protection.CoolingOff, edits(cookie("s")), true},
		{"an exclusion", protection.SelfExcluded, edits(cookie("s")), true},
		{"a code is due", protection.SelfExcluded, edits(cookie("p")), true},
		{"no restriction", protection.Unrestricted, edits(cookie("s")), false},
		{"a guest", protection.SelfExcluded, nil, false},
		{"an ended session", protection.SelfExcluded, edits(cookie("gone")), false},
		{"sessions are down", protection.SelfExcluded, edits(cookie("s")), false},
		{"a session, another", protection.SelfExcluded, edits(cookie("s"), host("zephyr.localhost")), false},
	} {
		r := newPlayer(t)
		r.sessions.open("p", pending)
		if row.name == "sessions are down" {
			r.sessions.openErr = bff.ReasonUnavailable
		}
		r.protection.restriction = row.now
		for range 2 { // the second one is a remembered body
			_, e := r.want(row.name, 200, "", api(promotions, ""), row.edits...)
			assert.Equal(t, "[]", string(e.Data), row.name)
		}
		r.wantSent(row.name, map[bool]string{false: promotions + " " + promotions}[row.empty])
		for _, u := range r.sent {
			assert.Nil(t, u.Identity, "%s: a guest call was sent with an identity", row.name)
		}
	}
}

// The restriction of the session's player applies, even if a client without cookies sends the
// session in the body. The data does not matter.
func TestRestrictionsAreThoseOfTheSessionsPlayer(t *testing.T) {
	r := withBodyTransport(newPlayer(t))
	r.protection.restriction = protection.SelfExcluded
	r.want("a session in the body", 200, "", apiWithUser(promotions, "", "7", "s"))
	inData := api("envoy/getDepositAmounts", `{"bankcode":"HC01","uid":"8"}`)
	r.want("a player in the data", 423, "self excluded", inData, cookie("s"))
	r.wantSent("an excluded player", "")
	asked := "marmara " + r.sessions.byToken["s"].Identity.Player()
	assert.Equal(t, []string{asked, asked}, r.protection.restricted)
}

// Restrictions also apply to bodies and call paths that were parsed before the exclusion.
func TestRememberedBodiesAreJudgedAgain(t *testing.T) {
	r := newPlayer(t)
	favourites := api("casino/games_list", `{"favorites":true}`)
	for range 2 {
		r.want("before", 200, "", favourites, cookie("s"))
	}
	r.protection.restriction = protection.SelfExcluded
	r.want("afterwards", 423, "self excluded", favourites, cookie("s"))
	r.want("on its path", 423, "self excluded", `{"favorites":true}`, cookie("s"), at("casino/games_list"))
	r.wantSent("afterwards", "casino/games_list casino/games_list")
	r.want("the list of guests", 200, "", api("casino/games_list", ""), cookie("s"))
}

// One call deposits and withdraws. During an exclusion, Croupier sends only withdrawals.
func TestExcludedPlayersWithdrawAndDoNotDeposit(t *testing.T) {
	r := newPlayer(t)
	r.protection.restriction, r.protection.closed = protection.SelfExcluded,
		bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	assert.Equal(t, "self excluded", pay(r, bankTransfer).debug(), "deposit")
	r.wantSent("deposit", "")
	assert.True(t, pay(r, withdrawal).Result, "withdrawal")
	r.wantSent("withdrawal", "finance/save_bank_transfer")
}

// playerLimits returns a gateway and its interface to the platform's player limits.
func playerLimits(t *testing.T, has ...string) (*fixture, protection.PlatformLimits) {
	t.Helper()
	r := newPlayer(t)
	r.marmara().ServerCalls = map[string]bool{}
	for _, name := range has {
		r.marmara().ServerCalls[name] = true
	}
	r.call(api("casino/init_game", game), cookie("s"))
	r.sent = nil
	return r, r.protection.platform.Limits
}

func TestLimitsThatThePlatformHolds(t *testing.T) {
	r, limits := playerLimits(t, bff.CallPlatformLimits)
	at := func(day, hour int) time.Time { return time.Date(2026, 12, day, hour, 0, 0, 0, time.UTC) }
	deposit, minutes := bff.LimitID{Kind: "deposit", Period: "day"}, bff.LimitID{Kind: "session_time", Period: "week"}
	both := []bff.PlayerLimit{{LimitID: deposit, Value: 250_50}, {LimitID: minutes, Value: 90}}
	const held = `{"kinds":["deposit"],"limits":[{"kind":"deposit","period":"day","amount":250.5},` +
		`{"kind":"session_time","period":"week","minutes":90}]}`
	const ends = `{"kinds":[],"limits":[],"cool_off":{"until":"2026-12-01 15:00:00"},` +
		`"exclusion":{"until":"2026-12-02 15:00:00"}}`
	for _, row := range []struct {
		name, data string
		want       *protection.PlatformHeld
	}{
		{"nothing", `{"kinds":[],"limits":[]}`, &protection.PlatformHeld{Kinds: []string{}}},
		{"limits", held, &protection.PlatformHeld{Kinds: []string{"deposit"}, Limits: both}},
		{
			"ends by the clock of the brand",
			ends,
			&protection.PlatformHeld{
				Kinds: []string{}, Closing: protection.Closing{CoolOff: at(1, 12), Excluded: at(2, 12)},
			},
		},
		{
			"for ever", `{"kinds":[],"limits":[],"exclusion":{"until":null}}`,
			&protection.PlatformHeld{Kinds: []string{}, Closing: protection.Closing{Forever: true}},
		},
		{"a limit without a value", `{"kinds":[],"limits":[{"kind":"deposit","period":"day","minutes":5}]}`, nil},
		{"no time", `{"kinds":[],"limits":[],"cool_off":{"until":"tomorrow"}}`, nil},
	} {
		r.respond(accepted(row.data))
		got, err := limits.Get(t.Context())
		assert.Equal(t, row.want == nil, err != nil, "%s: %v", row.name, err)
		assert.True(t, err != nil || reflect.DeepEqual(row.want, got), "%s: got %+v, want %+v", row.name, got, row.want)
	}
	r.respond(bff.Answer{Code: 400, Data: json.RawMessage(`{"kinds":[],"limits":[]}`)})
	_, err := limits.Get(t.Context())
	assert.Error(t, err, "refused")
}

func TestChangesOfLimitsAtThePlatform(t *testing.T) {
	r, limits := playerLimits(t, bff.CallPlatformLimits, "platform_limits/set", "platform_limits/self_exclude")
	until := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	must(t, limits.Set(t.Context(), bff.LimitID{Kind: "loss", Period: "week"}, 250_50))
	must(t, limits.Set(t.Context(), bff.LimitID{Kind: "session_time", Period: "day"}, 0)) // a removal
	must(t, limits.SelfExclude(t.Context(), until))
	must(t, limits.SelfExclude(t.Context(), time.Time{})) // without an end
	var sent []string
	for _, u := range r.sent {
		data, _ := json.Marshal(u.Data)
		sent = append(sent, u.Identity.UID+" "+u.Call.Name()+" "+string(data))
	}
	assert.Equal(t, []string{
		`7 platform_limits/set {"Lang":"tr","amount":250.5,"kind":"loss","period":"week"}`,
		`7 platform_limits/set {"Lang":"tr","kind":"session_time","minutes":null,"period":"day"}`,
		`7 platform_limits/self_exclude {"Lang":"tr","until":"2026-12-01 15:00:00"}`,
		`7 platform_limits/self_exclude {"Lang":"tr","until":null}`,
	}, sent)
	r.sent = nil
	assert.ErrorIs(t, limits.CoolOff(t.Context(), until), protection.ErrPlatformRefused,
		"a call that the platform does not have")
	r.wantSent("a call that the platform does not have", "")
	r.respond(bff.Answer{Code: 200})
	assert.ErrorIs(t, limits.SelfExclude(t.Context(), until), protection.ErrPlatformRefused, "refused")
	_, limits = playerLimits(t)
	assert.Nil(t, limits, "a platform without limits would receive requests")
}

// Visitors cannot make server calls.
func TestServerCallsAreNoCallsOfVisitors(t *testing.T) {
	r := newPlayer(t)
	r.marmara().ServerCalls = map[string]bool{bff.CallPlatformLimits: true}
	r.want("a server call", 404, "unknown call", api(bff.CallPlatformLimits, ""), cookie("s"))
}
