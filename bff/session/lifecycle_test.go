package session

import (
	"errors"
	"sync"
	"testing"
	"time"

	"croupier/bff"
)

func TestIdleAndAbsoluteLimits(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	f.clock.advance(time.Hour)
	f.mustOpen(t, token)
	f.clock.advance(time.Second)
	f.mustReject(t, token, "idle for more than an hour")

	s, token := f.login(t)
	for range 24 {
		f.mustOpen(t, token)
		f.clock.advance(59 * time.Minute)
		next, err := f.Touch(t.Context(), s)
		if err != nil || next == nil {
			t.Fatalf("touch: %v, %v", next, err)
		}
		if next.ID != s.ID || !next.ExpiresAt.Equal(s.ExpiresAt) {
			t.Fatalf("touch changed more than the idle window: %+v", next)
		}
		s, token = next, f.token(t, next)
	}
	f.mustOpen(t, token)
	f.clock.advance(25 * time.Minute)
	f.mustReject(t, token, "24 hours after login")
}

func TestTightenedLimitsApplyToExistingSessions(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	f.mustOpen(t, token)
	f.clock.advance(10 * time.Minute)
	for name, rules := range map[string]bff.SessionRules{
		"idle":     {Idle: 5 * time.Minute, Absolute: time.Hour},
		"absolute": {Idle: time.Hour, Absolute: 5 * time.Minute},
	} {
		tight := &bff.Brand{ID: "marmara", Sessions: rules}
		if _, err := f.Open(t.Context(), tight, token); !errors.Is(err, bff.ReasonAnonymous) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTouchIsDueAfterATenthOfTheIdleLimit(t *testing.T) {
	f := newFixture(t)
	short := &bff.Brand{ID: "marmara", Sessions: bff.SessionRules{Idle: 100 * time.Second, Absolute: time.Hour}}
	s, token := f.login(t)
	if _, err := f.Open(t.Context(), short, token); err != nil {
		t.Fatal(err)
	}
	f.clock.advance(9 * time.Second)
	if next, err := f.Touch(t.Context(), s); next != nil || err != nil {
		t.Errorf("too early: %+v, %v", next, err)
	}
	f.clock.advance(2 * time.Second)
	if next, err := f.Touch(t.Context(), s); next == nil || err != nil {
		t.Errorf("due: %+v, %v", next, err)
	}
}

func TestCompleteEndsThePendingSession(t *testing.T) {
	f := newFixture(t)
	pending, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	if err != nil || !pending.Pending || !pending.TwoFactor {
		t.Fatalf("%+v, %v", pending, err)
	}
	token := f.token(t, pending)
	f.mustOpen(t, token)
	full, err := f.Complete(t.Context(), pending)
	if err != nil || full.Pending || !full.TwoFactor || full.ID == pending.ID {
		t.Fatalf("%+v, %v", full, err)
	}
	f.mustReject(t, token, "the pending session")
	if got := f.mustOpen(t, f.token(t, full)); got.Pending {
		t.Error("the full session is still pending")
	}
	if _, err := f.Complete(t.Context(), pending); !errors.Is(err, bff.ReasonAnonymous) {
		t.Errorf("completed twice: %v", err)
	}
}

func TestConcurrentRefreshesGiveOneSession(t *testing.T) {
	f := newFixture(t)
	old, oldToken := f.login(t)
	f.clock.advance(10 * time.Minute)
	ids := make([]string, 20)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			s, err := f.Open(t.Context(), marmara, oldToken)
			if err != nil {
				t.Errorf("open: %v", err)
				return
			}
			next, err := f.Refresh(t.Context(), s)
			if err != nil {
				t.Errorf("refresh: %v", err)
				return
			}
			ids[i] = next.ID
		})
	}
	wg.Wait()
	for _, id := range ids {
		if id != ids[0] || id == old.ID {
			t.Fatalf("sessions %q after %q", ids, old.ID)
		}
	}
	f.clock.advance(59 * time.Second)
	late, err := f.Refresh(t.Context(), f.mustOpen(t, oldToken))
	if err != nil || late.ID != ids[0] || !late.ExpiresAt.Equal(old.ExpiresAt) {
		t.Fatalf("within the grace: %+v, %v", late, err)
	}
	f.clock.advance(time.Second)
	f.mustReject(t, oldToken, "after the grace, which a late refresh must not prolong")
	f.mustOpen(t, f.token(t, late))
}

