package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/bounded"
	"croupier/bff/internal/recordid"
)

// The numbers of items in a shell: those of the first screen.
const (
	shellRow   = 8
	shellGrid  = 14
	shellFirst = 3 // of the grid, in the first row of a phone: the largest pictures that are painted first
)

// slide is a slide of the hero. Times are in wire format, which sorts chronologically.
type slide struct {
	Title  string `json:"title"`
	Text   string `json:"text"`
	Image  string `json:"image"`
	Link   string `json:"link"`
	Button string `json:"button"`
	Place  string `json:"sliderPlace"` // sol or sag
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

// decodeSlides decodes the data of a call of slides, in their order.
func decodeSlides(data json.RawMessage) []slide {
	var slides []slide
	if json.Unmarshal(data, &slides) != nil {
		// getIcSlider wraps its slides.
		var wrapped struct {
			Items []slide `json:"items"`
		}
		if json.Unmarshal(data, &wrapped) != nil {
			return nil
		}
		slides = wrapped.Items
	}
	slices.SortStableFunc(slides, func(a, b slide) int { return cmp.Compare(a.Order, b.Order) })
	return slides
}

// heroContent returns the hero of the lobby with the slides that are active at now, a time in wire format, and
// the image of its first one, which is the largest of the page.
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

// pathSegment escapes a text as one segment of a path, as encodeURIComponent does in the site.
func pathSegment(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }

// sectionCategories are the slot categories of the sections of the lobby (web/src/features/lobby/model/sections.ts).
var sectionCategories = map[string]string{
	"popular":        strconv.Itoa(contract.SlotCategoryMostPopular),
	"new_arrivals":   strconv.Itoa(contract.SlotCategoryNewArrivals),
	"jackpot":        strconv.Itoa(contract.SlotCategoryJackpot),
	"drops_and_wins": strconv.Itoa(contract.SlotCategoryDropsAndWins),
	"free_spins":     strconv.Itoa(contract.SlotCategoryFreeSpinsPurchase),
	"board_games":    strconv.Itoa(contract.SlotCategoryBoardGames),
}

// lobbySections returns the first sections of the lobby, up to the first one that the page does not have the
// data of. row has the items of the lead section.
func lobbySections(b *bff.Brand, row values) (out []values) {
	for _, name := range b.Lobby {
		switch name {
		case "shortcuts":
			out = append(out, values{"shortcuts": true})
		case "player": // the browser knows what is in it
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

// categoryRow returns the row of the slot category of a section; nil where the platform does not have it.
func categoryRow(categories []category, section string) values {
	id, ok := sectionCategories[section]
	if !ok {
		id = strings.TrimPrefix(section, bff.CategorySection)
	}
	for i := range categories {
		if c := &categories[i]; recordid.Text(c.ID) == id && len(c.Items) > 0 {
			return values{"tiles": true, "name": c.Name, "all": "/slot/category/" + pathSegment(id), "items": itemValues(c.Items, shellRow)}
		}
	}
	return nil
}

// openFirst moves closed tables behind the open ones.
func openFirst(items []item) []item {
	slices.SortStableFunc(items, func(a, b item) int {
		switch {
		case a.IsOpen == b.IsOpen:
			return 0
		case a.IsOpen:
			return -1
		}
		return 1
	})
	return items
}

// contentDecoder decodes the answers that shells show. It remembers the latest of each call, because most pages
// have the same.
type contentDecoder struct {
	slides     *decoded[[]slide]
	categories *decoded[[]category]
	items      *decoded[[]item]
}

func newContentDecoder() *contentDecoder {
	return &contentDecoder{
		slides:     newDecoded(decodeSlides),
		categories: newDecoded(decodeList[category]),
		items:      newDecoded(func(data json.RawMessage) []item { return openFirst(decodeList[item](data)) }),
	}
}

func decodeList[T any](data json.RawMessage) (list []T) {
	if json.Unmarshal(data, &list) != nil {
		return nil
	}
	return list
}

// add adds what the shell of the page at path shows of an answer.
func (c *contentDecoder) add(out *InitialData, s *bff.Scope, path, name string, data json.RawMessage, now func() time.Time) {
	key := string(s.Partition) + " " + s.Lang + " " + path + " " + name
	lead := s.Brand.LobbyLead()
	switch {
	case name == s.Brand.HomeSlider:
		var hero values
		var image string
		hero, image = heroContent(c.slides.of(key, data), now().In(s.Brand.Zone()).Format(contract.MomentLayout))
		maps.Copy(out.content, hero)
		if image != "" {
			out.Images = []string{image}
		}
	case name == "casino/category_list":
		out.content["sections"] = lobbySections(s.Brand, categoryRow(c.categories.of(key, data), lead))
	case path == "/":
		items := itemValues(c.items.of(key, data), shellRow)
		out.content["sections"] = lobbySections(s.Brand, values{"tables": true, "all": "/live", "items": items})
	default:
		items := c.items.of(key, data)
		out.content["items"] = itemValues(items, shellGrid)
		for i := range items[:min(len(items), shellFirst)] {
			if url := items[i].Image; url != "" { // an empty URL is that of the page
				out.Images = append(out.Images, url)
			}
		}
	}
}

// maxDecoded bounds the data of which the decoded form is remembered, in bytes.
const maxDecoded = 8 << 20

// decoded remembers the decoded form of the latest data of each call, which stays the same for many pages.
type decoded[T any] struct {
	decode func(json.RawMessage) T
	latest *bounded.Map[string, *decodedEntry[T]] // by partition, language, page and call
}

func newDecoded[T any](decode func(json.RawMessage) T) *decoded[T] {
	return &decoded[T]{decode: decode, latest: bounded.New(bounded.Options[string, *decodedEntry[T]]{
		MaxEntries: 2048, MaxBytes: maxDecoded, Size: func(e *decodedEntry[T]) int64 { return int64(len(e.data)) },
	})}
}

type decodedEntry[T any] struct {
	data  []byte
	value T
}

// of returns the decoded form of data; key identifies what it is the answer of.
func (d *decoded[T]) of(key string, data json.RawMessage) T {
	if e, ok := d.latest.Get(key); ok && bytes.Equal(e.data, data) {
		return e.value
	}
	value := d.decode(data)
	d.latest.Put(key, &decodedEntry[T]{data: data, value: value})
	return value
}
