package activity

import (
	"cmp"
	"context"
	"slices"

	"croupier/bff"
	"croupier/bff/internal/names"
)

const (
	maxFound         = 50  // players of one search
	maxListedDevices = 100 // devices of one player
)

// Search returns the players of a brand and mock world whose user name, uid or e-mail address folds to
// text, those last seen first. Only a whole text finds anything, as the store has but its hash.
func (l *Log) Search(ctx context.Context, brand, world, text string) ([]bff.PlayerProfile, error) {
	l.flush(ctx)
	values, err := l.Players.List(ctx, l.searchTerm(brand, world, text), maxFound)
	if err != nil {
		return nil, err
	}
	folded := names.FoldIdentity(text)
	var out []bff.PlayerProfile
	for _, raw := range values {
		var p bff.PlayerProfile
		if !l.open(raw, sealedProfile, &p) || p.Brand != brand || p.World != world ||
			slices.ContainsFunc(out, func(o bff.PlayerProfile) bool { return o.UID == p.UID }) {
			continue
		}
		now, err := l.Player(ctx, brand, playerKey(world, p.UID))
		if err != nil {
			return nil, err
		}
		// A player whose name or address has changed is no longer found by the old one.
		if now != nil && (names.FoldIdentity(now.Username) == folded || names.FoldIdentity(now.UID) == folded || names.FoldIdentity(now.Email) == folded) {
			out = append(out, *now)
		}
	}
	slices.SortStableFunc(out, func(a, b bff.PlayerProfile) int {
		return cmp.Or(b.LastSeen.Compare(a.LastSeen), cmp.Compare(a.UID, b.UID))
	})
	return out, nil
}

// Player returns what is known of a player, or nil. player is the key of bff.Identity.Player.
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
	if !l.open(raw, sealedProfile, p) || p.Brand != brand || playerKey(p.World, p.UID) != player {
		return nil, nil //nolint:nilnil // documented above
	}
	return p, nil
}

// PlayerDevices returns the devices of a player, those last seen first.
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
