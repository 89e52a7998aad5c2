package activity_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/ops/activity"
	"croupier/bff/store/embedded"
	"croupier/bff/test/testkit"
)

// rig is a Log over a real store.
type rig struct {
	*activity.Log
	*testkit.Clock
	t                 *testing.T
	key               *indexkey.Key
	requests, players *testkit.Collection
	devices           *activity.KnownDevices
}

func newRig(t *testing.T, set func(*activity.Options)) *rig {
	t.Helper()
	r := &rig{t: t, key: indexkey.New(), Clock: testkit.NewClock(time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC))}
	s, err := embedded.Open(t.TempDir(), embedded.Options{Now: r.Now, IndexKey: r.key})
	require.NoError(t, err)
	t.Cleanup(func() { _ = s.Close() })
	open := func(name string) *testkit.Collection {
		c, err := s.Collection(name, bff.Retention{MaxEntries: 1000, MaxAge: time.Hour})
		require.NoError(t, err)
		return &testkit.Collection{Collection: c}
	}
	r.requests, r.players = open("requests"), open("players")
	r.devices = &activity.KnownDevices{Devices: open("devices"), IndexKey: r.key, Clock: r.Now}
	r.Log = r.open(set)
	return r
}

// open opens another Log over the same store, as another instance does.
func (r *rig) open(set func(*activity.Options)) *activity.Log {
	o := activity.Options{
		Requests: r.requests, Players: r.players, Devices: r.devices, IndexKey: r.key, Instance: "one",
		Log: slog.New(slog.DiscardHandler),
	}
	if set != nil {
		set(&o)
	}
	l := activity.New(o)
	r.t.Cleanup(l.Close)
	return l
}

// visit observes a request that came from an address with a User-Agent.
func (r *rig) visit(agent, address string, o bff.Observation) {
	visitor, _ := netip.ParseAddr(address)
	if o.Status == 0 {
		o.Status, o.Code, o.Result = 200, 200, true
	}
	o.At = r.Now()
	if o.Player.Partition == "" {
		o.Player.Partition = bff.Partition(o.Brand)
	}
	r.Observe(bff.WithScope(r.t.Context(), &bff.Scope{UserAgent: agent, Visitor: visitor}), &o)
}

func (r *rig) find(id string) *bff.RequestRecord {
	r.t.Helper()
	found, err := r.Request(r.t.Context(), id)
	require.NoError(r.t, err)
	return found
}

// wrote checks how many entries were written.
func (r *rig) wrote(c *testkit.Collection, want int) {
	r.t.Helper()
	_, entries := c.Written()
	assert.Equal(r.t, want, entries, "entries written")
}

var errStore = errors.New("the store is away")

func TestResponsesFromTheCacheAndPollsAreNotRecorded(t *testing.T) {
	r := newRig(t, nil)
	for id, o := range map[string]bff.Observation{
		"hit":   {Call: "casino/games_list", Cache: bff.CacheHit},
		"stale": {Call: "casino/games_list", Cache: bff.CacheStale},
		"page":  {Path: "*", Status: 200},
		"poll":  {Call: "system/ping", Poll: true},
		"gone":  {Call: "system/ping", Poll: true, Status: 401, Code: 401},
		"miss":  {Call: "casino/games_list", Cache: bff.CacheMiss},
		"lost":  {Path: "*", Status: 500},
		"bad":   {Path: "/endpoint/v1", Status: 404, Code: 404, Debug: "unknown call"},
	} {
		o.RequestID = id
		r.visit("", "", o)
	}
	for id, want := range map[string]bool{
		"hit": false, "stale": false, "poll": false, "gone": true, "page": false,
		"miss": true, "lost": true, "bad": true, "none": false,
	} {
		assert.Equal(t, want, r.find(id) != nil, "%s is found", id)
	}
}

func TestSuccessfulReadsOfGuestsAreNotRecorded(t *testing.T) {
	r := newRig(t, nil)
	read := bff.WithScope(t.Context(), &bff.Scope{Rules: bff.Rules{Kind: bff.KindRead}})
	for id, o := range map[string]bff.Observation{
		"guest":   {Status: 200, Code: 200, Result: true},
		"refused": {Status: 200, Code: 400},
		"failed":  {Status: 502, Code: 502, Err: bff.ReasonBadUpstreamAnswer},
		"player":  {Status: 200, Code: 200, Result: true, Player: bff.Player{UID: "7"}},
	} {
		o.RequestID, o.Call, o.At = id, "casino/games_list", r.Now()
		r.Observe(read, &o)
	}
	assert.Nil(t, r.find("guest"))
	for _, id := range []string{"refused", "failed", "player"} {
		assert.NotNil(t, r.find(id), id)
	}
}

