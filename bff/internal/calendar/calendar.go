// Package calendar finds the instants at which local days begin. time.Date does not: a day whose midnight the clocks skip begins
// later, and a midnight that comes twice begins with the first one.
package calendar

import "time"

// StartOfDay returns the first instant of a day in a time zone. Month and day may be outside their ranges, as for time.Date.
func StartOfDay(year int, month time.Month, day int, zone *time.Location) time.Time {
	at := time.Date(year, month, day, 12, 0, 0, 0, zone)
	today := at.YearDay()
	for {
		hour, minute, second := at.Clock()
		midnight := at.Add(-time.Duration(hour)*time.Hour - time.Duration(minute)*time.Minute - time.Duration(second)*time.Second)
		changed, _ := at.ZoneBounds() // when the offset of at began
		if changed.Before(midnight) {
			return midnight
		}
		if before := changed.Add(-time.Second); before.YearDay() == today {
			at = before
			continue
		}
		return changed
	}
}
