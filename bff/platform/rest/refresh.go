package rest

import (
	"context"
	"crypto/sha256"
	"errors"
	"net/http"

	"golang.org/x/sync/singleflight"

	"croupier/bff"
	"croupier/bff/internal/bounded"
)

// refresh describes the renewal of a platform session after its token has expired.
type refresh struct {
	query
	when     *expr // of an answer: the token has expired, and the platform has done nothing
	sid      *expr // of the answer to the request: the new sid
	renewals *renewals
}

// maxRenewals bounds the renewed sessions that are remembered.
const maxRenewals = 100_000

// maxRenewalsPerCall bounds the renewals of one call. The sid of another instance may have expired
// too.
const maxRenewalsPerCall = 2

// renewals remembers the new sid of renewed sessions for requests with an old sid, in front of
// SharedRenewals. The cookie stores the new sid durably.
type renewals struct {
	known   *bounded.Map[string, string] // by keyOf
	running singleflight.Group
}

// keyOf returns the hash of a player and a sid.
func keyOf(id *bff.Identity, sid string) string {
	sum := sha256.Sum256([]byte(id.Player() + "\x00" + sid))
	return string(sum[:])
}

// latest returns the newest sid of a session whose sid was renewed.
func (r *renewals) latest(id *bff.Identity, sid string) string {
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
func (r *renewals) renew(ctx context.Context, id *bff.Identity, sid string,
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
	r := inv.mapping.refresh
	// The request has a copy of the input, because it may outlast this call.
	asker := &invocation{Adapter: inv.Adapter, request: inv.request, route: inv.route, in: callInput(inv.request)}
	asker.setSID(inv.sid)
	sid, err := r.renewals.renew(ctx, inv.request.Identity, inv.sid, asker.askOrShare)
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
