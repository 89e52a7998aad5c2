package gateway

import (
	"context"

	"croupier/bff"
)

// isNewDevice reports whether a login comes from a kind of device that the player has not used before.
// Where that is not known, it does not.
func (g *gateway) isNewDevice(ctx context.Context, scope *bff.Scope, player string) bool {
	if g.Devices == nil {
		return false
	}
	isNew, err := g.Devices.IsNew(ctx, scope.Brand.ID, player, scope.UserAgent)
	if err != nil {
		g.Log.WarnContext(ctx, "look the device of a login up: failed", "cause", err.Error())
		return false
	}
	return isNew
}

// rememberDevice records the device of a completed login.
func (g *gateway) rememberDevice(ctx context.Context, scope *bff.Scope, player string) {
	if g.Devices == nil {
		return
	}
	if err := g.Devices.Remember(ctx, scope.Brand.ID, player, scope.UserAgent); err != nil {
		g.Log.WarnContext(ctx, "remember the device of a login: failed", "cause", err.Error())
	}
}
