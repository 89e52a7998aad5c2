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

// known is all that is known at one moment. It is replaced, never changed.
type known struct {
	raw      map[string][]byte // the records, as the store gave them
	notices  map[string]*Notice
	detected map[string]detection // by brand, or brand and part of it
	key      []byte               // what passes are signed with
}

// records reads the store, and makes the key of passes where there is none.
func records(ctx context.Context, store bff.RecordStore) (map[string][]byte, error) {
	all, err := store.All(ctx)
	if err == nil && len(all[keyRecord]) < keySize {
		if err = store.Put(ctx, keyRecord, newKey()); err == nil {
			// Another instance may have made one at the same time: the store's is everybody's.
			all, err = store.All(ctx)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("maintenance: %w", err)
	}
	return all, nil
}

// take puts records in the place of those known. Of one that cannot be read, what was
// known before stays.
func (k *known) take(all map[string][]byte) error {
	was := k.notices
	k.raw, k.notices = all, map[string]*Notice{}
	var faults []error
	for brand, raw := range all {
		if brand == keyRecord {
			k.key = raw
			continue
		}
		n := new(Notice)
		if err := json.Unmarshal(raw, n); err != nil {
			faults = append(faults, fmt.Errorf("maintenance of %s: %w", brand, err))
			if n = was[brand]; n == nil {
				continue
			}
		}
		k.notices[brand] = n
	}
	return errors.Join(faults...)
}

func (k *known) copy() *known {
	return &known{raw: maps.Clone(k.raw), notices: maps.Clone(k.notices), detected: maps.Clone(k.detected), key: k.key}
}

// forget drops what was detected of a brand and its parts, or of all with Everywhere; it
// tells whether there was anything.
func (k *known) forget(brand string) bool {
	before := len(k.detected)
	maps.DeleteFunc(k.detected, func(where string, _ detection) bool {
		return brand == Everywhere || where == brand || strings.HasPrefix(where, brand+"/")
	})
	return len(k.detected) < before
}
