package session

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestIdleAndAbsoluteLimits(t *testing.T) {
	f, _, token := loggedIn(t)
	f.clock.advance(time.Hour)
	f.mustOpen(t, token)
	f.clock.advance(time.Second)
	f.mustReject(t, token, "idle for more than an hour")

	s, token := f.login(t)
	for range 24 {
		f.mustOpen(t, token)
		f.clock.advance(59 * time.Minute)
		next, err := f.Touch(t.Context(), s)
		require.True(t, err == nil && next != nil, "touch: %v", err)
		require.True(t, next.ID == s.ID && next.ExpiresAt.Equal(s.ExpiresAt),
			"touch must change the idle window only: %+v", next)
		s, token = next, f.token(t, next)
	}
	f.mustOpen(t, token)
	f.clock.advance(25 * time.Minute)
	f.mustReject(t, token, "24 hours after login")
}

func TestTightenedLimitsApplyToExistingSessions(t *testing.T) {
	f, _, token := loggedIn(t)
	f.mustOpen(t, token)
	f.clock.advance(10 * time.Minute)
	for name, rules := range map[string]bff.SessionRules{
		"idle":     {Idle: 5 * time.Minute, Absolute: time.Hour},
		"absolute": {Idle: time.Hour, Absolute: 5 * time.Minute},
	} {
		_, err := f.Open(t.Context(), &bff.Brand{ID: "marmara", Sessions: rules}, token)
		assert.ErrorIs(t, err, bff.ReasonAnonymous, name)
	}
}

func TestTouchIsDueAfterATenthOfTheIdleLimit(t *testing.T) {
	f := newFixture(t)
	short := &bff.Brand{ID: "marmara", Sessions: bff.SessionRules{Idle: 100 * time.Second, Absolute: time.Hour}}
	_, token := f.login(t)
	s, err := f.Open(t.Context(), short, token)
	must(t, err)
	f.clock.advance(9 * time.Second)
	next, err := f.Touch(t.Context(), s)
	assert.True(t, next == nil && err == nil, "after 9 seconds: %+v, %v", next, err)
	f.clock.advance(2 * time.Second)
	next, err = f.Touch(t.Context(), s)
	assert.True(t, next != nil && err == nil, "after 11 seconds: %+v, %v", next, err)
}

// A rotated session opens until the grace period ends. A late refresh does not extend the grace
// period.
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
					if !assert.NoError(t, err) {
						return
					}
					next, err := m.Refresh(t.Context(), s)
					if assert.NoError(t, err) {
						ids[i] = next.ID
						tokens[i], err = m.Token(t.Context(), next)
						assert.NoError(t, err)
					}
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
				assert.ErrorIs(t, err, bff.ReasonAnonymous, "the old token after its grace")
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
			} else {
				assert.ErrorIs(t, err, bff.ReasonAnonymous)
			}
		})
	}
	wg.Wait()
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id string) bool { return id == "" })
	assert.Len(t, ids, 1, "completed as %v", ids)
}

func TestRefreshInALoopWritesFewRevocations(t *testing.T) {
	f, s, _ := loggedIn(t)
	f.clock.advance(time.Second) // tokens have whole seconds, so nothing is stable in the first one
	ids := map[string]bool{}
	for range 100 { // ten a second
		s = f.refresh(t, s)
		ids[s.ID] = true
		f.clock.advance(100 * time.Millisecond)
	}
	assert.LessOrEqual(t, len(f.testRevocations.at), 3, "revocations after ten seconds")
	assert.GreaterOrEqual(t, len(ids), 2, "ids after ten seconds")
	f.mustOpen(t, f.token(t, s))
}

func TestTouchOfARotatedSessionGivesItsSuccessor(t *testing.T) {
	f, old, token := loggedIn(t)
	f.clock.advance(10 * time.Minute)
	overtaken := *old // a concurrent touch has just renewed it
	overtaken.IssuedAt = f.clock.now().Truncate(time.Second)
	overtakenToken := f.token(t, &overtaken)
	next := f.refresh(t, old)
	for _, token := range []string{token, overtakenToken} {
		touched, err := f.Touch(t.Context(), f.mustOpen(t, token))
		require.True(t, err == nil && touched != nil, "touch: %v", err)
		assert.Equal(t, next.ID, touched.ID)
	}
}

func TestEndRevokesEveryTokenOfTheLogin(t *testing.T) {
	f, first, firstToken := loggedIn(t)
	other, otherToken := f.login(t)
	f.clock.advance(10 * time.Minute)
	next := f.refresh(t, first)
	nextToken := f.token(t, next)
	f.mustOpen(t, firstToken) // within the grace period, and now cached
	f.mustOpen(t, nextToken)
	must(t, f.End(t.Context(), next))
	f.mustReject(t, firstToken, "the token before the rotation")
	f.mustReject(t, nextToken, "the token itself, although remembered")
	_, err := f.Refresh(t.Context(), next)
	assert.ErrorIs(t, err, bff.ReasonAnonymous, "refresh after the end")
	_, err = f.Complete(t.Context(), next)
	assert.ErrorIs(t, err, bff.ReasonAnonymous, "complete after the end")
	assert.Equal(t, other.ID, f.mustOpen(t, otherToken).ID, "another login of the same player was ended")
}

