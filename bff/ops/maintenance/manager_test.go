package maintenance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
	"croupier/bff/test/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// testStore is a record store whose Swap can be preceded by another change.
type testStore struct {
	testkit.Records
	before  func() // nil for none
	reading func() // nil for none
}

func (s *testStore) All(ctx context.Context) (map[string][]byte, error) {
	if s.reading != nil {
		s.reading()
	}
	return s.Records.All(ctx)
}

func (s *testStore) Swap(ctx context.Context, key string, old, value []byte) (bool, error) {
	if s.before != nil {
		s.before()
	}
	return s.Records.Swap(ctx, key, old, value)
}

// settings are for a Manager whose platforms do not answer probes.
func settings(store bff.SwapStore, bus bff.Bus, now func() time.Time) Settings {
	return Settings{
		Store: store, Bus: bus, Now: now, Contract: someParts, Log: slog.New(slog.DiscardHandler),
		Probe:     func(context.Context, string) ProbeResult { return ProbeUnknown },
		Brands:    func() []string { return nil },
		Retention: func() time.Duration { return retention },
	}
}

const retention = 30 * 24 * time.Hour

// noon is the start time of the tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

type fixture struct {
	*Manager
	*testkit.Clock
	testStore testStore
	told      []string
}

func newFixture(t *testing.T, probe func(context.Context, string) ProbeResult) *fixture {
	t.Helper()
	f := &fixture{Clock: testkit.NewClock(noon)}
	f.open(t, probe)
	return f
}

// open recreates the manager from the store.
func (f *fixture) open(t *testing.T, probe func(context.Context, string) ProbeResult) {
	t.Helper()
	of := settings(&f.testStore, new(testkit.Bus), f.Now)
	if probe != nil {
		of.Probe = probe
	}
	m, err := New(t.Context(), of)
	require.NoError(t, err)
	f.Manager = m
	m.Subscribe(func(brand string) { f.told = append(f.told, brand) })
}

// notice is a short name for the tests.
type notice = bff.MaintenanceNotice

// set turns the switch of a brand on.
func (f *fixture) set(t *testing.T, brand string, n notice) {
	t.Helper()
	require.NoError(t, f.SetSwitch(t.Context(), brand, n))
}

// clear turns the switch of a brand, or of some calls, off.
func (f *fixture) clear(t *testing.T, brand string, calls ...string) {
	t.Helper()
	require.NoError(t, f.ClearSwitch(t.Context(), brand, calls))
}

// assertOn checks whether a brand and a call are under maintenance.
func (f *fixture) assertOn(t *testing.T, name, brand, call string, want bool) {
	t.Helper()
	assert.Equal(t, want, f.State(brand, call).On, "%s: %s %q under maintenance", name, brand, call)
}

// assertMessage checks that a call is under maintenance, with a Turkish message.
func (f *fixture) assertMessage(t *testing.T, brand, call, message string) {
	t.Helper()
	s := f.State(brand, call)
	assert.Equal(t, "true "+message, fmt.Sprint(s.On, " ", s.Message["tr"]))
}

// shown returns a window as JSON without its id.
func shown(t *testing.T, w window) string {
	t.Helper()
	w.ID = ""
	raw, err := json.Marshal(w)
	require.NoError(t, err)
	return strings.TrimPrefix(string(raw), `{"id":"",`)
}

// end ends a window.
func (f *fixture) end(t *testing.T, brand, id string) {
	t.Helper()
	_, err := f.EndWindow(t.Context(), brand, id, "destek")
	require.NoError(t, err)
}

// schedule makes a window.
func (f *fixture) schedule(t *testing.T, brand string, w window) window {
	t.Helper()
	w, err := f.AddWindow(t.Context(), brand, w)
	require.NoError(t, err)
	return w
}

// cutBus is a bus that reaches nobody.
type cutBus struct{ testkit.Bus }

func (*cutBus) Publish(context.Context, bff.Topic, []byte) error { return errors.New("gone") }

