package maintenance

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestSchedulingLeavesAClosedBrandClosed(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{Message: map[string]string{"tr": "bakım"}})
	w := f.schedule(t, "marmara", window{From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)})
	s := f.State("marmara", "")
	require.True(t, s.On && s.Message["tr"] == "bakım", "a scheduled window opens the brand: %+v", s)
	f.end(t, "marmara", w.ID)
	f.assertOn(t, "the window is withdrawn", "marmara", "", true)
}

func TestSwitchesAndWindowsHoldAtOnce(t *testing.T) {
	part, other := []string{"livecasino"}, []string{"casino", "sport"}
	f := newFixture(t, nil)
	closed := func(step, want string) {
		t.Helper()
		var got []string
		for _, call := range []string{"", "livecasino/init_game", "casino/games_list", "sport/list"} {
			if f.State("marmara", call).On {
				got = append(got, strings.SplitN(call+"/", "/", 2)[0])
			}
		}
		assert.Equal(t, want, strings.Join(got, ","), "%s: closed %q", step, got)
	}
	f.set(t, "marmara", notice{Calls: part})
	closed("a part", "livecasino")
	f.set(t, "marmara", notice{Calls: other})
	closed("other parts", "livecasino,casino,sport")
	f.set(t, "marmara", notice{})
	closed("the whole", ",livecasino,casino,sport")
	f.clear(t, "marmara")
	closed("the whole is opened", "livecasino,casino,sport")
	f.clear(t, "marmara", "casino")
	closed("one of the parts is opened", "livecasino,sport")
	w := f.schedule(t, "marmara", window{MaintenanceNotice: notice{Calls: part}})
	f.clear(t, "marmara", part...)
	closed("the window of the part stays", "livecasino,sport")
	f.set(t, Everywhere, notice{Calls: part})
	f.end(t, "marmara", w.ID)
	closed("the switch of all stays", "livecasino,sport")
	f.clear(t, Everywhere, "livecasino", "sport")
	closed("opened for all", "")
}

func TestWhatHoldsAtOnceIsOneState(t *testing.T) {
	until := func(hours int, message string) window {
		w := window{Until: noon.Add(time.Duration(hours) * time.Hour)}
		if message != "" {
			w.Message = map[string]string{"tr": message}
		}
		return w
	}
	for _, row := range []struct {
		name     string
		own, all []window
		on       bool // the brand's switch, without message
		want     string
	}{
		{"one window", []window{until(1, "bir")}, nil, false, "bir 13"},
		{"the one that ends last", []window{until(1, "bir"), until(3, "üç"), until(2, "iki")}, nil, false, "üç 15"},
		{"that of all ends last", []window{until(1, "bir")}, []window{until(3, "üç")}, false, "üç 15"},
		{"the brand's own of two that end together", []window{until(3, "bir")}, []window{until(3, "üç")}, false, "bir 15"},
		{"the words of another where the last has none", []window{until(1, "bir"), until(3, "")}, nil, false, "bir 15"},
		{"no end is the latest", []window{until(1, "bir")}, nil, true, "bir 0"},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := newFixture(t, nil)
			for _, w := range row.own {
				f.schedule(t, "marmara", w)
			}
			for _, w := range row.all {
				f.schedule(t, Everywhere, w)
			}
			if row.on {
				f.set(t, "marmara", notice{})
			}
			hour := 0
			s, status := f.State("marmara", ""), f.Status("marmara")
			if !s.Until.IsZero() {
				hour = s.Until.Hour()
			}
			got := fmt.Sprintf("%s %d", s.Message["tr"], hour)
			assert.True(t, got == row.want && s.On, "got %q, want %q", got, row.want)
			assert.True(t, status.Until.Equal(s.Until) && status.Message["tr"] == s.Message["tr"] && status.State == bff.StatusMaintenance,
				"staff see %+v", status)
		})
	}
}

func TestChangeKeepsWhatItDoesNotName(t *testing.T) {
	f := newFixture(t, nil)
	w := f.schedule(t, "marmara", window{From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour), MaintenanceNotice: notice{
		By: "ayse", Why: "database", Message: map[string]string{"tr": "bakım"}, Calls: []string{"casino"},
	}})
	end := noon.Add(5 * time.Hour)
	got, err := f.ChangeWindow(t.Context(), "marmara", w.ID, 1, bff.MaintenanceChange{Until: &end})
	assert.True(t, err == nil && got.Until.Equal(end) && got.Version == 2 && got.From.Equal(w.From) && got.Message["tr"] == "bakım" && got.By == "ayse" && got.Why == "database" && fmt.Sprint(got.Calls) == "[casino]",
		"extended: %+v, %v", got, err)
	got, err = f.ChangeWindow(t.Context(), "marmara", w.ID, 2, bff.MaintenanceChange{
		Until: new(time.Time),
		Calls: new([]string), Message: &map[string]string{"en": "Soon"},
	})
	assert.True(t, err == nil && got.Until.IsZero() && len(got.Calls) == 0 && len(got.Message) == 1 && got.Message["en"] == "Soon" && got.Version == 3,
		"cleared: %+v, %v", got, err)
	f.open(t, nil)
	again, ok := f.Window(t.Context(), "marmara", w.ID)
	assert.True(t, ok && again.Version == 3 && again.Why == "database", "after a restart: %+v, %v", again, ok)
}

