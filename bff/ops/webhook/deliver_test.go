package webhook_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/config"
	"croupier/bff/ops/webhook"
	"croupier/bff/store/embedded"
	"croupier/bff/test/testkit"
)

var secret = []byte("thirty-two bytes of a receiver's.")

// endpoint is a receiver that answers with status.
type endpoint struct {
	*httptest.Server
	t        *testing.T
	mu       sync.Mutex
	status   atomic.Int64
	location string
	got      []call
}

type call struct {
	id, at, body string
	webhook.Event
}

func newEndpoint(t *testing.T) *endpoint {
	e := &endpoint{t: t}
	e.status.Store(http.StatusNoContent)
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
	assert.NoError(e.t, err)
	assert.NoError(e.t, signer.VerifyIgnoringTimestamp(body, r.Header))
	assert.Equal(e.t, "POST application/json", r.Method+" "+r.Header.Get("Content-Type"))
	c := call{id: r.Header.Get("webhook-id"), at: r.Header.Get("webhook-timestamp"), body: string(body)}
	assert.NoError(e.t, json.Unmarshal(body, &c.Event))
	e.got = append(e.got, c)
	if e.location != "" {
		w.Header().Set("Location", e.location)
	}
	w.WriteHeader(int(e.status.Load()))
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

// world is the environment of notifiers: their clock, store and observed conditions.
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

func openStore(t *testing.T, dir string) *embedded.Store {
	t.Helper()
	s, err := embedded.Open(dir, embedded.Options{})
	require.NoError(t, err)
	return s
}

func newWorld(t *testing.T) *world {
	return &world{
		t: t, store: new(testkit.Records), now: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC),
		counts: map[string]int{},
	}
}

