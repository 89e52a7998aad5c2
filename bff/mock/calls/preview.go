package calls

import (
	"time"

	"croupier/bff"
	"croupier/bff/mock/games/pick"
	"croupier/bff/mock/games/rounds"
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
	switch kind {
	case "sport":
		return answer(each(upcoming(r, now), func(m *world.Match) object { return match(r, m, now) }))
	case "livesport":
		playing := r.World.Catalogue.Playing(now, 0)
		return answer(each(playing[:min(previewMatches, len(playing))], func(m *world.Match) object { return match(r, m, now) }))
	}
	theme, ok := pick.Themes[kind]
	if !ok {
		return answer([]object{})
	}
	prices, items := theme.Prices(g.RTP), []object{}
	for _, name := range theme.Markets[0].Picks {
		items = append(items, choice(name, prices[name]))
	}
	return nextRounds(r, g, pick.Clock, items)
}

// upcoming returns the next matches, of tomorrow too late in the evening.
func upcoming(r *Request, now time.Time) []*world.Match {
	found := r.World.Catalogue.Upcoming(nil, 0, now)
	if len(found) < previewMatches {
		found = append(found, r.World.Catalogue.Upcoming(nil, 1, now)...)
	}
	return found[:min(previewMatches, len(found))]
}

// match shows a match with its main market.
func match(r *Request, m *world.Match, now time.Time) object {
	c, items := r.World.Catalogue, []object{}
	for _, market := range m.Markets(c, m.State(now), false) {
		for _, p := range market.Picks {
			items = append(items, choice(c.PickName(r.Lang, p.Key), int64(p.Odd)))
		}
	}
	return object{"title": m.Home + " – " + m.Away, "at": dateTime(m.Starts), "items": items}
}

// nextRounds shows the next rounds of a game with the same choices in each, the first one while it accepts bets.
func nextRounds(r *Request, g world.Game, clock rounds.Clock, items []object) (Reply, error) {
	now := r.World.Now()
	round := clock.At(g.ID, now)
	if !round.Open(now) {
		round = clock.At(g.ID, round.Ends)
	}
	out := []object{}
	for range previewRounds {
		out = append(out, object{"title": g.Name, "at": dateTime(round.Closes), "items": items})
		round = clock.At(g.ID, round.Ends)
	}
	return answer(out)
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

// suggest finds games, tables and providers by a part of their names. The BFF has an index of its own and does not ask.
func suggest(r *Request) (Reply, error) {
	c, limit := r.catalogue(), r.Data.int("limit", 12)
	f := world.Filter{Search: world.Fold(r.Data.string("q"))}
	games, tables, providers := c.FindSlots(f), c.FindTables(f), c.FindProviders(f.Search)
	return answer(object{
		"games":  each(games[:min(limit, len(games))], slotEncoder(r)),
		"tables": each(tables[:min(limit, len(tables))], tableEncoder(r)),
		"providers": each(providers[:min(limit, len(providers))], func(p *world.Provider) object {
			return provider(r, p, p.Games+p.Tables)
		}),
	})
}
