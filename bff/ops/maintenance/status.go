package maintenance

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// Status returns the state of a brand, or the declared maintenance of Everywhere. The first of
// these determines the state: maintenance of the whole site, detected maintenance, maintenance of
// parts, the next scheduled window.
func (m *Manager) Status(brand string) bff.MaintenanceStatus {
	now := m.Now()
	s := bff.MaintenanceStatus{
		Brand: brand, Switches: m.switchesOf(brand), Detected: m.detectedOf(brand, now), Windows: m.windowsOf(brand),
	}
	var whole, parts, coming []*window
	for c := range m.declaredFor(brand) {
		switch {
		case c.StateAt(now) == bff.WindowOpen && isWhole(c):
			whole = append(whole, c)
		case c.StateAt(now) == bff.WindowOpen:
			parts = append(parts, c)
		case c.StateAt(now) == bff.WindowScheduled:
			coming = append(coming, c)
		}
	}
	detected := slices.IndexFunc(s.Detected, func(d bff.MaintenanceDetection) bool { return d.Part == "" })
	closing := whole
	switch s.State = bff.StatusMaintenance; {
	case len(whole) > 0:
	case detected >= 0:
		s.State, s.Since = bff.StatusDetected, s.Detected[detected].Since
		return s
	case len(parts) > 0:
		closing = parts
	case len(coming) > 0:
		slices.SortFunc(coming,
			func(a, b *window) int { return cmp.Or(a.From.Compare(b.From), strings.Compare(a.ID, b.ID)) })
		s.State, closing = bff.StatusScheduled, coming[:1]
	default:
		s.State = bff.StatusOpen
		return s
	}
	slices.SortFunc(closing, endsAfter)
	first := closing[0].Clone()
	s.By, s.Since, s.From, s.Until = first.By, since(closing[0]), closing[0].From, closing[0].Until
	s.Message, s.Bypass, s.All = maps.Clone(messageOf(closing)), first.Bypass, closing[0].Brand == Everywhere
	for _, c := range closing {
		s.Parts, s.Calls = append(s.Parts, c.Parts...), append(s.Calls, c.Calls...)
	}
	if s.State == bff.StatusMaintenance {
		slices.Sort(s.Calls)
		slices.Sort(s.Parts)
		s.Calls, s.Parts = slices.Compact(s.Calls), slices.Compact(s.Parts)
	}
	return s
}

// Statuses returns the states of brands.
func (m *Manager) Statuses(brands []*bff.Brand) []bff.MaintenanceStatus {
	return lists.Map(brands, func(b *bff.Brand) bff.MaintenanceStatus { return m.Status(b.ID) })
}

// switchesOf returns the active switches, the whole site first. Parts closed at once are merged.
func (m *Manager) switchesOf(brand string) []bff.MaintenanceSwitch {
	out := []bff.MaintenanceSwitch{}
	var on []*window
	for _, of := range slices.Compact([]string{Everywhere, brand}) {
		switches := m.stored().of(of).Switches
		for _, name := range slices.Sorted(maps.Keys(switches)) {
			on = append(on, switches[name])
		}
	}
	for _, c := range on {
		all := c.Brand == Everywhere
		i := slices.IndexFunc(out, func(s bff.MaintenanceSwitch) bool {
			return !isWhole(c) && min(len(c.Calls), 1) == min(len(s.Calls), 1) && s.All == all && s.By == c.By &&
				s.Since.Equal(c.Created)
		})
		if i < 0 {
			out = append(out, bff.MaintenanceSwitch{MaintenanceNotice: c.Clone(), Since: c.Created, All: all})
			continue
		}
		out[i].Parts, out[i].Calls = append(out[i].Parts, c.Parts...), append(out[i].Calls, c.Calls...)
	}
	slices.SortStableFunc(out, func(a, b bff.MaintenanceSwitch) int {
		return cmp.Compare(min(len(a.Closed()), 1), min(len(b.Closed()), 1))
	})
	return out
}

