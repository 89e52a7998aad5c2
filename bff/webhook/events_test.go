package webhook_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

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
	if got := e.types(); got != "maintenance.detected maintenance.detected" {
		t.Fatalf("after the beginning: %s", got)
	}
	parts := map[string]bool{}
	for _, c := range e.calls() {
		parts[c.Data.Part] = c.Data.Brand == "marmara" && !c.Data.Since.IsZero() && strings.HasPrefix(c.id, "msg_")
	}
	if !parts[""] || !parts["livecasino"] {
		t.Errorf("events: %+v", e.calls())
	}
	w.detected = w.detected[1:]
	w.poll(n, time.Second)
	w.poll(n, time.Second)
	if got := e.calls(); len(got) != 3 || got[2].Type != webhook.MaintenanceEnded || got[2].Data.Part != "" {
		t.Fatalf("after the end: %+v", got)
	}
	w.detected = append(w.detected, bff.MaintenanceDetection{Since: w.now})
	w.poll(n, time.Second)
	got := e.calls()
	if len(got) != 4 || got[3].Type != webhook.MaintenanceDetected || got[3].id == got[0].id || got[3].id == got[1].id {
		t.Errorf("a second time: %+v", got)
	}
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
	if got := e.types(); got != "" {
		t.Fatalf("a circuit that closed in time: %s", got)
	}
	circuit("open")
	opened := w.now
	w.poll(n, 30*time.Second)
	circuit("half-open") // it tries a call, and opens again
	w.poll(n, 20*time.Second)
	circuit("open")
	w.poll(n, 11*time.Second)
	got := e.calls()
	if len(got) != 1 || got[0].Type != webhook.CircuitOpen {
		t.Fatalf("an open circuit: %+v", got)
	}
	if d := got[0].Data; d.Brand != "marmara" || d.Upstream != "platform" || d.Class != "casino" || !d.Since.Equal(opened) {
		t.Errorf("data: %+v", d)
	}
	circuit("closed")
	w.poll(n, time.Second)
	if got := e.types(); got != "circuit.open circuit.closed" {
		t.Errorf("after it closed: %s", got)
	}
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
	if got := e.types(); got != "" {
		t.Fatalf("after 4 minutes: %s", got)
	}
	w.poll(n, time.Minute)
	for range 3 {
		w.poll(n, time.Minute)
	}
	got := e.calls()
	if len(got) != 1 || got[0].Type != webhook.PaymentUnknown || got[0].Data.Key != "stays" || got[0].Data.Request != "request-stays" {
		t.Fatalf("calls: %+v", got)
	}
	if strings.Contains(got[0].body, "hash-of-player") || strings.Contains(got[0].body, "100") {
		t.Errorf("the body names the player or the amount: %s", got[0].body)
	}
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
	if got := fmt.Sprint(len(all.calls()), len(circuits.calls()), len(zephyr.calls())); got != "3 2 1" {
		t.Errorf("calls: %s", got)
	}
}
