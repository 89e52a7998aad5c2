package world

import "strconv"

// House is a brand as the platform knows it, with what makes its content its own.
type House struct {
	Brand  string // brand id
	SiteID int
	Name   string
	Domain string
	Age    int // from which one may play
	slides []slide
	promos []promo
}

// Houses are the sites of the demo (calls.md §7). The first one also answers for sites
// that the platform does not know.
var Houses = []House{
	{
		Brand: "marmara", SiteID: 889, Name: "Marmara", Domain: "marmara.test", Age: 18,
		slides: []slide{
			{key: "harbour", theme: "sea", place: "sol", link: "/slot", period: 7, runs: 14},
			{key: "ferry", theme: "sea", place: "sag", link: "/live", period: 7, runs: 14},
		},
		promos: []promo{{key: "lantern", theme: "sea", days: 7, runs: 7, percent: 20, cap: 1000, wager: 5, low: 100}},
	},
	{
		Brand: "zephyr", SiteID: 111, Name: "Zephyr", Domain: "zephyr.test", Age: 18,
		slides: []slide{
			{key: "sprint", theme: "neon", place: "sol", link: "/virtual", period: 7, runs: 14},
			{key: "breeze", theme: "space", place: "sag", link: "/slot/type/3d", period: 7, runs: 14},
		},
		promos: []promo{{key: "sprint", theme: "neon", days: 7, runs: 7, percent: 25, cap: 750, wager: 6, low: 50}},
	},
	{
		Brand: "pera", SiteID: 890, Name: "Pera", Domain: "pera.test", Age: 21,
		slides: []slide{
			{key: "salon", theme: "cards", place: "sol", link: "/live", period: 7, runs: 14},
			{key: "waltz", theme: "gems", place: "sag", link: "/tournaments", period: 7, runs: 14},
		},
		promos: []promo{{key: "salon", theme: "cards", days: 7, runs: 7, percent: 15, cap: 5000, wager: 8, low: 250}},
	},
}

// Words are what the placeholders of texts stand for in this house, see Texts.Phrase.
func (h *House) Words() []string {
	return []string{"site", h.Name, "domain", h.Domain, "age", strconv.Itoa(h.Age)}
}

// HouseOf finds a house by its site id.
func HouseOf(siteID int) *House {
	for i := range Houses {
		if Houses[i].SiteID == siteID {
			return &Houses[i]
		}
	}
	return &Houses[0]
}

// HouseNamed finds a house by its brand id or, in digits, its site id.
func HouseNamed(name string) (*House, bool) {
	for i := range Houses {
		if Houses[i].Brand == name || strconv.Itoa(Houses[i].SiteID) == name {
			return &Houses[i], true
		}
	}
	return nil, false
}
