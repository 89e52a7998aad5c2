package maintenance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"croupier/bff"
)

// snapshot is the state at one moment. It is immutable once published.
type snapshot struct {
	raw      map[string][]byte // the records as stored
	notices  map[string]*Notice
	detected map[string]detection // by brand, brand/class or brand/class/method
	key      []byte               // signs bypass tokens
}

// loadRecords reads the store, and creates the bypass key where it is missing.
func loadRecords(ctx context.Context, store bff.RecordStore) (map[string][]byte, error) {
	all, err := store.All(ctx)
	if err == nil && len(all[bypassKeyRecord]) < keySize {
		if err = store.Put(ctx, bypassKeyRecord, newBypassKey()); err == nil {
			// Another instance may have created one concurrently; the stored one wins.
			all, err = store.All(ctx)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("load maintenance records: %w", err)
	}
	return all, nil
}

// apply replaces the notices with the given records. A record that cannot be decoded keeps
// its previous notice.
func (k *snapshot) apply(all map[string][]byte) error {
	was := k.notices
	k.raw, k.notices = all, map[string]*Notice{}
	var faults []error
	for brand, raw := range all {
		if brand == bypassKeyRecord {
			k.key = raw
			continue
		}
		n := new(Notice)
		if err := json.Unmarshal(raw, n); err != nil {
			faults = append(faults, fmt.Errorf("decode maintenance record %s: %w", brand, err))
			if n = was[brand]; n == nil {
				continue
			}
		}
		k.notices[brand] = n
	}
	return errors.Join(faults...)
}

func (k *snapshot) copy() *snapshot {
	return &snapshot{raw: maps.Clone(k.raw), notices: maps.Clone(k.notices), detected: maps.Clone(k.detected), key: k.key}
}

// clearDetected removes what was detected for a brand and its parts, or for all with
// Everywhere. It reports whether anything was removed.
func (k *snapshot) clearDetected(brand string) bool {
	before := len(k.detected)
	maps.DeleteFunc(k.detected, func(where string, _ detection) bool {
		return brand == Everywhere || where == brand || strings.HasPrefix(where, brand+"/")
	})
	return len(k.detected) < before
}
