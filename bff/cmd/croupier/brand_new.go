package main

import (
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"croupier/bff"
	"croupier/bff/config"
)

type brandNewCmd struct {
	ID       string   `arg:"" help:"Brand id, the name of the folder."`
	From     string   `help:"Brand whose look, menus, features and rules are copied; default: the first." placeholder:"BRAND"`
	Name     string   `help:"Name for players; default: the id with a capital." placeholder:"TEXT"`
	Host     []string `help:"Host names of the brand." placeholder:"HOST,…" required:""`
	SiteID   int      `help:"The platform's number of the site." placeholder:"NUMBER" required:""`
	Upstream string   `help:"Upstream of the server file; default: that of the other brand." placeholder:"NAME"`
	Dir      string   `help:"Folder in which the brand's folder is made; default: that of the brands, where it is live at once." type:"path" placeholder:"DIR"`
	brandConfigFlags
}

func (c *brandNewCmd) Run(w commandContext) error {
	conf, err := c.load(w)
	if err != nil {
		return err
	}
	from, err := c.template(conf)
	if err != nil {
		return err
	}
	if c.Name == "" {
		c.Name = strings.ToUpper(c.ID[:min(1, len(c.ID))]) + c.ID[min(1, len(c.ID)):]
	}
	settings := config.NewBrand{ID: c.ID, Name: c.Name, Hosts: c.Host, SiteID: c.SiteID, Upstream: c.Upstream}
	if err := c.check(conf, settings); err != nil {
		return err
	}
	dir := c.Dir
	if dir == "" {
		dir = conf.BrandsDir()
	}
	to := filepath.Join(dir, c.ID)
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already", to)
	}
	err = placeFolder(to, func(tmp string) error {
		return fillBrand(tmp, filepath.Join(conf.BrandsDir(), from.ID), settings, from)
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w.out, "%s\nreplace the texts marked [to be written] and the drawn logos; croupier check lists them\n", to)
	return err
}

// template returns the brand that is copied.
func (c *brandNewCmd) template(conf *config.Config) (*bff.Brand, error) {
	if c.From == "" {
		return conf.Brands[0], nil
	}
	if b, ok := conf.ByID(c.From); ok {
		return b, nil
	}
	return nil, unknownBrand(conf, c.From)
}

// check refuses what the configuration with the new brand would be refused for.
func (c *brandNewCmd) check(conf *config.Config, settings config.NewBrand) error {
	if err := settings.Check(); err != nil {
		return err
	}
	for _, h := range settings.Hosts {
		if other, taken := conf.Brand(h); taken {
			return fmt.Errorf("host %s already belongs to brand %s", h, other.ID)
		}
	}
	if _, ok := conf.Server.Upstreams[settings.Upstream]; settings.Upstream != "" && !ok {
		return fmt.Errorf("unknown upstream %s", settings.Upstream)
	}
	return nil
}

// fillBrand writes the files of a brand: brand.yaml and menus after another brand's, drawn logos, and the pictures
// of payment methods. Partners are the other brand's own and are left out.
func fillBrand(dir, other string, settings config.NewBrand, from *bff.Brand) error {
	raw, err := os.ReadFile(filepath.Join(other, "brand.yaml")) //nolint:gosec // a file of the configuration
	if err != nil {
		return err
	}
	if raw, err = settings.File(raw); err != nil {
		return err
	}
	files := map[string][]byte{"brand.yaml": raw}
	for name, content := range from.Datas {
		switch name {
		case "languages.json": // made of the settings
		case "partners.json":
			files["datas/"+name] = []byte("[]\n")
		default:
			files["datas/"+name] = content
		}
	}
	for name, content := range from.Assets {
		if strings.HasPrefix(name, "method-") {
			files["logo/"+name] = content
		}
	}
	for name, content := range drawLogos(settings.Name, from.Theme) {
		files["logo/"+name] = content
	}
	for _, folder := range []string{"datas", "logo"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o755); err != nil { //nolint:gosec // configuration, readable by the server's user
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), files[name], 0o644); err != nil { //nolint:gosec // configuration, readable by the server's user
			return err
		}
	}
	return nil
}

// Sizes of the drawn logos, those of the header and of icons.
const (
	markSize   = 40
	logoHeight = 40
	letter     = 15 // width of a letter of the name, about
)

// drawLogos draws the three logo files of a brand: its initial on its gradient, and beside it its name in the text
// colour of each mode.
func drawLogos(name string, t bff.Theme) map[string][]byte {
	initial, _ := utf8.DecodeRuneInString(name)
	gradient := fmt.Sprintf(`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient></defs>`, t.Gradient.From, t.Gradient.To)
	mark := func(ink string) string {
		return fmt.Sprintf(`<rect width="%d" height="%d" rx="%d" fill="url(#g)"/>`, markSize, markSize, min(t.Radius, markSize/2)) +
			text(markSize/2, 28, "middle", 24, ink, strings.ToUpper(string(initial)))
	}
	wide := func(p bff.Palette) []byte {
		width := markSize + 12 + letter*utf8.RuneCountInString(name)
		return svg(name, width, logoHeight, gradient+mark(p.OnAccent)+text(markSize+12, 28, "start", 24, p.Text, name))
	}
	return map[string][]byte{
		"mark.svg":  svg(name, markSize, markSize, gradient+mark(t.Modes.Dark.OnAccent)),
		"dark.svg":  wide(t.Modes.Dark),
		"light.svg": wide(t.Modes.Light),
	}
}

func svg(label string, width, height int, content string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">%s</svg>`+"\n",
		width, height, width, height, html.EscapeString(label), content)
}

func text(x, y int, anchor string, size int, colour, content string) string {
	return fmt.Sprintf(`<text x="%d" y="%d" text-anchor="%s" font-family="system-ui,sans-serif" font-weight="700" font-size="%d" fill="%s">%s</text>`,
		x, y, anchor, size, colour, html.EscapeString(content))
}
