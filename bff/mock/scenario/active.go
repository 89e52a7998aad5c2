package scenario

import (
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

// Fault is an effect that a tester has set.
type Fault struct {
	Call      string          `json:"call"`            // pattern of class/method; see Matches
	Brand     string          `json:"brand,omitempty"` // empty for every brand
	Match     json.RawMessage `json:"match,omitempty"` // fields that the call's data must contain
	Kind      Kind            `json:"kind"`
	Status    int             `json:"status,omitempty"`
	Answer    json.RawMessage `json:"answer,omitempty"` // envelope of the kind Reply
	LatencyMS int64           `json:"latency_ms"`
	Rate      *float64        `json:"rate"`   // share of the calls; nil: all
	Times     int             `json:"times"`  // applications before it is removed; 0: without end
	Applied   int             `json:"struck"` // applications so far
}

// Effect returns the effect of the fault on a call, or an error about its answer.
func (f *Fault) Effect() (e Effect, err error) {
	e = Effect{Kind: f.Kind, Status: f.Status, Latency: time.Duration(f.LatencyMS) * time.Millisecond}
	if f.Answer != nil {
		e.Answer = &bff.Answer{Result: true, Code: http.StatusOK}
		err = world.Decode(f.Answer, e.Answer, "answer")
	}
	return e, err
}

// Switch is an active scenario with its scope.
type Switch struct {
	Name  string    `json:"name"`
	Brand string    `json:"brand,omitempty"`
	Call  string    `json:"call,omitempty"`
	Since time.Time `json:"since"` // the world's clock
}

// Bounds of one world.
const (
	maxFaults   = 200
	maxSwitches = 200
)

// Active contains the active scenarios and faults of one world. It is safe for concurrent use.
type Active struct {
	mu    sync.Mutex
	state state
}

type state struct {
	RNG      world.Random
	Faults   []Fault
	Switches []Switch
}

// NewActive returns an Active without effects. seed is the seed of its random source.
func NewActive(seed uint64) *Active {
	return &Active{state: state{RNG: world.NewRandom(seed, 0xfa017)}}
}

// Set activates a scenario for a brand and a call pattern, both empty for all, in place of
// the scenario with the same scope. Happy only removes this scenario, or all without a scope.
func (a *Active) Set(s Switch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.state.Switches = slices.DeleteFunc(a.state.Switches, func(on Switch) bool {
		return (s.Name == Happy && s.Brand == "" && s.Call == "") || (on.Brand == s.Brand && on.Call == s.Call)
	})
	if s.Name != Happy && len(a.state.Switches) < maxSwitches {
		a.state.Switches = append(a.state.Switches, s)
	}
}

// AddFault adds a fault. It reports false if there are too many.
func (a *Active) AddFault(f Fault) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.state.Faults) >= maxFaults {
		return false
	}
	a.state.Faults = append(a.state.Faults, f)
	return true
}

// ClearFaults removes the faults of a call pattern, or all faults.
func (a *Active) ClearFaults(call string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.state.Faults = slices.DeleteFunc(a.state.Faults, func(f Fault) bool { return call == "" || f.Call == call })
}

// Switches returns the active scenarios, never nil.
func (a *Active) Switches() []Switch {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]Switch{}, a.state.Switches...)
}

// Faults returns the active faults, never nil.
func (a *Active) Faults() []Fault {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]Fault{}, a.state.Faults...)
}

// For returns the effect on a call of a brand, or nil: the effect of the newest fault that
// applies, otherwise of the newest scenario. The latency of a Delay fault is added to a scenario.
func (a *Active) For(brand, call string, data map[string]any) *Effect {
	a.mu.Lock()
	defer a.mu.Unlock()
	fault := a.fault(brand, call, data)
	if fault != nil && fault.Kind != Delay {
		return fault
	}
	for _, on := range slices.Backward(a.state.Switches) {
		if (on.Brand != "" && on.Brand != brand) || (on.Call != "" && !Matches(on.Call, call)) {
			continue
		}
		if e := a.scenario(on, call, data); e != nil {
			if fault != nil {
				e.Latency += fault.Latency
			}
			return e
		}
	}
	return fault
}

