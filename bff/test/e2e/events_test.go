package e2e_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/player/payments"
)

// sendEvent sends an event about marmara to an instance and returns the response.
func (v visitor) sendEvent(t *testing.T, secret, id, kind, player string) string {
	now := time.Now()
	body := fmt.Appendf(nil, `{"type":%q,"timestamp":%q,"data":{"brand":"marmara",%s}}`, kind, now.Format(time.RFC3339Nano),
		player)
	signer, err := standardwebhooks.NewWebhook(secret)
	require.NoError(t, err)
	signature, err := signer.Sign(id, now, body)
	require.NoError(t, err)
	_, _, raw, err := v.client().Do(http.MethodPost, "/staff/v1/events", body, map[string]string{
		"Content-Type": "application/json", "webhook-id": id, "webhook-signature": signature,
		"webhook-timestamp": strconv.FormatInt(now.Unix(), 10),
	})
	require.NoError(t, err)
	return string(raw)
}

// An event at one instance reaches the pages of a player at another instance.
func TestEventsReachPagesOfOtherInstances(t *testing.T) {
	parallel(t)
	secret := "whsec_" + base64.StdEncoding.EncodeToString([]byte(strings.Repeat("e2e-test", 4)))
	file := writeFile(t, "secret", secret+"\n")
	d := deployConfig(t, 2, []string{"--config", writeConfig(t,
		"events: { senders: { platform: { secret_file: "+file+", brands: [marmara] } } }\n", nil)})
	a, b := d.visitorAt(0), d.visitorAt(1)
	token := b.login(t, "demo")
	page := b.events(t, token)
	page.WaitFor("maintenance")
	before := b.balance(t, token)
	fastest := time.Hour
	for i := range 5 { // other tests may delay one of them
		began, calls := time.Now(), received(t, d.platform, "finance/check_balance")
		a.sendEvent(t, secret, fmt.Sprint("balance-", i), "balance.changed", `"username":"demo"`)
		page.WaitFor("balance")
		fastest = min(fastest, time.Since(began))
		assert.Equal(t, calls+1, received(t, d.platform, "finance/check_balance"), "the page reads its balance once")
	}
	t.Logf("a changed balance reached the page after %s", fastest)
	assert.Less(t, fastest, 300*time.Millisecond)

	deposited := time.Now()
	b.wantDeposit(t, token, firstKey, "100", "200")
	control(t, d.platform, "clock", `{"advance":"2m"}`) // the platform settles the payment
	var event paymentEvent
	var balance struct{ Balance float64 }
	assert.Equal(t, `{"outcome":"applied"}`, a.sendEvent(t, secret, "1", "payment.settled", `"username":"demo"`))
	page.WaitUntil(func(kind, data string) bool { // in any order
		switch kind {
		case "payment":
			unmarshal(t, []byte(data), &event)
		case "balance":
			unmarshal(t, []byte(data), &balance)
		}
		return event.Status == "executed" && balance.Balance == before+100
	})
	assert.Less(t, time.Since(deposited), payments.PollInterval, "only the next poll found the settled payment")
	assert.Equal(t, `{"outcome":"repeated"}`, b.sendEvent(t, secret, "1", "payment.settled", `"username":"demo"`))

	var profile struct{ Data struct{ UID string } }
	unmarshal(t, []byte(b.call(t, token, "user/get_user_profile", nil).raw), &profile)
	a.sendEvent(t, secret, "end", "session.ended", `"uid":"`+profile.Data.UID+`"`)
	assert.Equal(t, `{"ended":true}`, page.WaitFor("session"))
	assert.False(t, b.hasSession(t, token))
}
