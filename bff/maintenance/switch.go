package maintenance

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"croupier/bff"
)

// SetSwitch closes a brand, or all with Everywhere, or the calls that n names, until ClearSwitch. It
// replaces the switch of the same part and leaves those of other parts, and windows, as they are. It is
// durable and in force once SetSwitch returns nil. It fails with ErrBadCalls or ErrBadBypass.
func (m *Manager) SetSwitch(ctx context.Context, brand string, n bff.MaintenanceNotice) error {
	if err := checkNotice(&n); err != nil {
		return err
	}
	keys, s := switchKeys(brand, n.Calls), storedSwitch{MaintenanceNotice: n, Since: m.now().UTC()}
	s.Calls = nil // the key names it
	raw, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("store maintenance of %s: %w", brand, err)
	}
	err = m.change(brand, func(k *snapshot) error {
		for _, key := range keys {
			if err := m.store.Put(ctx, key, raw); err != nil {
				return fmt.Errorf("store maintenance of %s: %w", key, err)
			}
			k.switches[key], k.raw[key] = s.closure(key), raw
		}
		return nil
	})
	if err == nil {
		m.publish(ctx, message{Brand: brand})
	}
	return err
}

// ClearSwitch opens a brand, or calls of it, where it was closed by its switch, and removes what was
// detected there. With Everywhere it clears the switches of single brands as well. Windows and the
// switches of other parts stay. It is durable and in force once ClearSwitch returns nil.
func (m *Manager) ClearSwitch(ctx context.Context, brand string, calls []string) error {
	err := m.change(brand, func(k *snapshot) error {
		for _, key := range k.switchesToClear(brand, calls) {
			if err := m.store.Delete(ctx, key); err != nil {
				return fmt.Errorf("store maintenance of %s: %w", key, err)
			}
			delete(k.switches, key)
			delete(k.raw, key)
		}
		m.changeDetected("", func(k *snapshot) bool { return k.clearAllDetected(brand, calls) })
		return nil
	})
	if err == nil {
		m.publish(ctx, message{Brand: brand, Cleared: true, Calls: calls})
	}
	return err
}

// switchesToClear returns the keys of the switches that ClearSwitch deletes. The brand's own are
// deleted even where this instance does not know of them.
func (k *snapshot) switchesToClear(brand string, calls []string) []string {
	keys := switchKeys(brand, calls)
	if brand != Everywhere {
		return keys
	}
	for _, key := range slices.Sorted(maps.Keys(k.switches)) {
		_, part, _ := strings.Cut(key, "/")
		if c := k.switches[key]; c.brand != Everywhere && (len(calls) == 0 && part == "" || slices.Contains(calls, part)) {
			keys = append(keys, key)
		}
	}
	return keys
}

// clearAllDetected removes what was detected for a brand, or for calls of it. It reports whether
// anything was removed.
func (k *snapshot) clearAllDetected(brand string, calls []string) bool {
	if len(calls) == 0 {
		return k.clearDetected(brand)
	}
	cleared := false
	for where := range k.detected {
		of, part, _ := strings.Cut(where, "/")
		if (brand == Everywhere || of == brand) && slices.Contains(calls, part) {
			delete(k.detected, where)
			cleared = true
		}
	}
	return cleared
}
