package site

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/recordid"
)

// Numbers of items in a shell, enough for the first screen.
const (
	shellRow   = 8
	shellGrid  = 14
	shellFirst = 3 // first row of the grid on a phone, the largest pictures that are painted first
)

// slide is a slide of the hero. Its times have the wire format, which sorts chronologically.
type slide struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	Image  string `json:"image"`
	Link   string `json:"link"`
	Button string `json:"button"`
	Place  string `json:"sliderPlace"` // sol (left) or sag (right)
	On     int    `json:"Status"`
	Order  int    `json:"order"`
	Start  string `json:"Start_date"`
	End    string `json:"End_date"`
}

// item is a slot or a live table.
type item struct {
	GameID   bff.RecordID `json:"gameID"`
	TableID  bff.RecordID `json:"tableID"`
	Name     string       `json:"name"`
	Image    string       `json:"image"`
	Provider string       `json:"providerName"`
	Dealer   string       `json:"dealer"`
	IsOpen   bool         `json:"isOpen"`
}

// category is a category of slots.
type category struct {
	ID    bff.RecordID `json:"CategoryID"`
	Name  string       `json:"name"`
	Items []item       `json:"items"`
}

// decode returns the data of an envelope, or the zero value if the data has another format.
func decode[T any](envelope json.RawMessage) T {
	var answer, none struct{ Data T }
	if json.Unmarshal(envelope, &answer) != nil {
		return none.Data
	}
	return answer.Data
}

// decodeSlides returns the slides of an envelope in display order.
func decodeSlides(envelope json.RawMessage) []slide {
	slides := decode[[]slide](envelope)
	if slides == nil { // getIcSlider wraps its slides
		slides = decode[struct{ Items []slide }](envelope).Items
	}
	slices.SortStableFunc(slides, func(a, b slide) int { return cmp.Compare(a.Order, b.Order) })
	return slides
}

// content returns the initial data for the shell of the page at path, and the URLs of the images to
// preload.
func content(
	b *bff.Brand, path string, envelopes map[string]json.RawMessage, now time.Time,
) (v values, images []string) {
	if path == "/" {
		return lobbyContent(b, envelopes, now)
	}
	for _, list := range envelopes { // only one
		items := openFirst(decode[[]item](list))
		v = values{"items": itemValues(items, shellGrid)}
		for _, it := range items[:min(len(items), shellFirst)] {
			if it.Image != "" { // an empty URL is the URL of the page
				images = append(images, it.Image)
			}
		}
	}
	return v, images
}

// lobbyContent returns the hero and the first sections of the lobby.
func lobbyContent(b *bff.Brand, envelopes map[string]json.RawMessage, now time.Time) (v values, images []string) {
	v, image := heroContent(decodeSlides(envelopes[b.HomeSlider]), now.In(b.Zone()).Format(contract.MomentLayout))
	if image != "" {
		images = []string{image}
	}
	if categories, ok := envelopes[callCategories.Name()]; ok {
		v["sections"] = lobbySections(b, categoryRow(decode[[]category](categories), b.LobbyLead()))
	} else if tables, ok := envelopes[callTables.Name()]; ok {
		items := itemValues(openFirst(decode[[]item](tables)), shellRow)
		v["sections"] = lobbySections(b, values{"tables": true, "all": "/live", "items": items})
	}
	return v, images
}

// heroContent returns the hero with the slides that are active at now, and the image of the first
// slide. now has the wire format.
func heroContent(slides []slide, now string) (v values, image string) {
	var left, right []slide
	for _, s := range slides {
		switch {
		case s.On != 1 || s.Start > now || s.End < now:
		case s.Place == "sag":
			right = append(right, s)
		default:
			left = append(left, s)
		}
	}
	first := slices.Concat(left, right)
	if len(first) == 0 {
		return values{"hero": false}, ""
	}
	v = slideValues(&first[0])
	v["hero"] = true
	if side := len(left) > 0 && len(right) >= 2; side {
		v["side"], v["column"] = true, "true"
		v["slides"] = []values{slideValues(&right[0]), slideValues(&right[1])}
	}
	return v, first[0].Image
}

func slideValues(s *slide) values {
	return values{"title": s.Title, "text": s.Text, "image": s.Image, "label": cmp.Or(s.Button, s.Title), "to": s.Link}
}

// itemValues returns the first n items.
func itemValues(items []item, n int) []values {
	items = items[:min(len(items), n)]
	out := make([]values, len(items))
	for i := range items {
		it := &items[i]
		kind, id := "slot", it.GameID
		if it.TableID != nil {
			kind, id = "live", it.TableID
		}
		out[i] = values{
			"to":   "/play/" + kind + "/" + pathSegment(recordid.Text(id)) + "/" + pathSegment(it.Provider),
			"name": it.Name, "image": it.Image, "provider": it.Provider, "dealer": it.Dealer, "open": it.IsOpen,
		}
	}
	return out
}

// pathSegment escapes a text as one path segment, like encodeURIComponent in the site.
func pathSegment(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

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

// lobbySections returns the sections of the lobby up to the first one without data. row is the lead
// section.
func lobbySections(b *bff.Brand, row values) (out []values) {
	for _, name := range b.Lobby {
		switch name {
		case "shortcuts":
			out = append(out, values{"shortcuts": true})
		case "player": // the browser fills it
		case bff.LobbyTicker:
			if !b.Features["slots"] || b.Unsupported["habanero/getJackpots"] {
				continue
			}
			out = append(out, values{"ticker": true})
		case b.LobbyLead():
			if row == nil {
				return out
			}
			out = append(out, row)
		default:
			return out
		}
	}
	return out
}

// categoryRow returns the row of the slot category for a section, or nil if the platform lacks the
// category.
func categoryRow(categories []category, section string) values {
	id, ok := sectionCategories[section]
	if !ok {
		id = strings.TrimPrefix(section, bff.CategorySection)
	}
	for i := range categories {
		if c := &categories[i]; recordid.Text(c.ID) == id && len(c.Items) > 0 {
			return values{
				"tiles": true, "name": c.Name, "all": "/slot/category/" + pathSegment(id),
				"items": itemValues(c.Items, shellRow),
			}
		}
	}
	return nil
}

// openFirst moves closed tables to the end.
func openFirst(items []item) []item {
	rank := map[bool]int{true: 0, false: 1}
	slices.SortStableFunc(items, func(a, b item) int { return rank[a.IsOpen] - rank[b.IsOpen] })
	return items
}
