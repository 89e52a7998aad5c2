package bingo

import (
	"time"

	"croupier/bff/mock/games/live"
)

// Gap is the time between two calls; Lead is that from the end of the sale to the first.
const (
	Gap  = 900 * time.Millisecond
	Lead = time.Second
)

// Clock is how long a round's parts last: the sale of cards, the calls, and the end.
var Clock = live.Clock{
	Betting: 35 * time.Second, Grace: 500 * time.Millisecond, Playing: Lead + Calls*Gap, Showing: 6 * time.Second,
}

// Called is how many balls have been called in a round at a time.
func Called(r live.Round, now time.Time) int {
	since := now.Sub(r.Closes.Add(Lead))
	if since < 0 {
		return 0
	}
	return min(int(since/Gap)+1, Calls)
}

// Call is when a round's ball is called; the first one is 1.
func Call(r live.Round, n int) time.Time {
	return r.Closes.Add(Lead + time.Duration(n-1)*Gap)
}
