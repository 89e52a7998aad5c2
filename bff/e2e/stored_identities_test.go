package e2e_test

import (
	"bytes"
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

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/e2e"
	"croupier/bff/session"
	"croupier/bff/store/storetest/realredis"
)

// identity is a player whose data occur nowhere else.
type identity struct{ Username, Email, Phone, IBAN, Address, Network string }

var secretPlayer = identity{
	Username: "kuzguncuk.sakini", Email: "kuzguncuk@ornek.test", Phone: "+905559876543", IBAN: "TR830080100001000000000098",
	Address: "203.0.113.77", Network: "2001:db8:4711:815::9",
}

// secretVisitor calls the gateway as secretPlayer, behind a trusted proxy.
type secretVisitor struct {
	visitor
	platform *e2e.Client
	address  string // of the visitor
	token    string
	payments int // so far; each has an idempotency key of its own
}

// call makes a call of any result with the next idempotency key of a payment.
func (v *secretVisitor) call(t *testing.T, call string, data map[string]any) map[string]json.RawMessage {
	t.Helper()
	_, a, next := v.callWith(t, call, data, map[string]string{
		"X-Forwarded-For": v.address, "Cookie": "croupier=" + v.token, "Idempotency-Key": paymentKey(v.payments + 1),
	})
	if next == "-" {
		v.token = ""
	} else if next != "" {
		v.token = next
	}
	return a
}

// paymentKey returns the idempotency key of the nth payment.
func paymentKey(n int) string { return fmt.Sprintf("5a0c0d6e-1111-4b4e-9a40-0f6d1f6f%04d", n) }

// mustCall is call that fails the test unless the result is true.
func (v *secretVisitor) mustCall(t *testing.T, call string, data map[string]any) json.RawMessage {
	t.Helper()
	a := v.call(t, call, data)
	require.Equal(t, "true", string(a["result"]), "%s: %s %s", call, a["message"], a["debug"])
	return a["data"]
}

// mailed returns the token or code of the last message to a recipient.
func (v *secretVisitor) mailed(t *testing.T, to string) string {
	t.Helper()
	var mails []struct{ Token, Code string }
	unmarshal(t, control(t, v.platform, "mail?to="+strings.ReplaceAll(to, "+", "%2B"), ""), &mails)
	return mails[0].Token + mails[0].Code
}

// code returns the current code of the player's authenticator.
func (v *secretVisitor) code(t *testing.T) map[string]any {
	t.Helper()
	var totp struct{ Code string }
	unmarshal(t, control(t, v.platform, "totp?username="+secretPlayer.Username, ""), &totp)
	return map[string]any{"ga_code": totp.Code}
}

