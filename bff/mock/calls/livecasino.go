package calls

import (
	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/mock/world"
)

var livecasino = map[string]Func{
	"livecasino/category_list":   liveCategories,
	"livecasino/provider_list":   liveProviders,
	"livecasino/game_table_list": tableList,
	"livecasino/init_game":       player(openTable),
}

type table struct {
	TableID      int            `json:"tableID"`
	Name         string         `json:"name"`
	ProviderID   int            `json:"providerID"`
	ProviderName string         `json:"providerName"`
	Image        string         `json:"image"`
	Categories   []int          `json:"categories"`
	Type         string         `json:"type"`
	Dealer       string         `json:"dealer"`
	Language     string         `json:"language"`
	MinBet       bff.MinorUnits `json:"minBet"`
	MaxBet       bff.MinorUnits `json:"maxBet"`
	Seats        int            `json:"seats"`
	SeatsTaken   int            `json:"seatsTaken"`
	IsOpen       bool           `json:"isOpen"`
}

// tableWire turns tables into what the wire has, as they stand at one moment.
func tableWire(r *Request) func(*world.Table) table {
	now := r.World.Now()
	return func(t *world.Table) table {
		return table{
			TableID: t.ID, Name: t.Name, ProviderID: t.Provider.ID, ProviderName: t.Provider.Name,
			Image: r.numbered("table", t.ID), Categories: t.Categories, Type: t.Type, Dealer: t.Dealer,
			Language: t.Lang, MinBet: t.MinBet, MaxBet: t.MaxBet, Seats: t.Seats,
			SeatsTaken: t.SeatsTaken(now), IsOpen: t.Open(now),
		}
	}
}

func liveCategories(r *Request) (Reply, error) {
	c, wire := r.catalogue(), tableWire(r)
	return list(r, c.LiveCategories(), liveLists, func(k world.Category) category[table] {
		return shelf(r, k, c.FindTables(world.Filter{Category: k.ID}), wire)
	}), nil
}

func liveProviders(r *Request) (Reply, error) {
	wide := r.Data.number("status", 0) == contract.WideProviderStatus
	var studios []*world.Provider
	for _, p := range r.catalogue().Providers {
		if p.Live && (wide || !p.Extended) {
			studios = append(studios, p)
		}
	}
	return list(r, studios, liveLists, func(p *world.Provider) provider {
		return provider{p.ID, p.Name, r.numbered("provider", p.ID), p.Tables}
	}), nil
}

func tableList(r *Request) (Reply, error) {
	c := r.catalogue()
	return lobby(r, c.FindTables, c.Table, func(p *world.Player) []int { return p.Tables }, tableWire(r))
}

func openTable(r *Request, p *world.Player) (Reply, error) {
	t, ok := r.catalogue().Table(r.Data.number("tableID", 0))
	if !ok {
		return Reply{}, world.ErrNoRecords
	}
	if !p.TableOpen(t) {
		return Reply{}, world.ErrClosed
	}
	return started(r, p, t.AsGame(), false), nil
}
