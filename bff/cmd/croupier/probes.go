package main

import (
	"croupier/bff"
	"croupier/bff/contract"
)

// healthCalls chooses the calls that probe an upstream while a circuit breaker is open.
type healthCalls struct {
	calls      *contract.Catalogue
	upstream   bff.UpstreamRules
	configured string // class/method; empty: chosen by class
}

// of returns the health call of a class: the configured one, or the first guest read of the class
// that needs no data. A class without guest reads has one of another class of the same upstream.
// It returns nil where the upstream serves none.
func (h *healthCalls) of(brand *bff.Brand, class string) *bff.UpstreamRequest {
	var other *bff.UpstreamRequest
	for _, call := range h.calls.Calls() {
		if h.configured != "" && call.Name() != h.configured || call.Local || !brand.Supports(call) || brand.RulesFor(call) != h.upstream {
			continue
		}
		if other != nil && call.Class != class {
			continue
		}
		data := h.calls.Complete(call, map[string]any{}, brand.DefaultLang())
		rules := h.calls.Resolve(call, data)
		if rules.Who != bff.WhoGuest || rules.Kind != bff.KindRead || h.calls.CheckRequest(call, data) != nil {
			continue
		}
		r := &bff.UpstreamRequest{RequestID: "probe", Brand: brand, Call: call, Rules: rules, Data: data, Lang: brand.DefaultLang()}
		if call.Class == class || h.configured != "" {
			return r
		}
		other = r
	}
	return other
}
