package site

import (
	"cmp"
	"encoding/json"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Numbers of tiles in a shell.
const (
	shellRow   = 8  // of a row, as the site renders first
	shellEager = 14 // tiles that load their pictures at once
	shellFirst = 3  // first row of the grid on a phone, the largest pictures that are painted first
)

// decode returns the data of an envelope, or the zero value if the data has another format.
func decode[T any](envelope json.RawMessage) T {
	var answer, none struct{ Data T }
	if json.Unmarshal(envelope, &answer) != nil {
		return none.Data
	}
	return answer.Data
}

func records(envelope json.RawMessage) []values {
	list := decode[[]values](envelope)
	if list == nil { // getIcSlider wraps its slides
		list = decode[struct{ Items []values }](envelope).Items
	}
	return list
}

func (v values) text(name string) string { text, _ := v[name].(string); return text }

func (v values) number(name string) float64 { n, _ := v[name].(float64); return n }

// plainText returns a text or a number as text, such as a record id.
func plainText(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	return textOf(v)
}

func byOrder(list []values) {
	slices.SortStableFunc(list, func(a, b values) int { return cmp.Compare(a.number("order"), b.number("order")) })
}

// content returns the initial data for the shell of the page at path, and the images to
// preload. The data is complete if the page shows everything.
func content(
	b *bff.Brand, lang, path string, envelopes map[string]json.RawMessage, now time.Time,
) (v values, images []picture) {
	if envelopes == nil {
		return nil, nil
	}
	local := now.In(b.Zone()).Format(contract.MomentLayout)
	switch shellKind(path) {
	case shellHome:
		return lobbyContent(b, lang, envelopes, local)
	case shellSlots:
		return listContent(path, envelopes, callGames, callCategories, callProviders)
	case shellTables:
		return listContent(path, envelopes, callTables, callLiveCategories, callStudios)
	case shellPlay:
		return gameContent(path, envelopes)
	}
	return pageContent(b, path, envelopes, local), nil
}

// listContent returns a list of games with its filters.
func listContent(
	path string, envelopes map[string]json.RawMessage, list, categories, providers bff.GuestRead,
) (v values, images []picture) {
	var pages struct{ Pagination struct{ Total int } }
	_ = json.Unmarshal(envelopes[list.Name()], &pages) // an absent list is empty
	items := openFirst(records(envelopes[list.Name()]))
	shown := len(items)
	if pages.Pagination.Total > shown { // closed tables follow the last page
		items = slices.DeleteFunc(items, func(it values) bool { return it["isOpen"] == false })
	}
	tiles(items, shellEager)
	field, id := filterOf(path)
	filters := map[string][]values{
		"categoryID": records(envelopes[categories.Name()]),
		"providerID": withGames(records(envelopes[providers.Name()]), list.Method == callTables.Method),
	}
	v = values{
		"items": items, "shown": len(items), "total": float64(max(pages.Pagination.Total, shown)),
		"more": pages.Pagination.Total > len(items), "filtered": field == "categoryID",
		"categories": filters["categoryID"], "providers": filters["providerID"],
		"complete": len(items) > 0 && len(filters["categoryID"]) > 0,
	}
	for _, record := range filters[field] {
		if plainText(record[recordIDs[field]]) == id {
			record["isCurrent"], v["title"] = true, cmp.Or(record.text("name"), record.text("providerName"))
		}
	}
	for _, it := range items[:min(len(items), shellFirst)] {
		if image := pictureOf(it); image.Image != "" { // an empty URL is the URL of the page
			images = append(images, image)
		}
	}
	return v, images
}

// withGames removes the providers of slots without games.
func withGames(providers []values, all bool) []values {
	return slices.DeleteFunc(providers, func(p values) bool { return !all && p.number("gameCount") == 0 })
}

// tiles adds the badges to slots, and the loading of the pictures to all items.
func tiles(items []values, eager int) {
	for i, it := range items {
		hasJackpot, isNew := it["jackpot"] != nil, it["isNew"] == true
		categories, _ := it["categories"].([]any)
		isDrop := slices.Contains(categories, any(float64(contract.SlotCategoryDropsAndWins)))
		it["hasJackpot"], it["isNew"], it["isDrop"] = hasJackpot, isNew && !hasJackpot, isDrop && !isNew && !hasJackpot
		it["plain"] = !hasJackpot && !isNew && !isDrop
		it["jackpot"] = math.Floor(it.number("jackpot"))
		it["loading"] = map[bool]string{true: "eager", false: "lazy"}[i < eager]
	}
}

// openFirst moves closed tables to the end.
func openFirst(items []values) []values {
	rank := map[bool]int{true: 0, false: 1}
	slices.SortStableFunc(items, func(a, b values) int {
		return rank[a["isOpen"] == true] - rank[b["isOpen"] == true]
	})
	return items
}

// pathSegment escapes a text as one path segment, like encodeURIComponent in the site.
func pathSegment(text string) string { return strings.ReplaceAll(url.QueryEscape(text), "+", "%20") }