// instance is a running manager with its notifications.
type instance struct {
	*Manager
	told  chan string
	ticks chan time.Time
}

// instances returns n managers with one store and one bus, for use within synctest.
func instances(t *testing.T, n int, bus bff.Bus) (f *fixture, all []*instance) {
	t.Helper()
	f = newFixture(t, nil)
	for range n {
		m, err := New(t.Context(), settings(&f.testStore, bus, f.Now))
		require.NoError(t, err)
		i := &instance{Manager: m, told: make(chan string, 16), ticks: make(chan time.Time)}
		m.Subscribe(func(brand string) { i.told <- brand })
		testkit.Start(t, func(ctx context.Context) { m.Run(ctx, i.ticks) })
		synctest.Wait() // until it has subscribed
		all = append(all, i)
	}
	return f, all
}

func TestStateResolvesOneAnswer(t *testing.T) {
	own := notice{Message: map[string]string{"tr": "bakım"}}
	all := notice{Message: map[string]string{"tr": "herkes"}}
	live := notice{Calls: []string{"livecasino", "finance/check_balance"}}
	for _, c := range []struct {
		name           string
		notices        map[string]notice
		detected, call string
		on             bool
		message        string
	}{
		{"nothing is known", nil, "", "", false, ""},
		{"another brand's notice", map[string]notice{"zephyr": own}, "", "", false, ""},
		{"the brand's notice", map[string]notice{"marmara": own}, "", "casino/games_list", true, "bakım"},
		{"everybody's notice", map[string]notice{Everywhere: all}, "", "", true, "herkes"},
		{
			"the brand's words before everybody's",
			map[string]notice{"marmara": own, Everywhere: all},
			"", "", true,
			"bakım",
		},
		{"part of the site, asked for the whole", map[string]notice{"marmara": live}, "", "", false, ""},
		{
			"part of the site, a call of the class",
			map[string]notice{"marmara": live},
			"", "livecasino/init_game", true,
			"",
		},
		{"part of the site, the very call", map[string]notice{"marmara": live}, "", "finance/check_balance", true, ""},
		{"part of the site, its neighbour", map[string]notice{"marmara": live}, "", "finance/list_banks", false, ""},
		{
			"part of the site, a class that begins alike",
			map[string]notice{"marmara": live},
			"",
			"livecasino2/init_game", false, "",
		},
		{
			"everybody's beside other calls",
			map[string]notice{"marmara": live, Everywhere: all},
			"", "casino/x", true,
			"herkes",
		},
		{"the upstream said so", nil, "marmara", "casino/games_list", true, ""},
		{"another brand's upstream said so", nil, "zephyr", "", false, ""},
		{
			"staff's words before the upstream's silence",
			map[string]notice{"marmara": own},
			"marmara", "", true,
			"bakım",
		},
	} {
		f := newFixture(t, nil)
		for brand, n := range c.notices {
			f.set(t, brand, n)
		}
		if c.detected != "" {
			f.ReportDetected(c.detected)
		}
		s := f.State("marmara", c.call)
		assert.Equal(t, fmt.Sprint(c.on, c.message), fmt.Sprint(s.On, s.Message["tr"]), c.name)
	}
}

func TestScheduleTransitionsNotifyWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		f.schedule(t, "marmara", window{From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)})
		ticks := make(chan time.Time)
		stop := testkit.Start(t, func(ctx context.Context) { f.Run(ctx, ticks) })
		var states []bool
		for range 5 {
			states = append(states, f.State("marmara", "").On)
			ticks <- f.Now()
			synctest.Wait()
			f.Advance(30 * time.Minute)
		}
		stop()
		assert.Equal(t, "[false false true true false]", fmt.Sprint(states), "states at every half hour")
		assert.Equal(t, "[marmara marmara marmara]", fmt.Sprint(f.told),
			"want once when set, when it began and when it ended")
	})
}

