package maintenance

import (
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff"
)

func TestSwitchesAndWindowsHoldAtOnce(t *testing.T) {
	part, other := []string{"livecasino"}, []string{"casino", "betframe"}
	f := newFixture(t, nil)
	closed := func(step, want string) {
		t.Helper()
		var got []string
		for _, call := range []string{"", "livecasino/init_game", "casino/games_list", "betframe/list"} {
			if f.State("marmara", call).On {
				got = append(got, strings.SplitN(call+"/", "/", 2)[0])
			}
		}
		assert.Equal(t, want, strings.Join(got, ","), step)
	}
	f.set(t, "marmara", notice{Calls: part})
	closed("a part", "livecasino")
	f.set(t, "marmara", notice{Calls: other})
	closed("other parts", "livecasino,casino,betframe")
	f.set(t, "marmara", notice{})
	closed("the whole", ",livecasino,casino,betframe")
	planned := f.schedule(t, "marmara", window{From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour)})
	closed("a window is scheduled", ",livecasino,casino,betframe")
	f.end(t, "marmara", planned.ID)
	closed("the window is withdrawn", ",livecasino,casino,betframe")
	f.clear(t, "marmara")
	closed("the whole is opened", "livecasino,casino,betframe")
	f.clear(t, "marmara", "casino")
	closed("one of the parts is opened", "livecasino,betframe")
	w := f.schedule(t, "marmara", window{MaintenanceNotice: notice{Calls: part}})
	f.clear(t, "marmara", part...)
	closed("the window of the part stays", "livecasino,betframe")
	f.set(t, Everywhere, notice{Calls: part})
	f.end(t, "marmara", w.ID)
	closed("the switch of all stays", "livecasino,betframe")
	f.clear(t, Everywhere, "livecasino", "betframe")
	closed("opened for all", "")
}

// partCalls is a Contract.
type partCalls map[bff.Part][]string

func (p partCalls) CallsOf(part bff.Part) []string { return p[part] }

func (p partCalls) PartsOf(name string) (parts []bff.Part) {
	for _, part := range bff.Parts {
		if slices.ContainsFunc(p[part], func(call string) bool { return strings.HasPrefix(call+"/", name+"/") }) {
			parts = append(parts, part)
		}
	}
	return parts
}

var someParts = partCalls{
	"deposits": {"finance/transfer", "finance/methods"}, "withdrawals": {"finance/transfer", "finance/cancel"},
	"slots": {"casino/games_list"}, "login": {"user/login"},
}

func TestPartsAreClosedOneByOne(t *testing.T) {
	f := newFixture(t, nil)
	closed := func(step string, want ...string) {
		t.Helper()
		var got []string
		for _, name := range []string{
			"", "deposits", "withdrawals", "slots", "login", "casino/games_list",
			"finance/transfer",
		} {
			if s := f.State("marmara", name); s.On {
				got = append(got, name)
				assert.NotEqual(t, len(want) == 7, s.Partial, "%s: %q", step, name)
			}
		}
		assert.Equal(t, want, got, step)
	}
	f.set(t, "marmara", notice{Parts: []bff.Part{"deposits", "withdrawals"}, By: "destek"})
	f.set(t, Everywhere, notice{Parts: []bff.Part{"login"}})
	w := f.schedule(t, "marmara", window{MaintenanceNotice: notice{Parts: []bff.Part{"slots"}}})
	closed("closed", "deposits", "withdrawals", "slots", "login")
	f.open(t, nil)
	closed("after a restart", "deposits", "withdrawals", "slots", "login")
	s := f.Status("marmara")
	assert.Equal(t, "[deposits login slots withdrawals] [] 2 1",
		fmt.Sprint(s.Parts, s.Calls, len(s.Switches), len(s.Windows)))
	assert.Equal(t, []string{"deposits", "withdrawals"}, s.Switches[1].Closed(), "%+v", s.Switches)

	f.clear(t, "marmara", "withdrawals")
	closed("one of two that share a call is opened", "deposits", "slots", "login")
	f.clear(t, Everywhere, "deposits", "login")
	closed("opened for all brands", "slots")
	_, err := f.ChangeWindow(t.Context(), "marmara", w.ID, 1, func(w *window) { w.Calls = []string{"casino"} })
	assert.ErrorIs(t, err, ErrBadCalls, "parts and calls")
	calls := func(w *window) { w.Parts, w.Calls = nil, []string{"casino"} }
	_, err = f.ChangeWindow(t.Context(), "marmara", w.ID, 1, calls)
	require.NoError(t, err)
	f.set(t, "marmara", notice{Calls: []string{"finance/transfer"}})
	closed("calls", "casino/games_list", "finance/transfer")
	f.set(t, "marmara", notice{})
	closed("the whole site", "", "deposits", "withdrawals", "slots", "login", "casino/games_list", "finance/transfer")

	f = newFixture(t, nil)
	f.ReportDetected("marmara/casino")
	assert.Equal(t, []bff.Part{"slots"}, f.Status("marmara").Detected[0].Parts)
	closed("detected", "casino/games_list")
	f.clear(t, "marmara", "slots")
	closed("the detected part is opened")
}

