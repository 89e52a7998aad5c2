package maintenance

import (
	"encoding/base64"
	"errors"
	"net/netip"
	"testing"
	"time"
)

func TestBypassAddressesOfTheNotice(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", Notice{Bypass: []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("2001:db8::/32")}})
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
	f.set(t, Everywhere, Notice{})
	if !f.StateFor("marmara", "", tester, "").On {
		t.Error("one notice's testers pass another notice")
	}
	if err := f.Clear(t.Context(), Everywhere); err != nil {
		t.Fatal(err)
	}
	f.ReportDetected("marmara")
	if !f.StateFor("marmara", "", tester, "").On {
		t.Error("a platform that is closed is told to be open")
	}
}

func TestBypassTokenIsValidForItsBrandForAnHour(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, Everywhere, Notice{})
	f.ReportDetected("marmara")
	pass, until, err := f.BypassToken("marmara")
	if err != nil {
		t.Fatal(err)
	}
	if !until.Equal(noon.Add(time.Hour)) {
		t.Errorf("until %v", until)
	}
	enters := func(brand, pass string) bool { return !f.StateFor(brand, "casino/games_list", netip.Addr{}, pass).On }
	if !enters("marmara", pass) {
		t.Fatal("the pass does not let in")
	}
	if told, ok := f.BypassValidUntil("marmara", pass); !ok || !told.Equal(until) {
		t.Errorf("until %v, %v", told, ok)
	}
	if enters("zephyr", pass) {
		t.Error("it lets into another brand")
	}
	raw, err := base64.RawURLEncoding.DecodeString(pass)
	if err != nil {
		t.Fatal(err)
	}
	for i := range raw {
		raw[i] ^= 1
		if enters("marmara", base64.RawURLEncoding.EncodeToString(raw)) {
			t.Errorf("a pass with byte %d changed lets in", i)
		}
		raw[i] ^= 1
	}
	for _, bad := range []string{"", "x", pass[1:], pass + "A", pass[:len(pass)-1] + "=", pass + "=="} {
		if enters("marmara", bad) {
			t.Errorf("%q lets in", bad)
		}
	}
	f.advance(time.Hour - time.Second)
	if !enters("marmara", pass) {
		t.Error("over before its hour")
	}
	f.advance(time.Second)
	if enters("marmara", pass) {
		t.Error("it outlives its hour")
	}
}

func TestBypassTokensSurviveARestartButNotANewKey(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", Notice{})
	pass, _, err := f.BypassToken("marmara")
	if err != nil {
		t.Fatal(err)
	}
	f.open(t, nil)
	if f.StateFor("marmara", "", netip.Addr{}, pass).On {
		t.Error("a pass ends with the program that made it")
	}
	f.testStore.values[bypassKeyRecord] = newBypassKey()
	f.reload(t.Context())
	if !f.StateFor("marmara", "", netip.Addr{}, pass).On {
		t.Error("a pass of another key lets in")
	}
}

func TestUnavailableStoreIsReadOnceItIsBack(t *testing.T) {
	f := newFixture(t, nil)
	f.set(t, "marmara", Notice{})
	pass, _, err := f.BypassToken("marmara")
	if err != nil {
		t.Fatal(err)
	}
	f.testStore.fail = errors.New("not there yet")
	f.open(t, nil)
	if _, _, err := f.BypassToken("marmara"); !errors.Is(err, ErrNoKey) {
		t.Errorf("a pass without a key: %v", err)
	}
	raw := make([]byte, expirySize)
	raw[4] = 0xff
	forged := base64.RawURLEncoding.EncodeToString(append(raw, sign(nil, "marmara", raw)...))
	if _, ok := f.BypassValidUntil("marmara", forged); ok {
		t.Error("a pass signed with nothing lets in")
	}
	f.testStore.fail = nil
	f.reload(t.Context())
	if _, ok := f.BypassValidUntil("marmara", pass); !ok || !f.State("marmara", "").On {
		t.Error("the store has come, and is not read")
	}
}

func TestShortKeyRecordSignsNothing(t *testing.T) {
	f := newFixture(t, nil)
	f.testStore.values[bypassKeyRecord] = nil
	f.open(t, nil)
	if len(f.testStore.values[bypassKeyRecord]) != keySize {
		t.Error("an empty key is taken for one")
	}
}
