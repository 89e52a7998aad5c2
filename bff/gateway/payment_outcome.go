package gateway

import (
	"context"
	"encoding/json"
	"net/http"

	"croupier/bff"
	"croupier/bff/internal/recordid"
)

// amountOf returns the amount of a money call as received, or "".
func amountOf(data map[string]any) string {
	amount, _ := data["amount"].(json.Number)
	return amount.String()
}

// debugPaymentRefused is the debug code for a payment that staff have settled as refused.
const debugPaymentRefused = "payment refused"

// settledAnswer returns the response to a repeat of a payment that staff have settled.
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

// settledText returns the player's text for a settlement.
func (g *gateway) settledText(scope *bff.Scope, s *bff.Settlement) string {
	return g.Contract.Message(scope.Lang, "payment_"+string(s.Outcome), nil)
}

// paymentOutcome answers finance/payment_outcome for a payment of the player. A key of another
// player is unknown.
func paymentOutcome(g *gateway, ctx context.Context, r *request) error {
	own := moneyKey(r.scope, r.text("key"))
	record, err := g.IdempotencyStore.Lookup(ctx, own)
	if err != nil {
		return bff.ReasonUnavailable.WithCause(err)
	}
	view := struct {
		Outcome       bff.MoneyOutcome `json:"outcome"`
		Message       string           `json:"message,omitempty"`
		TransactionID any              `json:"transaction_id,omitempty"`
		URL           string           `json:"url,omitempty"`
		QR            string           `json:"qr,omitempty"`
	}{Outcome: bff.MoneyUnknown}
	if record == nil {
		notSent, err := g.Payments.WasNotSent(ctx, own)
		if err != nil {
			return bff.ReasonUnavailable.WithCause(err)
		}
		if notSent {
			view.Outcome = bff.MoneyNotSent
		}
		return r.answerWith(view)
	}
	if record.State == bff.IdempotencyUnknown {
		record = g.resolveUnknown(ctx, r, record, own.Key)
	}
	view.Outcome = record.Outcome()
	switch record.State {
	case bff.IdempotencySettled:
		view.Message, view.TransactionID = g.settledText(r.scope, record.Settlement),
			recordid.Of(record.Settlement.Reference)
	case bff.IdempotencyAnswered:
		var answer struct {
			TransactionID json.RawMessage `json:"transaction_id"`
			URL           any             `json:"url"`
			QR            any             `json:"qr"`
		}
		if json.Unmarshal(record.Answer.Data, &answer) == nil && len(answer.TransactionID) > 0 {
			view.TransactionID = answer.TransactionID
		}
		// The recorded response is already sanitised.
		view.Message = record.Answer.Message
		view.URL, _ = answer.URL.(string)
		view.QR, _ = answer.QR.(string)
	}
	return r.answerWith(view)
}
