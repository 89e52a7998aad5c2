package world

import (
	"slices"
	"strings"
	"time"
)

// Sport is a kind of match: how it is played, and by whom.
type Sport struct {
	Key     string // its name is the phrase "sport.<Key>"
	Unit    string // what its score counts: goals, points or sets
	Leagues []*League

	play course
	book func(*Match) []market // what may be bet on, the main market first
}

// League is a table of teams that meet.
type League struct {
	ID    int // counts from one through all sports
	Name  string
	Sport *Sport

	teams []string
	daily int // matches a day
}

// The names of teams and players are invented: words and places that are on no map.
var (
	northTowns = []string{
		"Ashmere", "Brackwell", "Coldharrow", "Dunfallow", "Eastmoor Vale", "Fernhollow", "Greywick", "Kestrel Bay",
		"Larkenhurst", "Merrow Cross", "Oakenmouth", "Penwillow", "Ravenholt", "Stonewater", "Thistledown", "Wyverley",
	}
	forestTowns = []string{
		"Altenmoor", "Birkenwerth", "Dornwalden", "Eulenfurt", "Falkenruh", "Grünhagenau", "Hirschbrunnen", "Kaltenquell",
		"Lindenwerth", "Mohnfelden", "Nebelhorst", "Rabenfurt", "Silberaue", "Sturmbach", "Tannenruh", "Wolkenau",
	}
	southTowns = []string{
		"Costaluna", "Montealba", "Rioperla", "Valdoro", "Puertoclaro", "Santa Brisa", "Torreviento", "Campomiel",
		"Isla Corvina", "Puenteazul", "Lagoverano", "Bahíasol", "Monteluz", "Villanube", "Altaserena", "Piedrafina",
	}
	seaTowns = []string{
		"Yakamoz", "Poyraz", "Gümüşkaya", "Akdalga", "Kızılbulut", "Sarıyel", "Mavikıyı", "Göktaş",
		"Karanfil", "Sazlıpınar", "Taşkule", "Bulutova", "Erguvan", "Lodos", "Denizfeneri", "Çınaraltı",
	}
	hillTowns = []string{
		"Altınbaşak", "Kervan", "Zümrütova", "Ayışığı", "Defnelik", "Yelken", "Akçakuş", "Turnagölü",
		"Camgöbeği", "Serinkuyu", "Kardelen", "Ihlamur", "Meltem", "Nilüferli", "Kuzgunkaya", "Üçdalga",
	}
	players = []string{
		"A. Korvin", "L. Dastanlı", "M. Belloro", "J. Hartwell", "S. Yelkenoğlu", "T. Lindqvar", "R. Okambe", "E. Varnhagel",
		"D. Solmaz", "P. Castellune", "N. Ferrowick", "K. Aydoğmuş", "H. Brenningsen", "V. Morozhin", "C. Delamarre", "I. Takehira",
		"B. Gökçebey", "F. Santorelo", "G. Wexcombe", "O. Lundahl", "Y. Marencic", "U. Karaduman", "W. Ashgrove", "Z. Petrenyi",
		"A. Villarda", "L. Sönmezer", "M. Trevanion", "J. Kowalen", "S. Duarteo", "T. Yıldızhan", "R. Eskander", "E. Novalis",
	}
)

// named gives each town's club a name by one of the forms, in turn; "*" is the town.
func named(towns []string, forms ...string) []string {
	out := make([]string, len(towns))
	for i, town := range towns {
		out[i] = strings.Replace(forms[i%len(forms)], "*", town, 1)
	}
	return out
}

