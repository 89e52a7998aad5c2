package world

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
)

// Category is a category of a lobby. Its name is the phrase "category.<ID>".
type Category struct {
	ID   int
	Icon string // key of an icon of package art

	// Rules of slot categories.
	Type, Volatility string
	Themes           []string
	MinBet           bff.MinorUnits
}

func (k Category) matches(s *Slot) bool {
	return k.Type == s.Type || k.Volatility == s.Volatility || slices.Contains(k.Themes, s.Theme) ||
		s.MinBet <= k.MinBet
}

// Slot categories with rules, see categorize.
const (
	CategoryPopular   = contract.SlotCategoryMostPopular
	CategoryJackpot   = contract.SlotCategoryJackpot
	CategoryFreeSpins = contract.SlotCategoryFreeSpinsPurchase
	CategoryIntense   = contract.SlotCategoryIntenseSlotsOfTheDay
	CategoryDrops     = contract.SlotCategoryDropsAndWins
	CategoryNew       = contract.SlotCategoryNewArrivals

	categoryTurkish = 208
	categoryVIP     = 209
	categoryLiveTop = 210
)

// Sizes of the curated categories. The lobby and the quick-access list of 50 need this many.
const (
	popularSlots = 96
	newSlotCount = 54
	intenseSlots = 60
	dropsSlots   = 84
	jackpotSlots = 24
)

// Slot types, as the `type` filter of games_list knows them.
const (
	TypeVideo   = "video"
	TypeClassic = "classic"
	TypeWays    = "ways"
	Type3D      = "3d"
	TypeBoard   = "board"
)

// Volatilities of the contract.
const (
	VolatilityLow    = "low"
	VolatilityMedium = "medium"
	VolatilityHigh   = "high"
)

const (
	firstSlotID  = 1001
	firstTableID = 5001
)

const tableRTP = 97.30

// listed is what slots and live tables have in common.
type listed struct {
	Game
	Provider   *Provider
	Categories []int
	folded     string // name
}

func (l *listed) offer(name string, by *Provider) {
	l.Name, l.folded = name, Fold(name)
	l.Provider, l.Game.Provider = by, by.Name
}

// Slot is a game of the slot lobby. The order of the catalogue is the popularity.
type Slot struct {
	listed
	Lang       string // of its name
	Volatility string
	New, Demo  bool
	Jackpot    *Jackpot // nil if it has none
}

type vocabulary struct {
	Theme  string
	TR, EN struct{ Openers, Nouns []string }
}

type title struct {
	name, lang, theme string
	board             bool // a table game instead of reels
}

const titlesPerLanguage = 26

