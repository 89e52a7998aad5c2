package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/recordid"
)

// amountOf returns the amount of a money call as it was received; empty without one.
func amountOf(data map[string]any) string {
	amount, _ := data["amount"].(json.Number)
	return amount.String()
}

// debugPaymentRefused is the debug value of a payment that staff have settled as refused.
const debugPaymentRefused = "payment refused"

// settledAnswer returns the answer to a repeat of a payment that staff have settled.
func (g *gateway) settledAnswer(scope *bff.Scope, s *bff.Settlement) (*bff.Answer, error) {
	data, err := json.Marshal(struct {
		TransactionID any                `json:"transaction_id,omitempty"`
		Reference     string             `json:"reference"`
		Settled       bff.SettledOutcome `json:"settled"`
	}{recordid.Of(s.Reference), s.Reference, s.Outcome})
	if err != nil {
		return nil, err
	}
	a := &bff.Answer{Result: true, Code: http.StatusOK, Message: g.settledText(scope, s), Data: data}
	if s.Outcome != bff.SettledExecuted {
		a.Result, a.Code, a.Debug = false, http.StatusBadRequest, debugPaymentRefused
	}
	return a, nil
}

// settledText returns what a player reads about a settlement.
func (g *gateway) settledText(scope *bff.Scope, s *bff.Settlement) string {
	return g.Contract.Message(scope.Lang, "payment_"+string(s.Outcome), nil)
}

// paymentOutcome answers what became of a payment of the player. Somebody else's key is unknown, like
// one that nobody knows: it may be forgotten.
func paymentOutcome(g *gateway, ctx context.Context, r *request) (outcome, error) {
	key, _ := r.parsed.data["key"].(string)
	own := bff.IdempotencyKey{Brand: r.scope.Brand.ID, Player: inWorld(r.scope, playerSubject(r)), Key: strings.ToLower(key)}
	record, err := g.IdempotencyStore.Lookup(ctx, own)
	if err != nil {
		return outcome{}, bff.ReasonUnavailable.WithCause(err)
	}
	view := struct {
		Outcome       string `json:"outcome"`
		Message       string `json:"message,omitempty"`
		TransactionID any    `json:"transaction_id,omitempty"`
		URL           string `json:"url,omitempty"`
		QR            string `json:"qr,omitempty"`
	}{Outcome: "unknown"}
	if record != nil && record.State == bff.IdempotencyUnknown {
		record = g.resolveUnknown(ctx, r, record, strings.ToLower(key))
	}
	switch {
	case record == nil:
		if notSent, err := g.Payments.WasNotSent(ctx, own); err != nil {
			return outcome{}, bff.ReasonUnavailable.WithCause(err)
		} else if notSent {
			view.Outcome = "not_sent"
		}
	case record.State == bff.IdempotencySettled:
		view.Outcome, view.Message = string(record.Settlement.Outcome), g.settledText(r.scope, record.Settlement)
		view.TransactionID = recordid.Of(record.Settlement.Reference)
	case record.State == bff.IdempotencyInFlight:
		view.Outcome = "in_flight"
	case record.State == bff.IdempotencyAnswered:
		view.Outcome, view.Message = string(bff.SettledRefused), record.Answer.Message
		if record.Answer.Result {
			view.Outcome = string(bff.SettledExecuted)
		}
		var answer struct {
			TransactionID json.RawMessage `json:"transaction_id"`
			URL           any             `json:"url"`
			QR            any             `json:"qr"`
		}
		if json.Unmarshal(record.Answer.Data, &answer) == nil && len(answer.TransactionID) > 0 {
			view.TransactionID = answer.TransactionID
		}
		// The recorded answer is sanitised, like the one that the player did not receive.
		view.URL, _ = answer.URL.(string)
		view.QR, _ = answer.QR.(string)
	}
	return answered(view)
}
