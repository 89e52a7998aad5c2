package session

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// newFollowing returns a Manager that follows a key file.
func newFollowing(t *testing.T) (f *fixture, path string, log *bytes.Buffer) {
	t.Helper()
	f, path, log = newFixture(t), filepath.Join(t.TempDir(), "keys.json"), &bytes.Buffer{}
	ring, err := OpenKeyRing(path, f.clock.now())
	must(t, err)
	f.Manager = f.another(t, func(s *Settings) {
		s.Ring, s.Log = ring, slog.New(slog.NewTextHandler(log, nil))
	})
	f.Follow(path)
	f.reloadKeyRing()
	return f, path, log
}

// rotateFile adds a key to the key file that seals after a delay.
func (f *fixture) rotateFile(t *testing.T, path string, after time.Duration) *KeyRing {
	t.Helper()
	ring, err := Rotate(path, f.clock.now(), after, MaxLife)
	must(t, err)
	return ring
}

// replaceFile replaces the key file by one with an index key and a single key. The old file is moved, not removed: the
// file system may reuse the inode of a removed file for the next one, with the same time and size.
func replaceFile(t *testing.T, path string, index *indexkey.Key, key record) {
	t.Helper()
	must(t, os.Rename(path, path+".old"))
	ring, err := newKeyRing(index, []record{key})
	must(t, err)
	must(t, write(path, ring, os.Rename))
}

func TestManagerLoadsARotatedKeyFile(t *testing.T) {
	f, path, _ := newFollowing(t)
	_, token := f.login(t)
	old := f.kid()
	rotated := f.rotateFile(t, path, 0)
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
	if kid := f.kid(); kid == old || kid != rotated.newest(f.clock.now()).Kid {
		t.Errorf("seals with %s, was %s", kid, old)
	}
	f.mustOpen(t, token)
	_, fresh := f.login(t)
	f.mustOpen(t, fresh)
	assert.False(t, f.reloadKeyRing(), "a file that has not changed was read")
}

func TestTokenOfANewKeyReloadsTheKeyFile(t *testing.T) {
	f, path, _ := newFollowing(t)
	rotated := f.rotateFile(t, path, 0)
	faster := &fixture{Manager: f.another(t, func(s *Settings) { s.Ring = rotated })}
	_, token := faster.login(t)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			_, err := f.Open(t.Context(), marmara, token)
			assert.NoError(t, err, "side by side")
		})
	}
	wg.Wait()
}

func TestBrokenKeyFileIsRejectedAndLoggedOnce(t *testing.T) {
	f, path, log := newFollowing(t)
	_, token := f.login(t)
	kid := f.kid()
	good, err := os.ReadFile(path)
	must(t, err)
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
			assert.False(t, f.reloadKeyRing(), "%s: taken", name)
		}
		logged++
		n := strings.Count(log.String(), "rejected")
		assert.Equal(t, logged, n, "%s: logged %d times, want %d\n%s", name, n, logged, log)
		f.mustOpen(t, token)
	}
	assert.NotContains(t, log.String(), "secret", "the log tells of secrets: %s", log)
	assert.Equal(t, kid, f.kid(), "the ring has changed")
	must(t, os.WriteFile(path, good, 0o600))
	assert.True(t, f.reloadKeyRing(), "a file that is whole again is not taken")
}

func TestRemovedKeyOpensNothing(t *testing.T) {
	f, path, _ := newFollowing(t)
	_, token := f.login(t)
	replaceFile(t, path, f.ring.Load().index, newRecord(f.clock.now()))
	f.reloadKeyRing()
	f.mustReject(t, token, "sealed with a removed key")
}

func TestFutureKeySealsFromItsTime(t *testing.T) {
	f, path, _ := newFollowing(t)
	late := f.another(t) // its copy of the file arrives later
	next := f.rotateFile(t, path, 5*time.Minute)
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
	_, err := late.Open(t.Context(), marmara, after)
	wantError(t, "the old key still seals", err, bff.ReasonAnonymous)
	late.SetKeyRing(next)
	for _, token := range []string{before, after} {
		_, err := late.Open(t.Context(), marmara, token)
		assert.NoError(t, err, "once it has arrived")
	}
	if keys := next.Keys(f.clock.now()); !keys[0].Active || keys[1].Active {
		t.Errorf("keys %+v", keys)
	}
	assert.Equal(t, next.keys[1].Kid, next.newest(f.clock.now().Add(-24*time.Hour)).Kid,
		"with a clock that went back the oldest key seals")
}

func TestAnotherIndexKeyIsRejectedWhileRunning(t *testing.T) {
	f, path, log := newFollowing(t)
	_, token := f.login(t)
	f.endAll(t)
	replaceFile(t, path, indexkey.New(), f.ring.Load().keys[0].record)
	assert.True(t, !f.reloadKeyRing() && strings.Contains(log.String(), "another index key"),
		"the file was loaded; log: %s", log)
	f.mustReject(t, token, "the ended session after the file was replaced")
}

func TestStoredIdentitiesAreFoundAfterARotation(t *testing.T) {
	f, path, _ := newFollowing(t)
	index := newTestIndex()
	f.sessionIndex = index
	_, token := f.login(t)
	f.endAll(t)
	f.clock.advance(time.Second)
	_, later := f.login(t)
	f.rotateFile(t, path, 0)
	require.True(t, f.reloadKeyRing(), "the rotated file was not loaded")
	f.mustReject(t, token, "a session that was ended before the rotation")
	f.wantActive(t, "sessions of the user name", "ayse", 1)
	f.endAll(t)
	f.mustReject(t, later, "a session that was ended after the rotation")
}

// The index key must decide what the keys of identities are: whoever has a copy of the store, but not
// the key, cannot find a player by trying names.
func TestStoreKeysOfIdentitiesNeedTheIndexKey(t *testing.T) {
	keys := func(index *indexkey.Key) []string {
		f := newFixture(t)
		ring, err := newKeyRing(index, []record{newRecord(f.clock.now())})
		must(t, err)
		entries := newTestIndex()
		f.Manager = f.another(t, func(s *Settings) { s.Ring, s.SessionIndex = ring, entries })
		f.login(t)
		f.endAll(t)
		var out []string
		for key := range f.testRevocations.at {
			if strings.HasPrefix(key, "player/") {
				out = append(out, key)
			}
		}
		for _, key := range entries.keys {
			out = append(out, key)
		}
		return out
	}
	one := indexkey.New()
	first, again, other := keys(one), keys(one), keys(indexkey.New())
	require.True(t, len(first) == 2 && slices.Equal(first, again), "keys %q and %q with one index key", first, again)
	for _, key := range other {
		assert.NotContains(t, first, key, "key %q with another index key too", key)
	}
}

func TestRotatedRingOpensOldTokensAndSealsWithTheNewKey(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	sealed, err := f.Seal(ayse)
	must(t, err)
	old := f.ring.Load().newest(f.clock.now()).record
	f.clock.advance(time.Minute)
	fresh := newRecord(f.clock.now())
	f.SetKeyRing(ringOf(t, old, fresh))
	f.mustOpen(t, token)
	if _, err := f.unsealUser(sealed); err != nil {
		t.Errorf("old sealed identity: %v", err)
	}
	_, newToken := f.login(t)
	f.SetKeyRing(ringOf(t, fresh))
	f.mustReject(t, token, "a token whose key is gone, although remembered")
	f.mustOpen(t, newToken)
	_, err = f.unsealUser(sealed)
	wantError(t, "sealed with a key that is gone", err, errNotSealed)
}
