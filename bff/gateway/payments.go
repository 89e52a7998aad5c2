package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/recordid"
	"croupier/bff/player/payments"
)

// statusOfTransaction maps the status of a transaction to the state of its payment.
var statusOfTransaction = map[scalar]bff.PaymentStatus{
	transactionStatus(contract.TransactionStatusWaiting):   bff.PaymentPending,
	transactionStatus(contract.TransactionStatusApproved):  bff.PaymentExecuted,
	transactionStatus(contract.TransactionStatusRefused):   bff.PaymentRefused,
	transactionStatus(contract.TransactionStatusCancelled): bff.PaymentCancelled,
}

func transactionStatus(code int) scalar { return scalar(strconv.Itoa(code)) }

// paymentOf returns the state of the payment in the response to a money call. The default is
// executed.
func paymentOf(a *bff.Answer) (bff.PaymentStatus, bff.RecordID) {
	if !a.Result {
		return bff.PaymentRefused, nil
	}
	var answer struct {
		TransactionID bff.RecordID `json:"transaction_id"`
		Status        scalar       `json:"status"`
	}
	if json.Unmarshal(a.Data, &answer) == nil && statusOfTransaction[answer.Status] == bff.PaymentPending {
		return bff.PaymentPending, answer.TransactionID
	}
	return bff.PaymentExecuted, nil
}

// follow polls the payment of a money call. Without a transaction, it waits until the platform
// lists the key.
func (g *gateway) follow(ctx context.Context, r *request, transaction bff.RecordID) {
	category, _ := r.upstream.Data["Type"].(json.Number)
	n, _ := strconv.Atoi(category.String()) // deposits and withdrawals have the numbers of their categories
	g.Payments.Follow(ctx, bff.WaitingPayment{
		Brand: r.scope.Brand.ID, Player: r.scope.Session.Identity.Player(), Key: r.upstream.IdempotencyKey,
		TransactionID: transaction, Category: n, At: r.claimed,
	})
}

// followPayments polls the payments of a stream's player until the caller calls stop.
func (s *pageStream) followPayments() (stop func()) {
	call, ok := s.g.Contract.Lookup("finance", "list_transactions")
	if !ok || s.scope.Session == nil || !s.scope.Brand.Supports(call) {
		return func() {}
	}
	scope := *s.scope // a copy, because the stream changes its scope
	return s.g.Payments.Open(scope.Brand.ID, scope.Session.Identity.Player(), &paymentSource{s.g, s.request, scope})
}

// paymentSource implements payments.PaymentSource for the player of a stream.
type paymentSource struct {
	g       *gateway
	request *http.Request
	scope   bff.Scope
}

const maxListed = 100

// Payments implements payments.PaymentSource. It does not call the platform during maintenance.
func (p *paymentSource) Payments(ctx context.Context, category int) (payments.PaymentList, error) {
	scope := p.scope
	brand, ok := p.g.Brands(hostname(p.request.Host)) // the brand may have changed since the stream opened
	if !ok || brand.ID != scope.Brand.ID {
		return payments.PaymentList{}, errBrandGone
	}
	scope.Brand = brand
	if p.g.maintenanceState(p.request, &scope, "finance/list_transactions").On {
		return payments.PaymentList{}, bff.ReasonMaintenance
	}
	return p.g.listPayments(ctx, &scope, category)
}

// recordLag is the maximum time between a deposit and the claim of its key. A later claim of the
// same key is hours younger.
const recordLag = time.Minute

// Reserved implements payments.PaymentSource. It settles the deposits with a recorded outcome.
func (p *paymentSource) Reserved(ctx context.Context) (out []bff.WaitingPayment, err error) {
	unsettled, err := p.g.Protection.Unsettled(ctx, p.scope.Brand.ID, p.scope.Session.Identity.Player())
	for _, d := range unsettled {
		record, err := p.record(ctx, d.Key)
		if err != nil {
			return out, err
		}
		status := bff.PaymentPending
		switch {
		case record == nil, record.At.Before(d.At), record.At.Sub(d.At) >= recordLag: // of another claim
		case record.State == bff.IdempotencyInFlight:
			continue
		case record.State == bff.IdempotencyAnswered:
			status, d.TransactionID = paymentOf(record.Answer)
		case record.State == bff.IdempotencySettled:
			status = bff.PaymentStatus(record.Settlement.Outcome)
		}
		if status == bff.PaymentPending {
			out = append(out, d)
		} else if err := p.g.Protection.Settle(ctx,
			bff.PaymentChanged{Brand: d.Brand, Player: d.Player, Key: d.Key, Status: status, At: d.At}); err != nil {
			return out, err
		}
	}
	return out, err
}

func (p *paymentSource) record(ctx context.Context, key string) (*bff.IdempotencyRecord, error) {
	return p.g.IdempotencyStore.Lookup(ctx, moneyKey(&p.scope, key))
}

func (p *paymentSource) Resolve(
	ctx context.Context, key string, listed payments.PaymentList,
) (*payments.PlatformPayment, error) {
	record, err := p.record(ctx, key)
	if err != nil {
		return nil, err
	}
	if record == nil { // a reserved deposit outlives the record of its key
		return p.g.findUnknown(listed, new(bff.IdempotencyRecord), key), nil
	}
	found := p.g.findUnknown(listed, record, key)
	if found != nil {
		_, err = p.g.settle(ctx, record, *found)
	}
	return found, err
}

// listingDelay is the time in which a new payment may be missing from the platform's list.
const listingDelay = time.Minute

