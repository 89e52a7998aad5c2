package site

import (
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/internal/indexkey"
)

// bootstrap is what the player site needs before its first paint (calls.md §4;
// contracts/schemas/site.json, Bootstrap).
type bootstrap struct {
	Brand     bootBrand               `json:"brand"`
	Theme     bff.Theme               `json:"theme"`
	Language  string                  `json:"language"`
	Languages []bff.Language          `json:"languages"`
	Currency  string                  `json:"currency"`
	TimeZone  string                  `json:"timeZone"`
	Formats   bff.Formats             `json:"formats"`
	Features  map[string]bool         `json:"features"`
	Lobby     []string                `json:"lobby"`
	Slider    string                  `json:"homeSlider"`
	Virtual   map[string]bff.RecordID `json:"virtualGames"`
	// Unsupported has the calls that the site must not offer, sorted.
	Unsupported []string                   `json:"unsupported"`
	Legal       bootLegal                  `json:"legal"`
	Limits      bootLimits                 `json:"limits"`
	Contact     bff.Contact                `json:"contact"`
	Links       []string                   `json:"links"`
	Mock        bootMock                   `json:"mock"`
	Files       *bootFiles                 `json:"files,omitempty"`
	Initial     map[string]json.RawMessage `json:"initial,omitempty"`
}

// bootFiles are the static files of a brand. Their content was checked when the brand was loaded.
type bootFiles struct {
	HeaderMenu        json.RawMessage `json:"headerMenu,omitempty"`
	FooterMenu        json.RawMessage `json:"footerMenu,omitempty"`
	Partners          json.RawMessage `json:"partners,omitempty"`
	InvestmentMethods json.RawMessage `json:"investmentMethods,omitempty"`
}

type bootBrand struct {
	ID     string   `json:"id"`
	Name   string   `json:"name"`
	SiteID int      `json:"siteId"`
	Logo   bootLogo `json:"logo"`
}

type bootLogo struct {
	Dark  string `json:"dark"`
	Light string `json:"light"`
	Mark  string `json:"mark"`
}

type bootLegal struct {
	MinimumAge int    `json:"minimumAge"`
	Notice     string `json:"notice"`
	Licence    string `json:"licence"`
}

type bootLimits struct {
	TicketMinimum     bff.MinorUnits `json:"ticketMinimum"`
	TicketFrom        string         `json:"ticketFrom"`
	TicketTo          string         `json:"ticketTo"`
	InactivitySeconds int            `json:"inactivitySeconds"`
}

type bootMock struct {
	Control bool `json:"control"`
}

// Bootstrap returns the bootstrap of a brand in a language as JSON.
func Bootstrap(b *bff.Brand, lang string) ([]byte, error) {
	return encodeBootstrap(b, lang, nil, nil, assetPath)
}

// pageBootstrap returns the bootstrap that is inlined into a page: with the static files of the brand and the
// answers of guest calls by call name, which may be nil.
func pageBootstrap(b *bff.Brand, lang string, initial map[string]json.RawMessage) ([]byte, error) {
	files := &bootFiles{
		HeaderMenu: b.Datas["header-menu.json"], FooterMenu: b.Datas["footer-menu.json"],
		Partners: b.Datas["partners.json"], InvestmentMethods: b.Datas["investment-methods.json"],
	}
	return encodeBootstrap(b, lang, initial, files, assetPath)
}

// PreviewBootstrap returns the bootstrap of a brand for a page on another brand's host, which does not
// serve its logos: they are data URLs.
func PreviewBootstrap(b *bff.Brand, lang string) ([]byte, error) {
	return encodeBootstrap(b, lang, nil, nil, dataURL)
}

// dataURL returns a logo as a URL.
func dataURL(b *bff.Brand, name string) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(b.Assets[name])
}

