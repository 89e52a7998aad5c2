package session

import (
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

var errReadOnly = errors.New("READONLY You can't write against a read only replica")

// queueing returns a manager over store that logs to log and keeps its queue in file.
func queueing(t *testing.T, store bff.Revocations, ring *KeyRing, file string, log io.Writer, now func() time.Time) *Manager {
	t.Helper()
	m, err := New(Settings{Ring: ring, Revocations: store, QueueFile: file, Log: slog.New(slog.NewTextHandler(log, nil)), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func isValid(t *testing.T, m *Manager, token string) bool {
	t.Helper()
	_, err := m.Open(t.Context(), marmara, token)
	if err != nil && !errors.Is(err, bff.ReasonAnonymous) {
		t.Fatal(err)
	}
	return err == nil
}

// begun returns a session of ayse and its token.
func begun(t *testing.T, m *Manager) (*bff.Session, string) {
	t.Helper()
	s, err := m.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse})
	if err != nil {
		t.Fatal(err)
	}
	token, err := m.Token(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return s, token
}

// While the store refuses writes, a session that ends is over on this instance at once, and on the
// others once the store accepts the entry.
func TestEndedSessionIsQueuedWhileTheStoreRefusesWrites(t *testing.T) {
	for name, end := range map[string]func(*Manager, *bff.Session) error{
		"one": func(m *Manager, s *bff.Session) error { return m.End(t.Context(), s) },
		"all": func(m *Manager, _ *bff.Session) error { return m.EndAll(t.Context(), "marmara", ayse.UID) },
		"by name": func(m *Manager, _ *bff.Session) error {
			return m.EndUsername(t.Context(), "marmara", "", ayse.Username)
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store, ring := &testRevocations{at: map[string]time.Time{}}, ringOf(t, newRecord(time.Now()))
				var log strings.Builder
				here, there := queueing(t, store, ring, "", &log, time.Now), queueing(t, store, ring, "", io.Discard, time.Now)
				s, token := begun(t, here)
				store.refuseWrites(errReadOnly)
				if err := end(here, s); err != nil {
					t.Fatal(err)
				}
				if isValid(t, here, token) || !isValid(t, there, token) || here.QueuedRevocations() != 1 {
					t.Errorf("valid here %v, there %v, %d queued", isValid(t, here, token), isValid(t, there, token), here.QueuedRevocations())
				}
				if !strings.Contains(log.String(), "write revocation: failed") || !strings.Contains(log.String(), "READONLY") || strings.Contains(log.String(), ayse.UID) {
					t.Errorf("log: %s", log.String())
				}
				_, again := begun(t, here)
				if !isValid(t, here, again) {
					t.Error("a later login is not valid")
				}
				time.Sleep(10 * time.Second) // synctest's clock: some attempts fail
				store.refuseWrites(nil)
				time.Sleep(2 * revocationRetryInterval)
				synctest.Wait()
				if isValid(t, there, token) || here.QueuedRevocations() != 0 {
					t.Errorf("valid there %v, %d queued", isValid(t, there, token), here.QueuedRevocations())
				}
			})
		})
	}
}

// Who is told that every session has ended is not told so before the store has it.
func TestEndAllDurablyFailsWhileTheStoreRefusesWrites(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, ring := &testRevocations{at: map[string]time.Time{}}, ringOf(t, newRecord(time.Now()))
		here, there := queueing(t, store, ring, "", io.Discard, time.Now), queueing(t, store, ring, "", io.Discard, time.Now)
		_, token := begun(t, here)
		store.refuseWrites(errReadOnly)
		if err := here.EndAllDurably(t.Context(), "marmara", ayse.UID); !errors.Is(err, bff.ReasonUnavailable) {
			t.Errorf("got %v", err)
		}
		if !isValid(t, here, token) || !isValid(t, there, token) || here.QueuedRevocations() != 0 {
			t.Errorf("valid here %v, there %v, %d queued", isValid(t, here, token), isValid(t, there, token), here.QueuedRevocations())
		}
		store.refuseWrites(nil)
		if err := here.EndAllDurably(t.Context(), "marmara", ayse.UID); err != nil {
			t.Fatal(err)
		}
		if isValid(t, here, token) || isValid(t, there, token) {
			t.Errorf("valid here %v, there %v", isValid(t, here, token), isValid(t, there, token))
		}
		if _, again := begun(t, there); !isValid(t, here, again) {
			t.Error("a later login is not valid")
		}
	})
}

