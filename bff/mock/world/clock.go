package world

import (
	"hash/fnv"
	"math/rand/v2"
	"time"
)

// Zone is the brand time zone of all dates on the wire (calls.md §2). Turkey has been at UTC+3 since 2016, so
// no zone database is needed.
var Zone = time.FixedZone("Europe/Istanbul", 3*60*60)

// epoch, a Monday, is the origin of all schedules.
var epoch = time.Date(2024, time.January, 1, 0, 0, 0, 0, Zone)

const day = 24 * time.Hour

func days(n int) time.Duration { return time.Duration(n) * day }

// midnight returns the start of t's day in Zone.
func midnight(t time.Time) time.Time {
	y, m, d := t.In(Zone).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, Zone)
}

// Schedule is a recurring period: it starts Offset after the epoch and then at every multiple of Every, and
// lasts for Duration.
type Schedule struct {
	Every, Duration, Offset time.Duration
}

// Index returns the number of the latest occurrence that has started, counted from zero.
func (s Schedule) Index(now time.Time) int {
	since := now.Sub(epoch.Add(s.Offset))
	n := since / s.Every
	if since < 0 && since%s.Every != 0 {
		n--
	}
	return int(n)
}

// Occurrence returns the period of occurrence n.
func (s Schedule) Occurrence(n int) (start, end time.Time) {
	start = epoch.Add(s.Offset + time.Duration(n)*s.Every)
	return start, start.Add(s.Duration)
}

// Current returns the period of the latest occurrence that has started.
func (s Schedule) Current(now time.Time) (start, end time.Time) { return s.Occurrence(s.Index(now)) }

// Nearest returns the running occurrence, otherwise the next one if it starts within notice, otherwise the
// previous one.
func (s Schedule) Nearest(now time.Time, notice time.Duration) (start, end time.Time) {
	start, end = s.Current(now)
	if next, until := s.Occurrence(s.Index(now) + 1); !now.Before(end) && next.Sub(now) <= notice {
		return next, until
	}
	return start, end
}

// newRand returns a generator for one purpose, so that an additional draw in one place changes nothing
// elsewhere.
func newRand(seed uint64, purpose string) *rand.Rand {
	return rand.New(rand.NewPCG(seed, hash64(purpose)))
}

func hash64(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// mix hashes numbers to an evenly distributed one, for values that are computed instead of stored.
func mix(parts ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, p := range parts {
		h ^= p
		h *= 0xff51afd7ed558ccd
		h ^= h >> 33
		h *= 0xc4ceb9fe1a85ec53
		h ^= h >> 29
	}
	return h
}