// probeDetected runs one round of probes.
func (f *fixture) probeDetected(t *testing.T) { f.probeAll(t.Context(), f.brandsToProbe()) }

func TestDetectedMaintenanceEndsByProbe(t *testing.T) {
	var mu sync.Mutex
	probed := map[string]int{}
	says := []ProbeResult{ProbeClosed, ProbeUnknown, ProbeOpen}
	f := newFixture(t, func(_ context.Context, brand string) ProbeResult {
		mu.Lock()
		defer mu.Unlock()
		probed[brand]++
		return says[probed[brand]-1]
	})
	f.probeDetected(t)
	f.ReportDetected("marmara")
	f.ReportDetected("marmara")
	assert.Equal(t, "[marmara]", fmt.Sprint(f.told), "want one change")
	for _, found := range says[:2] {
		f.probeDetected(t)
		require.True(t, f.State("marmara", "").On, "ended although the probe found %d", found)
	}
	f.probeDetected(t)
	f.probeDetected(t)
	f.assertOn(t, "the probe found the end", "marmara", "", false)
	assert.Equal(t, "map[marmara:3]", fmt.Sprint(probed), "want only while detected")
}

func TestClearRemovesNoticeAndDetection(t *testing.T) {
	f := newFixture(t, nil)
	n := 0
	cancel := f.Subscribe(func(string) { n++ })
	f.ReportDetected("marmara")
	cancel()
	f.ReportDetected("zephyr")
	assert.Equal(t, 1, n, "notifications of a subscriber of the first of two changes")
	f.set(t, "marmara", notice{})
	f.clear(t, "marmara")
	f.assertOn(t, "the brand is cleared", "marmara", "", false)
	f.assertOn(t, "another brand is cleared", "zephyr", "", true)
	f.clear(t, Everywhere)
	f.assertOn(t, "all are cleared", "zephyr", "", false)
}

func TestClearDetectedKeepsNotices(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{})
	for _, where := range []string{"marmara", "zephyr", "pera/livecasino", "pera/casino"} {
		f.ReportDetected(where)
	}
	f.told = nil
	for _, where := range []string{"marmara", "zephyr", "pera/livecasino", "nobody"} {
		f.ClearDetected(where)
	}
	f.assertOn(t, "a switch", "marmara", "", true)
	assert.Equal(t, bff.StatusMaintenance, f.Status("marmara").State, "the status of a switch")
	f.assertOn(t, "detected before", "zephyr", "", false)
	f.assertOn(t, "a part detected before", "pera", "livecasino/init_game", false)
	f.assertOn(t, "another part", "pera", "casino/init_game", true)
	assert.Equal(t, "[marmara zephyr pera/livecasino]", fmt.Sprint(f.told), "told")
}

func TestRunningProbeDoesNotRestoreClearedDetection(t *testing.T) {
	var f *fixture
	f = newFixture(t, func(context.Context, string) ProbeResult {
		f.ClearDetected("marmara") // while the platform answers
		return ProbeClosed
	})
	f.ReportDetected("marmara")
	f.probeDetected(t)
	f.assertOn(t, "a result from before the clearing", "marmara", "", false)
}

func TestNoticesSurviveARestartAndDetectionDoesNot(t *testing.T) {
	f := newFixture(t, nil)
	words := map[string]string{"tr": "bakım"}
	f.set(t, "marmara", notice{Message: words, Calls: []string{"casino"}, By: "destek"})
	words["tr"] = "changed by the caller"
	f.ReportDetected("zephyr")
	f.assertMessage(t, "marmara", "casino/games_list", "bakım")
	f.open(t, nil)
	f.assertMessage(t, "marmara", "casino/games_list", "bakım")
	f.assertOn(t, "detected before the restart", "zephyr", "", false)
	f.testStore.Replace(map[string][]byte{"broken": []byte("{")})
	_, err := New(t.Context(), settings(&f.testStore, new(testkit.Bus), f.Now))
	assert.Error(t, err, "a broken record was accepted")
}

