package staff_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
)

var (
	senderSecret = []byte("thirty-two bytes of the CMS's own.")
	nextSecret   = []byte("the next secret of this same CMS..")
	otherSecret  = []byte("a secret that no sender may use...")
)

// receiving returns a rig with the sender cms of two brands.
func receiving(t *testing.T) *rig {
	r := playing(t)
	r.senders = map[string]config.EventSender{
		"cms": {Secrets: []config.Secret{nextSecret, senderSecret}, Brands: []string{"marmara", "zephyr"}},
	}
	return r
}

// send sends an event that was signed some seconds ago.
func (r *rig) send(secret []byte, id string, age int, body string) answer {
	r.t.Helper()
	at := time.Now().Add(-time.Duration(age) * time.Second)
	signer, err := standardwebhooks.NewWebhookRaw(secret)
	require.NoError(r.t, err)
	signature, err := signer.Sign(id, at, []byte(body))
	require.NoError(r.t, err)
	req, w := r.newRequest("POST", "/events", body, nil), httptest.NewRecorder()
	req.Header.Set(standardwebhooks.HeaderWebhookID, id)
	req.Header.Set(standardwebhooks.HeaderWebhookTimestamp, strconv.FormatInt(at.Unix(), 10))
	req.Header.Set(standardwebhooks.HeaderWebhookSignature, signature)
	r.handler.ServeHTTP(w, req)
	a := answer{status: w.Code, header: w.Header(), body: w.Body.Bytes()}
	checkAnswer(r.t, "POST", "/events", a)
	return a
}

// payload returns an event that happened some seconds after the start.
func payload(kind, data string, seconds int) string {
	at := start.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339)
	return fmt.Sprintf(`{"type":%q,"timestamp":%q,"data":%s}`, kind, at, data)
}

func TestEventsAreAppliedByType(t *testing.T) {
	r := receiving(t)
	admin := r.as("yonetici")
	for i, row := range []struct{ kind, data, want, audited string }{
		{"content.changed", `{"brand":"marmara"}`, "[marmara ] [] []", "purge "},
		{
			"content.changed", `{"brand":"marmara","calls":["casino","casino/games_list"]}`,
			"[marmara casino marmara casino/games_list] [] []", "purge casino casino/games_list",
		},
		{"session.ended", `{"brand":"marmara","uid":"u-9"}`, "[] [] [u-9]", "sessions ended u-9"},
		{"player.blocked", `{"brand":"marmara","uid":"u-2","reason":"fraud"}`, "[] [] [u-2]", "player blocked u-2"},
		{"balance.changed", `{"brand":"marmara","uid":"9"}`, `[] [{"brand":"marmara","player":"9"}] []`, ""},
		{"balance.changed", `{"brand":"zephyr","username":"ayse"}`, `[] [{"brand":"zephyr","player":"u-1"}] []`, ""},
		{"payment.settled", `{"brand":"zephyr","uid":"9"}`, `[] [{"brand":"zephyr","player":"9","settled":true}] []`, ""},
	} {
		r.purged, r.payments, r.players.ended = nil, nil, nil
		r.Advance(time.Second) // audit entries sort by time
		a := r.send(senderSecret, fmt.Sprint("msg_", i), 0, payload(row.kind, row.data, 0))
		assert.Equal(t, `{"outcome":"applied"}`, string(a.body), row.kind)
		assert.Equal(t, row.want, fmt.Sprint(r.purged, r.payments, r.players.ended), row.kind)
		assert.Equal(t, row.kind+" applied", r.counted)
		if entry := r.audit(admin, "?who=event:cms&limit=1")[0]; row.audited != "" {
			assert.Equal(t, row.audited+" done", fmt.Sprint(entry.Action, " ", entry.Subject, " ", entry.Outcome))
		}
	}
	entries := r.audit(admin, "?who=event:cms")
	assert.Len(t, entries, 4)
	assert.Contains(t, string(entries[0].After), `"reason":"fraud"`, "the stored block")
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitSenderAudit: {Window: time.Hour}}
	r.send(senderSecret, "frequent", 0, payload("content.changed", `{"brand":"marmara"}`, 0))
	assert.Equal(t, "content.changed applied", r.counted)
	assert.Len(t, r.audit(admin, "?who=event:cms"), 4, "entries of a frequent sender")
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitSenderBlock: {Count: 1, Window: time.Hour}}
	for i, status := range []int{200, 429} { // blocks must not evict the entries of staff either
		data := fmt.Sprintf(`{"brand":"marmara","uid":"b%d"}`, i)
		a := r.send(senderSecret, fmt.Sprint("block_", i), 0, payload("player.blocked", data, 0))
		assert.Equal(t, status, a.status)
	}
}

