package e2e_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// Player input, upstream secrets and session tokens are never logged, whatever the outcome of
// a call.
func TestLogContainsNoSecrets(t *testing.T) {
	t.Parallel()
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
	c := e2e.NewClient(p.Address, "localhost", "secrets")
	wrongLogin := map[string]any{"username": "demo", "password": password}
	v.call(t, forged, "user/login", wrongLogin)
	v.call(t, forged, "finance/check_balance", nil)
	for _, kind := range []string{`"malformed"`, `"truncated"`, `"wrong-type"`, `"reset"`, `"maintenance"`, `"status","status":500`} {
		control(t, c, "fault", `{"call":"user/login","kind":`+kind+`,"times":1}`)
		v.call(t, "", "user/login", wrongLogin)
	}
	v.call(t, "", "user/login", map[string]any{"username": "demo", "password": []any{password}})
	v.call(t, "", "user/forgot", map[string]any{"email": mail})
	v.call(t, "", "user/pass_reset", map[string]any{"token": password, "password": password, "password_confirm": password + "x"})

	_, a, token := v.call(t, "", "user/login", map[string]any{"username": "ikili", "password": "Demo123"})
	var in struct{ UID, SID, UIP string }
	if err := json.Unmarshal(a["data"], &in); err != nil || in.SID == "" {
		t.Fatalf("%v %s", err, a["message"])
	}
	var totp struct{ Code string }
	if err := json.Unmarshal(control(t, c, "totp?username=ikili", ""), &totp); err != nil {
		t.Fatal(err)
	}
	v.call(t, token, "user/check_ga", map[string]any{"ga_code": totp.Code, "SiteType": password})
	_, _, complete := v.call(t, token, "user/check_ga", map[string]any{"ga_code": totp.Code})
	v.call(t, complete, "finance/save_bank_account", map[string]any{"owner": "İpek Yalın", "bankID": 1, "branch_code": "1", "account_number": "1", "iban": iban})
	v.call(t, complete, "user/pass_change", map[string]any{"password": password, "new_password": password, "new_password_confirm": password})
	key := uuid.NewString()
	control(t, c, "fault", `{"call":"user/claim_bonus","kind":"truncated","times":1}`)
	if _, _, _, err := c.Call("user/claim_bonus", map[string]any{"bonusID": 1, "note": password}, map[string]string{"Cookie": "croupier=" + complete, "Idempotency-Key": key}); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/v1/bootstrap?token=" + query, "/account_reset?token=" + query, "/v1/" + query} {
		if _, _, _, err := c.Do(http.MethodGet, path, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, body := range []string{`{"` + password, `{"` + password + `":1}`, `{"api":{"class":"` + password + `","method":"x"}}`} {
		if _, _, _, err := c.Do(http.MethodPost, "/endpoint/v1", []byte(body), map[string]string{"Content-Type": "application/json", "panel": "frontend"}); err != nil {
			t.Fatal(err)
		}
	}
	var logged []struct{ User map[string]string }
	if err := json.Unmarshal(control(t, c, "calls?limit=100", ""), &logged); err != nil {
		t.Fatal(err)
	}
	for _, s := range logged {
		if s.User["sid"] != "" {
			secrets["the platform's session"] = s.User["sid"]
		}
	}
	for name, value := range map[string]string{"token": token, "complete token": complete, "sealed sid": in.SID, "sealed uid": in.UID, "code": `"` + totp.Code} {
		if value == "" {
			t.Fatalf("no value for %s", name)
		}
		secrets[name] = value
	}
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	log := p.Log()
	// The quotation mark before the code distinguishes it from six digits of a time stamp.
	for name, value := range secrets {
		if at := strings.Index(log, value); at >= 0 {
			start := strings.LastIndexByte(log[:at], '\n') + 1
			t.Errorf("the log contains the %s: %.400s", name, log[start:])
		}
	}
	if !strings.Contains(log, `"call":"user/login"`) || !strings.Contains(log, `"debug":"outcome unknown"`) {
		t.Errorf("log entries are missing:\n%s", log)
	}
}

// The Redis URL contains the password. It is not logged even if Redis is unreachable or rejects
// the password.
func TestLogContainsNoRedisPassword(t *testing.T) {
	t.Parallel()
	const password = "Redis-Ornek-4711"
	redis := realredis.Start(t)
	if _, err := redis.Do("CONFIG", "SET", "requirepass", password); err != nil {
		t.Fatal(err)
	}
	env := func(password string) []string {
		return []string{"CROUPIER_LOG_LEVEL=debug", "CROUPIER_REDIS_URL=redis://:" + password + "@" + redis.Address() + "/0?timeout=5s"}
	}
	args := []string{"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir()}
	const wrong = password + "-wrong"
	if p, err := e2e.Start(binary, env(wrong), args...); err == nil {
		t.Errorf("a wrong password is accepted: %v", p.Stop())
	} else if got := err.Error(); strings.Contains(got, wrong) || !strings.Contains(got, "WRONGPASS") {
		t.Errorf("a wrong password: %s", got)
	}
	p := start(t, env(password), args...)
	v := visitor{p.Address, "localhost", ""}
	token := v.login(t, "", "demo", "Demo123")
	redis.Kill()
	v.call(t, token, "user/logout", nil)
	v.call(t, "", "casino/provider_list", nil)
	v.mustPay(t, token, firstKey, 1)
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	if log := p.Log(); strings.Contains(log, password) || !strings.Contains(log, "redis: ") {
		t.Errorf("the log contains the password, or no Redis error:\n%s", log)
	}
}

func TestErrorsContainNoUpstreamDetails(t *testing.T) {
	t.Parallel()
	c := e2e.NewClient(server.Address, "localhost", "internals")
	for _, kind := range []string{`"malformed"`, `"truncated"`, `"wrong-type"`, `"huge"`, `"reset"`, `"status","status":500`} {
		control(t, c, "fault", `{"call":"cmscontroller/getSpecialDateInf","kind":`+kind+`,"times":2}`)
		_, _, raw, err := c.Call("cmscontroller/getSpecialDateInf", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"<", "conversion", "goroutine", ".go:", "mock", "EOF", "reset", "invalid", "json", "panic", "HTTP"} {
			if strings.Contains(string(raw), text) {
				t.Errorf("%s: the response contains %q: %s", kind, text, raw)
			}
		}
		if status, _, raw, err := c.Do(http.MethodDelete, "/__mock/fault", nil, nil); err != nil || status != 200 {
			t.Fatalf("%d %v %s", status, err, raw)
		}
	}
}
