package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// Overlay contains the changes of the studio to a brand. They apply on top of the brand's files.
type Overlay struct {
	Fields  map[string]json.RawMessage // values by field, see overlayFields
	Files   map[string][]byte          // pictures and language packs by name, see FileName
	Editors map[string]string          // who changed each field, for faults
}

// overlayFields describes the fields that an overlay may have.
const overlayFields = "theme.…, tagline.LANG, languages, lobby, sections.NAME, content.ID, datas/header-menu.json, " +
	"datas/footer-menu.json, logo/FILE, texts.LANG.NAMESPACE.KEY, packs.LANG"

// maxFaults is the maximum number of faults of an overlay, whose fields take time to find.
const maxFaults = 100

// overlayFile is the start of File in the faults of overlays. The id of the brand follows.
const overlayFile = "studio/"

// withOverlays returns the configuration of files with overlays by brand. A brand with an invalid
// overlay causes faults and has its overlay of last, or its files alone if that is invalid too. It
// takes brands from last if their files and overlay are the same.
func (c *Config) withOverlays(all map[string]Overlay, last *Config) (*Config, Faults) {
	next, faults := *c, Faults(nil)
	next.Brands, next.hosts, next.base, next.overlays = nil, map[string]*bff.Brand{}, c, map[string]Overlay{}
	maps.Copy(next.overlays, all)
	for _, b := range c.Brands {
		known, isKnown := last.ByID(b.ID)
		for i, o := range []Overlay{all[b.ID], last.overlays[b.ID], {}} {
			merged, found := known, Faults(nil)
			if !isKnown || last.files() != c || !reflect.DeepEqual(last.overlays[b.ID], o) {
				merged, found = c.merged(b.ID, o)
			}
			if i == 0 {
				faults = append(faults, found...)
			}
			if merged != nil {
				b, next.overlays[b.ID] = merged, o
				break
			}
		}
		next.Brands = append(next.Brands, b)
	}
	maps.DeleteFunc(next.overlays, func(_ string, o Overlay) bool { return len(o.Fields) == 0 })
	if len(next.overlays) == 0 {
		return c, faults
	}
	for host, of := range c.hosts {
		next.hosts[host], _ = next.ByID(of.ID)
	}
	return &next, faults
}

// files returns the configuration without overlays.
func (c *Config) files() *Config { return cmp.Or(c.base, c) }

// fieldOfLanguage matches the fields of texts in one language.
var fieldOfLanguage = regexp.MustCompile(
	`(?:^texts|^tagline|\.title|\.text|\.button|\.html|\.languages)\.([a-z]{2})(?:\.|$)`)

// merged returns a brand of the files with an overlay. The brand is nil if there are faults, which
// have the field of the overlay that causes them.
func (c *Config) merged(brand string, o Overlay) (*bff.Brand, Faults) {
	base, err := c.KnownBrand(brand)
	if err != nil {
		return nil, Faults{{File: overlayFile + brand, Problem: err.Error()}}
	}
	if len(o.Fields) == 0 {
		return base, nil
	}
	m := mergeFolder(c.brandFolder(brand), o)
	dir := path.Join(c.brandsDir, brand)
	contents := maps.Clone(c.contents)
	maps.DeleteFunc(contents, func(name string, _ []byte) bool { return strings.HasPrefix(name, dir+"/") })
	for name, raw := range m.merged() {
		contents[path.Join(dir, name)] = raw
	}
	b, found := c.readBrand(&recorder{files: withAbsolute{FolderFS(contents)}}, dir)
	found, _ = found.split("")
	found = lists.Map(found, func(f Fault) Fault { return f.asField(strings.TrimPrefix(f.File, dir+"/")) })
	for _, field := range slices.Sorted(maps.Keys(o.Fields)) {
		lang := fieldOfLanguage.FindStringSubmatch(field)
		if b != nil && lang != nil && !b.SupportsLanguage(lang[1]) {
			found = append(found, Fault{Field: field, Problem: fmt.Sprintf("the brand has no language %q", lang[1])})
		}
	}
	if b != nil && o.Fields["languages"] != nil {
		found = found.ofLanguages(b, base.DefaultLang())
	}
	found = found[:min(len(found), maxFaults)]
	faults := append(m.faults, lists.Map(found, o.ofField)...)
	for i := range faults {
		faults[i].File, faults[i].Line, faults[i].Column = overlayFile+brand, 0, 0
		faults[i].Editor = o.Editors[faults[i].Field]
	}
	if len(faults) > 0 {
		return nil, faults.Sorted()
	}
	return b, nil
}

