package scenario

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"

	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

// Happy is the scenario without effects.
const Happy = "happy"

// Round is the pattern name of rounds at game pages, beside the calls.
const Round = "games/round"

// Scenario is a named set of rules; the first that matches a call applies.
type Scenario struct {
	Name        string
	Description string
	Rules       []Rule
}

// Rule gives an effect to the calls that match any of its patterns.
type Rule struct {
	Calls     []string
	Direction string  // deposit or withdrawal; empty: all calls
	Rate      float64 // share of the calls; 0: all
	Effect    Effect
}

// AppliesTo reports whether the rule applies to a call with this data.
func (r *Rule) AppliesTo(data map[string]any) bool {
	kind, ok := directions[r.Direction]
	return !ok || data["Type"] == json.Number(strconv.Itoa(kind))
}

var directions = map[string]int{"deposit": contract.CashTypeDeposit, "withdrawal": contract.CashTypeWithdraw}

func (r *Rule) matches(call string) bool {
	return slices.ContainsFunc(r.Calls, func(p string) bool { return Matches(p, call) })
}

// MarshalJSON encodes the name, the description and the call patterns.
func (s Scenario) MarshalJSON() ([]byte, error) {
	calls := []string{}
	for _, r := range s.Rules {
		for _, p := range r.Calls {
			if !slices.Contains(calls, p) {
				calls = append(calls, p)
			}
		}
	}
	return json.Marshal(struct {
		Name        string   `json:"name"`
		Description string   `json:"description"`
		Calls       []string `json:"calls"` // patterns
	}{s.Name, s.Description, calls})
}

// refusals are the refusals of the world by their name in scenarios.yaml.
var refusals = map[string]*world.Refusal{
	"": {}, "unauthorized": world.ErrUnauthorized, "inactive": world.ErrInactive, "funds": world.ErrFunds, "provider": world.ErrProvider,
	"kyc": world.ErrKYC, "excluded": world.ErrExcluded, "code-locked": world.ErrCodeLocked,
}

//go:embed scenarios.yaml
var file []byte

var scenarios = load()

// load parses scenarios.yaml. It panics if the file is invalid.
func load() []Scenario {
	var in struct {
		Calls     map[string][]string
		Scenarios []Scenario
	}
	if err := yaml.UnmarshalWithOptions(file, &in, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("scenarios.yaml: %v", err))
	}
	for _, s := range in.Scenarios {
		for i := range s.Rules {
			r := &s.Rules[i]
			r.Calls = expand(r.Calls, in.Calls)
			refusal, ok := refusals[r.Effect.Refusal]
			if !ok {
				panic(fmt.Sprintf("scenarios.yaml: %s: unknown refusal %s", s.Name, r.Effect.Refusal))
			}
			r.Effect.Message, r.Effect.Code = refusal.Message, refusal.Code
		}
	}
	return in.Scenarios
}

// expand replaces the names of lists by their patterns.
func expand(calls []string, lists map[string][]string) (out []string) {
	for _, c := range calls {
		if list, ok := lists[c]; ok {
			out = append(out, expand(list, lists)...)
		} else {
			out = append(out, c)
		}
	}
	return out
}

// All returns every scenario.
func All() []Scenario { return slices.Clone(scenarios) }

// ByName returns the scenario of a name.
func ByName(name string) (Scenario, bool) {
	i := slices.IndexFunc(scenarios, func(s Scenario) bool { return s.Name == name })
	if i < 0 {
		return Scenario{}, false
	}
	return scenarios[i], true
}
