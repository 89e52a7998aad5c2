package world

import (
	"cmp"
	"math"
	"slices"
	"time"

	"croupier/bff"
	"croupier/bff/mock/webpage"
)

// series is a recurring tournament. Its texts are the phrases "tournament.<key>.title" and ".text".
type series struct {
	Plan     `yaml:",inline"`
	Provider int // 0 for all providers
	Category int // 0 for all categories
	Prize    bff.MinorUnits
	Top      int // best score
}

// Tournament is one run of a series.
type Tournament struct {
	Campaign
	Provider *Provider // nil for all providers
	Games    []int
	Prize    bff.MinorUnits
	Board    []Place // empty before the start

	series, run int
	field       []Place // the computed participants, unsorted
}

// Place is a row of a leaderboard.
type Place struct {
	Rank   int
	Player string
	Points int
	Prize  bff.MinorUnits

	uid string // of a player of the world; empty for computed participants
}

const (
	boardSize       = 20
	fieldSize       = 28
	tournamentGames = 30
	shownOwnPlaces  = 5 // players of the world shown below the board's end

	// Points of a tournament (phrase "tournament.rules"): one per staked lira and more per winning
	// round.
	stakePerPoint = 100 // minor units
	pointsPerWin  = 10
	maxScores     = 60 // of one player
)

func sortTournaments(list []Tournament, now time.Time) {
	slices.SortStableFunc(list, func(a, b Tournament) int {
		phase, end := a.phase(now), a.End.Compare(b.End)
		if phase == concluded {
			end = -end
		}
		return cmp.Or(cmp.Compare(phase, b.phase(now)), end)
	})
}

// Phases of a tournament in the order of the list.
const (
	active = iota
	upcoming
	concluded
)

func (t *Tournament) phase(now time.Time) int {
	switch {
	case now.Before(t.Start):
		return upcoming
	case now.Before(t.End):
		return active
	}
	return concluded
}

func (c *Catalogue) tournament(series, run int, now time.Time) Tournament {
	s := data.Series[series]
	start, end := s.schedule().Occurrence(run)
	t := Tournament{
		Campaign: Campaign{
			campaignPlan: campaignPlan{Plan: s.Plan}, ID: (series+1)*100_000 + run + 1, Start: start,
			End: end.Add(-time.Second),
		},
		Prize: s.Prize, Games: c.eligible[series], series: series, run: run,
	}
	if s.Provider != 0 {
		t.Provider = c.Providers[s.Provider-1]
	}
	if !now.Before(start) {
		t.field = c.field(t, s.Top, now)
	}
	return t
}

// field computes participants besides the world's players. Their points rise in steps, so that the
// leader changes.
func (c *Catalogue) field(t Tournament, top int, now time.Time) []Place {
	out := make([]Place, fieldSize)
	for i := range out {
		h := mix(c.Seed, uint64(t.ID), uint64(i))
		step := time.Duration(15+h>>40%105) * time.Second // between two rounds of the participant
		progress := min(1, float64(now.Sub(t.Start).Truncate(step))/float64(t.End.Sub(t.Start)))
		final := uint64(top)/12 + h%uint64(top)
		pace := 0.6 + float64(h>>20%100)/100
		out[i] = Place{Player: MaskedNickname(h >> 8), Points: int(float64(final) * math.Pow(progress, pace))}
	}
	return out
}

// prizeShares are the shares of the prize by rank in percent.
var prizeShares = [boardSize]bff.MinorUnits{30, 18, 12, 8, 6, 4, 4, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}

// ranked sorts places by points and sets ranks and prizes in whole lira.
func ranked(field []Place, prize bff.MinorUnits) []Place {
	out := slices.Clone(field)
	slices.SortStableFunc(out, func(a, b Place) int { return cmp.Compare(b.Points, a.Points) })
	for i := range out {
		out[i].Rank = i + 1
		if i < len(prizeShares) {
			out[i].Prize = prize * prizeShares[i] / 10_000 * 100
		}
	}
	return out
}

type score struct {
	Series, Run int
	Staked      bff.MinorUnits
	Wins        int
	Paid        bool // the prize, if any
}

