package rest

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"
	"time"

	"golang.org/x/sync/singleflight"

	"croupier/bff"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/indexkey"
	"croupier/bff/internal/sealed"
)

// refresh describes the renewal of a platform session after its token has expired.
type refresh struct {
	query
	when *expr // of an answer: the token has expired, and the platform has done nothing
	sid  *expr // of the answer to the request: the new sid

	// known contains the new sid of renewed sessions for requests with an old sid, in front of
	// SharedRenewals. The cookie stores the new sid durably.
	known   *bounded.Map[string, string] // by keyOf
	running singleflight.Group
}

// maxRenewals bounds the renewed sessions that are remembered.
const maxRenewals = 100_000

// maxRenewalsPerCall bounds the renewals of one call. The sid of another instance may have expired
// too.
const maxRenewalsPerCall = 2

// keyOf returns the hash of a player and a sid.
func keyOf(id *bff.Identity, sid string) string {
	sum := sha256.Sum256([]byte(id.Player() + "\x00" + sid))
	return string(sum[:])
}

// latest returns the newest sid of a session whose sid was renewed.
func (r *refresh) latest(id *bff.Identity, sid string) string {
	for range maxRenewals {
		next, ok := r.known.Get(keyOf(id, sid))
		if !ok || next == sid {
			break
		}
		sid = next
	}
	return sid
}

// renew returns the sid that replaces sid. Concurrent calls share one request, because a refresh
// token may be used once. ask continues if its caller leaves.
func (r *refresh) renew(ctx context.Context, id *bff.Identity, sid string,
	ask func(context.Context) (string, error),
) (string, error) {
	key := keyOf(id, sid)
	result := r.running.DoChan(key, func() (any, error) {
		if next, ok := r.known.Get(key); ok {
			return next, nil
		}
		detached, cancel := context.WithoutCancel(ctx), func() {}
		if deadline, ok := ctx.Deadline(); ok {
			detached, cancel = context.WithDeadline(detached, deadline)
		}
		defer cancel()
		next, err := ask(detached)
		if err == nil {
			r.known.Put(key, next)
		}
		return next, err
	})
	select {
	case ended := <-result:
		next, _ := ended.Val.(string)
		return next, ended.Err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

var (
	errRenewalRefused = errors.New("the platform refused to renew the session")
	errNoSid          = errors.New("no sid")
)

// renew renews the session and uses the new sid from now on.
func (inv *invocation) renew(ctx context.Context) error {
	inv.renewals++
	// The request has a copy of the input, because it may outlast this call.
	asker := &invocation{Adapter: inv.Adapter, request: inv.request, route: inv.route, in: callInput(inv.request)}
	asker.setSID(inv.sid)
	sid, err := inv.mapping.refresh.renew(ctx, inv.request.Identity, inv.sid, asker.askOrShare)
	if err == nil {
		inv.setSID(sid)
		if asker.renewals > 0 {
			inv.renewals = maxRenewalsPerCall // the sid is as new as possible
		}
	}
	return err
}

// askForSID sends the request of refresh and returns the new sid.
func (inv *invocation) askForSID(ctx context.Context) (string, error) {
	inv.renewals++
	r := inv.mapping.refresh
	resp, err := inv.exchange(ctx, &r.query, bff.KindWrite, nil)
	switch {
	case err != nil:
		return "", err
	case resp.Status >= 500, resp.Status == http.StatusTooManyRequests:
		return "", resp.BadAnswer(nil)
	case resp.Status >= 400:
		return "", errRenewalRefused
	}
	sid, _, err := r.sid.text(ctx, resp.input, inv.in)
	if err == nil && sid == "" {
		err = r.sid.failed(errNoSid)
	}
	if err != nil {
		return "", resp.BadAnswer(err)
	}
	return sid, nil
}

// setSID makes expressions and the answer use a sid.
func (inv *invocation) setSID(sid string) {
	inv.sid = sid
	if user, ok := inv.in["user"].(map[string]any); ok {
		user["sid"] = sid
	}
}

// identity returns the identity with the renewed sid, or nil if the sid has not changed.
func (inv *invocation) identity() *bff.Identity {
	id := inv.request.Identity
	if id == nil || inv.sid == id.SID {
		return nil
	}
	renewed := *id
	renewed.SID = inv.sid
	return &renewed
}

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
