package rest

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/upstream/envelope"
)

// refresh is how a session of the platform is renewed when its token has expired.
type refresh struct {
	query
	when     *expr // of an answer: the token has expired, and the platform has done nothing
	sid      *expr // of the answer to the request: the new sid
	renewals *renewals
}

// maxRenewals bounds the renewed sessions that are remembered. Each generation holds half of them.
const maxRenewals = 100_000

// renewals remembers the new sid of renewed sessions for the requests that still have an old one:
// concurrent ones, open event streams, and clients without cookies. It is memory of one process, in
// front of SharedRenewals; the cookie holds the new sid durably.
type renewals struct {
	mu       sync.Mutex
	current  map[renewalKey]string
	previous map[renewalKey]string
	running  map[renewalKey]*renewal
}

// maxRenewalsPerCall bounds the renewals of one call: a sid of another instance may have expired too. The
// platform is asked once at most.
const maxRenewalsPerCall = 2

// renewalKey is the hash of a player and a sid.
type renewalKey [sha256.Size]byte

// renewal is a request for a new sid; done is closed when it has ended.
type renewal struct {
	done  chan struct{}
	sid   string
	asked bool // the platform was asked, rather than another instance
	err   error
}

func newRenewals() *renewals {
	return &renewals{current: map[renewalKey]string{}, running: map[renewalKey]*renewal{}}
}

func keyOf(id *bff.Identity, sid string) renewalKey {
	return sha256.Sum256([]byte(id.UID + "\x00" + id.World + "\x00" + sid))
}

// latest returns the newest sid of a session whose sid was renewed.
func (r *renewals) latest(id *bff.Identity, sid string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	for range maxRenewals {
		key := keyOf(id, sid)
		next, ok := r.current[key]
		if !ok {
			next, ok = r.previous[key]
		}
		if !ok || next == sid {
			break
		}
		sid = next
	}
	return sid
}

// store remembers that sid was replaced. The lock is held.
func (r *renewals) store(key renewalKey, next string) {
	if len(r.current) >= maxRenewals/2 {
		r.previous, r.current = r.current, map[renewalKey]string{}
	}
	r.current[key] = next
}

// renew returns the sid that replaces sid. Concurrent calls for the same sid share one request, as a
// refresh token may be used once only. ask runs to its end when its caller leaves. asked reports whether
// the platform was asked.
func (r *renewals) renew(
	ctx context.Context, id *bff.Identity, sid string, ask func(context.Context) (sid string, asked bool, err error),
) (next string, asked bool, err error) {
	key := keyOf(id, sid)
	r.mu.Lock()
	if next, ok := r.current[key]; ok {
		r.mu.Unlock()
		return next, false, nil
	}
	running := r.running[key]
	if running == nil {
		running = &renewal{done: make(chan struct{}), err: errRenewalEnded}
		r.running[key] = running
		deadline, _ := ctx.Deadline()
		detached, cancel := context.WithCancel(context.WithoutCancel(ctx))
		if !deadline.IsZero() {
			cancel()
			detached, cancel = context.WithDeadline(context.WithoutCancel(ctx), deadline)
		}
		go func() {
			defer cancel()
			defer func() {
				r.mu.Lock()
				delete(r.running, key)
				if running.err == nil {
					r.store(key, running.sid)
				}
				r.mu.Unlock()
				close(running.done)
			}()
			running.sid, running.asked, running.err = ask(detached)
		}()
	}
	r.mu.Unlock()
	select {
	case <-running.done:
		return running.sid, running.asked, running.err
	case <-ctx.Done():
		return "", false, ctx.Err()
	}
}

var (
	errRenewalEnded   = errors.New("the renewal ended without a result")
	errRenewalRefused = errors.New("the platform refused to renew the session")
	errNoSid          = errors.New("sid: not a text or number")
)

// expired reports whether an answer says that the token of the session has expired.
func (inv *invocation) expired(ctx context.Context, resp *response) (bool, error) {
	if inv.mapping.refresh == nil || inv.request.Identity == nil || inv.renewals >= maxRenewalsPerCall {
		return false, nil
	}
	return holds(ctx, inv.mapping.refresh.when, resp.input, inv.in)
}

// renew renews the session and uses the new sid from now on.
func (inv *invocation) renew(ctx context.Context) error {
	inv.renewals++
	r := inv.mapping.refresh
	// The request has its own copy of the input, as it may outlast this call.
	asker := &invocation{Adapter: inv.Adapter, request: inv.request, route: inv.route, renewals: maxRenewalsPerCall, in: callInput(inv.request)}
	asker.setSID(inv.sid)
	sid, asked, err := r.renewals.renew(ctx, inv.request.Identity, inv.sid, asker.askOrShare)
	if asked {
		inv.renewals = maxRenewalsPerCall
	}
	if err == nil {
		inv.setSID(sid)
	}
	return err
}

// askOrShare returns the new sid that another instance has received, or asks for one.
func (inv *invocation) askOrShare(ctx context.Context) (sid string, asked bool, err error) {
	if inv.shared == nil {
		sid, err = inv.askForSID(ctx)
		return sid, true, err
	}
	id := inv.request.Identity
	return inv.shared.renew(ctx, func(sid string) string {
		return inv.shared.key.Hash(indexkey.Renewal, inv.base.String(), id.Player(), sid)
	}, inv.sid, inv.askForSID)
}

// askForSID sends the request of refresh and returns the new sid.
func (inv *invocation) askForSID(ctx context.Context) (string, error) {
	r := inv.mapping.refresh
	req, err := inv.newRequest(ctx, &r.query, bff.KindWrite, nil)
	if err != nil {
		return "", inv.requestError(ctx, err)
	}
	resp, err := envelope.Exchange(inv.transport, bff.KindWrite, inv.maxAnswer, req)
	if err != nil {
		return "", err
	}
	body, err := decode(resp.Body)
	if err != nil {
		return "", resp.BadAnswer(err)
	}
	switch {
	case resp.Status >= 400 && resp.Status < 500 && resp.Status != 429:
		return "", errRenewalRefused
	case resp.Status < 200 || resp.Status >= 300:
		return "", resp.BadAnswer(nil)
	}
	v, err := r.sid.eval(ctx, map[string]any{"status": resp.Status, "headers": headerMap(resp.Header), "body": body, "data": nil}, inv.in)
	if err != nil {
		return "", resp.BadAnswer(fmt.Errorf("refresh: %w", err))
	}
	sid, ok := scalarText(v)
	if !ok || sid == "" {
		return "", resp.BadAnswer(fmt.Errorf("refresh: %w", errNoSid))
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

// identity returns the identity with the renewed sid, or nil where it has not changed.
func (inv *invocation) identity() *bff.Identity {
	id := inv.request.Identity
	if id == nil || inv.sid == id.SID {
		return nil
	}
	renewed := *id
	renewed.SID = inv.sid
	return &renewed
}
