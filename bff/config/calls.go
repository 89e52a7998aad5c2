package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/nearest"
)

// Calls is the part of the contract that configuration needs; contract.Catalogue implements it.
type Calls interface {
	// Calls lists every call.
	Calls() []*bff.Call
	// ServerCalls lists the calls that the server itself makes, where a platform has them.
	ServerCalls() []*bff.Call
	// HasAnswerPath reports whether answers of a call have a path, as in bff.Violation.
	HasAnswerPath(call *bff.Call, path string) bool
	// AnswerTypes returns the JSON types at a path, or nil for any.
	AnswerTypes(call *bff.Call, path string) []string
}

// callFaults reports names that the contract does not have, and settings without effect.
func (f *brandFile) callFaults(d *document, calls Calls) Faults {
	if calls == nil {
		return nil
	}
	var out Faults
	byName, classes := map[string]*bff.Call{}, map[string]bool{}
	for _, c := range slices.Concat(calls.Calls(), calls.ServerCalls()) {
		byName[c.Name()] = c
		classes[c.Class] = true
	}
	for _, of := range slices.Sorted(maps.Keys(f.Routing)) {
		call := byName[of]
		switch {
		case call != nil && call.Local:
			out = append(out, d.fault([]string{"routing", of}, "is answered by the server itself", ""))
		case call == nil && strings.Contains(of, "/"):
			out = append(out, d.fault([]string{"routing", of}, "is not a call of the contract"+nearest.Hint(of, slices.Sorted(maps.Keys(byName))), "a class, or class/method"))
		case call == nil && !classes[of]:
			out = append(out, d.fault([]string{"routing", of}, "is not a class of the contract"+nearest.Hint(of, slices.Sorted(maps.Keys(classes))), strings.Join(slices.Sorted(maps.Keys(classes)), ", ")))
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(f.Limits)) {
		if class, ok := strings.CutPrefix(string(rule), string(bff.LimitClass(""))); ok && !classes[class] {
			out = append(out, d.fault([]string{"limits", string(rule)}, "is not a class of the contract"+nearest.Hint(class, slices.Sorted(maps.Keys(classes))), strings.Join(slices.Sorted(maps.Keys(classes)), ", ")))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Cache)) {
		switch call := byName[name]; {
		case call == nil:
			out = append(out, d.fault([]string{"cache", name}, "is not a call of the contract"+nearest.Hint(name, slices.Sorted(maps.Keys(byName))), "class/method"))
		case !call.Rules.Cache.Cacheable():
			out = append(out, d.fault([]string{"cache", name}, fmt.Sprintf("responses of %s are never cached", name), "a call with a cache policy in contracts/calls.yaml"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Contract)) {
		switch call := byName[name]; {
		case call == nil || call.Local:
			out = append(out, d.fault([]string{"contract", name}, "is not a call of a platform"+nearest.Hint(name, slices.Sorted(maps.Keys(byName))), "class/method"))
		case f.Contract[name] == bff.ContractEnforce && call.Rules.Kind == bff.KindMoney:
			out = append(out, d.fault([]string{"contract", name}, "a money call cannot be enforced: an answered payment stays answered", string(bff.ContractObserve)))
		}
	}
	return out
}

// overrideFaults reports overrides without effect, and those of data itself that the site cannot read.
func (s *Server) overrideFaults(d *document, calls Calls) Faults {
	if calls == nil {
		return nil
	}
	byName := map[string]*bff.Call{}
	for _, c := range slices.Concat(calls.Calls(), calls.ServerCalls()) {
		byName[c.Name()] = c
	}
	var out Faults
	for _, up := range slices.Sorted(maps.Keys(s.Upstreams)) {
		overrides := s.Upstreams[up].ContractOverrides
		for _, name := range slices.Sorted(maps.Keys(overrides)) {
			at := []string{"upstreams", up, "contract_overrides", name}
			call := byName[name]
			if call == nil || call.Local {
				out = append(out, d.fault(at, "is not a call of a platform"+nearest.Hint(name, slices.Sorted(maps.Keys(byName))), "class/method"))
				continue
			}
			for _, path := range slices.Sorted(maps.Keys(overrides[name])) {
				at := append(slices.Clone(at), path)
				switch override := overrides[name][path]; {
				case !calls.HasAnswerPath(call, path):
					out = append(out, d.fault(at, "is not in the answers of "+name, "a path such as $[*].name"))
				case path == bff.RootPath && len(override.Types) > 0:
					out = append(out, d.fault(at, "the site cannot read data of another type", "another mapping, or nullable for a list"))
				case path == bff.RootPath && !slices.Contains(calls.AnswerTypes(call, path), "array"):
					out = append(out, d.fault(at, "only a list may be null: it is served as an empty one", ""))
				}
			}
		}
	}
	return out
}

// probeFaults reports health calls that cannot be made without a player, or that would do something.
func (s *Server) probeFaults(d *document, calls Calls) Faults {
	if calls == nil {
		return nil
	}
	var out Faults
	for _, up := range slices.Sorted(maps.Keys(s.Upstreams)) {
		name := s.Upstreams[up].Probe.Call
		if name != "" && !slices.ContainsFunc(calls.Calls(), func(c *bff.Call) bool {
			return c.Name() == name && c.Rules.Who == bff.WhoGuest && c.Rules.Kind == bff.KindRead
		}) {
			out = append(out, d.fault([]string{"upstreams", up, "probe", "call"}, fmt.Sprintf("%s is not a guest read", name), "class/method of a guest read, such as casino/category_list"))
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