// allWindows returns all windows: open, scheduled, then ended ones, latest end first.
func (m *Manager) allWindows() []window {
	out := []window{}
	for _, d := range m.stored().decoded {
		for _, w := range d.Windows {
			out = append(out, m.view(w))
		}
	}
	order := []bff.WindowState{bff.WindowOpen, bff.WindowScheduled, bff.WindowEnded}
	slices.SortFunc(out, func(a, b window) int {
		byTime := a.From.Compare(b.From)
		if a.State == bff.WindowEnded {
			byTime = endOf(&b).Compare(endOf(&a))
		}
		return cmp.Or(cmp.Compare(slices.Index(order, a.State), slices.Index(order, b.State)), byTime,
			strings.Compare(a.ID, b.ID))
	})
	return out
}

func (m *Manager) windowsOf(brand string) []window {
	return slices.DeleteFunc(m.allWindows(), func(w window) bool { return w.Brand != brand && w.Brand != Everywhere })
}

// Everywhere is the key that stands for all brands.
const Everywhere = bff.AllBrands

// Errors of an invalid notice or window.
var (
	ErrEndsBeforeStart = errors.New("must be after the start and after now")
	ErrStarted         = errors.New("the start of an open window cannot be changed")
	ErrBadCalls        = errors.New("must be class or class/method, without parts in the same notice")
	ErrBadPart         = errors.New("must be one of " + strings.Join(bff.PartNames(bff.Parts), ", "))
	ErrBadBypass       = errors.New("must be an address range such as 203.0.113.0/24")
)

var callForm = regexp.MustCompile(`^[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?$`)

func checkNotice(n *bff.MaintenanceNotice) error {
	for _, part := range n.Parts {
		if !slices.Contains(bff.Parts, part) {
			return fmt.Errorf("parts %q: %w", part, ErrBadPart)
		}
	}
	for _, call := range n.Calls {
		if len(n.Parts) > 0 || !callForm.MatchString(call) {
			return fmt.Errorf("calls %q: %w", call, ErrBadCalls)
		}
	}
	if slices.ContainsFunc(n.Bypass, func(p netip.Prefix) bool { return !p.IsValid() }) {
		return ErrBadBypass
	}
	return nil
}

func checkWindow(w *window, now time.Time) error {
	if !w.Until.IsZero() && (!w.Until.After(w.From) || !w.Until.After(now)) {
		return fmt.Errorf("until %s: %w", w.Until.Format(time.RFC3339), ErrEndsBeforeStart)
	}
	return checkNotice(&w.MaintenanceNotice)
}

func isWhole(w *window) bool { return len(w.Parts) == 0 && len(w.Calls) == 0 }

// matches reports whether w applies to a call or a part. The empty name is the whole site.
func matches(w *window, name string) bool {
	class, _, _ := strings.Cut(name, "/")
	return isWhole(w) || slices.Contains(w.Parts, bff.Part(name)) || slices.Contains(w.Calls, name) ||
		slices.Contains(w.Calls, class)
}

// allows reports whether w lets visitor bypass it. An invalid address never bypasses.
func allows(w *window, visitor netip.Addr) bool {
	return slices.ContainsFunc(w.Bypass, func(p netip.Prefix) bool { return p.Contains(visitor) })
}

func since(w *window) time.Time { return cmp.Or(w.From, w.Created) }

// endless replaces a missing end in comparisons.
var endless = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// endsAfter orders concurrent windows and switches by end, latest first. With equal ends, a brand
// comes before Everywhere, then a later start before an earlier one, then the ids decide.
func endsAfter(a, b *window) int {
	return cmp.Or(cmp.Or(b.Until, endless).Compare(cmp.Or(a.Until, endless)), strings.Compare(b.Brand, a.Brand),
		since(b).Compare(since(a)), strings.Compare(a.ID, b.ID))
}

func messageOf(all []*window) map[string]string {
	if c, ok := lists.Find(all, func(w *window) bool { return len(w.Message) > 0 }); ok {
		return c.Message
	}
	return nil
}
