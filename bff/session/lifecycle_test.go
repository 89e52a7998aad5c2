package session

import (
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		require.True(t, err == nil && next != nil && next.ID == s.ID && next.ExpiresAt.Equal(s.ExpiresAt),
			"touch must change the idle window only: %+v, %v", next, err)
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
		_, err := f.Open(t.Context(), &bff.Brand{ID: "marmara", Sessions: rules}, token)
		wantError(t, name, err, bff.ReasonAnonymous)
	}
}

func TestTouchIsDueAfterATenthOfTheIdleLimit(t *testing.T) {
	f := newFixture(t)
	short := &bff.Brand{ID: "marmara", Sessions: bff.SessionRules{Idle: 100 * time.Second, Absolute: time.Hour}}
	s, token := f.login(t)
	_, err := f.Open(t.Context(), short, token)
	must(t, err)
	for _, row := range []struct {
		after time.Duration
		due   bool
	}{{9 * time.Second, false}, {2 * time.Second, true}} {
		f.clock.advance(row.after)
		next, err := f.Touch(t.Context(), s)
		assert.True(t, (next != nil) == row.due && err == nil, "due %v: %+v, %v", row.due, next, err)
	}
}

func TestCompleteEndsThePendingSession(t *testing.T) {
	f := newFixture(t)
	pending := f.pending(t)
	require.True(t, pending.Pending && pending.TwoFactor, "%+v", pending)
	token := f.token(t, pending)
	f.mustOpen(t, token)
	full, err := f.Complete(t.Context(), pending)
	require.True(t, err == nil && !full.Pending && full.TwoFactor && full.ID != pending.ID, "%+v, %v", full, err)
	f.mustReject(t, token, "the pending session")
	assert.True(t, !f.mustOpen(t, f.token(t, full)).Pending, "the full session is still pending")
	_, err = f.Complete(t.Context(), pending)
	wantError(t, "completed twice", err, bff.ReasonAnonymous)
}

// A session whose login was rotated is opened until the grace ends. A late refresh does not prolong the grace.
func TestConcurrentRefreshesGiveOneSession(t *testing.T) {
	for name, tickets := range map[string]bool{"cookies": false, "tickets": true} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			if tickets {
				f, _ = newTicketFixture(t)
			}
			old, oldToken := f.login(t)
			instances := [2]*Manager{f.Manager, f.another(t)}
			f.clock.advance(10 * time.Minute)
			ids, tokens := make([]string, 40), make([]string, 40)
			var wg sync.WaitGroup
			for i := range ids {
				wg.Go(func() {
					m := instances[i%2]
					s, err := m.Open(t.Context(), marmara, oldToken)
					if err != nil {
						t.Errorf("open: %v", err)
						return
					}
					next, err := m.Refresh(t.Context(), s)
					if err != nil {
						t.Errorf("refresh: %v", err)
						return
					}
					ids[i] = next.ID
					tokens[i], err = m.Token(t.Context(), next)
					assert.NoError(t, err, "token")
				})
			}
			wg.Wait()
			for i := range ids {
				require.True(t, ids[i] == ids[0] && ids[i] != old.ID, "sessions %q after %q", ids, old.ID)
				for _, m := range instances {
					_, err := m.Open(t.Context(), marmara, tokens[i])
					require.NoError(t, err, "a token of one instance at another")
				}
			}
			f.clock.advance(59 * time.Second)
			late := f.refresh(t, f.mustOpen(t, oldToken))
			require.True(t, late.ID == ids[0] && late.ExpiresAt.Equal(old.ExpiresAt), "within the grace: %+v", late)
			f.clock.advance(time.Second)
			for _, m := range instances {
				_, err := m.Open(t.Context(), marmara, oldToken)
				wantError(t, "the old token after its grace", err, bff.ReasonAnonymous)
			}
			f.mustOpen(t, f.token(t, late))
		})
	}
}

