package maintenance

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// testStore is a record store in memory with injectable failures.
type testStore struct {
	mu     sync.Mutex
	values map[string][]byte
	fail   error

	readOnly error  // of Swap
	before   func() // called by Swap; nil for none
}

func (s *testStore) Put(_ context.Context, key string, value []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		s.values[key] = value
	}
	return s.fail
}

func (s *testStore) Delete(_ context.Context, key string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail == nil {
		delete(s.values, key)
	}
	return s.fail
}

func (s *testStore) Swap(_ context.Context, key string, old, value []byte) (bool, error) {
	if s.before != nil {
		s.before()
	}
	if s.readOnly != nil {
		return false, s.readOnly
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now, ok := s.values[key]
	if s.fail != nil || ok != (old != nil) || !bytes.Equal(now, old) {
		return false, s.fail
	}
	if delete(s.values, key); value != nil {
		s.values[key] = value
	}
	return true, nil
}

func (s *testStore) All(context.Context) (map[string][]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.values), s.fail
}

// noon is the start time of the tests.
var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

type fixture struct {
	*Manager
	testStore *testStore
	mu        sync.Mutex
	at        time.Time
	told      []string
}

func (f *fixture) advance(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.at = f.at.Add(d)
}

func (f *fixture) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.at
}

func newFixture(t *testing.T, probe func(context.Context, string) ProbeResult) *fixture {
	t.Helper()
	f := &fixture{testStore: &testStore{values: map[string][]byte{}}, at: noon}
	f.open(t, probe)
	return f
}

// open recreates the manager from the store.
func (f *fixture) open(t *testing.T, probe func(context.Context, string) ProbeResult) {
	t.Helper()
	m, err := New(t.Context(), Settings{Store: f.testStore, Now: f.now, Probe: probe})
	if err != nil {
		t.Fatal(err)
	}
	f.Manager = m
	m.Subscribe(func(brand string) { f.told = append(f.told, brand) })
}

// notice and window are short names for the tests.
type (
	notice = bff.MaintenanceNotice
	window = bff.MaintenanceWindow
)

// set turns the switch of a brand on.
func (f *fixture) set(t *testing.T, brand string, n notice) {
	t.Helper()
	if err := f.SetSwitch(t.Context(), brand, n); err != nil {
		t.Fatal(err)
	}
}

// schedule makes a window.
func (f *fixture) schedule(t *testing.T, brand string, w window) window {
	t.Helper()
	w, err := f.AddWindow(t.Context(), brand, w)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

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
		{"everybody's where the brand's own covers other calls", map[string]notice{"marmara": live, Everywhere: all}, "", "casino/games_list", true, "herkes"},
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
			if s.On != c.on || s.Message["tr"] != c.message {
				t.Errorf("got %+v", s)
			}
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
		if got := fmt.Sprint(states); got != "[false false true true false]" {
			t.Errorf("states at every half hour: %s", got)
		}
		if got := fmt.Sprint(f.told); got != "[marmara marmara marmara]" {
			t.Errorf("told %s; want once when set, when it began and when it ended", got)
		}
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
	if fmt.Sprint(f.told) != "[marmara]" {
		t.Errorf("told %v; want one change", f.told)
	}
	for _, found := range says[:2] {
		f.probeDetected(t)
		if !f.State("marmara", "").On {
			t.Fatalf("ended although the probe found %d", found)
		}
	}
	f.probeDetected(t)
	f.probeDetected(t)
	if f.State("marmara", "").On {
		t.Error("the probe found the end, yet it is on")
	}
	if fmt.Sprint(probed) != "map[marmara:3]" {
		t.Errorf("probed %v; want only while detected", probed)
	}
}