func TestPlannedMaintenanceIsAnnouncedADayBefore(t *testing.T) {
	f := newFixture(t, nil)
	f.schedule(t, "marmara", window{From: noon.Add(26 * time.Hour)})
	f.schedule(t, "marmara", window{From: noon.Add(time.Hour), MaintenanceNotice: notice{Calls: []string{"casino"}}})
	f.schedule(t, Everywhere,
		window{From: noon.Add(25 * time.Hour), MaintenanceNotice: notice{Parts: []bff.Part{"slots"}}})
	_, ok := f.Planned("marmara")
	assert.False(t, ok, "more than a day before")
	f.Advance(2 * time.Hour)
	w, ok := f.Planned("marmara")
	assert.True(t, ok && len(w.Parts) == 1, "the first one: %+v", w)
	f.Advance(24 * time.Hour)
	_, ok = f.Planned("marmara")
	assert.False(t, ok, "begun")
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
		{
			"the brand's own of two that end together",
			[]window{until(3, "bir")},
			[]window{until(3, "üç")},
			false,
			"bir 15",
		},
		{"the words of another where the last has none", []window{until(1, "bir"), until(3, "")}, nil, false, "bir 15"},
		{"no end is the latest", []window{until(1, "bir")}, nil, true, "bir 0"},
	} {
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
		s, status, hour := f.State("marmara", ""), f.Status("marmara"), 0
		if !s.Until.IsZero() {
			hour = s.Until.Hour()
		}
		assert.Equal(t, fmt.Sprint("true ", row.want), fmt.Sprint(s.On, " ", s.Message["tr"], " ", hour), row.name)
		assert.Equal(t, bff.StatusMaintenance, status.State, row.name)
		assert.Equal(t, s, bff.MaintenanceState{On: true, Message: status.Message, Until: status.Until},
			"%s: what staff see", row.name)
	}
}

func TestChangeKeepsWhatItDoesNotName(t *testing.T) {
	f := newFixture(t, nil)
	w := f.schedule(t, "marmara",
		window{From: noon.Add(time.Hour), Until: noon.Add(2 * time.Hour), MaintenanceNotice: notice{
			By: "ayse", Why: "database", Message: map[string]string{"tr": "bakım"}, Calls: []string{"casino"},
		}})
	end := noon.Add(5 * time.Hour)
	got, err := f.ChangeWindow(t.Context(), "marmara", w.ID, 1, func(w *window) { w.Until = end })
	require.NoError(t, err)
	const version = `"version":%d,"brand":"marmara","state":"scheduled","created":"2026-03-01T12:00:00Z","from":"2026-03-01T13:00:00Z",`
	const extended = `"until":"2026-03-01T17:00:00Z","calls":["casino"],"message":{"tr":"bakım"},"why":"database","by":"ayse"}`
	assert.Equal(t, fmt.Sprintf(version, 2)+extended, shown(t, got))
	none := func(w *window) { w.Until, w.Calls, w.Message = time.Time{}, nil, map[string]string{"en": "Soon"} }
	got, err = f.ChangeWindow(t.Context(), "marmara", w.ID, 2, none)
	require.NoError(t, err)
	cleared := fmt.Sprintf(version, 3) + `"message":{"en":"Soon"},"why":"database","by":"ayse"}`
	assert.Equal(t, cleared, shown(t, got))
	f.open(t, nil)
	again, ok := f.Window(t.Context(), "marmara", w.ID)
	require.True(t, ok)
	assert.Equal(t, cleared, shown(t, again), "after a restart")
}