func TestWritesAreRetriedUntilTheStoreIsBack(t *testing.T) {
	for i, name := range []string{"requests", "players"} {
		r := newRig(t, nil)
		store := []*testkit.Collection{r.requests, r.players}[i]
		store.Fail(errStore)
		for _, id := range []string{"a", "b", "c"} {
			r.visit("", "", bff.Observation{
				RequestID: id, Brand: "marmara", Call: "user/logout",
				Player: bff.Player{UID: "7"},
			})
		}
		_, _ = r.Request(t.Context(), "a") // fails to write
		store.Fail(nil)
		for _, id := range []string{"a", "b", "c"} {
			assert.NotNil(t, r.find(id), "%s: %s is lost", name, id)
		}
		p, err := r.Player(t.Context(), "marmara", "7")
		require.NoError(t, err)
		assert.NotNil(t, p, "%s: the player is lost", name)
		assert.Zero(t, r.Dropped(), name)
	}
}

func TestFullQueueDropsAndCounts(t *testing.T) {
	r := newRig(t, nil)
	r.requests.Fail(errStore)
	const sent = 2 * activity.MaxQueued
	for range sent {
		r.visit("", "", bff.Observation{RequestID: "x", Call: "user/logout"})
	}
	r.Close()
	assert.EqualValues(t, sent, r.Dropped(), "all, as the store never came back")
}

func TestCloseWritesWhatIsQueuedForOtherInstances(t *testing.T) {
	r := newRig(t, nil)
	for i := range 700 {
		r.visit("", "", bff.Observation{RequestID: fmt.Sprint(i), Call: "user/logout"})
	}
	r.Close()
	r.wrote(r.requests, 700)
	assert.Zero(t, r.Dropped())
	found, err := r.open(nil).Request(t.Context(), "699")
	require.NoError(t, err)
	assert.Equal(t, "one", found.Instance)
}

func TestFloodOfRefusalsDoesNotPushOutRequests(t *testing.T) {
	r := newRig(t, nil)
	for range 300 {
		r.visit("", "", bff.Observation{RequestID: "flood", Call: "user/login", Status: 429, Code: 429})
	}
	r.visit("", "", bff.Observation{
		RequestID: "player", Brand: "marmara", Call: "user/logout", Status: 429, Code: 429,
		Player: bff.Player{UID: "7"},
	})
	assert.NotNil(t, r.find("player"), "the refusal of a player is not recorded")
	r.Advance(time.Second)
	r.visit("", "", bff.Observation{RequestID: "later", Call: "user/login", Status: 429, Code: 429})
	assert.NotNil(t, r.find("later"), "a refusal of the next second is not recorded")
	r.wrote(r.requests, 52) // 50 of the flood and the 2 others
	assert.EqualValues(t, 250, r.Dropped())
}

func TestObserveDoesNotAllocate(t *testing.T) {
	r := newRig(t, nil)
	ctx := bff.WithScope(t.Context(), &bff.Scope{UserAgent: "agent"})
	// The writer's allocations also count, so it must stop after a failed batch.
	r.requests.Fail(errStore)
	for range 3000 {
		r.Observe(ctx, &bff.Observation{RequestID: "x", Call: "user/logout"})
	}
	_, _ = r.Request(t.Context(), "x")
	for name, cache := range map[string]bff.CacheState{"cached": bff.CacheHit, "not cached": bff.CacheMiss} {
		o := &bff.Observation{RequestID: "x", Call: "casino/games_list", Status: 200, Code: 200, Cache: cache}
		n := testing.AllocsPerRun(2000, func() { r.Observe(ctx, o) })
		assert.LessOrEqual(t, n, 0.5, name)
	}
	r.requests.Fail(nil)
}

func TestRecordTellsWhatHappened(t *testing.T) {
	r := newRig(t, nil)
	r.visit("", "", bff.Observation{
		RequestID: "a", Method: "POST", Path: "/endpoint/v1", Brand: "marmara", Call: "finance/save_bank_transfer",
		Status: 503, Code: 503,
		Debug: "outcome unknown", Cache: bff.CacheBypass, Duration: 1500 * time.Millisecond,
		Upstream: 1400 * time.Millisecond,
		Err: bff.OutcomeUnknown(bff.ReasonUnavailable).WithCause(fmt.Errorf("secret text of a platform: %w",
			syscall.ECONNRESET)),
		UpstreamName: "main", Attempts: 1, IdempotencyKey: "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0001",
		Player: bff.Player{UID: "7", Username: "ayse", Email: "ayse@ornek.test"},
	})
	got, err := json.Marshal(r.find("a"))
	const want = `{"id":"a","at":"2026-01-02T03:04:05.006Z","instance":"one","method":"POST","path":"/endpoint/v1","brand":"marmara",` +
		`"call":"finance/save_bank_transfer","player":{"uid":"7","username":"ayse"},"status":503,"code":503,"debug":"outcome unknown","cache":"BYPASS",` +
		`"ms":1500,"upstream_ms":1400,"upstream":"main","attempts":1,"cause":"reset",` +
		`"money":{"key":"5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0001","at":"2026-01-02T03:04:05.006Z","call":"finance/save_bank_transfer","outcome":"unknown","code":503,"debug":"outcome unknown"}}`
	require.NoError(t, err)
	assert.Equal(t, want, string(got))
}

