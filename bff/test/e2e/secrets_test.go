package e2e_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/player/session"
	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// Croupier never logs player input, upstream secrets or session tokens, for any outcome of a call.
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
	wrongLogin := map[string]any{"username": "demo", "password": password}
	v.call(t, forged, "user/login", wrongLogin)
	v.call(t, forged, "finance/check_balance", nil)
	for _, kind := range []string{
		`"malformed"`, `"truncated"`, `"wrong-type"`, `"reset"`, `"maintenance"`,
		`"status","status":500`,
	} {
		fault(t, v.client(), "user/login", kind)
		v.call(t, "", "user/login", wrongLogin)
	}
	v.call(t, "", "user/login", map[string]any{"username": "demo", "password": []any{password}})
	v.call(t, "", "user/forgot", map[string]any{"email": mail})
	v.call(t, "", "user/pass_reset",
		map[string]any{"token": password, "password": password, "password_confirm": password + "x"})

	pending := v.call(t, "", "user/login", credentials("ikili"))
	var in struct{ UID, SID, UIP string }
	unmarshal(t, pending.Data, &in)
	code := totpCode(t, v.client(), "ikili")
	v.call(t, pending.token, "user/check_ga", map[string]any{"ga_code": code["ga_code"], "SiteType": password})
	complete := v.call(t, pending.token, "user/check_ga", code).token
	v.call(t, complete, "finance/save_bank_account", map[string]any{
		"owner": "İpek Yalın", "bankID": 1, "branch_code": "1", "account_number": "1", "iban": iban,
	})
	v.call(t, complete, "user/pass_change", passwordChange(password, password))
	v.call(t, complete, "user/update_profile", map[string]any{"username": "yeniad", "password": password})
	fault(t, v.client(), "user/claim_bonus", `"truncated"`)
	v.callWith(t, "user/claim_bonus", map[string]any{"bonusID": 1, "note": password},
		map[string]string{"Cookie": "croupier=" + complete, "Idempotency-Key": uuid.NewString()})
	for _, path := range []string{"/v1/bootstrap?token=" + query, "/account_reset?token=" + query, "/v1/" + query} {
		v.get(t, path, nil)
	}
	for _, body := range []string{
		`{"` + password, `{"` + password + `":1}`,
		`{"api":{"class":"` + password + `","method":"x"}}`,
	} {
		header := map[string]string{"Content-Type": "application/json", "panel": "frontend"}
		_, _, _, err := v.client().Do(http.MethodPost, "/endpoint/v1", []byte(body), header)
		require.NoError(t, err)
	}
	var logged []struct{ User map[string]string }
	unmarshal(t, control(t, v.client(), "calls?limit=100", ""), &logged)
	for _, s := range logged {
		if s.User["sid"] != "" {
			secrets["the platform's session"] = s.User["sid"]
		}
	}
	// The quotation mark before the code distinguishes it from six digits of a timestamp.
	for name, value := range map[string]string{
		"token": pending.token, "complete token": complete, "sealed sid": in.SID,
		"sealed uid": in.UID, "code": fmt.Sprint(`"`, code["ga_code"]),
	} {
		secrets[name] = value
		require.GreaterOrEqual(t, len(value), 5, name)
	}
	require.NoError(t, p.Stop())
	log := p.Log()
	for name, value := range secrets {
		if at := strings.Index(log, value); at >= 0 {
			start := strings.LastIndexByte(log[:at], '\n') + 1
			t.Errorf("the log contains the %s: %.400s", name, log[start:])
		}
	}
	assert.Contains(t, log, `"call":"user/login"`)
	assert.Contains(t, log, `"debug":"outcome unknown"`)
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
		return []string{
			"CROUPIER_LOG_LEVEL=debug",
			"CROUPIER_REDIS_URL=redis://:" + password + "@" + redis.Address() + "/0?timeout=5s",
		}
	}
	const wrong = password + "-wrong"
	out := runFailing(t, env(wrong), e2e.ServeArgs(t.TempDir())...)
	assert.NotContains(t, out, wrong)
	assert.Contains(t, out, "WRONGPASS")
	v := startAlone(t, env(password))
	token := v.login(t, "demo")
	redis.Kill()
	v.call(t, token, "user/logout", nil)
	v.call(t, "", "casino/provider_list", nil)
	v.pay(t, token, firstKey)
	require.NoError(t, v.Stop())
	assert.NotContains(t, v.Log(), password)
	assert.Contains(t, v.Log(), "redis: ", "a Redis error")
}

// identity is a player with data that occur nowhere else.
type identity struct{ Username, Email, Phone, IBAN, Address, Network string }

var secretPlayer = identity{
	Username: "kuzguncuk.sakini", Email: "kuzguncuk@ornek.test", Phone: "+905559876543",
	IBAN:    "TR830080100001000000000098",
	Address: "203.0.113.77", Network: "2001:db8:4711:815::9",
}

