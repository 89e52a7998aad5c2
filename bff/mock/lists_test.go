package mock_test

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

type gameRow struct {
	GameID, ProviderID int
	Name, Type, Image  string
	Categories         []int
}

func TestLobbyFilters(t *testing.T) {
	h := open(t, 1)
	for _, c := range []struct {
		about string
		data  map[string]any
		fits  func(gameRow) bool
	}{
		{"provider", map[string]any{"providerID": 12}, func(g gameRow) bool { return g.ProviderID == 12 }},
		{
			"category",
			map[string]any{"categoryID": 78},
			func(g gameRow) bool { return slices.Contains(g.Categories, 78) },
		},
		{"type", map[string]any{"type": "ways"}, func(g gameRow) bool { return g.Type == "ways" }},
		{"provider and type", map[string]any{"providerID": 3, "type": "ways"}, func(g gameRow) bool {
			return g.ProviderID == 3 && g.Type == "ways"
		}},
		{
			"search",
			map[string]any{"searchGameName": "buyulu"},
			func(g gameRow) bool { return strings.Contains(g.Name, "Büyülü") },
		},
	} {
		c.data["limit"] = 250
		games := must[[]gameRow](h, "casino/games_list", c.data)
		assert.True(t, len(games) != 0 && len(games) <= 200, "%s: %d games", c.about, len(games))
		assert.False(t, slices.ContainsFunc(games, func(g gameRow) bool { return !c.fits(g) }), "%s: %+v", c.about,
			games)
	}
	assert.False(t, h.call("casino/games_list", map[string]any{"searchGameName": "ab"}).Result,
		"a search of two letters")
	for name, value := range map[string]any{"searchGameName": "yokböylebir", "providerID": 99} {
		got := h.call("casino/games_list", map[string]any{name: value})
		assert.True(t, string(got.Data) == "[]" && got.Pagination.Total == 0, "%v: %+v", value, got)
	}
	tables := must[[]struct {
		Type       string
		Categories []int
	}](h, "livecasino/game_table_list", map[string]any{"type": "blackjack", "categoryID": 209})
	assert.NotEmpty(t, tables, "there is no VIP table of blackjack")
	for _, table := range tables {
		assert.True(t, table.Type == "blackjack" && slices.Contains(table.Categories, 209), "%+v", table)
	}
	jackpots := must[[]struct{ Amount float64 }](h, "habanero/getJackpots", nil)
	assert.True(t, slices.IsSortedFunc(jackpots,
		func(a, b struct{ Amount float64 }) int { return cmp.Compare(b.Amount, a.Amount) }))
	assert.Equal(t, 6, h.call("livecasino/provider_list", nil).Pagination.Total)
	assert.Equal(t, 8, h.call("livecasino/provider_list", map[string]any{"status": 2}).Pagination.Total)
}

func TestFavouritesAreSortedNewestFirst(t *testing.T) {
	guest := open(t, 1)
	guest.refuses("casino/games_list", map[string]any{"favorites": true}, "Oturum Süresi Doldu")
	h := guest.login("yeni")
	set := func(mode string, id int, message string) {
		t.Helper()
		got := h.call("user/favorites", map[string]any{"mode": mode, "type": "casino", "id": id})
		assert.Equal(t, message, got.Message, "%s %d: %+v", mode, id, got)
	}
	favourites := func(want ...int) {
		t.Helper()
		var ids []int
		for _, g := range must[[]gameRow](h, "casino/games_list", map[string]any{"favorites": true, "limit": 100}) {
			ids = append(ids, g.GameID)
		}
		assert.Equal(t, want, ids)
	}
	for _, id := range []int{1005, 1002, 1009, 1005} {
		set("insert", id, "Favorilere Başarıyla Eklendi")
	}
	favourites(1005, 1009, 1002)
	set("delete", 1009, "Favorilere Başarıyla Kaldırıldı")
	favourites(1005, 1002)
	unknown := map[string]any{"mode": "insert", "type": "casino", "id": 1}
	assert.False(t, h.call("user/favorites", unknown).Result, "a game that does not exist is a favourite")
	must[any](h, "user/favorites", map[string]any{"mode": "insert", "type": "livecasino", "id": 5002})
	assert.Equal(t, 1, h.call("livecasino/game_table_list", map[string]any{"favorites": true}).Pagination.Total)
}

