package calls

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	play "croupier/bff/mock/games"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

var contentCalls = map[string]Func{
	"cmscontroller/getIcSlider": func(r *Request) (Reply, error) {
		place := r.Data.string("sliderPlace")
		return answer(object{"items": sliders(r, r.Brand, func(s world.Campaign) bool {
			return place != "sol" && place != "sag" || s.Place == place
		})})
	},
	"cmscontroller/getSlider": func(r *Request) (Reply, error) {
		reply, err := list(r, r.Brand.Sliders(r.World.Now()), contract.SliderLimit, slider(r))
		reply.Page = nil
		return reply, err
	},
	"slider/get_all_items": func(r *Request) (Reply, error) {
		return answer(sliders(r, requestedBrand(r), func(world.Campaign) bool { return true }))
	},
	"slider/get_active_items": func(r *Request) (Reply, error) {
		return answer(sliders(r, requestedBrand(r), func(s world.Campaign) bool { return s.On }))
	},
	"cmscontroller/getPromotions":    promotions,
	"cmscontroller/popupInformation": popups,
	"cmscontroller/getInformation":   information,
	"cmscontroller/getSpecialDateInf": func(r *Request) (Reply, error) {
		return answer(lists.Map(world.SpecialDays(r.World.Now()), func(d world.Campaign) object {
			return dated(d, "Status", object{"id": d.ID, "title": r.text("special." + d.Key), "theme": d.Key})
		}))
	},
	"cmscontroller/getTournaments": tournaments,
	// Scenarios answer in place of this call during a maintenance.
	"maintenance/check_status": func(*Request) (Reply, error) { return answer(object{"message": nil, "until": nil}) },
}

func dated(c world.Campaign, status string, o object) object {
	o[status], o["Start_date"], o["End_date"] = bit(c.On), dateTime(c.Start), dateTime(c.End)
	return o
}

func slider(r *Request) func(world.Campaign) object {
	return func(s world.Campaign) object {
		key, shape := "slide."+s.Key, "hero"
		if s.Place == "sag" {
			shape = "side"
		}
		return dated(s, "Status", object{
			"id": s.ID, "title": r.text(key + ".title"), "text": r.text(key + ".text"),
			"button": r.text(key + ".button"),
			"image":  r.slide(shape, s), "link": s.Link, "sliderPlace": s.Place, "order": s.Order,
		})
	}
}

func sliders(r *Request, b *world.Brand, keep func(world.Campaign) bool) []object {
	items := slices.DeleteFunc(b.Sliders(r.World.Now()), func(s world.Campaign) bool { return !keep(s) })
	return lists.Map(items, slider(r))
}

// requestedBrand returns the brand that siteId names, by default the request's own.
func requestedBrand(r *Request) *world.Brand {
	if b, ok := world.BrandByName(strconv.Itoa(r.Data.int("siteId", 0))); ok && r.Data.has("siteId") {
		return b
	}
	return r.Brand
}

func promotions(r *Request) (Reply, error) {
	return answer(lists.Map(r.Brand.Promotions(r.World.Now()), func(p world.Campaign) object {
		key, until, from := "promo."+p.Key, p.End.In(world.Zone), p.Start.In(world.Zone)
		figures := []string{
			"percent", strconv.Itoa(p.Percent), "cap", grouped(p.Cap), "wager", strconv.Itoa(p.Wager), "low",
			grouped(p.Low), "until", until.Format("02.01.2006"), "from", from.Format("02.01.2006"),
		}
		html := r.paragraph(key+".summary", figures...) + "<h3>" + r.text("terms.title") + "</h3><ul>"
		for _, term := range []string{"window", "deposit", "amount", "wager", "games", "once", "house"} {
			html += "<li>" + r.text("terms."+term, figures...) + "</li>"
		}
		return dated(p, "Status", object{
			"id": p.ID, "title": r.text(key+".title", figures...), "summary": r.text(key+".summary", figures...),
			"html": html + "</ul>", "image": r.slide("promo", p), "order": p.Order,
		})
	}))
}

