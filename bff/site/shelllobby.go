package site

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/contract"
)

const tickerJackpots = 8

// lobbyContent returns the hero and the sections of the lobby. now has the wire format.
func lobbyContent(
	b *bff.Brand, lang string, envelopes map[string]json.RawMessage, now string,
) (v values, images []picture) {
	slides, hasSlides := envelopes[b.HomeSlider]
	v, image := heroContent(records(slides), now)
	if image.Image != "" {
		images = []picture{image}
	}
	lobby := lobbyRows{
		categories: records(envelopes[callCategories.Name()]), tables: openFirst(records(envelopes[callTables.Name()])),
		jackpots: records(envelopes[callJackpots.Name()]), lead: decode[ownRow](envelopes[rowCall]),
	}
	v["sections"] = lobby.sections(b, lang)
	hasGames := len(lobby.categories)+len(lobby.tables)+len(lobby.lead.Games) > 0
	v["complete"] = (hasSlides || b.Unsupported[b.HomeSlider]) && hasGames
	return v, images
}

// heroContent returns the hero with the slides that are active at now, and the image of the first
// wide slide. now has the wire format, which sorts chronologically.
func heroContent(slides []values, now string) (v values, image picture) {
	slides = slices.DeleteFunc(slides, func(s values) bool {
		return s.number("Status") != 1 || s.text("Start_date") > now || s.text("End_date") < now
	})
	if len(slides) == 0 {
		return values{"hero": false}, picture{}
	}
	byOrder(slides)
	var left, right []values
	for _, s := range slides {
		s["label"] = cmp.Or(s.text("button"), s.text("title"))
		if s["sliderPlace"] == "sag" { // the right side
			right = append(right, s)
		} else {
			left = append(left, s)
		}
	}
	slides = slices.Concat(left, right)
	v = values{"hero": true, "many": len(slides) > 1, "slideCount": len(slides), "slides": slides, "slide": slides[:1]}
	if len(left) > 0 && len(right) >= 2 {
		v["side"], v["column"], v["asides"] = true, "true", right[:2]
		v["alone"] = len(slides) == 3
		right[0]["isAside"], right[1]["isAside"] = true, true
	}
	for i, s := range slides {
		s["at"], s["isFirst"], s["loading"] = i+1, i == 0, "lazy"
	}
	slides[0]["loading"] = "eager"
	return v, pictureOf(slides[0])
}

// lobbyRows contains the data of the lobby's sections.
type lobbyRows struct {
	categories, tables, jackpots []values
	lead                         ownRow // of the first screen
}

type ownRow struct {
	Name  string
	Games []values
}

// sectionCategories maps lobby sections to slot categories
// (web/src/features/lobby/model/sections.ts).
var sectionCategories = map[string]string{
	"popular":        strconv.Itoa(contract.SlotCategoryMostPopular),
	"new_arrivals":   strconv.Itoa(contract.SlotCategoryNewArrivals),
	"jackpot":        strconv.Itoa(contract.SlotCategoryJackpot),
	"drops_and_wins": strconv.Itoa(contract.SlotCategoryDropsAndWins),
	"free_spins":     strconv.Itoa(contract.SlotCategoryFreeSpinsPurchase),
	"board_games":    strconv.Itoa(contract.SlotCategoryBoardGames),
}

// sectionSpaces contains the other sections of the lobby: the height that the site reserves for each,
// its feature and call (web/src/features/lobby/components/LobbySection.tsx).
var sectionSpaces = map[string]struct{ height, feature, call string }{
	"boxes":        {"260", "", ""},
	"quick_access": {"340", "slots", "casino/games_list"},
	"live":         {"340", "live", "livecasino/game_table_list"},
	"recent_wins":  {"170", "slots", "crm/recent_wins"},
	"tournaments":  {"360", "tournaments", "cmscontroller/getTournaments"},
	"promotions":   {"360", "promotions", "cmscontroller/getPromotions"},
	"providers":    {"170", "slots", "casino/provider_list"},
}

// sectionCategory returns the id of the slot category that a section shows.
func sectionCategory(section string) string {
	return cmp.Or(sectionCategories[section], strings.TrimPrefix(section, bff.CategorySection))
}

// sections returns the sections of the lobby. A section without data has only its height.
func (l *lobbyRows) sections(b *bff.Brand, lang string) (out []values) {
	offers := func(feature, call string) bool {
		return (feature == "" || b.Features[feature]) && !b.Unsupported[call]
	}
	for i, name := range b.Lobby {
		space, isSpace := sectionSpaces[name]
		var section values
		switch {
		case name == "shortcuts":
			section = values{"shortcuts": true}
		case name == bff.LobbyTicker:
			if len(l.jackpots) > 0 {
				section = values{"ticker": true, "jackpots": l.jackpots[:min(len(l.jackpots), tickerJackpots)]}
			}
		case isSpace && !offers(space.feature, space.call):
		case name == bff.LobbyLive && len(l.tables) > 0:
			items := l.tables[:min(len(l.tables), shellRow)]
			tiles(items, 4)
			section = values{"row": true, "tables": true, "items": items, "height": space.height}
		case isSpace:
			section = values{"row": true, "height": space.height}
		case name != "player" && offers("slots", "casino/category_list"): // the browser knows the player's games
			section = l.slots(b, name)
		}
		if section == nil {
			continue
		}
		section["at"] = "s" + strconv.Itoa(i)
		if title := b.Sections[name].Title[lang]; title != "" {
			section["named"], section["name"] = true, title
		}
		if name == b.LobbyLead() {
			section["height"] = ""
		}
		out = append(out, section)
	}
	return out
}

// slots returns a row of slots, its height if its games are absent, or nil if it has no games. Only
// the lead row can have games of its own.
func (l *lobbyRows) slots(b *bff.Brand, section string) values {
	id, all := sectionCategory(section), listPath(b, section)
	if b.HasRow(section) && section == b.LobbyLead() && l.lead.Games != nil {
		return l.row(l.lead.Name, all, l.lead.Games)
	}
	if b.HasRow(section) || l.categories == nil {
		return values{"row": true, "height": "340"}
	}
	for _, c := range l.categories {
		if plainText(c["CategoryID"]) != id {
			continue
		}
		games, _ := c["items"].([]any)
		var items []values
		for _, item := range games[:min(len(games), shellRow)] {
			items = append(items, maps.Clone(item.(map[string]any)))
		}
		return l.row(c.text("name"), all, items)
	}
	return nil
}

// row returns a row of slots, or nil without slots.
func (l *lobbyRows) row(name, all string, items []values) values {
	if len(items) == 0 {
		return nil
	}
	items = items[:min(len(items), shellRow)]
	l.showJackpots(items)
	tiles(items, 4)
	return values{"row": true, "height": "340", "tiles": true, "name": name, "all": all, "items": items}
}

// showJackpots replaces the listed jackpots of slots by their current amounts.
func (l *lobbyRows) showJackpots(items []values) {
	for _, it := range items {
		for _, j := range l.jackpots {
			if it["jackpot"] != nil && plainText(j["gameID"]) == plainText(it["gameID"]) {
				it["jackpot"] = j["amount"]
			}
		}
	}
}
