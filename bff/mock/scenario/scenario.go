// Package scenario decides which effects calls have: faults that a tester sets on a call, and
// scenarios, which are named sets of effects. Package mock applies them.
package scenario

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/goccy/go-yaml"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

// Kind is a kind of effect.
type Kind string

// The kinds of effects. Each effect may have a latency too.
const (
	Delay       Kind = "delay"       // the response is late
	Hang        Kind = "hang"        // no response until the caller gives up
	Lost        Kind = "lost"        // the call is executed, but its connection ends without a response
	Status      Kind = "status"      // an HTTP status with a page instead of an envelope
	Malformed   Kind = "malformed"   // not JSON
	Truncated   Kind = "truncated"   // the response is cut off
	WrongType   Kind = "wrong-type"  // JSON with wrong types in the envelope
	Huge        Kind = "huge"        // a response beyond any limit
	Reset       Kind = "reset"       // the connection is reset
	Expired     Kind = "expired"     // the platform no longer knows the session
	Maintenance Kind = "maintenance" // the platform is under maintenance
)

// The kind of a fault that answers with an envelope of the tester's, and the kinds of scenarios
// only.
const (
	Reply  Kind = "answer"
	Empty  Kind = "empty"  // lists are empty, histories have no records
	Refuse Kind = "refuse" // a business refusal
	Limit  Kind = "limit"  // HTTP 429 with RetryAfter
	Show   Kind = "show"   // the world is seen with View
	Long   Kind = "long"   // texts and names are three times as long, with long words
	Arabic Kind = "arabic" // texts are Arabic in every language, names in Arabic letters
)

// Answers reports whether a call is answered normally, perhaps with other content.
func (k Kind) Answers() bool { return k == "" || k == Show || k == Long || k == Arabic }

// FaultKinds are the kinds that a tester may set without an answer.
var FaultKinds = []Kind{Delay, Hang, Lost, Status, Malformed, Truncated, WrongType, Huge, Reset, Expired, Maintenance}

// Effect is what happens to a call.
type Effect struct {
	Kind       Kind
	Latency    time.Duration // before the effect
	Status     int           // of Status
	Refusal    string        // of Refuse: name in scenarios.yaml
	RetryAfter time.Duration `yaml:"retry_after"` // of Limit
	View       world.View    // of Show
	Answer     *bff.Answer   `yaml:"-"` // of Reply
}

// Happy is the scenario without effects.
const Happy = "happy"

// Pattern names of requests of game pages, beside the calls.
const (
	Round = "games/round"
	Page  = "games/page" // loading the page
)

// Scenario is a named set of rules. The first that matches a call applies.
type Scenario struct {
	Name, Description string
	Rules             []Rule
}

// Rule gives an effect to the calls that match any of its patterns.
type Rule struct {
	Calls  []string
	Match  string  // JSON object of fields that the call's data must contain; empty: any
	Rate   float64 // share of the calls; 0: all
	Effect Effect
}

// MarshalJSON encodes the name, the description and the call patterns.
func (s Scenario) MarshalJSON() ([]byte, error) {
	calls := []string{}
	for _, r := range s.Rules {
		calls = append(calls, r.Calls...)
	}
	slices.Sort(calls)
	return json.Marshal(map[string]any{"name": s.Name, "description": s.Description, "calls": slices.Compact(calls)})
}

// Refused returns the refusal of the kind Refuse.
func (e *Effect) Refused() *world.Refusal { return refusals[e.Refusal] }

// refusals are the refusals of the world by their name in scenarios.yaml.
var refusals = map[string]*world.Refusal{
	"unauthorized": world.ErrUnauthorized, "inactive": world.ErrInactive, "funds": world.ErrFunds,
	"provider": world.ErrProvider, "kyc": world.ErrKYC, "excluded": world.ErrExcluded,
	"code-locked": world.ErrCodeLocked, "wagering": world.ErrWagering, "bonus-active": world.ErrBonusActive,
}

//go:embed scenarios.yaml
var file []byte

var scenarios = func() []Scenario {
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
			if r.Effect.Kind == Refuse && r.Effect.Refused() == nil {
				panic(fmt.Sprintf("scenarios.yaml: %s: unknown refusal %s", s.Name, r.Effect.Refusal))
			}
		}
	}
	return in.Scenarios
}()

func expand(calls []string, groups map[string][]string) (out []string) {
	for _, c := range calls {
		if group, ok := groups[c]; ok {
			out = append(out, expand(group, groups)...)
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
	return lists.Find(scenarios, func(s Scenario) bool { return s.Name == name })
}