func titles(rng *rand.Rand) (out []title) {
	seen := map[string]bool{}
	shuffled := func(words []string) []string {
		words = slices.Clone(words)
		rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return words
	}
	draw := func(theme, lang string, openers, nouns []string) {
		openers, nouns = shuffled(openers), shuffled(nouns)
		for k, made := 0, 0; made < titlesPerLanguage; k++ {
			// This uses all words evenly. The second term shifts the nouns in every round of the
			// openers.
			name := openers[k%len(openers)] + " " + nouns[(k+k/len(openers)*3)%len(nouns)]
			if seen[Fold(name)] {
				continue
			}
			seen[Fold(name)] = true
			out = append(out, title{name: name, lang: lang, theme: theme, board: theme == "cards" && lang == "tr"})
			made++
		}
	}
	for _, v := range data.Titles {
		draw(v.Theme, "tr", v.TR.Openers, v.TR.Nouns)
		draw(v.Theme, "en", v.EN.Openers, v.EN.Nouns)
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// decorate appends the mechanic or the number of lines to some titles.
func decorate(rng *rand.Rand, name, kind string) string {
	switch {
	case kind == TypeWays && rng.IntN(3) == 0:
		return name + " Ways"
	case kind == TypeClassic && rng.IntN(4) == 0:
		return name + " " + strconv.Itoa(pick(rng, []int{5, 10, 20, 40, 100}))
	case kind == Type3D && rng.IntN(3) == 0:
		return name + " 3D"
	case kind == TypeVideo && rng.IntN(12) == 0:
		return name + " Deluxe"
	}
	return name
}

func newSlots(seed uint64, providers []*Provider) []*Slot {
	rng := newRand(seed, "slots")
	names := titles(rng)
	out := make([]*Slot, len(names))
	for i, t := range names {
		s := &Slot{Lang: t.lang}
		s.Game, s.Categories = Game{ID: firstSlotID + i, Kind: KindCasino, Theme: t.theme, Type: TypeBoard}, []int{}
		if !t.board {
			types, ok := data.SlotTypes[t.theme]
			if !ok {
				types = data.SlotTypes["other"]
			}
			s.Type = pick(rng, types)
		}
		s.RTP = float64(9400+rng.IntN(321)) / 100
		s.Demo = !t.board || rng.IntN(2) == 0
		s.offer(decorate(rng, t.name, s.Type), providers[(i+i/len(providers)*7)%len(providers)])
		s.Volatility = pick(rng,
			[]string{VolatilityLow, VolatilityMedium, VolatilityMedium, VolatilityHigh, VolatilityHigh})
		low, high := []bff.MinorUnits{20, 40, 50, 100, 200}, []bff.MinorUnits{25_000, 50_000, 100_000, 250_000, 500_000}
		if t.board {
			low, high = []bff.MinorUnits{500, 1000, 2500}, []bff.MinorUnits{500_000, 1_000_000}
		}
		s.MinBet, s.MaxBet = pick(rng, low), pick(rng, high)
		s.Provider.Games++
		out[i] = s
	}
	return out
}

// categorize assigns the categories of all slots, which are sorted by popularity.
func categorize(seed uint64, slots []*Slot) {
	rng := newRand(seed, "shelves")
	add := func(category int, to ...*Slot) {
		for _, s := range to {
			s.Categories = append(s.Categories, category)
		}
	}
	sample := func(from []*Slot, n int) (out []*Slot) {
		for _, i := range rng.Perm(len(from))[:n] {
			out = append(out, from[i])
		}
		return out
	}
	add(CategoryPopular, slots[:popularSlots]...)
	arrivals := sample(slots, newSlotCount)
	add(CategoryNew, arrivals...)
	add(CategoryIntense, sample(slots[:intenseSlots*4], intenseSlots)...)
	add(CategoryDrops, sample(slots, dropsSlots)...)
	for _, s := range slots {
		s.New = slices.Contains(arrivals, s)
		if s.Jackpot != nil {
			add(CategoryJackpot, s)
		}
		if s.Type != TypeBoard && s.Type != TypeClassic && rng.IntN(4) == 0 {
			add(CategoryFreeSpins, s)
		}
		for _, k := range data.SlotCategories {
			if k.matches(s) {
				add(k.ID, s)
			}
		}
	}
}

// Table is a live table. Its guests and opening hours are computed from the clock.
type Table struct {
	listed
	Lang  string // the dealer's language
	Seats int

	opens, closes int // hours of the day; equal if it never closes
}

type tableKind struct {
	Type                   string
	Category, Count, Seats int
	Mins                   []bff.MinorUnits
	Times                  bff.MinorUnits
	Names                  string
	Suffix                 map[string]string
}

func newTables(seed uint64, providers []*Provider) (out []*Table) {
	rng, live, used := newRand(seed, "tables"), studios(providers), map[string]int{}
	for _, k := range data.TableKinds {
		for i := range k.Count {
			t := newTable(rng, k, i, used)
			t.offer(t.Name, pick(rng, live))
			t.Provider.Tables++
			out = append(out, t)
		}
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	for i, t := range out {
		t.ID = firstTableID + i
		t.Theme = data.TableThemes[t.ID%len(data.TableThemes)]
		if i < 24 {
			t.Categories = append([]int{categoryLiveTop}, t.Categories...)
		}
	}
	return out
}

func newTable(rng *rand.Rand, k tableKind, i int, used map[string]int) *Table {
	t := &Table{Lang: pick(rng, data.TableLanguages), Seats: k.Seats}
	t.Game, t.Categories = Game{Kind: KindLive, Type: k.Type, RTP: tableRTP}, []int{k.Category}
	t.Dealer = pick(rng, data.Dealers[t.Lang])
	t.MinBet = pick(rng, k.Mins)
	t.MaxBet = t.MinBet * k.Times
	names, ok := data.TableNames[k.Names][t.Lang]
	if !ok {
		names = data.TableNames[k.Names]["tr"] // for languages with Latin letters
	}
	t.Name = names[i%len(names)]
	if suffix := k.Suffix[t.Lang]; suffix != "" {
		t.Name += " " + suffix
	}
	if t.MinBet == k.Mins[len(k.Mins)-1] && k.Type != "gameshow" {
		t.Name += " VIP"
		t.Categories = append(t.Categories, categoryVIP)
		t.opens, t.closes = 14, 6
	}
	if used[t.Name]++; used[t.Name] > 1 {
		t.Name = fmt.Sprintf("%s %d", t.Name, used[t.Name])
	}
	if t.Lang == "tr" {
		t.Categories = append(t.Categories, categoryTurkish)
	}
	return t
}

// Open reports whether the table is staffed.
func (t *Table) Open(now time.Time) bool {
	h := now.In(Zone).Hour()
	if t.opens < t.closes {
		return h >= t.opens && h < t.closes
	}
	return t.opens == t.closes || h >= t.opens || h < t.closes
}

// SeatsTaken returns the number of players, which changes every half minute and is higher in the
// evening.
func (t *Table) SeatsTaken(now time.Time) int {
	if !t.Open(now) {
		return 0
	}
	busy := 35
	if h := now.In(Zone).Hour(); h >= 18 || h < 2 {
		busy = 65
	}
	return min(t.Seats, t.Seats*busy/100+int(mix(uint64(t.ID), uint64(now.Unix()/30))%uint64(t.Seats/3+2)))
}
