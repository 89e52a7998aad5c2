package e2e_test

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// Session limits and class limits are independent. Instances share class limits through Redis, but
// each instance counts the calls of a session separately.
func TestRateLimitsBySessionAndClass(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "", map[string]string{"": "limits: { session: { count: 1, window: 1h, burst: 10 }, " +
		"class/livecasino: { count: 1, window: 1h, burst: 4 } }\n"})
	alone, d := startServer(t, nil, t.TempDir(), "--config", file), deployConfig(t, 2, []string{"--config", file})
	for _, row := range []struct {
		name      string
		instances []*e2e.Process
		ofSession int
	}{
		{"one process", []*e2e.Process{alone, alone}, 10},
		{"two instances with one Redis", d.instances, 20},
	} {
		a, b := visitor{row.instances[0].Address, "localhost", ""}, visitor{row.instances[1].Address, "localhost", ""}
		token, other := a.login(t, "demo"), a.login(t, "zengin")
		allowed := func(token, call string) (n int) {
			for refused := 0; n < 30 && refused < 2; a, b = b, a {
				got := a.call(t, token, call, nil)
				require.Contains(t, []int{http.StatusOK, http.StatusTooManyRequests}, got.status, call)
				if refused++; got.status == http.StatusOK {
					n, refused = n+1, 0
				}
			}
			return n
		}
		for _, want := range []struct {
			of, token, call string
			n               int
		}{
			{"one session", token, "system/ping", row.ofSession},
			{"another session", other, "finance/check_balance", row.ofSession},
			{"one class", token, "livecasino/provider_list", 4},
			{"another class", "", "casino/provider_list", 30}, // all
		} {
			assert.Equal(t, want.n, allowed(want.token, want.call), "%s: calls of %s", row.name, want.of)
		}
	}
}

func TestFailedLoginsAreLimitedByAddress(t *testing.T) {
	parallel(t)
	file := writeConfig(t, "", map[string]string{"": "limits: { password_address: { count: 4, window: 10m }, " +
		"forgot_account: { count: 2, window: 1h }, forgot: { count: 5, window: 1h }, register: { count: 2, window: " +
		"1h }, token: { count: 2, window: 1h } }\n"})
	p := startServer(t, nil, t.TempDir(), "--config", file)
	v := visitor{p.Address, "localhost", ""}
	// login checks that all names get one and the same response, which reveals no account.
	login := func(want int, names ...string) {
		answers := map[string]bool{}
		for _, name := range names {
			a := v.call(t, "", "user/login", map[string]any{"username": name, "password": "Wrong123"})
			assert.Equal(t, want, a.status, "%s: %s", name, a.Message)
			answers[a.Message+a.Debug+string(a.Data)] = true
		}
		assert.Len(t, answers, 1, "responses reveal which accounts exist")
	}
	login(http.StatusOK, "demo", "nobody1", "yeni", "nobody2")
	login(http.StatusTooManyRequests, "zengin", "nobody3")
	v.want(t, "", "user/login", credentials("demo"), "429 rate limited")
	assert.NotContains(t, p.Log(), "Wrong123", "the log contains a password")
	for i, row := range []struct {
		email string
		want  int
	}{
		{"demo@example.com", 200},
		{"DEMO@example.com", 200},
		{"demo@example.com", 429}, // the third for one account
		{"nobody@example.com", 200},
		{"nobody@example.com", 200},
		{"another@example.com", 429}, // the sixth from one address
	} {
		a := v.call(t, "", "user/forgot", map[string]any{"email": row.email})
		assert.Equal(t, row.want, a.status, "%d. forgot %s", i+1, row.email)
	}
	for i, want := range []int{200, 200, 429} {
		a := v.call(t, "", "user/register", registration("demo", strconv.Itoa(i)+"@ornek.test", "+905551119900"))
		assert.Equal(t, want, a.status, "%d. registration: %s", i+1, a.Message)
		a = v.call(t, "", "user/register_confirm", map[string]any{"token": strconv.Itoa(i)})
		assert.Equal(t, want, a.status, "%d. token: %s", i+1, a.Message)
	}
}

// Without Redis, an instance counts guesses locally. The count remains when Redis is back.
func TestGuessesAreLimitedWithoutRedis(t *testing.T) {
	parallel(t)
	for name, outage := range map[string]struct {
		begin, end func(*testing.T, *realredis.Server)
	}{
		"killed": {
			func(_ *testing.T, s *realredis.Server) { s.Kill() },
			func(t *testing.T, s *realredis.Server) { s.Run(t) },
		},
		"paused": {
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Suspend(t) },
			func(t *testing.T, s *realredis.Server) { t.Helper(); s.Resume(t) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			redis := realredis.Start(t)
			// This is longer than the default timeout, because a busy machine is not an outage.
			d := deploy(t, 1, "CROUPIER_REDIS_URL=redis://"+redis.Address()+"?timeout=250ms")
			v := d.visitorAt(0)
			token := v.login(t, "demo")
			outage.begin(t, redis)

			const attempts = 16
			wrong := map[string]any{"username": "zengin", "password": "Wrong123"}
			for _, row := range []struct {
				call, token string
				most        int
				data        func(i int) map[string]any
			}{
				{"user/login", "", 8 + 1, func(int) map[string]any { return wrong }}, // including the login above
				{
					"user/pass_change", token, 8,
					func(int) map[string]any { return passwordChange("Wrong123", "Other123") },
				},
				{
					"user/forgot", "", 3,
					func(i int) map[string]any { return map[string]any{"email": strconv.Itoa(i) + "@ornek.test"} },
				},
				{"user/sms_send", token, 5, func(int) map[string]any { return nil }},
				{
					"user/sms_validate", token, 5,
					func(i int) map[string]any { return map[string]any{"code": strconv.Itoa(100_000 + i)} },
				},
				{"user/claim_bonus", token, 0, func(int) map[string]any { return map[string]any{"bonusID": 1} }},
			} {
				limited := 0
				for i := range attempts {
					header := map[string]string{"Cookie": "croupier=" + row.token, "Idempotency-Key": uuid.NewString()}
					if v.callWith(t, row.call, row.data(i), header).status == http.StatusTooManyRequests {
						limited++
					}
				}
				assert.LessOrEqual(t, received(t, d.platform, row.call), row.most, "attempts of %s at the platform",
					row.call)
				altogether := row.call == "user/sms_validate" || row.call == "user/claim_bonus" // refused without Redis
				assert.True(t, altogether || limited > 0, "%s: no attempt was limited", row.call)
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
			assert.Equal(t, attempts-5, refused, "limited logins of staff")

			outage.end(t, redis)
			eventually(t, "a revocation in Redis",
				func() bool { return v.call(t, v.login(t, "yeni"), "user/logout", nil).Result })
			v.want(t, "", "user/login", credentials("zengin"), "429 rate limited")
			v.login(t, "ikili")
		})
	}
}
