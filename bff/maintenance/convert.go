package maintenance

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"time"

	"croupier/bff"
)

// oldNotice is the one record that a brand had before 0.1.0: a switch, or a window.
type oldNotice struct {
	bff.MaintenanceNotice
	From  time.Time `json:"from"`
	Until time.Time `json:"until"`
	Since time.Time `json:"since"`
}

// oldBypassKey is the record of a key that signed bypass links before 0.1.0.
const oldBypassKey = "/bypass-key"

// swap is a change of the store; see bff.SwapStore.
type swap struct {
	key        string
	old, value []byte
}

// convert returns the records with those of the old form carried over: one with a start or an end
// becomes a window, one of some calls a switch of each. It also returns the changes of the store, which
// are the same on every instance.
func convert(all map[string][]byte) (map[string][]byte, []swap) {
	var changes []swap
	for key, raw := range all {
		if key == oldBypassKey {
			changes = append(changes, swap{key, raw, nil})
			continue
		}
		var n oldNotice
		if strings.Contains(key, "/") || json.Unmarshal(raw, &n) != nil {
			continue
		}
		scheduled := !n.From.IsZero() || !n.Until.IsZero()
		if !scheduled && len(n.Calls) == 0 {
			continue
		}
		if scheduled {
			changes = append(changes, n.window(key, raw))
		} else {
			for _, to := range switchKeys(key, n.Calls) {
				changes = append(changes, swap{to, nil, mustMarshal(storedSwitch{MaintenanceNotice: n.MaintenanceNotice, Since: n.Since})})
			}
		}
		changes = append(changes, swap{key, raw, nil})
	}
	if len(changes) == 0 {
		return all, nil
	}
	out := maps.Clone(all)
	for _, c := range changes {
		if c.value == nil {
			delete(out, c.key)
		} else if _, exists := all[c.key]; !exists {
			out[c.key] = c.value
		}
	}
	return out, changes
}

// window returns the change that stores n as a window. Its id is made of the record, so that every
// instance makes the same one.
func (n *oldNotice) window(brand string, raw []byte) swap {
	sum := sha256.Sum256([]byte(brand + "\n" + string(raw)))
	w := bff.MaintenanceWindow{
		Version: 1, Brand: brand, Created: n.Since, From: n.From, Until: n.Until, MaintenanceNotice: n.MaintenanceNotice,
	}
	if w.From.IsZero() {
		w.From = n.Since
	}
	return swap{windowPrefix + hex.EncodeToString(sum[:6]), nil, mustMarshal(w)}
}

// mustMarshal encodes a record, which cannot fail.
func mustMarshal(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

// loadRecords reads the store. Records of the old form are converted; where that cannot be stored, the
// next read tries again.
func (m *Manager) loadRecords(ctx context.Context) (map[string][]byte, error) {
	all, err := m.store.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("load maintenance records: %w", err)
	}
	out, changes := convert(all)
	for _, c := range changes {
		if _, err := m.store.Swap(ctx, c.key, c.old, c.value); err != nil { // another instance may have been first
			m.log.WarnContext(ctx, "convert maintenance record: failed; the next read tries again", "record", c.key, "error", err)
			break
		}
	}
	return out, nil
}
