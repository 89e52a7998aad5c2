package maintenance

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"croupier/bff"
)

// Records are stored under these keys: a window and a bypass link each under a prefix and its id, a
// switch under the brand, or brand/class or brand/class/method. No brand id contains a slash. The
// switch of a part is stored as a window without an end: earlier versions apply it as such.
const (
	windowPrefix = "/windows/"
	linkPrefix   = "/bypass/"
	partPrefix   = windowPrefix + "part-"
)

// snapshot is the state at one moment. It is immutable once published.
type snapshot struct {
	raw      map[string][]byte // the records as stored
	switches map[string]*closure
	windows  map[string]*bff.MaintenanceWindow
	links    map[string]*link
	detected map[string]detection // by brand, brand/class or brand/class/method

	closures map[string][]*closure // switches and windows that have not ended, by brand
}

func newSnapshot() *snapshot {
	return &snapshot{
		raw: map[string][]byte{}, switches: map[string]*closure{}, windows: map[string]*bff.MaintenanceWindow{},
		links: map[string]*link{}, detected: map[string]detection{}, closures: map[string][]*closure{},
	}
}

func (k *snapshot) copy() *snapshot {
	return &snapshot{
		raw: maps.Clone(k.raw), switches: maps.Clone(k.switches), windows: maps.Clone(k.windows), links: maps.Clone(k.links),
		detected: maps.Clone(k.detected), closures: k.closures,
	}
}

// apply replaces the records by the given ones. A record that cannot be decoded keeps its previous
// value.
func (k *snapshot) apply(all map[string][]byte) error {
	was := *k
	k.raw, k.switches, k.windows, k.links = all, map[string]*closure{}, map[string]*bff.MaintenanceWindow{}, map[string]*link{}
	var faults []error
	for key, raw := range all {
		if err := k.decode(key, raw); err != nil {
			faults = append(faults, fmt.Errorf("decode maintenance record %s: %w", key, err))
			keep(k.switches, was.switches, key)
			keep(k.windows, was.windows, strings.TrimPrefix(key, windowPrefix))
			keep(k.links, was.links, strings.TrimPrefix(key, linkPrefix))
		}
	}
	return errors.Join(faults...)
}

func keep[V any](now, was map[string]V, key string) {
	if v, ok := was[key]; ok {
		now[key] = v
	}
}

// decode adds one record.
func (k *snapshot) decode(key string, raw []byte) error {
	if id, ok := strings.CutPrefix(key, windowPrefix); ok {
		w := &storedWindow{}
		if err := json.Unmarshal(raw, w); err != nil {
			return err
		}
		w.ID = id
		if len(w.Parts) > 0 {
			w.Calls = nil // see storedCalls
		}
		if w.Switch && w.Ended == nil {
			k.switches[key] = &closure{MaintenanceNotice: w.MaintenanceNotice, brand: w.Brand, since: w.From}
			return nil
		}
		k.windows[id] = &w.MaintenanceWindow
		return nil
	}
	if id, ok := strings.CutPrefix(key, linkPrefix); ok {
		l := &link{}
		if err := json.Unmarshal(raw, l); err != nil {
			return err
		}
		l.ID = id
		k.links[id] = l
		return nil
	}
	if strings.HasPrefix(key, "/") {
		return nil // of another version
	}
	var s storedSwitch
	if err := json.Unmarshal(raw, &s); err != nil {
		return err
	}
	k.switches[key] = s.closure(key)
	return nil
}

// index rebuilds closures from the switches, and the windows that have not ended at now.
func (k *snapshot) index(now time.Time) {
	k.closures = map[string][]*closure{}
	for _, key := range slices.Sorted(maps.Keys(k.switches)) {
		c := k.switches[key]
		k.closures[c.brand] = append(k.closures[c.brand], c)
	}
	for _, id := range slices.Sorted(maps.Keys(k.windows)) {
		if w := k.windows[id]; w.StateAt(now) != bff.WindowEnded {
			k.closures[w.Brand] = append(k.closures[w.Brand], closureOf(w))
		}
	}
}

// storedWindow is the record of a window, or of the switch of a part.
type storedWindow struct {
	bff.MaintenanceWindow
	Switch bool `json:"switch,omitempty"`
}

// storedCalls returns the calls in the record of a notice: those of its parts are for earlier versions, which apply
// nothing else. A call that only partly belongs to a part is closed as a whole there.
func (m *Manager) storedCalls(n *bff.MaintenanceNotice) []string {
	calls := n.Calls
	for _, part := range n.Parts {
		calls = append(calls, m.contract.CallsOf(part)...)
	}
	return calls
}

// storedSwitch is the record of the switch of a whole site, a class or a call.
type storedSwitch struct {
	bff.MaintenanceNotice
	Since time.Time `json:"since"`
}

// closure returns the closure of a switch that is stored under key.
func (s *storedSwitch) closure(key string) *closure {
	c := &closure{MaintenanceNotice: s.Clone(), since: s.Since}
	brand, part, isPart := strings.Cut(key, "/")
	c.brand, c.Calls = brand, nil
	if isPart {
		c.Calls = []string{part}
	}
	return c
}

// switchKeys returns the keys of the switches of parts, classes and calls, or of the whole site without any.
func switchKeys(brand string, closed []string) []string {
	if len(closed) == 0 {
		return []string{brand}
	}
	keys := make([]string, len(closed))
	for i, name := range closed {
		if keys[i] = brand + "/" + name; slices.Contains(bff.Parts, bff.Part(name)) {
			keys[i] = partPrefix + brand + "-" + name
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// brandOfKey returns the brand of a record, or "" for one that closes nothing.
func (k *snapshot) brandOfKey(key string) string {
	if c := k.switches[key]; c != nil {
		return c.brand
	}
	if id, ok := strings.CutPrefix(key, windowPrefix); ok {
		if w := k.windows[id]; w != nil {
			return w.Brand
		}
		return ""
	}
	if strings.HasPrefix(key, "/") {
		return ""
	}
	brand, _, _ := strings.Cut(key, "/")
	return brand
}

// clearDetected removes what was detected for a target and its parts, or for all with Everywhere. It
// reports whether anything was removed.
func (k *snapshot) clearDetected(target string) bool {
	before := len(k.detected)
	maps.DeleteFunc(k.detected, func(where string, _ detection) bool {
		return target == Everywhere || where == target || strings.HasPrefix(where, target+"/")
	})
	return len(k.detected) < before
}
