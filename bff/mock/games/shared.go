package games

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/rounds"
	"croupier/bff/mock/world"
)

// sharedStep is the stake step of all games of shared rounds. Any price in hundredths pays whole
// minor units on it.
const sharedStep bff.MinorUnits = 100

// sharedGame defines a game whose rounds all players share. The engine finds the rounds, serves
// their state by long polling, places and settles bets. O is the outcome of a round, P the body
// of a request that places bets.
type sharedGame[O any, P interface{ number() int64 }] struct {
	schedule schedule
	// outcome derives the outcome of a round from its random numbers.
	outcome func(s Session, rng *rand.Rand) O
	// phases names rounds.Betting, rounds.Playing and rounds.Over for the page.
	phases [rounds.Over + 1]string
	// view returns what the page shows of the state besides the common fields. It may bring the next of
	// the table forward.
	view func(t *table[O]) Object
	// place is the name of the action that places bets, query that of the query of the state
	// ("state" by default).
	place, query string
	// wagers returns the bets of a placement, or errBody or a *stakeError where it is invalid.
	wagers func(p P, s Session) ([]wager, error)
	// known reports whether a placement that was sent again is among the bets of its round; nil
	// for games whose placements have no key.
	known func(placed []world.Bet, p P) bool
	// limit checks new wagers against the bets that were placed on the round before.
	limit func(s Session, placed []world.Bet, wagers []wager) error
	// due is when a bet is settled; nil means with the round.
	due func(round rounds.Round, outcome O, w wager) time.Time
	// pays returns the win of a bet.
	pays func(s Session, outcome O, bet world.Bet) bff.MinorUnits
}

// onRound is the part of every placement that names its round.
type onRound struct {
	Round int64 `json:"round"`
}

func (o onRound) number() int64 { return o.Round }

// wager is a bet to be placed.
type wager struct {
	stake bff.MinorUnits
	play  string // see Bet.Play
}

// schedule finds the present round and the numbers of the past rounds that pages show, newest
// first.
type schedule func(s Session, a Account) (round rounds.Round, past []int64)

// onClock schedules the rounds of a game by a clock and shows n past rounds.
func onClock(clock rounds.Clock, n int) schedule {
	return func(s Session, a Account) (rounds.Round, []int64) {
		round := clock.At(s.ID, a.Now())
		past := make([]int64, n)
		for i := range past {
			past[i] = round.Number - 1 - int64(i)
		}
		return round, past
	}
}

// kind returns the game as a kind with further actions.
func (g sharedGame[O, P]) kind(assets string, describe func(Session) (Object, error), actions map[string]action) kind {
	all := map[string]action{g.place: g.bet}
	maps.Copy(all, actions)
	return kind{
		describe: describe, queries: map[string]action{cmp.Or(g.query, "state"): g.follow}, actions: all, shares: assets,
		settle: func(s Session, bet world.Bet, rng *rand.Rand) bff.MinorUnits {
			return g.pays(s, g.outcome(s, rng), bet)
		},
	}
}

// table is a shared round as one session sees it.
type table[O any] struct {
	Account
	session Session
	now     time.Time
	round   rounds.Round
	phase   rounds.Phase
	name    string    // of the phase for the page
	next    time.Time // when the state changes by itself
	outcome func(round int64) O
	numbers []int64 // of past rounds
}

func (g *sharedGame[O, P]) table(s Session, a Account) *table[O] {
	t := &table[O]{Account: a, session: s, now: a.Now()}
	t.round, t.numbers = g.schedule(s, a)
	t.phase, t.next = t.round.Phase(t.now)
	t.name = g.phases[t.phase]
	t.outcome = func(round int64) O { return g.outcome(s, a.Chance(round)) }
	return t
}

// past shows the past rounds, newest first. With finished they include the present round once
// it is over.
func (t *table[O]) past(finished bool, show func(round int64, outcome O) any) []any {
	numbers := t.numbers
	if n := len(numbers); finished && t.phase == rounds.Over {
		numbers = append([]int64{t.round.Number}, numbers...)[:n]
	}
	return mapped(numbers, func(round *int64) any { return show(*round, t.outcome(*round)) })
}

// lastBets returns the last n bets, oldest first.
func (t *table[O]) lastBets(n int, show func(world.Bet) Object) []Object {
	bets := t.Bets()
	return mapped(bets[max(0, len(bets)-n):], func(bet *world.Bet) Object { return show(*bet) })
}

// mapped applies f to each element. The result is never nil.
func mapped[A, B any](list []A, f func(*A) B) []B {
	out := make([]B, len(list))
	for i := range list {
		out[i] = f(&list[i])
	}
	return out
}