// secretVisitor calls the gateway as secretPlayer, behind a trusted proxy.
type secretVisitor struct {
	visitor
	platform *e2e.Client
	address  string // of the visitor
	token    string
	payments int // each has a separate idempotency key
}

// call makes a call with the idempotency key of the next payment.
func (v *secretVisitor) call(t *testing.T, call string, data map[string]any) answer {
	a := v.callWith(t, call, data, map[string]string{
		"X-Forwarded-For": v.address, "Cookie": "croupier=" + v.token, "Idempotency-Key": paymentKey(v.payments + 1),
	})
	v.token = strings.TrimPrefix(cmp.Or(a.token, v.token), "-")
	return a
}

func paymentKey(n int) string { return fmt.Sprintf("5a0c0d6e-1111-4b4e-9a40-0f6d1f6f%04d", n) }

// mustCall makes a call that must succeed.
func (v *secretVisitor) mustCall(t *testing.T, call string, data map[string]any) json.RawMessage {
	a := v.call(t, call, data)
	require.True(t, a.Result, "%s: %s %s", call, a, a.Message)
	return a.Data
}

// mailed returns the token or code of the last message to a recipient.
func (v *secretVisitor) mailed(t *testing.T, to string) string {
	var mails []struct{ Token, Code string }
	unmarshal(t, control(t, v.platform, "mail?to="+strings.ReplaceAll(to, "+", "%2B"), ""), &mails)
	return mails[0].Token + mails[0].Code
}

// useEverything makes all kinds of a player's calls. It returns the uid and the platform's sids.
func (v *secretVisitor) useEverything(t *testing.T) (uid string, sids []string) {
	const password, changed = "Kuzguncuk-1453", "Kuzguncuk-1454"
	login := map[string]any{"username": secretPlayer.Username, "password": password}
	v.mustCall(t, "user/register", map[string]any{
		"firstname": "Nil", "lastname": "Taze", "birthdate": "1999-05-14", "national_id": "10000000696",
		"country": "TR", "city": "İzmir",
		"address": "Kordon 1", "currency": "TRY", "username": secretPlayer.Username, "email": secretPlayer.Email,
		"email_confirm": secretPlayer.Email,
		"phone":         secretPlayer.Phone, "password": password, "password_confirm": password, "rules_accepted": true,
	})
	v.mustCall(t, "user/register_confirm", map[string]any{"token": v.mailed(t, secretPlayer.Email)})
	v.call(t, "user/login", map[string]any{"username": secretPlayer.Username, "password": "wrong-" + password})
	v.call(t, "user/forgot", map[string]any{"email": secretPlayer.Email})
	v.mustCall(t, "user/login", login)
	v.mustCall(t, "user/sms_send", map[string]any{"phone": secretPlayer.Phone})
	v.mustCall(t, "user/sms_validate", map[string]any{"code": v.mailed(t, secretPlayer.Phone)})
	v.mustCall(t, "user/user_generate_ga", nil)
	v.mustCall(t, "user/check_ga", totpCode(t, v.platform, secretPlayer.Username))
	v.call(t, "user/logout", nil)
	v.address = secretPlayer.Network
	v.mustCall(t, "user/login", login)
	v.call(t, "user/check_ga", map[string]any{"ga_code": "000000"})
	control(t, v.platform, "clock", `{"advance":"2m"}`) // a used code is not accepted again
	v.mustCall(t, "user/check_ga", totpCode(t, v.platform, secretPlayer.Username))
	v.mustCall(t, "user/refresh", nil)
	v.mustCall(t, "user/get_user_profile", nil)
	var account struct{ BankAccountID int }
	unmarshal(t, v.mustCall(t, "finance/save_bank_account", map[string]any{
		"owner": "Nil Taze", "bankID": 1, "branch_code": "10", "account_number": secretPlayer.IBAN[24:],
		"iban": secretPlayer.IBAN,
	}), &account)
	deposit := map[string]any{
		"Type": 1, "transferType": 1, "methodID": 11, "amount": 500, "bankID": 1, "sender": "Nil Taze",
		"note": secretPlayer.Phone,
	}
	withdrawal := map[string]any{
		"Type": 2, "methodID": 61, "amount": 300, "bankAccountID": account.BankAccountID,
		"id_valid_until": "2031-04-30",
	}
	pay := func(call string, data map[string]any) (debug string) { // recorded for every response of the platform
		debug = v.call(t, call, data).Debug
		v.payments++
		return debug
	}
	const transfer = "finance/save_bank_transfer"
	pay(transfer, deposit)
	fault(t, v.platform, transfer, `"reset"`)
	assert.Equal(t, "outcome unknown", pay(transfer, deposit), "a deposit that the platform does not answer")
	fault(t, v.platform, transfer,
		`"answer","answer":{"result":true,"message":"`+secretPlayer.IBAN+`","data":{"transaction_id":1,"note":"`+secretPlayer.Email+`"}}`)
	assert.Equal(t, "", pay(transfer, deposit), "a deposit with the player in the response")
	pay(transfer, withdrawal)
	pay("user/claim_bonus", map[string]any{"bonusID": 1})
	v.mustCall(t, "casino/games_list", map[string]any{"favorites": true})
	v.mustCall(t, "casino/provider_list", nil)
	v.mustCall(t, "user/pass_change", passwordChange(password, changed))
	login["password"] = changed
	v.mustCall(t, "user/login", login)
	var logged []struct{ User map[string]string }
	unmarshal(t, control(t, v.platform, "calls?limit=1000", ""), &logged)
	for _, c := range logged {
		if c.User["sid"] != "" {
			uid, sids = c.User["uid"], append(sids, c.User["sid"])
		}
	}
	require.NotEqual(t, "", uid, "the platform received no session")
	return uid, sids
}

