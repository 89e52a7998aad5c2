package config

import (
	"slices"

	"croupier/bff"
	"croupier/bff/internal/yamlnode"
)

// classPlatformLimits is the class of the calls in Upstream.PlatformLimits.
const classPlatformLimits = "platform_limits"

// ServerCallNames returns the names that the platform uses for calls of the server itself, by name
// of the contract.
func (u *Upstream) ServerCallNames() map[string]string {
	out := make(map[string]string, len(u.PlatformLimits))
	for method, name := range u.PlatformLimits {
		out[classPlatformLimits+"/"+method] = name
	}
	return out
}

// calls returns the unsupported classes and calls of an upstream, and the entries of its mapping.
// ok is false without a readable mapping.
func (u *Upstream) calls() (unsupported []string, mapped *yamlnode.Node, ok bool) {
	docs, err := yamlnode.Parse(u.MappingYAML)
	if err != nil || len(docs) != 1 || docs[0] == nil {
		return u.Unsupported, nil, false
	}
	unsupported = slices.Clone(u.Unsupported)
	if declared := docs[0].Get("unsupported"); declared != nil {
		for _, item := range declared.Items {
			unsupported = append(unsupported, item.Text)
		}
	}
	return unsupported, docs[0].Get("calls"), true
}

// callsOf records in b which calls are unsupported and which calls of the server itself the
// platforms have.
func (s *Server) callsOf(b *bff.Brand, offered []string, calls *callIndex) {
	b.Unsupported, b.ServerCalls = map[string]bool{}, map[string]bool{}
	declared, mapped := map[string][]string{}, map[string]*yamlnode.Node{} // by upstream
	for name, up := range s.Upstreams {
		declared[name], mapped[name], _ = up.calls()
	}
	for _, call := range calls.calls {
		missing := declared[b.RulesFor(call).Name]
		switch {
		case call.Local:
		case call.Optional && !slices.Contains(
			offered, call.Name(),
		), slices.Contains(missing, call.Class), slices.Contains(missing, call.Name()):
			b.Unsupported[call.Name()] = true
		}
	}
	for _, call := range calls.server {
		name := b.RulesFor(call).Name
		up := s.Upstreams[name]
		if up.ServerCallNames()[call.Name()] != "" || mapped[name].Get(call.Name()) != nil {
			b.ServerCalls[call.Name()] = true
		}
	}
}
