package staff_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	collector "go.opentelemetry.io/proto/otlp/collector/logs/v1"
	"google.golang.org/protobuf/proto"

	"croupier/bff/config"
	"croupier/bff/ops/staff"
	"croupier/bff/test/testkit"
)

// auditReceiver receives CloudEvents or OTLP.
type auditReceiver struct {
	t        *testing.T
	refuses  bool
	accepted func() // after it has stored the entries
	got      []staff.Entry
	ids      map[string]bool
}

type auditEvent struct {
	ID   string
	Data staff.Entry
}

func (a *auditReceiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	assert.Equal(a.t, "Bearer x", r.Header.Get("Authorization"))
	body, err := io.ReadAll(r.Body)
	var events []auditEvent
	var logs collector.ExportLogsServiceRequest
	var response collector.ExportLogsServiceResponse
	if r.Header.Get("Content-Type") == "application/x-protobuf" {
		err = errors.Join(err, proto.Unmarshal(body, &logs))
		for _, l := range logs.GetResourceLogs()[0].GetScopeLogs()[0].GetLogRecords() {
			e := auditEvent{ID: l.GetAttributes()[0].GetValue().GetStringValue()}
			err = errors.Join(err, json.Unmarshal([]byte(l.GetBody().GetStringValue()), &e.Data))
			events = append(events, e)
		}
		if a.refuses {
			response.PartialSuccess = &collector.ExportLogsPartialSuccess{RejectedLogRecords: 1}
		}
	} else if err = errors.Join(err, json.Unmarshal(body, &events)); a.refuses {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	body, responseErr := proto.Marshal(&response)
	assert.NoError(a.t, errors.Join(err, responseErr))
	if !a.refuses {
		for _, e := range events {
			a.got, a.ids[e.ID] = append(a.got, e.Data), true
		}
		a.accepted()
	}
	_, _ = w.Write(body)
}

func TestAuditSinksGetEveryLinkInOrder(t *testing.T) {
	to := &auditReceiver{t: t}
	server := httptest.NewServer(to)
	defer server.Close()
	key := config.Secret("Bearer x")
	for _, settings := range []config.AuditSink{
		{HTTPS: server.URL, Authorization: key}, {OTLP: server.URL, Authorization: key},
	} {
		s := &chained{Clock: testkit.NewClock(start), t: t, deeds: newLines()}
		positions, lag, lost, log := new(testkit.Records), 0.0, 0.0, new(strings.Builder)
		instance := func(skew time.Duration) *staff.AuditSink {
			audit := s.process()
			audit.Log = slog.New(slog.NewTextHandler(log, nil))
			audit.Clock = func() time.Time { return s.Now().Add(skew) }
			return &staff.AuditSink{
				Name: "siem", To: settings, Positions: positions, Audit: audit, Failed: func(float64) {},
				Lag: func(links float64) { lag = links }, Lost: func(links float64) { lost += links },
			}
		}
		a, b := instance(0), instance(-3*time.Second)
		poll := func(after time.Duration, sinks ...*staff.AuditSink) {
			for _, sink := range sinks {
				s.Advance(after)
				sink.Poll(t.Context())
			}
		}
		during := func(do func()) {
			_, err := a.Audit.Do(t.Context(), staff.Entry{Who: "ayse"}, staff.Action{Action: "purge"},
				func(context.Context) (any, error) { do(); return nil, nil })
			require.NoError(t, err)
		}
		*to = auditReceiver{t: t, ids: map[string]bool{}, accepted: func() {}}
		during(func() { poll(0, a) })
		poll(5*time.Second, b)
		to.refuses = true
		for range 60 { // an outage of an hour
			require.NoError(t, errors.Join(s.act(a.Audit), s.act(b.Audit)))
			poll(30*time.Second, a, b)
		}
		assert.Equal(t, "240 2", fmt.Sprint(lag, " ", strings.Count(log.String(), "audit sink fails")))
		to.refuses, to.accepted = false, func() {
			if len(to.ids) == 122 {
				positions.Fail(errors.New("killed"))
			}
		}
		poll(time.Minute, a) // killed after the second batch, before it has stored the position
		positions.Fail(nil)
		to.accepted = func() {}
		var heads map[string][]byte
		during(func() { heads = s.heads.Values() })
		for chain, head := range s.heads.Values() { // killed after it has stored the entry
			if before := string(heads[chain]); before != string(head) {
				pending := strings.Replace(string(head[1:]), "last", "pending", 1)
				require.NoError(t, s.heads.Put(t.Context(), chain, []byte(before[:len(before)-1]+","+pending)))
			}
		}
		poll(0, b)
		assert.InDelta(t, 42, lag, 0, "claimed by the killed instance")
		poll(2*time.Minute, b, b)
		assert.Zero(t, lag)
		assert.Contains(t, log.String(), "works again")
		links, newest := map[string]bool{}, map[string]int{}
		for _, e := range to.got {
			last := e.Links[len(e.Links)-1]
			assert.True(t, links[last.Hash] || last.Number > newest[last.Chain], "%d is out of order", last.Number)
			newest[last.Chain] = max(newest[last.Chain], last.Number)
			for _, l := range e.Links {
				links[l.Hash] = true
			}
		}
		assert.Equal(t, "244 123", fmt.Sprint(len(links), " ", len(to.ids)), "links and states")
		assert.Len(t, to.got, 123+20, "the last batch before the kill again")

		require.NoError(t, errors.Join(s.act(b.Audit), s.act(b.Audit)))
		s.edit(func(all map[string][]byte, ids []string) { // the last entry of the killed instance, and a new one
			delete(all, ids[len(ids)-3])
			delete(all, ids[len(ids)-1])
		})
		poll(time.Second, b, b)
		assert.Equal(t, "2 0", fmt.Sprint(lost, " ", lag))
	}
}

func TestAuditSinksSendSmallerBatchesIfTheSystemRefusesTheLength(t *testing.T) {
	got := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var events []auditEvent
		assert.NoError(t, json.NewDecoder(r.Body).Decode(&events))
		if len(events) > 10 {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		got += len(events)
	}))
	defer server.Close()
	s := &chained{Clock: testkit.NewClock(start), t: t, deeds: newLines()}
	ignore := func(float64) {}
	sink := &staff.AuditSink{
		Name: "siem", To: config.AuditSink{HTTPS: server.URL}, Positions: new(testkit.Records), Audit: s.process(),
		Lag: ignore, Failed: ignore, Lost: ignore,
	}
	for range 30 {
		require.NoError(t, s.act(sink.Audit))
	}
	for range 6 {
		s.Advance(time.Minute)
		sink.Poll(t.Context())
	}
	assert.Equal(t, 30, got)
}
