package maintenance

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Status returns the state of a brand, or what is declared for all with Everywhere: what closes the
// whole site, else detected maintenance, else what closes parts, else what is scheduled next.
func (m *Manager) Status(brand string) bff.MaintenanceStatus {
	k, now := m.current.Load(), m.now()
	s := bff.MaintenanceStatus{
		Brand: brand, State: bff.StatusOpen, Switches: k.switchesOf(brand), Detected: m.detectedOf(k, brand, now), Windows: m.windowsOf(brand),
	}
	var whole, parts, coming []*closure
	for _, c := range k.closuresOf(brand) {
		switch {
		case c.active(now) && c.isWhole():
			whole = append(whole, c)
		case c.active(now):
			parts = append(parts, c)
		case now.Before(c.from):
			coming = append(coming, c)
		}
	}
	detected := slices.IndexFunc(s.Detected, func(d bff.MaintenanceDetection) bool { return d.Part == "" })
	switch {
	case len(whole) > 0:
		declare(&s, bff.StatusMaintenance, whole)
	case detected >= 0:
		s.State, s.Since = bff.StatusDetected, s.Detected[detected].Since
	case len(parts) > 0:
		declare(&s, bff.StatusMaintenance, parts)
		for _, c := range parts {
			s.Parts, s.Calls = append(s.Parts, c.Parts...), append(s.Calls, c.Calls...)
		}
		slices.Sort(s.Calls)
		s.Calls = slices.Compact(s.Calls)
		slices.Sort(s.Parts)
		s.Parts = slices.Compact(s.Parts)
	case len(coming) > 0:
		slices.SortStableFunc(coming, func(a, b *closure) int { return a.from.Compare(b.from) })
		declare(&s, bff.StatusScheduled, coming[:1])
		s.Parts, s.Calls = slices.Clone(coming[0].Parts), slices.Clone(coming[0].Calls)
	}
	return s
}

// declare fills in what closures say together.
func declare(s *bff.MaintenanceStatus, state string, all []*closure) {
	slices.SortStableFunc(all, (*closure).endsAfter)
	first := all[0].Clone()
	s.State, s.By, s.Since, s.From, s.Until = state, first.By, all[0].since, all[0].from, all[0].until
	s.Message, s.Bypass, s.All = maps.Clone(messageOf(all)), first.Bypass, all[0].brand == Everywhere
}

// closuresOf returns the closures of a brand and those of all.
func (k *snapshot) closuresOf(brand string) []*closure {
	if brand == Everywhere {
		return k.closures[brand]
	}
	return slices.Concat(k.closures[brand], k.closures[Everywhere])
}

// switchesOf returns the switches of a brand that are on, the whole site's first. Parts or calls that
// were closed at once are one switch.
func (k *snapshot) switchesOf(brand string) []bff.MaintenanceSwitch {
	out := []bff.MaintenanceSwitch{}
	for _, key := range slices.Sorted(maps.Keys(k.switches)) {
		c := k.switches[key]
		if c.brand != brand && c.brand != Everywhere {
			continue
		}
		all := c.brand == Everywhere
		i := slices.IndexFunc(out, func(s bff.MaintenanceSwitch) bool {
			return !c.isWhole() && min(len(c.Calls), 1) == min(len(s.Calls), 1) && s.All == all && s.By == c.By && s.Since.Equal(c.since)
		})
		if i < 0 {
			out = append(out, bff.MaintenanceSwitch{MaintenanceNotice: c.Clone(), Since: c.since, All: all})
			continue
		}
		out[i].Parts, out[i].Calls = append(out[i].Parts, c.Parts...), append(out[i].Calls, c.Calls...)
	}
	slices.SortStableFunc(out, func(a, b bff.MaintenanceSwitch) int {
		return cmp.Compare(min(len(a.Closed()), 1), min(len(b.Closed()), 1))
	})
	return out
}

// detectedOf returns what was detected for a brand, the whole brand first.
func (m *Manager) detectedOf(k *snapshot, brand string, now time.Time) []bff.MaintenanceDetection {
	var out []bff.MaintenanceDetection
	for _, where := range slices.Sorted(maps.Keys(k.detected)) {
		of, part, _ := strings.Cut(where, "/")
		if d := k.detected[where]; of == brand && d.active(now) {
			found := bff.MaintenanceDetection{Part: part, Since: d.since}
			if part != "" && m.contract != nil {
				found.Parts = m.contract.PartsOf(part)
			}
			out = append(out, found)
		}
	}
	return out
}

// allWindows returns every window: those that are open, those that are scheduled, and those that have
// ended, the latest first.
func (m *Manager) allWindows() []bff.MaintenanceWindow {
	out := []bff.MaintenanceWindow{}
	for _, w := range m.current.Load().windows {
		out = append(out, m.view(w))
	}
	order := []bff.WindowState{bff.WindowOpen, bff.WindowScheduled, bff.WindowEnded}
	slices.SortFunc(out, func(a, b bff.MaintenanceWindow) int {
		byTime := a.From.Compare(b.From)
		if a.State == bff.WindowEnded {
			byTime = endOf(&b).Compare(endOf(&a))
		}
		return cmp.Or(cmp.Compare(slices.Index(order, a.State), slices.Index(order, b.State)), byTime, strings.Compare(a.ID, b.ID))
	})
	return out
}

// windowsOf returns the windows of a brand and of all, in the order of allWindows.
func (m *Manager) windowsOf(brand string) []bff.MaintenanceWindow {
	return slices.DeleteFunc(m.allWindows(), func(w bff.MaintenanceWindow) bool { return w.Brand != brand && w.Brand != Everywhere })
}