// useEverything makes the calls of a player's life, and returns the uid and the platform's sids.
func (v *secretVisitor) useEverything(t *testing.T) (uid string, sids []string) {
	t.Helper()
	const password, changed = "Kuzguncuk-1453", "Kuzguncuk-1454"
	login := map[string]any{"username": secretPlayer.Username, "password": password}
	v.mustCall(t, "user/register", map[string]any{
		"firstname": "Nil", "lastname": "Taze", "birthdate": "1999-05-14", "national_id": "10000000696", "country": "TR", "city": "İzmir",
		"address": "Kordon 1", "currency": "TRY", "username": secretPlayer.Username, "email": secretPlayer.Email, "email_confirm": secretPlayer.Email,
		"phone": secretPlayer.Phone, "password": password, "password_confirm": password, "rules_accepted": true,
	})
	v.mustCall(t, "user/register_confirm", map[string]any{"token": v.mailed(t, secretPlayer.Email)})
	v.call(t, "user/login", map[string]any{"username": secretPlayer.Username, "password": "wrong-" + password})
	v.call(t, "user/forgot", map[string]any{"email": secretPlayer.Email})
	v.mustCall(t, "user/login", login)
	v.mustCall(t, "user/sms_send", map[string]any{"phone": secretPlayer.Phone})
	v.mustCall(t, "user/sms_validate", map[string]any{"code": v.mailed(t, secretPlayer.Phone)})
	v.mustCall(t, "user/user_generate_ga", nil)
	v.mustCall(t, "user/check_ga", v.code(t))
	v.call(t, "user/logout", nil)
	v.address = secretPlayer.Network
	v.mustCall(t, "user/login", login)
	v.call(t, "user/check_ga", map[string]any{"ga_code": "000000"})
	control(t, v.platform, "clock", `{"advance":"2m"}`) // a used code is not accepted again
	v.mustCall(t, "user/check_ga", v.code(t))
	v.mustCall(t, "user/refresh", nil)
	v.mustCall(t, "user/get_user_profile", nil)
	var account struct{ BankAccountID int }
	unmarshal(t, v.mustCall(t, "finance/save_bank_account", map[string]any{
		"owner": "Nil Taze", "bankID": 1, "branch_code": "10", "account_number": secretPlayer.IBAN[24:], "iban": secretPlayer.IBAN,
	}), &account)
	deposit := map[string]any{
		"Type": 1, "transferType": 1, "methodID": 11, "amount": 500, "bankID": 1, "sender": "Nil Taze",
		"note": secretPlayer.Phone,
	}
	withdrawal := map[string]any{
		"Type": 2, "methodID": 61, "amount": 300, "bankAccountID": account.BankAccountID,
		"id_valid_until": "2031-04-30",
	}
	for i, payment := range []map[string]any{
		deposit, deposit, withdrawal,
		{"bonusID": 1},
	} { // each is recorded, whatever the platform answers
		call := "finance/save_bank_transfer"
		if i == 1 {
			control(t, v.platform, "fault", `{"call":"`+call+`","kind":"reset","times":1}`)
		} else if i == 3 {
			call = "user/claim_bonus"
		}
		if a := v.call(t, call, payment); i == 1 && string(a["debug"]) != `"outcome unknown"` {
			t.Errorf("a deposit that the platform does not answer: %s", a["debug"])
		}
		v.payments++
	}
	v.mustCall(t, "casino/games_list", map[string]any{"favorites": true})
	v.mustCall(t, "casino/provider_list", nil)
	v.mustCall(t, "user/pass_change", map[string]any{"password": password, "new_password": changed, "new_password_confirm": changed})
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

// dataFolder returns the content of all files in a data folder but the key file.
func dataFolder(t *testing.T, dir string) (content []byte) {
	t.Helper()
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

// dumpScript returns every key of Redis with its value.
const dumpScript = `
local out = {}
for _, k in ipairs(redis.call('KEYS', '*')) do
  local kind = redis.call('TYPE', k).ok
  local read = {string={'GET', k}, hash={'HGETALL', k}, list={'LRANGE', k, 0, -1}, set={'SMEMBERS', k}, zset={'ZRANGE', k, 0, -1, 'WITHSCORES'}}
  out[#out+1] = {k, redis.call(unpack(read[kind]))}
end
return out`

// The stores hold no identity in the clear, neither in keys nor in values. What staff read is not
// among it: the audit log names players that staff acted on, and staff's own addresses.
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
			runStaff(t, dir, env, "Destek123!", "add", "destek", "--role", "support", "--password-file", "-")
			support := staffLogin(t, v.visitor, "destek", "Destek123!")
			// What staff find of the player is in the store as well.
			assert.Contains(t, support.must(t, http.MethodGet, "/players?q="+secretPlayer.Email, "", http.StatusOK, nil), `"uid":"`+uid+`"`,
				"search by e-mail")
			raw := support.must(t, http.MethodGet, "/players/marmara/"+uid, "", http.StatusOK, nil)
			assert.True(t, strings.Contains(raw,
				paymentKey(1)) && strings.Contains(raw, secretPlayer.Username),
				"the player: %s", raw)
			require.NoError(t, p.Stop())
			// The dump has to be complete.
			dump, marks := dataFolder(t, dir), []string{}
			for n := range v.payments {
				marks = append(marks, paymentKey(n+1))
			}
			if !shared {
				marks = append(marks, "sessions", "revocations", "player/", "collection/requests", "collection/players")
			} else { // the data folder has the mirror
				out, err := exec.Command("redis-cli", "-p", strconv.Itoa(redis.Port), "EVAL", dumpScript, "0").Output()
				require.NoError(t, err)
				dump = append(dump, out...)
				for _, kind := range []string{
					"limit:password:marmara", "revocation:player/", "session-ids:", "ticket:", "cache:",
					"idempotency:", "collection:requests:", "collection:players:",
				} {
					marks = append(marks, "croupier:"+kind)
				}
			}
			for _, mark := range marks {
				assert.True(t, bytes.Contains(dump, []byte(mark)), "the dump has no %s", mark)
			}
			secrets := map[string]string{
				"user name": regexp.QuoteMeta(secretPlayer.Username), "e-mail": regexp.QuoteMeta(secretPlayer.Email), "phone": secretPlayer.Phone[3:],
				"IBAN": secretPlayer.IBAN[2:], "address": regexp.QuoteMeta(secretPlayer.Address), "network": "2001:db8:4711:815:",
				"uid": `\b` + uid + `\b`, // a short number, which may occur within a hash or a time
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
