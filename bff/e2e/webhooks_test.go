package e2e_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"croupier/bff/e2e"
	"croupier/bff/store/storetest/realredis"
)

// webhookReceiver verifies requests as a receiver does, and remembers their events.
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

// receiveWebhooks starts a receiver and returns the part of a server file that names it.
func receiveWebhooks(t *testing.T) (*webhookReceiver, string) {
	t.Helper()
	secret := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("e2e-test", 4)))
	signer, err := standardwebhooks.NewWebhook("whsec_" + secret)
	if err != nil {
		t.Fatal(err)
	}
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
		if err != nil {
			t.Errorf("webhook: %v in %s", err, body)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		r.events = append(r.events, e)
		w.WriteHeader(r.status)
	}))
	t.Cleanup(r.Close)
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("whsec_"+secret+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return r, "webhooks:\n  payment_unknown_after: 1s\n  receivers:\n    - { url: " + r.URL + "/hook, secret_file: " + file + " }\n"
}

// of returns the received events of a type.
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

// metricsOf returns the metrics of a process.
func metricsOf(t *testing.T, p *e2e.Process) string {
	t.Helper()
	_, _, raw, err := e2e.NewClient(p.Admin, "127.0.0.1", "").Do(http.MethodGet, "/metrics", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// An operator's system is notified of detected maintenance, its end, and a payment of unknown outcome, each once; what
// it did not accept before a restart comes after it, with the same id.
func TestWebhooksAreSentAndSurviveARestart(t *testing.T) {
	t.Parallel()
	receiver, settings := receiveWebhooks(t)
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	file, dir := writeConfig(t, settings, nil), t.TempDir()
	serve := func() (*e2e.Process, *e2e.Client) {
		p := startServer(t, inFrontOf(mock.Address), dir, "--config", file)
		return p, e2e.NewClient(p.Address, "localhost", "")
	}
	p, page := serve()
	platform := e2e.NewClient(mock.Address, "", "")
	if text := metricsOf(t, p); !strings.Contains(text, `croupier_webhooks_total{outcome="dropped"} 0`) {
		t.Error("the counter does not exist from the start")
	}
	v := visitor{address: p.Address}
	token := v.login(t, "", "demo", "Demo123")
	control(t, platform, "scenario", `{"name":"maintenance"}`)
	if status, _ := mustCall(t, page, "casino/provider_list", nil, nil); status != http.StatusServiceUnavailable {
		t.Fatalf("call during maintenance: %d", status)
	}
	eventually(t, "maintenance.detected", func() bool { return len(receiver.of("maintenance.detected")) > 0 })
	control(t, platform, "scenario", `{"name":"happy"}`)
	eventually(t, "maintenance.ended", func() bool { return len(receiver.of("maintenance.ended")) > 0 })
	if got := receiver.of("maintenance.detected")[0]; got.Data.Brand != "marmara" || got.Data.Since.IsZero() {
		t.Errorf("maintenance: %+v", got)
	}
	receiver.answer(http.StatusInternalServerError)
	control(t, platform, "fault", `{"call":"`+moneyCall+`","kind":"malformed","times":1}`)
	if paid := v.mustPay(t, token, firstKey, 1); paid.Debug != "outcome unknown" {
		t.Fatalf("payment: %s", paid.raw)
	}
	eventually(t, "payment.unknown", func() bool { return len(receiver.of("payment.unknown")) > 0 })
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	if stored := dataFolder(t, dir); !bytes.Contains(stored, []byte("records/webhooks")) || bytes.Contains(stored, []byte("/hook")) || bytes.Contains(stored, []byte("ZTJlLXRlc3")) {
		t.Error("the data folder has no events, or it has the path or the secret of a receiver")
	}
	before := len(receiver.of("payment.unknown"))
	receiver.answer(http.StatusOK)
	p, _ = serve()
	eventually(t, "the delivery after the restart", func() bool {
		return strings.Contains(metricsOf(t, p), `croupier_webhooks_total{outcome="delivered"} 1`)
	})
	got := receiver.of("payment.unknown")
	if len(got) != before+1 || got[0].id != got[before].id || got[0].Data.Key != firstKey || got[0].Data.Request == "" {
		t.Errorf("payment: %+v", got)
	}
	if strings.Contains(p.Log(), "/hook") {
		t.Error("the log contains the path of a receiver")
	}
}

// Two instances of one Redis send each event once.
func TestInstancesSendWebhooksOnce(t *testing.T) {
	t.Parallel()
	receiver, settings := receiveWebhooks(t)
	mock, redis := start(t, nil, "mock", "--listen", "127.0.0.1:0"), realredis.Start(t)
	file, platform := writeConfig(t, settings, nil), e2e.NewClient(mock.Address, "", "")
	var instances []*e2e.Process
	for range 2 {
		instances = append(instances, startServer(t, inFrontOf(mock.Address, "CROUPIER_REDIS_URL="+redis.URL(), "CROUPIER_KEYS_FILE="+filepath.Join(filepath.Dir(file), "keys.json")), t.TempDir(), "--config", file))
	}
	control(t, platform, "scenario", `{"name":"maintenance","brand":"marmara"}`)
	for _, p := range instances {
		eventually(t, "maintenance on every instance", func() bool {
			open, _ := siteState(t, p.Address, "localhost")
			return !open
		})
	}
	eventually(t, "maintenance.detected", func() bool { return len(receiver.of("maintenance.detected")) > 0 })
	control(t, platform, "scenario", `{"name":"happy"}`)
	eventually(t, "maintenance.ended", func() bool { return len(receiver.of("maintenance.ended")) > 0 })
	for _, p := range instances {
		if err := p.Stop(); err != nil { // completes what was being sent
			t.Fatal(err)
		}
	}
	if began, ended := receiver.of("maintenance.detected"), receiver.of("maintenance.ended"); len(began) != 1 || len(ended) != 1 || began[0].Data.Brand != "marmara" {
		t.Errorf("events: %+v %+v", began, ended)
	}
}
