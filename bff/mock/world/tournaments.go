package world

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"time"

	"croupier/bff"
)

// series is a tournament that comes round; its words are the phrases
// "tournament.<key>.title" and ".text".
type series struct {
	key      string
	theme    string
	provider int // 0 where every provider's games count
	category int // the games that count
	prize    bff.MinorUnits
	top      int // points that its best reach
	cycle    Cycle
}

var seriesList = []series{
	{"daily", "gold", 0, CategoryIntense, 2_500_000, 4_000, Cycle{Every: day, Lasts: day}},
	{"weekly", "myth", 0, CategoryPopular, 25_000_000, 20_000, Cycle{Every: 7 * day, Lasts: 7 * day}},
	{"drops", "sweets", 0, CategoryDrops, 50_000_000, 40_000, Cycle{Every: 14 * day, Lasts: 12 * day, Phase: 2 * day}},
	{"weekend", "neon", 12, 0, 7_500_000, 8_000, Cycle{Every: 7 * day, Lasts: 2 * day, Phase: 5 * day}},
	{"newcomers", "space", 0, CategoryNew, 5_000_000, 10_000, Cycle{Every: 7 * day, Lasts: 3 * day, Phase: 1 * day}},
	{"grand", "gems", 0, CategoryJackpot, 100_000_000, 60_000, Cycle{Every: 30 * day, Lasts: 21 * day, Phase: 6 * day}},
}

// Tournament is one run of a series.
type Tournament struct {
	ID         int
	Key        string
	Theme      string
	Provider   *Provider // nil where every provider's games count
	Games      []int
	Prize      bff.MinorUnits
	Start, End time.Time
	Board      []Place // empty before it starts

	field []Place // everybody but the world's own players, in no order
}

// Place is one row of a leaderboard.
type Place struct {
	Rank   int
	Player string
	Points int
	Prize  bff.MinorUnits

	own bool   // a player of the world
	uid string // theirs
}

const (
	boardSize = 20
	fieldSize = 28
	gamesMax  = 30
)

// Tournaments lists of every series the run that is on or was last, the one before and the
// one to come: active ones first by their end, then upcoming, then concluded.
func (c *Catalogue) Tournaments(now time.Time) []Tournament {
	var out []Tournament
	for i, s := range seriesList {
		n := s.cycle.Index(now)
		for k := max(0, n-1); k <= n+1; k++ {
			out = append(out, c.tournament(i, s, k, now))
		}
	}
	byTurn(out, now)
	return out
}

// byTurn sorts active tournaments first by their end, then upcoming, then concluded.
func byTurn(out []Tournament, now time.Time) {
	sort.SliceStable(out, func(i, k int) bool {
		a, b := out[i], out[k]
		if x, y := a.turn(now), b.turn(now); x != y {
			return x < y
		}
		if a.turn(now) == 2 {
			return a.End.After(b.End)
		}
		return a.End.Before(b.End)
	})
}

// turn is 0 for an active tournament, 1 for an upcoming and 2 for a concluded one (spec §4).
func (t *Tournament) turn(now time.Time) int {
	switch {
	case now.Before(t.Start):
		return 1
	case now.Before(t.End):
		return 0
	default:
		return 2
	}
}

func (c *Catalogue) tournament(i int, s series, n int, now time.Time) Tournament {
	start, end := s.cycle.At(n)
	t := Tournament{ID: (i+1)*100_000 + n + 1, Key: s.key, Theme: s.theme, Prize: s.prize, Start: start, End: end.Add(-time.Second)}
	if s.provider != 0 {
		t.Provider = c.Providers[s.provider-1]
	}
	t.Games = c.entries[i]
	if !now.Before(start) {
		t.field = c.field(t, s.top, now)
		t.Board = ranked(t.field, t.Prize)[:boardSize]
	}
	return t
}

// contestOf gives back what a tournament's ID was made of.
func contestOf(id int) (series, run int) { return id/100_000 - 1, id%100_000 - 1 }

// entrants are the games that count in a series.
func (c *Catalogue) entrants(s series) []int {
	var out []int
	for _, slot := range c.FindSlots(Filter{Provider: s.provider, Category: s.category}) {
		if out = append(out, slot.ID); len(out) == gamesMax {
			break
		}
	}
	return out
}

// field is who takes part in a tournament besides the players of a world, at now. Everybody's
// points rise in steps, as rounds are played, along a curve of their own, so that the lead
// changes while it runs.
func (c *Catalogue) field(t Tournament, top int, now time.Time) []Place {
	out := make([]Place, fieldSize)
	lasts := t.End.Sub(t.Start)
	for i := range out {
		h := mix(c.Seed, uint64(t.ID), uint64(i))
		// One plays every quarter of a minute, another every two.
		step := time.Duration(15+h>>40%105) * time.Second
		gone := min(1, float64(now.Sub(t.Start).Truncate(step))/float64(lasts))
		final := uint64(top)/12 + h%uint64(top)
		pace := 0.6 + float64(h>>20%100)/100
		out[i] = Place{Player: Winner(h >> 8), Points: int(float64(final) * math.Pow(gone, pace))}
	}
	return out
}

// ranked sorts a field by points and gives everybody their place and prize.
func ranked(field []Place, prize bff.MinorUnits) []Place {
	out := slices.Clone(field)
	slices.SortStableFunc(out, func(a, b Place) int { return cmp.Compare(b.Points, a.Points) })
	for i := range out {
		out[i].Rank, out[i].Prize = i+1, prizeOf(prize, i+1)
	}
	return out
}

// prizeShares are the places' shares of the prize in per cent, the first twenty's.
var prizeShares = [boardSize]bff.MinorUnits{30, 18, 12, 8, 6, 4, 4, 3, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}

// prizeOf is a place's part of the prize, in whole lira.
func prizeOf(whole bff.MinorUnits, rank int) bff.MinorUnits {
	for i, share := range prizeShares {
		if rank == i+1 {
			return whole * share / 10_000 * 100
		}
	}
	return 0
}
