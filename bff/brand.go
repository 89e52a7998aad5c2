package bff

import (
	"cmp"
	"encoding/json"
	"net"
	"net/netip"
	"slices"
	"time"
)

// Brand is one casino. It is read-only: a reloaded configuration creates new Brands. The tags name
// the fields of brand.yaml.
type Brand struct {
	ID       string            `yaml:"id"`
	Name     string            `yaml:"name"`
	Tagline  map[string]string `yaml:"tagline"`   // by language, for the title and description of pages
	Hosts    []string          `yaml:"hosts"`     // lower case, without port
	SiteID   int               `yaml:"site_id"`   // platform's number of the site (889, 111, …)
	SiteType string            `yaml:"site_type"` // "desktop"

	Theme     Theme          `yaml:"theme"`
	Languages []Language     `yaml:"languages"` // the first is the default
	Currency  string         `yaml:"currency"`  // ISO 4217
	TimeZone  *time.Location `yaml:"-"`         // nil: UTC, see Zone
	Formats   Formats        `yaml:"formats"`   // format of amounts and dates in pages

	Features   map[string]bool    `yaml:"-"`           // enabled parts of the site
	Lobby      []string           `yaml:"lobby"`       // sections of the home page, see LobbySections
	Sections   map[string]Section `yaml:"sections"`    // settings of sections of the home page, by name
	HomeSlider string             `yaml:"home_slider"` // call for the slides of the home page
	// Virtual contains the providers of games outside the lobbies, by type. Their numbers differ by
	// platform and brand.
	Virtual     map[string]RecordID      `yaml:"virtual_games"`
	Legal       Legal                    `yaml:"legal"` // legal notices and rules for players
	Contact     Contact                  `yaml:"contact"`
	Datas       map[string][]byte        `yaml:"-"`        // static files of /datas/, by file name
	Assets      map[string][]byte        `yaml:"-"`        // logo files, by file name
	Content     Content                  `yaml:"-"`        // own content in answers of the platform, usually nil
	Media       map[string][]byte        `yaml:"-"`        // pictures of own content, by file name
	Texts       map[string]*Texts        `yaml:"-"`        // texts of the site, by language
	Licences    []Licence                `yaml:"licences"` // content of /v1/licenses
	Tickets     Tickets                  `yaml:"tickets"`  // rules for deposits that count as lottery tickets
	Sessions    SessionRules             `yaml:"sessions"`
	Upstream    UpstreamRules            `yaml:"-"`
	Origins     Origins                  `yaml:"origins"`
	Images      *Images                  `yaml:"images"`   // image service, nil without one
	Blocked     map[string]bool          `yaml:"-"`        // ISO 3166 countries, if any also unknown countries
	Cache       map[string]CachePolicy   `yaml:"cache"`    // overrides by call name
	Contract    map[string]ContractMode  `yaml:"contract"` // overrides by call name
	Messages    map[string]KnownMessage  `yaml:"messages"` // known messages of the platform, by text
	Routing     map[string]UpstreamRules `yaml:"-"`        // by class or class/method, overrides Upstream
	Unsupported map[string]bool          `yaml:"-"`        // calls that the brand's platforms do not have
	ServerCalls map[string]bool          `yaml:"-"`        // supported calls of Croupier itself
	Limits      map[LimitRule]Allowance  `yaml:"limits"`   // overrides of the default rate limits
	Protection  ProtectionRules          `yaml:"-"`        // player protection
	Exempt      []netip.Prefix           `yaml:"exempt"`   // visitors that are exempt from limits by address
	Vitals      VitalsRules              `yaml:"vitals"`   // reports of the speed of pages
}

// Zone returns the time zone of the brand, which defines its days. The default is UTC.
func (b *Brand) Zone() *time.Location { return cmp.Or(b.TimeZone, time.UTC) }

// SessionCookie returns the name of the player session cookie. Browsers accept the prefix __Host-
// only over TLS and only from the same host.
func (b *Brand) SessionCookie() string {
	if b.Sessions.Secure {
		return "__Host-croupier"
	}
	return "croupier"
}

// Origin returns the origin of the brand's pages on a host.
func (b *Brand) Origin(host string) string {
	if b.Sessions.Secure {
		return "https://" + host
	}
	return "http://" + host
}

// OriginAt is like Origin, with the port of another address if it has one.
func (b *Brand) OriginAt(host, address string) string {
	if _, port, err := net.SplitHostPort(address); err == nil {
		host = net.JoinHostPort(host, port)
	}
	return b.Origin(host)
}

