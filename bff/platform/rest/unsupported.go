package rest

import (
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/internal/yamlnode"
)

// unsupported reads the classes and calls that the platform does not have. A call cannot be both
// mapped and declared.
func (l *loader) unsupported(n *yamlnode.Node, m *Mapping) map[string]bool {
	out := map[string]bool{}
	if n = l.ofKind(n, "unsupported", yamlnode.Sequence); n == nil {
		return out
	}
	for i, item := range n.Items {
		at := under("unsupported", strconv.Itoa(i))
		if item = l.ofKind(item, at, yamlnode.Scalar); item == nil {
			continue
		}
		name := item.Text
		switch {
		case !l.knows(name):
			l.add(item.TextLine, at, strconv.Quote(name)+" is not a call of a platform", "a class, or class/method")
		case config.Required(name):
			l.add(item.TextLine, at, strconv.Quote(name)+" is needed by every site", "")
		case m.maps(name):
			l.add(item.TextLine, at, strconv.Quote(name)+" is mapped in calls", "")
		}
		out[name] = true
	}
	return out
}

// knows reports whether the contract has a class or call that platforms answer.
func (l *loader) knows(name string) bool {
	if l.calls == nil {
		return true
	}
	if !strings.Contains(name, "/") {
		return slices.ContainsFunc(l.calls.Calls(), func(c *bff.Call) bool { return c.Class == name })
	}
	return slices.ContainsFunc(l.calls.Calls(), func(c *bff.Call) bool { return c.Name() == name && !c.Local })
}

// maps reports whether the mapping has routes for a call, or for a call of a class.
func (m *Mapping) maps(name string) bool {
	for call := range m.calls {
		if class, _, _ := strings.Cut(call, "/"); call == name || class == name {
			return true
		}
	}
	return false
}
