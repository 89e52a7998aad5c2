package maintenance

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestStateResolvesOneAnswer(t *testing.T) {
	own := notice{Message: map[string]string{"tr": "bakım"}}
	all := notice{Message: map[string]string{"tr": "herkes"}}
	live := notice{Calls: []string{"livecasino", "finance/check_balance"}}
	cases := []struct {
		name     string
		notices  map[string]notice
		detected string
		call     string
		on       bool
		message  string
	}{
		{"nothing is known", nil, "", "", false, ""},
		{"another brand's notice", map[string]notice{"zephyr": own}, "", "", false, ""},
		{"the brand's notice", map[string]notice{"marmara": own}, "", "casino/games_list", true, "bakım"},
		{"everybody's notice", map[string]notice{Everywhere: all}, "", "", true, "herkes"},
		{"the brand's words before everybody's", map[string]notice{"marmara": own, Everywhere: all}, "", "", true, "bakım"},
		{"part of the site, asked for the whole", map[string]notice{"marmara": live}, "", "", false, ""},
		{"part of the site, a call of the class", map[string]notice{"marmara": live}, "", "livecasino/init_game", true, ""},
		{"part of the site, the very call", map[string]notice{"marmara": live}, "", "finance/check_balance", true, ""},
		{"part of the site, its neighbour", map[string]notice{"marmara": live}, "", "finance/list_banks", false, ""},
		{"part of the site, a class that begins alike", map[string]notice{"marmara": live}, "", "livecasino2/init_game", false, ""},
		{
			"everybody's where the brand's own covers other calls",
			map[string]notice{"marmara": live, Everywhere: all},
			"",
			"casino/games_list", true, "herkes",
		},
		{"the upstream said so", nil, "marmara", "casino/games_list", true, ""},
		{"another brand's upstream said so", nil, "zephyr", "", false, ""},
		{"staff's words before the upstream's silence", map[string]notice{"marmara": own}, "marmara", "", true, "bakım"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			f := newFixture(t, nil)
			for brand, n := range c.notices {
				f.set(t, brand, n)
			}
			if c.detected != "" {
				f.ReportDetected(c.detected)
			}
			s := f.State("marmara", c.call)
			assert.True(t, s.On == c.on && s.Message["tr"] == c.message, "got %+v", s)
		})
	}
}

func TestScheduleTransitionsNotifyWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		f.schedule(t, "marmara", window{From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)})
		ticks := make(chan time.Time)
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() { defer close(done); f.Run(ctx, ticks) }()
		var states []bool
		for range 5 {
			states = append(states, f.State("marmara", "").On)
			ticks <- f.now()
			synctest.Wait()
			f.advance(30 * time.Minute)
		}
		cancel()
		<-done
		assert.Equal(t, "[false false true true false]", fmt.Sprint(states), "states at every half hour")
		got := fmt.Sprint(f.told)
		assert.Equal(t, "[marmara marmara marmara]", got, "told %s; want once when set, when it began and when it ended", got)
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
	assert.Equal(t, "[marmara]", fmt.Sprint(f.told), "told %v; want one change", f.told)
	for _, found := range says[:2] {
		f.probeDetected(t)
		require.True(t, f.State("marmara", "").On, "ended although the probe found %d", found)
	}
	f.probeDetected(t)
	f.probeDetected(t)
	f.assertOn(t, "the probe found the end", "marmara", "", false)
	assert.Equal(t, "map[marmara:3]", fmt.Sprint(probed), "probed %v; want only while detected", probed)
}

func TestClearRemovesNoticeAndDetection(t *testing.T) {
	f := newFixture(t, nil)
	n := 0
	cancel := f.Subscribe(func(string) { n++ })
	f.ReportDetected("marmara")
	cancel()
	f.ReportDetected("zephyr")
	assert.Equal(t, 1, n, "a subscriber of the first of two changes was notified %d times", n)
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
	assert.Equal(t, "[marmara zephyr pera/livecasino]", fmt.Sprint(f.told), "told %v", f.told)
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
	assert.Equal(t, "bakım", f.State("marmara", "casino/games_list").Message["tr"], "the caller has changed the message")
	f.open(t, nil)
	s := f.State("marmara", "casino/games_list")
	assert.True(t, s.On && s.Message["tr"] == "bakım", "got %+v", s)
	f.assertOn(t, "detected before the restart", "zephyr", "", false)
	f.testStore.values["broken"] = []byte("{")
	_, err := New(t.Context(), Settings{Store: f.testStore})
	assert.Error(t, err, "a broken record was accepted")
}

func TestSetFailsWhereTheStoreFails(t *testing.T) {
	f := newFixture(t, nil)
	full := errors.New("disk full")
	f.testStore.fail = full
	err := f.SetSwitch(t.Context(), "marmara", notice{})
	assert.True(t, errors.Is(err, full) && !f.State("marmara", "").On, "set: %v", err)
	f.testStore.fail = nil
	f.set(t, "marmara", notice{})
	f.testStore.fail = full
	err = f.ClearSwitch(t.Context(), "marmara", nil)
	assert.True(t, errors.Is(err, full) && f.State("marmara", "").On, "clear: %v", err)
}

func TestInvalidNoticesAreRejected(t *testing.T) {
	f := newFixture(t, nil)
	for name, c := range map[string]struct {
		w    window
		want error
	}{
		"over already":          {window{Until: noon}, ErrEndsBeforeStart},
		"over before it begins": {window{From: noon.Add(2 * time.Hour), Until: noon.Add(time.Hour)}, ErrEndsBeforeStart},
		"no call":               {window{MaintenanceNotice: notice{Calls: []string{""}}}, ErrBadCalls},
		"half a call":           {window{MaintenanceNotice: notice{Calls: []string{"casino/"}}}, ErrBadCalls},
		"a pattern":             {window{MaintenanceNotice: notice{Calls: []string{"casino/*"}}}, ErrBadCalls},
		"no range of addresses": {window{MaintenanceNotice: notice{Bypass: []netip.Prefix{{}}}}, ErrBadBypass},
	} {
		_, err := f.AddWindow(t.Context(), "marmara", c.w)
		assert.ErrorIs(t, err, c.want, name)
		if !c.w.Until.IsZero() { // a switch has no end
			continue
		}
		assert.ErrorIs(t, f.SetSwitch(t.Context(), "marmara", c.w.MaintenanceNotice), c.want, "switch, %s", name)
	}
	assert.True(t, len(f.told) == 0 && len(f.testStore.values) == 0, "a refused notice left traces")
}

func TestAnotherBrandsChangeHidesNoTransition(t *testing.T) {
	f := newFixture(t, nil)
	f.schedule(t, "marmara", window{From: noon.Add(time.Hour)})
	f.advance(time.Hour)
	f.told = nil
	f.set(t, "zephyr", notice{})
	f.notifyTransitions()
	f.notifyTransitions()
	assert.Equal(t, "[zephyr marmara]", fmt.Sprint(f.told), "told %v", f.told)
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
