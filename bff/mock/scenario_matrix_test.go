package mock_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff/mock/scenario"
)

// read checks that a response is a valid envelope and returns it.
func (g got) read(t testing.TB, call string) (a answer) {
	t.Helper()
	var raw map[string]json.RawMessage
	if g.aborted || json.Unmarshal(g.Body.Bytes(), &raw) != nil || json.Unmarshal(g.Body.Bytes(), &a) != nil {
		t.Errorf("%s: aborted %v, no envelope: %v", call, g.aborted, g.ResponseRecorder)
		return a
	}
	for _, k := range []string{"result", "message", "data", "code", "debug", "pagination"} {
		assert.NotNil(t, raw[k], "%s: %s is missing in %.200s", call, k, g.Body)
	}
	if a.Result {
		checkAnswer(t, call, a)
	} else {
		known := a.Message != "" && a.Code >= 400
		assert.True(t, known || call == "user/check_user_ga", "%s: a refusal without message or code: %.200s", call,
			g.Body)
	}
	return a
}

// alsoRefused reports whether the changed world of a scenario refuses a step without a rule.
func alsoRefused(scenario string, a asked) bool {
	return scenario == "empty" &&
		slices.Contains([]string{"betframe/getCoupons", "finance/list_transactions", "user/game_history"}, a.call)
}

// In every scenario, every call returns a valid response, a known refusal, or the effect.
func TestEveryCallInEveryScenario(t *testing.T) {
	for _, s := range scenario.All() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			casino := openInstant(t, 7)
			guest := casino.in(t, s.Name)
			o := prepare(guest)
			guest.scenario(s.Name)
			var late []time.Duration
			for _, a := range o.steps() {
				o.check(t, s, a)
				if r, ok := ruleOf(s, a); ok && r.Effect.Latency > 0 {
					late = append(late, r.Effect.Latency)
				}
			}
			assert.Equal(t, late, casino.late, "the delays of responses")
			guest.scenario("happy")
			must[any](guest, "casino/games_list", nil)
			must[any](guest.login("zengin"), "finance/check_balance", nil)
		})
	}
}

// check sends a step in a scenario.
func (o *sequence) check(t *testing.T, s scenario.Scenario, a asked) {
	t.Helper()
	ctx := t.Context()
	r, ok := ruleOf(s, a)
	if r.Effect.Kind == scenario.Hang {
		gone, leave := context.WithCancel(ctx)
		leave()
		ctx = gone
	}
	g := o.send(ctx, a)
	switch {
	case r.Effect.Kind == scenario.Hang:
		assert.True(t, g.aborted, "%s is answered", a.call)
	case r.Rate > 0:
		if failed := g.aborted || g.Code == r.Effect.Status; !failed {
			g.read(t, a.call)
		}
	case r.Effect.Kind == scenario.Malformed:
		assert.True(t, !g.aborted && g.Code == http.StatusOK && !json.Valid(g.Body.Bytes()), "%s %d %.200s", a.call,
			g.Code, g.Body)
	case r.Effect.Kind == scenario.Limit:
		retry := fmt.Sprint(r.Effect.RetryAfter.Seconds())
		assert.Equal(t, "429 429 "+retry,
			fmt.Sprint(g.Code, g.read(t, a.call).Code, " ", g.Header().Get("Retry-After")), a.call)
	default:
		got := g.read(t, a.call)
		want := a.call != "user/check_user_ga" && !alsoRefused(s.Name, a)
		if ok {
			message := ""
			if refusal := r.Effect.Refused(); refusal != nil {
				message = refusal.Message
			}
			switch r.Effect.Kind {
			case scenario.Refuse:
				want = false
			case scenario.Expired:
				want, message = false, "Oturum Süresi Doldu"
			case scenario.Maintenance:
				want, message = false, "This site is under maintenance"
			default:
			}
			assert.Equal(t, cmp.Or(message, got.Message), got.Message, a.call)
		}
		assert.True(t, g.Code == http.StatusOK && got.Result == want,
			"%s %v: HTTP %d, %v %q, want %v", a.call, a.data, g.Code, got.Result, got.Message, want)
		if r.Effect.Kind == scenario.Empty && got.Result {
			none := map[string]string{
				"cmscontroller/getIcSlider": `{"items":[]}`, "finance/list_cash_methods_new": `{"methods_list":[]}`,
			}[a.call]
			if got.Pagination != nil {
				none = "[]"
			}
			assert.Equal(t, cmp.Or(none, string(got.Data)), string(got.Data), a.call)
			assert.True(t, got.Pagination == nil || got.Pagination.Total == 0, "%s is not empty: %.200s", a.call,
				g.Body)
		}
	}
}

// ruleOf returns the rule of a scenario that matches a step.
func ruleOf(s scenario.Scenario, a asked) (scenario.Rule, bool) {
	data := map[string]any{}
	if kind, ok := a.data["Type"].(int); ok {
		data["Type"] = json.Number([]string{"0", "1", "2"}[kind])
	}
	for _, r := range s.Rules {
		if slices.ContainsFunc(r.Calls, func(p string) bool { return scenario.Matches(p, a.call) }) &&
			scenario.Contains(data, scenario.Fields(r.Match)) {
			return r, true
		}
	}
	return scenario.Rule{}, false
}
