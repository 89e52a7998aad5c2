package embedded_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/store"
	"croupier/bff/store/embedded"
)

// timeout bounds how long the store may take to notice that the disk accepts writes again.
const timeout = 30 * time.Second

// limitFileSize makes every write to a file fail with EFBIG, like a full disk, or lifts this limit.
func limitFileSize(t *testing.T, on bool) {
	t.Helper()
	var l syscall.Rlimit
	require.NoError(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &l))
	if l.Cur = l.Max; on {
		l.Cur = 0
	}
	require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &l))
}

// inProcess runs the rest of the test in a process of its own, because the limit of the file size applies to
// a whole process. It returns true in that process.
func inProcess(t *testing.T) bool {
	t.Helper()
	const mark = "EMBEDDED_TEST_PROCESS"
	if os.Getenv(mark) != "" {
		return true
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), mark+"=1")
	out, err := cmd.CombinedOutput()
	assert.True(t, err == nil && strings.Contains(string(out), "--- PASS: "+t.Name()), "%v\n%s", err, out)
	return false
}

// lockedBuffer is a buffer for concurrent use.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.b.String(), text)
}

func isRevoked(t *testing.T, s *embedded.Store, key string) bool {
	t.Helper()
	at, err := s.Revoked(t.Context(), key)
	require.NoError(t, err)
	return !at[0].IsZero()
}

func TestFullDiskKeepsRevocationsInMemoryAndRefusesClaims(t *testing.T) {
	if !inProcess(t) {
		return
	}
	dir, logged := t.TempDir(), &lockedBuffer{}
	o := embedded.Options{Log: slog.New(slog.NewTextHandler(logged, nil))}
	s := open(t, dir, o)
	index := openIndex(t, s)
	until := time.Now().Add(time.Hour)
	require.NoError(t, errors.Join(s.Ping(t.Context()), s.Revoke(t.Context(), "before", time.Now(), until)))

	limitFileSize(t, true)
	for i := range 20 {
		err := s.Revoke(t.Context(), fmt.Sprint(i), time.Now(), until)
		require.True(t, err == nil && isRevoked(t, s, fmt.Sprint(i)), "revoke %d: %v", i, err)
	}
	assert.ErrorIs(t, s.Ping(t.Context()), store.ErrNotWritable, "ping")
	if writable, unsaved := s.State(); writable || unsaved != 20 {
		t.Errorf("writable %v, %d unsaved", writable, unsaved)
	}
	assertRefused(t, "claim", s, 1, bff.ReasonUnavailable)
	assert.Error(t, s.Records("r").Put(t.Context(), "k", nil), "a record was acknowledged")
	assert.NoError(t, index.Put(t.Context(), "ayse", "a", bff.IndexedSession{Sealed: []byte("entry"), ExpiresAt: until}))
	n := logged.count("write to data folder: failed")
	assert.Equal(t, 1, n, "logged %d times, want once", n)

	limitFileSize(t, false)
	deadline := time.After(timeout)
	ticks := time.NewTicker(10 * time.Millisecond)
	defer ticks.Stop()
	for writable, unsaved := s.State(); !writable || unsaved > 0; writable, unsaved = s.State() {
		select {
		case <-ticks.C:
		case <-deadline:
			t.Fatalf("timeout: writable %v, %d unsaved", writable, unsaved)
		}
	}
	if err := s.Ping(t.Context()); err != nil || logged.count("succeeded again") != 1 {
		t.Errorf("ping: %v", err)
	}
	s = reopen(t, s, dir, o)
	for i := range 20 {
		assert.True(t, isRevoked(t, s, fmt.Sprint(i)), "%d was not written", i)
	}
	if entry, err := openIndex(t, s).Get(t.Context(), "a"); err != nil || string(entry) != "entry" {
		t.Errorf("session index: %q, %v", entry, err)
	}
}

func TestStoreOpensOnAFullDisk(t *testing.T) {
	if !inProcess(t) {
		return
	}
	dir := t.TempDir()
	s := open(t, dir, embedded.Options{})
	until := time.Now().Add(time.Hour)
	claimFree(t, s, 1) // in flight
	claimFree(t, s, 2)
	err := errors.Join(s.IdempotencyStore().Finish(t.Context(), moneyKey(2), paid),
		s.Revoke(t.Context(), "login/a", time.Now(), until),
		s.Records("r").Put(t.Context(), "k", []byte("v")), s.Close())
	require.NoError(t, err)

	limitFileSize(t, true)
	defer limitFileSize(t, false)
	s = open(t, dir, embedded.Options{})
	assert.ErrorIs(t, s.Ping(t.Context()), store.ErrNotWritable, "ping")
	if got, err := openIndex(t, s).List(t.Context(), "ayse"); err != nil || len(got) != 0 {
		t.Errorf("session index: %v, %v", got, err)
	}
	assert.True(t, isRevoked(t, s, "login/a"), "a revocation was lost")
	if err := s.Revoke(t.Context(), "login/b", time.Now(), until); err != nil || !isRevoked(t, s, "login/b") {
		t.Errorf("revoke: %v", err)
	}
	for name, want := range map[string]string{"r": "v", "never written": ""} {
		all, err := s.Records(name).All(t.Context())
		assert.True(t, err == nil && string(all["k"]) == want && (len(all) == 0) == (want == ""),
			"records %q: %q, %v", name, all, err)
	}
	audit, err := s.AuditStore("staff", 10, time.Hour)
	require.NoError(t, err)
	if page, err := audit.Page(t.Context(), "", 10); err != nil || len(page) != 0 {
		t.Errorf("audit log: %q, %v", page, err)
	}
	assertRefused(t, "call that was in flight", s, 1, unknownAfterCrash)
	assertReplayed(t, "answered call", s, 2)
	assertRefused(t, "new call", s, 3, bff.ReasonUnavailable)
}
