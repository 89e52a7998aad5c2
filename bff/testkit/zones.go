package testkit

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Zones returns every time zone of Go's copy of the IANA database.
func Zones(t testing.TB) (zones []*time.Location) {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib/time/zoneinfo.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close() //nolint:errcheck // only read
	for _, f := range files.File {
		if zone, err := time.LoadLocation(f.Name); err == nil { // else it is a folder
			zones = append(zones, zone)
		}
	}
	if len(zones) < 400 {
		t.Fatalf("%d time zones", len(zones))
	}
	return zones
}
