package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"

	"github.com/goccy/go-yaml"

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
			out.Defaults = append(out.Defaults,
				bff.PlayerLimit{LimitID: bff.LimitID{Kind: kind, Period: period}, Value: value})
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
			Vitals: bff.VitalsRules{Enabled: true, Sample: .1},
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
	for _, s := range f.Sections {
		for _, l := range f.Languages {
			if s.Title != nil {
				s.Title[l.Lang] = cmp.Or(s.Title[l.Lang], s.Title[f.DefaultLang()])
			}
		}
	}
	b.Upstream = server.Upstreams[f.Upstream].rules(f.Upstream)
	b.Routing = map[string]bff.UpstreamRules{}
	for of, name := range f.Routing {
		b.Routing[of] = server.Upstreams[name].rules(name)
	}
	server.callsOf(&b, f.Features.Calls, contractCalls())
	if b.Images != nil {
		b.Images.Site = b.Origin(b.Hosts[0])
		b.Origins.Images = append(slices.Clip(b.Origins.Images), b.Images.Origin())
	}
	b.Blocked = map[string]bool{}
	for _, country := range f.Blocked {
		b.Blocked[country] = true
	}
	return &b
}

// NewBrand contains the settings of a brand that is created from another brand.
type NewBrand struct {
	ID, Name string
	Hosts    []string
	SiteID   int
	Upstream string // empty: as in the other file
}

// brandID is the pattern of ids, as in the schema.
var brandID = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

// Check validates the settings.
func (n NewBrand) Check() error {
	if !brandID.MatchString(n.ID) {
		return fmt.Errorf(
			"invalid brand id %q: use 1 to 32 lower-case letters, digits and hyphens, starting with a letter", n.ID,
		)
	}
	for _, h := range n.Hosts {
		if !hostPattern.MatchString(h) {
			return fmt.Errorf("invalid host %q: use %s", h, formatHelp("host"))
		}
	}
	if n.SiteID < 1 || len(n.Hosts) == 0 || n.Name == "" {
		return fmt.Errorf("brand %s requires a name, a host and a site id above 0", n.ID)
	}
	return nil
}

// unwritten marks texts that the operator must write. Players see the mark, and check warns of it.
const unwritten = "[to be written]"

// onlyOfOneBrand are settings of one company, which are not copied.
var onlyOfOneBrand = []string{"licences", "contact", "exempt", "blocked_countries", "images"}

// File returns the brand file of the new brand. It copies theme, menus, features and rules from the
// other file. It omits licences, contacts and origins of links, uses the name as tagline and marks
// the legal texts as unwritten.
func (n NewBrand) File(other []byte) ([]byte, error) {
	var tree yaml.MapSlice
	if err := yaml.UnmarshalWithOptions(other, &tree, yaml.UseOrderedMap()); err != nil {
		return nil, fmt.Errorf("could not decode the other brand: %w", err)
	}
	tree = without(tree, onlyOfOneBrand...)
	*field(tree, "id") = n.ID
	*field(tree, "name") = n.Name
	*field(tree, "hosts") = n.Hosts
	*field(tree, "site_id") = n.SiteID
	if n.Upstream != "" {
		*field(tree, "upstream") = n.Upstream
	}
	setTexts(field(tree, "tagline"), n.Name)
	legal, _ := (*field(tree, "legal")).(yaml.MapSlice)
	setTexts(field(legal, "licence"), unwritten)
	setTexts(field(legal, "notice"), unwritten)
	if origins, ok := (*field(tree, "origins")).(yaml.MapSlice); ok {
		*field(tree, "origins") = without(origins, "links", "clients")
	}
	raw, err := yaml.Marshal(tree)
	if err != nil {
		return nil, fmt.Errorf("could not encode the new brand: %w", err)
	}
	return append([]byte("# "+n.Name+". configs/docs/reference/brand.md describes all settings.\n"), raw...), nil
}

// field returns the value of a field, or an unused value if the field does not exist.
func field(fields yaml.MapSlice, name string) *any {
	for i := range fields {
		if fields[i].Key == name {
			return &fields[i].Value
		}
	}
	return new(any)
}

// setTexts replaces the text in every language.
func setTexts(texts *any, text string) {
	fields, _ := (*texts).(yaml.MapSlice)
	out := slices.Clone(fields)
	for i := range out {
		out[i].Value = text
	}
	*texts = out
}

func without(fields yaml.MapSlice, names ...string) yaml.MapSlice {
	isListed := func(f yaml.MapItem) bool { return slices.Contains(names, fmt.Sprint(f.Key)) }
	return slices.DeleteFunc(slices.Clone(fields), isListed)
}
