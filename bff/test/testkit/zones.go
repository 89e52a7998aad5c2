package testkit

import (
	"archive/zip"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Zones returns every time zone of Go's copy of the IANA database.
func Zones(t testing.TB) (zones []*time.Location) {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	require.NoError(t, err)
	files, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib/time/zoneinfo.zip"))
	require.NoError(t, err)
	defer files.Close() //nolint:errcheck // only read
	for _, f := range files.File {
		if zone, err := time.LoadLocation(f.Name); err == nil { // else it is a folder
			zones = append(zones, zone)
		}
	}
	require.True(t, len(zones) >= 400, "%d time zones", len(zones))
	return zones
}
