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

// platformPlayer implements protection.PlayedRounds and protection.PlatformLimits for the player of
// a session.
type platformPlayer struct {
	g     *gateway
	scope *bff.Scope
}

// platformOf returns the platform interfaces that the player's platform supports.
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

// limitsCall answers the calls of limits/*. It continues if the player disconnects.
func limitsCall(g *gateway, ctx context.Context, r *request) error {
	data, err := g.Protection.Call(context.WithoutCancel(ctx), r.scope.Brand, r.scope.Session.Identity.Player(),
		r.scope.Call.Method, r.parsed.data, g.platformOf(r.scope))
	if err != nil {
		return err
	}
	if r.scope.Call.Method == "self_exclude" {
		err := g.knowPerson(context.WithoutCancel(ctx), r.scope)
		g.warn(ctx, "could not exclude the player's other accounts, retrying with the next profile", err)
	}
	r.answer = &bff.Answer{Result: true, Code: http.StatusOK, Data: data}
	return nil
}

// mayPlay refuses to start games during a break or an exclusion, including demo games.
func mayPlay(g *gateway, ctx context.Context, r *request) error {
	if r.scope.Session == nil {
		return nil
	}
	if err := g.knowPersonOfGroup(ctx, r.scope); err != nil {
		return err
	}
	return g.Protection.MayPlay(ctx, r.scope.Brand, r.scope.Session.Identity.Player(), g.platformOf(r.scope))
}

// notePresence records that a session's player is using the site. It does not block the caller.
func (g *gateway) notePresence(ctx context.Context, scope *bff.Scope) {
	if scope.Session == nil || scope.Session.Pending {
		return
	}
	if player := scope.Session.Identity.Player(); g.Protection.MinuteDue(ctx, scope.Brand, player) {
		own := *scope // a copy, because the request may end first
		go g.Protection.NoteMinute(context.WithoutCancel(ctx), own.Brand, player, g.platformOf(&own))
	}
}

// isDeposit reports whether a money call is a deposit. Without a category, it counts as a deposit.
func isDeposit(r *request) bool {
	category, _ := r.upstream.Data["Type"].(json.Number)
	n, err := category.Int64()
	return r.scope.Amount != "" && (err != nil || n != contract.TransactionCategoryWithdrawal)
}

// reserveDeposit counts a deposit against the player's limits. If it fails, do not send the
// deposit.
func (g *gateway) reserveDeposit(ctx context.Context, r *request) error {
	if !isDeposit(r) {
		return nil
	}
	amount, err := bff.ParseMinorUnits(r.scope.Amount)
	if err != nil {
		return fault("amount", "money")
	}
	for name, value := range r.upstream.Data { // limits use the brand's currency
		if currency, _ := value.(string); names.FoldCase(name) == "currency" &&
			!strings.EqualFold(currency, r.scope.Brand.Currency) {
			return fault(name, "other")
		}
	}
	if err := g.knowPersonOfGroup(ctx, r.scope); err != nil {
		return err
	}
	name := protection.DepositName{Key: r.upstream.IdempotencyKey, Amount: amount, Claimed: r.claimed}
	return g.Protection.Reserve(ctx, r.scope.Brand, r.scope.Session.Identity.Player(), name, g.platformOf(r.scope))
}

// settleDeposit records the outcome of a deposit. If it fails, the deposit still counts.
func (g *gateway) settleDeposit(ctx context.Context, r *request, status bff.PaymentStatus, transaction bff.RecordID) {
	if !isDeposit(r) {
		return
	}
	err := g.Protection.Settle(ctx, bff.PaymentChanged{
		Brand: r.scope.Brand.ID, Player: r.scope.Session.Identity.Player(), Key: r.upstream.IdempotencyKey,
		TransactionID: transaction, Status: status, At: r.claimed,
	})
	const failed = "could not record the outcome of a deposit, it counts for limits until the player's next visit"
	g.warn(ctx, failed, err, "status", string(status))
}

// restrict applies the contract's protection to calls during a player's break or self-exclusion.
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
		// A guest call may include a session. The gateway does not renew it, and the call continues
		// without it.
		s, _ = g.presentedSession(ctx, r) // nil on error, as for a guest
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
