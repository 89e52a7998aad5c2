package rest

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

const refreshing = `version: 1
headers: { Authorization: '"Bearer " + (.user.sid | split("~")[0])' }
refresh:
  when: .status == 401 and .body.error == "token_expired"
  method: POST
  path: /oauth/token
  form: { grant_type: '"refresh_token"', refresh_token: '.user.sid | split("~")[1]' }
  sid: .body.access_token + "~" + .body.refresh_token
errors:
  - { status: 401, message: '"Oturum Süresi Doldu"', reason: anonymous user }
calls:
  c/m: { method: POST, path: /profile, data: .body.name }
`

// tokens is a platform whose refresh tokens may be used once.
type tokens struct {
	mu       sync.Mutex
	access   int // number of the valid access token; earlier ones have expired
	renewals atomic.Int64
	calls    atomic.Int64
	refuse   bool
}

func (p *tokens) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	raw, _ := io.ReadAll(r.Body)
	if r.URL.Path == "/oauth/token" {
		p.renewals.Add(1)
		if p.refuse || string(raw) != fmt.Sprintf("grant_type=refresh_token&refresh_token=r%d", p.access) {
			answer(400, "application/json", `{"error":"invalid_grant"}`)(w, r)
			return
		}
		p.access++
		answer(200, "application/json", fmt.Sprintf(`{"access_token":"a%d","refresh_token":"r%d"}`, p.access, p.access))(w, r)
		return
	}
	p.calls.Add(1)
	if r.Header.Get("Authorization") != fmt.Sprintf("Bearer a%d", p.access) {
		answer(401, "application/json", `{"error":"token_expired"}`)(w, r)
		return
	}
	answer(200, "application/json", `{"name":"Ece"}`)(w, r)
}

// sessionCall is a call of a player whose session has a sid.
func sessionCall(t *testing.T, kind bff.Kind, sid string) *bff.UpstreamRequest {
	r := request(t, kind, `{}`)
	r.Identity = &bff.Identity{UID: "u1", SID: sid}
	return r
}

func TestExpiredSessionsAreRenewedOnce(t *testing.T) {
	p := &tokens{access: 1}
	a := adapterTo(t, serve(t, p.ServeHTTP), refreshing)
	expired := "old~r1"
	var running sync.WaitGroup
	for range 16 {
		running.Go(func() {
			got, err := a.Do(t.Context(), sessionCall(t, bff.KindRead, expired))
			assert.True(t, err == nil && string(got.Data) == `"Ece"` && got.Renewed != nil && got.Renewed.SID == "a2~r2" && got.Renewed.UID == "u1",
				"got %+v, %v", got, err)
		})
	}
	running.Wait()
	n := p.renewals.Load()
	assert.EqualValues(t, 1, n, "%d renewals", n)
	// A request that still has the old sid uses the new one at once, also after a second renewal.
	p.mu.Lock()
	p.access = 3 // the platform has replaced a2 by a3, which nobody was told
	p.mu.Unlock()
	before := p.calls.Load()
	got, err := a.Do(t.Context(), sessionCall(t, bff.KindRead, "a3~r3"))
	assert.True(t, err == nil && got.Renewed == nil && p.calls.Load() == before+1, "a valid session: %+v, %v", got, err)
}

func TestExpiredWritesAreNotRepeated(t *testing.T) {
	for _, kind := range []bff.Kind{bff.KindWrite, bff.KindMoney} {
		p := &tokens{access: 1}
		a := adapterTo(t, serve(t, p.ServeHTTP), refreshing)
		got, err := a.Do(t.Context(), sessionCall(t, kind, "old~r1"))
		require.True(t, got == nil && errors.Is(err, bff.ReasonUnavailable) && bff.DeliveryOf(err) == bff.DeliveryAnswered,
			"%s: %v, %v (%s)", kind, got, err, bff.DeliveryOf(err))
		assert.True(t, p.calls.Load() == 1 && p.renewals.Load() == 1,
			"%s: %d calls, %d renewals", kind, p.calls.Load(), p.renewals.Load())
		got, err = a.Do(t.Context(), sessionCall(t, kind, "old~r1"))
		assert.True(t, err == nil && got.Renewed != nil && got.Renewed.SID == "a2~r2", "%s, repeated: %+v, %v", kind, got, err)
	}
}

func TestRefusedRenewalEndsTheSession(t *testing.T) {
	p := &tokens{access: 1, refuse: true}
	a := adapterTo(t, serve(t, p.ServeHTTP), refreshing)
	got, err := a.Do(t.Context(), sessionCall(t, bff.KindRead, "old~r1"))
	assert.True(t, err == nil && got.Debug == "anonymous user" && got.Renewed == nil && p.calls.Load() == 1,
		"got %+v, %v", got, err)
}

func TestFailedRenewalKeepsTheSession(t *testing.T) {
	for _, kind := range []bff.Kind{bff.KindRead, bff.KindMoney} {
		a := adapterTo(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/oauth") {
				answer(503, "application/json", `{}`)(w, r)
				return
			}
			answer(401, "application/json", `{"error":"token_expired"}`)(w, r)
		}), refreshing)
		got, err := a.Do(t.Context(), sessionCall(t, kind, "old~r1"))
		assert.True(t, got == nil && err != nil && !errors.Is(err, bff.ReasonAnonymous) && (kind != bff.KindMoney || bff.DeliveryOf(err) == bff.DeliveryAnswered),
			"%s: %v, %v", kind, got, err)
	}
}

func TestGuestsAreNotRenewed(t *testing.T) {
	p := &tokens{access: 1}
	a := adapterTo(t, serve(t, p.ServeHTTP), strings.Replace(refreshing, `(.user.sid | split("~")[0])`, `"x"`, 1))
	got, err := a.Do(t.Context(), request(t, bff.KindRead, `{}`))
	assert.True(t, err == nil && !got.Result && p.renewals.Load() == 0, "got %+v, %v", got, err)
}
