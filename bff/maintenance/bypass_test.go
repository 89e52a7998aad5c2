package maintenance

import (
	"errors"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

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
	assert.True(t, until.Equal(noon.Add(time.Hour)), "until %v", until)
	told, ok := f.BypassValidUntil("marmara", pass)
	assert.True(t, ok && told.Equal(until), "until %v, %v", told, ok)
	assert.True(t, f.enters("marmara", pass) && !f.enters("zephyr", pass),
		"the token does not open its brand, or opens another one")
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
	f.advance(time.Hour - time.Second)
	assert.True(t, f.enters("marmara", pass), "over before its hour")
	f.advance(time.Second)
	assert.True(t, !f.enters("marmara", pass) && len(f.BypassLinks("marmara")) == 0, "it outlives its hour")
	f.prune(t.Context())
	assert.Len(t, f.testStore.values, 1, "its record stays")
}

func TestBypassLinkIsRevokedAlone(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, Everywhere, notice{})
	id, revoked, _ := f.pass(t, "marmara")
	other, valid, _ := f.pass(t, "marmara")
	assert.ErrorIs(t, f.RevokeBypassLink(t.Context(), "zephyr", id), bff.ErrMaintenanceUnknown, "through another brand")
	must(t, f.RevokeBypassLink(t.Context(), "marmara", id))
	assert.True(t, !f.enters("marmara", revoked) && f.enters("marmara", valid), "want the one link revoked and the other valid")
	l := f.BypassLinks("marmara")
	assert.True(t, len(l) == 1 && l[0].ID == other && l[0].By == "destek", "links: %+v", l)
	f.open(t, nil)
	assert.True(t, !f.enters("marmara", revoked) && f.enters("marmara", valid), "a restart changes that")
	for key, value := range f.testStore.values {
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

func TestUnavailableStoreIsReadOnceItIsBack(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", notice{})
	_, pass, _ := f.pass(t, "marmara")
	gone := errors.New("not there yet")
	f.testStore.fail = gone
	f.open(t, nil)
	_, _, err := f.AddBypassLink(t.Context(), "marmara", "destek")
	assert.ErrorIs(t, err, gone, "a link that is not stored")
	f.testStore.fail = nil
	f.reload(t.Context())
	_, ok := f.BypassValidUntil("marmara", pass)
	assert.True(t, ok && f.State("marmara", "").On, "the store has come, and is not read")
}
