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

// stuck is a journal whose store is lost between a claim and its release.
type stuck struct{ *journal }

func (stuck) Release(context.Context, bff.IdempotencyKey) error {
	return errors.New("the store is gone")
}

func TestARefusalIsToldThoughItsKeyStaysClaimed(t *testing.T) {
	claim := api("user/claim_bonus", `{"bonusID":1}`)
	key := header("Idempotency-Key", "5f0e0d5e-6d7c-4b58-9a51-0b1c5a3d0003")
	for _, row := range []struct {
		name    string
		prepare func(*rig)
		status  int
		debug   string
		ended   int
	}{
		{"the platform no longer knows the session", func(r *rig) {
			r.says(bff.Answer{Message: "Oturum Süresi Doldu", Code: 401, Debug: "anonymous user"})
		}, http.StatusOK, "anonymous user", 1},
		{"nothing was sent", func(r *rig) { r.fails(bff.ReasonUnavailable) }, http.StatusServiceUnavailable, "upstream unavailable", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRig(t, func(o *gateway.Options) { o.IdempotencyStore = stuck{o.IdempotencyStore.(*journal)} })
			r.sessions.open("s")
			row.prepare(r)
			w, e := r.call(claim, cookie("s"), key)
			if w.Code != row.status || e.debug() != row.debug || len(r.sessions.ended) != row.ended {
				t.Errorf("%d %s, sessions ended %v", w.Code, w.Body, r.sessions.ended)
			}
			if !strings.Contains(r.log.String(), "the store is gone") {
				t.Errorf("operators are not told: %s", r.log.String())
			}
		})
	}
}
