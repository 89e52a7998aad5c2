package staff

import (
	"maps"
	"net/netip"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"croupier/bff"
)

const (
	maxMessage = 1000 // characters of a maintenance message
	maxWhy     = 200  // characters of a reason
	maxBypass  = 100  // address ranges
)

// validateNotice returns a fault for the first invalid field of a notice for brands. Its message may
// be in the languages of the brands only.
func (s *server) validateNotice(n *bff.MaintenanceNotice, brands []*bff.Brand) error {
	for _, lang := range slices.Sorted(maps.Keys(n.Message)) {
		field := "message." + lang[:min(len(lang), 16)]
		if !slices.ContainsFunc(brands, func(b *bff.Brand) bool { return b.SupportsLanguage(lang) }) {
			return fault(field, "brand_language")
		}
		if utf8.RuneCountInString(n.Message[lang]) > maxMessage {
			return fault(field, "max_length", "max", strconv.Itoa(maxMessage))
		}
	}
	for i, part := range n.Parts {
		if !slices.Contains(bff.Parts, part) {
			return fault("parts["+strconv.Itoa(i)+"]", "other")
		}
	}
	for i, call := range n.Calls {
		if len(n.Parts) > 0 || !s.KnownCall(call) {
			return fault("calls["+strconv.Itoa(i)+"]", "other")
		}
	}
	if len(n.Bypass) > maxBypass {
		return fault("bypass", "max_items", "max", strconv.Itoa(maxBypass))
	}
	if i := slices.IndexFunc(n.Bypass, func(p netip.Prefix) bool { return !p.IsValid() }); i >= 0 {
		return fault("bypass["+strconv.Itoa(i)+"]", "pattern")
	}
	if utf8.RuneCountInString(n.Why) > maxWhy {
		return fault("why", "max_length", "max", strconv.Itoa(maxWhy))
	}
	return nil
}

// latestTime bounds the times of windows: later ones have no RFC 3339 form in every zone.
var latestTime = time.Date(9000, 1, 1, 0, 0, 0, 0, time.UTC)

// validateWindow returns a fault for the first invalid field of a window.
func (s *server) validateWindow(w *bff.MaintenanceWindow, brands []*bff.Brand) error {
	if w.From.After(latestTime) {
		return fault("from", "other")
	}
	if !w.Until.IsZero() && (!w.Until.After(w.From) || !w.Until.After(s.Clock()) || w.Until.After(latestTime)) {
		return fault("until", "later")
	}
	return s.validateNotice(&w.MaintenanceNotice, brands)
}
