package world

import "strconv"

// Brand is a brand as the platform knows it, with what makes its content its own.
type Brand struct {
	ID     string // brand id
	SiteID int
	Name   string
	Domain string
	Age    int // from which one may play
	slides []slide
	promos []promo
}

// Brands are the sites of the demo (calls.md §7). The first one also answers for sites
// that the platform does not know.
var Brands = []Brand{
	{
		ID: "marmara", SiteID: 889, Name: "Marmara", Domain: "marmara.test", Age: 18,
		slides: []slide{
			{key: "harbour", theme: "sea", place: "sol", link: "/slot", period: 7, runs: 14},
			{key: "ferry", theme: "sea", place: "sag", link: "/live", period: 7, runs: 14},
		},
		promos: []promo{{key: "lantern", theme: "sea", days: 7, runs: 7, percent: 20, cap: 1000, wager: 5, low: 100}},
	},
	{
		ID: "zephyr", SiteID: 111, Name: "Zephyr", Domain: "zephyr.test", Age: 18,
		slides: []slide{
			{key: "sprint", theme: "neon", place: "sol", link: "/virtual", period: 7, runs: 14},
			{key: "breeze", theme: "space", place: "sag", link: "/slot/type/3d", period: 7, runs: 14},
		},
		promos: []promo{{key: "sprint", theme: "neon", days: 7, runs: 7, percent: 25, cap: 750, wager: 6, low: 50}},
	},
	{
		ID: "pera", SiteID: 890, Name: "Pera", Domain: "pera.test", Age: 21,
		slides: []slide{
			{key: "salon", theme: "cards", place: "sol", link: "/live", period: 7, runs: 14},
			{key: "waltz", theme: "gems", place: "sag", link: "/tournaments", period: 7, runs: 14},
		},
		promos: []promo{{key: "salon", theme: "cards", days: 7, runs: 7, percent: 15, cap: 5000, wager: 8, low: 250}},
	},
}

// Placeholders are what the placeholders of texts stand for in this house, see Texts.Phrase.
func (h *Brand) Placeholders() []string {
	return []string{"site", h.Name, "domain", h.Domain, "age", strconv.Itoa(h.Age)}
}

// BrandOfSite finds a house by its site id.
func BrandOfSite(siteID int) *Brand {
	for i := range Brands {
		if Brands[i].SiteID == siteID {
			return &Brands[i]
		}
	}
	return &Brands[0]
}

// BrandByName finds a house by its brand id or, in digits, its site id.
func BrandByName(name string) (*Brand, bool) {
	for i := range Brands {
		if Brands[i].ID == name || strconv.Itoa(Brands[i].SiteID) == name {
			return &Brands[i], true
		}
	}
	return nil, false
}
