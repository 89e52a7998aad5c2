package maintenance

import (
	"context"
	"maps"
	"slices"

	"croupier/bff"
)

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
