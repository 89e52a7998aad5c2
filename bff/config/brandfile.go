package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"time"

	"croupier/bff"
)

// brandFile is the content of brand.yaml.
type brandFile struct {
	ID        string                  `json:"id"`
	Name      string                  `json:"name"`
	Tagline   map[string]string       `json:"tagline"`
	Hosts     []string                `json:"hosts"`
	SiteID    int                     `json:"site_id"`
	SiteType  string                  `json:"site_type"`
	Upstream  string                  `json:"upstream"`
	Currency  string                  `json:"currency"`
	TimeZone  string                  `json:"time_zone"`
	Formats   bff.Formats             `json:"formats"`
	Languages []bff.Language          `json:"languages"`
	Theme     themeFile               `json:"theme"`
	Features  featuresFile            `json:"features"`
	Lobby     []string                `json:"lobby"`
	Slider    string                  `json:"home_slider"`
	Virtual   map[string]bff.RecordID `json:"virtual_games"`
	Legal     bff.Legal               `json:"legal"`
	Licences  []bff.Licence           `json:"licences"`
	Contact   bff.Contact             `json:"contact"`
	Tickets   *ticketsFile            `json:"tickets"`
	Sessions  sessionsFile            `json:"sessions"`
	Origins   originsFile             `json:"origins"`
	Blocked   []string                `json:"blocked_countries"`
	Protect   protectionFile          `json:"player_protection"`

	Routing  map[string]string               `json:"routing"`
	Cache    map[string]cacheFile            `json:"cache"`
	Contract map[string]bff.ContractMode     `json:"contract"`
	Limits   map[bff.LimitRule]allowanceFile `json:"limits"`
	Exempt   []netip.Prefix                  `json:"exempt"`
	Messages map[string]messageFile          `json:"messages"`
}

type cacheFile struct {
	TTL                  Duration `json:"ttl"`
	StaleWhileRevalidate Duration `json:"stale_while_revalidate"`
	StaleIfError         Duration `json:"stale_if_error"`
}

type allowanceFile struct {
	Count  int      `json:"count"`
	Window Duration `json:"window"`
	Burst  int      `json:"burst"`
}

type messageFile struct {
	Debug       string `json:"debug"`
	EndsSession bool   `json:"ends_session"`
	Maintenance bool   `json:"maintenance"`
}

type themeFile struct {
	DefaultMode string       `json:"default_mode"`
	Hero        string       `json:"hero"`
	Radius      int          `json:"radius"`
	Fonts       bff.Fonts    `json:"fonts"`
	Gradient    bff.Gradient `json:"gradient"`
	Modes       struct {
		Dark  paletteFile `json:"dark"`
		Light paletteFile `json:"light"`
	} `json:"modes"`
}

// paletteFile is a bff.Palette with the file's field names.
type paletteFile struct {
	BG            string `json:"bg"`
	Surface       string `json:"surface"`
	SurfaceRaised string `json:"surface_raised"`
	Line          string `json:"line"`
	Text          string `json:"text"`
	TextDim       string `json:"text_dim"`
	Accent        string `json:"accent"`
	OnAccent      string `json:"on_accent"`
	Positive      string `json:"positive"`
	Negative      string `json:"negative"`
	Warning       string `json:"warning"`
	Focus         string `json:"focus"`
}

type ticketsFile struct {
	Minimum bff.MinorUnits `json:"minimum"`
	From    string         `json:"from"`
	To      string         `json:"to"`
}

type sessionsFile struct {
	Idle      string `json:"idle"`
	Absolute  string `json:"absolute"`
	Transport string `json:"transport"`
	Secure    *bool  `json:"secure"` // default: by profile
}

type originsFile struct {
	Links   []string `json:"links"`
	Frames  []string `json:"frames"`
	Images  []string `json:"images"`
	Clients []string `json:"clients"`
}

// protectionFile holds amounts in the brand's currency, and minutes of session time.
type protectionFile struct {
	Group         string                            `json:"group"`
	DepositLimit  string                            `json:"deposit_limit"`
	LoosenAfter   Duration                          `json:"loosen_after"`
	RealityCheck  int                               `json:"reality_check"`
	DefaultLimits map[string]map[string]json.Number `json:"default_limits"`
}

// rules returns the rules of the file, whose values are valid by the schema.
func (f *protectionFile) rules() (bff.ProtectionRules, error) {
	out := bff.ProtectionRules{
		Group: f.Group, DepositLimitRequired: f.DepositLimit == "required", LoosenAfter: time.Duration(f.LoosenAfter), RealityCheck: f.RealityCheck,
	}
	for _, kind := range slices.Sorted(maps.Keys(f.DefaultLimits)) {
		for _, period := range slices.Sorted(maps.Keys(f.DefaultLimits[kind])) {
			number := f.DefaultLimits[kind][period]
			value, err := number.Int64()
			if kind != "session_time" {
				var amount bff.MinorUnits
				amount, err = bff.ParseMinorUnits(number.String())
				value = int64(amount)
			}
			if err != nil {
				return out, fmt.Errorf("player_protection.default_limits.%s.%s: %w", kind, period, err)
			}
			out.Defaults = append(out.Defaults, bff.PlayerLimit{LimitID: bff.LimitID{Kind: kind, Period: period}, Value: value})
		}
	}
	return out, nil
}

