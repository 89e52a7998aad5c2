package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/names"
	"croupier/bff/player/protection"
)

// platformPlayer implements protection.PlayedRounds and protection.PlatformLimits for the player of a session.
type platformPlayer struct {
	g     *gateway
	scope *bff.Scope
}

// platformOf returns what the platform of the player of a session can be asked for.
func (g *gateway) platformOf(scope *bff.Scope) (out protection.PlatformPlayer) {
	if scope.Session == nil {
		return out
	}
	if history, ok := g.Contract.Lookup("user", "game_history"); ok && scope.Brand.Supports(history) {
		out.Rounds = platformPlayer{g, scope}
	}
	if scope.Brand.ServerCalls[bff.CallPlatformLimits] {
		out.Limits = platformPlayer{g, scope}
	}
	return out
}

// limitsCall answers the calls of limits/*. A change is made even when the player has disconnected meanwhile.
func limitsCall(g *gateway, ctx context.Context, r *request) error {
	data, err := g.Protection.Call(context.WithoutCancel(ctx), r.scope.Brand, r.scope.Session.Identity.Player(), r.scope.Call.Method, r.parsed.data, g.platformOf(r.scope))
	if err != nil {
		return err
	}
	if r.scope.Call.Method == "self_exclude" {
		err := g.knowPerson(context.WithoutCancel(ctx), r.scope)
		g.warn(ctx, "exclude the person of a player: failed; it is due with the next profile", err)
	}
	r.answer = &bff.Answer{Result: true, Code: http.StatusOK, Data: data}
	return nil
}

// mayPlay refuses the start of a game during a break or an exclusion, demos too.
func mayPlay(g *gateway, ctx context.Context, r *request) error {
	if r.scope.Session == nil {
		return nil
	}
	if err := g.knowPersonOfGroup(ctx, r.scope); err != nil {
		return err
	}
	return g.Protection.MayPlay(ctx, r.scope.Brand, r.scope.Session.Identity.Player(), g.platformOf(r.scope))
}

// notePresence notes that the player of a session uses the site now, without keeping the caller waiting.
func (g *gateway) notePresence(ctx context.Context, scope *bff.Scope) {
	if scope.Session == nil || scope.Session.Pending {
		return
	}
	if player := scope.Session.Identity.Player(); g.Protection.MinuteDue(ctx, scope.Brand, player) {
		own := *scope // of the request, which may be over first
		go g.Protection.NoteMinute(context.WithoutCancel(ctx), own.Brand, player, g.platformOf(&own))
	}
}

// isDeposit reports whether a money call pays in. Without a category it counts as one.
func isDeposit(r *request) bool {
	category, _ := r.upstream.Data["Type"].(json.Number)
	n, err := category.Int64()
	return r.scope.Amount != "" && (err != nil || n != contract.TransactionCategoryWithdrawal)
}

// reserveDeposit counts a deposit for the player's limits. An error means that it must not be sent.
func (g *gateway) reserveDeposit(ctx context.Context, r *request) error {
	if !isDeposit(r) {
		return nil
	}
	amount, err := bff.ParseMinorUnits(r.scope.Amount)
	if err != nil {
		return fault("amount", "money")
	}
	for name, value := range r.upstream.Data { // limits are in the brand's currency
		if currency, _ := value.(string); names.FoldCase(name) == "currency" && !strings.EqualFold(currency, r.scope.Brand.Currency) {
			return fault(name, "other")
		}
	}
	if err := g.knowPersonOfGroup(ctx, r.scope); err != nil {
		return err
	}
	name := protection.DepositName{Key: r.upstream.IdempotencyKey, Amount: amount, Claimed: r.claimed}
	return g.Protection.Reserve(ctx, r.scope.Brand, r.scope.Session.Identity.Player(), name, g.platformOf(r.scope))
}

// settleDeposit records the outcome of a deposit. If that fails, the deposit counts on.
func (g *gateway) settleDeposit(ctx context.Context, r *request, status bff.PaymentStatus, transaction bff.RecordID) {
	if !isDeposit(r) {
		return
	}
	err := g.Protection.Settle(ctx, bff.PaymentChanged{
		Brand: r.scope.Brand.ID, Player: r.scope.Session.Identity.Player(), Key: r.upstream.IdempotencyKey,
		TransactionID: transaction, Status: status, At: r.claimed,
	})
	const failed = "could not record the outcome of a deposit for the player's limits; it counts until the player's next visit"
	g.warn(ctx, failed, err, "status", string(status))
}

// restrict applies the contract's protection to a call of a player who takes a break or is self-excluded.
func (g *gateway) restrict(ctx context.Context, r *request) error {
	g.notePresence(ctx, r.scope)
	err := g.restriction(ctx, r)
	if err != nil && r.upstream.IdempotencyKey != "" && r.scope.Session != nil {
		g.noteNotSent(ctx, r.scope, r.upstream.IdempotencyKey)
	}
	return err
}

func (g *gateway) restriction(ctx context.Context, r *request) error {
	mode, s := r.scope.Rules.Protection, r.scope.Session
	if s == nil && mode == bff.ProtectionEmpty {
		// A guest call may bring a session along. It is not renewed, and the call goes on without it.
		s, _ = g.presentedSession(ctx, r) // nil on error: the caller is a guest
	}
	if s == nil || mode == bff.ProtectionOpen {
		return nil
	}
	switch now := g.Protection.Restriction(ctx, r.scope.Brand, s.Identity.Player()); {
	case now == protection.Unrestricted:
		return nil
	case mode == bff.ProtectionEmpty:
		return &refusalError{emptyList(r.scope.Call)}
	case now == protection.SelfExcluded:
		return bff.ReasonSelfExcluded.WithDelivery(bff.DeliveryNotSent)
	case mode == bff.ProtectionRefuse:
		return bff.ReasonCoolingOff.WithDelivery(bff.DeliveryNotSent)
	}
	return nil
}

func emptyList(call *bff.Call) *bff.Answer {
	a := &bff.Answer{Result: true, Data: json.RawMessage(`[]`), Code: http.StatusOK}
	if call.Paginated {
		a.Pagination = &bff.Pagination{}
	}
	return a
}