func TestSetFailsWhereTheStoreFails(t *testing.T) {
	f, full := newFixture(t, nil), errors.New("disk full")
	f.set(t, "marmara", notice{})
	w := f.schedule(t, "pera", window{})
	f.testStore.Fail(full)
	_, ended := f.EndWindow(t.Context(), "pera", w.ID, "destek")
	_, added := f.AddWindow(t.Context(), "zephyr", window{})
	_, _, link := f.AddBypassLink(t.Context(), "marmara", "destek")
	set, cleared := f.SetSwitch(t.Context(), "zephyr", notice{}), f.ClearSwitch(t.Context(), "marmara", nil)
	for _, err := range []error{set, cleared, ended, added, link} {
		assert.ErrorIs(t, err, full)
	}
	for brand, on := range map[string]bool{"marmara": true, "pera": true, "zephyr": false} {
		f.assertOn(t, "as before", brand, "", on)
	}
}

func TestInvalidNoticesAreRejected(t *testing.T) {
	f := newFixture(t, nil)
	for name, c := range map[string]struct {
		w    window
		want error
	}{
		"over already": {window{Until: noon}, ErrEndsBeforeStart},
		"over before it begins": {
			window{From: noon.Add(2 * time.Hour), Until: noon.Add(time.Hour)},
			ErrEndsBeforeStart,
		},
		"no call":               {window{MaintenanceNotice: notice{Calls: []string{""}}}, ErrBadCalls},
		"an unknown part":       {window{MaintenanceNotice: notice{Parts: []bff.Part{"none"}}}, ErrBadPart},
		"half a call":           {window{MaintenanceNotice: notice{Calls: []string{"casino/"}}}, ErrBadCalls},
		"a pattern":             {window{MaintenanceNotice: notice{Calls: []string{"casino/*"}}}, ErrBadCalls},
		"no range of addresses": {window{MaintenanceNotice: notice{Bypass: []netip.Prefix{{}}}}, ErrBadBypass},
	} {
		_, err := f.AddWindow(t.Context(), "marmara", c.w)
		assert.ErrorIs(t, err, c.want, name)
		if c.w.Until.IsZero() { // a switch has no end
			assert.ErrorIs(t, f.SetSwitch(t.Context(), "marmara", c.w.MaintenanceNotice), c.want, "switch, %s", name)
		}
	}
	assert.True(t, len(f.told) == 0 && len(f.testStore.Values()) == 0, "a refused notice left traces")
}

func TestAnotherBrandsChangeHidesNoTransition(t *testing.T) {
	f := newFixture(t, nil)
	f.schedule(t, "marmara", window{From: noon.Add(time.Hour)})
	f.Advance(time.Hour)
	f.told = nil
	f.set(t, "zephyr", notice{})
	f.notifyTransitions()
	f.notifyTransitions()
	assert.Equal(t, "[zephyr marmara]", fmt.Sprint(f.told), "told")
}

func TestProbeResults(t *testing.T) {
	for _, row := range []struct {
		name string
		a    *bff.Answer
		err  error
		want ProbeResult
	}{
		{"open", &bff.Answer{Result: true, Code: 200}, nil, ProbeOpen},
		{"result=false with code 400", &bff.Answer{Code: 400}, nil, ProbeClosed},
		{"result=false with code 200", &bff.Answer{Code: 200}, nil, ProbeClosed},
		{"a known maintenance message", nil, bff.ReasonMaintenance.WithRetryAfter(1), ProbeClosed},
		{"unknown call", &bff.Answer{Code: 404}, nil, ProbeUnknown},
		{"session required", &bff.Answer{Code: 403}, nil, ProbeUnknown},
		{"timeout", nil, bff.ReasonUpstreamTimeout, ProbeUnknown},
	} {
		assert.Equal(t, row.want, resultOf(row.a, row.err), row.name)
	}
}
