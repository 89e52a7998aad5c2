package games

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/internal/lists"
	"croupier/bff/mock/world"
)

// Clock is how long the parts of a round last. Bets in transit are accepted until Grace after the
// end of Betting.
type Clock struct {
	Betting, Grace, Playing, Showing time.Duration
}

// Round is one round of a game whose rounds all players share.
type Round struct {
	Number  int64
	Opens   time.Time
	Closes  time.Time // pages stop offering bets
	Shut    time.Time // bets are refused from here on
	Settles time.Time // bets are paid
	Ends    time.Time // the next round opens
}

// At returns the round that runs at a game at now. Games are offset against one another by their
// id.
func (c Clock) At(game int, now time.Time) Round {
	number, start := period(game, c.Betting+c.Playing+c.Showing, now)
	r := Round{Number: number, Opens: start, Closes: start.Add(c.Betting)}
	r.Shut = r.Closes.Add(c.Grace)
	r.Settles = r.Closes.Add(c.Playing)
	r.Ends = r.Settles.Add(c.Showing)
	return r
}

// period returns the number, negative before 1970, and the start of the period that contains now.
func period(game int, length time.Duration, now time.Time) (number int64, start time.Time) {
	offset := time.Duration(game) * 7 * time.Second % length
	since := now.Add(-offset).UnixMilli()
	number = int64(math.Floor(float64(since) / float64(length.Milliseconds())))
	return number, time.UnixMilli(number * length.Milliseconds()).Add(offset)
}

// Open reports whether bets are accepted at now.
func (r Round) Open(now time.Time) bool { return now.Before(r.Shut) }

type phase string

const (
	betting phase = "betting"
	playing phase = "playing"
	over    phase = "over"
)

func (r Round) phase(now time.Time) (current phase, next time.Time) {
	switch {
	case now.Before(r.Closes):
		return betting, r.Closes
	case r.Open(now):
		return betting, r.Shut
	case now.Before(r.Settles):
		return playing, r.Settles
	default:
		return over, r.Ends
	}
}

// price returns the pay of a winning bet in hundredths of the stake: the fair price times rtp (per
// cent).
func price(rtp, chance float64) int64 { return int64(math.Round(rtp / chance)) }

func payout(stake bff.MinorUnits, price int64) bff.MinorUnits {
	return stake * bff.MinorUnits(price) / 100
}

// Bounds of lists in pages.
const (
	shownPast = 20
	shownBets = 40
)

// sharedGame is a game whose rounds all players share.
type sharedGame struct {
	round func(s Session, a Account) Round
	// view returns the fields of the page's state besides the common fields.
	view func(t *table) Object
	// past shows the outcome of a past round.
	past func(s Session, rng *rand.Rand) any
	// pays returns the win of a bet by the random numbers of its round.
	pays func(s Session, bet world.Bet, rng *rand.Rand) bff.MinorUnits
}

func (g *sharedGame) kind(folder string, describe func(Session) Object, actions map[string]action) kind {
	return kind{folder, describe, g.state, actions, g.pays}
}

// table is a shared round as one session sees it.
type table struct {
	Account
	session Session
	now     time.Time
	round   Round
	phase   phase
	next    time.Time // when the state changes by itself
}

func (g *sharedGame) table(s Session, a Account) *table {
	t := &table{Account: a, session: s, now: a.Now(), round: g.round(s, a)}
	t.phase, t.next = t.round.phase(t.now)
	return t
}

// state returns the state that the page shows. Past rounds are the newest first, bets the oldest
// first.
func (g *sharedGame) state(s Session, a Account) (Object, error) {
	t := g.table(s, a)
	past := []any{}
	for n := t.round.Number - 1; len(past) < shownPast; n-- {
		past = append(past, g.past(t.session, t.Chance(n)))
	}
	return merged(balances(t.Balances()), Object{
		"now": t.now.UnixMilli(), "round": t.round.Number, "phase": t.phase, "past": past,
		"opens": t.round.Opens.UnixMilli(), "closes": t.round.Closes.UnixMilli(), "next": t.next.UnixMilli(),
	}, g.view(t)), nil
}

// bets returns the last bets with the further fields that own returns.
func (t *table) bets(own func(world.Bet) Object) []Object {
	bets := t.Bets()
	return lists.Map(bets[max(0, len(bets)-shownBets):], func(b world.Bet) Object {
		shown := Object{"id": b.ID, "round": b.Round, "stake": b.Stake, "settled": b.Settled, "win": b.Win}
		maps.Copy(shown, own(b))
		return shown
	})
}

func (t *table) placed(round int64) []world.Bet {
	return slices.DeleteFunc(t.Bets(), func(bet world.Bet) bool { return bet.Round != round })
}

// act runs f, which moves money, and returns the state of the round.
func (g *sharedGame) act(s Session, a Account, f func(*table) error) (Object, error) {
	if err := f(g.table(s, a)); err != nil {
		return nil, err
	}
	return g.state(s, a)
}
