package e2e_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/store/storetest/realredis"
)

// Player input, upstream secrets and session tokens are never logged, whatever the outcome of
// a call.
func TestLogContainsNoSecrets(t *testing.T) {
	parallel(t)
	p := startServer(t, []string{"CROUPIER_LOG_LEVEL=debug"}, t.TempDir())
	const (
		password = "Sifre-Ornek-4711"
		iban     = "TR330006100519786457841326"
		identity = "10000000146"
		mail     = "gizli@ornek.test"
		forged   = "eyJhbGciOiJub25lIn0.c2VjcmV0.forgedforged"
		query    = "tokenInTheQuery"
	)
	secrets := map[string]string{
		"password": password, "iban": iban, "identity": identity, "mail": mail, "forged cookie": forged,
		"query": query, "authenticator": "JBSWY3DPEHPK3PXPKRUW2ZLO",
	}
	v := visitor{p.Address, "localhost", "secrets"}
	fault := func(call, kind string) {
		t.Helper()
		control(t, v.client(), "fault", `{"call":"`+call+`","kind":`+kind+`,"times":1}`)
	}
	do := func(method, path, body string) {
		t.Helper()
		_, _, _, err := v.client().Do(method, path, []byte(body), map[string]string{
			"Content-Type": "application/json",
			"panel":        "frontend",
		})
		require.NoError(t, err)
	}
	wrongLogin := map[string]any{"username": "demo", "password": password}
	v.call(t, forged, "user/login", wrongLogin)
	v.call(t, forged, "finance/check_balance", nil)
	for _, kind := range []string{
		`"malformed"`, `"truncated"`, `"wrong-type"`, `"reset"`, `"maintenance"`,
		`"status","status":500`,
	} {
		fault("user/login", kind)
		v.call(t, "", "user/login", wrongLogin)
	}
	v.call(t, "", "user/login", map[string]any{"username": "demo", "password": []any{password}})
	v.call(t, "", "user/forgot", map[string]any{"email": mail})
	v.call(t, "", "user/pass_reset", map[string]any{"token": password, "password": password, "password_confirm": password + "x"})

	_, a, token := v.call(t, "", "user/login", map[string]any{"username": "ikili", "password": "Demo123"})
	var in struct{ UID, SID, UIP string }
	unmarshal(t, a["data"], &in)
	code := totpCode(t, v.client())
	v.call(t, token, "user/check_ga", map[string]any{"ga_code": code["ga_code"], "SiteType": password})
	_, _, complete := v.call(t, token, "user/check_ga", code)
	v.call(t, complete, "finance/save_bank_account", map[string]any{
		"owner": "İpek Yalın", "bankID": 1, "branch_code": "1",
		"account_number": "1", "iban": iban,
	})
	v.call(t, complete, "user/pass_change", map[string]any{
		"password": password, "new_password": password,
		"new_password_confirm": password,
	})
	fault("user/claim_bonus", `"truncated"`)
	v.callWith(t, "user/claim_bonus", map[string]any{"bonusID": 1, "note": password}, map[string]string{"Cookie": "croupier=" +
		complete, "Idempotency-Key": uuid.NewString()})
	for _, path := range []string{"/v1/bootstrap?token=" + query, "/account_reset?token=" + query, "/v1/" + query} {
		do(http.MethodGet, path, "")
	}
	for _, body := range []string{`{"` + password, `{"` + password + `":1}`, `{"api":{"class":"` + password + `","method":"x"}}`} {
		do(http.MethodPost, "/endpoint/v1", body)
	}
	var logged []struct{ User map[string]string }
	unmarshal(t, control(t, v.client(), "calls?limit=100", ""), &logged)
	for _, s := range logged {
		if s.User["sid"] != "" {
			secrets["the platform's session"] = s.User["sid"]
		}
	}
	// The quotation mark before the code distinguishes it from six digits of a time stamp.
	for name, value := range map[string]string{
		"token": token, "complete token": complete, "sealed sid": in.SID,
		"sealed uid": in.UID, "code": fmt.Sprint(`"`, code["ga_code"]),
	} {
		secrets[name] = value
		require.True(t, len(value) >= 5, "no value for %s", name)
	}
	require.NoError(t, p.Stop())
	log := p.Log()
	for name, value := range secrets {
		if at := strings.Index(log, value); at >= 0 {
			start := strings.LastIndexByte(log[:at], '\n') + 1
			t.Errorf("the log contains the %s: %.400s", name, log[start:])
		}
	}
	assert.True(t, strings.Contains(log, `"call":"user/login"`) && strings.Contains(log, `"debug":"outcome unknown"`),
		"log entries are missing:\n%s", log)
}

// The Redis URL contains the password. It is not logged even if Redis is unreachable or rejects
// the password.
func TestLogContainsNoRedisPassword(t *testing.T) {
	parallel(t)
	const password = "Redis-Ornek-4711"
	redis := realredis.Start(t)
	_, err := redis.Do("CONFIG", "SET", "requirepass", password)
	require.NoError(t, err)
	env := func(password string) []string {
		return []string{"CROUPIER_LOG_LEVEL=debug", "CROUPIER_REDIS_URL=redis://:" + password + "@" + redis.Address() + "/0?timeout=5s"}
	}
	const wrong = password + "-wrong"
	out := runFailing(t, env(wrong), serveArgs(t.TempDir())...)
	assert.True(t, !strings.Contains(out, wrong) && strings.Contains(out, "WRONGPASS"), "a wrong password: %s", out)
	p := startServer(t, env(password), t.TempDir())
	v := visitor{p.Address, "localhost", ""}
	token := v.login(t, "", "demo", "Demo123")
	redis.Kill()
	v.call(t, token, "user/logout", nil)
	v.call(t, "", "casino/provider_list", nil)
	v.mustPay(t, token, firstKey, 1)
	require.NoError(t, p.Stop())
	log := p.Log()
	assert.True(t, !strings.Contains(log, password) && strings.Contains(log, "redis: "),
		"the log contains the password, or no Redis error:\n%s", log)
}
