package maintenance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

const maxWindows = 100

// swapAttempts bounds how often the end of a window is tried while others change it.
const swapAttempts = 5

// AddWindow makes a window of a brand, or of all with Everywhere: w with its From, Until and notice,
// of which an absent or past From means now. It is durable and in force once AddWindow returns nil. It
// fails with ErrEndsBeforeStart, ErrBadCalls, ErrBadBypass or bff.ErrMaintenanceFull.
func (m *Manager) AddWindow(ctx context.Context, brand string, w bff.MaintenanceWindow) (bff.MaintenanceWindow, error) {
	now := m.Now().UTC()
	next := w.With(bff.MaintenanceChange{})
	next.ID, next.Version, next.Brand, next.Created, next.State, next.Ended = newID(), 1, brand, now, "", nil
	if next.From.Before(now) {
		next.From = now
	}
	if err := checkWindow(&next, now); err != nil {
		return w, err
	}
	err := m.change(brand, func(k *snapshot) error {
		waiting := 0
		for _, other := range k.windows {
			if other.Brand == brand && other.StateAt(now) != bff.WindowEnded {
				waiting++
			}
		}
		if waiting >= maxWindows {
			return bff.ErrMaintenanceFull
		}
		return m.storeWindow(ctx, k, nil, &next)
	})
	return m.changed(ctx, next, err)
}

// Window returns a window of a brand by the store.
func (m *Manager) Window(ctx context.Context, brand, id string) (w bff.MaintenanceWindow, ok bool) {
	m.reload(ctx)
	found := m.current.Load().windows[id]
	if found == nil || found.Brand != brand {
		return w, false
	}
	return m.view(found), true
}

// ChangeWindow changes the fields of a window that c names. It fails with bff.ErrMaintenanceUnknown, with
// bff.ErrMaintenanceChanged when the window has another version, with bff.ErrMaintenanceEnded, with
// ErrStarted when c would change the start of an open window, or as AddWindow does.
func (m *Manager) ChangeWindow(ctx context.Context, brand, id string, version int, c bff.MaintenanceChange) (bff.MaintenanceWindow, error) {
	return m.replace(ctx, brand, id, func(w *bff.MaintenanceWindow, now time.Time) (bff.MaintenanceWindow, error) {
		if w.Version != version {
			return *w, bff.ErrMaintenanceChanged
		}
		return changeOf(w, c, now)
	})
}

// ExtendWindow sets the end of a window, whatever its version is.
func (m *Manager) ExtendWindow(ctx context.Context, brand, id string, until time.Time) (w bff.MaintenanceWindow, err error) {
	return m.retried(ctx, brand, id, func(w *bff.MaintenanceWindow, now time.Time) (bff.MaintenanceWindow, error) {
		return changeOf(w, bff.MaintenanceChange{Until: &until}, now)
	})
}

// EndWindow ends a window now, or withdraws one that is scheduled. One that has ended stays as it is.
func (m *Manager) EndWindow(ctx context.Context, brand, id, by string) (w bff.MaintenanceWindow, err error) {
	w, err = m.retried(ctx, brand, id, func(w *bff.MaintenanceWindow, now time.Time) (bff.MaintenanceWindow, error) {
		if w.StateAt(now) == bff.WindowEnded {
			return *w, bff.ErrMaintenanceEnded
		}
		next := w.With(bff.MaintenanceChange{})
		next.Ended = &bff.MaintenanceEnd{By: by, At: now}
		return next, nil
	})
	if errors.Is(err, bff.ErrMaintenanceEnded) {
		err = nil
	}
	return w, err
}

// changeOf returns w with a change, or why it is not possible.
func changeOf(w *bff.MaintenanceWindow, c bff.MaintenanceChange, now time.Time) (bff.MaintenanceWindow, error) {
	state, next := w.StateAt(now), w.With(c)
	if state == bff.WindowEnded {
		return *w, bff.ErrMaintenanceEnded
	}
	if state == bff.WindowOpen && !next.From.Equal(w.From) {
		return *w, ErrStarted
	}
	if state == bff.WindowScheduled && next.From.Before(now) {
		next.From = now
	}
	return next, checkWindow(&next, now)
}

// retried is replace, tried again when another instance has changed the window meanwhile.
func (m *Manager) retried(ctx context.Context, brand, id string, f func(*bff.MaintenanceWindow, time.Time) (bff.MaintenanceWindow, error)) (w bff.MaintenanceWindow, err error) {
	for range swapAttempts {
		if w, err = m.replace(ctx, brand, id, f); !errors.Is(err, bff.ErrMaintenanceChanged) {
			break
		}
	}
	return w, err
}

