package protection_test

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
	"croupier/bff/player/protection"
	"croupier/bff/test/testkit"
)

// The model repeats the constants of the rules, because it must not depend on the tested code.
const (
	looserAfter   = 24 * time.Hour
	lapsesAfter   = 7 * 24 * time.Hour // from when it may be confirmed
	roundsValid   = 5 * time.Minute
	roundsRecent  = time.Minute
	resultsWithin = 15 * time.Minute // time in which a platform reports a round and its win
)

var zones = []string{"UTC", "Europe/Istanbul", "Europe/Berlin", "America/New_York"}

// isSame reports whether two moments are in the same period by the calendar of a zone.
func isSame(p string, a, b time.Time, zone *time.Location) bool {
	a, b = a.In(zone), b.In(zone)
	switch p {
	case bff.PeriodDay:
		return a.Format(time.DateOnly) == b.Format(time.DateOnly)
	case bff.PeriodWeek:
		yearA, weekA := a.ISOWeek()
		yearB, weekB := b.ISOWeek()
		return yearA == yearB && weekA == weekB
	default:
		return a.Format("2006-01") == b.Format("2006-01")
	}
}

// wish is a limit of a model with its active and its requested value.
type wish struct {
	inForce int64
	wanted  *int64 // requested value, nil: none, or the removal if removal is set
	removal bool
	from    time.Time
}

func (w *wish) isPending(now time.Time) bool {
	return w != nil && (w.wanted != nil || w.removal) && now.Before(w.from.Add(lapsesAfter))
}

// wishes are the limits of a model.
type wishes map[bff.LimitID]*wish

