package crash

import (
	"time"

	"croupier/bff/mock/games/rounds"
)

// The parts of a round besides its flight.
const (
	Betting = 8 * time.Second
	After   = 3 * time.Second
)

// Rounds follow one another without a gap, but start anew with each hour of the clock. So the
// round of any time is found by replaying at most one hour, even after the clock was moved. An
// hour's last round ends before the hour does; bets for the next hour's first round are
// accepted meanwhile.
const (
	hour    = time.Hour
	perHour = 1000 // round numbers reserved for an hour; fewer than 330 rounds fit
)

// Round is one flight. It takes off at Closes and crashes at Settles.
type Round struct {
	rounds.Round
	Point Multiplier // where it crashes
}

// Cash is the multiplier that a bet can be cashed at now; 0 for none.
func (r Round) Cash(now time.Time) Multiplier {
	if phase, _ := r.Phase(now); phase != rounds.Playing {
		return 0
	}
	if m := min(At(now.Sub(r.Closes)), r.Point); m >= Least {
		return m
	}
	return 0
}

// Schedule returns the crash point of a round, which determines its length.
type Schedule func(round int64) Multiplier

// At returns the round of a time and up to n rounds that ended before it, newest first.
func (s Schedule) At(now time.Time, n int) (round Round, before []Round) {
	number := rounds.FloorDiv(now.UnixMilli(), hour.Milliseconds())
	list := s.hour(number)
	i := 0
	for i < len(list) && !now.Before(list[i].Ends) {
		i++
	}
	if i < len(list) {
		round = list[i]
	} else {
		round = s.first(number + 1)
	}
	if i < n {
		earlier := s.hour(number - 1)
		list, i = append(earlier, list[:i]...), len(earlier)+i
	}
	for ; n > 0 && i > 0; n-- {
		i--
		before = append(before, list[i])
	}
	return round, before
}

// hour returns the rounds of an hour, counted from 1970, in their order.
func (s Schedule) hour(number int64) []Round {
	end := time.UnixMilli((number + 1) * hour.Milliseconds())
	list := []Round{s.first(number)}
	for {
		last := list[len(list)-1]
		if last.Ends.Add(Betting + Cap.Flight() + After).After(end) {
			return list
		}
		list = append(list, s.round(last.Number+1, last.Ends))
	}
}

func (s Schedule) first(hourNumber int64) Round {
	return s.round(hourNumber*perHour, time.UnixMilli(hourNumber*hour.Milliseconds()))
}

func (s Schedule) round(number int64, opens time.Time) Round {
	takeoff, point := opens.Add(Betting), s(number)
	crashes := takeoff.Add(point.Flight())
	return Round{
		Round: rounds.Round{Number: number, Opens: opens, Closes: takeoff, Shut: takeoff, Settles: crashes, Ends: crashes.Add(After)},
		Point: point,
	}
}
