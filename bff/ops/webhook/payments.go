package webhook

import (
	"context"
	"time"

	"croupier/bff"
)

const (
	// paymentsInterval is the time between two reads of the payments of unknown outcome.
	paymentsInterval = 15 * time.Second
	// paymentsPage is the number of payments that are reported at once; others follow at the next read.
	paymentsPage = 100
	// reportPaymentFor is the age at which a payment is no longer reported. It bounds what must be remembered.
	reportPaymentFor = 24 * time.Hour
)

// followPayments reports payments whose outcome stays unknown.
func (n *Notifier) followPayments(ctx context.Context, r *records) error {
	now := n.Clock()
	if now.Sub(n.paymentsAt) < paymentsInterval {
		return nil
	}
	found, err := n.Unknown(ctx, nil, paymentsPage, func(p *bff.IdempotencyRecord) bool {
		age := now.Sub(p.At)
		return p.State == bff.IdempotencyUnknown && age >= n.PaymentUnknownAfter && age < n.PaymentUnknownAfter+reportPaymentFor &&
			n.wanted(KindPayment, p.Key.Brand) && r.messages[paymentID(p)] == nil
	})
	if err != nil {
		return err
	}
	for _, p := range found {
		data := Data{Brand: p.Key.Brand, Since: p.At.UTC(), Key: p.Key.Key, Request: p.RequestID}
		if err := n.enqueue(ctx, r, paymentID(p), KindPayment, Event{Type: PaymentUnknown, Timestamp: now.UTC(), Data: data}); err != nil {
			return err
		}
	}
	n.paymentsAt = now
	return nil
}

// paymentID returns the id of the event of a payment. Players may use equal keys.
func paymentID(p *bff.IdempotencyRecord) string { return hash(PaymentUnknown, p.Key.String()) }
