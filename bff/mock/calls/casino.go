package calls

import (
	"unicode/utf8"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

var casino = map[string]Func{
	"casino/category_list": slotCategories,
	"casino/provider_list": slotProviders,
	"casino/games_list":    slotList,
	"casino/init_game":     player(openSlot),
}

// Sizes of lists where a request names none (spec §9).
const (
	slotLists = 100
	liveLists = 150
)

type game struct {
	GameID       int             `json:"gameID"`
	Name         string          `json:"name"`
	ProviderID   int             `json:"providerID"`
	ProviderName string          `json:"providerName"`
	Image        string          `json:"image"`
	Categories   []int           `json:"categories"`
	Type         string          `json:"type"`
	RTP          float64         `json:"rtp"`
	Volatility   string          `json:"volatility"`
	MinBet       bff.MinorUnits  `json:"minBet"`
	MaxBet       bff.MinorUnits  `json:"maxBet"`
	IsNew        bool            `json:"isNew"`
	IsDemo       bool            `json:"isDemo"`
	Jackpot      *bff.MinorUnits `json:"jackpot"`
}

type category[T any] struct {
	CategoryID int    `json:"CategoryID"`
	Name       string `json:"name"`
	Icon       string `json:"icon"`
	Items      []T    `json:"items"`
}

type provider struct {
	ProviderID   int    `json:"providerID"`
	ProviderName string `json:"providerName"`
	Logo         string `json:"logo"`
	GameCount    int    `json:"gameCount"`
}

// slotWire turns slots into what the wire has, as they stand at one moment.
func slotWire(r *Request) func(*world.Slot) game {
	stands := r.View.Jackpot(r.World.Pots(), r.World.Now())
	return func(s *world.Slot) game { return wireSlot(r, s, stands(s)) }
}

func wireSlot(r *Request, s *world.Slot, jackpot *bff.MinorUnits) game {
	return game{
		GameID: s.ID, Name: s.Name, ProviderID: s.Provider.ID, ProviderName: s.Provider.Name,
		Image: r.numbered("cover", s.ID), Categories: s.Categories, Type: s.Type, RTP: s.RTP,
		Volatility: s.Volatility, MinBet: s.MinBet, MaxBet: s.MaxBet, IsNew: s.New, IsDemo: s.Demo,
		Jackpot: jackpot,
	}
}

func slotCategories(r *Request) (Reply, error) {
	c, wire := r.catalogue(), slotWire(r)
	return list(r, c.SlotCategories(), slotLists, func(k world.Category) category[game] {
		return shelf(r, k, c.FindSlots(world.Filter{Category: k.ID}), wire)
	}), nil
}

// shelf is a category with the first of its items.
func shelf[T, W any](r *Request, k world.Category, items []T, wire func(T) W) category[W] {
	items = items[:min(len(items), contract.CategoryItems)]
	return category[W]{CategoryID: k.ID, Name: r.say(phrase("category", k.ID)), Icon: k.Icon, Items: each(items, wire)}
}

func slotProviders(r *Request) (Reply, error) {
	return list(r, r.catalogue().Providers, slotLists, func(p *world.Provider) provider {
		return provider{p.ID, p.Name, r.numbered("provider", p.ID), p.Games}
	}), nil
}

func slotList(r *Request) (Reply, error) {
	c := r.catalogue()
	return lobby(r, c.FindSlots, c.Slot, func(p *world.Player) []int { return p.Slots }, slotWire(r))
}

// lobby lists what the request's filter leaves; of that the player's favourites, the newest
// first, where they are asked for.
func lobby[T comparable, W any](
	r *Request, find func(world.Filter) []T, byID func(int) (T, bool), favourites func(*world.Player) []int, wire func(T) W,
) (Reply, error) {
	f, err := filter(r)
	if err != nil {
		return Reply{}, err
	}
	found := find(f)
	if !r.Data.flag("favorites") {
		return list(r, found, contract.GamePageSize, wire), nil
	}
	in := make(map[T]bool, len(found))
	for _, item := range found {
		in[item] = true
	}
	var marked []T
	err = r.World.WithPlayer(r.UID, r.SID, func(p *world.Player) error {
		for _, id := range favourites(p) {
			if item, ok := byID(id); ok && in[item] {
				marked = append(marked, item)
			}
		}
		return nil
	})
	if err != nil {
		return Reply{}, err
	}
	return list(r, newestFirst(marked, func(T) bool { return true }), contract.FavoritesLimit, wire), nil
}

// filter reads what narrows a lobby; a search text must be long enough (spec §5).
func filter(r *Request) (world.Filter, error) {
	f := world.Filter{
		Provider: r.Data.number("providerID", 0),
		Category: r.Data.number("categoryID", 0),
		Type:     r.Data.text("type"),
	}
	if r.Data.has("searchGameName") {
		search := r.Data.text("searchGameName")
		if utf8.RuneCountInString(search) < contract.SearchMinimum {
			return f, world.ErrSearch
		}
		f.Search = world.Fold(search)
	}
	return f, nil
}

func openSlot(r *Request, p *world.Player) (Reply, error) {
	s, ok := r.catalogue().Slot(r.Data.number("gameID", 0))
	if !ok {
		return Reply{}, world.ErrNoRecords
	}
	demo := r.Data.flag("demo")
	if demo && !s.Demo {
		return Reply{}, world.ErrDemo
	}
	return started(r, p, s.AsGame(), demo), nil
}

type startedGame struct {
	URL string `json:"url"`
}

// started seats the player and answers where to play.
func started(r *Request, p *world.Player, g world.Game, demo bool) Reply {
	g.Page = pageOf(g)
	return Reply{Data: startedGame{r.page(g.Page, p.OpenGame(g, r.Brand, r.SID, r.Lang, demo))}}
}
