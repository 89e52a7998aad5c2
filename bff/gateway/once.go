package gateway

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"runtime/debug"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
)

// idempotencyKey reads the header that every money call carries: one UUID, made once per
// form fill (calls.md §5).
func idempotencyKey(h http.Header) (string, error) {
	values := h.Values(contract.IdempotencyHeader)
	if len(values) != 1 || !isUUID(values[0]) {
		return "", bff.ReasonKeyMissing
	}
	return strings.ToLower(values[0]), nil
}

// isUUID tells whether s is a UUID in its usual form; others of the many forms that
// libraries read would be other keys for the same UUID.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, c := range []byte(s) {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (c == '-') || !dash && !isHex(c) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool {
	return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// once sends a money call at most once for its key, ever. The claim is written down before
// anything is sent; from then on the visitor's going away changes nothing, for an answer
// that nobody has recorded is a deposit that nobody knows of.
func (g *gateway) once(x *exchange, up bff.Upstream) (*bff.Answer, error) {
	key := bff.IdempotencyKey{Brand: x.scope.Brand.ID, Player: x.inWorld(playerOf(x)), Key: x.out.IdempotencyKey}
	body, err := fingerprint(x.out)
	if err != nil {
		return nil, err
	}
	first, err := g.IdempotencyStore.Claim(x.ctx, key, body)
	if err != nil || first != nil {
		return first, err
	}
	ctx := context.WithoutCancel(x.ctx)
	answer, err := calmly(ctx, up, x.out)
	switch {
	case g.nothingDone(x, answer, err):
		if stuck := g.IdempotencyStore.Release(ctx, key); stuck != nil {
			// A repeat is told to look at the history: cautious, never wrong.
			g.Log.WarnContext(ctx, "the key of a money call that did nothing stays claimed", "cause", stuck.Error())
		}
		return answer, err
	case err == nil:
		if err := g.IdempotencyStore.Finish(ctx, key, answer); err != nil {
			return nil, bff.OutcomeUnknown(bff.ReasonInternal).WithCause(err)
		}
		return answer, nil
	}
	unknown := bff.OutcomeUnknown(reasonOf(err)).WithCause(err)
	return nil, errors.Join(unknown, g.IdempotencyStore.MarkUnknown(ctx, key, unknown))
}

// calmly makes an error of a panic, which may have come after sending.
func calmly(ctx context.Context, up bff.Upstream, r *bff.UpstreamRequest) (a *bff.Answer, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = bff.ReasonInternal.WithCause(&panicError{value: p, stack: debug.Stack()})
		}
	}()
	return up.Do(ctx, r)
}

// nothingDone tells whether a money call certainly changed nothing, so that the player may
// send the same form again: the chain says `upstream unavailable` only of what it did not
// send, and a platform that is asked too often, is under maintenance or no longer knows the
// session has refused. (Were the latter kept, the form would log the player out again and again.)
func (g *gateway) nothingDone(x *exchange, a *bff.Answer, err error) bool {
	if err != nil {
		return errors.Is(err, bff.ReasonUnavailable) || errors.Is(err, bff.ReasonMaintenance) || errors.Is(err, bff.ReasonRateLimited)
	}
	return g.meaning(x, a).EndsSession
}

// fingerprint is equal for equal bodies, however they were written and in whatever language
// they are to be answered: who changes that on an unknown outcome pays the same still.
func fingerprint(r *bff.UpstreamRequest) (bff.Fingerprint, error) {
	data := maps.Clone(r.Data)
	delete(data, "Lang")
	b, err := json.Marshal([]any{r.Call.Name(), data}) // maps are written in the order of their keys
	if err != nil {
		return bff.Fingerprint{}, err
	}
	return sha256.Sum256(b), nil
}
