package bff

import (
	"net/netip"
	"time"

	"croupier/bff/theme"
)

// Brand is one casino: its hosts, its look, its rules. A Brand is never changed once
// built; a reloaded configuration builds new ones.
type Brand struct {
	ID       string
	Name     string
	Tagline  map[string]string // by language; said in the page's title and description
	Hosts    []string          // lower case, without port
	SiteID   int               // what the platform knows the site by (889, 111, …)
	SiteType string            // "desktop"

	Theme     theme.Theme
	Languages []Language // the first is the default
	Currency  string     // ISO 4217
	TimeZone  *time.Location

	Features map[string]bool          // which parts of the site exist
	Virtual  map[string]int           // games outside the lobbies by type, with the platform's number of their provider
	Legal    Legal                    // texts and rules a player must be told
	Contact  Contact                  //
	Datas    map[string][]byte        // the static files of /datas/, by file name
	Assets   map[string][]byte        // logo files, by file name
	Licences []Licence                // what /v1/licenses answers
	Tickets  Tickets                  // what counts as a lottery ticket
	Sessions SessionRules             //
	Upstream UpstreamRules            //
	Origins  Origins                  //
	Blocked  map[string]bool          // ISO 3166 countries that may not play
	Cache    map[string]CachePolicy   // overrides by call name
	Messages map[string]KnownMessage  // what the platform's own messages mean beyond the contract's, by text
	Routing  map[string]UpstreamRules // class or class/method that goes elsewhere than Upstream
	Limits   map[LimitRule]Allowance  // instead of those of calls.md §5
	Exempt   []netip.Prefix           // visitors that are never limited
}

// RulesFor gives the upstream rules of a call: its own, its class's, or the brand's.
func (b *Brand) RulesFor(c *Call) UpstreamRules {
	if r, ok := b.Routing[c.Name()]; ok {
		return r
	}
	if r, ok := b.Routing[c.Class]; ok {
		return r
	}
	return b.Upstream
}

// Allowance is one limit: Count within Window, or for a bucket Count a Window with Burst.
type Allowance struct {
	Count  int
	Window time.Duration
	Burst  int
}

// DefaultLang is the language of a visitor who has chosen none.
func (b *Brand) DefaultLang() string { return b.Languages[0].Lang }

// SupportsLanguage tells whether the brand has lang.
func (b *Brand) SupportsLanguage(lang string) bool {
	for _, l := range b.Languages {
		if l.Lang == lang {
			return true
		}
	}
	return false
}

// Language is one language of a brand (specification §3).
type Language struct {
	ID    int    `json:"id"`
	Title string `json:"title"`
	Lang  string `json:"lang"`
}

// Legal is what a player must be told, per language where it is text.
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

// Contact is how a player reaches the brand.
type Contact struct {
	Emails []string `json:"emails"`
	Chat   string   `json:"chat,omitempty"` // address of the live support
}

// Tickets is the filter of the specification (§9, ticket fetch) made configuration: an
// approved deposit of at least Minimum between From and To is a ticket.
type Tickets struct {
	Minimum  MinorUnits
	From, To time.Time
}

// SessionRules are a brand's limits on sessions (calls.md §3).
type SessionRules struct {
	Idle      time.Duration
	Absolute  time.Duration
	Transport string // cookie, or body for clients without cookies
	Secure    bool   // behind TLS: Secure and __Host- cookies
}

// UpstreamRules say which platform a brand's calls go to. They are comparable: equal rules
// share one chain with its breakers.
type UpstreamRules struct {
	Name    string // of the upstream in the server file, whose settings hold
	Adapter string // mock, envelope or rest
	URL     string // of the envelope and rest adapters
	Control bool   // the mock's control surface is served

	Settings string // fingerprint of the named upstream's settings: changed ones are other rules
}

// Origins are the foreign origins a brand's pages may show, and those whose pages may call
// the brand in the way of clients without cookies.
type Origins struct {
	Frames  []string
	Images  []string
	Clients []string // scheme://host[:port], as browsers write it
}
