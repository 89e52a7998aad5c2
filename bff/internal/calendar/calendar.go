// Package calendar finds the instants at which local days begin, and the local times that occur
// twice. time.Date does not handle days without a midnight, or with two of them.
package calendar

import "time"

// StartOfDay returns the first instant of a day in a time zone. Month and day may be outside their
// ranges, as for time.Date.
func StartOfDay(year int, month time.Month, day int, zone *time.Location) time.Time {
	at := time.Date(year, month, day, 12, 0, 0, 0, zone)
	today := at.YearDay()
	for {
		hour, minute, second := at.Clock()
		midnight := at.Add(-time.Duration(hour)*time.Hour - time.Duration(minute)*time.Minute -
			time.Duration(second)*time.Second)
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

// BeforeRepeated returns t. If its local time occurs twice because the clocks are set back, it
// returns the first instant of the repeated times.
func BeforeRepeated(t time.Time, zone *time.Location) time.Time {
	start, end := t.In(zone).ZoneBounds()
	for _, change := range []time.Time{start, end} {
		_, before := change.Add(-time.Second).In(zone).Zone()
		_, after := change.In(zone).Zone()
		back := time.Duration(before-after) * time.Second
		if first := change.Add(-back); !change.IsZero() && !t.Before(first) && t.Before(change.Add(back)) {
			return first
		}
	}
	return t
}
