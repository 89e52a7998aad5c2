package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/names"
)

// callIndex contains the calls of the contract by name.
type callIndex struct {
	catalogue     *contract.Catalogue
	calls, server []*bff.Call              // server: those that the server itself makes
	byName        map[string]*bff.Call     // of both
	classes       map[string]bool          // of byName
	optional      []string                 // names
	deadlines     map[string]time.Duration // by class
}

// contractCalls returns the calls of the contract.
var contractCalls = sync.OnceValue(func() *callIndex {
	catalogue := contract.MustLoad()
	x := indexCalls(catalogue.Calls(), catalogue.ServerCalls())
	x.catalogue = catalogue
	return x
})

func indexCalls(calls, server []*bff.Call) *callIndex {
	x := &callIndex{
		calls: calls, server: server, byName: map[string]*bff.Call{}, classes: map[string]bool{},
		deadlines: map[string]time.Duration{},
	}
	for _, c := range slices.Concat(calls, server) {
		x.byName[c.Name()], x.classes[c.Class] = c, true
	}
	for _, c := range calls {
		x.deadlines[c.Rules.DeadlineClass] = c.Rules.Deadline
		if c.Optional {
			x.optional = append(x.optional, c.Name())
		}
	}
	slices.Sort(x.optional)
	return x
}

// hint suggests the call that name is probably a misspelling of.
func (x *callIndex) hint(name string) string {
	return names.Hint(name, slices.Sorted(maps.Keys(x.byName)))
}

// classFault returns the problem of an unknown class and the known classes.
func (x *callIndex) classFault(class string) (problem, allowed string) {
	classes := slices.Sorted(maps.Keys(x.classes))
	return "is not a class of the contract" + names.Hint(class, classes), strings.Join(classes, ", ")
}

// ofPlatform returns the call of a platform with a name, or nil.
func (x *callIndex) ofPlatform(name string) *bff.Call {
	if call := x.byName[name]; call != nil && !call.Local {
		return call
	}
	return nil
}

