package e2e_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/store/storetest/realredis"
)

// Without Redis, an instance limits guesses by its own count, which stays in force when Redis is back.
func TestGuessesAreLimitedWithoutRedis(t *testing.T) {
	parallel(t)
	for name, outage := range map[string]struct {
		begin, end func(*testing.T, *realredis.Server)
	}{
		"killed": {func(_ *testing.T, s *realredis.Server) { s.Kill() }, func(t *testing.T, s *realredis.Server) { s.Run(t) }},
		"paused": {
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Suspend(t) },
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Resume(t) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			redis := realredis.Start(t)
			// Longer than the default timeout, so that a busy machine is not taken for an outage.
			d := deploy(t, 1, "CROUPIER_REDIS_URL=redis://"+redis.Address()+"?timeout=250ms")
			v := d.visitorAt(0)
			token := v.login(t, "", "demo", "Demo123")
			outage.begin(t, redis)

			const attempts = 16
			wrong := map[string]any{"username": "zengin", "password": "Wrong123"}
			for _, row := range []struct {
				call, token string
				most        int
				data        func(i int) map[string]any
			}{
				{"user/login", "", 8 + 1, func(int) map[string]any { return wrong }}, // one was the login above
				{"user/pass_change", token, 8, func(int) map[string]any {
					return map[string]any{"password": "Wrong123", "new_password": "Other123", "new_password_confirm": "Other123"}
				}},
				{"user/forgot", "", 3, func(i int) map[string]any { return map[string]any{"email": strconv.Itoa(i) + "@ornek.test"} }},
				{"user/sms_send", token, 5, func(int) map[string]any { return nil }},
				{"user/sms_validate", token, 5, func(i int) map[string]any { return map[string]any{"code": strconv.Itoa(100_000 + i)} }},
				{"user/claim_bonus", token, 0, func(int) map[string]any { return map[string]any{"bonusID": 1} }},
			} {
				limited := 0
				for i := range attempts {
					status, _, _ := v.callWith(t, row.call, row.data(i), map[string]string{
						"Cookie":          "croupier=" + row.token,
						"Idempotency-Key": uuid.NewString(),
					})
					if status == http.StatusTooManyRequests {
						limited++
					}
				}
				n := received(t, d.platform, row.call)
				assert.True(t, n <= row.most, "%s: %d attempts reached the platform, want at most %d", row.call, n, row.most)
				altogether := row.call == "user/sms_validate" || row.call == "user/claim_bonus" // refused without the store
				if !altogether && limited == 0 {
					t.Errorf("%s: no attempt was limited", row.call)
				}
			}
			refused := 0
			for range attempts {
				status, raw := staffClient{v.client(), d.brand}.do(t, http.MethodPost, "/login",
					`{"username":"destek","password":"Wrong-123"}`)
				require.True(t, status != http.StatusOK && status != http.StatusUnauthorized,
					"a login of staff without the store: %d %s", status, raw)
				if status == http.StatusTooManyRequests {
					refused++
				}
			}
			assert.Equal(t, attempts-5, refused, "%d of %d logins of staff were limited", refused, attempts)

			outage.end(t, redis)
			eventually(t, "a revocation in Redis", func() bool {
				_, a, _ := v.call(t, v.login(t, "", "yeni", "Demo123"), "user/logout", nil)
				return string(a["result"]) == "true"
			})
			v.want(t, "", "user/login", map[string]any{"username": "zengin", "password": "Demo123"}, http.StatusTooManyRequests,
				"rate limited")
			v.login(t, "", "ikili", "Demo123")
		})
	}
}
