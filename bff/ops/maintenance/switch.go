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
	one := bff.MaintenanceWindow{Brand: brand, Created: m.Now().UTC(), MaintenanceNotice: n.Clone()}
	records := map[string]bff.MaintenanceWindow{}
	for _, part := range n.Parts {
		one.Parts = []bff.Part{part}
		records[switchKeys(brand, one.Closed())[0]] = one
	}
	for _, call := range n.Calls {
		one.Calls = []string{call}
		records[switchKeys(brand, one.Closed())[0]] = one
	}
	if len(records) == 0 {
		records[switchPrefix+brand] = one
	}
	err := m.change(brand, func(k *snapshot) error {
		for _, key := range slices.Sorted(maps.Keys(records)) {
			raw, err := json.Marshal(records[key])
			if err == nil {
				err = m.Store.Put(ctx, key, raw)
			}
			if err == nil {
				err = k.decode(key, raw)
			}
			if err != nil {
				return fmt.Errorf("store maintenance of %s: %w", key, err)
			}
			k.raw[key] = raw
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
			calls = append(calls[:len(calls):len(calls)], m.Contract.CallsOf(bff.Part(name))...)
		}
	}
	err := m.change(brand, func(k *snapshot) error {
		for _, key := range k.switchesToClear(brand, closed) {
			if err := m.Store.Delete(ctx, key); err != nil {
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
		if c.Brand != Everywhere && (len(closed) == 0 && isWhole(c) || slices.ContainsFunc(c.Closed(), func(name string) bool { return slices.Contains(closed, name) })) {
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
