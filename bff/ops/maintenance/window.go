package maintenance

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

const maxWindows = 100

// AddWindow durably creates a window with From, Until and notice of w. A zero or past From means
// now. It fails with an error of the notice or times, or bff.ErrMaintenanceFull.
func (m *Manager) AddWindow(ctx context.Context, brand string, w window) (window, error) {
	now := m.Now().UTC()
	next := copyOf(&w)
	next.ID, next.Version, next.Brand, next.Created, next.State, next.Ended = newID(), 1, brand, now, "", nil
	if next.From.Before(now) {
		next.From = now
	}
	if err := checkWindow(&next, now); err != nil {
		return w, err
	}
	err := m.change(ctx, brand, func(d *declared) error {
		waiting := 0
		for _, other := range d.Windows {
			if other.StateAt(now) != bff.WindowEnded {
				waiting++
			}
		}
		if waiting >= maxWindows {
			return bff.ErrMaintenanceFull
		}
		d.Windows[next.ID] = &next
		return nil
	})
	return m.view(&next), err
}

// Window reloads the store and returns a window of a brand.
func (m *Manager) Window(ctx context.Context, brand, id string) (w window, ok bool) {
	m.reload(ctx)
	if found := m.stored().of(brand).Windows[id]; found != nil {
		return m.view(found), true
	}
	return w, false
}

// ChangeWindow changes times and notice of a window. It fails for an ended window, for a version
// other than 0 or the current one, for a new start of an open window, or like AddWindow.
func (m *Manager) ChangeWindow(
	ctx context.Context, brand, id string, version int, change func(*window),
) (window, error) {
	return m.replace(ctx, brand, id, func(w *window, now time.Time) (window, error) {
		if version != 0 && w.Version != version {
			return *w, bff.ErrMaintenanceChanged
		}
		state, next := w.StateAt(now), copyOf(w)
		change(&next)
		switch {
		case state == bff.WindowEnded:
			return *w, bff.ErrMaintenanceEnded
		case state == bff.WindowOpen && !next.From.Equal(w.From):
			return *w, ErrStarted
		case state == bff.WindowScheduled && next.From.Before(now):
			next.From = now
		}
		return next, checkWindow(&next, now)
	})
}

// EndWindow ends an open window or withdraws a scheduled one. It ignores an ended window.
func (m *Manager) EndWindow(ctx context.Context, brand, id, by string) (w window, err error) {
	w, err = m.replace(ctx, brand, id, func(w *window, now time.Time) (window, error) {
		if w.StateAt(now) == bff.WindowEnded {
			return *w, bff.ErrMaintenanceEnded
		}
		next := copyOf(w)
		next.Ended = &bff.MaintenanceEnd{By: by, At: now}
		return next, nil
	})
	if errors.Is(err, bff.ErrMaintenanceEnded) {
		err = nil
	}
	return w, err
}

// replace stores the result of f as the next version of a window, or returns the error of f.
func (m *Manager) replace(
	ctx context.Context, brand, id string, f func(*window, time.Time) (window, error),
) (next window, err error) {
	err = m.change(ctx, brand, func(d *declared) error {
		w := d.Windows[id]
		if w == nil {
			return bff.ErrMaintenanceUnknown
		}
		var err error
		if next, err = f(w, m.Now().UTC()); err != nil {
			return err
		}
		next.Version = w.Version + 1
		stored := next
		d.Windows[id] = &stored
		return nil
	})
	return m.view(&next), err
}

func (m *Manager) view(w *window) window {
	v := copyOf(w)
	v.State = w.StateAt(m.Now())
	return v
}

func copyOf(w *window) window {
	next := *w
	next.MaintenanceNotice = w.Clone()
	return next
}

const maxEnded = 50 // the maximum number of ended windows of a brand

func endOf(w *window) time.Time {
	if w.Ended != nil {
		return w.Ended.At
	}
	return w.Until
}

// dropExpired removes expired links and old windows, and reports whether it removed any.
func (m *Manager) dropExpired(d *declared) bool {
	now, before := m.Now(), len(d.Windows)+len(d.Links)
	isEnded := func(w *window) bool { return w.StateAt(now) == bff.WindowEnded }
	ended := lists.Filter(slices.Collect(maps.Values(d.Windows)), isEnded)
	slices.SortFunc(ended, func(a, b *window) int {
		return cmp.Or(endOf(b).Compare(endOf(a)), strings.Compare(a.ID, b.ID))
	})
	for i, w := range ended {
		if i >= maxEnded || now.Sub(endOf(w)) >= m.Retention() {
			delete(d.Windows, w.ID)
		}
	}
	maps.DeleteFunc(d.Links, func(_ string, l *link) bool { return !now.Before(l.Until) })
	return len(d.Windows)+len(d.Links) < before
}

// prune deletes expired links and windows. If the store fails, prune retries at the next tick.
func (m *Manager) prune(ctx context.Context) {
	for brand, raw := range m.stored().raw {
		if d, err := decode(raw); err != nil || !m.dropExpired(d) {
			continue
		}
		if err := m.write(ctx, brand, func(d *declared) error { m.dropExpired(d); return nil }); err != nil {
			m.Log.DebugContext(ctx, "could not delete expired maintenance, retrying at the next tick", "error", err)
		}
	}
}

// SetSwitch durably closes a brand or Everywhere, or only the parts or calls of n, until
// ClearSwitch. It fails with ErrBadPart, ErrBadCalls or ErrBadBypass.
func (m *Manager) SetSwitch(ctx context.Context, brand string, n bff.MaintenanceNotice) error {
	if err := checkNotice(&n); err != nil {
		return err
	}
	now := m.Now().UTC()
	return m.change(ctx, brand, func(d *declared) error {
		add := func(name string, parts []bff.Part, calls []string) {
			w := &window{Brand: brand, Created: now, MaintenanceNotice: n}
			w.Parts, w.Calls = parts, calls
			d.Switches[name] = w
		}
		for _, part := range n.Parts {
			add(string(part), []bff.Part{part}, nil)
		}
		for _, call := range n.Calls {
			add(call, nil, []string{call})
		}
		if len(n.Closed()) == 0 {
			add("", nil, nil)
		}
		return nil
	})
}

// ClearSwitch durably turns off switches of a brand or of some parts and calls, and removes
// detections there. Everywhere includes the switches of single brands. Windows do not change.
func (m *Manager) ClearSwitch(ctx context.Context, brand string, closed []string) error {
	calls := slices.Clone(closed) // with detections to remove
	for _, name := range closed {
		if slices.Contains(bff.Parts, bff.Part(name)) {
			calls = append(calls, m.Contract.CallsOf(bff.Part(name))...)
		}
	}
	brands := []string{brand}
	if brand == Everywhere {
		m.reload(ctx)
		brands = append(brands, slices.Sorted(maps.Keys(m.stored().decoded))...)
	}
	for _, one := range brands {
		if err := m.write(ctx, one, func(d *declared) error {
			maps.DeleteFunc(d.Switches, func(name string, _ *window) bool {
				return name == "" && len(closed) == 0 || slices.Contains(closed, name)
			})
			return nil
		}); err != nil {
			return err
		}
	}
	m.clearDetected(brand, calls)
	m.publish(ctx, message{Brand: brand, Cleared: true, Calls: calls})
	return nil
}
