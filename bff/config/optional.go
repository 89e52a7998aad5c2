package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/nearest"
)

// featuresFile has the parts of the site that a brand has, and the optional calls that it offers.
type featuresFile struct {
	Parts map[string]bool // by name
	Calls []string        // class/method
}

// UnmarshalJSON decodes the parts and the calls, which are one mapping in the file.
func (f *featuresFile) UnmarshalJSON(raw []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		return err
	}
	f.Parts = map[string]bool{}
	for name, value := range fields {
		if name == "calls" {
			if err := json.Unmarshal(value, &f.Calls); err != nil {
				return err
			}
			continue
		}
		var on bool
		if err := json.Unmarshal(value, &on); err != nil {
			return err
		}
		f.Parts[name] = on
	}
	return nil
}

// optionalCallFaults reports offered calls that are not optional, and those that the brand's platform is
// declared not to have.
func (f *brandFile) optionalCallFaults(d *document, server *Server, calls Calls) Faults {
	if calls == nil {
		return nil
	}
	byName, optional := map[string]*bff.Call{}, []string{}
	for _, c := range calls.Calls() {
		byName[c.Name()] = c
		if c.Optional {
			optional = append(optional, c.Name())
		}
	}
	slices.Sort(optional)
	var out Faults
	for i, name := range f.Features.Calls {
		at, call := []string{"features", "calls", fmt.Sprint(i)}, byName[name]
		switch {
		case call == nil:
			out = append(out, d.fault(at, fmt.Sprintf("%q is not a call of the contract", name)+nearest.Hint(name, optional), strings.Join(optional, ", ")))
		case !call.Optional:
			out = append(out, d.fault(at, name+" is not optional: every brand has it", strings.Join(optional, ", ")))
		default:
			upstream := server.Upstreams[f.upstreamOf(call)]
			if missing := upstream.unsupportedBy(); slices.Contains(missing, name) || slices.Contains(missing, call.Class) {
				out = append(out, d.fault(at, fmt.Sprintf("upstream %s is declared not to have %s", f.upstreamOf(call), name), ""))
			}
		}
	}
	return out
}

// unmappedCallWarnings reports offered calls that the mapping of their platform has no entry for: the site
// shows what needs them, and every one fails.
func (f *brandFile) unmappedCallWarnings(d *document, server *Server, calls Calls) (out Faults) {
	if calls == nil {
		return nil
	}
	optional := map[string]*bff.Call{}
	for _, c := range calls.Calls() {
		if c.Optional {
			optional[c.Name()] = c
		}
	}
	for i, name := range f.Features.Calls {
		call := optional[name]
		if call == nil {
			continue
		}
		upstream := server.Upstreams[f.upstreamOf(call)]
		if mapped, ok := upstream.mappedCalls(); ok && !mapped[name] {
			out = append(out, d.warning([]string{"features", "calls", fmt.Sprint(i)},
				fmt.Sprintf("the mapping of upstream %s has no entry for %s, so that it always fails", f.upstreamOf(call), name), "an entry in the mapping, or leave the call out here"))
		}
	}
	return out
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
