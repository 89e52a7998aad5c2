package session

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

// testBus records published messages.
type testBus struct {
	bff.Bus
	said [][]byte
	fail error
}

func (w *testBus) Publish(_ context.Context, topic bff.Topic, payload []byte) error {
	if topic != bff.TopicSessions {
		return errors.New("not of sessions")
	}
	w.said = append(w.said, payload)
	return w.fail
}

// Every instance reads the revocations, even if it has cached a session.
func TestEndReachesEveryInstance(t *testing.T) {
	f, w := newFixture(t), &testBus{}
	f.Manager = f.another(t, func(s *Settings) { s.Bus = w })
	other := f.another(t)
	first, token := f.login(t)
	_, again := f.login(t)
	for _, tok := range []string{token, again} {
		_, err := other.Open(t.Context(), marmara, tok)
		must(t, err)
	}
	must(t, f.End(t.Context(), first))
	_, err := other.Open(t.Context(), marmara, token)
	assert.ErrorIs(t, err, bff.ReasonAnonymous, "the ended one")
	w.fail = errors.New("connection reset")
	f.endAll(t)
	_, err = other.Open(t.Context(), marmara, again)
	assert.ErrorIs(t, err, bff.ReasonAnonymous, "all, without the bus")
	want := []bff.SessionsEnded{
		{Brand: "marmara", Player: ayse.UID, Session: first.ID}, {Brand: "marmara", Player: ayse.UID},
	}
	said := make([]bff.SessionsEnded, len(w.said))
	for i, payload := range w.said {
		must(t, json.Unmarshal(payload, &said[i]))
	}
	assert.Equal(t, want, said)
}

var errReadOnly = errors.New("READONLY You can't write against a read only replica")

// queues are instances that share a store and a ring.
type queues struct {
	store *testRevocations
	ring  *KeyRing
	log   strings.Builder // of the first instance
}

// instance returns an instance with its queue in file. With "", it uses a separate file.
func (q *queues) instance(t *testing.T, file string) *fixture {
	log := io.Discard
	if q.store == nil {
		q.store, q.ring = &testRevocations{at: map[string]time.Time{}}, ringOf(t, newRecord(time.Now()))
		log = &q.log
	}
	m := newManager(t, Settings{
		Ring: q.ring, Revocations: q.store, QueueFile: file, Log: slog.New(slog.NewTextHandler(log, nil)),
		Now: time.Now,
	})
	return &fixture{Manager: m, testRevocations: q.store}
}

func (f *fixture) wantValid(t *testing.T, name, token string, want bool) {
	_, err := f.Open(t.Context(), marmara, token)
	assert.ErrorIs(t, err, map[bool]error{true: nil, false: bff.ReasonAnonymous}[want], name)
}

func (f *fixture) wantQueued(t *testing.T, name string, want int) {
	assert.Equal(t, want, f.QueuedRevocations(), name)
}

// waitForRetries lets synctest's clock pass two attempts to write the queue.
func waitForRetries() {
	time.Sleep(2 * revocationRetryInterval)
	synctest.Wait()
}

// While the store refuses writes, an ended session is invalid on this instance immediately. It
// becomes invalid on other instances when the store accepts the entry.
func TestEndedSessionIsQueuedWhileTheStoreRefusesWrites(t *testing.T) {
	for name, end := range map[string]func(*fixture, *bff.Session) error{
		"one": func(m *fixture, s *bff.Session) error { return m.End(t.Context(), s) },
		"all": func(m *fixture, _ *bff.Session) error { return m.EndAll(t.Context(), "marmara", ayse.UID) },
		"by name": func(m *fixture, _ *bff.Session) error {
			return m.EndUsername(t.Context(), "marmara", ayse.Username)
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			var q queues
			here, there := q.instance(t, ""), q.instance(t, "")
			s, token := here.login(t)
			q.store.refuseWrites(errReadOnly)
			must(t, end(here, s))
			here.wantValid(t, name+", here", token, false)
			there.wantValid(t, name+", there", token, true)
			here.wantQueued(t, name, 1)
			assert.Regexp(t, "could not write a revocation.*READONLY", q.log.String(), name)
			assert.NotContains(t, q.log.String(), ayse.UID, name)
			_, again := here.login(t)
			here.wantValid(t, name+", a later login", again, true)
			time.Sleep(10 * time.Second) // synctest's clock: some attempts fail
			q.store.refuseWrites(nil)
			waitForRetries()
			there.wantValid(t, name+", there, once written", token, false)
			here.wantQueued(t, name+", once written", 0)
		})
	}
}