// encodeBootstrap encodes a bootstrap; asset returns the URL of a brand's asset.
func encodeBootstrap(b *bff.Brand, lang string, initial map[string]json.RawMessage, files *bootFiles, asset func(b *bff.Brand, name string) string) ([]byte, error) {
	raw, err := json.Marshal(bootstrap{
		Brand: bootBrand{
			ID: b.ID, Name: b.Name, SiteID: b.SiteID,
			Logo: bootLogo{Dark: asset(b, "dark.svg"), Light: asset(b, "light.svg"), Mark: asset(b, "mark.svg")},
		},
		Theme: b.Theme, Language: lang, Languages: b.Languages,
		Currency: b.Currency, TimeZone: b.Zone().String(), Formats: b.Formats, Features: features(b), Lobby: append([]string{}, b.Lobby...), Slider: b.HomeSlider, Virtual: virtualGames(b), Unsupported: unsupported(b),
		Legal: bootLegal{MinimumAge: b.Legal.MinimumAge, Notice: b.Legal.Notice[lang], Licence: b.Legal.Licence[lang]},
		Limits: bootLimits{
			TicketMinimum:     b.Tickets.Minimum,
			TicketFrom:        b.Tickets.From.Format(time.DateOnly),
			TicketTo:          b.Tickets.To.Format(time.DateOnly),
			InactivitySeconds: int(b.Sessions.Idle / time.Second),
		},
		Contact: b.Contact, Links: append([]string{}, b.Origins.Links...), Mock: bootMock{Control: b.Upstream.Control}, Files: files, Initial: initial,
	})
	if err != nil {
		return nil, fmt.Errorf("site: encode bootstrap of %s: %w", b.ID, err)
	}
	return raw, nil
}

// virtualGames returns the virtual games of a brand. It is not nil because the contract requires
// an object.
func virtualGames(b *bff.Brand) map[string]bff.RecordID {
	if b.Virtual == nil {
		return map[string]bff.RecordID{}
	}
	return b.Virtual
}

// unsupported returns the names of the calls without a platform, sorted. It is not nil because the
// contract requires a list.
func unsupported(b *bff.Brand) []string {
	return slices.AppendSeq([]string{}, slices.Values(slices.Sorted(maps.Keys(b.Unsupported))))
}

// features returns all features, with false for those that the brand file omits.
func features(b *bff.Brand) map[string]bool {
	out := map[string]bool{}
	for _, f := range []string{"slots", "live", "virtual", "bingo", "sport", "liveSport", "tournaments", "promotions", "tickets", "lottery"} {
		out[f] = b.Features[f]
	}
	return out
}

// previewTTL is how long a preview pass is valid.
const previewTTL = time.Hour

// PreviewPasses makes and checks the passes by which one browser sees the draft of a brand. They are signed, not stored:
// instances with the same key accept each other's.
type PreviewPasses struct {
	Key   *indexkey.Key
	Clock func() time.Time
}

// New returns a pass for the draft of a brand, and when it expires.
func (p PreviewPasses) New(brand string) (pass string, until time.Time) {
	until = p.Clock().Add(previewTTL).UTC().Truncate(time.Second)
	text := strconv.FormatInt(until.Unix(), 10)
	return text + "." + p.signature(brand, text), until
}

// ValidUntil returns when a pass of a brand expires; ok is false for a pass that is forged, expired or of another brand.
func (p PreviewPasses) ValidUntil(brand, pass string) (until time.Time, ok bool) {
	text, signature, ok := strings.Cut(pass, ".")
	if !ok || !hmac.Equal([]byte(signature), []byte(p.signature(brand, text))) {
		return time.Time{}, false
	}
	seconds, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return time.Time{}, false
	}
	until = time.Unix(seconds, 0).UTC()
	return until, p.Clock().Before(until)
}

func (p PreviewPasses) signature(brand, until string) string {
	sum := p.Key.Sum(indexkey.Preview, brand, until)
	return base64.RawURLEncoding.EncodeToString(sum[:])
}
