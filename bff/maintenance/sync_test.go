package maintenance

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"croupier/bff"
)

// testBus is an in-process bff.Bus that can be disconnected.
type testBus struct {
	mu   sync.Mutex
	next int
	subs map[int]func([]byte)
	cut  error
}

func (l *testBus) Publish(_ context.Context, _ bff.Topic, payload []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut != nil {
		return l.cut
	}
	for _, fn := range l.subs {
		fn(payload)
	}
	return nil
}

func (l *testBus) Subscribe(_ bff.Topic, fn func([]byte)) (cancel func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.next++
	id := l.next
	l.subs[id] = fn
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.subs, id)
	}
}

// instance is a running manager with its notifications.
type instance struct {
	*Manager
	told  chan string
	ticks chan time.Time
}

// instances returns n managers with one store and one bus, for use within synctest.
func instances(t *testing.T, n int, bus *testBus) (f *fixture, all []*instance) {
	t.Helper()
	f = newFixture(t, nil)
	for range n {
		m, err := New(t.Context(), Settings{Store: f.testStore, Bus: bus, Now: f.now})
		if err != nil {
			t.Fatal(err)
		}
		i := &instance{Manager: m, told: make(chan string, 16), ticks: make(chan time.Time)}
		m.Subscribe(func(brand string) { i.told <- brand })
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() { defer close(done); m.Run(ctx, i.ticks) }()
		t.Cleanup(func() { cancel(); <-done })
		synctest.Wait() // it has subscribed by now
		all = append(all, i)
	}
	return f, all
}

func TestChangesReachEveryInstanceAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, all := instances(t, 3, &testBus{subs: map[int]func([]byte){}})
		for _, step := range []struct {
			name string
			do   func(*Manager) error
			on   bool
		}{
			{"declared", func(m *Manager) error { return m.SetSwitch(t.Context(), "marmara", notice{}) }, true},
			{"cleared", func(m *Manager) error { return m.ClearSwitch(t.Context(), "marmara", nil) }, false},
			{"detected", func(m *Manager) error { m.ReportDetected("marmara"); return nil }, true},
			{"cleared by staff", func(m *Manager) error { return m.ClearSwitch(t.Context(), "marmara", nil) }, false},
		} {
			if err := step.do(all[0].Manager); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			for i, in := range all {
				if brand := <-in.told; brand != "marmara" || in.State("marmara", "").On != step.on {
					t.Errorf("%s: instance %d was told of %s, state %v", step.name, i, brand, in.State("marmara", "").On)
				}
			}
		}
	})
}

func TestInstanceWithoutBusReloadsTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := &testBus{subs: map[int]func([]byte){}, cut: errors.New("gone")}
		f, all := instances(t, 2, bus)
		if err := all[0].SetSwitch(t.Context(), "marmara", notice{}); err != nil {
			t.Fatalf("durable all the same: %v", err)
		}
		if all[1].State("marmara", "").On {
			t.Fatal("it knows by magic")
		}
		all[1].ticks <- f.now()
		synctest.Wait()
		if brand := <-all[1].told; brand != "marmara" || !all[1].State("marmara", "").On {
			t.Errorf("told of %s", brand)
		}
		if err := all[0].ClearSwitch(t.Context(), "marmara", nil); err != nil {
			t.Fatal(err)
		}
		all[1].ticks <- f.now()
		synctest.Wait()
		if <-all[1].told; all[1].State("marmara", "").On {
			t.Error("the end was missed")
		}
	})
}

func TestStoreFailureKeepsTheState(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{Message: map[string]string{"tr": "bakım"}})
	f.set(t, "zephyr", notice{})
	f.testStore.fail = errors.New("gone")
	f.reload(t.Context())
	if !f.State("marmara", "").On {
		t.Error("an outage of the store opens brands")
	}
	f.testStore.fail = nil
	f.testStore.values["marmara"] = []byte("{")
	delete(f.testStore.values, "zephyr")
	f.reload(t.Context())
	if f.State("marmara", "").Message["tr"] != "bakım" || f.State("zephyr", "").On {
		t.Error("a record that cannot be read must leave its brand as it was, and others alone")
	}
}

func TestOpenPlatformsAreProbedPeriodically(t *testing.T) {
	f := newFixture(t, nil)
	closed, asked := true, 0
	f.probe = func(_ context.Context, brand string) ProbeResult {
		asked++
		if closed {
			return ProbeClosed
		}
		return ProbeOpen
	}
	f.brands = func() []string { return []string{"marmara"} }
	round := func() { f.probeAll(t.Context(), f.brandsToProbe()) }
	round()
	if !f.State("marmara", "").On {
		t.Error("check_status false is not maintenance")
	}
	closed = false
	round()
	if f.State("marmara", "").On || asked != 2 {
		t.Errorf("after the end; asked %d times", asked)
	}
	round()
	f.advance(pollInterval)
	round()
	if asked != 3 {
		t.Errorf("an open platform was asked %d times", asked-2)
	}
}

func TestPartialDetectionClosesOnlyThatPart(t *testing.T) {
	f := newFixture(t, func(context.Context, string) ProbeResult { panic("a part cannot be asked") })
	f.ReportDetected("marmara/livecasino")
	f.ReportDetected("marmara/finance/check_balance")
	f.probeAll(t.Context(), f.brandsToProbe())
	for call, on := range map[string]bool{
		"": false, "livecasino/init_game": true, "casino/init_game": false,
		"finance/check_balance": true, "finance/list_banks": false,
	} {
		if got := f.State("marmara", call).On; got != on {
			t.Errorf("%q: %v", call, got)
		}
	}
	f.advance(partClosedFor)
	if f.State("marmara", "livecasino/init_game").On {
		t.Error("it is never asked again")
	}
	f.told = nil
	f.notifyTransitions()
	if len(f.told) != 2 {
		t.Errorf("told %v", f.told)
	}
	f.ReportDetected("marmara/livecasino")
	if err := f.ClearSwitch(t.Context(), "marmara", nil); err != nil || f.State("marmara", "livecasino/init_game").On {
		t.Errorf("cleared: %v", err)
	}
}

func TestStatus(t *testing.T) {
	f := newFixture(t, nil)
	says := func(brand, want string) {
		t.Helper()
		s := f.Status(brand)
		if got := fmt.Sprintf("%s %s %s %v %v", s.Brand, s.State, s.By, s.All, s.Calls); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	says("marmara", "marmara open  false []")
	f.ReportDetected("marmara")
	says("marmara", "marmara detected  false []")
	f.schedule(t, Everywhere, window{From: noon.Add(time.Hour), MaintenanceNotice: notice{By: "cli"}})
	says("marmara", "marmara detected  false []")
	says("zephyr", "zephyr scheduled cli true []")
	says(Everywhere, "* scheduled cli true []")
	f.set(t, "zephyr", notice{By: "destek", Calls: []string{"sport", "casino"}})
	says("zephyr", "zephyr maintenance destek false [casino sport]")
	f.schedule(t, "zephyr", window{Until: noon.Add(time.Minute), MaintenanceNotice: notice{By: "ayse"}})
	says("zephyr", "zephyr maintenance ayse false []")
	f.advance(time.Minute)
	says("zephyr", "zephyr maintenance destek false [casino sport]")
	f.advance(time.Hour)
	says("marmara", "marmara maintenance cli true []")
}
