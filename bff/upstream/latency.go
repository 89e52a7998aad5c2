package upstream

import "time"

// latency is what is known of the duration of one call of a circuit. Durations of calls of one
// class differ by nature, so that each is compared with its own.
type latency struct {
	samples int
	mean    time.Duration // moving average over about 8 answers
	dev     time.Duration // moving mean deviation over about 4 answers
	usual   time.Duration // moving average over about 64 answers that rises slowly, see maxRise
	at      time.Time     // of the last answer
}

// Smoothing of latency: mean and dev have the factors of the retransmission timer of TCP (RFC
// 6298); usual is slower, so that an overloaded platform does not become the standard at once.
const (
	meanShift  = 3 // 1/8
	devShift   = 2 // 1/4
	usualShift = 6 // 1/64
)

// maxRise bounds the growth of usual, as a part of itself per second: under a growing load durations
// grow faster, which is an overload and not the standard.
const maxRise = 0.05

// minOverdue is the shortest time after which a call is overdue: below it, pauses of the
// scheduler and of garbage collectors look like a platform that hangs.
const minOverdue = 50 * time.Millisecond

// overdue returns the age at which a call is far beyond its usual duration.
func (l *latency) overdue() time.Duration {
	return max(minOverdue, 3*l.mean, l.mean+4*l.dev)
}

// add adds the duration of a call that was answered now. A duration far beyond all earlier ones
// counts as four times overdue: one straggler changes little, and a platform that became slower is
// known after a few answers. With raise, usual may grow.
func (l *latency) add(took time.Duration, raise bool, now time.Time) {
	since := now.Sub(l.at)
	l.samples++
	l.at = now
	if l.samples == 1 {
		l.mean, l.dev, l.usual = took, took/2, took
		return
	}
	took = min(took, 4*l.overdue())
	diff := took - l.mean
	l.mean += diff >> meanShift
	l.dev += (max(diff, -diff) - l.dev) >> devShift
	shift := min(usualShift, 1+l.samples/8) // the first answers count for more
	step := (took - l.usual) >> shift
	switch {
	case step > 0 && !raise:
		return
	case step > 0 && l.samples > coldAnswers:
		step = min(step, time.Duration(maxRise*since.Seconds()*float64(l.usual)))
	}
	l.usual += step
}

// ratio returns how a duration compares with the usual one.
func (l *latency) ratio(took time.Duration) float64 {
	return float64(took) / float64(max(l.usual, time.Microsecond))
}
