package gateway_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/gateway"
)

// failingRelease is a store whose Release fails.
type failingRelease struct{ *idempotencyStore }

func (failingRelease) Release(context.Context, bff.IdempotencyKey) error {
	return errors.New("the store is gone")
}

func TestRefusalIsReturnedWhenReleaseFails(t *testing.T) {
	claim := api("user/claim_bonus", `{"bonusID":1}`)
	key := header("Idempotency-Key", "5f0e0d5e-6d7c-4b58-9a51-0b1c5a3d0003")
	for _, row := range []struct {
		name    string
		prepare func(*fixture)
		status  int
		debug   string
		ended   int
	}{
		{"the platform no longer knows the session", func(r *fixture) {
			r.respond(bff.Answer{Message: "Oturum Süresi Doldu", Code: 401, Debug: "anonymous user"})
		}, http.StatusOK, "anonymous user", 1},
		{"nothing was sent", func(r *fixture) { r.failWith(bff.ReasonUnavailable.WithDelivery(bff.DeliveryNotSent)) }, http.StatusServiceUnavailable, "upstream unavailable", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newFixture(t, func(o *gateway.Options) { o.IdempotencyStore = failingRelease{o.IdempotencyStore.(*idempotencyStore)} })
			r.sessions.open("s")
			row.prepare(r)
			w, e := r.call(claim, cookie("s"), key)
			if w.Code != row.status || e.debug() != row.debug || len(r.sessions.ended) != row.ended {
				t.Errorf("%d %s, sessions ended %v", w.Code, w.Body, r.sessions.ended)
			}
			if !strings.Contains(r.log.String(), "the store is gone") {
				t.Errorf("the failure was not logged: %s", r.log.String())
			}
		})
	}
}