func TestChangesThatAreRefused(t *testing.T) {
	f := newFixture(t, nil)
	w := f.schedule(t, "marmara", window{Until: noon.Add(time.Hour)})
	over := f.schedule(t, "marmara", window{Until: noon.Add(time.Minute)})
	f.Advance(2 * time.Minute)
	later, past := noon.Add(3*time.Hour), noon
	for name, c := range map[string]struct {
		brand, id string
		version   int
		change    func(*window)
		want      error
	}{
		"an unknown window": {
			"marmara", "none", 1, func(w *window) { w.Until = later },
			bff.ErrMaintenanceUnknown,
		},
		"the window of another": {"zephyr", w.ID, 1, func(w *window) { w.Until = later }, bff.ErrMaintenanceUnknown},
		"a version to come": {
			"marmara", w.ID, 2, func(w *window) { w.Until = later },
			bff.ErrMaintenanceChanged,
		},
		"a window that is over": {
			"marmara", over.ID, 1, func(w *window) { w.Until = later },
			bff.ErrMaintenanceEnded,
		},
		"the start of an open one": {"marmara", w.ID, 1, func(w *window) { w.From = later }, ErrStarted},
		"an end in the past":       {"marmara", w.ID, 1, func(w *window) { w.Until = past }, ErrEndsBeforeStart},
		"half a call": {
			"marmara", w.ID, 1, func(w *window) { w.Calls = []string{"casino/"} },
			ErrBadCalls,
		},
	} {
		_, err := f.ChangeWindow(t.Context(), c.brand, c.id, c.version, c.change)
		assert.ErrorIs(t, err, c.want, name)
	}
	got, ok := f.Window(t.Context(), "marmara", w.ID)
	assert.True(t, ok && got.Version == 1, "changed all the same: %+v", got)
}

func TestEndIsRecordedOnce(t *testing.T) {
	f := newFixture(t, nil)
	w := f.schedule(t, "marmara", window{From: noon.Add(time.Hour)})
	f.Advance(90 * time.Minute)
	f.assertOn(t, "begun", "marmara", "", true)
	for _, by := range []string{"ayse", "destek"} {
		got, err := f.EndWindow(t.Context(), "marmara", w.ID, by)
		require.NoError(t, err)
		assert.Equal(t, "ended 2 {ayse 2026-03-01 13:30:00 +0000 UTC}",
			fmt.Sprint(got.State, " ", got.Version, " ", *got.Ended), by)
	}
	f.assertOn(t, "ended", "marmara", "", false)
}

func TestConcurrentChangesOfTwoInstances(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, all := instances(t, 2, new(cutBus))
		w, err := all[0].AddWindow(t.Context(), "marmara", window{Until: noon.Add(time.Hour)})
		require.NoError(t, err)
		long, longer := noon.Add(2*time.Hour), noon.Add(3*time.Hour)
		_, err = all[0].ChangeWindow(t.Context(), "marmara", w.ID, 1, func(w *window) { w.Until = long })
		require.NoError(t, err)
		_, err = all[1].ChangeWindow(t.Context(), "marmara", w.ID, 1, func(w *window) { w.Until = longer })
		assert.ErrorIs(t, err, bff.ErrMaintenanceChanged, "the second of two editors, who has not been notified")
		// It changes the window between the read of an instance and its write.
		f.testStore.before = func() {
			f.testStore.before = nil
			_, err := all[0].ChangeWindow(t.Context(), "marmara", w.ID, 2, func(w *window) { w.Until = longer })
			assert.NoError(t, err)
		}
		got, err := all[1].EndWindow(t.Context(), "marmara", w.ID, "destek")
		require.NoError(t, err)
		assert.True(t, got.Version == 4 && got.Until.Equal(longer) && got.Ended != nil, "ended: %+v", got)
	})
}

func TestEndedWindowsAreListedForAWhile(t *testing.T) {
	f := newFixture(t, nil)
	for range maxEnded + 1 {
		w := f.schedule(t, "marmara", window{})
		f.end(t, "marmara", w.ID)
		f.Advance(time.Second)
	}
	last := f.schedule(t, "marmara", window{})
	f.prune(t.Context())
	got := f.Status("marmara").Windows
	require.Len(t, got, maxEnded+1)
	assert.True(t, got[0].ID == last.ID && got[1].Ended.At.After(got[2].Ended.At))
	f.Advance(retention)
	f.prune(t.Context())
	assert.Len(t, f.Status("marmara").Windows, 1)
	assert.Len(t, f.testStore.Values(), 1)
}