func TestRefreshInALoopWritesFewRevocations(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	f.clock.advance(time.Second) // tokens tell whole seconds: in the first one nothing has settled
	ids := map[string]bool{}
	for range 100 { // ten a second
		next, err := f.Refresh(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		s = next
		ids[s.ID] = true
		f.clock.advance(100 * time.Millisecond)
	}
	if len(f.testRevocations.at) > 3 || len(ids) < 2 {
		t.Errorf("%d testRevocations, %d ids after ten seconds", len(f.testRevocations.at), len(ids))
	}
	f.mustOpen(t, f.token(t, s))
}

func TestTouchOfARotatedSessionGivesItsSuccessor(t *testing.T) {
	f := newFixture(t)
	old, token := f.login(t)
	f.clock.advance(10 * time.Minute)
	overtaken := *old // a touch that overtook the rotation has just renewed it
	overtaken.IssuedAt = f.clock.now().Truncate(time.Second)
	overtakenToken := f.token(t, &overtaken)
	next, err := f.Refresh(t.Context(), old)
	if err != nil {
		t.Fatal(err)
	}
	for _, token := range []string{token, overtakenToken} {
		touched, err := f.Touch(t.Context(), f.mustOpen(t, token))
		if err != nil || touched == nil || touched.ID != next.ID {
			t.Fatalf("touched %+v, %v; want %s", touched, err, next.ID)
		}
	}
}

func TestEndRevokesEveryTokenOfTheLogin(t *testing.T) {
	f := newFixture(t)
	first, firstToken := f.login(t)
	other, otherToken := f.login(t)
	f.clock.advance(10 * time.Minute)
	next, err := f.Refresh(t.Context(), first)
	if err != nil {
		t.Fatal(err)
	}
	nextToken := f.token(t, next)
	f.mustOpen(t, firstToken) // within the grace, and now remembered
	f.mustOpen(t, nextToken)
	if err := f.End(t.Context(), next); err != nil {
		t.Fatal(err)
	}
	f.mustReject(t, firstToken, "the token before the rotation")
	f.mustReject(t, nextToken, "the token itself, although remembered")
	for name, renew := range map[string]func() (*bff.Session, error){
		"refresh":  func() (*bff.Session, error) { return f.Refresh(t.Context(), next) },
		"complete": func() (*bff.Session, error) { return f.Complete(t.Context(), next) },
	} {
		if s, err := renew(); !errors.Is(err, bff.ReasonAnonymous) {
			t.Errorf("%s after the end: %+v, %v", name, s, err)
		}
	}
	if got := f.mustOpen(t, otherToken); got.ID != other.ID {
		t.Error("another login of the same player was ended")
	}
}

func TestEndedSinceItWasOpened(t *testing.T) {
	for name, end := range map[string]func(f *fixture, s *bff.Session) error{
		"its login":           func(f *fixture, s *bff.Session) error { return f.End(t.Context(), s) },
		"all of the player's": func(f *fixture, s *bff.Session) error { return f.EndAll(t.Context(), s.Brand, s.Identity.Player()) },
	} {
		f := newFixture(t)
		s, _ := f.login(t)
		if ended, err := f.Ended(t.Context(), s); ended || err != nil {
			t.Errorf("%s: before: %v, %v", name, ended, err)
		}
		if err := end(f, s); err != nil {
			t.Fatal(err)
		}
		if ended, err := f.Ended(t.Context(), s); !ended || err != nil {
			t.Errorf("%s: after: %v, %v", name, ended, err)
		}
	}
	f := newFixture(t)
	s, _ := f.login(t)
	if _, err := f.Refresh(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if ended, err := f.Ended(t.Context(), s); ended || err != nil {
		t.Errorf("a rotated session lives on in its successor: %v, %v", ended, err)
	}
}

func TestOpenAndTouchReadRevocationsOnce(t *testing.T) {
	f := newFixture(t)
	pending, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse, TwoFactor: true, Due: bff.FactorAuthenticator})
	if err != nil {
		t.Fatal(err)
	}
	token := f.token(t, pending)
	f.clock.advance(10 * time.Minute) // due for renewal
	f.testRevocations.reads = 0
	next, err := f.Touch(t.Context(), f.mustOpen(t, token))
	if err != nil || next == nil {
		t.Fatalf("%+v, %v", next, err)
	}
	if f.testRevocations.reads != 1 {
		t.Errorf("%d reads of a session call, want 1", f.testRevocations.reads)
	}
}

