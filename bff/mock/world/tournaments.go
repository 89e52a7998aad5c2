package world

import (
	"math"
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
	prize    bff.Kurus
	cycle    Cycle
}

var seriesList = []series{
	{"daily", "gold", 0, CategoryIntense, 2_500_000, Cycle{Every: day, Lasts: day}},
	{"weekly", "myth", 0, CategoryPopular, 25_000_000, Cycle{Every: 7 * day, Lasts: 7 * day}},
	{"drops", "sweets", 0, CategoryDrops, 50_000_000, Cycle{Every: 14 * day, Lasts: 12 * day, Phase: 2 * day}},
	{"weekend", "neon", 12, 0, 7_500_000, Cycle{Every: 7 * day, Lasts: 2 * day, Phase: 5 * day}},
	{"newcomers", "space", 0, CategoryNew, 5_000_000, Cycle{Every: 7 * day, Lasts: 3 * day, Phase: 1 * day}},
	{"grand", "gems", 0, CategoryJackpot, 100_000_000, Cycle{Every: 30 * day, Lasts: 21 * day, Phase: 6 * day}},
}

// Tournament is one run of a series.
type Tournament struct {
	ID         int
	Key        string
	Theme      string
	Provider   *Provider // nil where every provider's games count
	Games      []int
	Prize      bff.Kurus
	Start, End time.Time
	Board      []Place // empty before it starts
}

// Place is one row of a leaderboard.
type Place struct {
	Rank   int
	Player string
	Points int
	Prize  bff.Kurus
}

const (
	boardSize = 20
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
	return out
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
	for _, slot := range c.FindSlots(Filter{Provider: s.provider, Category: s.category}) {
		if t.Games = append(t.Games, slot.ID); len(t.Games) == gamesMax {
			break
		}
	}
	if !now.Before(start) {
		t.Board = c.board(t, now)
	}
	return t
}

// board is the leaderboard at now. Every player's points grow along a curve of their own,
// so that the lead changes while it runs.
func (c *Catalogue) board(t Tournament, now time.Time) []Place {
	gone := min(1, float64(now.Sub(t.Start))/float64(t.End.Sub(t.Start)))
	out := make([]Place, boardSize+8)
	for i := range out {
		h := mix(c.Seed, uint64(t.ID), uint64(i))
		final := 4000 + h%46_000
		pace := 0.6 + float64(h>>20%100)/100
		out[i] = Place{Player: Winner(h >> 8), Points: int(float64(final) * math.Pow(gone, pace))}
	}
	sort.SliceStable(out, func(i, k int) bool { return out[i].Points > out[k].Points })
	out = out[:boardSize]
	for i := range out {
		out[i].Rank, out[i].Prize = i+1, prizeOf(t.Prize, i+1)
	}
	return out
}

// prizeOf shares the prize: 30, 18, 12 and so on per cent, in whole lira.
func prizeOf(whole bff.Kurus, rank int) bff.Kurus {
	shares := []bff.Kurus{30, 18, 12, 8, 6, 4, 4, 3, 3, 2}
	if rank <= len(shares) {
		return whole * shares[rank-1] / 10_000 * 100
	}
	return whole / 10_000 * 100
}
