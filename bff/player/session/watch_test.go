package session

import (
	"bytes"
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

// newFollowing returns a Manager that watches a key file, and the token of a session.
func newFollowing(t *testing.T) (f *fixture, path string, log *bytes.Buffer, token string) {
	f, path, log = newFixture(t), filepath.Join(t.TempDir(), "keys.json"), &bytes.Buffer{}
	ring, err := OpenKeyRing(path, f.clock.now())
	must(t, err)
	f.Manager = f.another(t,
		func(s *Settings) { s.Ring, s.KeyFile, s.Log = ring, path, slog.New(slog.NewTextHandler(log, nil)) })
	f.ReloadKeyRing()
	_, token = f.login(t)
	return f, path, log, token
}

func (f *fixture) rotateFile(t *testing.T, path string, after time.Duration) *KeyRing {
	ring, err := Rotate(path, f.clock.now(), after, MaxLife)
	must(t, err)
	return ring
}

// replaceFile replaces the key file by one with an index key and a single key. It moves the old
// file instead of removing it, because the file system may reuse the inode with the same time and
// size.
func replaceFile(t *testing.T, path string, index *indexkey.Key, key record) {
	must(t, os.Rename(path, path+".old"))
	ring, err := newKeyRing(index, []record{key})
	must(t, err)
	must(t, write(path, ring, os.Rename))
}

func TestTokenOfANewKeyReloadsTheKeyFile(t *testing.T) {
	f, path, _, _ := newFollowing(t)
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
	f, path, log, token := newFollowing(t)
	kid := f.kid()
	good, err := os.ReadFile(path)
	must(t, err)
	logged := 0
	for name, spoil := range map[string]func() error{
		"cut":     func() error { return os.WriteFile(path, good[:len(good)/2], 0o600) },
		"no keys": func() error { return os.WriteFile(path, []byte(`{"keys":[]}`), 0o600) },
		"gone":    func() error { return os.Remove(path) },
	} {
		must(t, spoil())
		for range 3 {
			assert.False(t, f.ReloadKeyRing(), "%s: taken", name)
		}
		logged++
		assert.Equal(t, logged, strings.Count(log.String(), "rejected"), "%s: log\n%s", name, log)
		f.mustOpen(t, token)
	}
	assert.NotContains(t, log.String(), "secret")
	assert.Equal(t, kid, f.kid(), "the ring has changed")
	must(t, os.WriteFile(path, good, 0o600))
	assert.True(t, f.ReloadKeyRing(), "a file that is whole again is not taken")
}

func TestRemovedKeyOpensNothing(t *testing.T) {
	f, path, _, token := newFollowing(t)
	replaceFile(t, path, f.ring.Load().index, newRecord(f.clock.now()))
	f.ReloadKeyRing()
	f.mustReject(t, token, "sealed with a removed key")
}

func TestFutureKeySealsFromItsTime(t *testing.T) {
	f, path, _, _ := newFollowing(t)
	late := f.another(t) // its copy of the file arrives later
	next := f.rotateFile(t, path, 5*time.Minute)
	keys := next.Keys(f.clock.now())
	require.True(t, len(keys) == 2 && !keys[0].Active && keys[1].Active, "keys %+v", keys)
	f.ReloadKeyRing()
	_, before := f.login(t)
	_, err := late.Open(t.Context(), marmara, before)
	assert.NoError(t, err, "an instance without the new key")
	f.clock.advance(5 * time.Minute)
	_, after := f.login(t)
	_, err = late.Open(t.Context(), marmara, after)
	assert.ErrorIs(t, err, bff.ReasonAnonymous, "the old key still seals")
	late.SetKeyRing(next)
	for _, token := range []string{before, after} {
		_, err := late.Open(t.Context(), marmara, token)
		assert.NoError(t, err, "once it has arrived")
	}
	keys = next.Keys(f.clock.now())
	assert.True(t, keys[0].Active && !keys[1].Active, "keys %+v", keys)
	assert.Equal(t, next.keys[1].Kid, next.newest(f.clock.now().Add(-24*time.Hour)).Kid, "a clock that went back")
}

func TestAnotherIndexKeyIsRejectedWhileRunning(t *testing.T) {
	f, path, log, token := newFollowing(t)
	f.endAll(t)
	replaceFile(t, path, indexkey.New(), f.ring.Load().keys[0].record)
	assert.True(t, !f.ReloadKeyRing() && strings.Contains(log.String(), "its index_key differs"),
		"the file was loaded, log: %s", log)
	f.mustReject(t, token, "the ended session after the file was replaced")
}

func TestStoredIdentitiesAreFoundAfterARotation(t *testing.T) {
	f, path, _, _ := newFollowing(t)
	index := newTestIndex()
	f.SessionIndex = index
	_, token := f.login(t)
	f.endAll(t)
	f.clock.advance(time.Second)
	_, later := f.login(t)
	f.rotateFile(t, path, 0)
	require.True(t, f.ReloadKeyRing(), "the rotated file was not loaded")
	f.mustReject(t, token, "a session that was ended before the rotation")
	f.wantActive(t, "sessions of the user name", "ayse", 1)
	f.endAll(t)
	f.mustReject(t, later, "a session that was ended after the rotation")
}

// The index key must determine the keys of identities. Without the index key, a copy of the store
// must not allow finding a player by trying names.
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
	f, _, token := loggedIn(t)
	sealed, err := f.Seal(ayse)
	must(t, err)
	old := f.ring.Load().newest(f.clock.now()).record
	f.clock.advance(time.Minute)
	fresh := newRecord(f.clock.now())
	f.SetKeyRing(ringOf(t, old, fresh))
	f.mustOpen(t, token)
	_, err = f.unsealUser(sealed)
	assert.NoError(t, err, "old sealed identity")
	_, newToken := f.login(t)
	f.SetKeyRing(ringOf(t, fresh))
	f.mustReject(t, token, "a remembered token of a removed key")
	f.mustOpen(t, newToken)
	_, err = f.unsealUser(sealed)
	assert.ErrorIs(t, err, errNotSealed, "sealed with a key that is gone")
}

