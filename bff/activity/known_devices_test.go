package activity_test

import (
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/activity"
	"croupier/bff/internal/indexkey"
	"croupier/bff/store/embedded"
)

const (
	chrome120 = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
	chrome131 = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
	iPhone    = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1"
)

func TestKnownDevices(t *testing.T) {
	s, err := embedded.Open(t.TempDir(), embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	devices, err := s.Collection("devices", bff.Retention{MaxEntries: 100, MaxAge: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	k := &activity.KnownDevices{Devices: devices, IndexKey: indexkey.New(), Clock: time.Now}
	for _, step := range []struct {
		name, brand, player, agent string
		want                       bool
	}{
		{"the first login ever seen", "marmara", "7", chrome120, false},
		{"the same device", "marmara", "7", chrome120, false},
		{"a later version of the browser", "marmara", "7", chrome131, false},
		{"another device", "marmara", "7", iPhone, true},
		{"which is known from then on", "marmara", "7", iPhone, false},
		{"no User-Agent", "marmara", "7", "", true},
		{"another player's first login", "marmara", "8", iPhone, false},
		{"the same player at another brand", "zephyr", "7", iPhone, false},
	} {
		got, err := k.IsNew(t.Context(), step.brand, step.player, step.agent)
		if err != nil || got != step.want {
			t.Errorf("%s: %v, %v", step.name, got, err)
		}
		if err := k.Remember(t.Context(), step.brand, step.player, step.agent); err != nil {
			t.Fatal(err)
		}
	}
	if err := k.Erase(t.Context(), "marmara", "7"); err != nil {
		t.Fatal(err)
	}
	for _, agent := range []string{chrome131, iPhone, ""} {
		if fresh, err := k.IsNew(t.Context(), "marmara", "7", agent); err != nil || fresh {
			t.Errorf("after the erasure %q is compared with a device: %v", agent, err)
		}
	}
	for brand, player := range map[string]string{"marmara": "8", "zephyr": "7"} {
		if fresh, err := k.IsNew(t.Context(), brand, player, chrome120); err != nil || !fresh {
			t.Errorf("the devices of %s/%s are gone too: %v", brand, player, err)
		}
	}
}
