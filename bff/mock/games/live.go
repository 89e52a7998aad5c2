package games

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"

	"croupier/bff"
	"croupier/bff/mock/games/live"
)

// liveStep is what every chip is a multiple of: so all that is paid is whole.
const liveStep bff.MinorUnits = 100

// liveTable is the way to play a table whose rounds everybody plays together; game picks its
// rules by the session. The page lays chips, and sends them in one bet or several before the
// round closes; the clock pays them.
func liveTable(game func(Session) *live.Game) kind {
	return kind{
		describe: func(session Session) (any, error) { return newLiveGame(session, game(session)), nil },
		looks: map[string]action{"table": func(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
			return h.liveLook(w, r, session, game(session))
		}},
		actions: map[string]action{"bet": func(h *handler, w http.ResponseWriter, r *http.Request, session Session) error {
			return h.liveBet(w, r, session, game(session))
		}},
		settle: func(session Session, bet Bet, chance *rand.Rand) bff.MinorUnits {
			return livePlayOf(bet).Bets.Win(game(session).Draw(chance))
		},
		shares: "live",
	}
}

// liveGame is what a table's page must know before it asks for the first round.
type liveGame struct {
	Type    string             `json:"type"`
	Dealer  string             `json:"dealer"`
	Min     bff.MinorUnits     `json:"min"`
	Max     bff.MinorUnits     `json:"max"` // of all bets in a round together
	Chips   []bff.MinorUnits   `json:"chips"`
	RTP     float64            `json:"rtp"`
	Returns map[string]float64 `json:"returns"` // by spot, per cent
	Layout  any                `json:"layout"`
}

func newLiveGame(session Session, g *live.Game) liveGame {
	return liveGame{
		Type: session.Type, Dealer: session.Dealer, Min: leastChip(session), Max: session.MaxBet, Chips: chipsOf(session),
		RTP: g.RTP, Returns: g.Spots, Layout: g.Layout,
	}
}

// leastChip is the lowest stake of a session in whole steps.
func leastChip(session Session) bff.MinorUnits {
	return max((session.MinBet+liveStep-1)/liveStep, 1) * liveStep
}

// chipsOf offers six chips from the table's least stake up, none above its most.
func chipsOf(session Session) []bff.MinorUnits {
	var chips []bff.MinorUnits
	for _, times := range []bff.MinorUnits{1, 2, 5, 10, 50, 100} {
		if chip := leastChip(session) * times; chip <= session.MaxBet {
			chips = append(chips, chip)
		}
	}
	return chips
}

// livePlay is what a bet of a live table keeps in its book. Key is the page's own name for
// it: sent twice, it is still one bet.
type livePlay struct {
	Key  string    `json:"key"`
	Bets live.Play `json:"bets"`
}

// livePlayOf reads a bet back. The books hold only what liveBet wrote.
func livePlayOf(b Bet) livePlay {
	var p livePlay
	_ = json.Unmarshal([]byte(b.Play), &p)
	return p
}

// liveMove is chips laid in a round.
type liveMove struct {
	Round int64     `json:"round"`
	Key   string    `json:"key"`
	Bets  live.Play `json:"bets"`
}

// maxLiveKey bounds the names that pages give their bets.
const maxLiveKey = 40

// liveState is a table at a moment. Times are milliseconds since 1970.
type liveState struct {
	Now     int64        `json:"now"`
	Round   int64        `json:"round"`
	Opens   int64        `json:"opens"`
	Closes  int64        `json:"closes"`
	Settles int64        `json:"settles"`
	Ends    int64        `json:"ends"`
	Outcome live.Outcome `json:"outcome"` // once no bet is taken any more
	Past    []string     `json:"past"`    // outcomes of earlier rounds in brief, the newest first
	Guests  int          `json:"guests"`  // others at the table
	Players []liveGuest  `json:"players"` // those of them that are seen
	Mine    []liveMine   `json:"mine"`    // the player's bets of this round and the last
	Balances
}

