package maintenance

import (
	"errors"
	"testing"
	"time"

	"croupier/bff"
)

// oldRecords are the records of every form that were stored before windows had ids.
func oldRecords() map[string][]byte {
	return map[string][]byte{
		"marmara":    []byte(`{"message":{"tr":"bakım"},"by":"destek","since":"2026-03-01T11:00:00Z"}`),
		"zephyr":     []byte(`{"message":{"tr":"gece"},"from":"2026-03-01T13:00:00Z","until":"2026-03-01T15:00:00Z","bypass":["203.0.113.0/24"],"by":"ayse","since":"2026-03-01T11:00:00Z"}`),
		"pera":       []byte(`{"calls":["livecasino","finance/check_balance"],"by":"destek","since":"2026-03-01T11:00:00Z"}`),
		Everywhere:   []byte(`{"until":"2026-03-01T12:30:00Z","calls":["sport"],"by":"ayse","since":"2026-03-01T11:00:00Z"}`),
		oldBypassKey: []byte("12345678901234567890123456789012"),
	}
}

func TestOldRecordsAreCarriedOver(t *testing.T) {
	check := func(t *testing.T, f *fixture) {
		t.Helper()
		if s := f.Status("marmara"); s.State != bff.StatusMaintenance || s.By != "destek" || s.Message["tr"] != "bakım" || len(s.Switches) != 1 || len(s.Switches[0].Calls) != 0 {
			t.Errorf("a switch: %+v", s)
		}
		s := f.Status("zephyr")
		if len(s.Windows) != 2 || len(s.Switches) != 0 {
			t.Fatalf("windows of zephyr and of all: %+v", s)
		}
		if w := s.Windows[1]; w.Brand != "zephyr" || w.State != bff.WindowScheduled || w.Version != 1 || w.By != "ayse" || w.Message["tr"] != "gece" ||
			!w.From.Equal(noon.Add(time.Hour)) || !w.Until.Equal(noon.Add(3*time.Hour)) || len(w.Bypass) != 1 || !w.Created.Equal(noon.Add(-time.Hour)) {
			t.Errorf("a window: %+v", w)
		}
		if w := s.Windows[0]; w.Brand != Everywhere || w.State != bff.WindowOpen || !w.From.Equal(noon.Add(-time.Hour)) || len(w.Calls) != 1 {
			t.Errorf("a window of all: %+v", w)
		}
		if s := f.Status("pera"); len(s.Switches) != 1 || len(s.Switches[0].Calls) != 2 || s.Switches[0].By != "destek" {
			t.Errorf("a switch of two calls: %+v", s.Switches)
		}
		for call, on := range map[string]bool{"livecasino/init_game": true, "finance/check_balance": true, "finance/list_banks": false, "sport/list": true, "": false} {
			if f.State("pera", call).On != on {
				t.Errorf("pera %q: %v", call, !on)
			}
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
		if w, err := f.ChangeWindow(t.Context(), "zephyr", windows[1].ID, 1, bff.MaintenanceChange{Until: &end}); err != nil || w.Message["tr"] != "gece" {
			t.Errorf("%+v, %v", w, err)
		}
	})
	t.Run("an instance that converts late changes nothing", func(t *testing.T) {
		late, changes := convert(oldRecords())
		for _, c := range changes {
			if c.value == nil {
				continue
			}
			if swapped, _ := f.testStore.Swap(t.Context(), c.key, c.old, c.value); swapped {
				t.Errorf("%s is stored again", c.key)
			}
		}
		if len(late) != 5 {
			t.Errorf("%d records", len(late))
		}
	})
	t.Run("a store that cannot be written", func(t *testing.T) {
		f := newFixture(t, nil)
		f.testStore.values = oldRecords()
		f.testStore.readOnly = errors.New("disk full")
		f.open(t, nil)
		check(t, f)
		f.testStore.readOnly = nil
		f.reload(t.Context())
		if check(t, f); len(f.testStore.values) != 5 {
			t.Errorf("records: %q", f.testStore.values)
		}
	})
}
