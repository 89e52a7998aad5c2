package protection_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

func TestCallsAnswerTheStateInForce(t *testing.T) {
	r := newRig(t)
	r.brand.TimeZone = zone(t, "Europe/Istanbul")
	call := func(method, data string) string {
		raw, err := call(t, r.service, r.brand, "ayse", method, data, telling)
		if err != nil {
			return debugOf(err)
		}
		const constant = `,"kinds":["deposit","loss","stake","session_time"],"deposit_limit_required":false,` +
			`"reality_check_minutes":60`
		return strings.Replace(raw, constant, "", 1)
	}
	deposit := func(key string, amount bff.MinorUnits) string {
		var reason *bff.Reason
		if errors.As(r.service.Reserve(t.Context(), r.brand, "ayse",
			protection.DepositName{Key: key, Amount: amount, Claimed: r.now}, protection.PlatformPlayer{}), &reason) {
			return reason.Debug + " " + string(reason.Data)
		}
		return "counts"
	}
	const day = `{"kind":"deposit","period":"day"}`
	const renews, renewsNext = `"renews":"2026-11-28 00:00:00"`, `"renews":"2026-11-29 00:00:00"`
	// limit returns the response with a daily limit, its use and its other fields.
	limit := func(amount, used int, fields string) string {
		const format = `{"limits":[{"kind":"deposit","period":"day","amount":%d,"used":%d,"left":%d,%s}]}`
		return fmt.Sprintf(format, amount, used, amount-used, fields)
	}
	r.want("nothing is set", call("get", `{}`), `{"limits":[]}`)
	set := func(amount string) string {
		return call("set", `{"kind":"deposit","period":"day","amount":`+amount+`}`)
	}
	r.want("a limit", set("500"), limit(500, 0, renews))
	r.want("300 of 500", deposit("a", 30_000), "counts")
	r.want("300 of 200", deposit("b", 30_000), `limit reached {"kind":"deposit","period":"day","left":200}`)
	r.want("the rest of the limit", call("get", `{}`), limit(500, 300, renews))
	const removal = `"pending":{"amount":null,"from":"2026-11-29 15:00:00","ready":false,"until":"2026-12-06 15:00:00"}`
	const pending = `"pending":{"amount":800,"from":"2026-11-28 15:00:00","ready":false,"until":"2026-12-05 15:00:00"}`
	r.want("800 wait", set("800"), limit(500, 300, renews+`,`+pending))
	r.want("too early", call("confirm", day), "limit waits")
	r.now = noon.Add(24 * time.Hour)
	r.want("confirmed a day later", call("confirm", day), limit(800, 0, renewsNext))
	r.want("nothing is pending", call("cancel_pending", day), "nothing pending")
	r.want("the removal waits", set("null"), limit(800, 0, renewsNext+`,`+removal))
	r.want("taken back", call("cancel_pending", day), limit(800, 0, renewsNext))
	r.want("800 of 800", deposit("c", 80_000), "counts")

	tell := func(change string) {
		dated := strings.Replace(change, "}", `,"at":"`+r.now.Format(time.RFC3339Nano)+`"}`, 1)
		_ = r.bus.Publish(t.Context(), bff.TopicPaymentChanged, []byte(dated))
	}
	tell(`{"brand":"marmara","player":"ayse","key":"c","status":"executed"}`)
	r.want("executed by the platform", deposit("d", 1), `limit reached {"kind":"deposit","period":"day","left":0}`)
	tell(`{"brand":"marmara","player":"ayse","key":"c","status":"refused"}`)
	r.want("refused by the platform later", deposit("d", 80_000), "counts")
	unsettled := func() string {
		found, err := r.service.Unsettled(t.Context(), "marmara", "ayse")
		assert.NoError(t, err)
		out := ""
		for _, d := range found {
			out += d.Key + string(d.TransactionID) + " "
		}
		return out
	}
	tell(`{"brand":"marmara","player":"ayse","key":"d","transaction_id":7,"status":"pending"}`)
	r.want("not settled", unsettled(), "a d7 ")
	tell(`{"brand":"marmara","player":"ayse","key":"d","transaction_id":7,"status":"executed"}`)
	r.want("settled", unsettled(), "a ")
	r.mayPlay("before the break", protection.PlatformPlayer{}, nil)
	call("cool_off", `{"hours":24}`)
	full, left := strings.TrimSuffix(limit(800, 800, renewsNext), "}"), strings.TrimSuffix(limit(800, 0,
		`"renews":"2026-12-01 00:00:00"`), "}")
	r.want("a break", call("cool_off", `{"hours":24}`), full+`,"cool_off":{"until":"2026-11-29 15:00:00"}}`)
	r.want("a deposit in it", deposit("e", 1), "cooling off ")
	r.mayPlay("a game in it", protection.PlatformPlayer{}, bff.ReasonCoolingOff)
	r.now = r.now.Add(48 * time.Hour)
	r.mayPlay("after the break", protection.PlatformPlayer{}, nil)
	r.want("six months", call("self_exclude", `{"months":6}`), left+`,"exclusion":{"until":"2027-05-30 15:00:00"}}`)
	r.want("for ever", call("self_exclude", `{"forever":true}`), left+`,"exclusion":{"until":null}}`)
	r.want("a deposit", deposit("f", 1), "self excluded ")
}

