package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/recordid"
)

// readKey reads the Idempotency-Key header of a money call, one UUID per submitted form.
func (g *gateway) readKey(_ context.Context, r *request) error {
	if r.scope.Rules.Kind != bff.KindMoney {
		return nil
	}
	values := r.http.Header.Values(contract.IdempotencyHeader)
	if len(values) != 1 || !isUUID(values[0]) {
		return bff.ReasonKeyMissing
	}
	r.upstream.IdempotencyKey = strings.ToLower(values[0])
	return nil
}

// isUUID reports whether s is a UUID in canonical form. Other forms would be different keys for the
// same UUID.
func isUUID(s string) bool { return len(s) == 36 && uuid.Validate(s) == nil }

func moneyKey(scope *bff.Scope, key string) bff.IdempotencyKey {
	return bff.IdempotencyKey{
		Brand: scope.Brand.ID, Player: scope.Partition.Qualify(scope.Session.Identity.UID), Key: strings.ToLower(key),
	}
}

// sendOnce sends a money call at most once per key. After the durable claim, the call continues if
// its client disconnects, because an unrecorded response would be a deposit with an unknown
// outcome.
func (g *gateway) sendOnce(ctx context.Context, r *request, up bff.Upstream) (*bff.Answer, error) {
	key := moneyKey(r.scope, r.upstream.IdempotencyKey)
	body, err := fingerprint(&r.upstream)
	if err != nil {
		return nil, err
	}
	r.scope.Amount, r.claimed = amountOf(r.upstream.Data), g.Clock().UTC()
	first, err := g.IdempotencyStore.Claim(ctx, key, body)
	var settled *bff.SettledError
	if errors.As(err, &settled) {
		return g.settledAnswer(r.scope, &settled.Settlement)
	}
	if err != nil || first != nil {
		return first, err
	}
	ctx = context.WithoutCancel(ctx)
	if err := g.reserveDeposit(ctx, r); err != nil {
		if errors.Is(err, bff.ReasonUnavailable) { // the reservation may exist
			g.settleDeposit(ctx, r, bff.PaymentRefused, nil)
		}
		g.releaseKey(ctx, key)
		return nil, err
	}
	answer, err := doDetached(ctx, up, &r.upstream)
	if err == nil && leavesOpen(answer) {
		err = bff.ReasonUnavailable.WithCause(fmt.Errorf("the platform responded with code %d",
			answer.Code)).WithDelivery(bff.DeliveryAnswered)
	}
	sessionEnded := err == nil && g.classify(r.scope.Brand, answer).EndsSession
	switch {
	case sessionEnded && answer.NoEffect, err != nil && bff.DeliveryOf(err).HasNoEffect():
		g.settleDeposit(ctx, r, bff.PaymentRefused, nil) // first, because the player may reuse a released key
		g.releaseKey(ctx, key)
		return answer, refusalOf(err)
	case err == nil && !sessionEnded:
		if failed := g.IdempotencyStore.Finish(ctx, key, answer); failed != nil {
			// The player gets this response. The store retries the write in the background.
			g.Log.ErrorContext(ctx, "could not record the response to a money call, retrying in the background",
				"cause", failed.Error())
		}
		status, transaction := paymentOf(answer)
		g.settleDeposit(ctx, r, status, transaction)
		if status == bff.PaymentPending && len(transaction) > 0 {
			g.follow(ctx, r, transaction)
		}
		return answer, nil
	}
	g.follow(ctx, r, nil)
	return nil, g.unknownOutcome(ctx, r, key, err, sessionEnded)
}

// leavesOpen reports whether a refusal leaves the outcome of a payment open. Such a refusal
// concerns the platform's state or has an unreadable code, so the platform may have executed the
// payment.
func leavesOpen(a *bff.Answer) bool {
	codes := []int{http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests}
	about := []string{bff.ReasonRateLimited.Debug, bff.ReasonMaintenance.Debug, bff.ReasonDuplicate.Debug}
	return !a.Result && (a.Code >= http.StatusInternalServerError || slices.Contains(codes, a.Code) ||
		slices.Contains(about, strings.ToLower(strings.TrimSpace(a.Debug))) ||
		slices.ContainsFunc(a.Deviations,
			func(d bff.Violation) bool { return d.Path == "code" && a.Code == http.StatusBadRequest }))
}

// unknownOutcome records the unknown outcome of a money call and returns its reason. Croupier does
// not send the call again. The platform's list of payments can settle it.
func (g *gateway) unknownOutcome(
	ctx context.Context, r *request, key bff.IdempotencyKey, err error, sessionEnded bool,
) error {
	reason, delivery := reasonOf(err), bff.DeliveryOf(err)
	if sessionEnded || delivery == bff.DeliveryAnswered {
		reason, delivery = bff.ReasonUnavailable, bff.DeliveryAnswered
	}
	unknown := bff.OutcomeUnknown(reason).WithCause(err)
	failed := g.IdempotencyStore.MarkUnknown(ctx, key, unknown.WithDelivery(delivery))
	g.notifyConsoles(ctx, key.Brand)
	if sessionEnded && !g.overtaken(ctx, r.scope.Session) {
		unknown.EndSession = true
		failed = errors.Join(failed, g.Sessions.End(ctx, r.scope.Session))
	}
	return errors.Join(unknown, failed)
}

// releaseKey releases the claim of a call that certainly had no effect, and records that the call
// was not sent.
func (g *gateway) releaseKey(ctx context.Context, key bff.IdempotencyKey) {
	if err := g.IdempotencyStore.Release(ctx, key); err != nil {
		// Repeats then get an unknown outcome, which is safe.
		g.Log.WarnContext(ctx, "could not release an idempotency key, its outcome remains unknown",
			"cause", err.Error())
		return
	}
	g.Payments.MarkNotSent(ctx, key)
}

// noteNotSent records that Croupier refused a money call before it claimed the key, unless the key
// has a record.
func (g *gateway) noteNotSent(ctx context.Context, scope *bff.Scope, key string) {
	own := moneyKey(scope, key)
	if record, err := g.IdempotencyStore.Lookup(ctx, own); err == nil && record == nil {
		g.Payments.MarkNotSent(context.WithoutCancel(ctx), own)
	}
}

// notSentRetryAfter is the Retry-After for a money call that could not be prepared.
const notSentRetryAfter = 5 * time.Second

// refusalOf returns the error for a money call that the platform did not execute. Its status is
// always 503, because clients then know that they may send the same key again.
func refusalOf(err error) error {
	if bff.DeliveryOf(err) != bff.DeliveryNotSent || reasonOf(err).Status == http.StatusServiceUnavailable {
		return err
	}
	return bff.ReasonUnavailable.WithRetryAfter(notSentRetryAfter).WithCause(err).WithDelivery(bff.DeliveryNotSent)
}

// fingerprint returns the same value for bodies with equal content. It ignores the language,
// because a repeat in another language must not pay twice.
func fingerprint(r *bff.UpstreamRequest) (bff.Fingerprint, error) {
	data := maps.Clone(r.Data)
	delete(data, "Lang")
	b, err := json.Marshal([]any{r.Call.Name(), data}) // sorts map keys
	if err != nil {
		return bff.Fingerprint{}, err
	}
	return sha256.Sum256(b), nil
}

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
