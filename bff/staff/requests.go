package staff

import (
	"cmp"
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"croupier/bff"
)

// Activity finds the recorded requests and players of every instance. A player is the key of
// bff.Identity.Player.
type Activity interface {
	// Request returns the record of a request id, or nil.
	Request(ctx context.Context, id string) (*bff.RequestRecord, error)
	// PlayerRequests and PlayerPayments return at most limit requests of a player, newest first:
	// all, or those with an idempotency key.
	PlayerRequests(ctx context.Context, brand, player string, limit int) ([]bff.RequestRecord, error)
	PlayerPayments(ctx context.Context, brand, player string, limit int) ([]bff.RequestRecord, error)
	// Search returns the players of a brand and mock world whose user name, uid or e-mail address is
	// text in some spelling, those last seen first.
	Search(ctx context.Context, brand, world, text string) ([]bff.PlayerProfile, error)
	// Player returns what is known of a player, or nil.
	Player(ctx context.Context, brand, player string) (*bff.PlayerProfile, error)
	// PlayerDevices returns the devices of a player, those last seen first.
	PlayerDevices(ctx context.Context, brand, player string) ([]bff.PlayerDevice, error)
	// Erase removes everything recorded of a player.
	Erase(ctx context.Context, brand, player string) error
}

// request looks a request id up: what was recorded of it, and what became of its idempotency key.
func (s *server) request(c *gin.Context, v *visit) error {
	id := c.Param("id")
	found, err := s.Activity.Request(c, id)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	if found != nil && found.Player != nil && v.scope.World != "" && found.World != v.scope.World {
		return ReasonNotFound
	}
	entry, err := s.IdempotencyStore.Find(c, id)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	switch {
	case found == nil && entry == nil:
		return ReasonNotFound
	case found == nil: // recorded longer ago than the request log reaches, or never
		found = &bff.RequestRecord{ID: id, At: entry.At.UTC(), Brand: entry.Key.Brand}
	}
	if !v.may(cmp.Or(found.Brand, Everywhere), Support) {
		return ReasonNotFound
	}
	if entry != nil && isRecordOf(entry, found) {
		found.Money = fateOf(found.Money, entry)
	}
	reply(c, http.StatusOK, found)
	return nil
}

// isRecordOf reports whether an idempotency record is that of a request and not of another one with the
// same id: ids that proxies pass on may be chosen by visitors.
func isRecordOf(entry *bff.IdempotencyRecord, r *bff.RequestRecord) bool {
	return entry.Key.Brand == r.Brand && (r.Money == nil || r.Money.Key == entry.Key.Key)
}

// fateOf returns the fate of a money key by its idempotency record, which knows more than the answer
// of one request. recorded is the fate by that answer, or nil.
func fateOf(recorded *bff.MoneyFate, entry *bff.IdempotencyRecord) *bff.MoneyFate {
	fate := &bff.MoneyFate{Key: entry.Key.Key, At: entry.At.UTC(), Call: entry.Call, Outcome: entry.Outcome(), Until: entry.KeptUntil().UTC()}
	if fate.Call == "" && recorded != nil {
		fate.Call = recorded.Call
	}
	switch {
	case entry.Answer != nil:
		fate.Code, fate.Debug = entry.Answer.Code, entry.Answer.Debug
	case entry.Unknown != nil:
		fate.Code, fate.Debug = entry.Unknown.Status, entry.Unknown.Debug
	}
	return fate
}