func TestPlayersWithALossLimitPlayByRecentRounds(t *testing.T) {
	r := newRig(t)
	at := &platform{games: []protection.PlayedRound{{At: noon.Add(-time.Hour), Stake: 9_000}}}
	play := func(name string, rounds protection.PlayedRounds, want error, asked int) {
		r.mayPlay(name, protection.PlatformPlayer{Rounds: rounds}, want)
		assert.Equal(t, asked, at.asked, "%s: requests to the platform", name)
	}
	play("without a limit", at, nil, 0)
	mustCall(t, r.service, "ayse", "set", `{"kind":"loss","period":"day","amount":100}`)
	play("the platform reports nothing", nil, bff.ReasonUnavailable, 0)
	play("90 of 100", at, nil, 1)
	play("at once again", at, nil, 1)
	r.now, at.err = noon.Add(4*time.Minute), errors.New("out of order")
	play("by the report of 4 minutes ago", at, nil, 2)
	r.now = noon.Add(5 * time.Minute)
	play("older rounds are not enough", at, bff.ReasonUnavailable, 3)
	at.err, at.games = nil, []protection.PlayedRound{{At: noon, Stake: 10_000}}
	r.announced = nil
	assert.True(t, r.service.MinuteDue(t.Context(), r.brand, "ayse") &&
		!r.service.MinuteDue(t.Context(), r.brand, "ayse"),
		"a minute is due once")
	r.service.NoteMinute(t.Context(), r.brand, "ayse", protection.PlatformPlayer{Rounds: at})
	assert.Len(t, r.announced, 1, "the limit is reached")
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
		r.service.NoteMinute(t.Context(), r.brand, "ayse", protection.PlatformPlayer{})
		r.service.NoteMinute(t.Context(), r.brand, "ayse", protection.PlatformPlayer{}) // another tab
		r.mayPlay(fmt.Sprint("minute ", minute), protection.PlatformPlayer{}, want)
	}
	assert.Len(t, r.announced, 1, "the limit is reached")
	assert.Zero(t, testing.AllocsPerRun(100, func() { r.service.MinuteDue(t.Context(), r.brand, "ayse") }),
		"allocations")
	assert.NoError(t,
		r.service.Reserve(t.Context(), r.brand, "ayse", protection.DepositName{Key: "k", Amount: 100},
			protection.PlatformPlayer{}), "a deposit is no game")
	r.now = noon.Add(2*time.Minute + 59*time.Second)
	assert.False(t, r.service.MinuteDue(t.Context(), r.brand, "ayse"), "a minute is due twice")
	r.now = noon.Add(24 * time.Hour)
	r.service.NoteMinute(t.Context(), r.brand, "ayse", protection.PlatformPlayer{})
	r.mayPlay("the next day", protection.PlatformPlayer{}, nil)
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
		_, err := call(t, r.service, r.brand, "ayse", "set", data, protection.PlatformPlayer{})
		got := ""
		if reason := (*bff.Reason)(nil); errors.As(err, &reason) {
			got = reason.Debug + " " + reason.Fault.Field
		}
		assert.Equal(t, row.want, got, "%s by %s", row.kind, row.field)
	}
	raw, err := call(t, r.service, r.brand, "ayse", "get", `{}`, protection.PlatformPlayer{})
	assert.True(t, err == nil && strings.Contains(raw, `"kinds":["deposit","session_time"]`), "%v, %s", err, raw)
}

