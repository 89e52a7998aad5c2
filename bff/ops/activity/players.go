package activity

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/device"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/lists"
	"croupier/bff/internal/names"
)

const (
	maxFound         = 50  // entries that one search reads
	maxListedDevices = 100 // devices of one player
)

// Search returns the players of a partition with a name, uid or e-mail address, last seen first.
func (l *Log) Search(ctx context.Context, partition bff.Partition, text string) ([]bff.PlayerProfile, error) {
	l.flush(ctx)
	values, err := l.Players.List(ctx, l.searchTerm(partition, text), maxFound)
	if err != nil {
		return nil, err
	}
	folded := names.FoldIdentity(text)
	var out []bff.PlayerProfile
	for _, raw := range values {
		var p bff.PlayerProfile
		if !l.open(raw, sealedProfile, &p) || p.Partition != partition ||
			slices.ContainsFunc(out, func(o bff.PlayerProfile) bool { return o.UID == p.UID }) {
			continue
		}
		now, err := l.Player(ctx, partition.Brand(), partition.Qualify(p.UID))
		if err != nil {
			return nil, err
		}
		// Skip players who have changed their name or address.
		if now != nil && (names.FoldIdentity(now.Username) == folded || names.FoldIdentity(now.UID) == folded ||
			names.FoldIdentity(now.Email) == folded) {
			out = append(out, *now)
		}
	}
	slices.SortStableFunc(out, func(a, b bff.PlayerProfile) int {
		return cmp.Or(b.LastSeen.Compare(a.LastSeen), cmp.Compare(a.UID, b.UID))
	})
	return out, nil
}

// Player returns a player's profile, or nil. player is the key of bff.Identity.Player.
func (l *Log) Player(ctx context.Context, brand, player string) (*bff.PlayerProfile, error) {
	l.flush(ctx)
	p, err := l.profile(ctx, brand, player, profileOf)
	if p == nil || err != nil {
		return nil, err
	}
	email, err := l.profile(ctx, brand, player, emailOf)
	if email != nil {
		p.Email = email.Email
	}
	return p, err
}

func (l *Log) profile(ctx context.Context, brand, player, kind string) (*bff.PlayerProfile, error) {
	raw, err := l.Players.Get(ctx, l.ofPlayer(brand, player, kind))
	if raw == nil || err != nil {
		return nil, err
	}
	p := new(bff.PlayerProfile)
	if !l.open(raw, sealedProfile, p) || p.Brand != brand || p.Partition.Qualify(p.UID) != player {
		return nil, nil //nolint:nilnil // documented above
	}
	return p, nil
}

// PlayerDevices returns the devices of a player, sorted by last seen, newest first.
func (l *Log) PlayerDevices(ctx context.Context, brand, player string) ([]bff.PlayerDevice, error) {
	l.flush(ctx)
	return l.listDevices(ctx, brand, player, maxListedDevices)
}

func (l *Log) listDevices(ctx context.Context, brand, player string, limit int) ([]bff.PlayerDevice, error) {
	values, err := l.Players.List(ctx, l.ofPlayer(brand, player, devicesOf), limit)
	out := make([]bff.PlayerDevice, 0, len(values))
	for _, raw := range values {
		var d bff.PlayerDevice
		if l.open(raw, sealedDevice, &d) {
			out = append(out, d)
		}
	}
	return out, err
}

// Erase removes all records of a player. It reads every recorded request because the store lists
// only a limited number by player. Requests of the player during Erase may be recorded afterwards.
func (l *Log) Erase(ctx context.Context, brand, player string) error {
	l.flush(ctx)
	var ids []string
	err := l.Requests.Each(ctx, func(id string, raw []byte) error {
		var r bff.RequestRecord
		if l.open(raw, sealedRequest, &r) && isOf(&r, brand, player) {
			ids = append(ids, id)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for some := range slices.Chunk(ids, maxErased) {
		if err := l.Requests.Delete(ctx, some...); err != nil {
			return err
		}
	}
	ids = []string{l.ofPlayer(brand, player, profileOf), l.ofPlayer(brand, player, emailOf)}
	devices, err := l.listDevices(ctx, brand, player, maxErased)
	if err != nil {
		return err
	}
	ids = append(ids, lists.Map(devices, func(d bff.PlayerDevice) string { return d.ID })...)
	return errors.Join(l.Players.Delete(ctx, ids...), l.Devices.Erase(ctx, brand, player))
}

const maxErased = 1000 // the maximum number of entries in one Delete

func isOf(r *bff.RequestRecord, brand, player string) bool {
	return r.Player != nil && r.Brand == brand && r.Partition.Qualify(r.Player.UID) == player
}

// MaxKnownDevices is the maximum number of entries of KnownDevices, over all players.
const MaxKnownDevices = 300_000

// KnownDevices remembers hashes of the kinds of devices that players have logged in with. A kind is
// browser and system without versions. A cookie would make each login look new to players who clear
// their cookies.
type KnownDevices struct {
	Devices  bff.Collection
	IndexKey *indexkey.Key
	Clock    func() time.Time
}

// IsNew reports whether a player has logged in before, but never with this kind of device.
func (k *KnownDevices) IsNew(ctx context.Context, brand, player, agent string) (bool, error) {
	known, err := k.Devices.Get(ctx, k.id(brand, player, agent))
	if err != nil || known != nil {
		return false, err
	}
	others, err := k.Devices.List(ctx, k.term(brand, player), 1)
	return len(others) > 0, err
}

// Remember records the kind of device of a completed login.
func (k *KnownDevices) Remember(ctx context.Context, brand, player, agent string) error {
	id := k.id(brand, player, agent)
	return k.Devices.Put(ctx, bff.CollectionEntry{
		ID: id, At: k.Clock(), Terms: []string{k.term(brand, player)}, Value: []byte(id),
	})
}

// Erase forgets the kinds of devices of a player.
func (k *KnownDevices) Erase(ctx context.Context, brand, player string) error {
	for {
		listed, err := k.Devices.List(ctx, k.term(brand, player), maxErased)
		if err != nil || len(listed) == 0 {
			return err
		}
		ids := lists.Map(listed, func(id []byte) string { return string(id) })
		if err := k.Devices.Delete(ctx, ids...); err != nil || len(listed) < maxErased {
			return err
		}
	}
}

func (k *KnownDevices) id(brand, player, agent string) string {
	browser, system := device.Parse(agent)
	return k.IndexKey.Hash(indexkey.Device, brand, player, "kind", strings.TrimRight(browser, "0123456789 "), system)
}

func (k *KnownDevices) term(brand, player string) string {
	return k.IndexKey.Hash(indexkey.Device, brand, player, "kinds")
}
