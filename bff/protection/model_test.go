package protection_test

import (
	"cmp"
	"os"
	"strconv"
	"testing"
	"time"

	"croupier/bff/protection"
)

// What the property tests expect is written down here once more, without the code under test.
const (
	looserAfter   = 24 * time.Hour
	lapsesAfter   = 7 * 24 * time.Hour // from when it may be confirmed
	roundsValid   = 5 * time.Minute
	roundsRecent  = time.Minute
	resultsWithin = 15 * time.Minute // in which a platform tells a round and its win
)

var zones = []string{"UTC", "Europe/Istanbul", "Europe/Berlin", "America/New_York"}

// isSame reports whether two moments are in the same period by the calendar of a zone.
func isSame(p protection.Period, a, b time.Time, zone *time.Location) bool {
	a, b = a.In(zone), b.In(zone)
	switch p {
	case protection.PeriodDay:
		return a.Format(time.DateOnly) == b.Format(time.DateOnly)
	case protection.PeriodWeek:
		yearA, weekA := a.ISOWeek()
		yearB, weekB := b.ISOWeek()
		return yearA == yearB && weekA == weekB
	default:
		return a.Format("2006-01") == b.Format("2006-01")
	}
}

// wish is a limit of a model: what is in force, and what is wanted instead.
type wish struct {
	inForce int64
	wanted  *int64 // nil: nothing, or the removal where removal is set
	removal bool
	from    time.Time
}

func (w *wish) isPending(now time.Time) bool {
	return w != nil && (w.wanted != nil || w.removal) && now.Before(w.from.Add(lapsesAfter))
}

// wishes are the limits of a model.
type wishes map[protection.ID]*wish

func (w wishes) set(id protection.ID, value int64, now time.Time) {
	switch l := w[id]; {
	case l == nil:
		w[id] = &wish{inForce: value}
	case value <= l.inForce:
		*l = wish{inForce: value}
	default:
		*l = wish{inForce: l.inForce, wanted: &value, from: now.Add(looserAfter)}
	}
}

// remove reports whether there is something to remove.
func (w wishes) remove(id protection.ID, now time.Time) bool {
	l := w[id]
	if l != nil {
		*l = wish{inForce: l.inForce, removal: true, from: now.Add(looserAfter)}
	}
	return l != nil
}

func (w wishes) confirm(id protection.ID, now time.Time) error {
	switch l := w[id]; {
	case !l.isPending(now):
		return protection.ErrNothingPending
	case now.Before(l.from):
		return protection.ErrTooEarly
	case l.removal:
		delete(w, id)
	default:
		*l = wish{inForce: *l.wanted}
	}
	return nil
}

func (w wishes) cancel(id protection.ID, now time.Time) error {
	l := w[id]
	if !l.isPending(now) {
		return protection.ErrNothingPending
	}
	*l = wish{inForce: l.inForce}
	return nil
}

// sequences returns how many random sequences are tried: 200, or CROUPIER_SEQUENCES in the long form (make test-limits).
func sequences(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(cmp.Or(os.Getenv("CROUPIER_SEQUENCES"), "200"))
	must(t, err)
	return n
}