// The rounds that the platform has reported for a day are not enough for a limit of a week.
func TestALimitOfALongerPeriodIsAskedForAtOnce(t *testing.T) {
	r := newRig(t)
	at := &platform{games: []protection.PlayedRound{{At: noon.AddDate(0, 0, -2), Stake: 10_000}}}
	rounds := protection.PlatformPlayer{Rounds: at}
	mustCall(t, r.service, "ayse", "set", `{"kind":"loss","period":"day","amount":100}`)
	r.mayPlay("100 of a day", rounds, nil)
	mustCall(t, r.service, "ayse", "set", `{"kind":"loss","period":"week","amount":100}`)
	at.err = errors.New("out of order")
	r.mayPlay("while the platform fails", rounds, bff.ReasonUnavailable)
	at.err = nil
	r.mayPlay("100 of 100 in the week", rounds, bff.ReasonLimitReached)
}

// countedStore counts reads, and fails them with err. During the next read, it calls during and
// then clears it.
type countedStore struct {
	bff.KeyedStore
	reads  int
	err    error
	during func()
}

func (s *countedStore) Get(ctx context.Context, key string) ([]byte, error) {
	s.reads++
	if s.err != nil {
		return nil, s.err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	raw, err := s.KeyedStore.Get(ctx, key)
	if f := s.during; f != nil {
		s.during = nil
		f()
	}
	return raw, err
}

// deafBus loses every message.
type deafBus struct{ bff.Bus }

func (deafBus) Publish(context.Context, bff.Topic, []byte) error { return errors.New("lost") }

// twoInstances returns two services that share a store, a clock and a bus, and the store of the
// second one. With isLossy, the bus loses the messages of the first one.
func twoInstances(t *testing.T, isLossy bool) (a, b *protection.Service, store *countedStore, now *time.Time) {
	start := noon
	now = &start
	shared, key, bus := new(testkit.Keyed), indexkey.New(), bff.Bus(new(testkit.Bus))
	store = &countedStore{KeyedStore: shared}
	b = newService(protection.NewRegister(store, key), bus, now)
	if isLossy {
		bus = deafBus{bus}
	}
	a = newService(protection.NewRegister(shared, key), bus, now)
	t.Cleanup(a.Follow(t.Context()))
	t.Cleanup(b.Follow(t.Context()))
	return a, b, store, now
}

func TestARestrictionAppliesAtOnceAtEveryInstance(t *testing.T) {
	a, b, store, now := twoInstances(t, false)
	assertRestricted(t, "nothing is set", b, marmara, "ayse", protection.Unrestricted)
	assertRestricted(t, "another player", b, marmara, "can", protection.Unrestricted)
	mustCall(t, a, "ayse", "cool_off", `{"hours":24}`)
	assertRestricted(t, "a break", b, marmara, "ayse", protection.CoolingOff)
	mustCall(t, a, "ayse", "self_exclude", `{"months":6}`)
	assertRestricted(t, "an exclusion", b, marmara, "ayse", protection.SelfExcluded)
	assertRestricted(t, "an exclusion, where it began", a, marmara, "ayse", protection.SelfExcluded)
	assertRestricted(t, "another player then", b, marmara, "can", protection.Unrestricted)
	assert.Equal(t, 4, store.reads, "reads: one of every player and of every change")
	mustCall(t, a, "can", "cool_off", `{"hours":24}`)
	*now = now.Add(24*time.Hour - time.Second)
	assertRestricted(t, "a second before the end of a break", b, marmara, "can", protection.CoolingOff)
	*now = now.Add(time.Second)
	assertRestricted(t, "at its end", b, marmara, "can", protection.Unrestricted)
	store.during = func() { mustCall(t, a, "fatma", "self_exclude", `{"months":6}`) }
	assertRestricted(t, "a read that an exclusion overtakes", b, marmara, "fatma", protection.Unrestricted)
	assertRestricted(t, "after that read", b, marmara, "fatma", protection.SelfExcluded)
	mustCall(t, a, "veli", "self_exclude", `{"months":6}`)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, protection.SelfExcluded, b.Restriction(gone, marmara, "veli"),
		"the player disconnects during the read")
}

