package calendar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"croupier/bff/internal/calendar"
	"croupier/bff/test/testkit"
)

// In every zone of the IANA database, each day from 2021 to 2031 begins at its first instant.
func TestEveryDayBeginsAtItsFirstInstant(t *testing.T) {
	skipped := 0
	for _, zone := range testkit.Zones(t) {
		for at := time.Date(2021, 1, 1, 12, 0, 0, 0, zone); at.Year() < 2032; at = at.AddDate(0, 0, 1) {
			start := calendar.StartOfDay(at.Year(), at.Month(), at.Day(), zone)
			if start.Day() != at.Day() || start.Add(-time.Nanosecond).Day() == at.Day() || start.After(at) ||
				at.Sub(start) > 24*time.Hour {
				t.Fatalf("%s: %s begins at %s", zone, at.Format(time.DateOnly), start)
			}
			if start.Hour() > 0 {
				skipped++
			}
		}
	}
	require.Greater(t, skipped, 100, "days without midnight")
}

func TestRepeatedTimesAreFound(t *testing.T) {
	repeated := 0
	for _, zone := range testkit.Zones(t) {
		_, change := time.Date(2021, 1, 1, 0, 0, 0, 0, zone).ZoneBounds()
		for ; !change.IsZero() && change.Year() < 2032; _, change = change.ZoneBounds() {
			_, before := change.Add(-time.Second).Zone()
			_, after := change.Zone()
			back := time.Duration(max(0, before-after)) * time.Second
			first, end := change.Add(-back), change.Add(back)
			if back > 0 {
				repeated++
				require.Equal(t, first.Format(time.DateTime), change.Format(time.DateTime), zone)
			}
			for at, want := range map[time.Time]time.Time{
				first.Add(-time.Second): first.Add(-time.Second), first: first, change: first,
				end.Add(-time.Second): first, end: end,
			} {
				if back > 0 || at.Equal(want) {
					require.WithinDuration(t, want, calendar.BeforeRepeated(at, zone), 0, "%s: %s", zone, at)
				}
			}
		}
	}
	require.Greater(t, repeated, 100)
}