// grouped formats a number as Turkish does.
func grouped(n int) string { return webpage.Grouped(int64(n), ".") }

func popups(r *Request) (Reply, error) {
	return answer(lists.Map(requestedBrand(r).Popups(r.World.Now()), func(p world.Campaign) object {
		key := "popup." + p.Key
		return dated(p, "Active", object{
			"id": p.ID, "title": r.text(key + ".title"), "html": r.paragraph(key + ".text"),
			"image": r.slide("popup", p), "link": p.Link,
		})
	}))
}

func information(r *Request) (Reply, error) {
	kind := r.Data.string("InfType")
	page, ok := r.World.Catalogue.Texts.Page(r.Lang, kind, r.Brand.Placeholders()...)
	if kind == "SocialMediaLinks" {
		page, ok = world.Page{Title: kind, HTML: socialLinks(r.Brand)}, true
	}
	if !ok {
		return refuse(world.ErrNoRecords)
	}
	return answer([]object{{"InfType": kind, "Title": page.Title, "Text": page.HTML}})
}

// socialLinks returns the profiles of a brand as JSON; names under ".test" never resolve.
func socialLinks(b *world.Brand) string {
	links := map[string]string{}
	for network := range strings.FieldsSeq(
		"facebook twitter instagram youtube reddit telegram whatsapp google pinterest") {
		links[network] = "https://" + network + "." + b.Domain + "/" + b.ID
	}
	raw, _ := json.Marshal(links) // a map of strings always encodes
	return string(raw)
}

func tournaments(r *Request) (Reply, error) {
	listed := r.View.Tournaments(r.World.Tournaments(), r.World.Now())
	return list(r, listed, contract.TournamentPageSize, func(t world.Tournament) object {
		key, provider := "tournament."+t.Key, ""
		if t.Provider != nil {
			provider = t.Provider.Name
		}
		return object{
			"id": t.ID, "title": r.text(key + ".title"), "image": r.slide("tournament", t.Campaign),
			"html":  r.paragraph(key+".text") + r.paragraph("tournament.rules", "prize", grouped(int(t.Prize/100))),
			"prize": t.Prize, "currency": world.Currency, "providerName": provider, "gameIDs": t.Games,
			"Start_date": dateTime(t.Start), "End_date": dateTime(t.End),
			"leaderboard": lists.Map(t.Board, func(p world.Place) object {
				return object{"rank": p.Rank, "player": p.Player, "points": p.Points, "prize": p.Prize}
			}),
		}
	})
}

// How many rounds and matches a preview shows.
const (
	previewRounds  = 4
	previewMatches = 10
)

// preview returns the next events of a game outside the lobbies, with the odds of the game's page.
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
		picks, prices, closes := play.Preview(g, now, previewRounds)
		items := lists.Map(picks, func(pick string) object { return choice(pick, prices[pick]) })
		return answer(lists.Map(closes, func(at time.Time) object {
			return object{"title": g.Name, "at": dateTime(at), "items": items}
		}))
	}
	return answer(lists.Map(found[:min(previewMatches, len(found))], func(m *world.Match) object {
		return object{
			"title": m.Home + " – " + m.Away, "at": dateTime(m.Starts),
			"items": lists.Map(m.Markets(now)[0].Picks, func(p world.Pick) object {
				return choice(r.World.Catalogue.PickName(r.Lang, p.Key), int64(p.Odd))
			}),
		}
	}))
}

// choice shows a choice. Its odds are in hundredths, 0 while it is closed.
func choice(name string, odds int64) object {
	o := object{"name": name}
	if odds >= 100 {
		o["odds"] = bff.MinorUnits(odds)
	}
	return o
}

func recentWins(r *Request) (Reply, error) {
	return answer(lists.Map(r.World.RecentWins(), func(w world.RecentWin) object {
		return object{
			"gameID": w.Slot.ID, "name": w.Slot.Name, "image": r.numbered("cover", w.Slot.ID), "player": w.Player,
			"amount": w.Amount, "at": dateTime(w.At),
		}
	}))
}
