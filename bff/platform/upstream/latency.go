package upstream

import "time"

// latency is what is known of the duration of one call of a circuit. Durations of calls of one
// class differ by nature, so that each is compared with its own.
type latency struct {
	samples int
	mean    time.Duration // moving average over about 8 answers
	dev     time.Duration // moving mean deviation over about 4 answers
	average time.Duration // moving average over about 64 answers
	ceiling time.Duration // of usual
	at      time.Time     // of the last answer
}

// Smoothing of latency: mean and dev have the factors of the retransmission timer of TCP (RFC
// 6298).
const (
	meanShift    = 3 // 1/8
	devShift     = 2 // 1/4
	averageShift = 6 // 1/64
)

// The usual duration rises slowly: under a growing load durations grow faster, which is an overload
// and not the standard.
const (
	maxRise  = 0.05 // of itself per second
	headroom = 1.25 // of the ceiling above the average, for chance
)

// minOverdue is the shortest time after which a call is overdue: below it, pauses of the
// scheduler and of garbage collectors look like a platform that hangs.
const minOverdue = 50 * time.Millisecond

// overdue returns the age at which a call is far beyond its usual duration.
func (l *latency) overdue() time.Duration {
	return max(minOverdue, 3*l.mean, l.mean+4*l.dev)
}

// usual returns the usual duration.
func (l *latency) usual() time.Duration { return max(time.Microsecond, min(l.average, l.ceiling)) }

// add adds the duration of a call that was answered now. A duration far beyond all earlier ones
// counts as four times overdue: one straggler changes little, and a platform that became slower is
// known after a few answers. With raise, the usual duration may rise.
func (l *latency) add(took time.Duration, raise bool, now time.Time) {
	since := now.Sub(l.at)
	l.samples++
	l.at = now
	if l.samples == 1 {
		l.mean, l.dev, l.average, l.ceiling = took, took/2, took, took
		return
	}
	took = min(took, 4*l.overdue())
	diff := took - l.mean
	l.mean += diff >> meanShift
	l.dev += (max(diff, -diff) - l.dev) >> devShift
	shift := min(averageShift, 1+l.samples/8) // the first answers count for more
	l.average += (took - l.average) >> shift
	highest := time.Duration(headroom * float64(l.average))
	switch {
	case l.samples <= coldAnswers || l.ceiling > highest:
		l.ceiling = highest
	case raise:
		l.ceiling = min(highest, l.ceiling+time.Duration(maxRise*since.Seconds()*float64(l.ceiling)))
	}
}

// rebase makes the usual duration factor times as long.
func (l *latency) rebase(factor float64) {
	l.average = time.Duration(factor * float64(l.usual()))
	l.ceiling = l.average
}

// ratio returns how a duration compares with the usual one.
func (l *latency) ratio(took time.Duration) float64 { return float64(took) / float64(l.usual()) }