type liveMine struct {
	ID      string         `json:"id"`
	Key     string         `json:"key"`
	Round   int64          `json:"round"`
	Stake   bff.MinorUnits `json:"stake"`
	Bets    live.Play      `json:"bets"`
	Settled bool           `json:"settled"`
	Win     bff.MinorUnits `json:"win"`
}

func newLiveState(session Session, g *live.Game, b Account) liveState {
	now := b.Now()
	r := g.Clock.At(session.GameID, now)
	s := liveState{
		Now: now.UnixMilli(), Round: r.Number,
		Opens: r.Opens.UnixMilli(), Closes: r.Closes.UnixMilli(), Settles: r.Settles.UnixMilli(), Ends: r.Ends.UnixMilli(),
		Past: make([]string, g.Keep), Guests: session.Guests, Mine: []liveMine{}, Balances: b.Balances(),
	}
	if !r.Open(now) {
		s.Outcome = g.Draw(b.Chance(r.Number))
	}
	for i := range s.Past {
		s.Past[i] = g.Draw(b.Chance(r.Number - int64(i) - 1)).Brief()
	}
	s.Players = liveGuests(session, g, b, r.Number)
	for _, bet := range b.Bets() {
		if bet.Round < r.Number-1 || bet.Round > r.Number {
			continue
		}
		p := livePlayOf(bet)
		s.Mine = append(s.Mine, liveMine{bet.ID, p.Key, bet.Round, bet.Stake, p.Bets, bet.Settled, bet.Win})
	}
	return s
}

// liveLook answers how the table stands.
func (h *handler) liveLook(w http.ResponseWriter, r *http.Request, session Session, g *live.Game) error {
	var state liveState
	if err := h.wallet.View(r.Context(), r.PathValue("token"), func(b Account) error {
		state = newLiveState(session, g, b)
		return nil
	}); err != nil {
		return err
	}
	answer(w, http.StatusOK, state)
	return nil
}

// liveBet takes chips for the running round and answers how the table stands then.
func (h *handler) liveBet(w http.ResponseWriter, r *http.Request, session Session, g *live.Game) error {
	move, err := readMove[liveMove](w, r)
	if err != nil {
		return err
	}
	if err := move.check(session, g); err != nil {
		return err
	}
	var state liveState
	err = h.wallet.Update(r.Context(), r.PathValue("token"), func(b Account) error {
		if err := move.place(session, g, b); err != nil {
			return err
		}
		state = newLiveState(session, g, b)
		return nil
	})
	if errors.Is(err, ErrStake) {
		return &stakeError{session: session, step: liveStep}
	}
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, state)
	return nil
}

// check tells whether the table has such bets at all.
func (m liveMove) check(session Session, g *live.Game) error {
	if m.Key == "" || len(m.Key) > maxLiveKey || len(m.Bets) == 0 {
		return errBody
	}
	for spot, amount := range m.Bets {
		if _, ok := g.Spots[spot]; !ok {
			return errBody
		}
		if amount < session.MinBet || amount > session.MaxBet || amount <= 0 || amount%liveStep != 0 {
			return &stakeError{session: session, step: liveStep}
		}
	}
	return nil
}

// place stakes the chips, unless it has done so already.
func (m liveMove) place(session Session, g *live.Game, b Account) error {
	now := b.Now()
	r := g.Clock.At(session.GameID, now)
	stood := bff.MinorUnits(0)
	for _, bet := range b.Bets() {
		if bet.Round != m.Round {
			continue
		}
		if livePlayOf(bet).Key == m.Key {
			return nil
		}
		stood += bet.Stake
	}
	if m.Round != r.Number || !r.Open(now) {
		return errClosed
	}
	total := m.Bets.Total()
	if stood+total > session.MaxBet {
		return ErrStake
	}
	play, err := json.Marshal(livePlay{m.Key, m.Bets})
	if err != nil {
		return err
	}
	_, err = b.Stake(total, r.Number, r.Settles, string(play))
	return err
}
