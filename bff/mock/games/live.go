package games

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/live"
	"croupier/bff/mock/games/rounds"
	"croupier/bff/mock/world"
)

// livePast is how many past rounds the page of a live table shows.
const livePast = 100

// liveTable is a live table. Its page asks for the state without long polling, since the times
// of a round are public.
var liveTable = sharedGame[live.Pocket, liveBets]{
	schedule: onClock(live.Clock, livePast),
	outcome:  func(_ Session, rng *rand.Rand) live.Pocket { return live.Spin(rng) },
	phases:   [...]string{"betting", "playing", "over"},
	view:     viewLive,
	place:    "bet", query: "table",
	wagers: liveBets.wagers,
	known: func(placed []world.Bet, p liveBets) bool {
		return slices.ContainsFunc(placed, func(bet world.Bet) bool { return parseLivePlay(bet).Key == p.Key })
	},
	limit: withinMaxBet,
	pays: func(_ Session, outcome live.Pocket, bet world.Bet) bff.MinorUnits {
		return parseLivePlay(bet).Bets.Win(outcome)
	},
}.kind("live", describeLive, nil)

func describeLive(s Session) (Object, error) {
	return Object{
		"dealer": s.Dealer, "min": minChip(s), "chips": chipsOf(s),
		"max": s.MaxBet, // of all bets of a round together
		"rtp": live.RTP, "layout": Object{"wheel": live.Wheel, "red": live.Red, "spots": live.Spots},
	}, nil
}

// minChip is the lowest stake of a session, rounded up to whole steps.
func minChip(s Session) bff.MinorUnits {
	return max((s.MinBet+sharedStep-1)/sharedStep, 1) * sharedStep
}

// chipsOf returns up to six chips from the lowest stake upwards.
func chipsOf(s Session) []bff.MinorUnits {
	var chips []bff.MinorUnits
	for _, times := range []bff.MinorUnits{1, 2, 5, 10, 50, 100} {
		if chip := minChip(s) * times; chip <= s.MaxBet {
			chips = append(chips, chip)
		}
	}
	return chips
}

// livePlay is Bet.Play of a live table. Key is the page's idempotency key.
type livePlay struct {
	Key  string    `json:"key"`
	Bets live.Play `json:"bets"`
}

func parseLivePlay(b world.Bet) livePlay {
	var p livePlay
	_ = json.Unmarshal([]byte(b.Play), &p) // cannot fail: wagers wrote it
	return p
}

// liveBets is the placement of chips.
type liveBets struct {
	onRound
	livePlay
}

func (p liveBets) wagers(s Session) ([]wager, error) {
	if p.Key == "" || len(p.Key) > maxKey || len(p.Bets) == 0 {
		return nil, errBody
	}
	for spot, amount := range p.Bets {
		if _, ok := live.Spots[spot]; !ok {
			return nil, errBody
		}
		if err := checkStake(s, amount, sharedStep); err != nil {
			return nil, err
		}
	}
	play, err := json.Marshal(p.livePlay)
	return []wager{{p.Bets.Total(), string(play)}}, err
}

// viewLive shows a table. The outcome is published when bets are closed.
func viewLive(t *table[live.Pocket]) Object {
	var outcome *live.Pocket
	if t.phase != rounds.Betting {
		outcome = new(t.outcome(t.round.Number))
	}
	mine := []Object{} // bets of this round and the last
	for _, bet := range t.Bets() {
		if bet.Round == t.round.Number || bet.Round == t.round.Number-1 {
			play := parseLivePlay(bet)
			mine = append(mine, show(bet, Object{"key": play.Key, "bets": play.Bets}))
		}
	}
	return merged(t.times(), Object{
		"outcome": outcome, "mine": mine,
		"past":    t.past(false, func(_ int64, o live.Pocket) any { return strconv.Itoa(o.Number) }),
		"guests":  t.session.Guests, // other players at the table
		"players": liveGuests(t, outcome),
	})
}

// liveGuest is a simulated player with the bets of the round.
type liveGuest struct {
	Name  string         `json:"name"`
	After int64          `json:"after"` // when the bets appear, in ms after the opening of the round
	Bets  live.Play      `json:"bets"`
	Win   bff.MinorUnits `json:"win"` // 0 until the outcome is published
}

const (
	shownGuests = 8
	guestRounds = 24 // for which a guest stays
)

// liveGuests returns the simulated players of a round, the same for every session. outcome is
// nil until it is published.
func liveGuests(t *table[live.Pocket], outcome *live.Pocket) []liveGuest {
	guests := make([]liveGuest, min(t.session.Guests, shownGuests))
	rng := t.Chance(^t.round.Number) // not the round's own, so that guests do not reveal the outcome
	chips := chipsOf(t.session)
	for i := range guests {
		// Guests are replaced one after another, not all at once.
		since := (t.round.Number + int64(i*guestRounds/shownGuests)) / guestRounds
		guests[i] = newLiveGuest(chips, guestName(t, i, since), rng)
		if outcome != nil {
			guests[i].Win = guests[i].Bets.Win(*outcome)
		}
	}
	return guests
}

func newLiveGuest(chips []bff.MinorUnits, name string, rng *rand.Rand) liveGuest {
	first, last := time.Second.Milliseconds(), (live.Clock.Betting - 2*time.Second).Milliseconds()
	guest := liveGuest{Name: name, After: first + rng.Int64N(last-first), Bets: live.Play{}}
	chip := chips[rng.IntN(len(chips)+1)/2]
	for range rng.IntN(4) {
		guest.Bets[live.Usual[rng.IntN(len(live.Usual))]] += chip * bff.MinorUnits(1+rng.IntN(3))
	}
	return guest
}

// guestName returns the name of the guest at a position. Each position has its own eight names,
// so no name appears twice.
func guestName(a Account, position int, since int64) string {
	names := len(guestNames) / shownGuests
	// The offset keeps these random numbers apart from those of rounds.
	rng := a.Chance(-1<<62 + since*shownGuests + int64(position))
	return guestNames[position*names+rng.IntN(names)]
}

var guestNames = []string{
	"Derya34", "kaptan_7", "Nil", "Rüzgar", "Ayşe K.", "tolga61", "LunaM", "Bora",
	"Sultan55", "Max W.", "Okyanus", "Gülce", "Ivan82", "maviay", "Serkan", "Lina",
	"Çınar", "Hannah", "deniz_yıldızı", "Umut", "Oleg P.", "Pelin", "Karanfil", "Tarık",
	"zirve06", "Melisa", "Jonas R.", "Altay", "Nadia", "poyraz", "Ege35", "Sedef",
	"Kartal", "Yasemin", "Tom B.", "Leyla", "Aras", "Sofia", "hızır", "Mira",
	"Ozan T.", "Katja", "Efe", "balkız", "Viktor", "Şule", "Doruk", "Elena",
	"Cem_42", "Nehir", "Samir", "Beren", "Alp", "Rana", "Felix", "uzaylı",
	"Toprak", "İnci", "Marco", "Sude", "Levent", "Zara", "Mert A.", "gecekuşu",
}
