package calls

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"croupier/bff/contract"
	"croupier/bff/internal/lists"
	play "croupier/bff/mock/games"
	"croupier/bff/mock/world"
)

// Paths of the casino's pictures and pages.
const (
	ArtPath  = "/mock/art/"
	PlayPath = "/mock/play/"
	PayPath  = "/mock/pay/" // pages of payment providers
)

// Default page sizes of the lists of categories and providers.
const (
	slotPageSize = 100
	livePageSize = 150
)

var lobbyCalls = map[string]Func{
	"casino/category_list": func(r *Request) (Reply, error) {
		c, encode := r.catalogue(), slotEncoder(r)
		return list(r, world.SlotCategories, slotPageSize, func(k world.Category) object {
			return category(r, k, c.FindSlots(world.Filter{Category: k.ID}), encode)
		})
	},
	"casino/provider_list": func(r *Request) (Reply, error) {
		return list(r, r.catalogue().Providers, slotPageSize,
			func(p *world.Provider) object { return provider(r, p, p.Games) })
	},
	"casino/init_game":     initSlot,
	"crm/recent_wins":      recentWins,
	"virtualgames/preview": preview,
	"casino/games_list": func(r *Request) (Reply, error) {
		c := r.catalogue()
		return games(r, c.FindSlots, c.Slot, func(p *world.Player) []int { return p.Slots }, slotEncoder(r))
	},
	"livecasino/category_list": func(r *Request) (Reply, error) {
		c, encode := r.catalogue(), tableEncoder(r)
		return list(r, world.LiveCategories, livePageSize, func(k world.Category) object {
			return category(r, k, c.FindTables(world.Filter{Category: k.ID}), encode)
		})
	},
	"livecasino/provider_list": func(r *Request) (Reply, error) {
		wide := r.Data.int("status", 0) == contract.WideProviderStatus
		studios := slices.DeleteFunc(slices.Clone(r.catalogue().Providers),
			func(p *world.Provider) bool { return !p.Live || p.Extended && !wide })
		return list(r, studios, livePageSize, func(p *world.Provider) object { return provider(r, p, p.Tables) })
	},
	"livecasino/game_table_list": func(r *Request) (Reply, error) {
		c := r.catalogue()
		return games(r, c.FindTables, c.Table, func(p *world.Player) []int { return p.Tables }, tableEncoder(r))
	},
	"habanero/getJackpots": func(r *Request) (Reply, error) {
		amounts, jackpots := r.World.JackpotAmounts(r.View), slices.Clone(r.World.Catalogue.Jackpots)
		slices.SortStableFunc(jackpots, func(a, b *world.Jackpot) int { return cmp.Compare(amounts[b], amounts[a]) })
		return answer(lists.Map(jackpots, func(j *world.Jackpot) object {
			return object{
				"jackpotID": j.ID, "name": j.Name, "amount": amounts[j], "currency": world.Currency, "gameID": j.GameID,
			}
		}))
	},
}

// initSlot opens a slot. A demo needs no session.
func initSlot(r *Request) (Reply, error) {
	s, ok := r.catalogue().Slot(r.Data.int("gameID", 0))
	demo := r.Data.bool("demo")
	open := func(r *Request, p *world.Player) (Reply, error) {
		switch {
		case !ok:
			return refuse(world.ErrNoRecords)
		case demo && !s.Demo:
			return refuse(world.ErrDemo)
		}
		return openGame(r, p, s.Game, demo)
	}
	if demo && r.SID == "" {
		return open(r, nil)
	}
	return withPlayer(open)(r)
}

var gameCalls = map[string]playerFunc{
	"livecasino/init_game": func(r *Request, p *world.Player) (Reply, error) {
		t, ok := r.catalogue().Table(r.Data.int("tableID", 0))
		switch {
		case !ok:
			return refuse(world.ErrNoRecords)
		case !t.Open(p.Now()):
			return refuse(world.ErrClosed)
		}
		return openGame(r, p, t.Game, false)
	},
	"virtualgames/init_game": func(r *Request, p *world.Player) (Reply, error) {
		g, ok := r.catalogue().VirtualGame(r.Data.int("providerID", 0), r.Data.string("type"))
		if !ok {
			return refuse(world.ErrNoRecords)
		}
		return openGame(r, p, g, false)
	},
}

