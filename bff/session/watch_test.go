package session

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// newFollowing returns a Manager that follows a key file.
func newFollowing(t *testing.T) (f *fixture, path string, log *bytes.Buffer) {
	t.Helper()
	f, path, log = newFixture(t), filepath.Join(t.TempDir(), "keys.json"), &bytes.Buffer{}
	ring, err := OpenKeyRing(path, f.clock.now())
	if err != nil {
		t.Fatal(err)
	}
	f.Manager = f.another(t, func(s *Settings) {
		s.Ring, s.Log = ring, slog.New(slog.NewTextHandler(log, nil))
	})
	f.Follow(path)
	f.reloadKeyRing()
	return f, path, log
}

func TestManagerLoadsARotatedKeyFile(t *testing.T) {
	f, path, _ := newFollowing(t)
	_, token := f.login(t)
	old := f.ring.Load().newest(f.clock.now()).Kid
	rotated, err := Rotate(path, f.clock.now(), 0, MaxLife)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ticks, ended := make(chan time.Time), make(chan struct{})
	go func() {
		defer close(ended)
		f.Watch(ctx, ticks)
	}()
	ticks <- time.Time{}
	ticks <- time.Time{} // the first one has been dealt with by now
	cancel()
	<-ended
	if kid := f.ring.Load().newest(f.clock.now()).Kid; kid == old || kid != rotated.newest(f.clock.now()).Kid {
		t.Errorf("seals with %s, was %s", kid, old)
	}
	f.mustOpen(t, token)
	_, fresh := f.login(t)
	f.mustOpen(t, fresh)
	if f.reloadKeyRing() {
		t.Error("a file that has not changed was read")
	}
}

func TestTokenOfANewKeyReloadsTheKeyFile(t *testing.T) {
	f, path, _ := newFollowing(t)
	rotated, err := Rotate(path, f.clock.now(), 0, MaxLife)
	if err != nil {
		t.Fatal(err)
	}
	faster := f.another(t, func(s *Settings) { s.Ring = rotated })
	s, err := faster.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse})
	if err != nil {
		t.Fatal(err)
	}
	token, err := faster.Token(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			if _, err := f.Open(t.Context(), marmara, token); err != nil {
				t.Errorf("side by side: %v", err)
			}
		})
	}
	wg.Wait()
}

func TestBrokenKeyFileIsRejectedAndLoggedOnce(t *testing.T) {
	f, path, log := newFollowing(t)
	_, token := f.login(t)
	kid := f.ring.Load().newest(f.clock.now()).Kid
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	logged := 0
	for name, spoil := range map[string]func() error{
		"cut":     func() error { return os.WriteFile(path, good[:len(good)/2], 0o600) },
		"no keys": func() error { return os.WriteFile(path, []byte(`{"keys":[]}`), 0o600) },
		"gone":    func() error { return os.Remove(path) },
	} {
		if err := spoil(); err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		for range 3 {
			if f.reloadKeyRing() {
				t.Errorf("%s: taken", name)
			}
		}
		logged++
		if n := strings.Count(log.String(), "rejected"); n != logged {
			t.Errorf("%s: logged %d times, want %d\n%s", name, n, logged, log)
		}
		f.mustOpen(t, token)
	}
	if strings.Contains(log.String(), "secret") {
		t.Errorf("the log tells of secrets: %s", log)
	}
	if f.ring.Load().newest(f.clock.now()).Kid != kid {
		t.Error("the ring has changed")
	}
	if err := os.WriteFile(path, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if !f.reloadKeyRing() {
		t.Error("a file that is whole again is not taken")
	}
}

func TestRemovedKeyOpensNothing(t *testing.T) {
	f, path, _ := newFollowing(t)
	_, token := f.login(t)
	// Moved, not removed: the file system may reuse the inode of a removed file for the next one,
	// with the same time and size.
	if err := os.Rename(path, path+".old"); err != nil {
		t.Fatal(err)
	}
	other, err := newKeyRing(f.ring.Load().index, []record{newRecord(f.clock.now())})
	if err == nil {
		err = write(path, other, os.Rename)
	}
	if err != nil {
		t.Fatal(err)
	}
	f.reloadKeyRing()
	if s, err := f.Open(t.Context(), marmara, token); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestFutureKeySealsFromItsTime(t *testing.T) {
	f, path, _ := newFollowing(t)
	late := f.another(t) // its copy of the file arrives later
	next, err := Rotate(path, f.clock.now(), 5*time.Minute, MaxLife)
	if err != nil {
		t.Fatal(err)
	}
	if keys := next.Keys(f.clock.now()); len(keys) != 2 || keys[0].Active || !keys[1].Active {
		t.Fatalf("keys %+v", keys)
	}
	f.reloadKeyRing()
	_, before := f.login(t)
	if _, err := late.Open(t.Context(), marmara, before); err != nil {
		t.Errorf("an instance without the new key: %v", err)
	}
	f.clock.advance(5 * time.Minute)
	_, after := f.login(t)
	if _, err := late.Open(t.Context(), marmara, after); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("the old key still seals: %v", err)
	}
	late.SetKeyRing(next)
	for _, token := range []string{before, after} {
		if _, err := late.Open(t.Context(), marmara, token); err != nil {
			t.Errorf("once it has arrived: %v", err)
		}
	}
	if keys := next.Keys(f.clock.now()); !keys[0].Active || keys[1].Active {
		t.Errorf("keys %+v", keys)
	}
	if k := next.newest(f.clock.now().Add(-24 * time.Hour)); k.Kid != next.keys[1].Kid {
		t.Error("with a clock that went back the oldest key seals")
	}
}

func TestAnotherIndexKeyIsRejectedWhileRunning(t *testing.T) {
	f, path, log := newFollowing(t)
	s, token := f.login(t)
	if err := f.EndAll(t.Context(), s.Brand, s.Identity.Player()); err != nil {
		t.Fatal(err)
	}
	other, err := newKeyRing(indexkey.New(), []record{f.ring.Load().keys[0].record})
	if err == nil {
		err = write(path, other, os.Rename)
	}
	if err != nil {
		t.Fatal(err)
	}
	if f.reloadKeyRing() || !strings.Contains(log.String(), "another index key") {
		t.Errorf("the file was loaded; log: %s", log)
	}
	f.mustReject(t, token, "the ended session after the file was replaced")
}
