package scenario

import (
	"math/rand/v2"
	"path"
	"slices"
	"sync"
	"time"
)

// Fault is an effect that a tester has set.
type Fault struct {
	Call    string // pattern of class/method; see Matches
	Brand   string // empty for every brand
	Match   string // JSON object of fields that the call's data must contain; empty: any
	Effect  Effect
	Rate    float64 // share of the calls; 0 and 1: all
	Times   int     // applications before it is removed; 0: without end
	Applied int     // applications so far
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

// Active holds the active scenarios and faults of one world. It is safe for concurrent use.
type Active struct {
	mu       sync.Mutex
	rng      *rand.Rand
	faults   []*Fault
	switches []Switch
}

// NewActive returns an Active without effects; seed is that of its random source.
func NewActive(seed uint64) *Active { return &Active{rng: rand.New(rand.NewPCG(seed, 0xfa017))} }

// Set activates a scenario for a brand and a call pattern, both empty for all, in place of
// the one with the same scope. Happy only removes that one; without a scope it removes all.
func (a *Active) Set(s Switch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.switches = slices.DeleteFunc(a.switches, func(on Switch) bool {
		return (s.Name == Happy && s.Brand == "" && s.Call == "") || (on.Brand == s.Brand && on.Call == s.Call)
	})
	if s.Name != Happy && len(a.switches) < maxSwitches {
		a.switches = append(a.switches, s)
	}
}

// AddFault adds a fault. It reports false if there are too many.
func (a *Active) AddFault(f Fault) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.faults) >= maxFaults {
		return false
	}
	a.faults = append(a.faults, &f)
	return true
}

// ClearFaults removes the faults of a call pattern; all if it is empty.
func (a *Active) ClearFaults(call string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.faults = slices.DeleteFunc(a.faults, func(f *Fault) bool { return call == "" || f.Call == call })
}

// Switches returns the active scenarios, never nil.
func (a *Active) Switches() []Switch {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]Switch{}, a.switches...)
}

// Faults returns the active faults.
func (a *Active) Faults() []Fault {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := make([]Fault, len(a.faults))
	for i, f := range a.faults {
		out[i] = *f
	}
	return out
}

// For returns the effect on a call of a brand, or nil: that of the newest fault that applies,
// otherwise that of the newest scenario. The latency of a Delay fault is added to a scenario.
func (a *Active) For(brand, call string, data map[string]any) *Effect {
	a.mu.Lock()
	defer a.mu.Unlock()
	late := a.fault(brand, call, data)
	if late != nil && late.Kind != Delay {
		return late
	}
	effect := a.scenario(brand, call, data)
	switch {
	case effect == nil:
		return late
	case late != nil:
		effect.Latency += late.Latency
	}
	return effect
}

func (a *Active) fault(brand, call string, data map[string]any) *Effect {
	for i := len(a.faults) - 1; i >= 0; i-- {
		f := a.faults[i]
		if (f.Brand != "" && f.Brand != brand) || !Matches(f.Call, call) || !f.matches(data) || !a.hits(f.Rate) {
			continue
		}
		if f.Applied++; f.Times > 0 && f.Applied >= f.Times {
			a.faults = slices.Delete(a.faults, i, i+1)
		}
		e := f.Effect
		return &e
	}
	return nil
}

// matches reports whether the data of a call contains the fault's fields.
func (f *Fault) matches(data map[string]any) bool {
	return f.Match == "" || Contains(data, Fields(f.Match))
}

func (a *Active) scenario(brand, call string, data map[string]any) *Effect {
	for i := len(a.switches) - 1; i >= 0; i-- {
		on := a.switches[i]
		if (on.Brand != "" && on.Brand != brand) || (on.Call != "" && !Matches(on.Call, call)) {
			continue
		}
		if e := a.of(on, call, data); e != nil {
			return e
		}
	}
	return nil
}

func (a *Active) of(on Switch, call string, data map[string]any) *Effect {
	s, _ := ByName(on.Name)
	rules := s.Rules
	if own := slices.DeleteFunc(slices.Clone(rules), func(r Rule) bool { return !r.matches(call) }); len(own) > 0 {
		rules = own
	} else if on.Call == "" {
		return nil
	}
	// All rules apply to a call that the scenario is set for and that no rule matches.
	for _, r := range rules {
		if r.AppliesTo(data) && a.hits(r.Rate) {
			e := r.Effect
			e.View.Since = on.Since
			return &e
		}
	}
	return nil
}

func (a *Active) hits(rate float64) bool { return rate <= 0 || rate >= 1 || a.rng.Float64() < rate }

// Matches reports whether a pattern matches class/method. It is "*", the name of a class, or
// a pattern of path.Match.
func Matches(pattern, call string) bool {
	if pattern == "*" || pattern == call {
		return true
	}
	class, _ := path.Split(call)
	if pattern+"/" == class {
		return true
	}
	ok, err := path.Match(pattern, call)
	return err == nil && ok
}