func TestEndAllDurablyFailsWhileTheStoreRefusesWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		here, there := q.instance(t, ""), q.instance(t, "")
		_, token := here.login(t)
		for _, refusal := range []error{errReadOnly, nil} {
			q.store.refuseWrites(refusal)
			err := here.EndAllDurably(t.Context(), "marmara", ayse.UID)
			if refusal != nil {
				assert.ErrorIs(t, err, bff.ReasonUnavailable, "refused")
			} else {
				must(t, err)
			}
			here.wantValid(t, "here", token, refusal != nil)
			there.wantValid(t, "there", token, refusal != nil)
			here.wantQueued(t, "durably", 0)
		}
		_, again := there.login(t)
		here.wantValid(t, "a later login", again, true)
	})
}

// A queued entry does not replace a later one from another instance.
func TestQueuedRevocationKeepsLaterOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		here, there := q.instance(t, ""), q.instance(t, "")
		q.store.refuseWrites(errReadOnly)
		here.endAll(t)
		time.Sleep(time.Minute)
		_, token := there.login(t)
		q.store.refuseWrites(nil)
		there.endAll(t)
		waitForRetries()
		there.wantValid(t, "there", token, false)
		here.wantValid(t, "here", token, false)
		here.wantQueued(t, "here", 0)
	})
}

// The file preserves queued revocations across a crash and an orderly stop. It is deleted when they
// are written.
func TestQueuedRevocationsSurviveRestart(t *testing.T) {
	for _, crash := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "data", "revocations.queue")
			var q queues
			first := q.instance(t, file)
			s, token := first.login(t)
			other, otherToken := first.login(t)
			q.store.refuseWrites(errReadOnly)
			must(t, first.End(t.Context(), s))
			must(t, first.End(t.Context(), other))
			raw, err := os.ReadFile(file)
			must(t, err)
			assert.False(t,
				bytes.Contains(raw, []byte(ayse.UID)) || bytes.Contains(raw, []byte(ayse.Username)), "%s", raw)
			if crash {
				cut, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
				must(t, err)
				_, _ = cut.WriteString(`{"key":"login/cut o`)
				_ = cut.Close()
			} else {
				first.Close()
			}
			second := q.instance(t, file)
			second.wantValid(t, "after the restart", token, false)
			second.wantValid(t, "the other after the restart", otherToken, false)
			second.wantQueued(t, "after the restart", 2)
			q.store.refuseWrites(nil)
			waitForRetries()
			q.instance(t, "").wantValid(t, "once written", token, false)
			assert.NoFileExists(t, file)
		})
	}
}

func TestRevocationQueueIsBounded(t *testing.T) {
	f := newFixture(t)
	f.revocations.max = 1
	f.testRevocations.refuseWrites(errReadOnly)
	first, _ := f.login(t)
	second, token := f.login(t)
	must(t, f.End(t.Context(), first))
	must(t, f.End(t.Context(), first)) // the same session again
	assert.ErrorIs(t, f.End(t.Context(), second), bff.ReasonUnavailable, "beyond the bound")
	f.mustOpen(t, token)
	f.clock.advance(24*time.Hour + leeway) // the first session expires
	late, _ := f.login(t)
	must(t, f.End(t.Context(), late))
	f.wantQueued(t, "after the first has expired", 1)
	// Close writes the entries that the store now accepts.
	f.testRevocations.refuseWrites(nil)
	f.Close()
	assert.False(t, f.testRevocations.at[loginRevocationKey(late)].IsZero(), "the revocation was not written")
}