func TestCauseAndOutcomeOfAMoneyCall(t *testing.T) {
	r := newRig(t, nil)
	refused := bff.ReasonUnavailable.WithCause(&net.OpError{
		Op:  "dial",
		Err: syscall.ECONNREFUSED,
	}).WithDelivery(bff.DeliveryNotSent)
	closed := bff.ReasonMaintenance.WithDelivery(bff.DeliveryAnswered)
	open := bff.ReasonUnavailable.WithCause(&bff.CauseError{Class: bff.CauseBreakerOpen, Err: errStore})
	late := bff.ReasonUpstreamTimeout.WithCause(context.DeadlineExceeded)
	lost := func(code, attempts int, why *bff.Reason) bff.Observation {
		return bff.Observation{Code: code, Attempts: attempts, Debug: "outcome unknown", Err: bff.OutcomeUnknown(why)}
	}
	for name, row := range map[string]struct {
		o       bff.Observation
		cause   bff.Cause
		outcome bff.MoneyOutcome
	}{
		"accepted":                {bff.Observation{Result: true, Code: 200, Attempts: 1}, "", bff.MoneyExecuted},
		"refused by the platform": {bff.Observation{Code: 400, Attempts: 1}, "", bff.MoneyRefused},
		"refused by a limit": {
			bff.Observation{Code: 429, Err: bff.ReasonRateLimited},
			bff.CauseRateLimited,
			bff.MoneyRefused,
		},
		"no connection": {
			bff.Observation{Code: 503, Attempts: 1, Err: refused},
			bff.CauseRefused,
			bff.MoneyNotSent,
		},
		"a store that is away": {bff.Observation{Code: 503, Err: refused}, bff.CauseStore, bff.MoneyNotSent},
		"maintenance before the call": {
			bff.Observation{Code: 503, Err: bff.ReasonMaintenance},
			bff.CauseMaintenance,
			bff.MoneyNotSent,
		},
		"maintenance as the answer": {
			bff.Observation{Code: 503, Attempts: 1, Err: closed},
			bff.CauseMaintenance,
			bff.MoneyRefused,
		},
		"an open breaker":   {bff.Observation{Code: 503, Err: open}, bff.CauseBreakerOpen, bff.MoneyNotSent},
		"no answer in time": {lost(504, 1, late), bff.CauseTimeout, bff.MoneyUnknown},
		"an unreadable answer": {
			lost(502, 1, bff.ReasonBadUpstreamAnswer), bff.CauseBadAnswer,
			bff.MoneyUnknown,
		},
		"a repeat of an unknown one": {lost(503, 0, bff.ReasonUnavailable), "", bff.MoneyUnknown},
		"a repeat of one in flight": {bff.Observation{
			Code: 409, Debug: bff.ReasonDuplicate.Debug,
			Err: bff.ReasonDuplicate,
		}, "", bff.MoneyInFlight},
		"a panic after it was sent": {
			bff.Observation{Code: 500, Attempts: 1, Err: errors.New("panic")},
			bff.CauseInternal, bff.MoneyUnknown,
		},
	} {
		row.o.RequestID, row.o.Call, row.o.IdempotencyKey, row.o.Status = name, "finance/deposit", "key", row.o.Code
		r.visit("", "", row.o)
		got := r.find(name)
		assert.Equal(t, fmt.Sprint(row.cause, ", ", row.outcome), fmt.Sprint(got.Cause, ", ", got.Money.Outcome), name)
	}
}

func TestRequestsAndPaymentsOfAPlayer(t *testing.T) {
	r := newRig(t, nil)
	ayse := bff.Player{UID: "7", Username: "ayse"}
	for i, o := range []bff.Observation{
		{Player: ayse},
		{Player: bff.Player{UID: "8"}},
		{Player: ayse, IdempotencyKey: "key"},
		{Player: ayse, Brand: "zephyr"},
		{Player: bff.Player{UID: "7", Partition: "marmara/w"}},
		{},
	} {
		o.RequestID, o.Call = fmt.Sprint(i), "user/logout"
		if o.Brand == "" {
			o.Brand = "marmara"
		}
		r.Advance(time.Second)
		r.visit("", "", o)
	}
	ids := func(all []bff.RequestRecord, err error) string {
		require.NoError(t, err)
		var out []string
		for _, one := range all {
			out = append(out, one.ID)
		}
		return strings.Join(out, " ")
	}
	for want, got := range map[string]string{
		"2 0": ids(r.Find(t.Context(), "marmara", bff.RequestSearch{Player: "7"}, 10)),
		"2":   ids(r.Find(t.Context(), "marmara", bff.RequestSearch{Player: "7", Payments: true}, 10)),
		"4":   ids(r.Find(t.Context(), "marmara", bff.RequestSearch{Player: "w/7"}, 10)),
		"3":   ids(r.Find(t.Context(), "zephyr", bff.RequestSearch{Player: "7"}, 10)),
		"":    ids(r.Find(t.Context(), "pera", bff.RequestSearch{Player: "7"}, 10)),
	} {
		assert.Equal(t, want, got)
	}
	assert.Equal(t, "2", ids(r.Find(t.Context(), "marmara", bff.RequestSearch{Player: "7"}, 1)), "the latest")
}
