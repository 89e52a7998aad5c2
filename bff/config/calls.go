package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Calls is the part of the contract that configuration needs; contract.Catalogue implements it.
type Calls interface {
	// Calls lists every call.
	Calls() []*bff.Call
}

// callFaults reports names that the contract does not have, and settings without effect.
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
		case call != nil && call.Local:
			out = append(out, d.fault([]string{"routing", of}, "is answered by the server itself", ""))
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
		case !call.Rules.Cache.Cacheable():
			out = append(out, d.fault([]string{"cache", name}, fmt.Sprintf("responses of %s are never cached", name), "a call with a cache policy in contracts/calls.yaml"))
		}
	}
	return out
}

// timeoutFaults reports timeouts longer than the contract's deadline of that class. They may
// only shorten it, as draining and idempotency leases rely on the contract.
func (s *Server) timeoutFaults(d *document, calls Calls) Faults {
	if calls == nil {
		return nil
	}
	deadlines := map[string]time.Duration{}
	for _, c := range calls.Calls() {
		deadlines[c.Rules.DeadlineClass] = c.Rules.Deadline
	}
	var out Faults
	for _, up := range slices.Sorted(maps.Keys(s.Upstreams)) {
		timeouts := s.Upstreams[up].Timeouts
		for _, name := range slices.Sorted(maps.Keys(timeouts)) {
			if longest := deadlines[name]; time.Duration(timeouts[name]) > longest {
				out = append(out, d.fault([]string{"upstreams", up, "timeouts", name}, "is longer than the contract's deadline", "100ms to "+longest.String()))
			}
		}
	}
	return out
}