// findUnknown finds a payment with an unknown outcome in the platform's list, or returns nil. If
// the platform refused the payment and lists only other keys, the payment was not executed.
func (g *gateway) findUnknown(
	listed payments.PaymentList, record *bff.IdempotencyRecord, key string,
) *payments.PlatformPayment {
	hasKeys, best := false, (*payments.PlatformPayment)(nil)
	for i, found := range listed.Payments {
		hasKeys = hasKeys || found.Key != ""
		switch {
		case found.Key != key:
		case found.Status == "":
			return nil
		case best == nil, found.Status == bff.PaymentExecuted,
			found.Status == bff.PaymentPending && best.Status != bff.PaymentExecuted:
			best = &listed.Payments[i]
		}
	}
	if best != nil {
		return best
	}
	isComplete := listed.IsComplete && g.Clock().Sub(record.At) >= listingDelay
	if isComplete && hasKeys && record.Amount != "" && record.Unknown != nil &&
		record.Unknown.Delivery == bff.DeliveryAnswered {
		return &payments.PlatformPayment{Status: bff.PaymentRefused, Key: key}
	}
	return nil
}

// listPayments fetches the payments of a player from the platform, page by page up to maxListed.
func (g *gateway) listPayments(
	ctx context.Context, scope *bff.Scope, category int,
) (out payments.PaymentList, err error) {
	data := map[string]any{"limit": maxListed}
	if category != 0 {
		data["searchCategory"] = category
	}
	for {
		var page []struct {
			TransactionID bff.RecordID `json:"transaction_id"`
			Status        scalar       `json:"transaction_status"`
			Key           string       `json:"idempotency_key"`
		}
		a, err := g.ask(ctx, scope, &scope.Session.Identity, "finance", "list_transactions", data, &page)
		if err != nil {
			return out, err
		}
		for _, t := range page {
			out.Payments = append(out.Payments,
				payments.PlatformPayment{
					TransactionID: t.TransactionID, Status: statusOfTransaction[t.Status], Key: strings.ToLower(t.Key),
				})
		}
		n := len(out.Payments)
		out.IsComplete = a.Pagination != nil && n >= a.Pagination.Total
		if out.IsComplete || a.Pagination == nil || len(page) == 0 || n >= maxListed {
			return out, nil
		}
		data["offset"] = n
	}
}

// settledBy names the platform in the settlement of a payment. No staff account can have this name.
const settledBy = "(platform)"

// notListed is the reference of a payment that is missing from the platform's list.
const notListed = "not listed"

// settle records the outcome of a payment with an unknown outcome. A cancelled payment counts as
// executed.
func (g *gateway) settle(
	ctx context.Context, record *bff.IdempotencyRecord, found payments.PlatformPayment,
) (*bff.IdempotencyRecord, error) {
	now := g.Clock().UTC()
	settlement := &bff.Settlement{
		Outcome: bff.SettledExecuted, Reference: cmp.Or(recordid.Text(found.TransactionID), notListed),
		ProposedBy: settledBy, ProposedAt: now, ApprovedBy: settledBy, ApprovedAt: now,
	}
	if found.Status == bff.PaymentRefused {
		settlement.Outcome = bff.SettledRefused
	}
	settled, err := g.IdempotencyStore.Settle(ctx, record.Key, func(r bff.IdempotencyRecord) (*bff.Settlement, error) {
		if r.State != bff.IdempotencyUnknown {
			return nil, bff.ErrRecordModified
		}
		return settlement, nil
	})
	if err != nil {
		return nil, fmt.Errorf("could not settle a payment by the platform's list: %w", err)
	}
	g.Log.InfoContext(ctx, "unknown payment settled by the platform's list", "brand", record.Key.Brand,
		"outcome", string(settlement.Outcome), "reference", settlement.Reference)
	g.notifyConsoles(ctx, record.Key.Brand) // the player gets a separate notification
	return settled, nil
}

// notifyConsoles notifies open consoles that the unknown payments of a brand have changed.
func (g *gateway) notifyConsoles(ctx context.Context, brand string) {
	err := bff.Publish(context.WithoutCancel(ctx), g.Bus, bff.TopicPayment, bff.PaymentSettled{Brand: brand})
	g.warn(ctx, "could not notify consoles of a payment", err)
}

// resolveUnknown returns the settled record of a payment that the platform lists. Otherwise it
// returns record and polls the payment, because the platform may list it later.
func (g *gateway) resolveUnknown(
	ctx context.Context, r *request, record *bff.IdempotencyRecord, key string,
) *bff.IdempotencyRecord {
	player := r.scope.Session.Identity.Player()
	if g.maintenanceState(r.http, r.scope, "finance/list_transactions").On {
		return record
	}
	listed, err := g.listPayments(ctx, r.scope, 0)
	waiting := bff.WaitingPayment{Brand: r.scope.Brand.ID, Player: player, Key: key, At: record.At}
	status := bff.PaymentPending
	if found := g.findUnknown(listed, record, key); found != nil {
		var settled *bff.IdempotencyRecord
		if settled, err = g.settle(ctx, record, *found); err == nil {
			record, status, waiting.TransactionID = settled, found.Status, found.TransactionID
			g.Payments.Changed(ctx, bff.PaymentChanged{
				Brand: waiting.Brand, Player: player, Key: key, TransactionID: found.TransactionID,
				Status: status, At: waiting.At,
			})
		}
	}
	if errors.Is(err, bff.ReasonUnsupported) {
		return record
	}
	g.warn(ctx, "could not resolve an unknown payment, Croupier polls for it", err)
	if status == bff.PaymentPending {
		g.Payments.Follow(ctx, waiting)
	}
	return record
}
