package mock_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

type gameRow struct {
	GameID, ProviderID int
	Name, Type, Image  string
	Categories         []int
}

func TestListsArePaginated(t *testing.T) {
	h := open(t, 1)
	seen := map[int]bool{}
	total := h.call("casino/games_list", nil).Pagination.Total
	for offset := 0; offset < total+48; offset += 48 {
		a := h.call("casino/games_list", map[string]any{"limit": 48, "offset": offset})
		games := must[[]gameRow](h, "casino/games_list", map[string]any{"limit": 48, "offset": offset})
		if want := min(48, max(0, total-offset)); len(games) != want || a.Pagination.Offset != offset || a.Pagination.Limit != 48 || a.Pagination.Total != total {
			t.Errorf("offset %d: %d games, want %d, %+v", offset, len(games), want, *a.Pagination)
		}
		for _, g := range games {
			if seen[g.GameID] {
				t.Errorf("game %d is on two pages", g.GameID)
			}
			seen[g.GameID] = true
		}
	}
	if len(seen) != total || total < 600 {
		t.Errorf("the pages hold %d of %d games", len(seen), total)
	}
}

func TestListsHaveDefaultPageSizes(t *testing.T) {
	h := open(t, 1)
	player := h.login("zengin")
	for call, want := range map[string]int{
		"casino/games_list": 48, "livecasino/game_table_list": 48, "casino/category_list": 100, "livecasino/category_list": 150,
		"casino/provider_list": 100, "livecasino/provider_list": 150, "cmscontroller/getTournaments": 50,
		"finance/list_transactions": 10, "crm/list_mass_messages": 10, "user/login_history": 10,
	} {
		from := h
		if strings.HasPrefix(call, "finance") || strings.HasPrefix(call, "crm") || strings.HasPrefix(call, "user") {
			from = player
		}
		if got := from.call(call, nil).Pagination; got == nil || got.Limit != want || got.Offset != 0 {
			t.Errorf("%s: %+v, want a limit of %d", call, got, want)
		}
	}
	if n := len(must[[]any](h, "cmscontroller/getSlider", nil)); n != 7 {
		t.Errorf("%d sliders, want 7", n)
	}
}

func TestLobbyFilters(t *testing.T) {
	h := open(t, 1)
	for _, c := range []struct {
		about string
		data  map[string]any
		fits  func(gameRow) bool
	}{
		{"provider", map[string]any{"providerID": 12}, func(g gameRow) bool { return g.ProviderID == 12 }},
		{"category", map[string]any{"categoryID": 78}, func(g gameRow) bool { return slices.Contains(g.Categories, 78) }},
		{"type", map[string]any{"type": "ways"}, func(g gameRow) bool { return g.Type == "ways" }},
		{"search", map[string]any{"searchGameName": "ÇÖL"}, func(g gameRow) bool { return strings.Contains(g.Name, "Çöl") }},
		{"search without Turkish letters", map[string]any{"searchGameName": "buyulu"}, func(g gameRow) bool { return strings.Contains(g.Name, "Büyülü") }},
	} {
		c.data["limit"] = 250
		games := must[[]gameRow](h, "casino/games_list", c.data)
		if len(games) == 0 || len(games) > 200 {
			t.Errorf("%s: %d games", c.about, len(games))
		}
		for _, g := range games {
			if !c.fits(g) {
				t.Errorf("%s: %+v", c.about, g)
			}
		}
	}
	if got := h.call("casino/games_list", map[string]any{"searchGameName": "ab"}); got.Result {
		t.Error("a search of two letters is answered")
	}
	if got := h.call("casino/games_list", map[string]any{"searchGameName": "yokböylebir"}); !got.Result || string(got.Data) != "[]" || got.Pagination.Total != 0 {
		t.Errorf("a search without result: %+v", got)
	}
}

func TestFavouritesAreSortedNewestFirst(t *testing.T) {
	guest := open(t, 1)
	if got := guest.call("casino/games_list", map[string]any{"favorites": true}); got.Message != "Oturum Süresi Doldu" || got.Code != 403 {
		t.Errorf("a visitor's favourites: %+v", got)
	}
	h := guest.login("yeni")
	ids := func() (out []int) {
		for _, g := range must[[]gameRow](h, "casino/games_list", map[string]any{"favorites": true, "limit": 100}) {
			out = append(out, g.GameID)
		}
		return out
	}
	for _, id := range []int{1005, 1002, 1009} {
		if got := h.call("user/favorites", map[string]any{"mode": "insert", "type": "casino", "id": id}); got.Message != "Favorilere Başarıyla Eklendi" {
			t.Errorf("%+v", got)
		}
	}
	must[any](h, "user/favorites", map[string]any{"mode": "insert", "type": "casino", "id": 1005})
	if got := ids(); !slices.Equal(got, []int{1005, 1009, 1002}) {
		t.Errorf("favourites %v", got)
	}
	if got := h.call("user/favorites", map[string]any{"mode": "delete", "type": "casino", "id": 1009}); got.Message != "Favorilere Başarıyla Kaldırıldı" {
		t.Errorf("%+v", got)
	}
	if got := ids(); !slices.Equal(got, []int{1005, 1002}) {
		t.Errorf("favourites %v", got)
	}
	if got := h.call("user/favorites", map[string]any{"mode": "insert", "type": "casino", "id": 1}); got.Result {
		t.Error("a game that does not exist is a favourite")
	}
	must[any](h, "user/favorites", map[string]any{"mode": "insert", "type": "livecasino", "id": 5002})
	if got := h.call("livecasino/game_table_list", map[string]any{"favorites": true}); got.Pagination.Total != 1 {
		t.Errorf("%d favourite tables", got.Pagination.Total)
	}
}

