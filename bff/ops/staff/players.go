package staff

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

const (
	maxSearch      = 254 // characters of a search, the maximum length of an e-mail address
	playerRequests = 100 // the maximum number of listed requests, and of listed payments
)

type playerView struct {
	Brand    string    `json:"brand"`
	UID      string    `json:"uid"`
	Username string    `json:"username,omitempty"`
	LastSeen time.Time `json:"lastSeen"`
}

type playerDetail struct {
	playerView
	Email    string              `json:"email,omitempty"`
	Block    *bff.Block          `json:"block,omitempty"`
	Sessions []sessionView       `json:"sessions"`
	Devices  []bff.PlayerDevice  `json:"devices"`
	Requests []bff.RequestRecord `json:"requests"` // newest first
	Money    []paymentView       `json:"money"`    // newest first
}

func (s *server) players(c *gin.Context, v *visit) (any, error) {
	text := c.Query("q")
	if err := checkText("q", text, maxSearch); err != nil {
		return nil, err
	}
	brands, err := s.selectedBrands(v, c.Query("brand"))
	if err != nil {
		return nil, err
	}
	out := []playerView{}
	for _, b := range brands {
		found, err := s.Activity.Search(c, v.partition(b), text)
		if err != nil {
			return nil, err
		}
		for _, p := range found {
			out = append(out, playerView{p.Brand, p.UID, p.Username, p.LastSeen})
		}
	}
	slices.SortStableFunc(out, func(a, b playerView) int { return b.LastSeen.Compare(a.LastSeen) })
	return out, nil
}

func (s *server) player(c *gin.Context, v *visit) (any, error) {
	return s.playerDetail(c, v.brand, v.player, playerRequests)
}

// playerDetail returns a player with at most limit requests and payments, or ReasonNotFound.
func (s *server) playerDetail(ctx context.Context, b *bff.Brand, identity bff.Identity, limit int) (*playerDetail,
	error,
) {
	player := identity.Player()
	p, err := s.Activity.Player(ctx, b.ID, player)
	if p == nil {
		return nil, cmp.Or[error](err, ReasonNotFound)
	}
	devices, devicesErr := s.Activity.PlayerDevices(ctx, b.ID, player)
	requests, requestsErr := s.Activity.Find(ctx, b.ID, bff.RequestSearch{Player: player}, limit)
	payments, paymentsErr := s.Activity.Find(ctx, b.ID, bff.RequestSearch{Player: player, Payments: true}, limit)
	money, moneyErr := s.viewPayments(ctx, payments)
	sessions, sessionsErr := s.Sessions.Active(ctx, b, p.Username)
	if err := errors.Join(err, devicesErr, requestsErr, paymentsErr, moneyErr, sessionsErr); err != nil {
		return nil, err
	}
	out := &playerDetail{
		playerView: playerView{p.Brand, p.UID, p.Username, p.LastSeen}, Email: p.Email, Sessions: []sessionView{},
		Block:   s.blockOf(bff.Identity{UID: identity.UID, Partition: identity.Partition, Username: p.Username}),
		Devices: devices, Requests: requests, Money: money,
	}
	if len(requests) > 0 && requests[0].At.After(out.LastSeen) {
		out.LastSeen = requests[0].At
	}
	for i := range sessions {
		if sessions[i].Identity.Player() == player {
			out.Sessions = append(out.Sessions, viewOfSession(&sessions[i]))
		}
	}
	return out, nil
}
