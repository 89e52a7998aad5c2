package mock_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"croupier/bff/contract"
	"croupier/bff/mock/scenario"
)

// keys are the fields of every envelope (calls.md §1).
var keys = []string{"result", "message", "data", "code", "debug", "pagination"}

// read checks that a response is a valid envelope and returns it.
func (g got) read(t testing.TB, known *contract.Catalogue, call string) (a answer) {
	t.Helper()
	var raw map[string]json.RawMessage
	if g.aborted || json.Unmarshal(g.body, &raw) != nil || json.Unmarshal(g.body, &a) != nil {
		t.Errorf("%s: HTTP %d, aborted %v, no envelope: %.200s", call, g.status, g.aborted, g.body)
		return a
	}
	for _, k := range keys {
		if raw[k] == nil {
			t.Errorf("%s: %s is missing in %.200s", call, k, g.body)
		}
	}
	if !a.Result {
		if (a.Message == "" || a.Code < 400) && call != "user/check_user_ga" {
			t.Errorf("%s: a refusal without message or code: %.200s", call, g.body)
		}
		return a
	}
	class, method, _ := strings.Cut(call, "/")
	row, ok := known.Lookup(class, method)
	if !ok {
		t.Fatalf("%s is not in the contract", call)
	}
	if err := known.CheckAnswer(row, decoded(t, a.Data)); err != nil {
		t.Errorf("%s: %v", call, err)
	}
	if (a.Pagination != nil) != row.Paginated {
		t.Errorf("%s: pagination %v, the contract says %v", call, a.Pagination, row.Paginated)
	}
	return a
}

// alsoRefused reports whether a scenario refuses a step through a changed world, beside its rules.
func alsoRefused(scenario string, a asked) bool {
	switch scenario {
	case "mid-wagering": // one bonus at a time, and no withdrawals before it is wagered
		return a.call == "user/claim_bonus" || a.data["Type"] == 2 && a.data["amount"] != nil
	case "empty":
		return slices.Contains([]string{"betframe/getCoupons", "finance/list_transactions", "user/game_history"}, a.call)
	}
	return false
}

// Every call in every scenario returns a response of its schema, a known refusal, or the effect
// of the scenario.
func TestEveryCallInEveryScenario(t *testing.T) {
	known, err := theContract()
	if err != nil {
		t.Fatal(err)
	}
	casino := openPatient(t, 7)
	for _, s := range scenario.All() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			guest := casino.in(t, s.Name)
			o := prepare(guest)
			guest.control("scenario", map[string]any{"name": s.Name})
			for _, a := range o.steps() {
				o.check(t, known, s, a)
			}
			if want := len(o.steps()); s.Name == "slow" && (len(casino.late) != want || slices.Max(casino.late) != 2*time.Second) {
				t.Errorf("%d of %d responses were delayed, by %v", len(casino.late), want, casino.late)
			}
		})
	}
}

// check sends a step in a scenario.
func (o *sequence) check(t *testing.T, known *contract.Catalogue, s scenario.Scenario, a asked) {
	t.Helper()
	ctx := t.Context()
	if s.Name == "hang" {
		gone, leave := context.WithCancel(ctx)
		leave()
		ctx = gone
	}
	g := o.send(ctx, a)
	switch s.Name {
	case "hang":
		if !g.aborted {
			t.Errorf("%s is answered: %.200s", a.call, g.body)
		}
	case "flaky":
		if failed := g.aborted || g.status == http.StatusServiceUnavailable; !failed {
			g.read(t, known, a.call)
		}
	case "malformed":
		if g.aborted || g.status != http.StatusOK || json.Valid(g.body) {
			t.Errorf("%s: HTTP %d %.200s", a.call, g.status, g.body)
		}
	case "rate-limited":
		if got := g.read(t, known, a.call); g.status != http.StatusTooManyRequests || g.header.Get("Retry-After") != "5" || got.Code != g.status {
			t.Errorf("%s: HTTP %d, Retry-After %q, %+v", a.call, g.status, g.header.Get("Retry-After"), got)
		}
	default:
		got := g.read(t, known, a.call)
		want := a.call != "user/check_user_ga" && !alsoRefused(s.Name, a)
		if r, ok := ruleOf(s, a); ok {
			if slices.Contains([]scenario.Kind{scenario.Refuse, scenario.Expired, scenario.Maintenance}, r.Effect.Kind) {
				want = false
			}
			if r.Effect.Message != "" && got.Message != r.Effect.Message {
				t.Errorf("%s: %q, want %q", a.call, got.Message, r.Effect.Message)
			}
		}
		if g.status != http.StatusOK || got.Result != want {
			t.Errorf("%s %v: HTTP %d, %v %q, want %v", a.call, a.data, g.status, got.Result, got.Message, want)
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
		if slices.ContainsFunc(r.Calls, func(p string) bool { return scenario.Matches(p, a.call) }) && r.AppliesTo(data) {
			return r, true
		}
	}
	return scenario.Rule{}, false
}

// reads returns the steps that change nothing, to compare two casinos.
func (o *sequence) reads(known *contract.Catalogue) (out []asked) {
	for _, a := range o.steps() {
		class, method, _ := strings.Cut(a.call, "/")
		if call, ok := known.Lookup(class, method); ok && call.Rules.Kind == "read" && a.data["mode"] != "set" {
			out = append(out, a)
		}
	}
	return out
}

func (o *sequence) responses(steps []asked) (out []string) {
	for _, a := range steps {
		out = append(out, string(o.send(o.guest.t.Context(), a).body))
	}
	return out
}

// After a scenario, responses equal those of a casino that was never in it; so do those of other
// calls and brands during a scenario.
func TestScenariosLeaveNoState(t *testing.T) {
	known, err := theContract()
	if err != nil {
		t.Fatal(err)
	}
	plain := prepare(open(t, 7))
	want := plain.responses(plain.reads(known))
	casino := openPatient(t, 7)
	for _, s := range scenario.All() {
		if s.Name == "hang" {
			continue // never answers
		}
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			guest := casino.in(t, s.Name)
			o := prepare(guest)
			reads := o.reads(known)
			same := func(when string) {
				t.Helper()
				for i, got := range o.responses(reads) {
					if got != want[i] {
						t.Errorf("%s, %s %v:\n%.300s\nwant\n%.300s", when, reads[i].call, reads[i].data, got, want[i])
					}
				}
			}
			guest.control("scenario", map[string]any{"name": s.Name, "brand": "pera"})
			same("in the scenario, another brand")
			guest.control("scenario", map[string]any{"name": s.Name, "call": "user/logout"})
			same("in the scenario, another call")
			guest.control("scenario", map[string]any{"name": "happy"})
			guest.control("scenario", map[string]any{"name": s.Name})
			o.responses(reads)
			for _, a := range o.steps() {
				if r, ok := ruleOf(s, a); ok && !r.Effect.Kind.Answers() && r.Rate == 0 && s.Name != "slow" && s.Name != "empty" {
					o.send(t.Context(), a)
				}
			}
			guest.control("scenario", map[string]any{"name": "happy"})
			same("happy again")
		})
	}
}
