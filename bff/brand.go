package bff

import (
	"cmp"
	"encoding/json"
	"net/netip"
	"slices"
	"time"
)

// Brand is one casino. It is read-only; a reloaded configuration creates new Brands. The tags name the fields
// of brand.yaml.
type Brand struct {
	ID       string            `yaml:"id"`
	Name     string            `yaml:"name"`
	Tagline  map[string]string `yaml:"tagline"`   // by language; used in the page's title and description
	Hosts    []string          `yaml:"hosts"`     // lower case, without port
	SiteID   int               `yaml:"site_id"`   // the platform's number of the site (889, 111, …)
	SiteType string            `yaml:"site_type"` // "desktop"

	Theme     Theme          `yaml:"theme"`
	Languages []Language     `yaml:"languages"` // the first is the default
	Currency  string         `yaml:"currency"`  // ISO 4217
	TimeZone  *time.Location `yaml:"-"`         // nil: UTC, see Zone
	Formats   Formats        `yaml:"formats"`   // how pages write amounts and dates

	Features    map[string]bool          `yaml:"-"`             // enabled parts of the site
	Lobby       []string                 `yaml:"lobby"`         // the sections of the home page, see LobbySections
	HomeSlider  string                   `yaml:"home_slider"`   // the call of the slides of the home page
	Virtual     map[string]RecordID      `yaml:"virtual_games"` // providers of games outside the lobbies, by type
	Legal       Legal                    `yaml:"legal"`         // legal notices and rules for players
	Contact     Contact                  `yaml:"contact"`
	Datas       map[string][]byte        `yaml:"-"`        // the static files of /datas/, by file name
	Assets      map[string][]byte        `yaml:"-"`        // logo files, by file name
	Licences    []Licence                `yaml:"licences"` // the content of /v1/licenses
	Tickets     Tickets                  `yaml:"tickets"`  // which deposits count as lottery tickets
	Sessions    SessionRules             `yaml:"sessions"`
	Upstream    UpstreamRules            `yaml:"-"`
	Origins     Origins                  `yaml:"origins"`
	Blocked     map[string]bool          `yaml:"-"`        // ISO 3166 countries; if any, unknown ones too
	Cache       map[string]CachePolicy   `yaml:"cache"`    // overrides by call name
	Contract    map[string]ContractMode  `yaml:"contract"` // overrides by call name
	Messages    map[string]KnownMessage  `yaml:"messages"` // the platform's own messages, by text
	Routing     map[string]UpstreamRules `yaml:"-"`        // by class or class/method, instead of Upstream
	Unsupported map[string]bool          `yaml:"-"`        // calls that the brand's platforms do not have
	ServerCalls map[string]bool          `yaml:"-"`        // calls of the server itself that the platform has
	Limits      map[LimitRule]Allowance  `yaml:"limits"`   // overrides of calls.md §5
	Protection  ProtectionRules          `yaml:"-"`        // of players
	Exempt      []netip.Prefix           `yaml:"exempt"`   // visitors without limits by address
}

// Zone returns the time zone of the brand, whose calendar its days follow: UTC for a brand without one.
func (b *Brand) Zone() *time.Location { return cmp.Or(b.TimeZone, time.UTC) }

// SessionCookie returns the name of the cookie with a player's session. Browsers accept the prefix __Host- over TLS
// only and from this host only.
func (b *Brand) SessionCookie() string {
	if b.Sessions.Secure {
		return "__Host-croupier"
	}
	return "croupier"
}

// RulesFor returns the upstream rules of a call: its own, its class's, or the brand's.
func (b *Brand) RulesFor(c *Call) UpstreamRules {
	_, rules := b.route(c)
	return rules
}

// route returns the upstream rules of a call, and the class or class/method that they are for; "" for the whole brand.
func (b *Brand) route(c *Call) (part string, rules UpstreamRules) {
	for _, part := range [2]string{c.Name(), c.Class} {
		if r, ok := b.Routing[part]; ok {
			return part, r
		}
	}
	return "", b.Upstream
}

// Supports reports whether the platform of a call has it.
func (b *Brand) Supports(c *Call) bool { return !b.Unsupported[c.Name()] }