// ofLanguages replaces the faults of texts in languages that a brand no longer has by one fault of the
// languages. defaultLang is the previous default language. Without it, other texts may be missing.
func (f Faults) ofLanguages(b *bff.Brand, defaultLang string) (out Faults) {
	isFound := false
	for _, fault := range f {
		lang := fieldOfLanguage.FindStringSubmatch(fault.Field)
		isMissing := fault.Problem == missing && !strings.HasPrefix(fault.Field, "tagline.")
		switch {
		case lang == nil || b.SupportsLanguage(lang[1]) && (!isMissing || b.SupportsLanguage(defaultLang)):
			out = append(out, fault)
		case !isFound:
			isFound = true
			text := strings.TrimSuffix(fault.Field, "."+lang[1])
			if isMissing {
				lang[1] = defaultLang
			}
			out = append(out, Fault{
				Field:   "languages",
				Problem: fmt.Sprintf("lacks %q, which some texts require, such as %s", lang[1], text),
				Allowed: "all languages of the texts, or change the texts first",
			})
		}
	}
	return out
}

// WithOverlay returns a brand of the files with an overlay instead of the current one. Besides
// the faults of a file, it reports colours below WCAG AA that the overlay changes, the worst pair
// first. For such colours alone it also returns the brand. It returns at most maxFaults.
func (c *Config) WithOverlay(brand string, o Overlay) (*bff.Brand, Faults) {
	b, faults := c.files().merged(brand, o)
	faults = append(c.lowContrasts(brand, o), faults...)
	return b, faults[:min(len(faults), maxFaults)]
}

// colourPattern is the pattern of colours, as in the schema.
var colourPattern = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// lowContrasts returns the faults of pairs of colours that an overlay changes.
func (c *Config) lowContrasts(brand string, o Overlay) (out Faults) {
	before, after := c.StudioFields(brand, Overlay{}), c.StudioFields(brand, o)
	ratios := map[string]float64{}
	for _, p := range ContrastPairs {
		field := p.Colour
		if string(before[field]) == string(after[field]) {
			field = p.On
		}
		var colour, on string
		_, _ = json.Unmarshal(after[p.Colour], &colour), json.Unmarshal(after[p.On], &on) // may be other values
		ratio := contrast(colour, on)
		if string(before[field]) == string(after[field]) || ratio >= p.Least ||
			!colourPattern.MatchString(colour) || !colourPattern.MatchString(on) {
			continue
		}
		f := p.fault(colour, on, ratio)
		f.File, f.Field, f.Editor = overlayFile+brand, field, o.Editors[field]
		ratios[f.Problem] = ratio / p.Least
		out = append(out, f)
	}
	slices.SortStableFunc(out, func(a, b Fault) int { return cmp.Compare(ratios[a.Problem], ratios[b.Problem]) })
	return slices.Compact(out) // both modes may have the same colours
}

// asField names the field of a fault in a file of a brand as in overlays.
func (f Fault) asField(file string) Fault {
	switch {
	case strings.HasPrefix(file, "texts/"):
		file = strings.ReplaceAll(strings.TrimSuffix(file, ".json"), "/", ".")
	case file == contentFile:
		file = "content"
	case file == "brand.yaml": // has the same names
		return f
	}
	f.Field = strings.TrimSuffix(file+"."+f.Field, ".")
	return f
}

