package scenario

import (
	"math/rand/v2"
	"path"
	"slices"
	"sync"
	"time"
)

// Fault is a fault that a tester set.
type Fault struct {
	Call   string  // pattern of "class/method"; "*" in it stands for any part of a name
	Brand  string  // empty for every brand
	Effect Effect  // what it does
	Rate   float64 // share of the calls, 0 and 1 for all
	Times  int     // how often it strikes before it is gone; 0 for ever
	Struck int     // how often it has struck
}

// Switch is a scenario that is on, and where.
type Switch struct {
	Name  string    `json:"name"`
	Brand string    `json:"brand,omitempty"`
	Call  string    `json:"call,omitempty"`
	Since time.Time `json:"since"` // by the world's clock
}

// bounds keep a tester's mistakes small.
const (
	maxFaults   = 200
	maxSwitches = 200
)

// Active is what bends one world. It is safe for concurrent use.
type Active struct {
	mu       sync.Mutex
	rng      *rand.Rand
	faults   []*Fault
	switches []Switch
}

// NewActive bends nothing; its chances are drawn from seed.
func NewActive(seed uint64) *Active { return &Active{rng: rand.New(rand.NewPCG(seed, 0xfa017))} }

// Turn switches to a scenario for a brand and a call pattern, empty for all. Happy clears
// what is on there; without brand and call it clears everything.
func (a *Active) Turn(s Switch) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.switches = slices.DeleteFunc(a.switches, func(on Switch) bool {
		return (s.Name == Happy && s.Brand == "" && s.Call == "") || (on.Brand == s.Brand && on.Call == s.Call)
	})
	if s.Name != Happy && len(a.switches) < maxSwitches {
		a.switches = append(a.switches, s)
	}
}

// Set adds a fault; it tells whether there was room for it.
func (a *Active) Set(f Fault) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.faults) >= maxFaults {
		return false
	}
	a.faults = append(a.faults, &f)
	return true
}

// Clear takes away the faults of a call pattern, all where it is empty.
func (a *Active) Clear(call string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.faults = slices.DeleteFunc(a.faults, func(f *Fault) bool { return call == "" || f.Call == call })
}

// Switches lists the scenarios that are on.
func (a *Active) Switches() []Switch {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.switches)
}

// Faults lists the faults that are set.
func (a *Active) Faults() []Fault {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := make([]Fault, len(a.faults))
	for i, f := range a.faults {
		out[i] = *f
	}
	return out
}

// For says what happens to a call of a brand with its data; nil where nothing does. The
// newest fault that strikes wins, then the newest scenario. A fault that is merely late
// leaves the scenario its say.
func (a *Active) For(brand, call string, data map[string]any) *Effect {
	a.mu.Lock()
	defer a.mu.Unlock()
	late := a.fault(brand, call)
	if late != nil && late.Kind != Delay {
		return late
	}
	bent := a.bent(brand, call, data)
	switch {
	case bent == nil:
		return late
	case late != nil:
		bent.Latency += late.Latency
	}
	return bent
}

func (a *Active) fault(brand, call string) *Effect {
	for i := len(a.faults) - 1; i >= 0; i-- {
		f := a.faults[i]
		if (f.Brand != "" && f.Brand != brand) || !Fits(f.Call, call) || !a.strikes(f.Rate) {
			continue
		}
		if f.Struck++; f.Times > 0 && f.Struck >= f.Times {
			a.faults = slices.Delete(a.faults, i, i+1)
		}
		e := f.Effect
		return &e
	}
	return nil
}

func (a *Active) bent(brand, call string, data map[string]any) *Effect {
	for i := len(a.switches) - 1; i >= 0; i-- {
		on := a.switches[i]
		if (on.Brand != "" && on.Brand != brand) || (on.Call != "" && !Fits(on.Call, call)) {
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
	if own := slices.DeleteFunc(slices.Clone(rules), func(r Rule) bool { return !r.fits(call) }); len(own) > 0 {
		rules = own
	} else if on.Call == "" {
		return nil
	}
	// A scenario switched for a call that none of its rules names means that call all the same.
	for _, r := range rules {
		if (r.When == nil || r.When(data)) && a.strikes(r.Rate) {
			e := r.Effect
			e.View.Since = on.Since
			return &e
		}
	}
	return nil
}

func (a *Active) strikes(rate float64) bool { return rate <= 0 || rate >= 1 || a.rng.Float64() < rate }

// Fits tells whether a pattern fits "class/method". A pattern without a slash is "*", or
// the name of a class.
func Fits(pattern, call string) bool {
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