// secure reports whether cookies are Secure: by default in production, and where the server itself
// has TLS.
func (f *brandFile) secure(server *Server) bool {
	if f.Sessions.Secure != nil {
		return *f.Sessions.Secure
	}
	return server.Profile == production || server.TLS.Enabled()
}

// Defaults of calls.md §3.
const (
	defaultIdle     = time.Hour
	defaultAbsolute = 24 * time.Hour
)

func (f *brandFile) idle() time.Duration     { return durationOr(f.Sessions.Idle, defaultIdle) }
func (f *brandFile) absolute() time.Duration { return durationOr(f.Sessions.Absolute, defaultAbsolute) }

func durationOr(s string, fallback time.Duration) time.Duration {
	// The schema allows durations only.
	d, err := time.ParseDuration(s)
	if err != nil {
		return fallback
	}
	return d
}

// brand returns the bff.Brand of the file.
func (f *brandFile) brand(server *Server, datas, assets map[string][]byte) (*bff.Brand, error) {
	zone, err := time.LoadLocation(cmp.Or(f.TimeZone, "Europe/Istanbul"))
	if err != nil {
		return nil, fmt.Errorf("config: brand %s: %w", f.ID, err)
	}
	b := &bff.Brand{
		ID: f.ID, Name: f.Name, Tagline: f.Tagline, Hosts: f.Hosts, SiteID: f.SiteID, SiteType: cmp.Or(f.SiteType, "desktop"),
		Theme: bff.Theme{
			DefaultMode: f.Theme.DefaultMode, Hero: f.Theme.Hero, Radius: f.Theme.Radius,
			Fonts: f.Theme.Fonts, Gradient: f.Theme.Gradient,
			Modes: bff.Modes{Dark: bff.Palette(f.Theme.Modes.Dark), Light: bff.Palette(f.Theme.Modes.Light)},
		},
		Languages: f.Languages, Currency: cmp.Or(f.Currency, "TRY"), TimeZone: zone,
		Formats:  bff.Formats{Money: cmp.Or(f.Formats.Money, "code"), Dates: cmp.Or(f.Formats.Dates, "dmy")},
		Features: f.Features.Parts, Lobby: f.Lobby, HomeSlider: cmp.Or(f.Slider, bff.SliderOfHome), Virtual: f.Virtual, Legal: f.Legal, Licences: f.Licences, Contact: f.Contact,
		Datas: datas, Assets: assets,
		Sessions: bff.SessionRules{Idle: f.idle(), Absolute: f.absolute(), Transport: cmp.Or(f.Sessions.Transport, "cookie"), Secure: f.secure(server)},
		Upstream: server.Upstreams[f.Upstream].rules(f.Upstream),
		Origins:  bff.Origins(f.Origins),
		Blocked:  map[string]bool{},
		Routing:  map[string]bff.UpstreamRules{},
		Cache:    map[string]bff.CachePolicy{},
		Contract: f.Contract,
		Limits:   map[bff.LimitRule]bff.Allowance{},
		Messages: map[string]bff.KnownMessage{},
		Exempt:   f.Exempt,
	}
	if len(f.Lobby) == 0 {
		b.Lobby = bff.DefaultLobby()
	}
	if b.Protection, err = f.Protect.rules(); err != nil {
		return nil, fmt.Errorf("config: brand %s: %w", f.ID, err)
	}
	for of, name := range f.Routing {
		b.Routing[of] = server.Upstreams[name].rules(name)
	}
	server.callsOf(b, f.Features.Calls, contractCalls())
	for name, c := range f.Cache {
		b.Cache[name] = bff.CachePolicy{
			TTL: time.Duration(c.TTL), StaleWhileRevalidate: time.Duration(c.StaleWhileRevalidate), StaleIfError: time.Duration(c.StaleIfError),
		}
	}
	for rule, a := range f.Limits {
		b.Limits[rule] = bff.Allowance{Count: a.Count, Window: time.Duration(a.Window), Burst: a.Burst}
	}
	for text, m := range f.Messages {
		b.Messages[text] = bff.KnownMessage(m)
	}
	for _, c := range f.Blocked {
		b.Blocked[c] = true
	}
	if f.Tickets != nil {
		b.Tickets.Minimum = f.Tickets.Minimum
		b.Tickets.From, _ = time.Parse(time.DateOnly, f.Tickets.From)
		b.Tickets.To, _ = time.Parse(time.DateOnly, f.Tickets.To)
	}
	if b.Datas["languages.json"], err = json.Marshal(f.Languages); err != nil {
		return nil, fmt.Errorf("config: brand %s: %w", f.ID, err)
	}
	return b, nil
}