func (a *Active) fault(brand, call string, data map[string]any) *Effect {
	for i := len(a.state.Faults) - 1; i >= 0; i-- {
		f := &a.state.Faults[i]
		if (f.Brand != "" && f.Brand != brand) || !Matches(f.Call, call) || !Contains(data, Fields(string(f.Match))) ||
			f.Rate != nil && !a.hits(*f.Rate) {
			continue
		}
		e, _ := f.Effect() // checked when it was set
		if f.Applied++; f.Times > 0 && f.Applied >= f.Times {
			a.state.Faults = slices.Delete(a.state.Faults, i, i+1)
		}
		return &e
	}
	return nil
}

func (a *Active) scenario(on Switch, call string, data map[string]any) *Effect {
	s, _ := ByName(on.Name)
	rules := lists.Filter(s.Rules, func(r Rule) bool {
		return slices.ContainsFunc(r.Calls, func(pattern string) bool { return Matches(pattern, call) })
	})
	if len(rules) == 0 && on.Call != "" {
		rules = s.Rules // all rules apply to a call that the scenario is set for and that no rule matches
	}
	for _, r := range rules {
		if Contains(data, Fields(r.Match)) && a.hits(r.Rate) {
			e := r.Effect
			e.View.Since = on.Since
			return &e
		}
	}
	return nil
}

func (a *Active) hits(rate float64) bool {
	return rate <= 0 || rate >= 1 || a.state.RNG.Float64() < rate
}

// Matches reports whether a pattern matches a call. It is "*", the name of a class, or a pattern of
// path.Match.
func Matches(pattern, call string) bool {
	class, _, _ := strings.Cut(call, "/")
	ok, err := path.Match(pattern, call)
	return pattern == "*" || pattern == class || err == nil && ok
}

// Fields decodes a JSON object for Contains. Another value has no fields.
func Fields(raw string) map[string]any {
	fields := map[string]any{}
	dec := json.NewDecoder(strings.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&fields) != nil || fields == nil { // null decodes to nil
		return map[string]any{}
	}
	return fields
}

// Contains reports whether got has every field of want with an equal value. Objects inside are
// compared likewise.
func Contains(got, want map[string]any) bool {
	for name, value := range want {
		found, ok := got[name]
		if !ok || !equal(found, value) {
			return false
		}
	}
	return true
}

func equal(got, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		inner, ok := got.(map[string]any)
		return ok && Contains(inner, want)
	case []any:
		list, ok := got.([]any)
		return ok && slices.EqualFunc(list, want, equal)
	case json.Number:
		number, _ := got.(json.Number)
		a, okA := new(big.Rat).SetString(number.String())
		b, okB := new(big.Rat).SetString(want.String())
		return okA && okB && a.Cmp(b) == 0
	default:
		return got == want
	}
}

// EncodeState encodes the active scenarios and faults and the state of the random source.
func (a *Active) EncodeState() ([]byte, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return world.Encode(&a.state)
}

// DecodeState decodes a state. Errors are *world.FieldError and begin with the path at.
func DecodeState(seed uint64, raw []byte, at string) (*Active, error) {
	a := NewActive(seed)
	if err := world.Decode(raw, &a.state, at); err != nil {
		return nil, err
	}
	wrong := func(field, problem string) error { return &world.FieldError{Field: at + field, Problem: problem} }
	if len(a.state.Switches) > maxSwitches || len(a.state.Faults) > maxFaults {
		return nil, wrong("", "has too many scenarios or faults")
	}
	for i, s := range a.state.Switches {
		if _, ok := ByName(s.Name); !ok {
			return nil, wrong(fmt.Sprintf(".Switches[%d].name", i), "unknown scenario")
		}
	}
	for i, f := range a.state.Faults {
		if _, err := f.Effect(); err != nil || !slices.Contains(FaultKinds, f.Kind) &&
			(f.Kind != Reply || f.Answer == nil) {
			return nil, wrong(fmt.Sprintf(".Faults[%d].kind", i), "unknown kind or answer")
		}
	}
	return a, nil
}
