package maintenance

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

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
	now, k := m.now(), m.current.Load()
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
			if i >= maxEnded || now.Sub(endOf(w)) >= m.retention() {
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
			if _, err := m.store.Swap(ctx, key, k.raw[key], nil); err != nil { // another instance may have been first
				return fmt.Errorf("delete %s: %w", key, err)
			}
			delete(k.raw, key)
			delete(k.windows, strings.TrimPrefix(key, windowPrefix))
			delete(k.links, strings.TrimPrefix(key, linkPrefix))
		}
		return nil
	}); err != nil {
		m.log.DebugContext(ctx, "delete expired maintenance records: failed; the next tick tries again", "error", err)
	}
}