// sports are all that is bet on, in the order in which a page shows them.
var sports = numbered([]*Sport{
	{
		Key: "football", Unit: "goals", book: footballMarkets,
		play: scoring{
			home: 1.5, away: 1.2, edge: 0.55, worth: []float64{1}, periods: 2, steps: 90,
			minutes: 90, step: 30 * time.Second, pause: 15 * time.Minute, hold: 15 * time.Second,
		},
		Leagues: []*League{
			{Name: "Yıldız Ligi", teams: named(seaTowns, "* SK", "*spor", "* FK", "* Gücü"), daily: 14},
			{Name: "Meltem Ligi", teams: named(hillTowns, "* Gençlik", "* SK", "*spor", "* Atletik"), daily: 12},
			{Name: "Northern Crown", teams: named(northTowns, "* United", "* Rovers", "* Town", "* Athletic"), daily: 14},
			{Name: "Waldland-Liga", teams: named(forestTowns, "SV *", "TSV *", "FC *", "Eintracht *"), daily: 12},
			{Name: "Liga Costera", teams: named(southTowns, "CD *", "Atlético *", "Deportivo *", "Unión *"), daily: 12},
		},
	},
	{
		Key: "basketball", Unit: "points", book: basketballMarkets,
		play: scoring{
			home: 40, away: 38.5, edge: 0.09, worth: []float64{0.12, 0.6, 0.28}, periods: 4, steps: 40,
			minutes: 40, step: 30 * time.Second, pause: 4 * time.Minute, extra: 8 * time.Minute,
		},
		Leagues: []*League{
			{Name: "Pota Ligi", teams: named(seaTowns, "* Basket"), daily: 10},
			{Name: "Harbour Hoops", teams: named(northTowns, "* Giants", "* Foxes", "* Comets", "* Herons"), daily: 10},
			{Name: "Copa Canasta", teams: named(southTowns, "Basket *", "CB *"), daily: 8},
		},
	},
	{
		Key: "tennis", Unit: "sets", book: tennisMarkets,
		play:    race{to: 6, last: 6, cap: 7, sets: 2, even: 0.5, edge: 0.07, step: 150 * time.Second, hold: 20 * time.Second},
		Leagues: []*League{{Name: "Lale Open", teams: players, daily: 12}, {Name: "Azure Bay Masters", teams: players, daily: 12}},
	},
	{
		Key: "volleyball", Unit: "sets", book: volleyballMarkets,
		play: race{to: 25, last: 15, sets: 3, even: 0.505, edge: 0.035, step: 25 * time.Second, hold: 20 * time.Second},
		Leagues: []*League{
			{Name: "File Ligi", teams: named(hillTowns, "* VK"), daily: 10},
			{Name: "Red Alta", teams: named(southTowns, "Voley *"), daily: 8},
		},
	},
	{
		Key: "hockey", Unit: "goals", book: hockeyMarkets,
		play: scoring{
			home: 3, away: 2.7, edge: 0.35, worth: []float64{1}, periods: 3, steps: 60,
			minutes: 60, step: 30 * time.Second, pause: 15 * time.Minute, hold: 15 * time.Second,
		},
		Leagues: []*League{
			{Name: "Eisland-Liga", teams: named(forestTowns, "EC *", "* Bären", "* Wölfe"), daily: 8},
			{Name: "Frost League", teams: named(northTowns, "* Blades", "* Icebirds", "* Miners"), daily: 8},
		},
	},
	{
		Key: "tabletennis", Unit: "sets", book: volleyballMarkets,
		play:    race{to: 11, last: 11, sets: 3, even: 0.5, edge: 0.05, step: 15 * time.Second, hold: 10 * time.Second},
		Leagues: []*League{{Name: "Spin Cup", teams: slices.Concat(players[16:], players[:16]), daily: 40}},
	},
})

// leagues are those of all sports; a league's ID is its place, counted from one.
var leagues []*League

func numbered(all []*Sport) []*Sport {
	for _, s := range all {
		for _, l := range s.Leagues {
			leagues = append(leagues, l)
			l.ID, l.Sport = len(leagues), s
		}
	}
	return all
}

// Sports lists what is bet on.
func Sports() []*Sport { return sports }
