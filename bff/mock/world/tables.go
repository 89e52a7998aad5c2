package world

import (
	"fmt"
	"math/rand/v2"
	"time"

	"croupier/bff"
)

// Live table types, as the `type` filter of game_table_list knows them.
const (
	TableRoulette    = "roulette"
	TableBlackjack   = "blackjack"
	TableBaccarat    = "baccarat"
	TablePoker       = "poker"
	TableGameShow    = "gameshow"
	TableSicBo       = "sicbo"
	TableDragonTiger = "dragontiger"
)

// tableReturns is what the best bet of a type of table gives back in the long run, in per
// cent; the games' own rules prove it.
var tableReturns = map[string]float64{
	TableRoulette:    97.30,
	TableBlackjack:   99.43,
	TableBaccarat:    98.94,
	TablePoker:       97.68,
	TableGameShow:    96.56,
	TableSicBo:       97.22,
	TableDragonTiger: 96.27,
}

// tableThemes are the lights that tables stand in: the calm ones of the covers.
var tableThemes = []string{"cards", "gold", "gems", "anatolia", "myth", "space", "sea", "neon"}

// Live categories. The first seven hold one type each.
const (
	categoryTurkish = 208
	categoryVIP     = 209
	categoryLiveTop = 210
)

var liveCategories = []Category{
	{categoryLiveTop, "popular"},
	{201, "roulette"},
	{202, "blackjack"},
	{203, "baccarat"},
	{204, "poker"},
	{205, "gameshow"},
	{206, "dice"},
	{207, "dragontiger"},
	{categoryTurkish, "live"},
	{categoryVIP, "jackpot"},
}

// Table is a live table. What changes on it (guests, opening hours) is computed from the
// clock.
type Table struct {
	ID         int
	Name       string
	Provider   *Provider
	Categories []int
	Type       string
	Dealer     string
	Lang       string // the dealer's language
	MinBet     bff.MinorUnits
	MaxBet     bff.MinorUnits
	Seats      int // how many may play at once

	opens, closes int // hours of the day; equal where it never closes
	folded        string
}

// Open tells whether the table is staffed.
func (t *Table) Open(now time.Time) bool {
	h := now.In(Zone).Hour()
	switch {
	case t.opens == t.closes:
		return true
	case t.opens < t.closes:
		return h >= t.opens && h < t.closes
	default:
		return h >= t.opens || h < t.closes
	}
}

// SeatsTaken is how many play: people come and go every half minute, and evenings are busy.
func (t *Table) SeatsTaken(now time.Time) int {
	if !t.Open(now) {
		return 0
	}
	turn := mix(uint64(t.ID), uint64(now.Unix()/30))
	busy := 35
	if h := now.In(Zone).Hour(); h >= 18 || h < 2 {
		busy = 65
	}
	return min(t.Seats, t.Seats*busy/100+int(turn%uint64(t.Seats/3+2)))
}

const firstTableID = 5001

// tableKind says how the tables of one type are named and limited.
type tableKind struct {
	kind     string
	category int
	count    int
	names    map[string][]string
	suffix   map[string]string // by dealer's language
	seats    int
	mins     []bff.MinorUnits
	times    bff.MinorUnits // highest stake in lowest stakes
}

// places name tables; each language writes them in its own letters.
var places = map[string][]string{
	"tr": {"Boğaziçi", "Galata", "Pera", "Moda", "Bebek", "Kordon", "Kaleiçi", "Marmaris", "Alsancak", "Ortaköy", "Üsküdar", "Nişantaşı"},
	"ru": {"Босфор", "Галата", "Пера", "Мода", "Бебек", "Кордон", "Калеичи", "Мармарис", "Алсанджак", "Ортакёй", "Ускюдар", "Нишанташи"},
	"ar": {"البوسفور", "غلطة", "بيرا", "مودا", "بيبك", "كوردون", "كاليتشي", "مرمريس", "السنجق", "أورطاكوي", "أسكودار", "نيشانتاشي"},
}

var shows = map[string][]string{
	"tr": {"Lunapark Gecesi", "Altın Merdiven", "Balon Yarışı", "Deniz Feneri", "Renk Kulesi", "Kapalıçarşı", "Yıldız Yağmuru", "Top Fırtınası", "Sihirli Kapılar", "Gece Ekspresi", "Vapur Turu", "Şans Bulvarı"},
}

// inLetters gives the names for a dealer's language; the Turkish ones stand in where it
// writes in Latin letters too.
func inLetters(names map[string][]string, lang string) []string {
	if own, ok := names[lang]; ok {
		return own
	}
	return names["tr"]
}

