package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"croupier/bff/mock/freeze"
)

// frozen writes down what bends a world: everything in Active.
var frozen = freeze.New(nil)

// Freeze writes down what is switched and set, and where its chances are.
func (a *Active) Freeze() (json.RawMessage, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return frozen.Freeze(a)
}

// Thaw makes what Freeze wrote, read by freeze.Parse. at is the path that errors begin
// with, zone the time zone of the world's clock; every error is a *freeze.Fault.
func Thaw(seed uint64, tree freeze.Tree, at string, zone *time.Location) (*Active, error) {
	a := NewActive(seed)
	if err := frozen.Thaw(tree, a, at, zone); err != nil {
		return nil, err
	}
	if len(a.switches) > maxSwitches || len(a.faults) > maxFaults {
		return nil, &freeze.Fault{Field: at, Text: "holds more than a world may"}
	}
	for i, s := range a.switches {
		if _, ok := ByName(s.Name); !ok {
			return nil, &freeze.Fault{Field: fmt.Sprintf("%s.switches[%d].Name", at, i), Text: "is no scenario"}
		}
	}
	for i, f := range a.faults {
		if !slices.Contains(FaultKinds(), f.Effect.Kind) {
			return nil, &freeze.Fault{Field: fmt.Sprintf("%s.faults[%d].Effect.Kind", at, i), Text: "is no kind of fault"}
		}
	}
	return a, nil
}