func TestEndedSinceItWasOpened(t *testing.T) {
	for _, row := range []struct {
		name  string
		end   func(f *fixture, s *bff.Session) error
		ended bool
	}{
		{"its login", func(f *fixture, s *bff.Session) error { return f.End(t.Context(), s) }, true},
		{"all of the player's", func(f *fixture, s *bff.Session) error {
			return f.EndAll(t.Context(), s.Brand, s.Identity.Player())
		}, true},
		{"rotated, so that its successor is valid", func(f *fixture, s *bff.Session) error {
			f.refresh(t, s)
			return nil
		}, false},
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
	assert.True(t, err == nil && next != nil, "%+v, %v", next, err)
	assert.Equal(t, 1, f.testRevocations.reads)
}

func TestEndUsernameRevokesSessionsWithoutIndex(t *testing.T) {
	f, index := newIndexedFixture(t)
	index.fail = errors.New("no answer")
	begin := func(uid, username string, p bff.Partition) string {
		return f.token(t, f.begin(t, marmara, bff.Identity{UID: uid, SID: "s", Username: username, Partition: p}))
	}
	tokens := map[string]string{
		"first": begin("u-1", "Işıl", ""), "second": begin("u-2", "IŞIL", ""),
		"tester":       begin("u-1", "ışıl", "marmara/w1"),
		"other tester": begin("u-1", "ışıl", "marmara/w2"), "other name": begin("u-3", "işil2", ""),
		"accent": begin("u-4", "isil", ""),
	}
	otherBrand := f.token(t, f.begin(t, zephyr, bff.Identity{UID: "u-1", SID: "s", Username: "ışıl"}))
	for _, row := range []struct {
		partition bff.Partition
		username  string
		valid     []string
	}{
		{"marmara/w1", "İŞİL", []string{"first", "second", "other tester", "other name", "accent"}},
		{"marmara", " ışıl ", []string{"other name", "accent"}},
	} {
		must(t, f.EndUsername(t.Context(), row.partition, row.username))
		for name, token := range tokens {
			f.wantValid(t, fmt.Sprintf("%s: the %s session", row.partition, name),
				token, slices.Contains(row.valid, name))
		}
	}
	_, err := f.Open(t.Context(), zephyr, otherBrand)
	assert.NoError(t, err, "another brand's session")
	f.mustOpen(t, begin("u-1", "ışıl", "")) // a later login, in the very same millisecond
}

func TestEndAllRevokesOnePlayersSessions(t *testing.T) {
	f, _, one := loggedIn(t)
	_, two := f.login(t)
	bora, tester := ayse, ayse
	bora.UID, tester.Partition = "u-1002", "marmara/w1"
	others, tested := f.token(t, f.begin(t, marmara, bora)), f.token(t, f.begin(t, marmara, tester))
	must(t, f.EndAll(t.Context(), "marmara", tester.Player()))
	f.mustReject(t, tested, "the session of a tester")
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

// An instance with a fast clock may have begun a session that seems later than its end.
func TestEndAllCountsTheLeewayOfClocks(t *testing.T) {
	for name, end := range map[string]func(*fixture) error{
		"all":      func(f *fixture) error { return f.EndAll(t.Context(), "marmara", ayse.UID) },
		"username": func(f *fixture) error { return f.EndUsername(t.Context(), "marmara", ayse.Username) },
	} {
		f := newFixture(t)
		f.clock.advance(leeway)
		_, token := f.login(t) // at an instance with a fast clock
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
	f, s, token := loggedIn(t)
	f.testRevocations.fail = errors.New("disk full")
	_, open := f.Open(t.Context(), marmara, token)
	_, begin := f.Begin(t.Context(), marmara, bff.NewSession{Identity: ayse})
	_, refresh := f.Refresh(t.Context(), s)
	_, complete := f.Complete(t.Context(), s)
	for name, err := range map[string]error{"open": open, "begin": begin, "refresh": refresh, "complete": complete} {
		assert.ErrorIs(t, err, bff.ReasonUnavailable, name)
	}
	f.testRevocations.fail = nil
	f.mustOpen(t, token)
}

func TestMemoExpires(t *testing.T) {
	c := newClock()
	m := newMemo[string, bff.Session](c.now)
	m.Put("token", bff.Session{ID: "x"})
	s, ok := m.Get("token")
	assert.True(t, ok && s.ID == "x", "the entry is missing")
	c.advance(memoTTL + time.Second)
	_, ok = m.Get("token")
	assert.True(t, !ok, "the entry outlived its TTL")
}
