package session

import (
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

// keysByKid returns the keys of the manager for the brands marmara and weekly.
func (f *fixture) keysByKid(t *testing.T) map[string]bff.SealingKey {
	t.Helper()
	all, err := f.Keys(t.Context(), []*bff.Brand{marmara, {ID: "weekly", Sessions: bff.SessionRules{Absolute: 7 * 24 * time.Hour}}})
	must(t, err)
	out := map[string]bff.SealingKey{}
	for _, k := range all {
		out[k.Kid] = k
	}
	return out
}

// rotate adds a key to the ring and returns the kids of the old and the new one.
func (f *fixture) rotate(t *testing.T, after time.Duration) (old, next string) {
	t.Helper()
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

// assertSessions compares the numbers of sessions of two keys.
func (f *fixture) assertSessions(t *testing.T, why, old, next string, wantOld, wantNext int) {
	t.Helper()
	keys := f.keysByKid(t)
	a, b := keys[old].Sessions, keys[next].Sessions
	assert.True(t, a == wantOld && b == wantNext,
		"%s: %d sessions of the old key, %d of the new one; want %d and %d", why, a, b, wantOld, wantNext)
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
	got := f.mustOpen(t, f.token(t, refreshed)).Kid
	assert.Equal(t, next, got, "the refreshed token is sealed with %s, want %s", got, next)

	f.clock.advance(30 * time.Minute)
	s = f.mustOpen(t, second)
	touched, err := f.Touch(t.Context(), s)
	require.True(t, err == nil && touched != nil, "%v, %v", touched, err)
	f.assertSessions(t, "the other renewed", old, next, 0, 3)
	must(t, f.End(t.Context(), touched))
	f.assertSessions(t, "and ended", old, next, 0, 2)
}

// A session that is renewed in place keeps its token, and so the key that the token needs.
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
	if renewed, err := f.Touch(t.Context(), s); renewed != nil || err != nil {
		t.Fatalf("%v, %v", renewed, err)
	}
	f.assertSessions(t, "renewed", old, next, 1, 0)
	f.clock.advance(45 * time.Minute) // longer than the idle limit after the login, shorter after the renewal
	f.wantActive(t, "renewed", "ayse", 1)
}

func TestSupersededKeyMayBeRetiredAfterTheLongestSession(t *testing.T) {
	f, b := newIndexedFixture(t)
	first, _ := f.rotate(t, 0)
	f.clock.advance(time.Hour)
	old, planned := f.rotate(t, 48*time.Hour)
	check := func(name, kid string, active bool, retire time.Time) {
		t.Helper()
		k := f.keysByKid(t)[kid]
		assert.True(t, k.Active == active && k.RetireAfter.Equal(retire), "%s: %+v, want retirement after %v", name, k, retire)
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
	all, err = newFixture(t).Keys(t.Context(), nil)
	assert.True(t, all == nil && errors.Is(err, bff.ReasonUnavailable), "without an index: %+v, %v", all, err)
}

func TestIndexKnowsWhenASessionIsIdle(t *testing.T) {
	f, b := newIndexedFixture(t)
	brief := &bff.Brand{ID: "brief", Sessions: bff.SessionRules{Idle: 10 * time.Minute, Absolute: 15 * time.Minute}}
	s := f.begin(t, brief, ayse)
	idle := func() time.Time { return b.indexed[loginID(s.ID)].IdleUntil }
	want := s.IssuedAt.Add(10*time.Minute + time.Second)
	assert.True(t, idle().Equal(want), "begun: idle at %v, want %v", idle(), want)
	f.clock.advance(9 * time.Minute)
	_, err := f.Touch(t.Context(), s)
	must(t, err)
	assert.True(t, idle().Equal(s.ExpiresAt), "renewed: idle at %v, want the absolute end %v", idle(), s.ExpiresAt)
}