// dataFolder returns the content of all files in a data directory except the key file.
func dataFolder(t *testing.T, dir string) (content []byte) {
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == session.KeyFileName {
			return err
		}
		raw, err := os.ReadFile(filepath.Join(dir, path))
		content = append(content, raw...)
		return err
	})
	require.NoError(t, err)
	return content
}

const dumpScript = `
local out = {}
for _, k in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', k).ok
  local read = {string={'GET', k}, hash={'HGETALL', k}, list={'LRANGE', k, 0, -1}, set={'SMEMBERS', k}, zset={'ZRANGE', k, 0, -1, 'WITHSCORES'}}
  out[#out+1] = {k, redis.call(unpack(read[kind]))}
end
return out`

// The stores contain no plain identities of players in keys or values. Exceptions are players in
// the audit log that staff acted on, and the addresses of staff.
func TestStoresContainNoIdentities(t *testing.T) {
	parallel(t)
	for name, shared := range map[string]bool{"embedded": false, "redis": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mock, dir := startMock(t), t.TempDir()
			env := inFrontOf(mock.Address)
			config := "trusted_proxies: [127.0.0.1/32]\n"
			var redis *realredis.Server
			if shared {
				redis = realredis.Start(t)
				env, config = append(env, "CROUPIER_REDIS_URL="+redis.URL()), config+"session: { store: redis }\n"
			}
			p := startServer(t, env, dir, "--config", writeConfig(t, config, nil))
			v := &secretVisitor{
				visitor: visitor{p.Address, "localhost", ""}, platform: e2e.NewClient(mock.Address, "localhost", ""),
				address: secretPlayer.Address,
			}
			uid, sids := v.useEverything(t)
			addAccount(t, dir, env, "destek", "support", passwords["destek"])
			support := staffLogin(t, v.visitor, "destek")
			// The store also contains the data of the player that staff can search.
			assert.Contains(t, support.get(t, "/players?q="+secretPlayer.Email, nil), `"uid":"`+uid+`"`)
			raw := support.get(t, "/players/marmara/"+uid, nil)
			assert.Contains(t, raw, paymentKey(1))
			assert.Contains(t, raw, secretPlayer.Username)
			require.NoError(t, p.Stop())
			// The dump must be complete.
			dump, marks := dataFolder(t, dir), []string{}
			for n := range v.payments {
				marks = append(marks, paymentKey(n+1))
			}
			if !shared {
				marks = append(marks, "sessions", "revocations", "player/", "collection/requests", "collection/players")
			} else { // the data directory contains the mirror
				out, err := exec.Command("redis-cli", "-p", strconv.Itoa(redis.Port), "EVAL", dumpScript, "0").Output()
				require.NoError(t, err)
				dump = append(dump, out...)
				marks = append(marks, "croupier:limit:password:marmara", "croupier:revocation:player/",
					"croupier:session-ids:",
					"croupier:ticket:", "croupier:cache:", "croupier:idempotency:", "croupier:collection:requests:",
					"croupier:collection:players:")
			}
			for _, mark := range marks {
				assert.True(t, bytes.Contains(dump, []byte(mark)), "the dump has no %s", mark)
			}
			secrets := map[string]string{
				"user name": regexp.QuoteMeta(secretPlayer.Username), "e-mail": regexp.QuoteMeta(secretPlayer.Email),
				"phone": secretPlayer.Phone[3:],
				"IBAN":  secretPlayer.IBAN[2:], "address": regexp.QuoteMeta(secretPlayer.Address),
				"network": "2001:db8:4711:815:",
				"uid":     `\b` + uid + `\b`, // a short number, which may be part of a hash or a time
			}
			for i, sid := range sids {
				secrets["sid "+strconv.Itoa(i)] = regexp.QuoteMeta(sid)
			}
			for name, secret := range secrets {
				assert.Nil(t, regexp.MustCompile(`(?is).{0,60}`+secret+`.{0,20}`).Find(dump),
					"the store contains the %s", name)
			}
		})
	}
}