func TestALostMessageIsMadeUpForWithinSeconds(t *testing.T) {
	a, b, _, now := twoInstances(t, true)
	assertRestricted(t, "nothing is set", b, marmara, "ayse", protection.Unrestricted)
	assertRestricted(t, "nothing is set, where it will begin", a, marmara, "ayse", protection.Unrestricted)
	mustCall(t, a, "ayse", "self_exclude", `{"months":6}`)
	assertRestricted(t, "where it began", a, marmara, "ayse", protection.SelfExcluded)
	*now = now.Add(10 * time.Second)
	assertRestricted(t, "elsewhere, after the lifetime", b, marmara, "ayse", protection.SelfExcluded)
}

func TestRestrictionsAreReadOnceInAWhile(t *testing.T) {
	_, b, store, now := twoInstances(t, false)
	b.Restriction(t.Context(), marmara, "ayse")
	assert.Zero(t, testing.AllocsPerRun(100, func() { b.Restriction(t.Context(), marmara, "ayse") }), "allocations")
	assert.Equal(t, 1, store.reads)
	*now = now.Add(10 * time.Second)
	b.Restriction(t.Context(), marmara, "ayse")
	assert.Equal(t, 2, store.reads, "reads after 10 seconds")
}

// Without the store, the known restrictions remain active. A player without known restrictions may
// not play and is otherwise served.
func TestRestrictionsWithoutTheStore(t *testing.T) {
	a, b, store, now := twoInstances(t, false)
	mustCall(t, a, "ayse", "self_exclude", `{"months":6}`)
	assertRestricted(t, "known", b, marmara, "ayse", protection.SelfExcluded)
	store.err = errors.New("no store")
	*now = now.Add(time.Minute)
	assertRestricted(t, "known, a minute later", b, marmara, "ayse", protection.SelfExcluded)
	assertRestricted(t, "unknown", b, marmara, "can", protection.Unrestricted)
	assert.ErrorIs(t, b.MayPlay(t.Context(), marmara, "can", protection.PlatformPlayer{}),
		bff.ReasonUnavailable, "an unknown player")
	assert.True(t, b.PersonDue(t.Context(), marmara, "can"), "an unknown player counts as identified")
	reads := store.reads
	assertRestricted(t, "unknown, at once", b, marmara, "can", protection.Unrestricted)
	assert.Equal(t, reads, store.reads, "a failed read is repeated at once")
	store.err = nil
	*now = now.Add(time.Second)
	mustCall(t, a, "can", "cool_off", `{"hours":24}`)
	assertRestricted(t, "readable again", b, marmara, "can", protection.CoolingOff)
}
