package webhook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/webhook"
)

var secret = []byte("thirty-two bytes of a receiver's.")

// endpoint is a receiver that answers with status.
type endpoint struct {
	*httptest.Server
	t        *testing.T
	mu       sync.Mutex
	status   int
	location string
	got      []call
}

type call struct {
	id   string
	at   string
	body string
	webhook.Event
}

func newEndpoint(t *testing.T) *endpoint {
	e := &endpoint{t: t, status: http.StatusNoContent}
	e.Server = httptest.NewServer(e)
	t.Cleanup(e.Close)
	return e
}

func (e *endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	assert.NoError(e.t, err)
	e.mu.Lock()
	defer e.mu.Unlock()
	signer, err := standardwebhooks.NewWebhookRaw(secret)
	if err == nil {
		err = signer.VerifyIgnoringTimestamp(body, r.Header)
	}
	assert.NoError(e.t, err, "signature")
	assert.True(e.t, r.Method == http.MethodPost && r.Header.Get("Content-Type") == "application/json",
		"%s %s", r.Method, r.Header.Get("Content-Type"))
	c := call{id: r.Header.Get("webhook-id"), at: r.Header.Get("webhook-timestamp"), body: string(body)}
	assert.NoError(e.t, json.Unmarshal(body, &c.Event))
	e.got = append(e.got, c)
	if e.location != "" {
		w.Header().Set("Location", e.location)
	}
	w.WriteHeader(e.status)
}

func (e *endpoint) answer(status int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.status = status
}

func (e *endpoint) calls() []call {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]call{}, e.got...)
}

// types returns the types of the received events, in order.
func (e *endpoint) types() string {
	var out []string
	for _, c := range e.calls() {
		out = append(out, c.Type)
	}
	return strings.Join(out, " ")
}

// world is what notifiers observe, and their clock and store.
type world struct {
	t        *testing.T
	store    bff.SwapStore
	now      time.Time
	detected []bff.MaintenanceDetection // of brand marmara
	circuits []bff.CircuitState
	unknown  []*bff.IdempotencyRecord

	mu     sync.Mutex
	counts map[string]int
	log    strings.Builder
}

// memory is a SwapStore without a disk.
type memory struct {
	mu  sync.Mutex
	all map[string][]byte
}

func (m *memory) Put(_ context.Context, key string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all[key] = value
	return nil
}

func (m *memory) Delete(_ context.Context, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.all, key)
	return nil
}

func (m *memory) All(context.Context) (map[string][]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.all), nil
}

func (m *memory) Swap(_ context.Context, key string, old, value []byte) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now, ok := m.all[key]; ok != (old != nil) || !bytes.Equal(now, old) {
		return false, nil
	}
	if m.all[key] = value; value == nil {
		delete(m.all, key)
	}
	return true, nil
}

func openStore(t *testing.T, dir string) *embedded.Store {
	t.Helper()
	s, err := embedded.Open(dir, embedded.Options{})
	require.NoError(t, err)
	return s
}

func newWorld(t *testing.T) *world {
	return &world{t: t, store: &memory{all: map[string][]byte{}}, now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), counts: map[string]int{}}
}

// notifier returns the notifier of one more instance.
func (w *world) notifier(instance string, receivers ...webhook.Receiver) *webhook.Notifier {
	w.t.Helper()
	n, err := webhook.New(webhook.Options{
		Receivers: receivers, Store: w.store, Instance: instance, Clock: func() time.Time { return w.now },
		Log: slog.New(slog.NewTextHandler(&w.log, nil)),
		Count: func(outcome string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.counts[outcome]++
		},
		Brands: func() []string { return []string{"marmara", "zephyr"} },
		Maintenance: func(brand string) bff.MaintenanceStatus {
			if brand != "marmara" {
				return bff.MaintenanceStatus{}
			}
			return bff.MaintenanceStatus{Detected: w.detected}
		},
		Circuits: func() []bff.CircuitState { return w.circuits },
		Unknown: func(_ context.Context, _ *bff.IdempotencyRecord, limit int, matches func(*bff.IdempotencyRecord) bool) (page []*bff.IdempotencyRecord, _ error) {
			for _, r := range w.unknown {
				if len(page) < limit && matches(r) {
					page = append(page, r)
				}
			}
			return page, nil
		},
		CircuitOpenAfter: time.Minute, PaymentUnknownAfter: 5 * time.Minute,
	})
	require.NoError(w.t, err)
	return n
}

// poll lets time pass and polls.
func (w *world) poll(n *webhook.Notifier, after time.Duration) {
	w.t.Helper()
	w.now = w.now.Add(after)
	n.Poll(w.t.Context())
}

func to(e *endpoint) webhook.Receiver { return webhook.Receiver{URL: e.URL + "/hook", Secret: secret} }
