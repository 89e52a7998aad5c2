package maintenance

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestChangesReachEveryInstanceAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, all := instances(t, 3, &testBus{})
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
			must(t, step.do(all[0].Manager))
			synctest.Wait()
			for i, in := range all {
				brand := <-in.told
				assert.True(t, brand == "marmara" && in.State("marmara", "").On == step.on,
					"%s: instance %d was told of %s, state %v", step.name, i, brand, in.State("marmara", "").On)
			}
		}
	})
}

func TestInstanceWithoutBusReloadsTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		bus := &testBus{cut: errors.New("gone")}
		f, all := instances(t, 2, bus)
		for _, on := range []bool{true, false} {
			if on {
				must(t, all[0].SetSwitch(t.Context(), "marmara", notice{}))
			} else {
				must(t, all[0].ClearSwitch(t.Context(), "marmara", nil))
			}
			require.NotEqual(t, on, all[1].State("marmara", "").On, "a message has passed the bus")
			all[1].ticks <- f.now()
			synctest.Wait()
			brand := <-all[1].told
			assert.True(t, brand == "marmara" && all[1].State("marmara", "").On == on,
				"notified of %s, under maintenance: %v, want %v", brand, !on, on)
		}
	})
}

func TestStoreFailureKeepsTheState(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{Message: map[string]string{"tr": "bakım"}})
	f.set(t, "zephyr", notice{})
	f.testStore.fail = errors.New("gone")
	f.reload(t.Context())
	f.assertOn(t, "an outage of the store", "marmara", "", true)
	f.testStore.fail = nil
	f.testStore.values["marmara"] = []byte("{")
	delete(f.testStore.values, "zephyr")
	f.reload(t.Context())
	assert.True(t, f.State("marmara", "").Message["tr"] == "bakım" && !f.State("zephyr", "").On,
		"a record that cannot be read must leave its brand as it was, and others alone")
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
	f.probeDetected(t)
	f.assertOn(t, "check_status false", "marmara", "", true)
	closed = false
	f.probeDetected(t)
	assert.True(t, !f.State("marmara", "").On && asked == 2, "after the end; asked %d times", asked)
	f.probeDetected(t)
	f.advance(pollInterval)
	f.probeDetected(t)
	assert.Equal(t, 3, asked, "an open platform was asked %d times", asked-2)
}

func TestPartialDetectionClosesOnlyThatPart(t *testing.T) {
	f := newFixture(t, func(context.Context, string) ProbeResult { panic("a part cannot be asked") })
	f.ReportDetected("marmara/livecasino")
	f.ReportDetected("marmara/finance/check_balance")
	f.probeDetected(t)
	for call, on := range map[string]bool{
		"": false, "livecasino/init_game": true, "casino/init_game": false,
		"finance/check_balance": true, "finance/list_banks": false,
	} {
		f.assertOn(t, "two parts detected", "marmara", call, on)
	}
	f.advance(partClosedFor)
	f.assertOn(t, "after a while the platform is asked again", "marmara", "livecasino/init_game", false)
	f.told = nil
	f.notifyTransitions()
	assert.Len(t, f.told, 2, "told %v", f.told)
	f.ReportDetected("marmara/livecasino")
	f.clear(t, "marmara")
	f.assertOn(t, "cleared", "marmara", "livecasino/init_game", false)
}

