package upstream

import (
	"slices"
	"time"
)

// adaptiveLimit is the part of a limiter that follows the platform. It works in rounds: a round
// ends after the answers of minRatios calls that began in it. If the median answer took more than
// overloaded times the usual duration, the round is an overload. The limit then becomes, by
// Little's law, the concurrency at which the current throughput takes twice the usual time.
//
// If calls are slow in spite of a limit, or with a load that was recently answered in the usual
// time, the platform is slower than before. The new duration then becomes the usual one.
type adaptiveLimit struct {
	limit   int // 0: none
	answers int // good answers so far, up to coldAnswers
	calls   map[string]*latency

	arrived    int     // calls that have asked for a slot
	provenLoad float64 // most calls in flight, of late, that all took their usual time

	began      time.Time     // of the round
	ratios     []float64     // durations of calls that began and were answered in it, as ratios to the usual ones
	concurrent int           // sum of the calls in flight when these began
	arrivals   int           // sum of the calls that arrived while these ran
	ran        time.Duration // sum of their durations
	good       int           // good answers in it
	all        float64       // sum of the ratios of these
	usual      time.Duration // sum of the usual durations of these
	peak       int           // most calls in flight in it
	helpless   bool          // the latest rounds were overloads
	since      time.Time     // the first of them

	bound   time.Time     // when the limit was last used up
	typical time.Duration // usual duration of the calls of the latest overload
}

const (
	coldAnswers = 32 // good answers before the first round counts
	overloaded  = 3  // ratio of an overload
	// a faster answer is never an overload, because a busy processor here may delay it
	harmless    = 25 * time.Millisecond
	tolerated   = 2                       // ratio that the limit aims at
	minLimit    = 16                      // the lowest limit, which every healthy platform can handle
	maxHelpless = 1500 * time.Millisecond // overload in spite of a limit, after which the platform counts as slower
	maxUnqueued = 1.25                    // ratio up to which calls do not wait for each other
	ramp        = 2                       // growth of a limit that changes nothing
	unusedAfter = time.Second             // after which a limit that is not used up is removed
	// a call counts if this process may have added at most one in maxLate parts of its duration
	maxLate   = 4
	minRatios = 5           // answers of calls that began in a round, for their median
	similar   = 1.25        // ratio to provenLoad up to which the load does not explain slow calls
	provenFor = time.Minute // after which a provenLoad has faded
)

func (a *adaptiveLimit) latencyOf(method string) *latency {
	l := a.calls[method]
	if l == nil {
		l = &latency{}
		a.calls[method] = l
	}
	return l
}

// adapt learns from a good answer, and changes the limit at the end of a round.
func (a *adaptiveLimit) adapt(f *flight, took, late time.Duration, now time.Time) {
	if a.answers < coldAnswers {
		a.answers++
	}
	ratio := float64(max(0, took-late)) / float64(f.latency.usual())
	if f.latency.samples == 0 || took <= harmless {
		ratio = 1
	}
	if late <= took/maxLate || f.latency.samples < coldAnswers { // late ones are better than none
		f.latency.add(took, a.limit == 0 && ratio < overloaded, now)
	}
	if a.answers < coldAnswers {
		a.began = now
		return
	}
	a.good++
	a.all += ratio
	a.usual += f.latency.usual()
	if f.began.Before(a.began) {
		return
	}
	a.concurrent += f.concurrent
	a.arrivals += a.arrived - f.arrived
	a.ran += took
	if a.ratios = append(a.ratios, ratio); len(a.ratios) < minRatios {
		return
	}
	slices.Sort(a.ratios)
	a.endRound(a.ratios[len(a.ratios)/2], now)
	a.beginRound(now)
}

// beginRound begins a round of the calls that begin after at.
func (a *adaptiveLimit) beginRound(at time.Time) {
	a.began, a.ratios, a.good, a.usual, a.peak = at, a.ratios[:0], 0, 0, 0
	a.concurrent, a.arrivals, a.ran, a.all = 0, 0, 0, 0
}

// load returns how many calls would be in flight if each took its usual time. A platform with a
// queue slows down by the calls before, one that shares its processors by those that arrive later:
// the larger number counts.
func (a *adaptiveLimit) load() float64 {
	usual := (a.usual / time.Duration(a.good)).Seconds()
	return max(float64(a.concurrent)/minRatios, float64(a.arrivals)/a.ran.Seconds()*usual)
}

func (a *adaptiveLimit) endRound(median float64, now time.Time) {
	if a.peak >= a.limit {
		a.bound = now
	}
	// neither the first answers nor all took longer
	if a.limit == 0 && median <= maxUnqueued && a.all <= maxUnqueued*float64(a.good) {
		a.provenLoad = max(float64(a.concurrent)/minRatios,
			a.provenLoad*(1-now.Sub(a.began).Seconds()/provenFor.Seconds()))
	}
	switch {
	case median <= overloaded:
		a.helpless = false
		a.relax(median, now)
	case a.limit == 0 && (a.peak <= minLimit || a.load() <= max(minLimit, similar*a.provenLoad)):
		a.rebase(median)
	case a.helpless && now.Sub(a.since) >= maxHelpless:
		a.rebase(median)
		a.helpless = false
		a.limit *= ramp
	default:
		if !a.helpless {
			a.helpless, a.since = true, now
		}
		throughput := float64(a.good) / max(now.Sub(a.began), time.Millisecond).Seconds()
		a.typical = a.usual / time.Duration(a.good)
		a.limit = max(minLimit, int(tolerated*throughput*a.typical.Seconds()))
	}
}

// rebase makes the present durations the usual ones: not the number of calls makes them long.
func (a *adaptiveLimit) rebase(median float64) {
	for _, l := range a.calls {
		l.rebase(median)
	}
}

// relax raises a limit that is used up, faster if calls do not wait for each other, and removes one
// that is not.
func (a *adaptiveLimit) relax(median float64, now time.Time) {
	switch {
	case a.limit == 0:
	case now.Sub(a.bound) >= unusedAfter:
		a.limit = 0
	case a.bound != now:
	case median <= maxUnqueued:
		a.limit *= ramp
	default:
		a.limit += max(1, a.limit/8)
	}
}
