package world

import (
	"slices"
	"time"
	"unicode/utf8"

	"croupier/bff"
)

// What counts in a tournament (phrase "tournament.rules"): a point for every lira staked, and
// more for every winning round.
const (
	pointStake = 100 // kuruş
	winPoints  = 10

	maxScores = 60 // of one player
	ownPlaces = 5  // players of the world that are shown below the board's end
)

// score is what a player has done in one run of a series.
type score struct {
	Series, Run int
	Staked      bff.MinorUnits
	Wins        int
	Paid        bool // the prize, where there was one
}

func (s *score) points() int { return int(s.Staked/pointStake) + winPoints*s.Wins }

// compete counts a round that ended at at in the tournaments that its game is part of.
func (p *Player) compete(g Game, stake, win bff.MinorUnits, at time.Time) {
	if g.Kind != KindCasino {
		return
	}
	for _, i := range p.world.Catalogue.contests[g.ID] {
		n := seriesList[i].cycle.Index(at)
		if _, end := seriesList[i].cycle.At(n); n < 0 || !at.Before(end) {
			continue
		}
		s := p.scoreOf(i, n)
		s.Staked += stake
		if win > 0 {
			s.Wins++
		}
	}
}

func (p *Player) scoreOf(series, run int) *score {
	for i := range p.scores {
		if s := &p.scores[i]; s.Series == series && s.Run == run {
			return s
		}
	}
	if p.scores = append(p.scores, score{Series: series, Run: run}); len(p.scores) > maxScores {
		p.scores = p.scores[1:]
	}
	return &p.scores[len(p.scores)-1]
}

// Tournaments lists the tournaments as Catalogue.Tournaments does, the world's own players
// among the others on the leaderboards. Those who are too low for the board stand below it.
func (w *World) Tournaments() []Tournament {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.order {
		p.settle()
	}
	listed := w.Catalogue.Tournaments(w.now())
	for i := range listed {
		series, run := contestOf(listed[i].ID)
		places := w.places(&listed[i], series, run)
		if len(places) == len(listed[i].field) {
			continue // nobody of the world takes part
		}
		places = ranked(places, listed[i].Prize)
		n := min(len(places), boardSize)
		below := slices.DeleteFunc(places[n:], func(p Place) bool { return !p.own })
		listed[i].Board = slices.Concat(places[:n], below[:min(len(below), ownPlaces)])
	}
	return listed
}

// places is everybody who takes part in a tournament, in no order.
func (w *World) places(t *Tournament, series, run int) []Place {
	out := slices.Clip(t.field) // what is appended must not be seen by others
	for _, p := range w.order {
		for i := range p.scores {
			if s := &p.scores[i]; s.Series == series && s.Run == run && s.points() > 0 {
				out = append(out, Place{Player: masked(p.Username), Points: s.points(), own: true, uid: p.UID})
			}
		}
	}
	return out
}

// awardPrizes credits what the player has won in tournaments that are over.
func (p *Player) awardPrizes(now time.Time) {
	for i := range p.scores {
		s := &p.scores[i]
		if _, end := seriesList[s.Series].cycle.At(s.Run); s.Paid || now.Before(end) {
			continue
		}
		s.Paid = true
		t := p.world.Catalogue.tournament(s.Series, seriesList[s.Series], s.Run, now)
		for _, place := range ranked(p.world.places(&t, s.Series, s.Run), t.Prize) {
			if place.uid == p.UID && place.Prize > 0 {
				p.win(&t, place)
			}
		}
	}
}

func (p *Player) win(t *Tournament, place Place) {
	title := "tournament." + t.Key + ".title"
	texts := p.world.Catalogue.Texts
	p.book(MoveBonus, subPrize, place.Prize, texts.Phrase(Languages[0], title), "").Phrase = title
	p.mail("prize", transactionsPath, "", "tournament", texts.Phrase(p.origin.Lang, title), "amount", place.Prize.String())
}

// masked is a name as others see it.
func masked(name string) string {
	r := []rune(name)
	if utf8.RuneCountInString(name) < 5 {
		return string(r[:1]) + "***" + string(r[len(r)-1:])
	}
	return string(r[:2]) + "***" + string(r[len(r)-2:])
}
