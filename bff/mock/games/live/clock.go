package live

import "time"

// Clock is how long a round's parts last. Betting closes on the page when Betting is over;
// Grace is for bets still on their way. Only then may anybody know the outcome.
type Clock struct {
	Betting, Grace, Playing, Showing time.Duration
}

// Round is one round of a table by the clock.
type Round struct {
	Number                       int64
	Opens, Closes, Settles, Ends time.Time
	shut                         time.Time
}

// Length is how long a round lasts altogether.
func (c Clock) Length() time.Duration { return c.Betting + c.Playing + c.Showing }

// At gives the round that runs at a table at a moment. Tables do not run in step: each
// begins its rounds at its own seconds.
func (c Clock) At(table int, now time.Time) Round {
	shift := time.Duration(table) * 7 * time.Second % c.Length()
	since := now.Add(-shift).UnixMilli()
	length := c.Length().Milliseconds()
	number := since / length
	if since < 0 && since%length != 0 {
		number--
	}
	opens := time.UnixMilli(number * length).Add(shift)
	r := Round{Number: number, Opens: opens, Closes: opens.Add(c.Betting)}
	r.shut = r.Closes.Add(c.Grace)
	r.Settles = r.Closes.Add(c.Playing)
	r.Ends = r.Settles.Add(c.Showing)
	return r
}

// Open tells whether bets are still taken.
func (r Round) Open(now time.Time) bool { return now.Before(r.shut) }