func TestChangesThatAreRefused(t *testing.T) {
	f := newFixture(t, nil)
	w := f.schedule(t, "marmara", window{Until: noon.Add(time.Hour)})
	over := f.schedule(t, "marmara", window{Until: noon.Add(time.Minute)})
	f.advance(2 * time.Minute)
	later, past := noon.Add(3*time.Hour), noon
	for name, c := range map[string]struct {
		brand, id string
		version   int
		change    bff.MaintenanceChange
		want      error
	}{
		"an unknown window":        {"marmara", "none", 1, bff.MaintenanceChange{Until: &later}, bff.ErrMaintenanceUnknown},
		"the window of another":    {"zephyr", w.ID, 1, bff.MaintenanceChange{Until: &later}, bff.ErrMaintenanceUnknown},
		"a version to come":        {"marmara", w.ID, 2, bff.MaintenanceChange{Until: &later}, bff.ErrMaintenanceChanged},
		"a window that is over":    {"marmara", over.ID, 1, bff.MaintenanceChange{Until: &later}, bff.ErrMaintenanceEnded},
		"the start of an open one": {"marmara", w.ID, 1, bff.MaintenanceChange{From: &later}, ErrStarted},
		"an end in the past":       {"marmara", w.ID, 1, bff.MaintenanceChange{Until: &past}, ErrEndsBeforeStart},
		"half a call":              {"marmara", w.ID, 1, bff.MaintenanceChange{Calls: &[]string{"casino/"}}, ErrBadCalls},
	} {
		_, err := f.ChangeWindow(t.Context(), c.brand, c.id, c.version, c.change)
		assert.ErrorIs(t, err, c.want, name)
	}
	full := errors.New("disk full")
	f.testStore.fail = full
	if _, err := f.EndWindow(t.Context(), "marmara", w.ID, "destek"); !errors.Is(err, full) || !f.State("marmara", "").On {
		t.Errorf("an end that is not stored: %v", err)
	}
	if _, err := f.AddWindow(t.Context(), "zephyr", window{}); !errors.Is(err, full) || f.State("zephyr", "").On {
		t.Errorf("a window that is not stored: %v", err)
	}
	f.testStore.fail = nil
	got, ok := f.Window(t.Context(), "marmara", w.ID)
	assert.True(t, ok && got.Version == 1, "changed all the same: %+v", got)
}

func TestEndIsRecordedOnce(t *testing.T) {
	f := newFixture(t, nil)
	w := f.schedule(t, "marmara", window{From: noon.Add(time.Hour)})
	f.advance(90 * time.Minute)
	f.assertOn(t, "begun", "marmara", "", true)
	for _, by := range []string{"ayse", "destek"} {
		got, err := f.EndWindow(t.Context(), "marmara", w.ID, by)
		assert.True(t, err == nil && got.State == bff.WindowEnded && got.Ended.By == "ayse" && got.Ended.At.Equal(noon.Add(90*time.Minute)) && got.Version == 2,
			"%s: %+v, %v", by, got, err)
	}
	f.assertOn(t, "ended", "marmara", "", false)
}

func TestConcurrentChangesOfTwoInstances(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, all := instances(t, 2, &testBus{cut: errors.New("gone")})
		w, err := all[0].AddWindow(t.Context(), "marmara", window{Until: noon.Add(time.Hour)})
		must(t, err)
		long, longer := noon.Add(2*time.Hour), noon.Add(3*time.Hour)
		_, err = all[0].ChangeWindow(t.Context(), "marmara", w.ID, 1, bff.MaintenanceChange{Until: &long})
		must(t, err)
		// The other instance has not been notified.
		if _, err := all[1].ChangeWindow(t.Context(), "marmara", w.ID, 1, bff.MaintenanceChange{Until: &longer}); !errors.Is(err,
			bff.ErrMaintenanceChanged) {
			t.Errorf("the second of two editors: %v", err)
		}
		// It changes the window between the read of an instance and its write.
		f.testStore.before = func() {
			f.testStore.before = nil
			_, err := all[0].ChangeWindow(t.Context(), "marmara", w.ID, 2, bff.MaintenanceChange{Until: &longer})
			assert.NoError(t, err)
		}
		got, err := all[1].EndWindow(t.Context(), "marmara", w.ID, "destek")
		assert.True(t, err == nil && got.Version == 4 && got.Until.Equal(longer) && got.Ended != nil,
			"ended: %+v, %v", got, err)
	})
}

func TestEndedWindowsAreListedForAWhile(t *testing.T) {
	f := newFixture(t, nil)
	for range maxEnded + 1 {
		w := f.schedule(t, "marmara", window{})
		f.end(t, "marmara", w.ID)
		f.advance(time.Second)
	}
	last := f.schedule(t, "marmara", window{})
	f.prune(t.Context())
	got := f.Status("marmara").Windows
	assert.True(t, len(got) == maxEnded+1 && got[0].ID == last.ID && got[1].Ended.At.After(got[2].Ended.At),
		"%d windows", len(got))
	f.advance(defaultRetention)
	f.prune(t.Context())
	got = f.Status("marmara").Windows
	assert.True(t, len(got) == 1 && len(f.testStore.values) == 1, "%d windows, %d records", len(got), len(f.testStore.values))
}
