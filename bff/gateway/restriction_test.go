package gateway_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// restricted makes a call with the session of a player under a restriction, and tells what became of it: served (the
// restriction did not stop it), empty or refused.
func restricted(t *testing.T, call *bff.Call, data string, now bff.Restriction) string {
	t.Helper()
	r := newPlayer(t)
	r.protection.restriction = now
	_, e := r.call(api(call.Name(), data), cookie("s"), header("Idempotency-Key", uuid))
	switch {
	case e.debug() == "self excluded" || e.debug() == "cooling off":
		assert.True(t, len(r.sent) == 0 && e.Code == http.StatusLocked,
			"%s: refused as %d after %d calls to the platform", call.Name(), e.Code, len(r.sent))
		return "refused"
	case e.Result && len(r.sent) == 0 && string(e.Data) == "[]" && !call.Local:
		assert.Equal(t, e.Pagination != nil && e.Pagination.Total == 0, call.Paginated,
			"%s: pagination %v", call.Name(), e.Pagination)
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
	must(t, err)
	want := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for _, line := range got {
		assert.Contains(t, want, line, "not in the golden file:\n%s", line)
	}
	for _, line := range want {
		assert.Contains(t, got, line, "only in the golden file:\n%s", line)
	}
}

// Bonuses that are offered are not shown; those that the player has had are his history.
func TestBonusesOfRestrictedPlayers(t *testing.T) {
	list := callNamed(t, "user/list_bonuses")
	for data, want := range map[string]string{`{}`: "empty", `{"status":"available"}`: "empty", `{"status":"active"}`: "served", `{"status":"finished"}`: "served"} {
		for _, now := range []bff.Restriction{bff.CoolingOff, bff.SelfExcluded} {
			assert.Equal(t, want, restricted(t, list, data, now), data)
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
		r := newPlayer(t)
		r.sessions.open("p", pending)
		if row.change != nil {
			row.change(r)
		}
		r.protection.restriction = row.now
		for range 2 { // the second one is a remembered body
			_, e := r.want(name, 200, "", api(promotions, ""), row.edits...)
			assert.Equal(t, "[]", string(e.Data), "%s: %s", name, e.Data)
		}
		r.wantSent(name, map[bool]string{false: promotions + " " + promotions}[row.empty])
		for _, u := range r.sent {
			assert.Nil(t, u.Identity, "%s: a guest call was sent with an identity", name)
		}
	}
}

// The player is that of the session, also where a client without cookies sends it in the body, and whatever the
// data says.
func TestRestrictionsAreThoseOfTheSessionsPlayer(t *testing.T) {
	r := newPlayer(t)
	r.marmara().Sessions.Transport = "body"
	r.protection.restriction = bff.SelfExcluded
	inBody := `{"api":{"class":"cmscontroller","method":"getPromotions"},"data":{},"user":{"uid":"7","sid":"s","uip":"x"}}`
	_, e := r.call(inBody)
	assert.True(t, e.Result && len(r.sent) == 0, "a session in the body: %+v, sent %d times", e, len(r.sent))
	_, e = r.call(api("envoy/getDepositAmounts", `{"bankcode":"HC01","uid":"8"}`), cookie("s"))
	assert.Equal(t, "self excluded", e.debug(), "a player in the data: %+v", e)
	assert.Len(t, r.protection.restricted, 2, "asked for %q", r.protection.restricted)
	for _, asked := range r.protection.restricted {
		assert.Equal(t, "marmara "+r.sessions.byToken["s"].Identity.Player(), asked, "asked for %q", asked)
	}
}

// A body that was read before the exclusion is judged again, and so is one on a path of its own.
func TestRememberedBodiesAreJudgedAgain(t *testing.T) {
	r := newPlayer(t)
	favourites := api("casino/games_list", `{"favorites":true}`)
	for range 2 {
		_, e := r.call(favourites, cookie("s"))
		require.True(t, e.Result, "before: %+v", e)
	}
	r.protection.restriction = bff.SelfExcluded
	if _, e := r.call(favourites, cookie("s")); e.debug() != "self excluded" || len(r.sent) != 2 {
		t.Errorf("afterwards: %+v, sent %d times", e, len(r.sent))
	}
	if _, e := r.call(`{"favorites":true}`, cookie("s"), func(r *http.Request) { r.URL.Path = "/endpoint/v1/casino/games_list" }); e.debug() != "self excluded" {
		t.Errorf("on its path: %+v", e)
	}
	r.want("the list of guests", 200, "", api("casino/games_list", ""), cookie("s"))
}

// One call pays in and out: in an exclusion only withdrawals are sent.
func TestExcludedPlayersWithdrawAndDoNotDeposit(t *testing.T) {
	r := newPlayer(t)
	r.protection.restriction, r.protection.closed = bff.SelfExcluded, bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	e := pay(r, bankTransfer)
	assert.True(t, e.debug() == "self excluded" && len(r.sent) == 0, "deposit: %+v, sent %d times", e, len(r.sent))
	e = pay(r, withdrawal)
	assert.True(t, e.Result && len(r.sent) == 1, "withdrawal: %+v, sent %d times", e, len(r.sent))
}

// playerLimits returns what the gateway asks the platform of a player's limits with, and the calls that the platform gets.
func playerLimits(t *testing.T, answer func(q *bff.UpstreamRequest) (*bff.Answer, error), has ...string) (limits bff.PlatformLimits, calls *[]string) {
	t.Helper()
	r := newPlayer(t)
	r.brands["localhost"].ServerCalls = map[string]bool{}
	for _, name := range has {
		r.brands["localhost"].ServerCalls[name] = true
	}
	calls = new([]string)
	r.answer = func(_ context.Context, q *bff.UpstreamRequest) (*bff.Answer, error) {
		data, _ := json.Marshal(q.Data)
		if q.Call.Class == "platform_limits" {
			*calls = append(*calls, q.Identity.UID+" "+q.Call.Name()+" "+string(data))
		}
		return answer(q)
	}
	r.call(api("casino/init_game", `{"gameID":1001}`), cookie("s"))
	return r.protection.platform.Limits, calls
}

func TestLimitsThatThePlatformHolds(t *testing.T) {
	var answer bff.Answer
	limits, _ := playerLimits(t, func(*bff.UpstreamRequest) (*bff.Answer, error) {
		a := answer
		return &a, nil
	}, bff.CallPlatformLimits)
	at := func(day, hour int) time.Time { return time.Date(2026, 12, day, hour, 0, 0, 0, time.UTC) }
	deposit, minutes := bff.LimitID{Kind: "deposit", Period: "day"}, bff.LimitID{Kind: "session_time", Period: "week"}
	for _, row := range []struct {
		name, data string
		want       *bff.PlatformHeld
	}{
		{"nothing", `{"kinds":[],"limits":[]}`, &bff.PlatformHeld{Kinds: []string{}}},
		{
			"limits", `{"kinds":["deposit"],"limits":[{"kind":"deposit","period":"day","amount":250.5},{"kind":"session_time","period":"week","minutes":90}]}`,
			&bff.PlatformHeld{Kinds: []string{"deposit"}, Limits: []bff.HeldLimit{{LimitID: deposit, Value: 250_50}, {LimitID: minutes, Value: 90}}},
		},
		{
			"ends by the clock of the brand", `{"kinds":[],"limits":[],"cool_off":{"until":"2026-12-01 15:00:00"},"exclusion":{"until":"2026-12-02 15:00:00"}}`,
			&bff.PlatformHeld{Kinds: []string{}, CoolOff: at(1, 12), Excluded: at(2, 12)},
		},
		{"for ever", `{"kinds":[],"limits":[],"exclusion":{"until":null}}`, &bff.PlatformHeld{Kinds: []string{}, Forever: true}},
		{"a limit without a value", `{"kinds":[],"limits":[{"kind":"deposit","period":"day","minutes":5}]}`, nil},
		{"no time", `{"kinds":[],"limits":[],"cool_off":{"until":"tomorrow"}}`, nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			answer = bff.Answer{Result: true, Code: 200, Data: json.RawMessage(row.data)}
			got, err := limits.Get(t.Context())
			assert.True(t, (err != nil) == (row.want == nil) && (err != nil || reflect.DeepEqual(got, row.want)),
				"got %+v, %v; want %+v", got, err, row.want)
		})
	}
	answer = bff.Answer{Code: 400}
	if got, err := limits.Get(t.Context()); err == nil {
		t.Errorf("refused: %+v", got)
	}
}

func TestChangesOfLimitsAtThePlatform(t *testing.T) {
	refuses := false
	limits, calls := playerLimits(t, func(*bff.UpstreamRequest) (*bff.Answer, error) {
		return &bff.Answer{Result: !refuses, Code: 200}, nil
	}, bff.CallPlatformLimits, "platform_limits/set", "platform_limits/self_exclude")
	until := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	for _, row := range []struct {
		name string
		do   func(context.Context) error
		want string // sent; empty: nothing
		err  error
	}{
		{"a limit", func(ctx context.Context) error {
			return limits.Set(ctx, bff.LimitID{Kind: "loss", Period: "week"}, 250_50)
		}, `7 platform_limits/set {"Lang":"tr","amount":250.5,"kind":"loss","period":"week"}`, nil},
		{"a removal", func(ctx context.Context) error {
			return limits.Set(ctx, bff.LimitID{Kind: "session_time", Period: "day"}, 0)
		}, `7 platform_limits/set {"Lang":"tr","kind":"session_time","minutes":null,"period":"day"}`, nil},
		{"an exclusion", func(ctx context.Context) error { return limits.SelfExclude(ctx, until) }, `7 platform_limits/self_exclude {"Lang":"tr","until":"2026-12-01 15:00:00"}`, nil},
		{"for ever", func(ctx context.Context) error { return limits.SelfExclude(ctx, time.Time{}) }, `7 platform_limits/self_exclude {"Lang":"tr","until":null}`, nil},
		{"what the platform does not have", func(ctx context.Context) error { return limits.CoolOff(ctx, until) }, "", bff.ErrPlatformRefused},
	} {
		*calls = nil
		err := row.do(t.Context())
		assert.ErrorIs(t, err, row.err, row.name)
		got := strings.Join(*calls, "|")
		assert.Equal(t, row.want, got, "%s: sent %q, want %q", row.name, got, row.want)
	}
	refuses = true
	assert.ErrorIs(t, limits.SelfExclude(t.Context(), until), bff.ErrPlatformRefused, "refused")
}

func TestPlatformsWithoutLimitsAreNotAsked(t *testing.T) {
	limits, _ := playerLimits(t, func(*bff.UpstreamRequest) (*bff.Answer, error) { return answerOf(`[]`), nil })
	assert.True(t, limits == nil, "a platform without limits would be asked for them")
}

// Visitors cannot make the calls of the server itself.
func TestServerCallsAreNoCallsOfVisitors(t *testing.T) {
	r := newPlayer(t)
	r.marmara().ServerCalls = map[string]bool{bff.CallPlatformLimits: true}
	r.want("a server call", 404, "unknown call", api(bff.CallPlatformLimits, ""), cookie("s"))
}