func (w wishes) set(id bff.LimitID, value int64, now time.Time) {
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
func (w wishes) remove(id bff.LimitID, now time.Time) bool {
	l := w[id]
	if l != nil {
		*l = wish{inForce: l.inForce, removal: true, from: now.Add(looserAfter)}
	}
	return l != nil
}

func (w wishes) confirm(id bff.LimitID, now time.Time) error {
	switch l := w[id]; {
	case !l.isPending(now):
		return bff.ReasonNothingPending
	case now.Before(l.from):
		return bff.ReasonLimitWaits
	case l.removal:
		delete(w, id)
	default:
		*l = wish{inForce: *l.wanted}
	}
	return nil
}

func (w wishes) cancel(id bff.LimitID, now time.Time) error {
	l := w[id]
	if !l.isPending(now) {
		return bff.ReasonNothingPending
	}
	*l = wish{inForce: l.inForce}
	return nil
}

// sequences returns the number of random sequences: 200, or CROUPIER_SEQUENCES for longer runs
// (make test-limits).
func sequences(t *testing.T) int {
	n, err := strconv.Atoi(cmp.Or(os.Getenv("CROUPIER_SEQUENCES"), "200"))
	must(t, err)
	return n
}

// modelRound is a round or a bet of the model's platform. The platform reports it and its win with
// a delay.
type modelRound struct {
	at, told, won time.Time
	stake, win    bff.MinorUnits
}

// playModel is a simple model of the rules for starting games, compared with two instances that
// share a store. It is also their platform and reports its rounds.
type playModel struct {
	zone  *time.Location
	brand *bff.Brand
	now   time.Time

	store     *testkit.Keyed
	key       *indexkey.Key
	bus       *testkit.Bus
	instances [2]*protection.Service
	stop      [2]func()

	ids          []bff.LimitID // of the limits that the player sets
	limits       wishes
	deposits     map[string]*accepted
	keys         []string // of the deposits
	games, bets  []modelRound
	minutes      map[int64]time.Time // minutes of use with a limit of session time
	breakEnd     time.Time
	exclusionEnd time.Time
	forever      bool

	gamesDown, betsDown bool
	gamesTold, betsTold time.Time // last reports of the platform
	since               time.Time // start of the gapless reports
	hole                bool      // gap before the games that were reported last
}

// playIDs are the limits that apply to games.
var playIDs = func() (out []bff.LimitID) {
	for _, kind := range []string{bff.LimitLoss, bff.LimitStake, bff.LimitSessionTime} {
		for _, period := range []string{bff.PeriodDay, bff.PeriodWeek, bff.PeriodMonth} {
			out = append(out, bff.LimitID{Kind: kind, Period: period})
		}
	}
	return out
}()

const (
	chip   = 50 // every amount is a multiple of it, so limits are often reached exactly
	player = "ayse"
	second = time.Second
)

var errDown = errors.New("the platform is down")

func (m *playModel) restart(i int) {
	if m.stop[i] != nil {
		m.stop[i]()
	}
	m.instances[i] = newService(protection.NewRegister(m.store, m.key), m.bus, &m.now)
	m.stop[i] = m.instances[i].Follow(context.Background())
}

// told returns the reported rounds that began within a period.
func (m *playModel) told(all []modelRound, from, until time.Time) (out []protection.PlayedRound) {
	for _, r := range all {
		if r.at.Before(from) || r.at.After(until) || r.told.After(m.now) {
			continue
		}
		round := protection.PlayedRound{At: r.at, Stake: r.stake}
		if !r.won.After(m.now) {
			round.Win = r.win
		}
		out = append(out, round)
	}
	return out
}

// Games implements protection.PlayedRounds.
func (m *playModel) Games(
	_ context.Context, from, until time.Time,
) (rounds []protection.PlayedRound, known time.Time, err error) {
	if m.gamesDown {
		return nil, from, errDown
	}
	m.hole = from.After(m.asOf())
	m.gamesTold = m.now
	return m.told(m.games, from, until), until, nil
}

// Bets implements protection.PlayedRounds.
func (m *playModel) Bets(_ context.Context, from, until time.Time) ([]protection.PlayedRound, error) {
	if m.betsDown {
		return nil, errDown
	}
	m.betsTold = m.now
	if m.hole || from.Before(m.since) {
		m.since = from
	}
	return m.told(m.bets, from, until), nil
}

// asOf returns the time of the last complete report.
func (m *playModel) asOf() time.Time {
	if m.betsTold.Before(m.gamesTold) {
		return m.betsTold
	}
	return m.gamesTold
}

// used returns the current use of a limit by the last report.
func (m *playModel) used(id bff.LimitID) int64 {
	var stakes, wins bff.MinorUnits
	for _, r := range slices.Concat(m.games, m.bets) {
		if r.told.After(m.asOf()) || !isSame(id.Period, r.at, m.now, m.zone) {
			continue
		}
		stakes += r.stake
		if !r.won.After(m.asOf()) {
			wins += r.win
		}
	}
	var minutes int64
	for _, at := range m.minutes {
		if isSame(id.Period, at, m.now, m.zone) {
			minutes++
		}
	}
	var deposits bff.MinorUnits
	for _, d := range m.deposits {
		if !d.isBack && isSame(id.Period, d.at, m.now, m.zone) {
			deposits += d.amount
		}
	}
	switch id.Kind {
	case bff.LimitDeposit:
		return int64(deposits)
	case bff.LimitStake:
		return int64(stakes)
	case bff.LimitLoss:
		return max(0, int64(stakes-wins))
	default:
		return minutes
	}
}

func (m *playModel) has(kinds ...string) bool {
	for id := range m.limits {
		if slices.Contains(kinds, id.Kind) {
			return true
		}
	}
	return false
}

// refusal returns the debug code of the current refusal of a game.
func (m *playModel) refusal() string {
	switch {
	case m.forever, m.now.Before(m.exclusionEnd):
		return bff.ReasonSelfExcluded.Debug
	case m.now.Before(m.breakEnd):
		return bff.ReasonCoolingOff.Debug
	case m.has(bff.LimitLoss, bff.LimitStake) && (m.now.Sub(m.asOf()) >= roundsValid || m.since.After(m.needed())):
		return bff.ReasonUnavailable.Debug
	}
	for id, l := range m.limits {
		if m.used(id) >= l.inForce {
			return bff.ReasonLimitReached.Debug
		}
	}
	return ""
}

// needed returns the time from which rounds count for a limit of losses or stakes.
func (m *playModel) needed() time.Time {
	year, month, day := m.now.In(m.zone).Date()
	first := time.Date(year, month, day, 0, 0, 0, 0, m.zone)
	for id := range m.limits {
		if id.Kind == bff.LimitSessionTime {
			continue
		}
		start := time.Date(year, month, day, 0, 0, 0, 0, m.zone)
		for n := day; !isSame(id.Period, start, m.now, m.zone) ||
			isSame(id.Period, start.AddDate(0, 0, -1), m.now, m.zone); n-- {
			start = time.Date(year, month, n-1, 0, 0, 0, 0, m.zone)
		}
		if start.Before(first) {
			first = start
		}
	}
	return first
}
