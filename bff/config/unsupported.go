package config

import (
	"fmt"
	"maps"
	"slices"

	"croupier/bff"
	"croupier/bff/internal/yamlnode"
)

// unsupportedBy returns the classes and calls that an upstream does not have: those of its settings
// and those that its mapping declares.
func (u *Upstream) unsupportedBy() []string {
	out := slices.Clone(u.Unsupported)
	if unsupported, _ := u.mapping("unsupported"); unsupported != nil {
		for _, item := range unsupported.Items {
			out = append(out, item.Text)
		}
	}
	return out
}

// mapping returns a field of the mapping file, nil where it has none; ok is false without a file that can be read, whose
// faults are those of the mapping's own loader.
func (u *Upstream) mapping(field string) (n *yamlnode.Node, ok bool) {
	docs, err := yamlnode.Parse(u.MappingYAML)
	if err != nil || len(docs) != 1 || docs[0] == nil {
		return nil, false
	}
	return docs[0].Get(field), true
}

// mappedCalls returns the calls that the mapping of an upstream has an entry for; ok is false without a
// mapping that can be read.
func (u *Upstream) mappedCalls() (calls map[string]bool, ok bool) {
	entries, ok := u.mapping("calls")
	calls = map[string]bool{}
	if entries != nil {
		for _, f := range entries.Fields {
			calls[f.Name] = true
		}
	}
	return calls, ok
}

// unsupportedCalls returns the names of the calls whose platform does not have them, and of the optional
// ones that the brand does not offer.
func unsupportedCalls(b *bff.Brand, offered []string, server *Server, calls Calls) map[string]bool {
	out := map[string]bool{}
	if calls == nil {
		return out
	}
	declared := map[string][]string{}
	for _, call := range calls.Calls() {
		if call.Local {
			continue
		}
		if call.Optional && !slices.Contains(offered, call.Name()) {
			out[call.Name()] = true
			continue
		}
		name := b.RulesFor(call).Name
		if _, ok := declared[name]; !ok {
			up := server.Upstreams[name]
			declared[name] = up.unsupportedBy()
		}
		if slices.Contains(declared[name], call.Class) || slices.Contains(declared[name], call.Name()) {
			out[call.Name()] = true
		}
	}
	return out
}

// requiredCalls cannot be unsupported: nobody could play.
var requiredCalls = []string{"user/login", "user/logout", "user/get_user_profile", "finance/check_balance"}

// unsupportedFaults reports declared names that the contract does not have, and calls that no brand
// can do without.
func (s *Server) unsupportedFaults(d *document, calls Calls) Faults {
	if calls == nil {
		return nil
	}
	known := map[string]bool{}
	for _, c := range calls.Calls() {
		known[c.Name()], known[c.Class] = !c.Local, true
	}
	var out Faults
	for _, up := range slices.Sorted(maps.Keys(s.Upstreams)) {
		for i, name := range s.Upstreams[up].Unsupported {
			at := []string{"upstreams", up, "unsupported", fmt.Sprint(i)}
			switch {
			case !known[name]:
				out = append(out, d.fault(at, fmt.Sprintf("%s is not a call of a platform", name), "a class, or class/method"))
			case Required(name):
				out = append(out, d.fault(at, fmt.Sprintf("%s is needed by every site", name), ""))
			}
		}
	}
	return out
}

// Required reports whether a class or class/method contains a call that every platform must have.
func Required(name string) bool {
	return slices.ContainsFunc(requiredCalls, func(call string) bool {
		return call == name || len(call) > len(name) && call[:len(name)+1] == name+"/"
	})
}
