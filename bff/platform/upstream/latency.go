package upstream

import (
	"time"
)

// latency contains the statistics of the duration of one call. Calls of one class differ.
type latency struct {
	samples int
	mean    time.Duration // moving average over about 8 answers
	dev     time.Duration // moving mean deviation over about 4 answers
	average time.Duration // moving average over about 64 answers
	ceiling time.Duration // of usual
	at      time.Time     // of the last answer
}

// Smoothing: mean and dev have the factors of the retransmission timer of TCP (RFC 6298).
const (
	meanShift    = 3 // 1/8
	devShift     = 2 // 1/4
	averageShift = 6 // 1/64
)

// The usual duration rises slowly. Under a growing load durations grow faster, which is an
// overload.
const (
	maxRise  = 0.05 // of itself per second
	headroom = 1.25 // of the ceiling above the average, for chance
)

// minOverdue is the shortest time after which a call is overdue. Schedulers and garbage collectors
// pause too.
const minOverdue = 50 * time.Millisecond

// overdue returns the age at which a call is far beyond its usual duration.
func (l *latency) overdue() time.Duration {
	return max(minOverdue, 3*l.mean, l.mean+4*l.dev)
}

func (l *latency) usual() time.Duration { return max(time.Microsecond, min(l.average, l.ceiling)) }

// add adds the duration of a call that was answered now. It counts at most four times the overdue
// age, so one straggler changes little. With raise, the usual duration may rise.
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

// rebase multiplies the usual duration by factor.
func (l *latency) rebase(factor float64) {
	l.average = time.Duration(factor * float64(l.usual()))
	l.ceiling = l.average
}

// hungCalls is the number of overdue calls that prove a hang, without any answer meanwhile.
const hungCalls = 3

// suspicion is the shortest duration of the signs. After a pause of this process, it first reads
// answers.
const suspicion = 10 * time.Millisecond

// Some platforms pause, for instance to collect garbage. The longest recent pause is remembered and
// fades. A silence is a hang only if it is clearly longer, also than the recent delays of this
// process in total. The processes that delay this one may delay a platform or a proxy beside it.
const (
	maxPause    = time.Second // a longer silence is a hang
	pauseMemory = time.Minute
	busyMemory  = 10 * time.Second
	pauseMargin = 2
)

// pause is the longest recent silence that ended with an answer.
func (l *limiter) pause(now time.Time) time.Duration {
	left := 1 - now.Sub(l.pausedAt).Seconds()/pauseMemory.Seconds()
	return time.Duration(max(0, left) * float64(l.paused))
}

// onAnswer records the duration of an answered call.
func (l *limiter) onAnswer(f *flight, took time.Duration, now time.Time) {
	silence := min(took, now.Sub(l.lastAnswer))
	if f.latency.samples > 0 && silence > max(f.latency.overdue(), l.pause(now)) && silence <= maxPause {
		l.paused, l.pausedAt = silence, now
	}
	l.lastAnswer, l.lost = now, 0
}

// harmlessSilence returns the longest silence that proves no hang, whatever the call.
func (l *limiter) harmlessSilence(now time.Time) time.Duration {
	_, busy := l.lateness(now.Add(-busyMemory), now)
	return pauseMargin * max(l.pause(now), min(busy, maxPause))
}

// overdue returns the age at which a call that began at the given time may prove a hang. harmless is
// the result of harmlessSilence.
func (l *limiter) overdue(c *latency, began, now time.Time, harmless time.Duration) time.Duration {
	late, _ := l.lateness(began, now)
	return max(c.overdue(), harmless) + late
}

// maxExamined bounds the calls that hangs examines, oldest first.
const maxExamined = 16

// hangs reports whether several calls are far beyond their usual duration without any answer in
// that time. It is false without enough answers.
func (l *limiter) hangs(now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.answers < coldAnswers || l.flights.Len()+l.lost < hungCalls {
		l.suspected = time.Time{}
		return false
	}
	overdue := l.lost
	if silence := now.Sub(l.lastAnswer); silence > minOverdue { // otherwise it is cheap
		harmless, e := l.harmlessSilence(now), l.flights.Front()
		for examined := 0; e != nil && examined < maxExamined; examined++ {
			f := e.Value.(*flight)
			limit := l.overdue(f.latency, f.began, now, harmless)
			if f.latency.samples > 0 && min(now.Sub(f.began), silence) > limit {
				overdue++
			}
			e = e.Next()
		}
	}
	if overdue < hungCalls {
		l.suspected = time.Time{}
		return false
	}
	if l.suspected.IsZero() {
		l.suspected = now
	}
	return now.Sub(l.suspected) >= suspicion
}

// isOverdue reports whether a call is far beyond its usual duration.
func (l *limiter) isOverdue(method string, began, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	latency := l.latencyOf(method)
	return l.answers >= coldAnswers && latency.samples > 0 &&
		now.Sub(began) > l.overdue(latency, began, now, l.harmlessSilence(now))
}

// onHang refuses every waiting call. The calls in flight begin a new round, which measures the new
// duration.
func (l *limiter) onHang() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.beginRound(time.Time{})
	l.peak = l.flights.Len()
	for e := l.waiting.Front(); e != nil; e = l.waiting.Front() {
		close(l.waiting.Remove(e).(*waiter).granted)
	}
}

// onClose forgets the signs that the platform hangs.
func (l *limiter) onClose() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lastAnswer, l.lost = time.Now(), 0
}
