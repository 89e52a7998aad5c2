package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/contract"
	"croupier/bff/internal/nearest"
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

// faults returns the faults of a brand file that its schema cannot express.
func (f *brandFile) faults(d *document, dir string, server *Server) Faults {
	var out Faults
	if f.ID != dir {
		out = append(out, d.fault([]string{"id"}, fmt.Sprintf("%q does not match the folder name", f.ID), dir))
	}
	out = append(out, f.routeFaults(d, server)...)
	out = append(out, f.virtualFaults(d)...)
	out = append(out, f.lobbyFaults(d)...)
	seen := map[string]bool{}
	for i, l := range f.Languages {
		if seen[l.Lang] {
			out = append(out, d.fault([]string{"languages", fmt.Sprint(i), "lang"}, fmt.Sprintf("%q is listed twice", l.Lang), ""))
		}
		seen[l.Lang] = true
	}
	for _, field := range []struct {
		path  []string
		texts map[string]string
	}{
		{[]string{"tagline"}, f.Tagline},
		{[]string{"legal", "notice"}, f.Legal.Notice},
		{[]string{"legal", "licence"}, f.Legal.Licence},
	} {
		for _, l := range f.Languages {
			if field.texts[l.Lang] == "" {
				out = append(out, d.fault(append(slices.Clone(field.path), l.Lang), "is missing", "a text in every language of the brand"))
			}
		}
	}
	if f.Tickets != nil && f.Tickets.To <= f.Tickets.From {
		out = append(out, d.fault([]string{"tickets", "to"}, "is not after from", ""))
	}
	if f.idle() > f.absolute() {
		out = append(out, d.fault([]string{"sessions", "idle"}, "is longer than absolute", ""))
	}
	if len(f.Origins.Clients) > 0 && f.Sessions.Transport != "body" {
		out = append(out, d.fault([]string{"origins", "clients"}, "clients of other origins send no cookie", "sessions.transport: body"))
	}
	if len(f.Blocked) > 0 && server.CountryHeader == "" {
		out = append(out, d.fault([]string{"blocked_countries"}, "needs country_header in the server file, as visitors of unknown countries are refused", ""))
	}
	if wait := time.Duration(f.Protect.LoosenAfter); wait != 0 && wait < 24*time.Hour {
		out = append(out, d.fault([]string{"player_protection", "loosen_after"}, "is shorter than a day", "24h or more"))
	}
	if server.Profile == production {
		out = append(out, f.productionFaults(d, server)...)
	}
	for _, name := range slices.Sorted(maps.Keys(f.Cache)) {
		if c := f.Cache[name]; c.TTL == 0 && (c.StaleWhileRevalidate > 0 || c.StaleIfError > 0) {
			out = append(out, d.fault([]string{"cache", name, "ttl"}, "must be above zero with stale durations", "a ttl above zero, or only ttl: 0s"))
		}
	}
	byNormalForm := map[string]string{}
	for _, text := range slices.Sorted(maps.Keys(f.Messages)) {
		form := contract.NormalizeMessage(text)
		if form == "" {
			out = append(out, d.fault([]string{"messages", text}, "is empty", "a message of the platform"))
			continue
		}
		if other, ok := byNormalForm[form]; ok {
			out = append(out, d.fault([]string{"messages", text}, fmt.Sprintf("is the same message as %q", other), ""))
		}
		byNormalForm[form] = text
	}
	return out
}

// demoLicences are the licence numbers that the demo's brands invent. A test compares them.
var demoLicences = []string{"889/JAZ", "111/JAZ", "890/JAZ"}

// productionFaults returns the settings that the production profile rejects.
func (f *brandFile) productionFaults(d *document, server *Server) (out Faults) {
	if !f.secure(server) {
		out = append(out, d.fault([]string{"sessions", "secure"}, "cookies must be Secure in the production profile", "true"))
	}
	check := func(text string, path ...string) {
		for _, number := range demoLicences {
			if strings.Contains(text, number) {
				out = append(out, d.fault(path, fmt.Sprintf("%s is an invented licence of the demo", number), "this brand's own licence"))
			}
		}
	}
	for i, l := range f.Licences {
		check(l.Number, "licences", fmt.Sprint(i), "number")
	}
	for _, lang := range slices.Sorted(maps.Keys(f.Legal.Licence)) {
		check(f.Legal.Licence[lang], "legal", "licence", lang)
	}
	return out
}

