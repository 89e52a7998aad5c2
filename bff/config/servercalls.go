package config

import "croupier/bff"

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

// serverCalls returns the names of the calls of the server itself that the platforms of a brand have: the settings of an
// upstream name them, or its mapping has an entry.
func serverCalls(b *bff.Brand, server *Server, calls Calls) map[string]bool {
	out := map[string]bool{}
	if calls == nil {
		return out
	}
	mapped := map[string]map[string]bool{} // by upstream
	for _, call := range calls.ServerCalls() {
		name := b.RulesFor(call).Name
		up := server.Upstreams[name]
		if _, ok := mapped[name]; !ok {
			mapped[name], _ = up.mappedCalls()
		}
		if up.ServerCallNames()[call.Name()] != "" || mapped[name][call.Name()] {
			out[call.Name()] = true
		}
	}
	return out
}
