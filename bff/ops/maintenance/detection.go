package maintenance

import (
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// partClosedFor is the time for which a part with detected maintenance stays closed. Parts cannot
// be probed, so a player's call has to detect whether the maintenance continues.
const partClosedFor = 30 * time.Second

type detection struct {
	since time.Time
	until time.Time // zero: until a probe reports ProbeOpen
}

func (d detection) active(now time.Time) bool { return d.until.IsZero() || now.Before(d.until) }

// ReportDetected implements gateway.Maintenance.
func (m *Manager) ReportDetected(where string) { m.changeDetected(where, true) }

// ClearDetected removes detected maintenance of a brand, brand/class or brand/class/method.
func (m *Manager) ClearDetected(where string) {
	m.resets.Add(1)
	m.changeDetected(where, false)
}

// changeDetected calls setDetected on all instances. It does not block players' calls.
func (m *Manager) changeDetected(where string, closed bool) {
	if !m.setDetected(where, closed) {
		return
	}
	select {
	case m.outgoing <- message{Brand: where, Detected: &closed}:
	default: // dropped: the other instances detect it themselves
	}
}

// setDetected records a detection or its end, and reports whether the state changed.
func (m *Manager) setDetected(where string, closed bool) (changed bool) {
	now := m.Now()
	m.mu.Lock()
	d, ok := m.detected[where]
	changed = closed != (ok && d.active(now))
	switch {
	case changed && closed:
		d = detection{since: now}
		if strings.Contains(where, "/") {
			d.until = now.Add(partClosedFor)
		}
		m.detected[where] = d
	case changed:
		delete(m.detected, where)
	}
	m.mu.Unlock()
	if changed {
		m.notify(where)
	}
	return changed
}

func (m *Manager) clearDetected(brand string, calls []string) {
	m.mu.Lock()
	before := len(m.detected)
	maps.DeleteFunc(m.detected, func(where string, _ detection) bool {
		of, part, _ := strings.Cut(where, "/")
		isCleared := func(call string) bool { return call == part || strings.HasPrefix(call, part+"/") }
		return (brand == Everywhere || of == brand) &&
			(len(calls) == 0 || part != "" && slices.ContainsFunc(calls, isCleared))
	})
	cleared := len(m.detected) < before
	m.mu.Unlock()
	if cleared {
		m.notify(brand)
	}
}

// detectedOf returns the detected maintenance of a brand, the whole brand first.
func (m *Manager) detectedOf(brand string, now time.Time) []bff.MaintenanceDetection {
	m.mu.RLock()
	defer m.mu.RUnlock()
	var out []bff.MaintenanceDetection
	for _, where := range slices.Sorted(maps.Keys(m.detected)) {
		of, part, _ := strings.Cut(where, "/")
		if d := m.detected[where]; of == brand && d.active(now) {
			found := bff.MaintenanceDetection{Part: part, Since: d.since}
			if part != "" {
				found.Parts = m.Contract.PartsOf(part)
			}
			out = append(out, found)
		}
	}
	return out
}
