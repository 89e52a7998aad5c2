package rest

import (
	"context"
	"errors"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

// RenewalStore stores what instances know of renewed sessions, sealed and under hashed ids.
type RenewalStore interface {
	// Get returns the value stored under id, or nil.
	Get(ctx context.Context, id string) ([]byte, error)
	// Put stores a value under id until the given time.
	Put(ctx context.Context, id string, value []byte, until time.Time) error
	// Add stores a value as Put does unless there is one, and reports whether it did.
	Add(ctx context.Context, id string, value []byte, until time.Time) (added bool, err error)
	// Delete removes id.
	Delete(ctx context.Context, id string) error
}

// SharedRenewals shares renewed sessions between instances, until their cookies have the new sid. A nil
// SharedRenewals shares nothing.
type SharedRenewals struct {
	store RenewalStore
	key   *indexkey.Key
	box   *sealed.Box
}

// NewSharedRenewals returns the renewals in a store. Instances that share the store need the same key.
func NewSharedRenewals(store RenewalStore, key *indexkey.Key) *SharedRenewals {
	return &SharedRenewals{store, key, sealed.New(key.Derive("renewals"))}
}

const (
	renewalRetention = 24 * time.Hour // how long the replaced sid of a session can still be used
	claimSuffix      = "/claim"
	claimInterval    = 50 * time.Millisecond // between looks for the result of another instance
	storeTimeout     = 2 * time.Second       // for what is stored after a renewal, whose caller may have left
)

// latest returns the newest sid that instances know instead of sid, or none. The next look for it is short.
func (s *SharedRenewals) latest(ctx context.Context, idOf func(sid string) string, sid string) (next string, err error) {
	first := idOf(sid)
	for hops := range maxRenewals {
		id := idOf(sid)
		value, err := s.store.Get(ctx, id)
		if err == nil && value == nil && hops > 1 {
			_ = s.put(ctx, first, next)
		}
		if err != nil || value == nil {
			return next, err
		}
		plain, err := s.box.Open(value, id)
		if err != nil {
			return next, err
		}
		if sid = string(plain); sid == next {
			break
		}
		next = sid
	}
	return next, nil
}

// renew returns the sid that follows sid: the one that another instance has received, or that of ask. One
// instance asks at a time, as a refresh token may be used once only. If the store fails, the instance asks by
// itself, but a refusal is then no proof that the session has ended.
func (s *SharedRenewals) renew(
	ctx context.Context, idOf func(sid string) string, sid string, ask func(context.Context) (string, error),
) (next string, asked bool, err error) {
	claim, deadline := idOf(sid)+claimSuffix, time.Now().Add(time.Minute)
	if d, ok := ctx.Deadline(); ok {
		deadline = d
	}
	for {
		next, err := s.latest(ctx, idOf, sid)
		if err == nil && next != "" {
			return next, false, nil
		}
		claimed := false
		if err == nil {
			claimed, err = s.store.Add(ctx, claim, []byte{1}, deadline.Add(storeTimeout))
		}
		if err != nil || claimed {
			next, askErr := s.askAndStore(ctx, idOf(sid), claim, ask)
			if err != nil && errors.Is(askErr, errRenewalRefused) {
				askErr = bff.ReasonUnavailable.WithRetryAfter(time.Second).WithCause(err)
			}
			return next, true, askErr
		}
		select {
		case <-ctx.Done():
			return "", false, ctx.Err()
		case <-time.After(claimInterval):
		}
	}
}

// askAndStore stores the result of ask, or gives up the claim.
func (s *SharedRenewals) askAndStore(ctx context.Context, id, claim string, ask func(context.Context) (string, error)) (string, error) {
	next, err := ask(ctx)
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
	defer cancel()
	if err != nil {
		_ = s.store.Delete(ctx, claim) // it expires otherwise
		return "", err
	}
	// Without the entry, this process and the cookie still have the sid.
	_ = s.put(ctx, id, next)
	return next, nil
}

func (s *SharedRenewals) put(ctx context.Context, id, sid string) error {
	return s.store.Put(ctx, id, s.box.Seal([]byte(sid), id), time.Now().Add(renewalRetention))
}