func (s *score) points() int { return int(s.Staked/stakePerPoint) + pointsPerWin*s.Wins }

func (p *Player) score(g Game, stake, win bff.MinorUnits, at time.Time) {
	if g.Kind != KindCasino {
		return
	}
	for _, i := range p.world.Catalogue.seriesOf[g.ID] {
		run := data.Series[i].schedule().Index(at)
		if _, end := data.Series[i].schedule().Occurrence(run); run < 0 || !at.Before(end) {
			continue
		}
		at := slices.IndexFunc(p.Scores, func(s score) bool { return s.Series == i && s.Run == run })
		if at < 0 {
			p.Scores = appendBounded(p.Scores, maxScores, score{Series: i, Run: run})
			at = len(p.Scores) - 1
		}
		p.Scores[at].Staked += stake
		if win > 0 {
			p.Scores[at].Wins++
		}
	}
}

// Tournaments returns three runs of each series, with some of the world's players who are ranked
// below the board.
func (w *World) Tournaments() (out []Tournament) {
	w.Players() // settles them
	now := w.Now()
	for i, s := range data.Series {
		current := s.schedule().Index(now)
		for run := max(0, current-1); run <= current+1; run++ {
			t := w.Catalogue.tournament(i, run, now)
			places := ranked(w.places(&t), t.Prize)
			n := min(len(places), boardSize)
			below := filter(places[n:], func(p Place) bool { return p.uid != "" })
			t.Board = slices.Concat(places[:n], below[:min(len(below), shownOwnPlaces)])
			out = append(out, t)
		}
	}
	sortTournaments(out, now)
	return out
}

func (w *World) places(t *Tournament) []Place {
	out := slices.Clip(t.field)
	for _, p := range w.Order {
		for i := range p.Scores {
			if s := &p.Scores[i]; s.Series == t.series && s.Run == t.run && s.points() > 0 {
				out = append(out, Place{Player: masked(p.Username), Points: s.points(), uid: p.UID})
			}
		}
	}
	return out
}

func (p *Player) awardPrizes(now time.Time) {
	texts := p.world.Catalogue.Texts
	for i := range p.Scores {
		s := &p.Scores[i]
		if _, end := data.Series[s.Series].schedule().Occurrence(s.Run); s.Paid || now.Before(end) {
			continue
		}
		s.Paid = true
		t := p.world.Catalogue.tournament(s.Series, s.Run, now)
		for _, place := range ranked(p.world.places(&t), t.Prize) {
			if place.uid == p.UID && place.Prize > 0 {
				title := "tournament." + t.Key + ".title"
				p.post(TxBonus, subPrize, place.Prize, texts.Phrase(webpage.Languages[0], title), "").Phrase = title
				p.mail("prize", transactionsPath, "", "tournament", texts.Phrase(p.Locale.Lang, title), "amount",
					place.Prize.String())
			}
		}
	}
}

// Tournaments of a View end endingIn after its Since. Every endingStep all players gain points.
const (
	endingIn   = 90 * time.Second
	endingStep = 10 * time.Second
)

// Tournaments applies the view to the result of World.Tournaments at now.
func (v View) Tournaments(listed []Tournament, now time.Time) []Tournament {
	if !v.Ending {
		return listed
	}
	for i := range listed {
		if t := &listed[i]; t.phase(v.Since) == active {
			t.End = v.Since.Add(endingIn).Truncate(time.Second)
			t.Board = v.closeRace(t, now)
		}
	}
	sortTournaments(listed, now)
	return listed
}

func (v View) closeRace(t *Tournament, now time.Time) []Place {
	if now.After(t.End) {
		now = t.End
	}
	step := uint64(max(0, now.Sub(v.Since)/endingStep))
	out := slices.Clone(t.Board)
	for i := range out {
		// The constant gain of a step exceeds the random part, so that points never fall.
		out[i].Points = 20_000 + int(step)*25 + int(mix(hash64(out[i].Player), step)%25)
		out[i].Prize = 0
	}
	return ranked(out, t.Prize)
}