func TestClearRemovesNoticeAndDetection(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{})
	f.ReportDetected("marmara")
	f.ReportDetected("zephyr")
	if err := f.ClearSwitch(t.Context(), "marmara", nil); err != nil {
		t.Fatal(err)
	}
	if f.State("marmara", "").On || !f.State("zephyr", "").On {
		t.Error("want marmara open, zephyr as it was")
	}
	if err := f.ClearSwitch(t.Context(), Everywhere, nil); err != nil {
		t.Fatal(err)
	}
	if f.State("zephyr", "").On {
		t.Error("zephyr is still under detected maintenance")
	}
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
	if !f.State("marmara", "").On || f.Status("marmara").State != bff.StatusMaintenance {
		t.Error("what was declared was forgotten")
	}
	if f.State("zephyr", "").On || f.State("pera", "livecasino/init_game").On {
		t.Error("what was detected is still known")
	}
	if !f.State("pera", "casino/init_game").On {
		t.Error("another part of the brand was forgotten, too")
	}
	if fmt.Sprint(f.told) != "[marmara zephyr pera/livecasino]" {
		t.Errorf("told %v", f.told)
	}
}

func TestRunningProbeDoesNotRestoreClearedDetection(t *testing.T) {
	var f *fixture
	f = newFixture(t, func(context.Context, string) ProbeResult {
		f.ClearDetected("marmara") // while the platform answers
		return ProbeClosed
	})
	f.ReportDetected("marmara")
	f.probeDetected(t)
	if f.State("marmara", "").On {
		t.Error("a finding from before is believed")
	}
}

func TestNoticesSurviveARestartAndDetectionDoesNot(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{Message: map[string]string{"tr": "bakım"}, Calls: []string{"casino"}, By: "destek"})
	f.ReportDetected("zephyr")
	f.open(t, nil)
	if s := f.State("marmara", "casino/games_list"); !s.On || s.Message["tr"] != "bakım" {
		t.Errorf("got %+v", s)
	}
	if f.State("zephyr", "").On {
		t.Error("a detection of the past is on")
	}
	f.testStore.values["broken"] = []byte("{")
	if _, err := New(t.Context(), Settings{Store: f.testStore}); err == nil {
		t.Error("a broken record was accepted")
	}
}

func TestSetFailsWhereTheStoreFails(t *testing.T) {
	f := newFixture(t, nil)
	full := errors.New("disk full")
	f.testStore.fail = full
	if err := f.SetSwitch(t.Context(), "marmara", notice{}); !errors.Is(err, full) || f.State("marmara", "").On {
		t.Errorf("set: %v", err)
	}
	f.testStore.fail = nil
	f.set(t, "marmara", notice{})
	f.testStore.fail = full
	if err := f.ClearSwitch(t.Context(), "marmara", nil); !errors.Is(err, full) || !f.State("marmara", "").On {
		t.Errorf("clear: %v", err)
	}
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
		if _, err := f.AddWindow(t.Context(), "marmara", c.w); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
		if !c.w.Until.IsZero() { // a switch has no end
			continue
		}
		if err := f.SetSwitch(t.Context(), "marmara", c.w.MaintenanceNotice); !errors.Is(err, c.want) {
			t.Errorf("switch, %s: %v", name, err)
		}
	}
	if len(f.told) != 0 || len(f.testStore.values) != 0 {
		t.Error("a refused notice left traces")
	}
}

func TestReturnedMessagesAreImmutable(t *testing.T) {
	f := newFixture(t, nil)
	words := map[string]string{"tr": "bakım"}
	f.set(t, "marmara", notice{Message: words})
	words["tr"] = "changed by the caller"
	if got := f.State("marmara", "").Message["tr"]; got != "bakım" {
		t.Errorf("got %q", got)
	}
}

func TestSubscriptionEnds(t *testing.T) {
	f := newFixture(t, nil)
	n := 0
	cancel := f.Subscribe(func(string) { n++ })
	f.ReportDetected("marmara")
	cancel()
	f.ReportDetected("zephyr")
	if n != 1 {
		t.Errorf("told %d times", n)
	}
}

func TestAnotherBrandsChangeHidesNoTransition(t *testing.T) {
	f := newFixture(t, nil)
	f.schedule(t, "marmara", window{From: noon.Add(time.Hour)})
	f.advance(time.Hour)
	f.told = nil
	f.set(t, "zephyr", notice{})
	f.notifyTransitions()
	f.notifyTransitions()
	if fmt.Sprint(f.told) != "[zephyr marmara]" {
		t.Errorf("told %v", f.told)
	}
}
