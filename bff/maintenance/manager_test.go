package maintenance

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff/testkit"
)

func TestMain(m *testing.M) { testkit.Main(m) }

// testStore is a record store in memory with injectable failures.
type testStore struct {
	mu     sync.Mutex
	values map[string][]byte
	fail   error
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

func (f *fixture) set(t *testing.T, brand string, n Notice) {
	t.Helper()
	if err := f.Set(t.Context(), brand, n); err != nil {
		t.Fatal(err)
	}
}

func TestStateResolvesOneAnswer(t *testing.T) {
	own := Notice{Message: map[string]string{"tr": "bakım"}, Until: noon.Add(time.Hour)}
	all := Notice{Message: map[string]string{"tr": "herkes"}}
	live := Notice{Calls: []string{"livecasino", "finance/check_balance"}}
	cases := []struct {
		name     string
		notices  map[string]Notice
		detected string
		call     string
		on       bool
		message  string
	}{
		{"nothing is known", nil, "", "", false, ""},
		{"another brand's notice", map[string]Notice{"zephyr": own}, "", "", false, ""},
		{"the brand's notice", map[string]Notice{"marmara": own}, "", "casino/games_list", true, "bakım"},
		{"everybody's notice", map[string]Notice{Everywhere: all}, "", "", true, "herkes"},
		{"the brand's words before everybody's", map[string]Notice{"marmara": own, Everywhere: all}, "", "", true, "bakım"},
		{"part of the site, asked for the whole", map[string]Notice{"marmara": live}, "", "", false, ""},
		{"part of the site, a call of the class", map[string]Notice{"marmara": live}, "", "livecasino/init_game", true, ""},
		{"part of the site, the very call", map[string]Notice{"marmara": live}, "", "finance/check_balance", true, ""},
		{"part of the site, its neighbour", map[string]Notice{"marmara": live}, "", "finance/list_banks", false, ""},
		{"part of the site, a class that begins alike", map[string]Notice{"marmara": live}, "", "livecasino2/init_game", false, ""},
		{"everybody's where the brand's own covers other calls", map[string]Notice{"marmara": live, Everywhere: all}, "", "casino/games_list", true, "herkes"},
		{"the upstream said so", nil, "marmara", "casino/games_list", true, ""},
		{"another brand's upstream said so", nil, "zephyr", "", false, ""},
		{"staff's words before the upstream's silence", map[string]Notice{"marmara": own}, "marmara", "", true, "bakım"},
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
			if c.message == "bakım" && !s.Until.Equal(own.Until) {
				t.Errorf("until %v", s.Until)
			}
		})
	}
}

func TestScheduleTransitionsNotifyWatchers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		f.set(t, "marmara", Notice{From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)})
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
	f.set(t, "marmara", Notice{})
	f.ReportDetected("marmara")
	f.ReportDetected("zephyr")
	if err := f.Clear(t.Context(), "marmara"); err != nil {
		t.Fatal(err)
	}
	if f.State("marmara", "").On || !f.State("zephyr", "").On {
		t.Error("want marmara open, zephyr as it was")
	}
	if err := f.Clear(t.Context(), Everywhere); err != nil {
		t.Fatal(err)
	}
	if f.State("zephyr", "").On {
		t.Error("zephyr is still under detected maintenance")
	}
}

func TestClearDetectedKeepsNotices(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", Notice{})
	for _, where := range []string{"marmara", "zephyr", "pera/livecasino", "pera/casino"} {
		f.ReportDetected(where)
	}
	f.told = nil
	for _, where := range []string{"marmara", "zephyr", "pera/livecasino", "nobody"} {
		f.ClearDetected(where)
	}
	if !f.State("marmara", "").On || f.Status("marmara").State != StateMaintenance {
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
	f.set(t, "marmara", Notice{Message: map[string]string{"tr": "bakım"}, Calls: []string{"casino"}, By: "destek"})
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
	if err := f.Set(t.Context(), "marmara", Notice{}); !errors.Is(err, full) || f.State("marmara", "").On {
		t.Errorf("set: %v", err)
	}
	f.testStore.fail = nil
	f.set(t, "marmara", Notice{})
	f.testStore.fail = full
	if err := f.Clear(t.Context(), "marmara"); !errors.Is(err, full) || !f.State("marmara", "").On {
		t.Errorf("clear: %v", err)
	}
}

func TestInvalidNoticesAreRejected(t *testing.T) {
	f := newFixture(t, nil)
	for name, c := range map[string]struct {
		n    Notice
		want error
	}{
		"over already":          {Notice{Until: noon}, ErrEndsBeforeStart},
		"over before it begins": {Notice{From: noon.Add(2 * time.Hour), Until: noon.Add(time.Hour)}, ErrEndsBeforeStart},
		"no call":               {Notice{Calls: []string{""}}, ErrBadCalls},
		"half a call":           {Notice{Calls: []string{"casino/"}}, ErrBadCalls},
		"a pattern":             {Notice{Calls: []string{"casino/*"}}, ErrBadCalls},
		"no range of addresses": {Notice{Bypass: []netip.Prefix{{}}}, ErrBadBypass},
	} {
		if err := f.Set(t.Context(), "marmara", c.n); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(f.told) != 0 || len(f.testStore.values) != 1 { // the key of passes
		t.Error("a refused notice left traces")
	}
}

func TestReturnedMessagesAreImmutable(t *testing.T) {
	f := newFixture(t, nil)
	words := map[string]string{"tr": "bakım"}
	f.set(t, "marmara", Notice{Message: words})
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
