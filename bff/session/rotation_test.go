package session

import (
	"slices"
	"strings"
	"testing"
	"time"

	"croupier/bff/internal/indexkey"
)

func TestStoredIdentitiesAreFoundAfterARotation(t *testing.T) {
	f, path, _ := newFollowing(t)
	index := newTestIndex()
	f.sessionIndex = index
	ended, token := f.login(t)
	if err := f.EndAll(t.Context(), ended.Brand, ended.Identity.Player()); err != nil {
		t.Fatal(err)
	}
	f.clock.advance(time.Second)
	_, later := f.login(t)
	if _, err := Rotate(path, f.clock.now(), 0, MaxLife); err != nil {
		t.Fatal(err)
	}
	if !f.reloadKeyRing() {
		t.Fatal("the rotated file was not loaded")
	}
	f.mustReject(t, token, "a session that was ended before the rotation")
	if all := f.active(t, "ayse"); len(all) != 1 {
		t.Errorf("sessions of the user name: %+v, want the one since", all)
	}
	if err := f.EndAll(t.Context(), ended.Brand, ended.Identity.Player()); err != nil {
		t.Fatal(err)
	}
	f.mustReject(t, later, "a session that was ended after the rotation")
}

// The index key must decide what the keys of identities are: whoever has a copy of the store, but not
// the key, cannot find a player by trying names.
func TestStoreKeysOfIdentitiesNeedTheIndexKey(t *testing.T) {
	keys := func(index *indexkey.Key) []string {
		f := newFixture(t)
		ring, err := newKeyRing(index, []record{newRecord(f.clock.now())})
		if err != nil {
			t.Fatal(err)
		}
		entries := newTestIndex()
		f.Manager = f.another(t, func(s *Settings) { s.Ring, s.SessionIndex = ring, entries })
		s, _ := f.login(t)
		if err := f.EndAll(t.Context(), s.Brand, s.Identity.Player()); err != nil {
			t.Fatal(err)
		}
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
	if len(first) != 2 || !slices.Equal(first, again) {
		t.Fatalf("keys %q and %q with one index key", first, again)
	}
	for _, key := range other {
		if slices.Contains(first, key) {
			t.Errorf("key %q with another index key too", key)
		}
	}
}
