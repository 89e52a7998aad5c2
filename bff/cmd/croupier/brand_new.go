package main

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"croupier/bff"
	"croupier/bff/config"
)

type brandNewCmd struct {
	ID       string   `arg:"" help:"Id of the brand, which is also the name of its directory."`
	From     string   `placeholder:"BRAND"`
	Name     string   `help:"Name that players see. Default: the id with a capital first letter." placeholder:"TEXT"`
	Host     []string `help:"Host names of the brand, separated by commas." placeholder:"HOST,…" required:""`
	SiteID   int      `help:"Number of the site on the platform." placeholder:"NUMBER" required:""`
	Upstream string   `placeholder:"NAME"`
	Dir      string   `type:"path" placeholder:"DIR"`
	brandConfigFlags
}

func (c *brandNewCmd) Run(w commandContext, conf *config.Config) error {
	from, err := conf.KnownBrand(cmp.Or(c.From, conf.Brands[0].ID))
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
	to := filepath.Join(cmp.Or(c.Dir, conf.BrandsDir()), c.ID)
	files, err := brandFiles(filepath.Join(conf.BrandsDir(), from.ID), settings, from)
	if err == nil {
		err = placeFolder(to, files)
	}
	if err != nil {
		return err
	}
	return w.printf("%s\nNext: replace the generated logos and the texts marked [to be written]. croupier check "+
		"lists these texts of the brands directory.\n", to)
}

// check rejects settings that would make the configuration invalid.
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
		return fmt.Errorf("--upstream: unknown upstream %s", settings.Upstream)
	}
	return nil
}

// brandFiles returns the files of a brand as a copy of another brand, with its language packs and
// generated logos, and without partners.
func brandFiles(other string, settings config.NewBrand, from *bff.Brand) (map[string][]byte, error) {
	raw, err := os.ReadFile(filepath.Join(other, "brand.yaml")) //nolint:gosec // a file of the configuration
	if err == nil {
		raw, err = settings.File(raw)
	}
	if err != nil {
		return nil, err
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
	for lang, texts := range from.Texts {
		for namespace, own := range texts.Namespaces {
			if texts.Fallback == "" {
				continue // wordings of the other brand
			}
			if files["texts/"+lang+"/"+namespace+".json"], err = json.MarshalIndent(own, "", "  "); err != nil {
				return nil, err
			}
		}
	}
	logos, err := drawLogos(settings.Name, from.Theme)
	for name, content := range logos {
		files["logo/"+name] = content
	}
	return files, err
}

// writeFiles writes files below dir that other users may read.
func writeFiles(dir string, files map[string][]byte) error {
	for name, content := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // readable by the server's user
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil { //nolint:gosec // readable by the server's user
			return err
		}
	}
	return nil
}

// logoFiles are drawings with the places {name}, {initial} and others.
//
//go:embed logos
var logoFiles embed.FS

// drawLogos generates the three logo files of a brand.
func drawLogos(name string, t bff.Theme) (map[string][]byte, error) {
	const letter = 15 // width of a letter of the name, about
	length := utf8.RuneCountInString(name)
	initial, _ := utf8.DecodeRuneInString(name)
	out := map[string][]byte{}
	for file, drawing := range map[string]struct {
		from string
		bff.Palette
	}{
		"mark.svg":  {"mark.svg", t.Modes.Dark},
		"dark.svg":  {"wide.svg", t.Modes.Dark},
		"light.svg": {"wide.svg", t.Modes.Light},
	} {
		raw, err := logoFiles.ReadFile("logos/" + drawing.from)
		if err != nil {
			return nil, err
		}
		out[file] = []byte(strings.NewReplacer(
			"{name}", html.EscapeString(name), "{initial}", html.EscapeString(strings.ToUpper(string(initial))),
			"{width}", strconv.Itoa(52+letter*length), "{radius}", strconv.Itoa(min(t.Radius, 20)),
			"{from}", t.Gradient.From, "{to}", t.Gradient.To, "{on-accent}", drawing.OnAccent, "{text}", drawing.Text,
		).Replace(string(raw)))
	}
	return out, nil
}
