package activity

import (
	"context"
	"errors"

	"croupier/bff"
)

// Erase removes everything recorded of a player. It reads every recorded request, as the store lists a
// bounded number of a player's. Requests that are answered meanwhile may be recorded afterwards.
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
	for len(ids) > 0 {
		n := min(len(ids), maxErased)
		if err := l.Requests.Delete(ctx, ids[:n]...); err != nil {
			return err
		}
		ids = ids[n:]
	}
	ids = []string{l.ofPlayer(brand, player, profileOf), l.ofPlayer(brand, player, emailOf)}
	devices, err := l.listDevices(ctx, brand, player, maxErased)
	if err != nil {
		return err
	}
	for _, d := range devices {
		ids = append(ids, d.ID)
	}
	return errors.Join(l.Players.Delete(ctx, ids...), l.Devices.Erase(ctx, brand, player))
}

// maxErased is the number of entries that are erased at once.
const maxErased = 1000

// isOf reports whether a request was made by a player.
func isOf(r *bff.RequestRecord, brand, player string) bool {
	return r.Player != nil && r.Brand == brand && playerKey(r.World, r.Player.UID) == player
}
