package config

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"croupier/bff"
)

// brandFile is the content of brand.yaml: a brand and the settings that the file writes in another
// form.
type brandFile struct {
	bff.Brand `yaml:",inline"`

	Upstream   string            `yaml:"upstream"`
	TimeZone   string            `yaml:"time_zone"`
	Features   featuresFile      `yaml:"features"`
	Blocked    []string          `yaml:"blocked_countries"`
	Protection protectionFile    `yaml:"player_protection"`
	Routing    map[string]string `yaml:"routing"`
}

// featuresFile contains the enabled parts of the site and the optional calls.
type featuresFile struct {
	Parts map[string]bool // by name
	// Calls are optional calls (class/method). They are off by default, because a new call would
	// fail on existing platforms.
	Calls []string
}

// UnmarshalYAML decodes parts and calls, which are one mapping in the file.
func (f *featuresFile) UnmarshalYAML(decode func(any) error) error {
	var fields map[string]any
	err := decode(&fields)
	f.Parts = map[string]bool{}
	for name, value := range fields {
		switch value := value.(type) {
		case bool:
			f.Parts[name] = value
		case []any:
			f.Calls = texts(value)
		}
	}
	return err
}

// protectionFile contains amounts in the currency of the brand and session time in minutes.
type protectionFile struct {
	bff.ProtectionRules `yaml:",inline"`
	DepositLimit        string                               `yaml:"deposit_limit"`
	DefaultLimits       map[string]map[string]bff.MinorUnits `yaml:"default_limits"`
}

// rules converts the file to rules.
func (f *protectionFile) rules() bff.ProtectionRules {
	out := f.ProtectionRules
	out.DepositLimitRequired = f.DepositLimit == "required"
	for _, kind := range slices.Sorted(maps.Keys(f.DefaultLimits)) {
		for _, period := range slices.Sorted(maps.Keys(f.DefaultLimits[kind])) {
			value := int64(f.DefaultLimits[kind][period])
			if kind == bff.LimitSessionTime {
				value /= 100 // decoded as an amount
			}
			out.Defaults = append(
				out.Defaults, bff.PlayerLimit{LimitID: bff.LimitID{Kind: kind, Period: period}, Value: value},
			)
		}
	}
	return out
}

// newBrandFile returns the default settings. Cookies are Secure in production and if the server has
// TLS.
func newBrandFile(server *Server) *brandFile {
	return &brandFile{
		Brand: bff.Brand{
			SiteType:   "desktop",
			Currency:   "TRY",
			Formats:    bff.Formats{Money: "code", Dates: "dmy"},
			HomeSlider: bff.SliderOfHome,
			Sessions: bff.SessionRules{
				Idle:      time.Hour,
				Absolute:  24 * time.Hour,
				Transport: "cookie",
				Secure:    server.Profile == production || server.TLS.Enabled(),
			},
		},
		TimeZone: "Europe/Istanbul",
	}
}

// brand converts a file without faults to a brand.
func (f *brandFile) brand(server *Server, datas, assets map[string][]byte) *bff.Brand {
	b := f.Brand
	b.TimeZone, _ = time.LoadLocation(f.TimeZone)          // the schema allows time zones only
	datas["languages.json"], _ = json.Marshal(f.Languages) // texts and numbers
	b.Features, b.Protection, b.Datas, b.Assets = f.Features.Parts, f.Protection.rules(), datas, assets
	if len(f.Lobby) == 0 {
		b.Lobby = bff.DefaultLobby()
	}
	b.Upstream = server.Upstreams[f.Upstream].rules(f.Upstream)
	b.Routing = map[string]bff.UpstreamRules{}
	for of, name := range f.Routing {
		b.Routing[of] = server.Upstreams[name].rules(name)
	}
	server.callsOf(&b, f.Features.Calls, contractCalls())
	b.Blocked = map[string]bool{}
	for _, country := range f.Blocked {
		b.Blocked[country] = true
	}
	return &b
}
