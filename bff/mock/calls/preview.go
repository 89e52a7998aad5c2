package calls

import (
	"time"

	"croupier/bff"
	play "croupier/bff/mock/games"
	"croupier/bff/mock/world"
)

// How many rounds and matches a preview shows.
const (
	previewRounds  = 4
	previewMatches = 10
)

// preview shows what a game outside the lobbies offers next, with the odds that its page has. A game
// without anything to announce has no events.
func preview(r *Request) (Reply, error) {
	kind, now := r.Data.string("type"), r.World.Now()
	g, ok := r.catalogue().VirtualGame(1, kind)
	if !ok {
		return refuse(world.ErrNoRecords)
	}
	var found []*world.Match
	switch kind {
	case "sport":
		found = r.World.Catalogue.Upcoming(now, previewMatches)
	case "livesport":
		found = r.World.Catalogue.Playing(now, 0)
	default:
		choices, closes, _ := play.Preview(g, now, previewRounds)
		items := each(choices, func(c play.Choice) object { return choice(c.Name, c.Odds) })
		return answer(each(closes, func(at time.Time) object {
			return object{"title": g.Name, "at": dateTime(at), "items": items}
		}))
	}
	return answer(each(found[:min(previewMatches, len(found))], func(m *world.Match) object { return match(r, m, now) }))
}

// match shows a match with its main market.
func match(r *Request, m *world.Match, now time.Time) object {
	c, items := r.World.Catalogue, []object{}
	if markets := m.Markets(c, now); len(markets) > 0 {
		items = each(markets[0].Picks, func(p world.Pick) object { return choice(c.PickName(r.Lang, p.Key), int64(p.Odd)) })
	}
	return object{"title": m.Home + " – " + m.Away, "at": dateTime(m.Starts), "items": items}
}

// choice shows a choice; its odds are in hundredths, 0 while it is closed.
func choice(name string, odds int64) object {
	o := object{"name": name}
	if odds >= 100 {
		o["odds"] = bff.MinorUnits(odds)
	}
	return o
}

// recentWins shows the latest wins of all players.
func recentWins(r *Request) (Reply, error) {
	return answer(each(r.World.RecentWins(), func(w world.RecentWin) object {
		return object{
			"gameID": w.Slot.ID, "name": w.Slot.Name, "image": r.numbered("cover", w.Slot.ID), "player": w.Player,
			"amount": w.Amount, "at": dateTime(w.At),
		}
	}))
}
