package maintenance

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// window is a window or a switch, which is a window without id, start and end.
type window = bff.MaintenanceWindow

// declared is what staff have declared for a brand, or for Everywhere: the record with this name in the store.
type declared struct {
	Switches map[string]*window `json:"switches,omitempty"` // by the part, class or call; empty: the whole site
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

// encode returns nil for a record that is not needed.
func (d *declared) encode() ([]byte, error) {
	if len(d.Switches)+len(d.Windows)+len(d.Links) == 0 {
		return nil, nil
	}
	return json.Marshal(d)
}

// snapshot is the state at one moment. It is immutable once published.
type snapshot struct {
	raw      map[string][]byte // the records as stored
	declared map[string]*declared
	detected map[string]detection // by brand, brand/class or brand/class/method

	closures map[string][]*window // switches and windows that have not ended, by brand
}

func (k *snapshot) copy() *snapshot {
	return &snapshot{raw: maps.Clone(k.raw), declared: maps.Clone(k.declared), detected: maps.Clone(k.detected), closures: k.closures}
}

// of returns what is declared for a brand. The caller does not change it.
func (k *snapshot) of(brand string) *declared {
	if d := k.declared[brand]; d != nil {
		return d
	}
	return new(declared)
}

// apply replaces the records. One that cannot be decoded keeps its previous value.
func (k *snapshot) apply(all map[string][]byte) error {
	was := k.declared
	k.raw, k.declared = all, map[string]*declared{}
	var faults []error
	for brand, raw := range all {
		d, err := decode(raw)
		if err != nil {
			faults = append(faults, fmt.Errorf("decode maintenance record %s: %w", brand, err))
			d = was[brand]
		}
		k.declared[brand] = d
	}
	return errors.Join(faults...)
}

func (k *snapshot) index(now time.Time) {
	k.closures = map[string][]*window{}
	for brand := range k.declared {
		d := k.of(brand)
		for _, all := range []map[string]*window{d.Switches, d.Windows} {
			for _, name := range slices.Sorted(maps.Keys(all)) {
				if w := all[name]; w.StateAt(now) != bff.WindowEnded {
					k.closures[brand] = append(k.closures[brand], w)
				}
			}
		}
	}
}

// changedBrands returns the brands whose switches or windows differ between two snapshots.
func changedBrands(a, b *snapshot) []string {
	brands := slices.Sorted(maps.Keys(a.declared))
	for brand := range b.declared {
		if _, ok := a.declared[brand]; !ok {
			brands = append(brands, brand)
		}
	}
	return slices.DeleteFunc(brands, func(brand string) bool {
		x, y := a.of(brand), b.of(brand)
		same := func(x, y map[string]*window) bool {
			return len(x)+len(y) == 0 || reflect.DeepEqual(x, y)
		}
		return same(x.Switches, y.Switches) && same(x.Windows, y.Windows)
	})
}

// clearDetected removes what was detected for a brand, or for calls of it. It reports whether
// anything was removed.
func (k *snapshot) clearDetected(brand string, calls []string) bool {
	before := len(k.detected)
	maps.DeleteFunc(k.detected, func(where string, _ detection) bool {
		of, part, _ := strings.Cut(where, "/")
		isCleared := func(call string) bool { return call == part || strings.HasPrefix(call, part+"/") }
		return (brand == Everywhere || of == brand) && (len(calls) == 0 || part != "" && slices.ContainsFunc(calls, isCleared))
	})
	return len(k.detected) < before
}
