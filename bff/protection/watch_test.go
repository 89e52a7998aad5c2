package protection_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
)

func TestPlayersWithALossLimitPlayByRecentRounds(t *testing.T) {
	r := newRig(t)
	at := &platform{games: []bff.PlayedRound{{At: noon.Add(-time.Hour), Stake: 9_000}}}
	play := func(name string, rounds bff.PlayedRounds, want error, asked int) {
		t.Helper()
		err := r.service.MayPlay(t.Context(), r.brand, "ayse", bff.PlatformPlayer{Rounds: rounds})
		assert.True(t, errors.Is(err, want) && at.asked == asked,
			"%s: %v, asked %d times; want %v, %d", name, err, at.asked, want, asked)
	}
	play("without a limit nothing is asked", at, nil, 0)
	mustCall(t, r.service, "ayse", "set", `{"kind":"loss","period":"day","amount":100}`)
	play("the platform tells nothing", nil, bff.ReasonUnavailable, 0)
	play("90 of 100", at, nil, 1)
	play("at once again", at, nil, 1)
	r.now, at.err = noon.Add(4*time.Minute), errors.New("out of order")
	play("by what was told 4 minutes ago", at, nil, 2)
	r.now = noon.Add(5 * time.Minute)
	play("older rounds are not enough", at, bff.ReasonUnavailable, 3)
	at.err, at.games = nil, []bff.PlayedRound{{At: noon, Stake: 10_000}}
	r.announced = nil
	assert.True(t, r.service.MinuteDue(t.Context(), r.brand, "ayse") && !r.service.MinuteDue(t.Context(), r.brand, "ayse"),
		"a minute is due once")
	r.service.NoteMinute(t.Context(), r.brand, "ayse", bff.PlatformPlayer{Rounds: at})
	assert.Len(t, r.announced, 1, "announced %d times that the limit is reached", len(r.announced))
	play("100 of 100", at, bff.ReasonLimitReached, 4)
	r.now = noon.Add(24 * time.Hour)
	at.games = nil
	play("the next day", at, nil, 5)
}

func TestMinutesCountForPlayersWithALimitOfTime(t *testing.T) {
	r := newRig(t)
	assert.False(t, r.service.MinuteDue(t.Context(), r.brand, "ayse"), "a minute of a player without limits is due")
	mustCall(t, r.service, "ayse", "set", `{"kind":"session_time","period":"day","minutes":2}`)
	r.announced = nil
	for minute, want := range []error{nil, bff.ReasonLimitReached, bff.ReasonLimitReached} {
		r.now = noon.Add(time.Duration(minute) * time.Minute)
		assert.True(t, r.service.MinuteDue(t.Context(), r.brand, "ayse"), "minute %d is not due", minute)
		r.service.NoteMinute(t.Context(), r.brand, "ayse", bff.PlatformPlayer{})
		r.service.NoteMinute(t.Context(), r.brand, "ayse", bff.PlatformPlayer{}) // another tab
		r.mayPlay(fmt.Sprint("minute ", minute), bff.PlatformPlayer{}, want)
	}
	assert.Len(t, r.announced, 1, "announced %d times that the limit is reached", len(r.announced))
	n := testing.AllocsPerRun(100, func() { r.service.MinuteDue(t.Context(), r.brand, "ayse") })
	assert.True(t, n == 0, "%.1f allocations of a look", n)
}

func TestHistoryTellsWhatThePlayerChanged(t *testing.T) {
	r := newRig(t)
	mustCall(t, r.service, "ayse", "set", `{"kind":"deposit","period":"day","amount":500}`)
	mustCall(t, r.service, "ayse", "set", `{"kind":"deposit","period":"day","amount":900}`)
	mustCall(t, r.service, "ayse", "set", `{"kind":"session_time","period":"day","minutes":60}`)
	mustCall(t, r.service, "ayse", "reality_check", `{"minutes":15}`)
	mustCall(t, r.service, "ayse", "cool_off", `{"hours":24}`)
	mustCall(t, r.service, "ayse", "self_exclude", `{"forever":true}`)
	const at = `{"at":"2026-11-27 12:00:00","by":"player","change":`
	const want = `[` + at + `"exclusion","until":null},` +
		at + `"break","until":"2026-11-28 12:00:00"},` +
		at + `"reality_check","minutes":15},` +
		at + `"set","kind":"session_time","period":"day","minutes":60},` +
		at + `"asked_looser","kind":"deposit","period":"day","amount":900},` +
		at + `"set","kind":"deposit","period":"day","amount":500}]`
	r.want("history", mustCall(t, r.service, "ayse", "history", `{}`), want)
}

func TestKindsThatThePlatformDoesNotTellAreNotOffered(t *testing.T) {
	r := newRig(t)
	for _, row := range []struct{ kind, field, want string }{
		{"loss", "amount", "invalid payload kind"},
		{"stake", "amount", "invalid payload kind"},
		{"session_time", "amount", "invalid payload minutes"},
		{"deposit", "minutes", "invalid payload amount"},
		{"session_time", "minutes", ""},
	} {
		data := fmt.Sprintf(`{"kind":%q,"period":"day",%q:5}`, row.kind, row.field)
		_, err := call(t, r.service, r.brand, "ayse", "set", data, bff.PlatformPlayer{})
		got := ""
		if reason := (*bff.Reason)(nil); errors.As(err, &reason) {
			got = reason.Debug + " " + reason.Fault.Field
		}
		assert.Equal(t, row.want, got, "%s by %s", row.kind, row.field)
	}
	raw, err := call(t, r.service, r.brand, "ayse", "get", `{}`, bff.PlatformPlayer{})
	assert.True(t, err == nil && strings.Contains(raw, `"kinds":["deposit","session_time"]`), "%v, %s", err, raw)
}

// The rounds that the platform has reported for a day are not enough for a limit of a week.
func TestALimitOfALongerPeriodIsAskedForAtOnce(t *testing.T) {
	r := newRig(t)
	at := &platform{games: []bff.PlayedRound{{At: noon.AddDate(0, 0, -2), Stake: 10_000}}}
	rounds := bff.PlatformPlayer{Rounds: at}
	mustCall(t, r.service, "ayse", "set", `{"kind":"loss","period":"day","amount":100}`)
	r.mayPlay("100 of a day", rounds, nil)
	mustCall(t, r.service, "ayse", "set", `{"kind":"loss","period":"week","amount":100}`)
	at.err = errors.New("out of order")
	r.mayPlay("while the platform cannot tell", rounds, bff.ReasonUnavailable)
	at.err = nil
	r.mayPlay("100 of 100 in the week", rounds, bff.ReasonLimitReached)
}
