package session

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/testkit"

	"croupier/bff"
)

// object returns the user object of a session.
func (f *fixture) object(t *testing.T, s *bff.Session) bff.SealedUser {
	t.Helper()
	u, err := f.Seal(s.Identity)
	must(t, err)
	u.SID = f.token(t, s)
	return u
}

// openUser opens a user object of marmara that must be valid.
func (f *fixture) openUser(t *testing.T, u bff.SealedUser) *bff.Session {
	t.Helper()
	s, err := f.OpenUser(t.Context(), marmara, u)
	must(t, err)
	return s
}

func (f *fixture) refuseUser(t *testing.T, name string, brand *bff.Brand, u bff.SealedUser) {
	t.Helper()
	_, err := f.OpenUser(t.Context(), brand, u)
	wantError(t, name, err, bff.ReasonAnonymous)
}

func TestUserObjectIsCheckedLikeACookie(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	u := f.object(t, s)
	got := f.openUser(t, u)
	require.True(t, got.ID == s.ID && got.BodyTransport, "%+v", got)
	bora := ayse
	bora.UID = "u-1002"
	others, err := f.Seal(bora)
	must(t, err)
	f.refuseUser(t, "another brand", zephyr, u)
	f.refuseUser(t, "nothing", marmara, bff.SealedUser{})
	f.refuseUser(t, "another's uid", marmara, bff.SealedUser{UID: others.UID, SID: u.SID, UIP: u.UIP})
	f.refuseUser(t, "a clear uid", marmara, bff.SealedUser{UID: ayse.UID, SID: u.SID, UIP: u.UIP})
	f.refuseUser(t, "the sealed sid that browsers with cookies get", marmara, others)
	f.refuseUser(t, "uid and sid exchanged", marmara, bff.SealedUser{UID: u.SID, SID: u.UID, UIP: u.UIP})
	f.openUser(t, bff.SealedUser{UID: f.object(t, s).UID, SID: u.SID}) // sealed anew for the same player
	must(t, f.End(t.Context(), s))
	f.refuseUser(t, "ended", marmara, u)
}

func TestUserObjectIsRenewedInPlaceUntilItsEnd(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	u := f.object(t, s)
	for range 24 {
		next, err := f.Touch(t.Context(), f.openUser(t, u))
		require.True(t, next == nil && err == nil, "touch: %+v, %v", next, err)
		f.clock.advance(59 * time.Minute)
	}
	n := len(f.testRevocations.at)
	assert.Equal(t, 1, n, "%d revocations", n)
	f.clock.advance(25 * time.Minute)
	f.refuseUser(t, "24 hours after login", marmara, u)
	s, _ = f.login(t)
	u = f.object(t, s)
	f.clock.advance(61 * time.Minute)
	f.refuseUser(t, "idle for more than an hour", marmara, u)
}

func TestUserObjectIsCompletedInPlace(t *testing.T) {
	f := newFixture(t)
	s := f.pending(t)
	u, bystander := f.object(t, s), f.another(t)
	got := f.openUser(t, u)
	require.True(t, got.Pending, "%+v", got)
	whole, err := f.Complete(t.Context(), got)
	require.True(t, err == nil && !whole.Pending && whole.ID == s.ID, "%+v, %v", whole, err)
	for _, m := range []*Manager{f.Manager, bystander} {
		got, err = m.OpenUser(t.Context(), marmara, u)
		assert.True(t, err == nil && !got.Pending, "afterwards: %+v, %v", got, err)
	}
	// Another login of the player still needs its own code.
	got = f.openUser(t, f.object(t, f.pending(t)))
	assert.True(t, got.Pending, "another login: %+v", got)
}

func TestRefreshedUserObjectExpiresWithTheGrace(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	u := f.object(t, s)
	f.clock.advance(10 * time.Minute)
	got := f.openUser(t, u)
	next := f.refresh(t, got)
	require.True(t, next.ID != s.ID && next.BodyTransport, "%+v", next)
	if next, err := f.Touch(t.Context(), got); next != nil || err != nil {
		t.Errorf("nothing can be handed to it: %+v, %v", next, err)
	}
	f.clock.advance(time.Minute)
	f.refuseUser(t, "after the grace", marmara, u)
	f.openUser(t, f.object(t, next))
}

// FuzzOpenUser checks that only the fields of one login open.
func FuzzOpenUser(f *testing.F) {
	testkit.AddCorpus(f)
	x := newFixture(f)
	s, token := x.login(f)
	u, err := x.Seal(s.Identity)
	require.NoError(f, err)
	f.Add(u.UID, token)
	f.Add(u.SID, token)
	f.Add(ayse.UID, token)
	f.Add(u.UID+"A", token)
	f.Add(".", "")
	f.Add(u.UID[:20], u.SID)
	f.Fuzz(func(t *testing.T, uid, sid string) {
		got, err := x.OpenUser(t.Context(), marmara, bff.SealedUser{UID: uid, SID: sid})
		if err == nil && (uid != u.UID || sid != token) {
			t.Fatalf("%q and %q opened as %+v", uid, sid, got)
		}
	})
}