// RulesFor returns the upstream rules for a call: the rules of the call, of its class, or of the
// brand.
func (b *Brand) RulesFor(c *Call) UpstreamRules {
	_, rules := b.route(c)
	return rules
}

// route returns the upstream rules for a call and the class or class/method that defines them. part
// is "" if the whole brand does.
func (b *Brand) route(c *Call) (part string, rules UpstreamRules) {
	for _, part := range [2]string{c.Name(), c.Class} {
		if r, ok := b.Routing[part]; ok {
			return part, r
		}
	}
	return "", b.Upstream
}

// Supports reports whether the platform supports a call.
func (b *Brand) Supports(c *Call) bool { return !b.Unsupported[c.Name()] }

// RecordID is the id of a platform record as JSON, either an integer or a string.
type RecordID = json.RawMessage

// Allowance is the size of one limit: Count per Window, and a Burst for token buckets.
type Allowance struct {
	Count  int           `yaml:"count"`
	Window time.Duration `yaml:"window"`
	Burst  int           `yaml:"burst"`
}

// DefaultLang returns the language of visitors who have not chosen one.
func (b *Brand) DefaultLang() string { return b.Languages[0].Lang }

// SupportsLanguage reports whether the brand has the language lang.
func (b *Brand) SupportsLanguage(lang string) bool {
	return slices.ContainsFunc(b.Languages, func(l Language) bool { return l.Lang == lang })
}

// Language is one language of a brand.
type Language struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
	Lang  string `json:"lang"`
}

// Formats defines the format of amounts and dates in pages.
type Formats struct {
	Money string `json:"money"` // code: 1.234,50 TL, symbol: the currency's sign in the position that the language uses
	Dates string `json:"dates"` // dmy: dd/mm/yyyy, locale: order and separators of the language
}

// Legal contains the legal notices for players. Texts are by language.
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

// Contact contains the contact data of the brand.
type Contact struct {
	Emails []string `json:"emails"`
	Chat   string   `json:"chat,omitempty"` // address of the live support
}

// Tickets defines the approved deposits that count as lottery tickets.
type Tickets struct {
	Minimum MinorUnits `yaml:"minimum"`
	From    time.Time  `yaml:"from"`
	To      time.Time  `yaml:"to"`
}

// SessionRules limits the sessions of a brand.
type SessionRules struct {
	Idle      time.Duration `yaml:"idle"`
	Absolute  time.Duration `yaml:"absolute"`
	Transport string        `yaml:"transport"` // cookie, or body for clients without cookies
	Secure    bool          `yaml:"secure"`    // behind TLS: Secure and __Host- cookies
}

// UpstreamRules select the platform for calls of a brand. Equal rules share one chain with its
// breakers.
type UpstreamRules struct {
	Name    string // name of the upstream in the server file
	Adapter string // mock, envelope or rest
	URL     string // address for the envelope and rest adapters
	Control bool   // Croupier serves the mock's control API

	Settings string // fingerprint of the upstream's settings, which makes rules with changed settings unequal
}

// Origins lists the foreign origins that pages of a brand may embed, and the origins of cookieless
// clients. Addresses of platforms are often internal, so the brand must name them to allow them.
type Origins struct {
	Links   []string `yaml:"links"` // for links in content, such as social media pages
	Frames  []string `yaml:"frames"`
	Images  []string `yaml:"images"`
	Clients []string `yaml:"clients"` // scheme://host[:port], as browsers write it
}

// Previewed returns the brand with the appearance, content and texts of draft. Settings that affect calls,
// responses, caching, limits and payments remain the settings of the published brand. A preview can
// therefore share cache entries and sessions with the published brand only.
func (b *Brand) Previewed(draft *Brand) *Brand {
	p := *b
	p.Name, p.Tagline, p.Theme, p.Languages, p.Formats = draft.Name, draft.Tagline, draft.Theme,
		draft.Languages, draft.Formats
	p.Datas, p.Assets, p.Texts = draft.Datas, draft.Assets, draft.Texts
	p.Content, p.Media = draft.Content, draft.Media
	p.Features, p.Virtual, p.Tickets = draft.Features, draft.Virtual, draft.Tickets
	p.Lobby, p.Sections, p.HomeSlider = draft.Lobby, draft.Sections, draft.HomeSlider
	p.Legal, p.Licences, p.Contact = draft.Legal, draft.Licences, draft.Contact
	p.Origins.Frames, p.Origins.Images = draft.Origins.Frames, draft.Origins.Images
	if b.Images != nil { // of responses, which remain those of the published brand
		p.Origins.Images = append(slices.Clip(p.Origins.Images), b.Images.Origin())
	}
	return &p
}
