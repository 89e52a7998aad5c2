package config

import (
	"slices"

	"croupier/bff"
	"croupier/bff/internal/yamlnode"
)

// classPlatformLimits is the class of the calls that PlatformLimits of an Upstream names.
const classPlatformLimits = "platform_limits"

// ServerCallNames returns the names of the platform's calls for those of the server itself, by name of the contract.
func (u *Upstream) ServerCallNames() map[string]string {
	out := make(map[string]string, len(u.PlatformLimits))
	for method, name := range u.PlatformLimits {
		out[classPlatformLimits+"/"+method] = name
	}
	return out
}

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

// mapping returns a field of the mapping file, nil where it has none; ok is false without a file that can be read, whose
// faults are those of the mapping's own loader.
func (u *Upstream) mapping(field string) (n *yamlnode.Node, ok bool) {
	docs, err := yamlnode.Parse(u.MappingYAML)
	if err != nil || len(docs) != 1 || docs[0] == nil {
		return nil, false
	}
	return docs[0].Get(field), true
}

// callsOf notes in b which calls the platforms of a brand do not have, or the brand does not offer, and which calls of the
// server itself they have: the settings of an upstream name them, or its mapping has an entry.
func (s *Server) callsOf(b *bff.Brand, offered []string, calls *callIndex) {
	b.Unsupported, b.ServerCalls = map[string]bool{}, map[string]bool{}
	declared, mapped := map[string][]string{}, map[string]map[string]bool{} // by upstream
	for name, up := range s.Upstreams {
		declared[name] = up.unsupportedBy()
		mapped[name], _ = up.mappedCalls()
	}
	for _, call := range calls.calls {
		missing := declared[b.RulesFor(call).Name]
		switch {
		case call.Local:
		case call.Optional && !slices.Contains(offered, call.Name()), slices.Contains(missing, call.Class), slices.Contains(missing, call.Name()):
			b.Unsupported[call.Name()] = true
		}
	}
	for _, call := range calls.server {
		name := b.RulesFor(call).Name
		up := s.Upstreams[name]
		if up.ServerCallNames()[call.Name()] != "" || mapped[name][call.Name()] {
			b.ServerCalls[call.Name()] = true
		}
	}
}
