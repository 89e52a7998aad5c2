package redis

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"croupier/bff"
	"croupier/bff/store"
)

// everyoneRetention is how long a restore is remembered by the revocations; no session lasts as long.
const everyoneRetention = 400 * 24 * time.Hour

// KeepRecords copies the records of a set from one mirror to another one that has no later ones.
func KeepRecords(from, to Mirror, name string) error {
	set := mirroredRecords + name
	for after := ""; ; {
		page, err := from.Page(set, after, pageSize)
		if err != nil || len(page) == 0 {
			return err
		}
		after = page[len(page)-1].Key
		var kept []store.Entry
		for _, e := range page {
			present, err := to.Get(set, e.Key)
			if err != nil {
				return err
			}
			if e.Set = set; version(string(present)) < version(string(e.Value)) {
				kept = append(kept, e)
			}
		}
		if err := to.Put(kept...); err != nil {
			return fmt.Errorf("keep records of %s: %w", name, err)
		}
	}
}

// MarkRestored marks a mirror that was copied from a backup at at. What happened since the backup is
// not known, so that every session begun before at is over on all instances, and whatever Redis has is
// taken for a memory that has lost writes: money keys made before the start of this instance that none
// knows are answered with an unknown outcome.
func MarkRestored(m Mirror, at time.Time) error {
	everyone := revocation{at: at.UnixMilli(), until: at.Add(everyoneRetention).UnixMilli()}
	entries := []store.Entry{{Set: mirroredRevocations, Key: bff.RevocationOfEveryone, Value: []byte(everyone.encode()), Until: at.Add(everyoneRetention)}}
	page, err := m.Page(mirroredMemory, "", clusterPartitions)
	if err != nil {
		return fmt.Errorf("mark mirror as restored: %w", err)
	}
	for _, e := range page {
		var g generation
		if err := json.Unmarshal(e.Value, &g); err != nil {
			return fmt.Errorf("mark mirror as restored: %w", err)
		}
		// Every generation in Redis is then an earlier one, or has fewer claims (isLossOf).
		g.Since, g.Count = at.UnixMilli(), math.MaxInt64
		if e.Value, err = json.Marshal(g); err != nil {
			return fmt.Errorf("mark mirror as restored: %w", err)
		}
		e.Set, e.Until = mirroredMemory, at.Add(mirroredMemoryRetention)
		entries = append(entries, e)
	}
	if err := m.Put(entries...); err != nil {
		return fmt.Errorf("mark mirror as restored: %w", err)
	}
	return nil
}
