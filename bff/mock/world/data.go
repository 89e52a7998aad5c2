package world

import (
	_ "embed"
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/goccy/go-yaml"

	"croupier/bff"
)

//go:embed data/casino.yaml
var rawData []byte

var data = readData()

// casinoData has the fields that data/casino.yaml documents.
type casinoData struct {
	Brands                         []Brand
	Sliders, Promotions, Popups    []campaignPlan
	SpecialDays                    []specialDay
	Messages, Nicknames            []string
	Providers                      []Provider
	Transactions                   []TxCategory
	Banks                          []Bank
	CashFields                     map[string]CashField
	CashGroups                     []CashGroup
	CashMethods                    []*CashMethod
	CoinPrices                     map[string]bff.MinorUnits
	BonusOffers                    []bonusOffer
	PromoCodes                     map[string]bonusOffer
	Accounts                       []demoAccount
	SlotCategories, LiveCategories []Category
	SlotTypes, Dealers, Towns      map[string][]string
	TableKinds                     []tableKind
	TableNames                     map[string]map[string][]string
	TableLanguages, TableThemes    []string
	VirtualGames                   []Game
	Series                         []series
	Sports                         []*Sport
	Titles                         []vocabulary
}

func readData() (d casinoData) {
	if err := yaml.UnmarshalWithOptions(rawData, &d, yaml.Strict()); err != nil {
		panic("read data/casino.yaml: " + err.Error())
	}
	return d
}

// Brand is a brand of the platform with its own content.
type Brand struct {
	ID           string
	SiteID       int
	Name, Domain string
	Age          int            // minimum age of players
	OwnSliders   []campaignPlan `yaml:"sliders"`
	OwnPromos    []campaignPlan `yaml:"promotions"`
}

// Brands are the brands of the demo.
var Brands = data.Brands

// Placeholders returns the brand's placeholders of texts, see Texts.Phrase.
func (b *Brand) Placeholders() []string {
	return []string{"site", b.Name, "domain", b.Domain, "age", strconv.Itoa(b.Age)}
}

// BrandByName returns a brand by its id or its site id in digits.
func BrandByName(name string) (*Brand, bool) {
	for i := range Brands {
		if b := &Brands[i]; b.ID == name || strconv.Itoa(b.SiteID) == name {
			return b, true
		}
	}
	return nil, false
}

// Provider is a game provider.
type Provider struct {
	ID       int
	Name     string
	Live     bool // also runs live tables
	Extended bool // its live tables are listed only for status 2
	Games    int  // number of slots
	Tables   int
}

func newProviders() []*Provider {
	out := make([]*Provider, len(data.Providers))
	for i, p := range data.Providers {
		p.ID = i + 1
		out[i] = &p
	}
	return out
}

func studios(providers []*Provider) []*Provider {
	return slices.DeleteFunc(slices.Clone(providers), func(p *Provider) bool { return !p.Live })
}

// VirtualGame returns a virtual game of a provider by its type, the first one for an empty type.
func (c *Catalogue) VirtualGame(provider int, kind string) (Game, bool) {
	i := slices.IndexFunc(data.VirtualGames, func(g Game) bool { return kind == "" || g.Type == kind })
	if provider < 1 || provider > len(c.Providers) || i < 0 {
		return Game{}, false
	}
	g := data.VirtualGames[i]
	g.Kind, g.Provider = KindVirtual, c.Providers[provider-1].Name
	return g, true
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

// appendBounded appends an element and drops the oldest ones beyond a bound.
func appendBounded[T any](list []T, bound int, item T) []T {
	list = append(list, item)
	return list[max(0, len(list)-bound):]
}

func find[T any](list []T, match func(T) bool) (found T, ok bool) {
	if i := slices.IndexFunc(list, match); i >= 0 {
		return list[i], true
	}
	return found, false
}

func filter[T any](list []T, match func(T) bool) (out []T) {
	for _, item := range list {
		if match(item) {
			out = append(out, item)
		}
	}
	return out
}

// dropOldest removes the n oldest elements that match.
func dropOldest[T any](list []T, n int, match func(T) bool) []T {
	if n <= 0 {
		return list
	}
	return slices.DeleteFunc(list, func(item T) bool {
		if n <= 0 || !match(item) {
			return false
		}
		n--
		return true
	})
}
