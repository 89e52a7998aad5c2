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

// SetSwitch closes a brand, or all with Everywhere, or the parts or calls that n names, until ClearSwitch. It
// replaces the switch of the same part and leaves those of other parts, and windows, as they are. It is
// durable and in force once SetSwitch returns nil. It fails with ErrBadPart, ErrBadCalls or ErrBadBypass.
func (m *Manager) SetSwitch(ctx context.Context, brand string, n bff.MaintenanceNotice) error {
	if err := checkNotice(&n); err != nil {
		return err
	}
	now := m.now().UTC()
	records := map[string]any{}
	for _, part := range n.Parts {
		w := bff.MaintenanceWindow{Version: 1, Brand: brand, Created: now, From: now, MaintenanceNotice: n.Clone()}
		w.Parts = []bff.Part{part}
		w.Calls = m.storedCalls(&w.MaintenanceNotice)
		records[switchKeys(brand, bff.PartNames(w.Parts))[0]] = storedWindow{w, true}
	}
	if len(n.Parts) == 0 {
		for _, key := range switchKeys(brand, n.Calls) {
			s := storedSwitch{MaintenanceNotice: n, Since: now}
			s.Calls = nil // the key names it
			records[key] = s
		}
	}
	err := m.change(brand, func(k *snapshot) error {
		for _, key := range slices.Sorted(maps.Keys(records)) {
			raw, err := json.Marshal(records[key])
			if err == nil {
				err = m.store.Put(ctx, key, raw)
			}
			if err == nil {
				k.raw[key], err = raw, k.decode(key, raw)
			}
			if err != nil {
				return fmt.Errorf("store maintenance of %s: %w", key, err)
			}
		}
		return nil
	})
	if err == nil {
		m.publish(ctx, message{Brand: brand})
	}
	return err
}

// ClearSwitch opens a brand, or parts and calls of it, where it was closed by its switch, and removes what was
// detected there. With Everywhere it clears the switches of single brands as well. Windows and the
// switches of other parts stay. It is durable and in force once ClearSwitch returns nil.
func (m *Manager) ClearSwitch(ctx context.Context, brand string, closed []string) error {
	calls := closed // of which the detections end
	for _, name := range closed {
		if slices.Contains(bff.Parts, bff.Part(name)) {
			calls = append(calls[:len(calls):len(calls)], m.contract.CallsOf(bff.Part(name))...)
		}
	}
	err := m.change(brand, func(k *snapshot) error {
		for _, key := range k.switchesToClear(brand, closed) {
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
func (k *snapshot) switchesToClear(brand string, closed []string) []string {
	keys := switchKeys(brand, closed)
	if brand != Everywhere {
		return keys
	}
	for _, key := range slices.Sorted(maps.Keys(k.switches)) {
		c := k.switches[key]
		if c.brand != Everywhere && (len(closed) == 0 && c.isWhole() || slices.ContainsFunc(c.Closed(), func(name string) bool { return slices.Contains(closed, name) })) {
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
		isCleared := func(call string) bool { return call == part || strings.HasPrefix(call, part+"/") }
		if (brand == Everywhere || of == brand) && part != "" && slices.ContainsFunc(calls, isCleared) {
			delete(k.detected, where)
			cleared = true
		}
	}
	return cleared
}
