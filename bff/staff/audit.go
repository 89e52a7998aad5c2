package staff

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"time"

	"croupier/bff"
)

// Entry is one deed of the trail.
type Entry struct {
	ID      string          `json:"id"` // later ones sort after earlier ones
	At      time.Time       `json:"at"`
	Who     string          `json:"who"`
	From    netip.Addr      `json:"from"`
	Request string          `json:"request"` // the request's id
	Action  string          `json:"action"`
	Subject string          `json:"subject,omitempty"` // what it was done to
	Before  json.RawMessage `json:"before,omitempty"`
	After   json.RawMessage `json:"after,omitempty"`
}

// trail is what staff did. It only grows.
type trail struct {
	records bff.Records
}

// add writes e down; it is durable once this has returned.
func (t *trail) add(ctx context.Context, e Entry) error {
	e.ID = fmt.Sprintf("%019d-%s", e.At.UnixNano(), rand.Text()[:8])
	raw, err := json.Marshal(e)
	if err == nil {
		err = t.records.Put(ctx, e.ID, raw)
	}
	if err != nil {
		return fmt.Errorf("staff trail: %w", err)
	}
	return nil
}

// list gives at most limit entries, the newest first, that are older than the one named
// before; empty means the newest of all.
func (t *trail) list(ctx context.Context, limit int, before string) ([]Entry, error) {
	all, err := t.records.All(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff trail: %w", err)
	}
	out := []Entry{}
	for _, id := range slices.Backward(slices.Sorted(maps.Keys(all))) {
		if len(out) == limit {
			break
		}
		if before != "" && id >= before {
			continue
		}
		var e Entry
		if err := json.Unmarshal(all[id], &e); err != nil {
			return nil, fmt.Errorf("staff trail: entry %s: %w", id, err)
		}
		out = append(out, e)
	}
	return out, nil
}