// replace stores what f makes of a window, as its next version. It returns the window as it is where f
// fails, and bff.ErrMaintenanceChanged where another instance was faster.
func (m *Manager) replace(ctx context.Context, brand, id string, f func(*bff.MaintenanceWindow, time.Time) (bff.MaintenanceWindow, error)) (next bff.MaintenanceWindow, err error) {
	m.reload(ctx)
	err = m.change(brand, func(k *snapshot) error {
		w := k.windows[id]
		if w == nil || w.Brand != brand {
			return bff.ErrMaintenanceUnknown
		}
		var err error
		if next, err = f(w, m.Now().UTC()); err != nil {
			return err
		}
		next.Version = w.Version + 1
		return m.storeWindow(ctx, k, w, &next)
	})
	return m.changed(ctx, next, err)
}

// storeWindow stores next in place of was, which is nil for a new window, and adds it to k.
func (m *Manager) storeWindow(ctx context.Context, k *snapshot, was, next *bff.MaintenanceWindow) error {
	key := windowPrefix + next.ID
	raw, err := json.Marshal(next)
	if err != nil {
		return fmt.Errorf("store window of %s: %w", next.Brand, err)
	}
	var old []byte
	if was != nil {
		old = k.raw[key]
	}
	swapped, err := m.Store.Swap(ctx, key, old, raw)
	if err != nil {
		return fmt.Errorf("store window of %s: %w", next.Brand, err)
	}
	if !swapped {
		return bff.ErrMaintenanceChanged
	}
	stored := *next
	stored.MaintenanceNotice = next.Clone()
	k.raw[key], k.windows[next.ID] = raw, &stored
	return nil
}

// changed publishes a change and returns its result.
func (m *Manager) changed(ctx context.Context, w bff.MaintenanceWindow, err error) (bff.MaintenanceWindow, error) {
	if err == nil {
		m.publish(ctx, message{Brand: w.Brand})
	}
	return m.view(&w), err
}

func (m *Manager) view(w *bff.MaintenanceWindow) bff.MaintenanceWindow {
	v := w.With(bff.MaintenanceChange{})
	v.State = w.StateAt(m.Now())
	return v
}

const (
	// defaultRetention is how long windows that have ended are listed.
	defaultRetention = 30 * 24 * time.Hour
	// maxEnded bounds the ended windows of a brand.
	maxEnded = 50
)

// endOf returns when an ended window ended.
func endOf(w *bff.MaintenanceWindow) time.Time {
	if w.Ended != nil {
		return w.Ended.At
	}
	return w.Until
}

// expired returns the keys of records that are no longer needed: windows that ended long ago, or that
// are too many, and links that are over.
func (m *Manager) expired() (keys []string) {
	now, k := m.Now(), m.current.Load()
	ended := map[string][]*bff.MaintenanceWindow{}
	for _, w := range k.windows {
		if w.StateAt(now) == bff.WindowEnded {
			ended[w.Brand] = append(ended[w.Brand], w)
		}
	}
	for _, all := range ended {
		slices.SortFunc(all, func(a, b *bff.MaintenanceWindow) int {
			return cmp.Or(endOf(b).Compare(endOf(a)), strings.Compare(a.ID, b.ID))
		})
		for i, w := range all {
			if i >= maxEnded || now.Sub(endOf(w)) >= m.Retention() {
				keys = append(keys, windowPrefix+w.ID)
			}
		}
	}
	for id, l := range k.links {
		if !now.Before(l.Until) {
			keys = append(keys, linkPrefix+id)
		}
	}
	return keys
}

// prune deletes expired records. Where the store fails, the next tick tries again.
func (m *Manager) prune(ctx context.Context) {
	keys := m.expired()
	if len(keys) == 0 {
		return
	}
	if err := m.change("", func(k *snapshot) error {
		for _, key := range keys {
			if _, err := m.Store.Swap(ctx, key, k.raw[key], nil); err != nil { // another instance may have been first
				return fmt.Errorf("delete %s: %w", key, err)
			}
			delete(k.raw, key)
			delete(k.windows, strings.TrimPrefix(key, windowPrefix))
			delete(k.links, strings.TrimPrefix(key, linkPrefix))
		}
		return nil
	}); err != nil {
		m.Log.DebugContext(ctx, "delete expired maintenance records: failed; the next tick tries again", "error", err)
	}
}
