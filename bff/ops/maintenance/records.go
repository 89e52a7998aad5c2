package maintenance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// window is a window or a switch. A switch is a window without id, start and end.
type window = bff.MaintenanceWindow

// declared is the record of a brand's or Everywhere's maintenance. It is immutable after apply.
type declared struct {
	Switches map[string]*window `json:"switches,omitempty"` // by part, class or call, the empty key is the whole site
	Windows  map[string]*window `json:"windows,omitempty"`  // by id
	Links    map[string]*link   `json:"links,omitempty"`    // by id
}

func decode(raw []byte) (*declared, error) {
	d := &declared{Switches: map[string]*window{}, Windows: map[string]*window{}, Links: map[string]*link{}}
	if raw == nil {
		return d, nil
	}
	return d, json.Unmarshal(raw, d)
}

// encode returns nil for an empty record.
func (d *declared) encode() ([]byte, error) {
	if len(d.Switches)+len(d.Windows)+len(d.Links) == 0 {
		return nil, nil
	}
	return json.Marshal(d)
}

func (d *declared) inForce(now time.Time) string {
	var ids []string
	for id, w := range d.Windows {
		if w.StateAt(now) == bff.WindowOpen {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// records are the records of the store by brand. They are immutable after apply.
type records struct {
	raw     map[string][]byte // as stored
	decoded map[string]*declared
}

// of returns the record of a brand. The caller must not change it.
func (r records) of(brand string) *declared {
	if d := r.decoded[brand]; d != nil {
		return d
	}
	return new(declared)
}

func (m *Manager) stored() records {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.records
}

// declaredFor returns the switches and windows of a brand and of Everywhere, in random order.
func (m *Manager) declaredFor(brand string) iter.Seq[*window] {
	return func(yield func(*window) bool) {
		all := m.stored()
		if len(all.decoded) == 0 {
			return
		}
		for _, of := range slices.Compact([]string{brand, Everywhere}) {
			d := all.of(of)
			for _, named := range [2]map[string]*window{d.Switches, d.Windows} {
				for _, w := range named {
					if !yield(w) {
						return
					}
				}
			}
		}
	}
}

const swapAttempts = 5 // attempts of a change while other instances change the same record

// change applies f to a brand's record and notifies other instances. f may run more than once.
func (m *Manager) change(ctx context.Context, brand string, f func(*declared) error) error {
	err := m.write(ctx, brand, f)
	if err == nil {
		m.publish(ctx, message{Brand: brand})
	}
	return err
}

func (m *Manager) write(ctx context.Context, brand string, f func(*declared) error) error {
	m.changing.Lock()
	defer m.changing.Unlock()
	failed := func(err error) error { return fmt.Errorf("could not store the maintenance of %s: %w", brand, err) }
	for range swapAttempts {
		all, err := m.Store.All(ctx)
		if err != nil {
			return failed(err)
		}
		next, err := decode(all[brand])
		if err != nil { // replace the unreadable record
			next, _ = decode(nil)
		}
		if err := f(next); err != nil {
			return err
		}
		raw, err := next.encode()
		swapped := bytes.Equal(raw, all[brand])
		if err == nil && !swapped {
			swapped, err = m.Store.Swap(ctx, brand, all[brand], raw)
		}
		if err != nil {
			return failed(err)
		}
		if !swapped {
			continue
		}
		if all[brand] = raw; raw == nil {
			delete(all, brand)
		}
		m.applyLogged(ctx, all)
		return nil
	}
	return bff.ErrMaintenanceChanged
}

// reload applies the records of the store. If it cannot read the store, it does not change them.
func (m *Manager) reload(ctx context.Context) {
	m.changing.Lock()
	defer m.changing.Unlock()
	all, err := m.Store.All(ctx)
	if err != nil {
		if !m.failing && ctx.Err() == nil {
			m.Log.ErrorContext(ctx,
				"could not load maintenance from the store, using the last known state until a retry succeeds",
				"error", err)
		}
		m.failing = true
		return
	}
	m.failing = false
	if !maps.EqualFunc(m.stored().raw, all, bytes.Equal) {
		m.applyLogged(ctx, all)
	}
}

func (m *Manager) applyLogged(ctx context.Context, all map[string][]byte) {
	if err := m.apply(all); err != nil {
		m.Log.ErrorContext(ctx, "could not decode maintenance records, using their previous versions", "error", err)
	}
}

// apply sets the records and notifies watchers of changed brands. For a record that cannot be
// decoded, it uses the previous version. The caller has locked changing, or is New.
func (m *Manager) apply(all map[string][]byte) error {
	was, next := m.stored(), records{all, map[string]*declared{}}
	var faults []error
	for brand, raw := range all {
		d, err := decode(raw)
		if err != nil {
			faults = append(faults, fmt.Errorf("could not decode the maintenance record of %s: %w", brand, err))
			d = was.of(brand)
		}
		next.decoded[brand] = d
	}
	brands := maps.Clone(next.decoded)
	maps.Copy(brands, was.decoded)
	maps.DeleteFunc(brands, func(brand string, _ *declared) bool {
		x, y := was.of(brand), next.of(brand)
		return sameWindows(x.Switches, y.Switches) && sameWindows(x.Windows, y.Windows)
	})
	changed := slices.Sorted(maps.Keys(brands))
	m.mu.Lock()
	m.records = next
	for _, brand := range changed {
		m.inForce[brand] = next.of(brand).inForce(m.Now())
	}
	m.mu.Unlock()
	m.notify(changed...)
	return errors.Join(faults...)
}

func sameWindows(x, y map[string]*window) bool { return len(x)+len(y) == 0 || reflect.DeepEqual(x, y) }
