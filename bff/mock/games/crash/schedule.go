package crash

import "time"

// What a round is made of beside its flight.
const (
	Betting = 8 * time.Second
	After   = 3 * time.Second
)

// Rounds follow one another without a gap, but begin anew with each hour of the clock: so
// the round of any time is found by replaying less than an hour of them, whichever way the
// clock has been moved. An hour's last rounds end before it does; bets for the next hour's
// first one are taken meanwhile.
const (
	hour    = time.Hour
	perHour = 1000 // round numbers of an hour; fewer than 330 fit
)

// Round is one flight, shared by everybody at the game.
type Round struct {
	Number  int64
	Takeoff time.Time // bets are taken before it
	Crash   time.Time
	Point   Multiplier // that it crashes at
}

// Ends is when the next round's bets begin.
func (r Round) Ends() time.Time { return r.Crash.Add(After) }

// Flying tells whether a time is in the round's flight.
func (r Round) Flying(now time.Time) bool { return !now.Before(r.Takeoff) && now.Before(r.Crash) }

// Cash is what the round can be cashed at now; 0 where it cannot.
func (r Round) Cash(now time.Time) Multiplier {
	if !r.Flying(now) {
		return 0
	}
	if m := min(At(now.Sub(r.Takeoff)), r.Point); m >= Least {
		return m
	}
	return 0
}

// Schedule finds rounds by time. It is where each crashes that makes them long or short.
type Schedule func(round int64) Multiplier

// At is the round of a time, with up to n that ended before it, newest first.
func (s Schedule) At(now time.Time, n int) (round Round, before []Round) {
	number := floor(now.UnixMilli(), hour.Milliseconds())
	rounds := s.hour(number)
	i := 0
	for i < len(rounds) && !now.Before(rounds[i].Ends()) {
		i++
	}
	if i < len(rounds) {
		round = rounds[i]
	} else {
		round = s.first(number + 1)
	}
	if i < n {
		earlier := s.hour(number - 1)
		rounds, i = append(earlier, rounds[:i]...), len(earlier)+i
	}
	for ; n > 0 && i > 0; n-- {
		i--
		before = append(before, rounds[i])
	}
	return round, before
}

// hour gives the rounds of an hour since 1970 in their order.
func (s Schedule) hour(number int64) []Round {
	end := time.UnixMilli((number + 1) * hour.Milliseconds())
	rounds := []Round{s.first(number)}
	for {
		last := rounds[len(rounds)-1]
		takeoff := last.Ends().Add(Betting)
		if takeoff.Add(Cap.Flight() + After).After(end) {
			return rounds
		}
		rounds = append(rounds, s.round(last.Number+1, takeoff))
	}
}

func (s Schedule) first(hourNumber int64) Round {
	return s.round(hourNumber*perHour, time.UnixMilli(hourNumber*hour.Milliseconds()).Add(Betting))
}

func (s Schedule) round(number int64, takeoff time.Time) Round {
	point := s(number)
	return Round{Number: number, Takeoff: takeoff, Crash: takeoff.Add(point.Flight()), Point: point}
}

// floor divides towards minus infinity, for clocks before 1970.
func floor(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