// ofField sets the field of a fault to the field of the overlay that causes it, if there is one.
func (o Overlay) ofField(f Fault) Fault {
	best := ""
	for _, name := range slices.Sorted(maps.Keys(o.Fields)) {
		lang, isPack := strings.CutPrefix(name, "packs.")
		matches := name == f.Field || strings.HasPrefix(f.Field, name+".") ||
			isPack && strings.HasPrefix(f.Field, "texts."+lang+".") ||
			strings.HasPrefix(f.Field, "texts.") && strings.HasPrefix(name, f.Field+".") || // an unknown namespace
			name == "languages" && strings.HasPrefix(f.Field, "legal.") || // a new language requires its texts
			strings.HasPrefix(f.Field, "media/") && strings.Contains(string(o.Fields[name]), f.Field)
		if matches && len(name) > len(best) {
			best = name
		}
	}
	if best != "" && best != f.Field {
		f.Part = strings.TrimPrefix(f.Field, best+".")
	}
	f.Field = cmp.Or(best, f.Field)
	return f
}

// StudioFields returns the values of all fields of a brand: the files and an overlay on top.
func (c *Config) StudioFields(brand string, o Overlay) map[string]json.RawMessage {
	v, _ := c.files().brandFolder(brand).values() // was decoded
	maps.Copy(v.fields, o.Fields)
	return v.fields
}

// BrandFile returns a picture of a brand's folder by the name that FileName gives it, or nil.
func (c *Config) BrandFile(brand, name string) []byte {
	v, _ := c.files().brandFolder(brand).values() // was decoded
	return v.files[name]
}

// ColourPair are two colours of a theme whose contrast counts.
type ColourPair struct {
	Mode   string  `json:"mode"`   // dark or light
	Colour string  `json:"colour"` // field of the foreground
	On     string  `json:"on"`     // field of the background
	Least  float64 `json:"least"`  // least contrast for WCAG AA
}

// ContrastPairs are the pairs of colours whose contrast counts.
var ContrastPairs = func() (out []ColourPair) {
	for _, mode := range []string{"dark", "light"} {
		at := "theme.modes." + mode + "."
		for _, behind := range []string{"bg", "surface", "surface_raised"} {
			for _, text := range []string{"text", "text_dim", "accent", "positive", "negative", "warning"} {
				out = append(out, ColourPair{mode, at + text, at + behind, textContrast})
			}
		}
		// Buttons and badges are filled with the gradient.
		for _, end := range []string{"theme.gradient.from", "theme.gradient.to"} {
			out = append(out, ColourPair{mode, at + "on_accent", end, textContrast})
		}
		out = append(out, ColourPair{mode, at + "focus", at + "bg", markContrast})
	}
	return out
}()

// fault describes a pair with a low contrast.
func (p ColourPair) fault(colour, on string, ratio float64) Fault {
	behind := strings.TrimPrefix(strings.TrimPrefix(p.On, "theme.modes."+p.Mode+"."), "theme.")
	return Fault{
		Field:   p.Colour,
		Problem: fmt.Sprintf("%s on %s %s has a contrast of %.2f", colour, behind, on, ratio),
		Allowed: fmt.Sprintf("at least %v for WCAG AA", p.Least),
	}
}

// SetOverlays applies overlays by brand id on top of the files, instead of the previous overlays. A
// brand with an invalid overlay keeps its previous one, or its files alone if that is invalid too, and
// SetOverlays returns the Faults. If a guard rejects the configuration, nothing changes.
func (l *Live) SetOverlays(all map[string]Overlay) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	last := l.Config()
	next, faults := cmp.Or(l.waiting, last.files()).withOverlays(all, last)
	if len(faults) > 0 && l.waiting != nil { // other brands must not wait
		next, faults = last.files().withOverlays(all, last)
	}
	if next.files() != last.files() || !reflect.DeepEqual(next.overlays, last.overlays) {
		if err := l.guard(next); err != nil {
			return err
		}
		if next.files() == l.waiting {
			l.waiting, l.stats.Broken, l.stats.At = nil, false, l.clock()
			l.stats.Applied++
		}
		l.apply(next)
		l.log.Info("changes of the studio applied", "brands", len(next.overlays))
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}