// state returns the state that the page shows. Times are in milliseconds since 1970.
func (g *sharedGame[O, P]) state(t *table[O]) Object {
	own := g.view(t)
	return merged(BalancesObject(t.Balances()), Object{"now": t.now.UnixMilli(), "round": t.round.Number, "phase": t.name}, own)
}

// times is the part of the state of a game whose rounds end at known times.
func (t *table[O]) times() Object {
	r := t.round
	return Object{
		"opens": r.Opens.UnixMilli(), "closes": r.Closes.UnixMilli(), "settles": r.Settles.UnixMilli(), "ends": r.Ends.UnixMilli(),
	}
}

// show returns a bet with further fields of its game.
func show(b world.Bet, own Object) Object {
	return merged(Object{"id": b.ID, "round": b.Round, "stake": b.Stake, "settled": b.Settled, "win": b.Win}, own)
}

// maxPoll bounds how long a long poll waits, and so how late a page notices a moved clock.
const maxPoll = time.Second

// follow answers with the state of the round: at once if the page has not seen its phase yet
// (?seen=ROUND.PHASE), otherwise at the next change.
func (g sharedGame[O, P]) follow(h *handler, w http.ResponseWriter, r *http.Request, s Session) error {
	var t *table[O]
	var state Object
	view := func(a Account) error {
		t = g.table(s, a)
		state = g.state(t)
		return nil
	}
	err := h.wallet.View(r.Context(), r.PathValue("token"), view)
	if err == nil && r.URL.Query().Get("seen") == fmt.Sprintf("%d.%s", t.round.Number, t.name) {
		// Truncated, since pages know times in whole milliseconds.
		timer := time.NewTimer(min(t.next.Sub(t.now.Truncate(time.Millisecond)), maxPoll))
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
		}
		err = h.wallet.View(r.Context(), r.PathValue("token"), view)
	}
	if err == nil {
		answer(w, http.StatusOK, state)
	}
	return err
}

// update runs f, which moves money, and answers with the state of the round.
func (g *sharedGame[O, P]) update(h *handler, w http.ResponseWriter, r *http.Request, s Session, f func(*table[O]) error) error {
	var state Object
	err := h.wallet.Update(r.Context(), r.PathValue("token"), func(a Account) error {
		if err := f(g.table(s, a)); err != nil {
			return err
		}
		state = g.state(g.table(s, a))
		return nil
	})
	if err == nil {
		answer(w, http.StatusOK, state)
	}
	return err
}

// bet is the action that places bets: all of a request, or none.
func (g sharedGame[O, P]) bet(h *handler, w http.ResponseWriter, r *http.Request, s Session) error {
	p, err := readJSON[P](w, r)
	if err != nil {
		return err
	}
	wagers, err := g.wagers(p, s)
	if err != nil {
		return err
	}
	err = g.update(h, w, r, s, func(t *table[O]) error { return g.stake(t, p, wagers) })
	var known *stakeError
	if errors.Is(err, world.ErrStake) && !errors.As(err, &known) {
		return &stakeError{session: s, step: sharedStep}
	}
	return err
}

func (g *sharedGame[O, P]) stake(t *table[O], p P, wagers []wager) error {
	var placed []world.Bet
	for _, bet := range t.Bets() {
		if bet.Round == p.number() {
			placed = append(placed, bet)
		}
	}
	if g.known != nil && g.known(placed, p) {
		return nil
	}
	if p.number() != t.round.Number || !t.round.Open(t.now) {
		return errClosed
	}
	if err := g.limit(t.session, placed, wagers); err != nil {
		return err
	}
	if len(wagers) > 1 && total(wagers) > t.Balances().Balance {
		return world.ErrFunds
	}
	for _, w := range wagers {
		due := t.round.Settles
		if g.due != nil {
			due = g.due(t.round, t.outcome(t.round.Number), w)
		}
		if _, err := t.Stake(w.stake, t.round.Number, due, w.play); err != nil {
			return err
		}
	}
	return nil
}

func total(wagers []wager) (sum bff.MinorUnits) {
	for _, w := range wagers {
		sum += w.stake
	}
	return sum
}

// withinMaxBet is the limit of games where all bets of a round together may not exceed the
// session's highest stake.
func withinMaxBet(s Session, placed []world.Bet, wagers []wager) error {
	sum := total(wagers)
	for _, bet := range placed {
		sum += bet.Stake
	}
	if sum > s.MaxBet {
		return &stakeError{session: s, step: sharedStep}
	}
	return nil
}
