package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/netip"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/device"
)

// logoutAll ends every session of the player, that of the request included. Where the store cannot
// record it, nothing changes and the answer says so.
func logoutAll(g *gateway, ctx context.Context, r *request) (outcome, error) {
	// A visitor who disconnects meanwhile is logged out all the same.
	err := g.Sessions.EndAllDurably(context.WithoutCancel(ctx), r.scope.Brand.ID, r.scope.Session.Identity.Player())
	if err != nil {
		return outcome{}, err
	}
	return outcome{answer: &bff.Answer{Result: true, Code: http.StatusOK}, cookie: endedCookie(r.scope.Brand)}, nil
}

// playerSession is a session as its player sees it.
type playerSession struct {
	ID        string `json:"id"`
	Device    string `json:"device"`
	Address   string `json:"address"`
	Since     string `json:"since"`
	Current   bool   `json:"current"`
	NewDevice bool   `json:"new_device,omitempty"`
}

// listSessions answers the player's sessions: the current one, then the newest first.
func listSessions(g *gateway, ctx context.Context, r *request) (outcome, error) {
	own := r.scope.Session
	active, err := g.Sessions.Siblings(ctx, r.scope.Brand, own)
	if err != nil {
		return outcome{}, err
	}
	zone, list := r.scope.Brand.Zone(), []playerSession{}
	list = append(list, playerSession{
		ID: sessionRef(own.ID), Device: device.Describe(r.scope.UserAgent), Address: device.Network(r.scope.Visitor),
		Since: own.LoginAt.In(zone).Format(contract.MomentLayout), Current: true, NewDevice: own.NewDevice,
	})
	for _, s := range active {
		if s.Pending || sessionRef(s.ID) == list[0].ID {
			continue
		}
		visitor, _ := netip.ParseAddr(s.Visitor) // invalid where the index has none
		list = append(list, playerSession{
			ID: sessionRef(s.ID), Device: device.Describe(s.UserAgent), Address: device.Network(visitor),
			Since: s.LoginAt.In(zone).Format(contract.MomentLayout), NewDevice: s.NewDevice,
		})
	}
	data, err := json.Marshal(list)
	return outcome{answer: &bff.Answer{Result: true, Code: http.StatusOK, Data: data}}, err
}

// sessionRef returns a name for a login that tells nothing of the ids that the server uses.
func sessionRef(id string) string {
	login, _, _ := strings.Cut(id, ".")
	sum := sha256.Sum256([]byte("session list\x00" + login))
	return base64.RawURLEncoding.EncodeToString(sum[:12])
}
