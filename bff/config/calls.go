package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/bff"
)

// Calls is what configuration must know of the contract; contract.Catalogue is one.
type Calls interface {
	// Calls lists every call.
	Calls() []*bff.Call
}

// callFaults finds names that the contract does not have, and rules that would do nothing.
func (f *brandFile) callFaults(d *document, calls Calls) Faults {
	if calls == nil {
		return nil
	}
	var out Faults
	byName, classes := map[string]*bff.Call{}, map[string]bool{}
	for _, c := range calls.Calls() {
		byName[c.Name()] = c
		classes[c.Class] = true
	}
	for _, of := range slices.Sorted(maps.Keys(f.Routing)) {
		call := byName[of]
		switch {
		case call != nil && call.Own:
			out = append(out, d.fault([]string{"routing", of}, "is never sent anywhere: the server answers it itself", ""))
		case call == nil && strings.Contains(of, "/"):
			out = append(out, d.fault([]string{"routing", of}, "is not a call of the contract", "a class, or class/method"))
		case call == nil && !classes[of]:
			out = append(out, d.fault([]string{"routing", of}, "is not a class of the contract", strings.Join(slices.Sorted(maps.Keys(classes)), ", ")))
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(f.Limits)) {
		if class, ok := strings.CutPrefix(string(rule), string(bff.LimitClass(""))); ok && !classes[class] {
			out = append(out, d.fault([]string{"limits", string(rule)}, "is not a class of the contract", strings.Join(slices.Sorted(maps.Keys(classes)), ", ")))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Cache)) {
		switch call := byName[name]; {
		case call == nil:
			out = append(out, d.fault([]string{"cache", name}, "is not a call of the contract", "class/method"))
		case !call.Rules.Cache.Keeps():
			out = append(out, d.fault([]string{"cache", name}, fmt.Sprintf("answers to %s are never kept", name), "a call that contracts/calls.yaml gives a cache"))
		}
	}
	return out
}