func TestBrandsAndLanguagesHaveTheirOwnTexts(t *testing.T) {
	h := open(t, 1)
	titles := map[string]bool{}
	for _, site := range []string{"889", "111", "890"} {
		of := *h
		of.site = site
		titles[must[[]struct{ Title string }](&of, "cmscontroller/getSlider", nil)[0].Title] = true
	}
	for _, lang := range []string{"en", "de", "ru", "ar"} {
		titles[must[[]struct{ Title string }](h.as(lang), "cmscontroller/getSlider", nil)[0].Title] = true
	}
	assert.Len(t, titles, 7, "three brands and four other languages open with %v", titles)
	assert.Equal(t, 11101, must[[]struct{ ID int }](h, "slider/get_all_items", map[string]any{"siteId": 111})[0].ID)
}

func TestTransactionsFilterAndOrder(t *testing.T) {
	h := open(t, 1).login("zengin")
	type row struct {
		ID       int     `json:"transaction_id"`
		Category int     `json:"transaction_category_id"`
		Status   int     `json:"transaction_status"`
		Amount   float64 `json:"amount"`
		At       string  `json:"created_at"`
	}
	list := func(data map[string]any) []row {
		data["limit"] = 250
		return must[[]row](h, "finance/list_transactions", data)
	}
	deposits := list(map[string]any{"searchCategory": 1})
	tickets := list(map[string]any{"searchType": 1, "searchCategory": 1, "status": 1002, "searchMinAmount": 250})
	require.NotEmpty(t, tickets)
	require.NotEmpty(t, list(map[string]any{"searchCategory": 2, "status": 1003}))
	first := tickets[0]
	date, id := strings.Fields(first.At)[0], strconv.Itoa(first.ID)
	for name, c := range map[string]struct {
		data map[string]any
		fits func(row) bool
	}{
		"approved deposits of 250": {
			map[string]any{"searchType": 1, "searchCategory": 1, "status": 1002, "searchMinAmount": 250},
			func(x row) bool { return x.Category == 1 && x.Status == 1002 && x.Amount >= 250 },
		},
		"a day": {
			map[string]any{"startDate": date, "endDate": date},
			func(x row) bool { return strings.HasPrefix(x.At, date) },
		},
		"part of an id": {
			map[string]any{"searchID": id[3:]},
			func(x row) bool { return strings.Contains(strconv.Itoa(x.ID), id[3:]) },
		},
		"an id as text": {map[string]any{"searchID": id}, func(x row) bool { return x == first }},
		"an id":         {map[string]any{"searchID": first.ID}, func(x row) bool { return x == first }},
	} {
		rows := list(c.data)
		assert.Contains(t, rows, first, name)
		assert.False(t, slices.ContainsFunc(rows, func(x row) bool { return !c.fits(x) }), "%s: %+v", name, rows)
	}
	// Each deposit belongs to exactly one sub-category.
	var found []int
	subs := must[[]struct{ ID int }](h, "finance/list_sub_categories", map[string]any{"categoryID": 1})
	for _, sub := range subs {
		for _, x := range list(map[string]any{"searchCategory": 1, "searchSubCategory": sub.ID}) {
			assert.True(t, x.Category == 1 && !slices.Contains(found, x.ID), "sub-category %d: %+v", sub.ID, x)
			found = append(found, x.ID)
		}
	}
	assert.GreaterOrEqual(t, len(subs), 2)
	assert.Len(t, found, len(deposits))
	assert.Empty(t, list(map[string]any{"searchCategory": 1, "searchSubCategory": 999}))
	for name, c := range map[string]struct {
		data map[string]any
		less func(a, b row) int
	}{
		"newest first": {map[string]any{}, func(a, b row) int { return strings.Compare(b.At, a.At) }},
		"oldest first": {map[string]any{"OrderDir": 1}, func(a, b row) int { return strings.Compare(a.At, b.At) }},
		"largest first": {
			map[string]any{"OrderPar": "AMOUNT", "searchCategory": 4},
			func(a, b row) int { return int(b.Amount - a.Amount) },
		},
	} {
		assert.True(t, slices.IsSortedFunc(list(c.data), c.less), "movements do not come %s", name)
	}
}