func TestBadEventsAreRefused(t *testing.T) { synctest.Test(t, badEvents) }

// badEvents runs under synctest, because entries are written after the response.
func badEvents(t *testing.T) {
	r := receiving(t)
	const good = `{"brand":"marmara"}`
	for i, row := range []struct{ kind, data, want, message string }{
		{"content", good, "400 type", "content.changed, payment.settled, player.blocked"},
		{"content.changed", `{}`, "400 data.brand", ""},
		{"content.changed", `{"brand":"pera"}`, "403 ", ""},
		{"content.changed", `{"brand":"marmara","amount":5}`, "400 data.amount", "Allowed fields: brand, calls."},
		{"content.changed", `{"brand":"marmara","calls":["casino/nothing"]}`, "400 data.calls", ""},
		{"content.changed", `[]`, "400 ", ""},
		{"balance.changed", good, "400 data.uid", ""},
		{"balance.changed", `{"brand":"marmara","uid":"1","username":"a"}`, "400 data.username", ""},
		{"player.blocked", `{"brand":"marmara","uid":"1","reason":" "}`, "400 data.reason", ""},
		{"session.ended", `{"brand":"marmara","uid":"` + strings.Repeat("x", 129) + `"}`, "400 data.uid", ""},
		{"content.changed", `{"brand":"` + strings.Repeat("x", 64<<10) + `"}`, "413 ", ""},
	} {
		a := r.send(senderSecret, fmt.Sprint("msg_", i), 0, payload(row.kind, row.data, 0))
		_, message, field := a.refusal(t)
		assert.Equal(t, row.want, fmt.Sprint(a.status, " ", field), "%.100s", row.data)
		assert.Contains(t, message, row.message)
		assert.Contains(t, r.counted, " refused")
	}
	future := r.send(senderSecret, "future", 0, payload("content.changed", good, 301))
	assert.Equal(t, http.StatusBadRequest, future.status, "an event of the future")
	for _, a := range []answer{
		r.want(http.StatusUnauthorized, "POST", "/events", payload("content.changed", good, 0), nil),
		r.send(otherSecret, "msg_1", 0, payload("content.changed", good, 0)),
		r.send(senderSecret, "msg_1", 301, payload("content.changed", good, 0)),
		r.send(senderSecret, "msg_1", -301, payload("content.changed", good, 0)),
	} {
		a.wantRefusal(t, "signature invalid", "signature")
	}
	r.untouched()
	synctest.Wait()
	assert.Len(t, r.refusals.Values(), 1, "audit entries of four refusals")
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitPasswordAddress: {Count: 1, Window: time.Hour}}
	for i, secret := range [][]byte{nextSecret, otherSecret, otherSecret, nextSecret} {
		a := r.send(secret, "msg_x", 0, payload("content.changed", good, 0))
		assert.Equal(t, []int{200, 401, 429, 200}[i], a.status, "only failures count")
		assert.Equal(t, i == 2, a.header.Get("Retry-After") != "")
	}
	synctest.Wait()
	r.limits = map[bff.LimitRule]bff.Allowance{bff.LimitSender: {Count: 0, Window: time.Minute}}
	assert.Equal(t, 429, r.send(senderSecret, "msg_y", 0, payload("content.changed", good, 0)).status)
}

func TestEventsAreAppliedOnceAndInOrder(t *testing.T) {
	r := receiving(t)
	r.Advance(15 * time.Second)
	for _, row := range []struct {
		id, brand string
		seconds   int
		broken    error
		want      string
		purges    int
	}{
		{"1", "marmara", 10, errors.New("no bus"), "failed", 1},
		{"1", "marmara", 10, nil, "applied", 1},
		{"1", "marmara", 10, nil, "repeated", 0},
		{"2", "marmara", 9, nil, "outdated", 0},
		{"3", "zephyr", 9, nil, "applied", 1},
		{"4", "marmara", 10, nil, "applied", 1}, // of the same second
		{"5", "marmara", 290, nil, "applied", 1},
		{"6", "marmara", 20, nil, "applied", 1}, // after an event of a fast clock
	} {
		r.purged, r.broken = nil, row.broken
		r.send(senderSecret, row.id, 0, payload("content.changed", `{"brand":"`+row.brand+`"}`, row.seconds))
		assert.Equal(t, "content.changed "+row.want, r.counted, "%+v", row)
		assert.Len(t, r.purged, row.purges, "%+v", row)
	}
}
