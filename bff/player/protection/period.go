package protection

import (
	"time"

	"croupier/bff/internal/calendar"
)

// Kind is what a limit bounds.
type Kind string

// The kinds of limits.
const (
	KindDeposit     Kind = "deposit"      // deposits that were not refused
	KindLoss        Kind = "loss"         // stakes less wins
	KindStake       Kind = "stake"        // stakes
	KindSessionTime Kind = "session_time" // time in games
)

// Period is the part of the calendar for which a limit counts.
type Period string

// The periods of limits.
const (
	PeriodDay   Period = "day"
	PeriodWeek  Period = "week" // from Monday
	PeriodMonth Period = "month"
)

// Start returns when the period began that at belongs to, by the calendar of zone.
func (p Period) Start(at time.Time, zone *time.Location) time.Time {
	year, month, day := at.In(zone).Date()
	switch p {
	case PeriodWeek:
		day -= (int(at.In(zone).Weekday()) + 6) % 7
	case PeriodMonth:
		day = 1
	case PeriodDay:
	}
	return calendar.StartOfDay(year, month, day, zone)
}

// End returns when that period ends.
func (p Period) End(at time.Time, zone *time.Location) time.Time {
	year, month, day := p.Start(at, zone).Date()
	switch p {
	case PeriodWeek:
		day += 7
	case PeriodMonth:
		month++
	case PeriodDay:
		day++
	}
	return calendar.StartOfDay(year, month, day, zone)
}
