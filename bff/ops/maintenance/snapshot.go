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

// Records are stored under these prefixes: a window and a bypass link each under its id, a switch under the
// brand, or the brand and what it closes: brand/part, brand/class or brand/class/method. A switch is a
// window without id, start and end.
const (
	windowPrefix = "windows/"
	linkPrefix   = "bypass/"
	switchPrefix = "switches/"
)

// snapshot is the state at one moment. It is immutable once published.
type snapshot struct {
	raw      map[string][]byte                 // the records as stored
	switches map[string]*bff.MaintenanceWindow // by key
	windows  map[string]*bff.MaintenanceWindow // by id
	links    map[string]*link                  // by id
	detected map[string]detection              // by brand, brand/class or brand/class/method

	closures map[string][]*bff.MaintenanceWindow // switches and windows that have not ended, by brand
}

func newSnapshot() *snapshot {
	k := &snapshot{detected: map[string]detection{}}
	_ = k.apply(map[string][]byte{}) // there is no record that it could fail for
	return k
}

func (k *snapshot) copy() *snapshot {
	return &snapshot{
		raw: maps.Clone(k.raw), switches: maps.Clone(k.switches), windows: maps.Clone(k.windows), links: maps.Clone(k.links),
		detected: maps.Clone(k.detected), closures: k.closures,
	}
}

// apply replaces the records. One that cannot be decoded keeps its previous value.
func (k *snapshot) apply(all map[string][]byte) error {
	was := *k
	k.raw, k.links = all, map[string]*link{}
	k.switches, k.windows = map[string]*bff.MaintenanceWindow{}, map[string]*bff.MaintenanceWindow{}
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

func (k *snapshot) decode(key string, raw []byte) error {
	if id, ok := strings.CutPrefix(key, windowPrefix); ok {
		return decodeInto(k.windows, id, raw)
	}
	if id, ok := strings.CutPrefix(key, linkPrefix); ok {
		return decodeInto(k.links, id, raw)
	}
	return decodeInto(k.switches, key, raw)
}

func decodeInto[V any](values map[string]*V, key string, raw []byte) error {
	v := new(V)
	if err := json.Unmarshal(raw, v); err != nil {
		return err
	}
	values[key] = v
	return nil
}

func (k *snapshot) index(now time.Time) {
	k.closures = map[string][]*bff.MaintenanceWindow{}
	for _, all := range []map[string]*bff.MaintenanceWindow{k.switches, k.windows} {
		for _, key := range slices.Sorted(maps.Keys(all)) {
			if w := all[key]; w.StateAt(now) != bff.WindowEnded {
				k.closures[w.Brand] = append(k.closures[w.Brand], w)
			}
		}
	}
}

func switchKeys(brand string, closed []string) []string {
	if len(closed) == 0 {
		return []string{switchPrefix + brand}
	}
	keys := make([]string, len(closed))
	for i, name := range closed {
		keys[i] = switchPrefix + brand + "/" + name
	}
	return keys
}

// brandOfKey returns the brand of a record, or "" for one that closes nothing.
func (k *snapshot) brandOfKey(key string) string {
	if c := k.switches[key]; c != nil {
		return c.Brand
	}
	if w := k.windows[strings.TrimPrefix(key, windowPrefix)]; w != nil {
		return w.Brand
	}
	return ""
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
