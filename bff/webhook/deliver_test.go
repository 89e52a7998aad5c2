package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/webhook"
)

func TestFailedDeliveriesAreRepeatedWithTheSameIDAndBody(t *testing.T) {
	w, e := newWorld(t), newEndpoint(t)
	e.answer(http.StatusInternalServerError)
	n := w.notifier("a", to(e))
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(n, 0)
	w.poll(n, 3*time.Second) // the first pause is at least 4 s
	if got := len(e.calls()); got != 1 {
		t.Fatalf("%d calls within the pause", got)
	}
	w.poll(n, 4*time.Second)
	w.poll(n, 7*time.Second) // the second pause is at least 8 s
	e.answer(http.StatusOK)
	w.poll(n, 6*time.Second)
	w.poll(n, time.Hour)
	got := e.calls()
	if len(got) != 3 {
		t.Fatalf("%d calls, want 3", len(got))
	}
	for _, c := range got[1:] {
		if c.id != got[0].id || c.body != got[0].body || c.at == got[0].at {
			t.Errorf("repeated %+v of %+v", c, got[0])
		}
	}
	if w.counts[webhook.Failed] != 2 || w.counts[webhook.Delivered] != 1 || w.counts[webhook.Dropped] != 0 {
		t.Errorf("counts: %v", w.counts)
	}
	log := w.log.String()
	if strings.Count(log, "webhook receiver fails") != 1 || strings.Count(log, "works again") != 1 || strings.Contains(log, "/hook") {
		t.Errorf("log:\n%s", log)
	}
}

func TestDeliveryIsGivenUpAfterADay(t *testing.T) {
	w, e := newWorld(t), newEndpoint(t)
	e.answer(http.StatusInternalServerError)
	n := w.notifier("a", to(e))
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	for range 80 {
		w.poll(n, 30*time.Minute)
	}
	if n := len(e.calls()); n < 20 || n > 60 || w.counts[webhook.Dropped] != 1 || w.counts[webhook.Failed] != n {
		t.Errorf("%d calls, counts %v", n, w.counts)
	}
	made := len(e.calls())
	w.poll(n, 100*time.Hour) // the record is forgotten, the condition is not
	w.poll(n, time.Minute)
	if len(e.calls()) != made {
		t.Error("sent again after it was given up")
	}
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	w, e, other := newWorld(t), newEndpoint(t), newEndpoint(t)
	e.status, e.location = http.StatusTemporaryRedirect, other.URL
	n := w.notifier("a", to(e))
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(n, 0)
	if len(e.calls()) != 1 || len(other.calls()) != 0 || w.counts[webhook.Failed] != 1 {
		t.Errorf("%d calls, %d followed, counts %v", len(e.calls()), len(other.calls()), w.counts)
	}
}

func TestQueueSurvivesARestart(t *testing.T) {
	w, e, dir := newWorld(t), newEndpoint(t), t.TempDir()
	s := openStore(t, dir)
	w.store = s.Records("webhooks")
	e.answer(http.StatusServiceUnavailable)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(w.notifier("before", to(e)), 0)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = openStore(t, dir)
	defer func() { _ = s.Close() }()
	w.store = s.Records("webhooks")
	e.answer(http.StatusOK)
	w.detected = nil // the new process has not detected it yet
	n := w.notifier("after", to(e))
	w.poll(n, 10*time.Second)
	got := e.calls()
	if len(got) != 2 || got[0].id != got[1].id {
		t.Fatalf("after the restart: %+v", got)
	}
	w.poll(n, 20*time.Second)
	if len(e.calls()) != 2 {
		t.Error("the end was reported before the new process could detect anything")
	}
	w.poll(n, time.Minute)
	if got := e.types(); !strings.HasSuffix(got, webhook.MaintenanceEnded) {
		t.Errorf("maintenance that ended during the restart: %s", got)
	}
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
	seen := map[string]int{}
	for _, c := range e.calls() {
		seen[c.id]++
		if seen[c.id] > 1 {
			t.Errorf("%s was sent twice", c.Type)
		}
	}
	if len(seen) != 11 {
		t.Errorf("%d events, want 5 beginnings, 5 ends and a payment: %s", len(seen), e.types())
	}
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
	if got := e.types(); got != webhook.MaintenanceDetected {
		t.Fatalf("while b sees it: %s", got)
	}
	w.poll(a, 2*time.Minute) // b has stopped
	if got := e.types(); got != "maintenance.detected maintenance.ended" {
		t.Errorf("after b has stopped: %s", got)
	}
}

func TestFullQueueDropsNewEvents(t *testing.T) {
	w, e := newWorld(t), newEndpoint(t)
	e.answer(http.StatusInternalServerError)
	n := w.notifier("a", to(e))
	for i := range webhook.MaxQueued + 5 {
		w.unknown = append(w.unknown, unknownPayment(fmt.Sprint("key-", i), w.now))
	}
	w.now = w.now.Add(5 * time.Minute)
	for range 15 {
		w.poll(n, time.Minute)
	}
	if w.counts[webhook.Dropped] != 5 {
		t.Errorf("counts: %v", w.counts)
	}
}