func slotEncoder(r *Request) func(*world.Slot) object {
	amounts := r.World.JackpotAmounts(r.View)
	return func(s *world.Slot) object {
		var jackpot any // null for none
		if s.Jackpot != nil {
			jackpot = amounts[s.Jackpot]
		}
		return object{
			"gameID": s.ID, "name": s.Name, "providerID": s.Provider.ID, "providerName": s.Provider.Name,
			"image": r.numbered("cover", s.ID), "categories": s.Categories, "type": s.Type, "rtp": s.RTP,
			"volatility": s.Volatility, "minBet": s.MinBet, "maxBet": s.MaxBet, "isNew": s.New, "isDemo": s.Demo,
			"jackpot": jackpot, "maxWin": play.MaxSlotWin,
		}
	}
}

// tableEncoder encodes tables as of the time of the request.
func tableEncoder(r *Request) func(*world.Table) object {
	now := r.World.Now()
	return func(t *world.Table) object {
		return object{
			"tableID": t.ID, "name": t.Name, "providerID": t.Provider.ID, "providerName": t.Provider.Name,
			"image": r.numbered("table", t.ID), "categories": t.Categories, "type": t.Type, "dealer": t.Dealer,
			"language": t.Lang, "minBet": t.MinBet, "maxBet": t.MaxBet, "seats": t.Seats,
			"seatsTaken": t.SeatsTaken(now), "isOpen": t.Open(now),
		}
	}
}

func provider(r *Request, p *world.Provider, games int) object {
	return object{"providerID": p.ID, "providerName": p.Name, "logo": r.numbered("provider", p.ID), "gameCount": games}
}

func category[T any](r *Request, k world.Category, items []T, encode func(T) object) object {
	items = items[:min(len(items), contract.CategoryItems)]
	return object{
		"CategoryID": k.ID, "name": r.text(phrase("category", k.ID)), "icon": k.Icon, "items": lists.Map(items, encode),
	}
}

// games lists the games that match the filter. On request, it lists only the player's favourites,
// newest first.
func games[T comparable](
	r *Request, find func(world.Filter) []T, byID func(int) (T, bool), favourites func(
		*world.Player) []int, encode func(T) object,
) (Reply, error) {
	f := world.Filter{
		Provider: r.Data.int("providerID", 0), Category: r.Data.int("categoryID", 0), Type: r.Data.string("type"),
	}
	if r.Data.has("searchGameName") {
		search := r.Data.string("searchGameName")
		if utf8.RuneCountInString(search) < contract.SearchMinimum {
			return refuse(world.ErrSearch)
		}
		f.Search = world.Fold(search)
	}
	found := find(f)
	if !r.Data.bool("favorites") {
		return list(r, found, contract.GamePageSize, encode)
	}
	in := make(map[T]bool, len(found))
	for _, item := range found {
		in[item] = true
	}
	p, err := r.World.Player(r.UID, r.SID)
	if err != nil {
		return refuse(err)
	}
	marked := newestFirst(favourites(p), func(id int) bool { item, ok := byID(id); return ok && in[item] })
	return list(r, marked, contract.FavoritesLimit, func(id int) object {
		item, _ := byID(id)
		return encode(item)
	})
}

// pages is the page of each game type. Live tables use roulette, other games the slot.
var pages = map[string]string{
	"spaceman": "round", "zeplin": "round", "goldenrace": "pick", "football3d": "pick", "betongames": "pick",
	"bingo": "pick", "soundbingo": "pick", "sport": "sport", "livesport": "sport",
}

// openGame answers with the address of a game's page. The token names its world: the page sends no
// header or cookie.
func openGame(r *Request, p *world.Player, g world.Game, demo bool) (Reply, error) {
	g.Page = cmp.Or(pages[g.Type], "slot")
	if g.Kind == world.KindLive {
		g.Page = "live"
	}
	token := r.World.OpenGame(g, r.Locale, p, r.SID, demo)
	return answer(object{"url": r.Base + PlayPath + g.Page + "/" + r.World.Name + "." + token})
}

// picture returns the address of a picture. It contains the seed, because browsers cache pictures
// forever.
func (r *Request) picture(kind, key string) string {
	format := ".svg?v="
	switch bitmap := r.View.Heavy && slices.Contains([]string{"cover", "table", "slide"}, kind); {
	case bitmap && strings.HasSuffix(key, "7"):
		format = ".png?v="
	case bitmap:
		format = ".jpg?v="
	}
	return r.Base + ArtPath + kind + "/" + key + format + strconv.FormatUint(r.World.Catalogue.Seed, 10)
}

func (r *Request) numbered(kind string, id int) string { return r.picture(kind, strconv.Itoa(id)) }

// slide returns the address of the picture of a campaign, mirrored for right-to-left languages.
func (r *Request) slide(use string, c world.Campaign) string {
	key := use + "-" + c.Key + "-" + c.Theme
	if r.Lang == "ar" {
		key += "-rtl"
	}
	return r.picture("slide", key)
}
