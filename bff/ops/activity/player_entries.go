package activity

import (
	"context"
	"hash/maphash"
	"maps"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/device"
	"croupier/bff/internal/indexkey"
)

const (
	seenInterval = 5 * time.Minute // the minimum time between two updates of a last-seen time
	maxWritten   = 20_000          // the maximum number of players in Log.written
	maxDevices   = 50              // the maximum number of devices of a player in Log.written
)

type playerRef struct{ brand, player string }

type written struct {
	username, email string
	at              time.Time            // zero: never
	devices         map[uint64]time.Time // the time of the last write, by hash of the user agent
}

// writePlayers stores changed data of the players in events. It can be repeated.
func (l *Log) writePlayers(ctx context.Context, events []event) error {
	changed := map[playerRef]written{}
	latest := map[string]bff.CollectionEntry{} // by id
	for i := range events {
		e := &events[i]
		if e.Player.UID == "" || e.Brand == "" {
			continue
		}
		ref := playerRef{e.Brand, e.Player.Key()}
		known, ok := changed[ref]
		if !ok {
			known, _ = l.written.Get(ref)
			known.devices = maps.Clone(known.devices)
		}
		if err := l.updatePlayer(ctx, e, &known, latest); err != nil {
			return err
		}
		changed[ref] = known
	}
	if entries := slices.Collect(maps.Values(latest)); len(entries) > 0 {
		if err := l.Players.Put(ctx, entries...); err != nil {
			return err
		}
	}
	for ref, known := range changed {
		l.written.Put(ref, known)
	}
	return nil
}

// updatePlayer adds the entries that e changes to latest and updates known.
func (l *Log) updatePlayer(ctx context.Context, e *event, known *written, latest map[string]bff.CollectionEntry) error {
	collect := func(id string, v any, kind string, terms ...string) {
		latest[id] = bff.CollectionEntry{ID: id, At: e.At, Terms: terms, Value: l.box.SealJSON(v, kind)}
	}
	player := e.Player.Key()
	p := bff.PlayerProfile{
		Brand: e.Brand, UID: e.Player.UID, Username: e.Player.Username, LastSeen: e.At.UTC(),
		Partition: e.Player.Partition,
	}
	if known.username != p.Username || e.At.Sub(known.at) >= seenInterval {
		terms := []string{l.searchTerm(p.Partition, p.UID)}
		if p.Username != "" {
			terms = append(terms, l.searchTerm(p.Partition, p.Username))
		}
		collect(l.ofPlayer(e.Brand, player, profileOf), p, sealedProfile, terms...)
		known.username, known.at = p.Username, e.At
	}
	if p.Email = e.Player.Email; p.Email != "" && p.Email != known.email {
		collect(l.ofPlayer(e.Brand, player, emailOf), p, sealedProfile, l.searchTerm(p.Partition, p.Email))
		known.email = p.Email
	}
	agent := maphash.String(l.seed, e.agent)
	if at, ok := known.devices[agent]; ok && e.At.Sub(at) < seenInterval {
		return nil
	}
	id := l.IndexKey.Hash(indexkey.Device, e.Brand, player, e.agent)
	at := e.At.UTC()
	d := bff.PlayerDevice{
		ID: id, Agent: device.Describe(e.agent), Address: device.Network(e.visitor), FirstSeen: at, LastSeen: at,
	}
	raw, err := l.Players.Get(ctx, id)
	if err != nil {
		return err
	}
	var earlier bff.PlayerDevice
	if raw != nil && l.open(raw, sealedDevice, &earlier) && earlier.FirstSeen.Before(d.FirstSeen) {
		d.FirstSeen = earlier.FirstSeen
	}
	collect(id, d, sealedDevice, l.ofPlayer(e.Brand, player, devicesOf))
	if known.devices == nil || len(known.devices) >= maxDevices {
		known.devices = map[uint64]time.Time{}
	}
	known.devices[agent] = e.At
	return nil
}
