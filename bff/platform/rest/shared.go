package rest

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

// RenewalStore stores values until a given time. Get returns nil for an unknown id.
// Add keeps an existing value.
type RenewalStore interface {
	Get(ctx context.Context, id string) ([]byte, error)
	Put(ctx context.Context, id string, value []byte, until time.Time) error
	Add(ctx context.Context, id string, value []byte, until time.Time) (added bool, err error)
	Delete(ctx context.Context, id string) error
}

// SharedRenewals shares renewed sessions between instances, until their cookies have the new sid.
type SharedRenewals struct {
	store RenewalStore
	key   *indexkey.Key
	box   *sealed.Box
}

// NewSharedRenewals returns the renewals in a store. Instances that share the store need the same
// key.
func NewSharedRenewals(store RenewalStore, key *indexkey.Key) *SharedRenewals {
	return &SharedRenewals{store, key, sealed.New(key.Derive("renewals"))}
}

const (
	renewalRetention = 24 * time.Hour        // how long a replaced sid can still be used
	claimInterval    = 50 * time.Millisecond // between looks for the result of another instance
	claimMargin      = 2 * time.Second       // to store the result after the deadline of a renewal
)

// renewalID is the id of the replacement of a sid.
func (inv *invocation) renewalID(sid string) string {
	return inv.shared.key.Hash(indexkey.Renewal, inv.base.String(), inv.request.Identity.Player(), sid)
}

// latestShared returns the newest sid that an instance has received for the session of inv, or "".
func (inv *invocation) latestShared(ctx context.Context) (next string, err error) {
	sid := inv.sid
	for range maxRenewals {
		id := inv.renewalID(sid)
		value, err := inv.shared.store.Get(ctx, id)
		if err != nil || value == nil {
			return next, err
		}
		plain, err := inv.shared.box.Open(value, id)
		if err != nil || string(plain) == sid {
			return next, err
		}
		next = string(plain)
		sid = next
	}
	return next, nil
}

// askOrShare returns the new sid of another instance, or requests one. Only one instance requests
// at a time, because a refresh token may be used once. If the store fails, a refusal is not proof
// that the session has ended.
func (inv *invocation) askOrShare(ctx context.Context) (string, error) {
	if inv.shared == nil {
		return inv.askForSID(ctx)
	}
	id, store := inv.renewalID(inv.sid), inv.shared.store
	deadline, ok := ctx.Deadline()
	if !ok {
		deadline = time.Now().Add(time.Minute)
	}
	for {
		next, err := inv.latestShared(ctx)
		if next != "" && err == nil {
			return next, nil
		}
		claimed := false
		if err == nil {
			claimed, err = store.Add(ctx, id+"/claim", []byte{1}, deadline.Add(claimMargin))
		}
		if claimed || err != nil {
			next, askErr := inv.askForSID(ctx)
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), claimMargin)
			defer cancel()
			switch {
			case askErr == nil: // if Put fails, this process and the cookie still have the sid
				_ = store.Put(ctx, id, inv.shared.box.Seal([]byte(next), id), time.Now().Add(renewalRetention))
			case err != nil && errors.Is(askErr, errRenewalRefused):
				askErr = bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(err)
			case claimed:
				_ = store.Delete(ctx, id+"/claim") // it expires otherwise
			}
			return next, askErr
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(claimInterval):
		}
	}
}