func TestEndUsernameRevokesSessionsWithoutIndex(t *testing.T) {
	f := newFixture(t) // without an index
	begin := func(brand *bff.Brand, uid, username, world string) string {
		t.Helper()
		s, err := f.Begin(t.Context(), brand, bff.NewSession{Identity: bff.Identity{UID: uid, SID: "s", Username: username, World: world}})
		if err != nil {
			t.Fatal(err)
		}
		return f.token(t, s)
	}
	rejected := func(token string) bool {
		_, err := f.Open(t.Context(), marmara, token)
		return errors.Is(err, bff.ReasonAnonymous)
	}
	one, two, tester := begin(marmara, "u-1", "Işıl", ""), begin(marmara, "u-2", "IŞIL", ""), begin(marmara, "u-1", "ışıl", "w1")
	otherTester, other, accent := begin(marmara, "u-1", "ışıl", "w2"), begin(marmara, "u-3", "işil2", ""), begin(marmara, "u-4", "isil", "")
	otherBrand := begin(zephyr, "u-1", "ışıl", "")

	if err := f.EndUsername(t.Context(), "marmara", "w1", "İŞİL"); err != nil {
		t.Fatal(err)
	}
	if !rejected(tester) || rejected(otherTester) || rejected(one) {
		t.Error("one world: wrong sessions were ended")
	}
	if err := f.EndUsername(t.Context(), "marmara", "", " ışıl "); err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]string{"first": one, "second": two, "world": tester, "other world": otherTester} {
		if !rejected(token) {
			t.Errorf("the %s session is valid", name)
		}
	}
	if rejected(other) || rejected(accent) {
		t.Error("another player's session was ended")
	}
	if _, err := f.Open(t.Context(), zephyr, otherBrand); err != nil {
		t.Errorf("another brand's session: %v", err)
	}
	if again := begin(marmara, "u-1", "ışıl", ""); rejected(again) { // in the very same millisecond
		t.Error("a later login is not valid")
	}
}

func TestEndAllRevokesOnePlayersSessions(t *testing.T) {
	f := newFixture(t)
	_, one := f.login(t)
	_, two := f.login(t)
	bora := ayse
	bora.UID = "u-1002"
	s, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: bora})
	if err != nil {
		t.Fatal(err)
	}
	others := f.token(t, s)
	if err := f.EndAll(t.Context(), "marmara", ayse.UID); err != nil {
		t.Fatal(err)
	}
	f.mustReject(t, one, "first session")
	f.mustReject(t, two, "second session")
	f.mustOpen(t, others)
	_, again := f.login(t) // in the very same millisecond
	f.mustOpen(t, again)

	z, err := f.Begin(t.Context(), zephyr, bff.NewSession{Identity: ayse})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.EndAll(t.Context(), "marmara", ayse.UID); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Open(t.Context(), zephyr, f.token(t, z)); err != nil {
		t.Errorf("another brand's player of the same uid: %v", err)
	}
}

// An instance whose clock is ahead may have begun a session that seems later than its end.
func TestEndAllCountsTheLeewayOfClocks(t *testing.T) {
	for name, end := range map[string]func(*fixture) error{
		"all":      func(f *fixture) error { return f.EndAll(t.Context(), "marmara", ayse.UID) },
		"username": func(f *fixture) error { return f.EndUsername(t.Context(), "marmara", "", ayse.Username) },
	} {
		f := newFixture(t)
		f.clock.advance(leeway)
		_, token := f.login(t) // at an instance that is ahead
		f.clock.advance(-leeway)
		if err := end(f); err != nil {
			t.Fatal(err)
		}
		f.clock.advance(leeway)
		f.mustReject(t, token, name+": begun by a clock that is ahead")
		f.clock.advance(-leeway)
		_, again := f.login(t)
		f.mustOpen(t, again)
	}
}

func TestRevocationFailureIsUnavailable(t *testing.T) {
	f := newFixture(t)
	s, token := f.login(t)
	f.testRevocations.fail = errors.New("disk full")
	_, open := f.Open(t.Context(), marmara, token)
	_, begin := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse})
	_, refresh := f.Refresh(t.Context(), s)
	_, complete := f.Complete(t.Context(), s)
	for name, err := range map[string]error{"open": open, "begin": begin, "refresh": refresh, "complete": complete} {
		if !errors.Is(err, bff.ReasonUnavailable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	f.testRevocations.fail = nil
	f.mustOpen(t, token)
}

func TestRotatedRingOpensOldTokensAndSealsWithTheNewKey(t *testing.T) {
	f := newFixture(t)
	_, token := f.login(t)
	sealed, err := f.Seal(ayse)
	if err != nil {
		t.Fatal(err)
	}
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
	if _, err := f.unsealUser(sealed); !errors.Is(err, errNotSealed) {
		t.Errorf("sealed with a key that is gone: %v", err)
	}
}

func TestMemoExpires(t *testing.T) {
	c := newClock()
	m := newMemo[string, bff.Session](10, c.now)
	m.Put("token", bff.Session{ID: "x"})
	if s, ok := m.Get("token"); !ok || s.ID != "x" {
		t.Error("the entry is missing")
	}
	c.advance(memoTTL + time.Second)
	if _, ok := m.Get("token"); ok {
		t.Error("the entry outlived its TTL")
	}
}

func TestMockWorldsSeparatePlayers(t *testing.T) {
	f := newFixture(t)
	_, plain := f.login(t)
	tester := ayse
	tester.World = "w1"
	s, err := f.Begin(t.Context(), marmara, bff.NewSession{Identity: tester})
	if err != nil {
		t.Fatal(err)
	}
	bent := f.token(t, s)
	if err := f.EndAll(t.Context(), "marmara", tester.Player()); err != nil {
		t.Fatal(err)
	}
	f.mustReject(t, bent, "the tester's own")
	f.mustOpen(t, plain)
}