// checkCalls reports unknown calls and classes in a brand file, and settings without effect.
func (f *brandFile) checkCalls(c *checker, server *Server, calls *callIndex) {
	for _, of := range slices.Sorted(maps.Keys(f.Routing)) {
		switch call := calls.byName[of]; {
		case call != nil && call.Local:
			c.report("Croupier answers this call itself, so you cannot route it", "", "routing", of)
		case call == nil && strings.Contains(of, "/"):
			c.report("is not a call of the contract"+calls.hint(of), "a class, or class/method", "routing", of)
		case call == nil && !calls.classes[of]:
			problem, allowed := calls.classFault(of)
			c.report(problem, allowed, "routing", of)
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(f.Limits)) {
		if class, ok := strings.CutPrefix(string(rule), string(bff.LimitClass(""))); ok && !calls.classes[class] {
			problem, allowed := calls.classFault(class)
			c.report(problem, allowed, "limits", string(rule))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Cache)) {
		switch call := calls.byName[name]; {
		case call == nil:
			c.report("is not a call of the contract"+calls.hint(name), "class/method", "cache", name)
		case !call.Rules.Cache.Cacheable():
			c.report(name+" cannot be cached", "a call with a cache rule in contracts/calls.yaml", "cache", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.Contract)) {
		switch call := calls.ofPlatform(name); {
		case call == nil:
			c.report("is not a call of a platform"+calls.hint(name), "class/method", "contract", name)
		case f.Contract[name] == bff.ContractEnforce && call.Rules.Kind == bff.KindMoney:
			c.report("enforce is not possible for payments, because the platform may have executed the payment",
				string(bff.ContractObserve), "contract", name)
		}
	}
	allowed := strings.Join(calls.optional, ", ")
	for i, name := range f.Features.Calls {
		at, call := []string{"features", "calls", fmt.Sprint(i)}, calls.byName[name]
		switch {
		case call == nil || slices.Contains(calls.server, call):
			c.report(fmt.Sprintf("%q is not a call of the contract", name)+names.Hint(name, calls.optional), allowed,
				at...)
		case !call.Optional:
			c.report(name+" is not optional, so remove it from this list", allowed, at...)
		default:
			upstream := server.Upstreams[f.upstreamOf(call)]
			missing, _, _ := upstream.calls()
			if slices.Contains(missing, name) || slices.Contains(missing, call.Class) {
				c.report(fmt.Sprintf("upstream %s declares %s as unsupported", f.upstreamOf(call), name), "", at...)
			}
		}
	}
}

// warnOfUnmappedCalls reports optional calls of the brand that the mapping of the platform lacks.
// The site would show pages that always fail.
func (f *brandFile) warnOfUnmappedCalls(c *checker, server *Server, calls *callIndex) {
	for i, name := range f.Features.Calls {
		if !slices.Contains(calls.optional, name) {
			continue
		}
		of := f.upstreamOf(calls.byName[name])
		upstream := server.Upstreams[of]
		if _, mapped, ok := upstream.calls(); ok && mapped.Get(name) == nil {
			c.warn(fmt.Sprintf("%s always fails, because the mapping of upstream %s has no entry for it", name, of), "",
				"features", "calls", fmt.Sprint(i))
		}
	}
}

// upstreamOf returns the name of the upstream of a call.
func (f *brandFile) upstreamOf(call *bff.Call) string {
	if name, ok := f.Routing[call.Name()]; ok {
		return name
	}
	if name, ok := f.Routing[call.Class]; ok {
		return name
	}
	return f.Upstream
}

// requiredCalls cannot be unsupported, because nobody could play without them.
var requiredCalls = []string{"user/login", "user/logout", "user/get_user_profile", "finance/check_balance"}

// Required reports whether a class or class/method contains a call that every platform must have.
func Required(name string) bool {
	return slices.ContainsFunc(requiredCalls,
		func(call string) bool { return call == name || strings.HasPrefix(call, name+"/") })
}

// checkCalls reports unknown calls and classes in the settings of an upstream, and settings without
// effect.
func (u *Upstream) checkCalls(c *checker, name string, calls *callIndex) {
	report := func(problem, allowed string, path ...string) {
		c.report(problem, allowed, append([]string{"upstreams", name}, path...)...)
	}
	// Timeouts may only shorten the deadlines of the contract, because draining and idempotency
	// claims rely on the deadlines.
	for _, class := range slices.Sorted(maps.Keys(u.Timeouts)) {
		if longest := calls.deadlines[class]; u.Timeouts[class] > longest {
			report(u.Timeouts[class].String()+" is too long", "100ms to "+longest.String(), "timeouts", class)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(u.ContractOverrides)) {
		call := calls.ofPlatform(of)
		if call == nil {
			report("is not a call of a platform"+calls.hint(of), "class/method", "contract_overrides", of)
			continue
		}
		for _, path := range slices.Sorted(maps.Keys(u.ContractOverrides[of])) {
			switch override := u.ContractOverrides[of][path]; {
			case !calls.catalogue.HasAnswerPath(call, path):
				report("responses of "+of+" do not have this path", "a path such as $[*].name", "contract_overrides",
					of, path)
			case path == bff.RootPath && len(override.Types) > 0:
				report("the player site cannot read data of another type",
					"nullable, or a mapping that converts the data", "contract_overrides", of, path)
			case path == bff.RootPath && !slices.Contains(calls.catalogue.AnswerTypes(call, path), "array"):
				report("only a list can be nullable", "", "contract_overrides", of, path)
			}
		}
	}
	// A health call needs no player and changes nothing.
	if probe := u.Probe.Call; probe != "" && !slices.ContainsFunc(calls.calls, func(call *bff.Call) bool {
		return call.Name() == probe && call.Rules.Who == bff.WhoGuest && call.Rules.Kind == bff.KindRead
	}) {
		report(probe+" is not a guest read", "class/method of a guest read, such as casino/category_list", "probe",
			"call")
	}
	for i, of := range u.Unsupported {
		ofPlatform := func(call *bff.Call) bool { return call.Class == of || call.Name() == of && !call.Local }
		switch {
		case !slices.ContainsFunc(calls.calls, ofPlatform):
			report(of+" is not a call of a platform", "a class, or class/method", "unsupported", fmt.Sprint(i))
		case Required(of):
			report("every player site requires "+of, "", "unsupported", fmt.Sprint(i))
		}
	}
}
