package webhook_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/webhook"
)

func TestMaintenanceIsReportedWhenItBeginsAndEnds(t *testing.T) {
	w, e := newWorld(t), newEndpoint(t)
	n := w.notifier("a", to(e))
	w.poll(n, 0)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}, {Part: "livecasino", Since: w.now}}
	w.poll(n, time.Second)
	w.poll(n, time.Minute)
	require.Equal(t, "maintenance.detected maintenance.detected", e.types(), "after the beginning")
	parts := map[string]bool{}
	for _, c := range e.calls() {
		parts[c.Data.Part] = c.Data.Brand == "marmara" && !c.Data.Since.IsZero() && strings.HasPrefix(c.id, "msg_")
	}
	assert.True(t, parts[""] && parts["livecasino"], "events: %+v", e.calls())
	w.detected = w.detected[1:]
	w.poll(n, time.Second)
	w.poll(n, time.Second)
	if got := e.calls(); len(got) != 3 || got[2].Type != webhook.MaintenanceEnded || got[2].Data.Part != "" {
		t.Fatalf("after the end: %+v", got)
	}
	w.detected = append(w.detected, bff.MaintenanceDetection{Since: w.now})
	w.poll(n, time.Second)
	got := e.calls()
	assert.True(t, len(got) == 4 && got[3].Type == webhook.MaintenanceDetected && got[3].id != got[0].id && got[3].id != got[1].id,
		"a second time: %+v", got)
}

func TestCircuitIsReportedOnceItHasBeenOpenLongEnough(t *testing.T) {
	w, e := newWorld(t), newEndpoint(t)
	n := w.notifier("a", to(e))
	circuit := func(state string) {
		w.circuits = []bff.CircuitState{{Brand: "marmara", Upstream: "platform", Class: "casino", State: state, Since: w.now}}
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
	got := e.calls()
	require.True(t, len(got) == 1 && got[0].Type == webhook.CircuitOpen, "an open circuit: %+v", got)
	d := got[0].Data
	assert.True(t, d.Brand == "marmara" && d.Upstream == "platform" && d.Class == "casino" && d.Since.Equal(opened),
		"data: %+v", d)
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
	w, e := newWorld(t), newEndpoint(t)
	n := w.notifier("a", to(e))
	settled := unknownPayment("settled", w.now)
	settled.State = bff.IdempotencySettled
	w.unknown = []*bff.IdempotencyRecord{unknownPayment("stays", w.now), settled, unknownPayment("of-last-week", w.now.Add(-7*24*time.Hour))}
	w.poll(n, 4*time.Minute)
	require.Equal(t, "", e.types(), "after 4 minutes")
	w.poll(n, time.Minute)
	for range 3 {
		w.poll(n, time.Minute)
	}
	got := e.calls()
	require.True(t, len(got) == 1 && got[0].Type == webhook.PaymentUnknown && got[0].Data.Key == "stays" && got[0].Data.Request == "request-stays",
		"calls: %+v", got)
	assert.True(t, !strings.Contains(got[0].body, "hash-of-player") && !strings.Contains(got[0].body, "100"),
		"the body names the player or the amount: %s", got[0].body)
}

func TestReceiversGetWhatTheyHaveChosen(t *testing.T) {
	w, all, circuits, zephyr := newWorld(t), newEndpoint(t), newEndpoint(t), newEndpoint(t)
	onlyCircuits, onlyZephyr := to(circuits), to(zephyr)
	onlyCircuits.Events, onlyZephyr.Brands = []webhook.Kind{webhook.KindCircuit}, []string{"zephyr"}
	n := w.notifier("a", to(all), onlyCircuits, onlyZephyr)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	for _, brand := range []string{"marmara", "zephyr"} {
		w.circuits = append(w.circuits, bff.CircuitState{Brand: brand, Upstream: "p", Class: "casino", State: "open", Since: w.now})
	}
	w.poll(n, time.Minute)
	assert.Equal(t, "3 2 1", fmt.Sprint(len(all.calls()), len(circuits.calls()), len(zephyr.calls())), "calls")
}