func TestBypassAddressesOfTheNotice(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{Bypass: []netip.Prefix{
		netip.MustParsePrefix("203.0.113.0/24"),
		netip.MustParsePrefix("2001:db8::/32"),
	}})
	for addr, on := range map[string]bool{
		"203.0.113.9": false, "2001:db8::1": false, "203.0.114.9": true,
		"2001:db9::1": true,
	} {
		assert.Equal(t, on, f.StateFor("marmara", "", netip.MustParseAddr(addr), "").On, "%s meets maintenance", addr)
	}
	tester := netip.MustParseAddr("203.0.113.9")
	assert.True(t, f.State("marmara", "").On && f.StateFor("marmara", "", netip.Addr{}, "").On,
		"the brand is open to everybody")
	f.set(t, Everywhere, notice{})
	assert.True(t, f.StateFor("marmara", "", tester, "").On, "one notice's testers pass another notice")
	f.clear(t, Everywhere)
	f.ReportDetected("marmara")
	assert.True(t, f.StateFor("marmara", "", tester, "").On, "a platform that is closed is told to be open")
}

// pass makes a bypass link and returns its id, token and end.
func (f *fixture) pass(t *testing.T, brand string) (id, token string, until time.Time) {
	t.Helper()
	l, token, err := f.AddBypassLink(t.Context(), brand, "destek")
	require.NoError(t, err)
	return l.ID, token, l.Until
}

// enters reports whether a token opens a brand.
func (f *fixture) enters(brand, token string) bool {
	return !f.StateFor(brand, "casino/games_list", netip.Addr{}, token).On
}

func TestBypassTokenIsValidForItsBrandForAnHour(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, Everywhere, notice{})
	f.ReportDetected("marmara")
	_, pass, until := f.pass(t, "marmara")
	assert.True(t, until.Equal(noon.Add(time.Hour)), "until %v", until)
	told, ok := f.BypassValidUntil("marmara", pass)
	assert.True(t, ok && told.Equal(until), "until %v, %v", told, ok)
	assert.True(t, f.enters("marmara", pass) && !f.enters("zephyr", pass), "its brand, another one")
	id, _, _ := strings.Cut(pass, ".")
	invalid := []string{"", ".", "x", id, id + ".", pass[1:], pass + "A", pass + "."}
	for i := range pass {
		changed := []byte(pass)
		if changed[i] = 'A'; pass[i] == 'A' {
			changed[i] = 'B'
		}
		invalid = append(invalid, string(changed))
	}
	for _, token := range invalid {
		assert.False(t, f.enters("marmara", token), "the token %q opens the brand", token)
	}
	f.Advance(time.Hour - time.Second)
	assert.True(t, f.enters("marmara", pass), "over before its hour")
	f.Advance(time.Second)
	assert.True(t, !f.enters("marmara", pass) && len(f.BypassLinks("marmara")) == 0, "it outlives its hour")
	f.prune(t.Context())
	assert.Len(t, f.testStore.Values(), 1, "its record stays")
}

func TestBypassLinkIsRevokedAlone(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, Everywhere, notice{})
	id, revoked, _ := f.pass(t, "marmara")
	other, valid, _ := f.pass(t, "marmara")
	assert.ErrorIs(t, f.RevokeBypassLink(t.Context(), "zephyr", id), bff.ErrMaintenanceUnknown, "through another brand")
	require.NoError(t, f.RevokeBypassLink(t.Context(), "marmara", id))
	assert.True(t, !f.enters("marmara", revoked) && f.enters("marmara", valid),
		"want the one link revoked and the other valid")
	l := f.BypassLinks("marmara")
	assert.True(t, len(l) == 1 && l[0].ID == other && l[0].By == "destek", "links: %+v", l)
	f.open(t, nil)
	assert.True(t, !f.enters("marmara", revoked) && f.enters("marmara", valid), "a restart changes that")
	for key, value := range f.testStore.Values() {
		_, secret, _ := strings.Cut(valid, ".")
		assert.NotContains(t, key+string(value), secret, "%s holds the link's secret", key)
	}
}

func TestBypassLinksAndWindowsAreBounded(t *testing.T) {
	f := newFixture(t, nil)
	for range maxWindows {
		f.schedule(t, "marmara", window{})
	}
	_, err := f.AddWindow(t.Context(), "marmara", window{})
	assert.ErrorIs(t, err, bff.ErrMaintenanceFull, "one more window")
	f.schedule(t, "zephyr", window{})
	for range maxLinks {
		f.pass(t, "marmara")
	}
	_, _, err = f.AddBypassLink(t.Context(), "marmara", "destek")
	assert.ErrorIs(t, err, bff.ErrMaintenanceFull, "one more link")
	f.pass(t, "zephyr")
}