func TestLiveProviderListWithStatus(t *testing.T) {
	h := open(t, 1)
	narrow := h.call("livecasino/provider_list", nil).Pagination.Total
	wide := h.call("livecasino/provider_list", map[string]any{"status": 2}).Pagination.Total
	if narrow != 6 || wide != 8 {
		t.Errorf("%d providers, %d with status 2", narrow, wide)
	}
}

func TestBrandsHaveTheirOwnTexts(t *testing.T) {
	h := open(t, 1)
	titles := map[string]bool{}
	for _, site := range []string{"889", "111", "890"} {
		of := *h
		of.site = site
		titles[must[[]struct{ Title string }](&of, "cmscontroller/getSlider", nil)[0].Title] = true
	}
	if len(titles) != 3 {
		t.Errorf("three brands open with %v", titles)
	}
	own := must[[]struct{ ID int }](h, "slider/get_all_items", map[string]any{"siteId": 111})
	if own[0].ID != 11101 {
		t.Errorf("the sliders of site 111 begin with %d", own[0].ID)
	}
}

func TestTextsAreTranslated(t *testing.T) {
	h := open(t, 1)
	seen := map[string]string{}
	for _, lang := range []string{"tr", "en", "de", "ru", "ar"} {
		in := *h
		in.lang = lang
		title := must[[]struct{ Title string }](&in, "cmscontroller/getPromotions", nil)[1].Title
		if other, ok := seen[title]; ok {
			t.Errorf("%s and %s say %q", lang, other, title)
		}
		seen[title] = lang
	}
	unknown := *h
	unknown.lang = "fr"
	if title := must[[]struct{ Title string }](&unknown, "cmscontroller/getPromotions", nil)[1].Title; seen[title] != "tr" {
		t.Errorf("an unknown language says %q", title)
	}
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
	tickets := list(map[string]any{"searchType": 1, "searchCategory": 1, "status": 1002, "searchMinAmount": 250})
	if len(tickets) == 0 {
		t.Fatal("zengin has no approved deposit")
	}
	for _, x := range tickets {
		if x.Category != 1 || x.Status != 1002 || x.Amount < 250 {
			t.Errorf("%+v", x)
		}
	}
	refused := list(map[string]any{"searchCategory": 2, "status": 1003})
	if len(refused) == 0 {
		t.Error("zengin has no refused withdrawal to be notified of")
	}
	// The sub-categories of the deposits share them out.
	var found []int
	subs := must[[]struct{ ID int }](h, "finance/list_sub_categories", map[string]any{"categoryID": 1})
	for _, sub := range subs {
		rows := list(map[string]any{"searchCategory": 1, "searchSubCategory": sub.ID})
		for _, x := range rows {
			if x.Category != 1 || slices.Contains(found, x.ID) {
				t.Errorf("sub-category %d: %+v", sub.ID, x)
			}
			found = append(found, x.ID)
		}
	}
	if deposits := list(map[string]any{"searchCategory": 1}); len(subs) < 2 || len(found) == 0 || len(found) != len(deposits) {
		t.Errorf("%d sub-categories of deposits have %d of %d", len(subs), len(found), len(deposits))
	}
	if rows := list(map[string]any{"searchCategory": 1, "searchSubCategory": 999}); len(rows) > 0 {
		t.Errorf("an unknown sub-category has %d deposits", len(rows))
	}
	if !slices.IsSortedFunc(list(map[string]any{}), func(a, b row) int { return strings.Compare(b.At, a.At) }) {
		t.Error("movements do not come newest first")
	}
	if !slices.IsSortedFunc(list(map[string]any{"OrderDir": 1}), func(a, b row) int { return strings.Compare(a.At, b.At) }) {
		t.Error("movements do not come oldest first")
	}
	amounts := list(map[string]any{"OrderPar": "AMOUNT", "searchCategory": 4})
	if !slices.IsSortedFunc(amounts, func(a, b row) int { return int(b.Amount - a.Amount) }) {
		t.Error("wins do not come largest first")
	}
	day := strings.Fields(tickets[0].At)[0]
	for _, x := range list(map[string]any{"startDate": day, "endDate": day}) {
		if !strings.HasPrefix(x.At, day) {
			t.Errorf("%s is not on %s", x.At, day)
		}
	}
	for _, id := range []any{strconv.Itoa(tickets[0].ID), tickets[0].ID} {
		if one := list(map[string]any{"searchID": id}); len(one) != 1 || one[0] != tickets[0] {
			t.Errorf("movement %v: %v", id, one)
		}
	}
	part := strconv.Itoa(tickets[0].ID)[3:]
	for _, x := range list(map[string]any{"searchID": part}) {
		if !strings.Contains(strconv.Itoa(x.ID), part) {
			t.Errorf("movement %d has no %s", x.ID, part)
		}
	}
}