func TestStatus(t *testing.T) {
	f := newFixture(t, nil)
	says := func(brand, want string) {
		t.Helper()
		s := f.Status(brand)
		assert.Equal(t, want, fmt.Sprintf("%s %s %s %v %v", s.Brand, s.State, s.By, s.All, s.Calls))
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

// oldRecords are the records of every form that were stored before windows had ids.
func oldRecords() map[string][]byte {
	return map[string][]byte{
		"marmara": []byte(`{"message":{"tr":"bakım"},"by":"destek","since":"2026-03-01T11:00:00Z"}`),
		"zephyr": []byte(`{"message":{"tr":"gece"},"from":"2026-03-01T13:00:00Z",` +
			`"until":"2026-03-01T15:00:00Z","bypass":["203.0.113.0/24"],"by":"ayse","since":"2026-03-01T11:00:00Z"}`),
		"pera":       []byte(`{"calls":["livecasino","finance/check_balance"],"by":"destek","since":"2026-03-01T11:00:00Z"}`),
		Everywhere:   []byte(`{"until":"2026-03-01T12:30:00Z","calls":["sport"],"by":"ayse","since":"2026-03-01T11:00:00Z"}`),
		oldBypassKey: []byte("12345678901234567890123456789012"),
	}
}

func TestOldRecordsAreCarriedOver(t *testing.T) {
	check := func(t *testing.T, f *fixture) {
		t.Helper()
		if s := f.Status("marmara"); s.State != bff.StatusMaintenance || s.By != "destek" || s.Message["tr"] != "bakım" ||
			len(s.Switches) != 1 || len(s.Switches[0].Calls) != 0 {
			t.Errorf("a switch: %+v", s)
		}
		s := f.Status("zephyr")
		require.True(t, len(s.Windows) == 2 && len(s.Switches) == 0, "windows of zephyr and of all: %+v", s)
		w := s.Windows[1]
		assert.True(t, w.Brand == "zephyr" && w.State == bff.WindowScheduled && w.Version == 1 && w.By == "ayse" && w.Message["tr"] == "gece" && w.From.Equal(noon.Add(time.Hour)) && w.Until.Equal(noon.Add(3*time.Hour)) && len(w.Bypass) == 1 && w.Created.Equal(noon.Add(-time.Hour)),
			"a window: %+v", w)
		w = s.Windows[0]
		assert.True(t, w.Brand == Everywhere && w.State == bff.WindowOpen && w.From.Equal(noon.Add(-time.Hour)) && len(w.Calls) == 1,
			"a window of all: %+v", w)
		if s := f.Status("pera"); len(s.Switches) != 1 || len(s.Switches[0].Calls) != 2 || s.Switches[0].By != "destek" {
			t.Errorf("a switch of two calls: %+v", s.Switches)
		}
		for call, on := range map[string]bool{
			"livecasino/init_game": true, "finance/check_balance": true,
			"finance/list_banks": false, "sport/list": true, "": false,
		} {
			f.assertOn(t, "a switch of two calls", "pera", call, on)
		}
	}
	f := newFixture(t, nil)
	f.testStore.values = oldRecords()
	f.open(t, nil)
	check(t, f)
	if len(f.testStore.values) != 5 { // one switch, two of calls, two windows
		t.Errorf("records: %q", f.testStore.values)
	}
	windows := f.Status("zephyr").Windows
	f.open(t, nil)
	check(t, f)

	t.Run("the windows can be changed", func(t *testing.T) {
		end := noon.Add(4 * time.Hour)
		w, err := f.ChangeWindow(t.Context(), "zephyr", windows[1].ID, 1, bff.MaintenanceChange{Until: &end})
		assert.True(t, err == nil && w.Message["tr"] == "gece", "%+v, %v", w, err)
	})
	t.Run("an instance that converts late changes nothing", func(t *testing.T) {
		late, changes := convert(oldRecords())
		for _, c := range changes {
			if c.value == nil {
				continue
			}
			swapped, _ := f.testStore.Swap(t.Context(), c.key, c.old, c.value)
			assert.True(t, !swapped, "%s is stored again", c.key)
		}
		assert.Len(t, late, 5, "%d records", len(late))
	})
	t.Run("a store that cannot be written", func(t *testing.T) {
		f := newFixture(t, nil)
		f.testStore.values = oldRecords()
		f.testStore.readOnly = errors.New("disk full")
		f.open(t, nil)
		check(t, f)
		f.testStore.readOnly = nil
		f.reload(t.Context())
		check(t, f)
		assert.Len(t, f.testStore.values, 5, "records")
	})
}
