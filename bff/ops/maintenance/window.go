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
)

const maxWindows = 100

// AddWindow makes a window from From, Until and notice of w, durably. An absent or past From means now. It fails with
// ErrEndsBeforeStart, ErrBadCalls, ErrBadBypass or bff.ErrMaintenanceFull.
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

// Window returns a window of a brand by the store.
func (m *Manager) Window(ctx context.Context, brand, id string) (w window, ok bool) {
	m.reload(ctx)
	if found := m.stored().of(brand).Windows[id]; found != nil {
		return m.view(found), true
	}
	return w, false
}

// ChangeWindow applies a change to times and notice of a window. It fails if the window has another version, unless
// that is 0, if it has ended, if the start of an open one would change, or as AddWindow does.
func (m *Manager) ChangeWindow(ctx context.Context, brand, id string, version int, change func(*window)) (window, error) {
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

// EndWindow ends a window now, or withdraws one that is scheduled. One that has ended stays as it is.
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

// replace stores what f makes of a window, as its next version. If f fails, it returns what f returned.
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

const maxEnded = 50 // bounds the ended windows of a brand

func endOf(w *window) time.Time {
	if w.Ended != nil {
		return w.Ended.At
	}
	return w.Until
}

// dropExpired drops links that are over, and windows that ended long ago or are too many. It reports whether it did.
func (m *Manager) dropExpired(d *declared) bool {
	now, before := m.Now(), len(d.Windows)+len(d.Links)
	var ended []*window
	for _, w := range d.Windows {
		if w.StateAt(now) == bff.WindowEnded {
			ended = append(ended, w)
		}
	}
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

// prune deletes what is expired. Where the store fails, the next tick tries again.
func (m *Manager) prune(ctx context.Context) {
	for brand, raw := range m.stored().raw {
		if d, err := decode(raw); err != nil || !m.dropExpired(d) {
			continue
		}
		if err := m.write(ctx, brand, func(d *declared) error { m.dropExpired(d); return nil }); err != nil {
			m.Log.DebugContext(ctx, "delete expired maintenance: failed; the next tick tries again", "error", err)
		}
	}
}
