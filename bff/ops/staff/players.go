package staff

import (
	"cmp"
	"context"
	"errors"
	"mime"
	"slices"
	"time"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/internal/lists"
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
func (s *server) playerDetail(
	ctx context.Context, b *bff.Brand, identity bff.Identity, limit int,
) (*playerDetail, error) {
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
	isOwn := func(b bff.ActiveSession) bool { return b.Identity.Player() == player }
	out := &playerDetail{
		playerView: playerView{p.Brand, p.UID, p.Username, p.LastSeen}, Email: p.Email,
		Sessions: lists.Map(lists.Filter(sessions, isOwn), viewOfSession),
		Block:    s.Blocks.Of(bff.Identity{UID: identity.UID, Partition: identity.Partition, Username: p.Username}),
		Devices:  devices, Requests: requests, Money: money,
	}
	if len(requests) > 0 && requests[0].At.After(out.LastSeen) {
		out.LastSeen = requests[0].At
	}
	return out, nil
}

// maxExported limits requests and payments of an export. The store may list fewer.
const maxExported = 10_000

type exportedPlayer struct {
	Exported time.Time `json:"exported"`
	*playerDetail
	Limits limitsView `json:"limits"`
}

func (s *server) exportPlayer(c *gin.Context, v *visit) (any, error) {
	out := exportedPlayer{Exported: s.Clock().UTC()}
	d := Action{Action: "player exported", Brand: v.brand.ID, Subject: v.subject()}
	_, err := s.audited(c, v, d, func(ctx context.Context) (_ any, err error) {
		if out.playerDetail, err = s.playerDetail(ctx, v.brand, v.player, maxExported); err == nil {
			out.Limits, err = s.exportedLimits(ctx, v.brand, v.player)
		}
		return nil, err
	})
	if err != nil {
		return nil, err
	}
	for i := range out.Money {
		out.Money[i].Settlement = nil // removes the names of staff
	}
	name := mime.FormatMediaType("attachment", map[string]string{"filename": v.brand.ID + "-" + v.player.UID + ".json"})
	c.Header("Content-Disposition", name)
	return out, nil
}

// exportedLimits returns a player's limits and history without names of staff accounts.
func (s *server) exportedLimits(ctx context.Context, b *bff.Brand, identity bff.Identity) (limitsView, error) {
	found, err := s.Protection.StaffView(ctx, b, identity.Player())
	if err != nil {
		return limitsView{}, err
	}
	out := viewLimits(b, found)
	for i := range out.History {
		if by := &out.History[i].By; *by != "" {
			*by = anAccount
		}
	}
	for i := range out.Proposals {
		out.Proposals[i].By = anAccount
	}
	return out, nil
}

// anAccount replaces the names of staff accounts in an export.
const anAccount = "staff"

type keptKind struct {
	Kind  string    `json:"kind"`
	Until time.Time `json:"until,omitzero"` // the latest end, zero for data without an end
}

// erasePlayer erases a player's data, except data to keep. The body must repeat the uid.
func (s *server) erasePlayer(c *gin.Context, v *visit) (any, error) {
	var confirm string
	if err := decodeBody(c, map[string]any{"confirm": &confirm}); err != nil {
		return nil, err
	}
	switch {
	case confirm == "":
		return nil, fault("confirm", "required")
	case confirm != v.player.UID:
		return nil, fault("confirm", "same", "other", "uid")
	}
	found, err := s.playerDetail(c, v.brand, v.player, maxExported)
	if err != nil {
		return nil, err
	}
	result := struct {
		Erased []string   `json:"erased"`
		Kept   []keptKind `json:"kept"`
	}{[]string{"sessions", "profile", "devices", "requests"}, s.keptOf(found)}
	d := Action{Action: "player erased", Brand: v.brand.ID, Subject: v.subject()}
	return s.audited(c, v, d, func(ctx context.Context) (any, error) {
		return result, s.erase(ctx, v.brand, v.player, found.Username)
	})
}

// erase ends a player's sessions, waits for all instances to write, and erases the records.
func (s *server) erase(ctx context.Context, b *bff.Brand, identity bff.Identity, username string) error {
	player := identity.Player()
	if err := s.Sessions.EndAll(ctx, b.ID, player); err != nil {
		return err
	}
	if _, err := s.Sessions.Active(ctx, b, username); err != nil { // removes ended sessions from the index
		return err
	}
	time.Sleep(s.EraseDelay) // ignores ctx because an audited action does not stop with its client
	return s.Activity.Erase(ctx, b.ID, player)
}

func (s *server) keptOf(found *playerDetail) []keptKind {
	now := s.Clock().UTC()
	out := []keptKind{{"audit", now.Add(s.AuditRetention)}} // actions of staff on the player
	var money time.Time
	for i := range found.Money {
		if until := found.Money[i].until; until.After(money) {
			money = until
		}
	}
	if money.After(now) {
		out = append(out, keptKind{"money", money}) // idempotency records, stored under a hash of the player
	}
	if found.Block != nil {
		out = append(out, keptKind{"block", found.Block.Until})
	}
	// The law requires Croupier to keep exclusions. Ended sessions have only a hash of the player.
	return append(out, keptKind{Kind: "limits"}, keptKind{"ended sessions", now.Add(s.RevocationRetention)})
}