// productionWarnings returns what players of the production profile cannot use.
func (f *brandFile) productionWarnings(d *document) (out Faults) {
	for i, h := range f.Hosts {
		if isLoopback(h) || slices.Contains([]string{"localhost", "test", "example", "invalid"}, h[strings.LastIndexByte(h, '.')+1:]) {
			out = append(out, d.warning([]string{"hosts", fmt.Sprint(i)}, "players cannot reach "+h, "the public host names of the brand"))
		}
	}
	return out
}

// routeFaults reports unknown upstreams.
func (f *brandFile) routeFaults(d *document, server *Server) Faults {
	var out Faults
	check := func(name string, path ...string) {
		if _, ok := server.Upstreams[name]; !ok {
			names := slices.Sorted(maps.Keys(server.Upstreams))
			out = append(out, d.fault(path, fmt.Sprintf("unknown upstream %q", name)+nearest.Hint(name, names), strings.Join(names, ", ")))
		}
	}
	check(f.Upstream, "upstream")
	for _, of := range slices.Sorted(maps.Keys(f.Routing)) {
		check(f.Routing[of], "routing", of)
	}
	return out
}

// virtualFeatures are the pages of games outside the lobbies, with their games
// (experience.md, "Pages").
var virtualFeatures = map[string][]string{
	"virtual":   {"goldenrace", "football3d", "spaceman", "zeplin", "betongames"},
	"bingo":     {"bingo", "soundbingo"},
	"sport":     {"sport"},
	"liveSport": {"livesport"},
}

// virtualFaults reports game pages that would be empty.
func (f *brandFile) virtualFaults(d *document) Faults {
	var out Faults
	for _, feature := range slices.Sorted(maps.Keys(virtualFeatures)) {
		games := virtualFeatures[feature]
		if f.Features.Parts[feature] && !slices.ContainsFunc(games, func(g string) bool { return f.Virtual[g] != nil }) {
			out = append(out, d.fault([]string{"features", feature}, "has no game in virtual_games", "false, or one of "+strings.Join(games, ", ")+" there"))
		}
	}
	return out
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
	if d, err := time.ParseDuration(s); err == nil {
		return d
	}
	return fallback
}

// brand returns the bff.Brand of the file.
func (f *brandFile) brand(server *Server, datas, assets map[string][]byte, calls Calls) (*bff.Brand, error) {
	zone, err := time.LoadLocation(or(f.TimeZone, "Europe/Istanbul"))
	if err != nil {
		return nil, fmt.Errorf("config: brand %s: %w", f.ID, err)
	}
	b := &bff.Brand{
		ID: f.ID, Name: f.Name, Tagline: f.Tagline, Hosts: f.Hosts, SiteID: f.SiteID, SiteType: or(f.SiteType, "desktop"),
		Theme: bff.Theme{
			DefaultMode: f.Theme.DefaultMode, Hero: f.Theme.Hero, Radius: f.Theme.Radius,
			Fonts: f.Theme.Fonts, Gradient: f.Theme.Gradient,
			Modes: bff.Modes{Dark: bff.Palette(f.Theme.Modes.Dark), Light: bff.Palette(f.Theme.Modes.Light)},
		},
		Languages: f.Languages, Currency: or(f.Currency, "TRY"), TimeZone: zone,
		Formats:  bff.Formats{Money: or(f.Formats.Money, "code"), Dates: or(f.Formats.Dates, "dmy")},
		Features: f.Features.Parts, Lobby: f.lobby(), HomeSlider: or(f.Slider, bff.SliderOfHome), Virtual: f.Virtual, Legal: f.Legal, Licences: f.Licences, Contact: f.Contact,
		Datas: datas, Assets: assets,
		Sessions: bff.SessionRules{Idle: f.idle(), Absolute: f.absolute(), Transport: or(f.Sessions.Transport, "cookie"), Secure: f.secure(server)},
		Upstream: server.Upstreams[f.Upstream].rules(f.Upstream),
		Origins:  bff.Origins{Links: f.Origins.Links, Frames: f.Origins.Frames, Images: f.Origins.Images, Clients: f.Origins.Clients},
		Blocked:  map[string]bool{},
		Routing:  map[string]bff.UpstreamRules{},
		Cache:    map[string]bff.CachePolicy{},
		Contract: f.Contract,
		Limits:   map[bff.LimitRule]bff.Allowance{},
		Messages: map[string]bff.KnownMessage{},
		Exempt:   f.Exempt,
	}
	if b.Protection, err = f.Protect.rules(); err != nil {
		return nil, fmt.Errorf("config: brand %s: %w", f.ID, err)
	}
	for of, name := range f.Routing {
		b.Routing[of] = server.Upstreams[name].rules(name)
	}
	b.Unsupported = unsupportedCalls(b, f.Features.Calls, server, calls)
	b.ServerCalls = serverCalls(b, server, calls)
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

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}
