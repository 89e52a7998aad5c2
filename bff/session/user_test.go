package session

import (
	"errors"
	"testing"
	"time"

	"croupier/bff"
)

// object returns the user object of a session.
func (f *fixture) object(t *testing.T, s *bff.Session) bff.SealedUser {
	t.Helper()
	u, err := f.Seal(s.Identity)
	if err != nil {
		t.Fatal(err)
	}
	u.SID = f.token(t, s)
	return u
}

func TestUserObjectIsCheckedLikeACookie(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	u := f.object(t, s)
	got, err := f.OpenUser(t.Context(), marmara, u)
	if err != nil || got.ID != s.ID || !got.BodyTransport {
		t.Fatalf("%+v, %v", got, err)
	}
	bora := ayse
	bora.UID = "u-1002"
	others, err := f.Seal(bora)
	if err != nil {
		t.Fatal(err)
	}
	clean := f.object(t, s)
	refused := func(name string, brand *bff.Brand, u bff.SealedUser) {
		t.Helper()
		if got, err := f.OpenUser(t.Context(), brand, u); !errors.Is(err, bff.ReasonAnonymous) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	refused("another brand", zephyr, u)
	refused("nothing", marmara, bff.SealedUser{})
	refused("another's uid", marmara, bff.SealedUser{UID: others.UID, SID: u.SID, UIP: u.UIP})
	refused("a clear uid", marmara, bff.SealedUser{UID: ayse.UID, SID: u.SID, UIP: u.UIP})
	refused("the sealed sid that browsers with cookies get", marmara, others)
	refused("uid and sid exchanged", marmara, bff.SealedUser{UID: u.SID, SID: u.UID, UIP: u.UIP})
	if _, err := f.OpenUser(t.Context(), marmara, bff.SealedUser{UID: clean.UID, SID: u.SID}); err != nil {
		t.Errorf("sealed anew for the same player: %v", err)
	}
	if err := f.End(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	refused("ended", marmara, u)
}

func TestUserObjectIsRenewedInPlaceUntilItsEnd(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	u := f.object(t, s)
	for range 24 {
		got, err := f.OpenUser(t.Context(), marmara, u)
		if err != nil {
			t.Fatal(err)
		}
		if next, err := f.Touch(t.Context(), got); next != nil || err != nil {
			t.Fatalf("touch: %+v, %v", next, err)
		}
		f.clock.advance(59 * time.Minute)
	}
	if n := len(f.testRevocations.at); n != 1 {
		t.Errorf("%d testRevocations", n)
	}
	f.clock.advance(25 * time.Minute)
	if _, err := f.OpenUser(t.Context(), marmara, u); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("24 hours after login: %v", err)
	}
	s, _ = f.login(t)
	u = f.object(t, s)
	f.clock.advance(61 * time.Minute)
	if _, err := f.OpenUser(t.Context(), marmara, u); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("idle for more than an hour: %v", err)
	}
}

func TestUserObjectIsCompletedInPlace(t *testing.T) {
	f := newFixture(t)
	s, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	if err != nil {
		t.Fatal(err)
	}
	u, bystander := f.object(t, s), f.another(t)
	got, err := f.OpenUser(t.Context(), marmara, u)
	if err != nil || !got.Pending {
		t.Fatalf("%+v, %v", got, err)
	}
	whole, err := f.Complete(t.Context(), got)
	if err != nil || whole.Pending || whole.ID != s.ID {
		t.Fatalf("%+v, %v", whole, err)
	}
	for _, m := range []*Manager{f.Manager, bystander} {
		if got, err = m.OpenUser(t.Context(), marmara, u); err != nil || got.Pending {
			t.Errorf("afterwards: %+v, %v", got, err)
		}
	}
	// Another login of the player still needs its own code.
	second, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	if err != nil {
		t.Fatal(err)
	}
	if got, err = f.OpenUser(t.Context(), marmara, f.object(t, second)); err != nil || !got.Pending {
		t.Errorf("another login: %+v, %v", got, err)
	}
}

func TestRefreshedUserObjectExpiresWithTheGrace(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	u := f.object(t, s)
	f.clock.advance(10 * time.Minute)
	got, err := f.OpenUser(t.Context(), marmara, u)
	if err != nil {
		t.Fatal(err)
	}
	next, err := f.Refresh(t.Context(), got)
	if err != nil || next.ID == s.ID || !next.BodyTransport {
		t.Fatalf("%+v, %v", next, err)
	}
	if next, err := f.Touch(t.Context(), got); next != nil || err != nil {
		t.Errorf("nothing can be handed to it: %+v, %v", next, err)
	}
	f.clock.advance(time.Minute)
	if _, err := f.OpenUser(t.Context(), marmara, u); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("after the grace: %v", err)
	}
	if _, err := f.OpenUser(t.Context(), marmara, f.object(t, next)); err != nil {
		t.Errorf("what followed it: %v", err)
	}
}

// FuzzOpenUser checks that only the fields of one login open.
func FuzzOpenUser(f *testing.F) {
	x := newFixture(f)
	s, token := x.login(f)
	u, err := x.Seal(s.Identity)
	if err != nil {
		f.Fatal(err)
	}
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
