package world

import "time"

// Zone is the brand time zone of every date on the wire (calls.md §2). Turkey has kept
// UTC+3 since 2016, so no zone database is needed.
var Zone = time.FixedZone("Europe/Istanbul", 3*60*60)

// epoch, a Monday, is what every Cycle counts from.
var epoch = time.Date(2024, time.January, 1, 0, 0, 0, 0, Zone)

const day = 24 * time.Hour

// Cycle is something that comes round: it starts Phase after the epoch and then Every so
// often, each time for as long as it Lasts.
type Cycle struct {
	Every, Lasts, Phase time.Duration
}

// Index counts the occurrences that have started by now, from zero.
func (c Cycle) Index(now time.Time) int {
	since := now.Sub(epoch.Add(c.Phase))
	n := since / c.Every
	if since < 0 && since%c.Every != 0 {
		n--
	}
	return int(n)
}

// At gives the window of occurrence n.
func (c Cycle) At(n int) (start, end time.Time) {
	start = epoch.Add(c.Phase + time.Duration(n)*c.Every)
	return start, start.Add(c.Lasts)
}

// Around gives the window of the latest occurrence that has started.
func (c Cycle) Around(now time.Time) (start, end time.Time) { return c.At(c.Index(now)) }

// Nearest gives the window that a visitor should hear of: the one that runs, the next
// where it begins within notice, otherwise the one that ended last.
func (c Cycle) Nearest(now time.Time, notice time.Duration) (start, end time.Time) {
	n := c.Index(now)
	if start, end = c.At(n); now.Before(end) {
		return start, end
	}
	if s, e := c.At(n + 1); s.Sub(now) <= notice {
		return s, e
	}
	return start, end
}