// notifier returns the notifier of one more instance.
func (w *world) notifier(instance string, receivers ...config.WebhookReceiver) *webhook.Notifier {
	w.t.Helper()
	n, err := webhook.New(webhook.Options{
		Webhooks: config.Webhooks{
			Receivers: receivers, CircuitOpenAfter: time.Minute,
			PaymentUnknownAfter: 5 * time.Minute,
		},
		Store: w.store, Instance: instance, Clock: func() time.Time { return w.now },
		Log: slog.New(slog.NewTextHandler(&w.log, nil)),
		Count: func(outcome string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.counts[outcome]++
		},
		Brands: func() []string { return []string{"marmara", "zephyr"} },
		Maintenance: func(brand string) bff.MaintenanceStatus {
			return map[string]bff.MaintenanceStatus{"marmara": {Detected: w.detected}}[brand]
		},
		Circuits: func() []bff.CircuitState { return w.circuits },
		Unknown: func(_ context.Context, _ *bff.IdempotencyRecord, limit int, matches func(
			*bff.IdempotencyRecord) bool,
		) (page []*bff.IdempotencyRecord, _ error) {
			for _, r := range w.unknown {
				if len(page) < limit && matches(r) {
					page = append(page, r)
				}
			}
			return page, nil
		},
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

func to(e *endpoint) config.WebhookReceiver {
	return config.WebhookReceiver{URL: e.URL + "/hook", Secret: secret}
}

// start returns a notifier with one endpoint.
func start(t *testing.T) (*world, *endpoint, *webhook.Notifier) {
	w, e := newWorld(t), newEndpoint(t)
	return w, e, w.notifier("a", to(e))
}

func TestMaintenanceIsReportedWhenItBeginsAndEnds(t *testing.T) {
	w, e, n := start(t)
	w.poll(n, 0)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}, {Part: "livecasino", Since: w.now}}
	w.poll(n, time.Second)
	w.poll(n, time.Minute)
	require.Equal(t, "maintenance.detected maintenance.detected", e.types(), "after the beginning")
	parts := map[string]bool{}
	for _, c := range e.calls() {
		parts[c.Data.Part] = c.Data.Brand == "marmara" && !c.Data.Since.IsZero() && strings.HasPrefix(c.id, "msg_")
	}
	assert.Equal(t, map[string]bool{"": true, "livecasino": true}, parts)
	w.detected = w.detected[1:]
	w.poll(n, time.Second)
	w.poll(n, time.Second)
	require.Len(t, e.calls(), 3, "after the end")
	w.detected = append(w.detected, bff.MaintenanceDetection{Since: w.now})
	w.poll(n, time.Second)
	require.Equal(t, "maintenance.detected maintenance.detected maintenance.ended maintenance.detected", e.types())
	got := e.calls()
	assert.Empty(t, got[2].Data.Part, "the part that ended")
	assert.NotContains(t, []string{got[0].id, got[1].id}, got[3].id, "the second time")
}

func TestCircuitIsReportedOnceItHasBeenOpenLongEnough(t *testing.T) {
	w, e, n := start(t)
	circuit := func(state string) {
		w.circuits = []bff.CircuitState{{
			Brand: "marmara", Upstream: "platform", Class: "casino", State: state,
			Since: w.now,
		}}
	}
	circuit("open")
	w.poll(n, 30*time.Second)
	circuit("closed")
	w.poll(n, 40*time.Second)
	require.Equal(t, "", e.types(), "a circuit that closed in time")
	circuit("open")
	opened := w.now
	w.poll(n, 30*time.Second)
	circuit("half-open") // it tries a call, and opens again
	w.poll(n, 20*time.Second)
	circuit("open")
	w.poll(n, 11*time.Second)
	require.Equal(t, webhook.CircuitOpen, e.types(), "an open circuit")
	d := e.calls()[0].Data
	assert.Equal(t, fmt.Sprint("marmara platform casino ", opened),
		fmt.Sprint(d.Brand, " ", d.Upstream, " ", d.Class, " ", d.Since))
	circuit("closed")
	w.poll(n, time.Second)
	assert.Equal(t, "circuit.open circuit.closed", e.types(), "after it closed")
}

func unknownPayment(key string, at time.Time) *bff.IdempotencyRecord {
	return &bff.IdempotencyRecord{
		Key:   bff.IdempotencyKey{Brand: "marmara", Player: "hash-of-player", Key: key},
		State: bff.IdempotencyUnknown, RequestID: "request-" + key, At: at, Amount: "100",
	}
}

func TestPaymentIsReportedOnceItStaysUnknown(t *testing.T) {
	w, e, n := start(t)
	settled := unknownPayment("settled", w.now)
	settled.State = bff.IdempotencySettled
	w.unknown = []*bff.IdempotencyRecord{
		unknownPayment("stays", w.now), settled,
		unknownPayment("of-last-week", w.now.Add(-7*24*time.Hour)),
	}
	w.poll(n, 4*time.Minute)
	require.Equal(t, "", e.types(), "after 4 minutes")
	w.poll(n, time.Minute)
	for range 3 {
		w.poll(n, time.Minute)
	}
	require.Equal(t, webhook.PaymentUnknown, e.types())
	got := e.calls()[0]
	assert.Equal(t, "stays request-stays", got.Data.Key+" "+got.Data.Request)
	assert.NotContains(t, got.body, "hash-of-player")
	assert.NotContains(t, got.body, "100", "the amount")
}

func TestReceiversGetWhatTheyHaveChosen(t *testing.T) {
	w, all, circuits, zephyr := newWorld(t), newEndpoint(t), newEndpoint(t), newEndpoint(t)
	onlyCircuits, onlyZephyr := to(circuits), to(zephyr)
	onlyCircuits.Events, onlyZephyr.Brands = []string{string(webhook.KindCircuit)}, []string{"zephyr"}
	n := w.notifier("a", to(all), onlyCircuits, onlyZephyr)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	for _, brand := range []string{"marmara", "zephyr"} {
		w.circuits = append(w.circuits,
			bff.CircuitState{Brand: brand, Upstream: "p", Class: "casino", State: "open", Since: w.now})
	}
	w.poll(n, time.Minute)
	assert.Equal(t, "3 2 1", fmt.Sprint(len(all.calls()), len(circuits.calls()), len(zephyr.calls())), "calls")
}

func TestFailedDeliveriesAreRepeatedWithTheSameIDAndBody(t *testing.T) {
	w, e, n := start(t)
	e.status.Store(http.StatusInternalServerError)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(n, 0)
	w.poll(n, 3*time.Second) // the first pause is at least 4 s
	require.Len(t, e.calls(), 1, "within the pause")
	w.poll(n, 4*time.Second)
	w.poll(n, 7*time.Second) // the second pause is at least 8 s
	e.status.Store(http.StatusOK)
	w.poll(n, 6*time.Second)
	w.poll(n, time.Hour)
	got := e.calls()
	require.Len(t, got, 3)
	for _, c := range got[1:] {
		assert.True(t, c.id == got[0].id && c.body == got[0].body && c.at != got[0].at, "repeated %+v of %+v", c,
			got[0])
	}
	assert.Equal(t, map[string]int{webhook.Failed: 2, webhook.Delivered: 1}, w.counts)
	log := w.log.String()
	assert.Equal(t, "1 1", fmt.Sprint(strings.Count(log, "webhook receiver fails"), strings.Count(log, "works again")),
		log)
	assert.NotContains(t, log, "/hook")
}

func TestDeliveryIsGivenUpAfterADay(t *testing.T) {
	w, e, n := start(t)
	e.status.Store(http.StatusInternalServerError)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	for range 80 {
		w.poll(n, 30*time.Minute)
	}
	made := len(e.calls())
	assert.True(t, 20 <= made && made <= 60, "%d calls", made)
	assert.Equal(t, map[string]int{webhook.Failed: made, webhook.Dropped: 1}, w.counts)
	w.poll(n, 100*time.Hour) // the record is forgotten, the condition is not
	w.poll(n, time.Minute)
	assert.Len(t, e.calls(), made, "sent again after it was given up")
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	w, e, other := newWorld(t), newEndpoint(t), newEndpoint(t)
	e.status.Store(http.StatusTemporaryRedirect)
	e.location = other.URL
	n := w.notifier("a", to(e))
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(n, 0)
	assert.Equal(t, "1 0 map[failed:1]", fmt.Sprint(len(e.calls()), len(other.calls()), w.counts),
		"calls, followed, counts")
}

func TestQueueSurvivesARestart(t *testing.T) {
	w, e, dir := newWorld(t), newEndpoint(t), t.TempDir()
	s := openStore(t, dir)
	w.store = s.Records("webhooks")
	e.status.Store(http.StatusServiceUnavailable)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(w.notifier("before", to(e)), 0)
	require.NoError(t, s.Close())
	s = openStore(t, dir)
	defer func() { _ = s.Close() }()
	w.store = s.Records("webhooks")
	e.status.Store(http.StatusOK)
	w.detected = nil // the new process has not detected it yet
	n := w.notifier("after", to(e))
	w.poll(n, 10*time.Second)
	got := e.calls()
	require.Len(t, got, 2, "after the restart")
	require.Equal(t, got[0].id, got[1].id)
	w.poll(n, 20*time.Second)
	assert.Len(t, e.calls(), 2, "the end was reported before the new process could detect anything")
	w.poll(n, time.Minute)
	assert.True(t, strings.HasSuffix(e.types(), webhook.MaintenanceEnded), "ended during the restart: %s", e.types())
}

func TestInstancesSendOnce(t *testing.T) {
	w, e := newWorld(t), newEndpoint(t)
	a, b := w.notifier("a", to(e)), w.notifier("b", to(e))
	both := func(after time.Duration) {
		w.now = w.now.Add(after)
		var wg sync.WaitGroup
		for _, n := range []*webhook.Notifier{a, b} {
			wg.Go(func() { n.Poll(t.Context()) })
		}
		wg.Wait()
	}
	w.unknown = []*bff.IdempotencyRecord{unknownPayment("one", w.now)}
	for range 5 {
		w.detected = []bff.MaintenanceDetection{{Since: w.now}}
		both(5 * time.Minute)
		both(time.Second)
		w.detected = nil
		both(time.Second)
		both(time.Second)
		both(time.Second)
	}
	seen := map[string]bool{}
	for _, c := range e.calls() {
		assert.False(t, seen[c.id], "%s was sent twice", c.Type)
		seen[c.id] = true
	}
	assert.Len(t, seen, 11, "5 beginnings, 5 ends and a payment: %s", e.types())
}

func TestConditionLastsWhileOneInstanceSeesIt(t *testing.T) {
	w, e := newWorld(t), newEndpoint(t)
	a, b := w.notifier("a", to(e)), w.notifier("b", to(e))
	detected := []bff.MaintenanceDetection{{Since: w.now}}
	w.detected = detected
	w.poll(a, 0)
	w.detected = nil
	w.poll(b, time.Second) // b has not heard of it
	w.detected = detected
	w.poll(b, time.Second)
	w.detected = nil
	w.poll(a, time.Second)
	require.Equal(t, webhook.MaintenanceDetected, e.types(), "while b sees it")
	w.poll(a, 2*time.Minute) // b has stopped
	assert.Equal(t, "maintenance.detected maintenance.ended", e.types(), "after b has stopped")
}

func TestFullQueueDropsNewEvents(t *testing.T) {
	w, e, n := start(t)
	e.status.Store(http.StatusInternalServerError)
	for i := range webhook.MaxQueued + 5 {
		w.unknown = append(w.unknown, unknownPayment(fmt.Sprint("key-", i), w.now))
	}
	w.now = w.now.Add(5 * time.Minute)
	for range 15 {
		w.poll(n, time.Minute)
	}
	assert.Equal(t, 5, w.counts[webhook.Dropped], "counts: %v", w.counts)
}
