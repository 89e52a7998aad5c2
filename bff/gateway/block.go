package gateway

import (
	"context"

	"croupier/bff"
)

// isBlockedPlayer reports whether staff have blocked a player.
func (g *gateway) isBlockedPlayer(brand *bff.Brand, id bff.Identity) bool {
	return g.Blocks != nil && g.Blocks.Blocked(brand.ID, id)
}

// checkBlockedName refuses the login of a blocked user name before it is sent. The player's id is known
// only after the platform has answered; see afterLogin.
func checkBlockedName(g *gateway, r *request) error {
	if g.isBlockedPlayer(r.scope.Brand, bff.Identity{Username: loginName(r), World: r.scope.World}) {
		return bff.ReasonBlocked
	}
	return nil
}

// endPlatformSession ends a session that the platform has just begun for a player who gets none here.
func (g *gateway) endPlatformSession(ctx context.Context, r *request, id *bff.Identity) {
	_, err := g.ownCall(context.WithoutCancel(ctx), r.scope, id, "user", "logout", map[string]any{})
	if err != nil {
		g.Log.WarnContext(ctx, "end platform session of a blocked player: failed", "cause", err.Error())
	}
}