func TestCompletionsOnTwoInstancesGiveOneSession(t *testing.T) {
	f := newFixture(t)
	pending, instances := f.pending(t), [2]*Manager{f.Manager, f.another(t)}
	ids := make([]string, 8)
	var wg sync.WaitGroup
	for i := range ids {
		wg.Go(func() {
			next, err := instances[i%2].Complete(t.Context(), pending)
			if err == nil {
				ids[i] = next.ID
			} else if !errors.Is(err, bff.ReasonAnonymous) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	seen := map[string]bool{}
	for _, id := range ids {
		if id != "" {
			seen[id] = true
		}
	}
	assert.Len(t, seen, 1, "completed as %v", seen)
}

func TestRefreshInALoopWritesFewRevocations(t *testing.T) {
	f := newFixture(t)
	s, _ := f.login(t)
	f.clock.advance(time.Second) // tokens have whole seconds, so that nothing has settled in the first one
	ids := map[string]bool{}
	for range 100 { // ten a second
		s = f.refresh(t, s)
		ids[s.ID] = true
		f.clock.advance(100 * time.Millisecond)
	}
	assert.True(t, len(f.testRevocations.at) <= 3 && len(ids) >= 2,
		"%d revocations, %d ids after ten seconds", len(f.testRevocations.at), len(ids))
	f.mustOpen(t, f.token(t, s))
}

func TestTouchOfARotatedSessionGivesItsSuccessor(t *testing.T) {
	f := newFixture(t)
	old, token := f.login(t)
	f.clock.advance(10 * time.Minute)
	overtaken := *old // a touch that overtook the rotation has just renewed it
	overtaken.IssuedAt = f.clock.now().Truncate(time.Second)
	overtakenToken := f.token(t, &overtaken)
	next := f.refresh(t, old)
	for _, token := range []string{token, overtakenToken} {
		touched, err := f.Touch(t.Context(), f.mustOpen(t, token))
		require.True(t, err == nil && touched != nil && touched.ID == next.ID,
			"touched %+v, %v; want %s", touched, err, next.ID)
	}
}

func TestEndRevokesEveryTokenOfTheLogin(t *testing.T) {
	f := newFixture(t)
	first, firstToken := f.login(t)
	other, otherToken := f.login(t)
	f.clock.advance(10 * time.Minute)
	next := f.refresh(t, first)
	nextToken := f.token(t, next)
	f.mustOpen(t, firstToken) // within the grace, and now remembered
	f.mustOpen(t, nextToken)
	must(t, f.End(t.Context(), next))
	f.mustReject(t, firstToken, "the token before the rotation")
	f.mustReject(t, nextToken, "the token itself, although remembered")
	_, err := f.Refresh(t.Context(), next)
	wantError(t, "refresh after the end", err, bff.ReasonAnonymous)
	_, err = f.Complete(t.Context(), next)
	wantError(t, "complete after the end", err, bff.ReasonAnonymous)
	assert.Equal(t, other.ID, f.mustOpen(t, otherToken).ID, "another login of the same player was ended")
}

func TestEndedSinceItWasOpened(t *testing.T) {
	for _, row := range []struct {
		name  string
		end   func(f *fixture, s *bff.Session) error
		ended bool
	}{
		{"its login", func(f *fixture, s *bff.Session) error { return f.End(t.Context(), s) }, true},
		{"all of the player's", func(f *fixture, s *bff.Session) error { return f.EndAll(t.Context(), s.Brand, s.Identity.Player()) }, true},
		{"rotated, so that its successor is valid", func(f *fixture, s *bff.Session) error { f.refresh(t, s); return nil }, false},
	} {
		f := newFixture(t)
		s, _ := f.login(t)
		ended, err := f.Ended(t.Context(), s)
		assert.True(t, !ended && err == nil, "%s: before: %v, %v", row.name, ended, err)
		must(t, row.end(f, s))
		ended, err = f.Ended(t.Context(), s)
		assert.True(t, ended == row.ended && err == nil, "%s: after: %v, %v", row.name, ended, err)
	}
}

func TestOpenAndTouchReadRevocationsOnce(t *testing.T) {
	f := newFixture(t)
	token := f.token(t, f.pending(t))
	f.clock.advance(10 * time.Minute) // due for renewal
	f.testRevocations.reads = 0
	next, err := f.Touch(t.Context(), f.mustOpen(t, token))
	assert.True(t, err == nil && next != nil && f.testRevocations.reads == 1,
		"%+v, %v after %d reads, want 1", next, err, f.testRevocations.reads)
}

func TestEndUsernameRevokesSessionsWithoutIndex(t *testing.T) {
	f := newFixture(t) // without an index
	begin := func(uid, username, world string) string {
		t.Helper()
		return f.token(t, f.begin(t, marmara, bff.Identity{UID: uid, SID: "s", Username: username, World: world}))
	}
	tokens := map[string]string{
		"first": begin("u-1", "Işıl", ""), "second": begin("u-2", "IŞIL", ""), "tester": begin("u-1", "ışıl", "w1"),
		"other tester": begin("u-1", "ışıl", "w2"), "other name": begin("u-3", "işil2", ""), "accent": begin("u-4", "isil", ""),
	}
	otherBrand := f.token(t, f.begin(t, zephyr, bff.Identity{UID: "u-1", SID: "s", Username: "ışıl"}))
	for _, row := range []struct {
		world, username string
		valid           []string
	}{
		{"w1", "İŞİL", []string{"first", "second", "other tester", "other name", "accent"}},
		{"", " ışıl ", []string{"other name", "accent"}},
	} {
		must(t, f.EndUsername(t.Context(), "marmara", row.world, row.username))
		valid := map[string]bool{}
		for _, name := range row.valid {
			valid[name] = true
		}
		for name, token := range tokens {
			_, err := f.Open(t.Context(), marmara, token)
			assert.True(t, (err == nil) == valid[name] && (err == nil || errors.Is(err, bff.ReasonAnonymous)),
				"world %q: the %s session: %v", row.world, name, err)
		}
	}
	if _, err := f.Open(t.Context(), zephyr, otherBrand); err != nil {
		t.Errorf("another brand's session: %v", err)
	}
	f.mustOpen(t, begin("u-1", "ışıl", "")) // a later login, in the very same millisecond
}

func TestEndAllRevokesOnePlayersSessions(t *testing.T) {
	f := newFixture(t)
	_, one := f.login(t)
	_, two := f.login(t)
	bora, tester := ayse, ayse
	bora.UID, tester.World = "u-1002", "w1"
	others, tested := f.token(t, f.begin(t, marmara, bora)), f.token(t, f.begin(t, marmara, tester))
	must(t, f.EndAll(t.Context(), "marmara", tester.Player()))
	f.mustReject(t, tested, "the session in a world of its own")
	f.mustOpen(t, one)
	f.endAll(t)
	f.mustReject(t, one, "first session")
	f.mustReject(t, two, "second session")
	f.mustOpen(t, others)
	_, again := f.login(t) // in the very same millisecond
	f.mustOpen(t, again)

	z := f.token(t, f.begin(t, zephyr, ayse))
	f.endAll(t)
	_, err := f.Open(t.Context(), zephyr, z)
	assert.NoError(t, err, "another brand's player of the same uid")
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
		must(t, end(f))
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
		wantError(t, name, err, bff.ReasonUnavailable)
	}
	f.testRevocations.fail = nil
	f.mustOpen(t, token)
}

func TestMemoExpires(t *testing.T) {
	c := newClock()
	m := newMemo[string, bff.Session](10, c.now)
	m.Put("token", bff.Session{ID: "x"})
	s, ok := m.Get("token")
	assert.True(t, ok && s.ID == "x", "the entry is missing")
	c.advance(memoTTL + time.Second)
	_, ok = m.Get("token")
	assert.True(t, !ok, "the entry outlived its TTL")
}
