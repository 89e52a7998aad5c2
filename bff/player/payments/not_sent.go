package payments

import (
	"context"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// NotSentRetention bounds the keys of payments that were not sent. They are forgotten before a record of
// a later attempt with the same key may be.
var NotSentRetention = bff.Retention{MaxEntries: 100_000, MaxAge: bff.MoneyRetention}

// WaitingRetention bounds the payments that wait.
var WaitingRetention = bff.Retention{MaxEntries: 100_000, MaxAge: MaxAge}

// MarkNotSent records that a payment had no effect. Without the record its outcome is unknown, which is
// cautious but not wrong.
func (f *Follower) MarkNotSent(ctx context.Context, key bff.IdempotencyKey) {
	ctx = context.WithoutCancel(ctx)
	if err := f.NotSent.Put(ctx, bff.CollectionEntry{ID: f.notSentID(key), At: f.Clock(), Value: []byte{1}}); err != nil {
		f.Log.WarnContext(ctx, "record payment that was not sent: failed", "cause", err.Error())
	}
}

// WasNotSent reports whether a record says that the last attempt with a key had no effect. It is asked only
// where no attempt is recorded.
func (f *Follower) WasNotSent(ctx context.Context, key bff.IdempotencyKey) (bool, error) {
	value, err := f.NotSent.Get(ctx, f.notSentID(key))
	return value != nil, err
}

func (f *Follower) notSentID(key bff.IdempotencyKey) string {
	return f.IndexKey.Hash(indexkey.Payment, key.Brand, "not sent", key.Player, key.Key)
}