var tableKinds = []tableKind{
	{TableRoulette, 201, 30, places, map[string]string{"tr": "Rulet", "en": "Roulette", "de": "Roulette", "ru": "Рулетка", "ar": "روليت"}, 200, []bff.MinorUnits{200, 500, 1000, 5000}, 2000},
	{TableBlackjack, 202, 34, places, map[string]string{"tr": "Yirmibir", "en": "Blackjack", "de": "Blackjack", "ru": "Блэкджек", "ar": "بلاك جاك"}, 7, []bff.MinorUnits{1000, 2500, 5000, 10000, 50000}, 100},
	{TableBaccarat, 203, 22, places, map[string]string{"tr": "Bakara", "en": "Baccarat", "de": "Baccarat", "ru": "Баккара", "ar": "باكارات"}, 14, []bff.MinorUnits{500, 1000, 5000, 20000}, 250},
	{TablePoker, 204, 10, places, map[string]string{"tr": "Poker", "en": "Poker", "de": "Poker", "ru": "Покер", "ar": "بوكر"}, 120, []bff.MinorUnits{500, 1000, 2500}, 400},
	{TableGameShow, 205, 12, shows, nil, 1500, []bff.MinorUnits{100, 200}, 5000},
	{TableSicBo, 206, 6, places, map[string]string{"tr": "Sic Bo", "en": "Sic Bo", "de": "Sic Bo", "ru": "Сик Бо", "ar": "سيك بو"}, 200, []bff.MinorUnits{200, 500}, 2000},
	{TableDragonTiger, 207, 6, places, map[string]string{"tr": "Ejder Kaplan", "en": "Dragon Tiger", "de": "Dragon Tiger", "ru": "Дракон и Тигр", "ar": "التنين والنمر"}, 200, []bff.MinorUnits{500, 1000}, 1000},
}

var dealers = map[string][]string{
	"tr": {"Elif", "Defne", "Zeynep", "Ece", "Mert", "Kerem", "Deniz", "İpek", "Selin", "Burak", "Aslı", "Cansu", "Emre", "Nehir", "Yağmur", "Ozan"},
	"en": {"Grace", "Oliver", "Maya", "Chloe", "Ethan", "Ruby", "Leo", "Amber"},
	"de": {"Lena", "Jonas", "Mia", "Felix"},
	"ru": {"Алина", "Дарья", "Максим", "Вера"},
	"ar": {"ليلى", "سامر", "نور", "ياسمين"},
}

// tableLangs is the share of languages at the tables.
var tableLangs = []string{"tr", "tr", "tr", "tr", "en", "en", "de", "ru", "ar"}

func buildTables(seed uint64, providers []*Provider) []*Table {
	rng := stream(seed, "tables")
	var studios []*Provider
	for _, p := range providers {
		if p.Live {
			studios = append(studios, p)
		}
	}
	var out []*Table
	used := map[string]int{}
	for _, k := range tableKinds {
		for i := range k.count {
			t := newTable(rng, k, i, used)
			t.Provider = studios[rng.IntN(len(studios))]
			t.Provider.Tables++
			out = append(out, t)
		}
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	for i, t := range out {
		t.ID = firstTableID + i
		if i < 24 {
			t.Categories = append([]int{categoryLiveTop}, t.Categories...)
		}
	}
	return out
}

func newTable(rng *rand.Rand, k tableKind, i int, used map[string]int) *Table {
	t := &Table{Type: k.kind, Lang: pick(rng, tableLangs), Seats: k.seats, Categories: []int{k.category}}
	t.Dealer = pick(rng, dealers[t.Lang])
	t.MinBet = pick(rng, k.mins)
	t.MaxBet = t.MinBet * k.times
	names := inLetters(k.names, t.Lang)
	t.Name = names[i%len(names)]
	if k.suffix != nil {
		t.Name += " " + k.suffix[t.Lang]
	}
	if t.MinBet == k.mins[len(k.mins)-1] && k.kind != TableGameShow {
		t.Name += " VIP"
		t.Categories = append(t.Categories, categoryVIP)
		t.opens, t.closes = 14, 6
	}
	// The same name on two tables gets a number, as in a real hall.
	if used[t.Name]++; used[t.Name] > 1 {
		t.Name = fmt.Sprintf("%s %d", t.Name, used[t.Name])
	}
	if t.Lang == "tr" {
		t.Categories = append(t.Categories, categoryTurkish)
	}
	t.folded = Fold(t.Name)
	return t
}

// TableOpen tells whether t is staffed by the player's clock.
func (p *Player) TableOpen(t *Table) bool { return t.Open(p.now()) }