// RecordID is the id of a record of a platform as JSON: an integer or a string.
type RecordID = json.RawMessage

// Allowance is the size of one limit: Count per Window, and for token buckets a Burst.
type Allowance struct {
	Count  int           `yaml:"count"`
	Window time.Duration `yaml:"window"`
	Burst  int           `yaml:"burst"`
}

// DefaultLang returns the language of visitors who have not chosen one.
func (b *Brand) DefaultLang() string { return b.Languages[0].Lang }

// SupportsLanguage reports whether the brand has lang.
func (b *Brand) SupportsLanguage(lang string) bool {
	return slices.ContainsFunc(b.Languages, func(l Language) bool { return l.Lang == lang })
}

// Language is one language of a brand (specification §3).
type Language struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
	Lang  string `json:"lang"`
}

// Formats say how a brand's pages write amounts and dates.
type Formats struct {
	Money string `json:"money"` // code: 1.234,50 TL; symbol: the currency's sign where the language puts it
	Dates string `json:"dates"` // dmy: dd/mm/yyyy; locale: the order and separators of the language
}

// Legal holds the legal notices for players; texts are by language.
type Legal struct {
	MinimumAge int               `json:"minimum_age"`
	Notice     map[string]string `json:"notice"`
	Licence    map[string]string `json:"licence"`
}

// Licence is one gaming licence of a brand.
type Licence struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Authority string `json:"authority"`
	Number    string `json:"number"`
	URL       string `json:"url,omitempty"`
}

// Contact holds the ways to contact the brand.
type Contact struct {
	Emails []string `json:"emails"`
	Chat   string   `json:"chat,omitempty"` // address of the live support
}

// Tickets says which approved deposits are lottery tickets (specification §9, ticket fetch).
type Tickets struct {
	Minimum MinorUnits `yaml:"minimum"`
	From    time.Time  `yaml:"from"`
	To      time.Time  `yaml:"to"`
}

// SessionRules are a brand's limits on sessions (calls.md §3).
type SessionRules struct {
	Idle      time.Duration `yaml:"idle"`
	Absolute  time.Duration `yaml:"absolute"`
	Transport string        `yaml:"transport"` // cookie, or body for clients without cookies
	Secure    bool          `yaml:"secure"`    // behind TLS: Secure and __Host- cookies
}

// UpstreamRules select the platform of a brand's calls. Equal rules share one chain with its breakers.
type UpstreamRules struct {
	Name    string // of the upstream in the server file, which has its settings
	Adapter string // mock, envelope or rest
	URL     string // of the envelope and rest adapters
	Control bool   // the mock's control API is served

	Settings string // fingerprint of the named upstream's settings, so that changed settings are different rules
}

// Origins are the foreign origins that a brand's pages may embed, and those whose pages may call the gateway as clients
// without cookies. Addresses of platforms, which are often internal, are not among them unless the brand names them.
type Origins struct {
	Links   []string `yaml:"links"` // of links in content, such as the brand's social media pages
	Frames  []string `yaml:"frames"`
	Images  []string `yaml:"images"`
	Clients []string `yaml:"clients"` // scheme://host[:port], as browsers write it
}

// Previewed returns the brand with the draft's look and texts. Whatever decides which calls reach which platform and
// how they are answered, cached, limited and charged stays as published, so that a preview shares neither a cache
// entry nor a session's rules with anything but the published brand.
func (b *Brand) Previewed(draft *Brand) *Brand {
	p := *b
	p.Name, p.Tagline, p.Theme, p.Languages, p.Formats = draft.Name, draft.Tagline, draft.Theme, draft.Languages, draft.Formats
	p.Datas, p.Assets = draft.Datas, draft.Assets
	p.Features, p.Virtual, p.Tickets = draft.Features, draft.Virtual, draft.Tickets
	p.Lobby, p.HomeSlider = draft.Lobby, draft.HomeSlider
	p.Legal, p.Licences, p.Contact = draft.Legal, draft.Licences, draft.Contact
	p.Origins.Frames, p.Origins.Images = draft.Origins.Frames, draft.Origins.Images
	return &p
}
