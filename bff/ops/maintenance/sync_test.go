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

	"croupier/bff/test/testkit"
)

func TestChangesReachEveryInstanceAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, all := instances(t, 3, new(testkit.Bus))
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
			require.NoError(t, step.do(all[0].Manager))
			synctest.Wait()
			for i, in := range all {
				told := <-in.told
				assert.Equal(t, "marmara", told, "%s: instance %d", step.name, i)
				assert.Equal(t, step.on, in.State("marmara", "").On, "%s: instance %d", step.name, i)
			}
		}
	})
}

func TestInstanceWithoutBusReloadsTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, all := instances(t, 2, new(cutBus))
		for _, on := range []bool{true, false} {
			if on {
				require.NoError(t, all[0].SetSwitch(t.Context(), "marmara", notice{}))
			} else {
				require.NoError(t, all[0].ClearSwitch(t.Context(), "marmara", nil))
			}
			require.NotEqual(t, on, all[1].State("marmara", "").On, "a message has passed the bus")
			all[1].ticks <- f.Now()
			synctest.Wait()
			told := <-all[1].told
			assert.Equal(t, fmt.Sprint("marmara ", on), fmt.Sprint(told, " ", all[1].State("marmara", "").On))
		}
	})
}

func TestStoreFailureKeepsTheState(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{Message: map[string]string{"tr": "bakım"}})
	f.set(t, "zephyr", notice{})
	_, pass, _ := f.pass(t, "marmara")
	f.testStore.Fail(errors.New("gone"))
	f.reload(t.Context())
	f.assertOn(t, "an outage of the store", "marmara", "", true)
	f.open(t, nil) // a start while the store is away
	f.testStore.Fail(nil)
	f.reload(t.Context())
	f.assertOn(t, "the store is back", "marmara", "", true)
	_, ok := f.BypassValidUntil("marmara", pass)
	assert.True(t, ok, "a link once the store is back")
	f.testStore.Replace(map[string][]byte{"marmara": []byte("{")})
	f.reload(t.Context())
	f.assertMessage(t, "marmara", "", "bakım") // its record cannot be read
	f.assertOn(t, "a record that is gone", "zephyr", "", false)
}

// Players' calls report what their platform says, and must not wait for a slow store.
func TestDetectionDoesNotWaitForAReload(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, slow := newFixture(t, nil), make(chan struct{})
		f.set(t, "zephyr", notice{})
		f.testStore.Replace(nil)
		f.testStore.reading = func() { <-slow }
		go f.reload(t.Context())
		synctest.Wait()
		f.ReportDetected("marmara")
		f.assertOn(t, "during the reload", "marmara", "", true)
		close(slow)
		synctest.Wait()
		f.assertOn(t, "after the reload", "marmara", "", true)
		f.assertOn(t, "a record that is gone", "zephyr", "", false)
	})
}

func TestOpenPlatformsAreProbedPeriodically(t *testing.T) {
	f := newFixture(t, nil)
	closed, asked := true, 0
	f.Probe = func(_ context.Context, brand string) ProbeResult {
		asked++
		if closed {
			return ProbeClosed
		}
		return ProbeOpen
	}
	f.Brands = func() []string { return []string{"marmara"} }
	f.probeDetected(t)
	f.assertOn(t, "check_status false", "marmara", "", true)
	closed = false
	f.probeDetected(t)
	f.assertOn(t, "after the end", "marmara", "", false)
	assert.Equal(t, 2, asked)
	f.probeDetected(t)
	f.Advance(pollInterval)
	f.probeDetected(t)
	assert.Equal(t, 3, asked, "an open platform is asked once per interval")
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
	f.Advance(partClosedFor)
	f.assertOn(t, "after a while the platform is asked again", "marmara", "livecasino/init_game", false)
	f.told = nil
	f.notifyTransitions()
	assert.Len(t, f.told, 2)
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
	f.set(t, "zephyr", notice{By: "destek", Calls: []string{"casino", "betframe"}})
	says("zephyr", "zephyr maintenance destek false [betframe casino]")
	f.schedule(t, "zephyr", window{Until: noon.Add(time.Minute), MaintenanceNotice: notice{By: "ayse"}})
	says("zephyr", "zephyr maintenance ayse false []")
	f.Advance(time.Minute)
	says("zephyr", "zephyr maintenance destek false [betframe casino]")
	f.Advance(time.Hour)
	says("marmara", "marmara maintenance cli true []")
}
