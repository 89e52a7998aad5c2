package webhook_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	require.Len(t, got, 3, "%d calls, want 3", len(got))
	for _, c := range got[1:] {
		assert.True(t, c.id == got[0].id && c.body == got[0].body && c.at != got[0].at, "repeated %+v of %+v", c, got[0])
	}
	assert.True(t, w.counts[webhook.Failed] == 2 && w.counts[webhook.Delivered] == 1 && w.counts[webhook.Dropped] == 0,
		"counts: %v", w.counts)
	log := w.log.String()
	assert.True(t, strings.Count(log, "webhook receiver fails") == 1 && strings.Count(log, "works again") == 1 && !strings.Contains(log, "/hook"),
		"log:\n%s", log)
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
	assert.Len(t, e.calls(), made, "sent again after it was given up")
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	w, e, other := newWorld(t), newEndpoint(t), newEndpoint(t)
	e.status, e.location = http.StatusTemporaryRedirect, other.URL
	n := w.notifier("a", to(e))
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(n, 0)
	assert.True(t, len(e.calls()) == 1 && len(other.calls()) == 0 && w.counts[webhook.Failed] == 1,
		"%d calls, %d followed, counts %v", len(e.calls()), len(other.calls()), w.counts)
}

func TestQueueSurvivesARestart(t *testing.T) {
	w, e, dir := newWorld(t), newEndpoint(t), t.TempDir()
	s := openStore(t, dir)
	w.store = s.Records("webhooks")
	e.answer(http.StatusServiceUnavailable)
	w.detected = []bff.MaintenanceDetection{{Since: w.now}}
	w.poll(w.notifier("before", to(e)), 0)
	require.NoError(t, s.Close())
	s = openStore(t, dir)
	defer func() { _ = s.Close() }()
	w.store = s.Records("webhooks")
	e.answer(http.StatusOK)
	w.detected = nil // the new process has not detected it yet
	n := w.notifier("after", to(e))
	w.poll(n, 10*time.Second)
	got := e.calls()
	require.True(t, len(got) == 2 && got[0].id == got[1].id, "after the restart: %+v", got)
	w.poll(n, 20*time.Second)
	assert.Len(t, e.calls(), 2, "the end was reported before the new process could detect anything")
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
		assert.True(t, seen[c.id] <= 1, "%s was sent twice", c.Type)
	}
	assert.Len(t, seen, 11, "%d events, want 5 beginnings, 5 ends and a payment: %s", len(seen), e.types())
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
	assert.Equal(t, 5, w.counts[webhook.Dropped], "counts: %v", w.counts)
}
