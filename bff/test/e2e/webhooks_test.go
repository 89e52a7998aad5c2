package e2e_test

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// webhookReceiver verifies requests and stores their events.
type webhookReceiver struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	events []webhookEvent
}

type webhookEvent struct {
	id   string
	Type string
	Data struct {
		Brand, Key, Request string
		Since               time.Time
	}
}

// receiveWebhooks starts a receiver and returns its part of the server file.
func receiveWebhooks(t *testing.T) (*webhookReceiver, string) {
	secret := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("e2e-test", 4)))
	signer, err := standardwebhooks.NewWebhook("whsec_" + secret)
	require.NoError(t, err)
	r := &webhookReceiver{status: http.StatusNoContent}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err == nil {
			err = signer.Verify(body, req.Header)
		}
		e := webhookEvent{id: req.Header.Get("webhook-id")}
		if err == nil {
			err = json.Unmarshal(body, &e)
		}
		assert.NoError(t, err, "webhook: %v in %s", err, body)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.events = append(r.events, e)
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	file := writeFile(t, "secret", "whsec_"+secret+"\n")
	return r, "webhooks:\n  payment_unknown_after: 1s\n  receivers:\n    - { url: " + r.URL + "/hook, secret_file: " +
		file + " }\n"
}

func (r *webhookReceiver) of(name string) (found []webhookEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.events {
		if e.Type == name {
			found = append(found, e)
		}
	}
	return found
}

func (r *webhookReceiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
}

// Croupier sends one webhook for detected maintenance, for its end, and for an unknown payment.
// After a restart, it repeats unaccepted webhooks with the same id.
func TestWebhooksAreSentAndSurviveARestart(t *testing.T) {
	parallel(t)
	receiver, settings := receiveWebhooks(t)
	g := startGateway(t, "--config", writeConfig(t, settings, nil))
	counted := func(outcome string) bool {
		return strings.Contains(get(t, g.Admin, "/metrics"), `croupier_webhooks_total{outcome="`+outcome)
	}
	assert.True(t, counted(`dropped"} 0`), "the counter does not exist from the start")
	token := g.login(t, "demo")
	control(t, g.platform, "scenario", `{"name":"maintenance"}`)
	g.want(t, "", "casino/provider_list", nil, "503 maintenance")
	eventually(t, "maintenance.detected", func() bool { return len(receiver.of("maintenance.detected")) > 0 })
	control(t, g.platform, "scenario", `{"name":"happy"}`)
	eventually(t, "maintenance.ended", func() bool { return len(receiver.of("maintenance.ended")) > 0 })
	got := receiver.of("maintenance.detected")
	assert.True(t, len(got) == 1 && got[0].Data.Brand == "marmara" && !got[0].Data.Since.IsZero(), "maintenance: %+v",
		got)
	receiver.answer(http.StatusInternalServerError)
	fault(t, g.platform, moneyCall, `"malformed"`)
	require.Equal(t, "outcome unknown", g.pay(t, token, firstKey).Debug)
	eventually(t, "payment.unknown", func() bool { return len(receiver.of("payment.unknown")) > 0 })
	require.NoError(t, g.Stop())
	stored := string(dataFolder(t, g.dir))
	assert.True(t, strings.Contains(stored, "records/webhooks"), "the data folder has no events")
	assert.False(t, strings.Contains(stored, "/hook"), "the data folder has the path of a receiver")
	assert.False(t, strings.Contains(stored, "ZTJlLXRlc3"), "the data folder has the secret of a receiver")
	before := len(receiver.of("payment.unknown"))
	receiver.answer(http.StatusOK)
	g.start(t)
	eventually(t, "the delivery after the restart", func() bool { return counted(`delivered"} 1`) })
	got = receiver.of("payment.unknown")
	assert.True(t, len(got) == before+1 && got[0].id == got[before].id && got[0].Data.Key == firstKey &&
		got[0].Data.Request != "", "%+v", got)
	assert.NotContains(t, g.Log(), "/hook", "the log contains the path of a receiver")
}
