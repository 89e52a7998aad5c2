package maintenance

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"croupier/bff"
)

func TestBypassAddressesOfTheNotice(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{Bypass: []netip.Prefix{
		netip.MustParsePrefix("203.0.113.0/24"),
		netip.MustParsePrefix("2001:db8::/32"),
	}})
	for addr, on := range map[string]bool{
		"203.0.113.9": false, "2001:db8::1": false, "203.0.114.9": true, "2001:db9::1": true,
	} {
		if got := f.StateFor("marmara", "", netip.MustParseAddr(addr), "").On; got != on {
			t.Errorf("%s meets maintenance: %v", addr, got)
		}
	}
	tester := netip.MustParseAddr("203.0.113.9")
	if !f.State("marmara", "").On || !f.StateFor("marmara", "", netip.Addr{}, "").On {
		t.Error("the brand is open to everybody")
	}
	f.set(t, Everywhere, notice{})
	if !f.StateFor("marmara", "", tester, "").On {
		t.Error("one notice's testers pass another notice")
	}
	f.clear(t, Everywhere)
	f.ReportDetected("marmara")
	if !f.StateFor("marmara", "", tester, "").On {
		t.Error("a platform that is closed is told to be open")
	}
}

// pass makes a bypass link and returns its id, token and end.
func (f *fixture) pass(t *testing.T, brand string) (id, token string, until time.Time) {
	t.Helper()
	l, token, err := f.AddBypassLink(t.Context(), brand, "destek")
	must(t, err)
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
	if !until.Equal(noon.Add(time.Hour)) {
		t.Errorf("until %v", until)
	}
	if told, ok := f.BypassValidUntil("marmara", pass); !ok || !told.Equal(until) {
		t.Errorf("until %v, %v", told, ok)
	}
	if !f.enters("marmara", pass) || f.enters("zephyr", pass) {
		t.Error("the token does not open its brand, or opens another one")
	}
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
		if f.enters("marmara", token) {
			t.Errorf("the token %q opens the brand", token)
		}
	}
	f.advance(time.Hour - time.Second)
	if !f.enters("marmara", pass) {
		t.Error("over before its hour")
	}
	f.advance(time.Second)
	if f.enters("marmara", pass) || len(f.BypassLinks("marmara")) != 0 {
		t.Error("it outlives its hour")
	}
	if f.prune(t.Context()); len(f.testStore.values) != 1 {
		t.Error("its record stays")
	}
}

func TestBypassLinkIsRevokedAlone(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, Everywhere, notice{})
	id, revoked, _ := f.pass(t, "marmara")
	other, valid, _ := f.pass(t, "marmara")
	if err := f.RevokeBypassLink(t.Context(), "zephyr", id); !errors.Is(err, bff.ErrMaintenanceUnknown) {
		t.Errorf("through another brand: %v", err)
	}
	must(t, f.RevokeBypassLink(t.Context(), "marmara", id))
	if f.enters("marmara", revoked) || !f.enters("marmara", valid) {
		t.Error("want the one link revoked and the other valid")
	}
	if l := f.BypassLinks("marmara"); len(l) != 1 || l[0].ID != other || l[0].By != "destek" {
		t.Errorf("links: %+v", l)
	}
	f.open(t, nil)
	if f.enters("marmara", revoked) || !f.enters("marmara", valid) {
		t.Error("a restart changes that")
	}
	for key, value := range f.testStore.values {
		if _, secret, _ := strings.Cut(valid, "."); strings.Contains(key+string(value), secret) {
			t.Errorf("%s holds the link's secret", key)
		}
	}
}

func TestBypassLinksAndWindowsAreBounded(t *testing.T) {
	f := newFixture(t, nil)
	for range maxWindows {
		f.schedule(t, "marmara", window{})
	}
	if _, err := f.AddWindow(t.Context(), "marmara", window{}); !errors.Is(err, bff.ErrMaintenanceFull) {
		t.Errorf("one more window: %v", err)
	}
	f.schedule(t, "zephyr", window{})
	for range maxLinks {
		f.pass(t, "marmara")
	}
	if _, _, err := f.AddBypassLink(t.Context(), "marmara", "destek"); !errors.Is(err, bff.ErrMaintenanceFull) {
		t.Errorf("one more link: %v", err)
	}
	f.pass(t, "zephyr")
}

func TestUnavailableStoreIsReadOnceItIsBack(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{})
	_, pass, _ := f.pass(t, "marmara")
	gone := errors.New("not there yet")
	f.testStore.fail = gone
	f.open(t, nil)
	if _, _, err := f.AddBypassLink(t.Context(), "marmara", "destek"); !errors.Is(err, gone) {
		t.Errorf("a link that is not stored: %v", err)
	}
	f.testStore.fail = nil
	f.reload(t.Context())
	if _, ok := f.BypassValidUntil("marmara", pass); !ok || !f.State("marmara", "").On {
		t.Error("the store has come, and is not read")
	}
}