// A queued entry does not replace a later one that another instance wrote meanwhile.
func TestQueuedRevocationKeepsLaterOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, ring := &testRevocations{at: map[string]time.Time{}}, ringOf(t, newRecord(time.Now()))
		here, there := queueing(t, store, ring, "", io.Discard, time.Now), queueing(t, store, ring, "", io.Discard, time.Now)
		store.refuseWrites(errReadOnly)
		if err := here.EndAll(t.Context(), "marmara", ayse.UID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute)
		_, token := begun(t, there)
		store.refuseWrites(nil)
		if err := there.EndAll(t.Context(), "marmara", ayse.UID); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * revocationRetryInterval)
		synctest.Wait()
		if isValid(t, there, token) || isValid(t, here, token) || here.QueuedRevocations() != 0 {
			t.Error("the earlier revocation replaced the later one")
		}
	})
}

// The file keeps queued revocations over a crash and over an orderly end, and is gone once they are
// written.
func TestQueuedRevocationsSurviveRestart(t *testing.T) {
	for _, crash := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "data", "revocations.queue")
			store, ring := &testRevocations{at: map[string]time.Time{}}, ringOf(t, newRecord(time.Now()))
			first := queueing(t, store, ring, file, io.Discard, time.Now)
			s, token := begun(t, first)
			other, otherToken := begun(t, first)
			store.refuseWrites(errReadOnly)
			for _, s := range []*bff.Session{s, other} {
				if err := first.End(t.Context(), s); err != nil {
					t.Fatal(err)
				}
			}
			if raw, err := os.ReadFile(file); err != nil || strings.Contains(string(raw), ayse.UID) || strings.Contains(string(raw), ayse.Username) {
				t.Errorf("%v: %s", err, raw)
			}
			if crash {
				cut, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = cut.WriteString(`{"key":"login/cut o`)
				_ = cut.Close()
			} else {
				first.Close()
			}
			second := queueing(t, store, ring, file, io.Discard, time.Now)
			if isValid(t, second, token) || isValid(t, second, otherToken) || second.QueuedRevocations() != 2 {
				t.Errorf("crash %v: a session that ended is valid after the restart, %d queued", crash, second.QueuedRevocations())
			}
			store.refuseWrites(nil)
			time.Sleep(2 * revocationRetryInterval)
			synctest.Wait()
			if isValid(t, queueing(t, store, ring, "", io.Discard, time.Now), token) {
				t.Error("the revocation was not written")
			}
			if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the file stays: %v", err)
			}
		})
	}
}

// The queue is bounded, and forgets what no longer matters.
func TestRevocationQueueIsBounded(t *testing.T) {
	f := newFixture(t)
	f.revocations.max = 1
	f.testRevocations.refuseWrites(errReadOnly)
	first, _ := f.login(t)
	second, token := f.login(t)
	if err := f.End(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if err := f.End(t.Context(), first); err != nil {
		t.Errorf("the same session again: %v", err)
	}
	if err := f.End(t.Context(), second); !errors.Is(err, bff.ReasonUnavailable) {
		t.Errorf("beyond the bound: %v", err)
	}
	f.mustOpen(t, token)
	f.clock.advance(24*time.Hour + leeway)
	late, _ := f.login(t)
	if err := f.End(t.Context(), late); err != nil || f.QueuedRevocations() != 1 {
		t.Errorf("after the first has expired: %v, %d queued", err, f.QueuedRevocations())
	}
}

// Closing writes what the store accepts by then.
func TestCloseWritesQueuedRevocations(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	f.testRevocations.refuseWrites(errReadOnly)
	if err := f.End(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	f.testRevocations.refuseWrites(nil)
	f.Close()
	if f.testRevocations.at[loginRevocationKey(s)].IsZero() {
		t.Error("the revocation was not written")
	}
}
