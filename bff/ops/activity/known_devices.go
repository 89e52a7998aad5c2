package activity

import (
	"context"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/device"
	"croupier/bff/internal/indexkey"
)

// MaxKnownDevices bounds the kinds of devices that are remembered of all players.
const MaxKnownDevices = 300_000

// KnownDevices remembers from which kinds of devices players have logged in: browser and system without
// versions, as a hash under a hash of the player. It cannot tell two devices of one kind apart.
type KnownDevices struct {
	Devices  bff.Collection
	IndexKey *indexkey.Key
	Clock    func() time.Time
}

// IsNew reports whether a player has logged in before, and never from the kind of device of a User-Agent.
func (k *KnownDevices) IsNew(ctx context.Context, brand, player, agent string) (bool, error) {
	known, err := k.Devices.Get(ctx, k.id(brand, player, agent))
	if err != nil || known != nil {
		return false, err
	}
	others, err := k.Devices.List(ctx, k.term(brand, player), 1)
	return len(others) > 0, err
}

// Remember records a completed login.
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
		ids := make([]string, len(listed))
		for i, id := range listed {
			ids[i] = string(id)
		}
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
