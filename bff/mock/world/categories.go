package world

import (
	"math/rand/v2"

	"croupier/bff/contract"
)

// Category is a shelf of a lobby. Its name is the phrase "category.<ID>".
type Category struct {
	ID   int
	Icon string // the key of a line icon of package art
}

// Slot categories. The first seven are named by the specification (§9).
const (
	CategoryPopular   = contract.SlotCategoryMostPopular
	CategoryJackpot   = contract.SlotCategoryJackpot
	CategoryBoard     = contract.SlotCategoryBoardGames
	CategoryFreeSpins = contract.SlotCategoryFreeSpinsPurchase
	CategoryIntense   = contract.SlotCategoryIntenseSlotsOfTheDay
	CategoryDrops     = contract.SlotCategoryDropsAndWins
	CategoryNew       = contract.SlotCategoryNewArrivals

	categoryClassic  = 12
	category3D       = 15
	categoryFruit    = 33
	categoryWays     = 41
	categoryCluster  = 45
	categoryMyth     = 47
	categoryHigh     = 51
	categoryAnatolia = 52
	categoryNight    = 54
	categoryLowStake = 56
)

var slotCategories = []Category{
	{CategoryPopular, "popular"},
	{CategoryNew, "new"},
	{CategoryIntense, "intense"},
	{CategoryDrops, "drops"},
	{CategoryJackpot, "jackpot"},
	{CategoryFreeSpins, "freespins"},
	{CategoryBoard, "board"},
	{categoryClassic, "slots"},
	{category3D, "slots"},
	{categoryFruit, "slots"},
	{categoryWays, "slots"},
	{categoryCluster, "slots"},
	{categoryMyth, "slots"},
	{categoryAnatolia, "slots"},
	{categoryNight, "slots"},
	{categoryHigh, "intense"},
	{categoryLowStake, "slots"},
}

// How many slots the hand-picked shelves hold; the lobby's rows and the quick-access list
// of 50 (spec §9) need that many.
const (
	popularSlots = 96
	newSlots     = 54
	intenseSlots = 60
	dropsSlots   = 84
	jackpotSlots = 24
)

// shelve puts every slot on its shelves. Slots come in order of popularity.
func shelve(seed uint64, slots []*Slot) {
	rng := stream(seed, "shelves")
	for _, s := range slots {
		s.Categories = []int{}
	}
	for _, s := range slots[:popularSlots] {
		s.Categories = append(s.Categories, CategoryPopular)
	}
	for _, s := range draw(rng, slots, newSlots) {
		s.New = true
		s.Categories = append(s.Categories, CategoryNew)
	}
	for _, s := range draw(rng, slots[:intenseSlots*4], intenseSlots) {
		s.Categories = append(s.Categories, CategoryIntense)
	}
	for _, s := range draw(rng, slots, dropsSlots) {
		s.Categories = append(s.Categories, CategoryDrops)
	}
	for _, s := range slots {
		if s.Jackpot != nil {
			s.Categories = append(s.Categories, CategoryJackpot)
		}
		if s.Type != TypeBoard && s.Type != TypeClassic && rng.IntN(4) == 0 {
			s.FreeSpins = true
			s.Categories = append(s.Categories, CategoryFreeSpins)
		}
		s.Categories = append(s.Categories, byNature(s)...)
	}
}

// byNature gives the shelves that follow from what a slot is.
func byNature(s *Slot) []int {
	var out []int
	for _, rule := range []struct {
		holds    bool
		category int
	}{
		{s.Type == TypeBoard, CategoryBoard},
		{s.Type == TypeClassic, categoryClassic},
		{s.Type == Type3D, category3D},
		{s.Theme == "fruit", categoryFruit},
		{s.Type == TypeWays, categoryWays},
		{s.Type == TypeCluster, categoryCluster},
		{s.Theme == "myth", categoryMyth},
		{s.Theme == "anatolia", categoryAnatolia},
		{s.Theme == "space" || s.Theme == "neon", categoryNight},
		{s.Volatility == VolatilityHigh, categoryHigh},
		{s.MinBet <= 40, categoryLowStake},
	} {
		if rule.holds {
			out = append(out, rule.category)
		}
	}
	return out
}

func draw(rng *rand.Rand, from []*Slot, n int) []*Slot {
	out := make([]*Slot, 0, n)
	for _, i := range rng.Perm(len(from))[:n] {
		out = append(out, from[i])
	}
	return out
}
