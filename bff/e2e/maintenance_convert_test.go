package e2e_test

import (
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff"
	"croupier/bff/store/embedded"
	"croupier/bff/store/redis"
	"croupier/bff/store/storetest/realredis"
)

// oldMaintenance are records of the form that had one per brand.
func oldMaintenance(t *testing.T, records bff.RecordStore) {
	t.Helper()
	for brand, record := range map[string]string{
		"marmara": `{"message":{"tr":"Bakımdayız"},"by":"destek","since":"2026-03-01T11:00:00Z"}`,
		"zephyr":  `{"message":{"en":"Gece"},"until":"2199-01-01T00:00:00Z","by":"ayse","since":"2026-03-01T11:00:00Z"}`,
		"pera":    `{"from":"2198-01-01T00:00:00Z","until":"2199-01-01T00:00:00Z","calls":["livecasino"],"by":"ayse","since":"2026-03-01T11:00:00Z"}`,
	} {
		if err := records.Put(t.Context(), brand, []byte(record)); err != nil {
			t.Fatal(err)
		}
	}
}

// checkOldMaintenance checks the server at address and what its command prints.
func checkOldMaintenance(t *testing.T, address, status string) {
	t.Helper()
	for host, want := range map[string]string{"localhost": "Bakımdayız", "zephyr.localhost": "Gece", "pera.localhost": ""} {
		if open, message := siteState(t, address, host); open != (want == "") || message != want {
			t.Errorf("%s: open %v, %q", host, open, message)
		}
	}
	_, windows, _ := strings.Cut(status, "WINDOW")
	if strings.Count(windows, "2199-01-01T00:00:00Z") != 2 || !strings.Contains(windows, "scheduled") || !strings.Contains(windows, "livecasino") || strings.Contains(windows, "marmara") {
		t.Errorf("status:\n%s", status)
	}
}

func TestOldMaintenanceRecordsAreCarriedOver(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s, err := embedded.Open(dir, embedded.Options{})
	if err != nil {
		t.Fatal(err)
	}
	oldMaintenance(t, s.Records("maintenance"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	p := startDemo(t, dir)
	checkOldMaintenance(t, p.Address, runMaintenance(t, dir, "status"))
	kill(t, p)
	p = startDemo(t, dir)
	checkOldMaintenance(t, p.Address, runMaintenance(t, dir, "status"))
}

func TestOldMaintenanceRecordsInRedisAreCarriedOver(t *testing.T) {
	t.Parallel()
	server := realredis.Start(t)
	s, err := redis.Open(t.Context(), server.URL(), redis.Options{})
	if err != nil {
		t.Fatal(err)
	}
	oldMaintenance(t, s.Records("maintenance"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	dir, env := t.TempDir(), []string{"CROUPIER_REDIS_URL=" + server.URL(), "CROUPIER_KEYS_FILE=" + filepath.Join(t.TempDir(), "keys.json")}
	p := startServer(t, env, dir)
	other := startServer(t, env, t.TempDir())
	status := runMaintenance(t, dir, "status")
	checkOldMaintenance(t, p.Address, status)
	checkOldMaintenance(t, other.Address, status)
}
