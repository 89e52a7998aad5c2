package payments

import (
	"context"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/recordid"
)

// follow polls the platform at intervals and after reports of the platform, until the player has no
// waiting payment or no stream.
func (f *Follower) follow(ctx context.Context, key player, w *followed) {
	timer := time.NewTimer(f.interval(key.brand))
	defer timer.Stop()
	for {
		isCheck := false
		select {
		case <-ctx.Done():
			f.mu.Lock()
			f.end(w)
			f.mu.Unlock()
			return
		case <-timer.C:
		case <-w.check:
			isCheck = true
		}
		source := f.due(w)
		if source == nil {
			return
		}
		// If another instance has just polled, the bus delivers its results. A limit that instances
		// share is simpler than a leader per player, whose lease could expire.
		limit := bff.LimitKey{Rule: bff.LimitPaymentPoll, Brand: key.brand, Subject: key.name}
		next := f.interval(key.brand)
		if after, ok := f.Limiter.Allow(ctx, limit); ok {
			f.ask(ctx, key, w, source)
		} else if isCheck { // the last poll may have come before the settlement
			next = after
		}
		timer.Reset(next)
	}
}

// end records that polling for a player has stopped. The caller must hold f.mu.
func (f *Follower) end(w *followed) {
	w.cancel()
	w.cancel = nil
	f.active--
}

// due drops payments that are too old and returns a source to poll. If there is nothing to poll, it
// ends polling and returns nil.
func (f *Follower) due(w *followed) PaymentSource {
	f.mu.Lock()
	defer f.mu.Unlock()
	now := f.Clock()
	for id, p := range w.payments {
		if !p.isReserved && now.Sub(p.At) >= MaxAge {
			delete(w.payments, id)
		}
	}
	if len(w.payments) > 0 {
		for s := range w.sources {
			return *s
		}
	}
	f.end(w)
	return nil
}

// ask polls the platform and publishes changed payments. After a failure, the next tick retries.
func (f *Follower) ask(ctx context.Context, key player, w *followed, source PaymentSource) {
	waiting := f.snapshot(w)
	if len(waiting) == 0 {
		return // another instance has published their outcome
	}
	listed, err := source.Payments(ctx, categoryOf(waiting))
	if err != nil {
		f.Log.DebugContext(ctx, "could not fetch a player's payments, retrying at the next poll",
			"brand", key.brand, "cause", err.Error())
		return
	}
	for _, p := range waiting {
		found, err := p.find(ctx, source, listed)
		if err != nil {
			f.Log.WarnContext(ctx, "could not resolve an unknown payment, retrying at the next poll",
				"brand", key.brand, "cause", err.Error())
		}
		if err != nil || found == nil || found.Status == "" || found.Status == p.status && len(p.TransactionID) > 0 {
			continue
		}
		f.Changed(ctx, bff.PaymentChanged{
			Brand: key.brand, Player: key.name, Key: p.Key, TransactionID: found.TransactionID,
			Status: found.Status, At: p.At,
		})
	}
}

// find returns p as the platform lists it, or nil. It matches by transaction, or by key if the
// transaction is unknown. It ignores amount and time, because they prove nothing. It also ignores
// transactions with another key.
func (p *payment) find(ctx context.Context, source PaymentSource, listed PaymentList) (*PlatformPayment, error) {
	if len(p.TransactionID) == 0 {
		return source.Resolve(ctx, p.Key, listed)
	}
	for _, found := range listed.Payments {
		isOther := found.Key != "" && found.Key != p.Key
		if !isOther && recordid.Text(p.TransactionID) == recordid.Text(found.TransactionID) {
			return &found, nil
		}
	}
	return nil, nil //nolint:nilnil // documented above
}

// snapshot returns the payments to look up now.
func (f *Follower) snapshot(w *followed) (out []payment) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, p := range w.payments {
		out = append(out, *p)
		p.isReserved = false
	}
	return out
}

// categoryOf returns the common category of all payments. It returns 0 if they differ or one has
// none.
func categoryOf(waiting []payment) int {
	category := waiting[0].Category
	if slices.ContainsFunc(waiting, func(p payment) bool { return p.Category != category }) {
		return 0
	}
	return category
}

// NotSentRetention bounds the keys of payments that were not sent. The store forgets them before it
// may forget the record of a later attempt with the same key.
var NotSentRetention = bff.Retention{MaxEntries: 100_000, MaxAge: bff.MoneyRetention}

// WaitingRetention bounds the waiting payments.
var WaitingRetention = bff.Retention{MaxEntries: 100_000, MaxAge: MaxAge}

// MarkNotSent records that a payment had no effect. If it fails, the outcome of the payment is
// unknown.
func (f *Follower) MarkNotSent(ctx context.Context, key bff.IdempotencyKey) {
	ctx = context.WithoutCancel(ctx)
	if err := f.NotSent.Put(ctx,
		bff.CollectionEntry{ID: f.notSentID(key), At: f.Clock(), Value: []byte{1}}); err != nil {
		f.Log.WarnContext(ctx, "could not record that a payment was not sent, its outcome remains unknown",
			"cause", err.Error())
	}
}

// WasNotSent reports whether MarkNotSent was called for a key. Use it only if the key has no
// record.
func (f *Follower) WasNotSent(ctx context.Context, key bff.IdempotencyKey) (bool, error) {
	value, err := f.NotSent.Get(ctx, f.notSentID(key))
	return value != nil, err
}

func (f *Follower) notSentID(key bff.IdempotencyKey) string {
	return f.IndexKey.Hash(indexkey.Payment, key.Brand, "not sent", key.Player, key.Key)
}