func (f *fixture) keysByKid(t *testing.T) map[string]bff.SealingKey {
	all, err := f.Keys(t.Context(),
		[]*bff.Brand{marmara, {ID: "weekly", Sessions: bff.SessionRules{Absolute: 7 * 24 * time.Hour}}})
	must(t, err)
	out := map[string]bff.SealingKey{}
	for _, k := range all {
		out[k.Kid] = k
	}
	return out
}

// rotate adds a key to the ring and returns the kids of the old and the new one.
func (f *fixture) rotate(t *testing.T, after time.Duration) (old, next string) {
	ring := f.ring.Load()
	was := ring.newest(f.clock.now())
	rec := newRecord(f.clock.now().Add(after))
	records := []record{rec}
	for _, k := range ring.keys {
		records = append(records, k.record)
	}
	f.SetKeyRing(ringOf(t, records...))
	return was.Kid, rec.Kid
}

func (f *fixture) assertSessions(t *testing.T, why, old, next string, wantOld, wantNext int) {
	keys := f.keysByKid(t)
	assert.Equal(t, []int{wantOld, wantNext}, []int{keys[old].Sessions, keys[next].Sessions}, why)
}

func TestSessionsAreCountedByTheKeyThatSealsThem(t *testing.T) {
	f, _ := newIndexedFixture(t)
	_, first := f.login(t)
	_, second := f.login(t)
	old, next := f.rotate(t, 0)
	_, _ = f.login(t)
	f.assertSessions(t, "one login after the rotation", old, next, 2, 1)

	s := f.mustOpen(t, first)
	f.clock.advance(10 * time.Second)
	refreshed := f.refresh(t, s)
	f.assertSessions(t, "one refreshed", old, next, 1, 2)
	assert.Equal(t, next, f.mustOpen(t, f.token(t, refreshed)).Kid)

	f.clock.advance(30 * time.Minute)
	s = f.mustOpen(t, second)
	touched, err := f.Touch(t.Context(), s)
	require.True(t, err == nil && touched != nil, "%v, %v", touched, err)
	f.assertSessions(t, "the other renewed", old, next, 0, 3)
	must(t, f.End(t.Context(), touched))
	f.assertSessions(t, "and ended", old, next, 0, 2)
}

// A session that is renewed in place keeps its token, so it still needs the token's key.
func TestSessionRenewedInPlaceKeepsItsKey(t *testing.T) {
	f, _ := newIndexedFixture(t)
	token := f.token(t, f.pending(t))
	old, next := f.rotate(t, 0)
	s := f.mustOpen(t, token)
	s.BodyTransport = true
	s, err := f.Complete(t.Context(), s)
	must(t, err)
	f.assertSessions(t, "completed", old, next, 1, 0)
	f.clock.advance(30 * time.Minute)
	renewed, err := f.Touch(t.Context(), s)
	require.True(t, renewed == nil && err == nil, "%v, %v", renewed, err)
	f.assertSessions(t, "renewed", old, next, 1, 0)
	f.clock.advance(45 * time.Minute) // after the login longer than the idle limit, after the renewal shorter
	f.wantActive(t, "renewed", "ayse", 1)
}

func TestSupersededKeyMayBeRetiredAfterTheLongestSession(t *testing.T) {
	f, b := newIndexedFixture(t)
	first, _ := f.rotate(t, 0)
	f.clock.advance(time.Hour)
	old, planned := f.rotate(t, 48*time.Hour)
	check := func(name, kid string, active bool, retire time.Time) {
		k := f.keysByKid(t)[kid]
		assert.True(t, k.Active == active && k.RetireAfter.Equal(retire),
			"%s: %+v, want retirement after %v", name, k, retire)
	}
	after := func(kid string) time.Time { return f.keysByKid(t)[kid].Created.Add(7*24*time.Hour + retireMargin) }
	check("key that does not seal yet", planned, false, time.Time{})
	check("active key", old, true, time.Time{})
	check("superseded key", first, false, after(old))
	f.clock.advance(48 * time.Hour)
	check("key that seals now", planned, true, time.Time{})
	check("key superseded now", old, false, after(planned))
	b.fail = errors.New("no answer")
	all, err := f.Keys(t.Context(), nil)
	assert.True(t, all == nil && errors.Is(err, bff.ReasonUnavailable), "without the store: %+v, %v", all, err)
}

func TestIndexKnowsWhenASessionIsIdle(t *testing.T) {
	f, b := newIndexedFixture(t)
	brief := &bff.Brand{ID: "brief", Sessions: bff.SessionRules{Idle: 10 * time.Minute, Absolute: 15 * time.Minute}}
	s := f.begin(t, brief, ayse)
	idle := func() time.Time { return b.indexed[loginID(s.ID)].IdleUntil }
	assert.True(t, idle().Equal(s.IssuedAt.Add(10*time.Minute+time.Second)), "begun: idle at %v", idle())
	f.clock.advance(9 * time.Minute)
	_, err := f.Touch(t.Context(), s)
	must(t, err)
	assert.True(t, idle().Equal(s.ExpiresAt), "renewed: idle at %v, want the absolute end %v", idle(), s.ExpiresAt)
}
