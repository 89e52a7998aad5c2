// Package config loads the server file and the brand folders: schema validation, defaults,
// overrides from the environment, and all faults at once with file and line.
package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"croupier/bff"
)

// Config is a valid configuration. It is immutable.
type Config struct {
	Server Server
	Brands []*bff.Brand // by folder name
	hosts  map[string]*bff.Brand

	file     *document // the server file
	dir      string    // its folder
	warnings Faults
	drafts   map[string]*draft
}

// Fault returns a fault at a field of the server file, for checks outside this package.
func (c *Config) Fault(path []string, problem, allowed string) Fault {
	return c.file.fault(path, problem, allowed).below(c.dir)
}

// HasFault reports whether there is a fault at a field of the server file or below.
func (c *Config) HasFault(path ...string) bool { return c.file.hasFault(path...) }

// Brand returns the brand of a host (lower case, without port). Unlisted hosts have no brand
// (calls.md §1, 421).
func (c *Config) Brand(host string) (*bff.Brand, bool) {
	b, ok := c.hosts[host]
	return b, ok
}

// ByID returns the brand with an id.
func (c *Config) ByID(id string) (*bff.Brand, bool) {
	i := slices.IndexFunc(c.Brands, func(b *bff.Brand) bool { return b.ID == id })
	if i < 0 {
		return nil, false
	}
	return c.Brands[i], true
}

// BrandIDs returns the ids of the brands.
func (c *Config) BrandIDs() []string {
	ids := make([]string, len(c.Brands))
	for i, b := range c.Brands {
		ids[i] = b.ID
	}
	return ids
}

// load also returns a configuration with faults, for further checks.
func (s Source) load(files *recorder) (*Config, error) {
	name := s.Name
	doc, faults, err := read(files, name, "server", s.overlay)
	if err != nil {
		return nil, err
	}
	server := defaults()
	if doc == nil {
		return nil, faults.Sorted()
	}
	switch ok, err := doc.decode(&server); {
	case err != nil:
		return nil, err
	case !ok:
		return nil, faults.Sorted()
	}
	ofSchema := faults
	faults = nil
	if server.DataDir == "" {
		server.DataDir, _ = DefaultDataDir(s.Env) // whoever needs the folder reports that there is none
	}
	server.TLS.resolve(filepath.Join(s.Dir, path.Dir(name)))
	for _, up := range slices.Sorted(maps.Keys(server.Upstreams)) {
		u := server.Upstreams[up]
		faults = append(faults, u.readFiles(files, path.Dir(name), doc, up)...)
		if u.Adapter == "rest" && u.MappingYAML != nil && s.Mapping != nil {
			faults = append(faults, s.Mapping(u.Mapping, u.MappingYAML)...)
		}
		server.Upstreams[up] = u
	}
	faults = append(faults, server.Webhooks.readFiles(files, path.Dir(name), doc)...)
	faults = append(faults, server.faults(doc)...)
	faults = append(faults, server.timeoutFaults(doc, s.Calls)...)
	faults = append(faults, server.overrideFaults(doc, s.Calls)...)
	faults = append(faults, server.probeFaults(doc, s.Calls)...)
	faults = append(faults, server.unsupportedFaults(doc, s.Calls)...)
	faults = doc.further(faults)
	for _, f := range faults {
		doc.broken = append(doc.broken, strings.Split(f.Field, "."))
	}
	faults = append(ofSchema, faults...)

	c := &Config{Server: server, file: doc, dir: s.Dir, hosts: map[string]*bff.Brand{}}
	c.warnings = server.warnings(doc)
	if server.BrandsDir == "" {
		return c, faults.Sorted()
	}
	dir := path.Join(path.Dir(name), server.BrandsDir)
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		faults = append(faults, doc.fault([]string{"brands"}, fmt.Sprintf("folder %s cannot be read", dir), ""))
		return c, faults.Sorted()
	}
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") || !isFolder(files, at) {
			continue
		}
		brandFaults, err := c.addBrand(files, at, s.Calls)
		if err != nil {
			return nil, err
		}
		faults = append(faults, brandFaults...)
	}
	if err := c.readDrafts(files, path.Join(path.Dir(name), server.draftsDir()), s.Calls); err != nil {
		return nil, err
	}
	c.warnings = append(c.warnings, c.webhookWarnings()...)
	if len(c.Brands) == 0 && len(faults) == 0 {
		faults = append(faults, doc.fault([]string{"brands"}, fmt.Sprintf("folder %s contains no brand", dir), "a folder with a brand.yaml for each brand"))
	}
	for i := range c.warnings {
		c.warnings[i] = c.warnings[i].below(s.Dir)
	}
	c.warnings = c.warnings.Sorted()
	if len(faults) > 0 {
		return c, faults.Sorted()
	}
	return c, nil
}

// isFolder reports whether name is a folder or a link to one, as in mounted configurations.
func isFolder(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.IsDir()
}

// addBrand loads one brand folder.
func (c *Config) addBrand(files fs.FS, dir string, calls Calls) (Faults, error) {
	loaded, faults, err := c.readBrand(files, dir, calls)
	if err != nil || loaded == nil {
		return faults, err
	}
	for i, h := range loaded.Hosts {
		if other, taken := c.hosts[h]; taken {
			faults = append(faults, loaded.doc.fault([]string{"hosts", fmt.Sprint(i)}, fmt.Sprintf("%s already belongs to brand %s", h, other.ID), ""))
			continue
		}
		c.hosts[h] = loaded.Brand
	}
	c.Brands = append(c.Brands, loaded.Brand)
	c.warnings = append(c.warnings, loaded.warnings...)
	return faults, nil
}

// loadedBrand is a brand with the file that it comes from.
type loadedBrand struct {
	*bff.Brand
	doc      *document
	warnings Faults
}

// readBrand reads one brand folder. The brand is nil where its file cannot be read as one.
func (c *Config) readBrand(files fs.FS, dir string, calls Calls) (*loadedBrand, Faults, error) {
	file := path.Join(dir, "brand.yaml")
	doc, faults, err := read(files, file, "brand", nil)
	if err != nil || doc == nil {
		return nil, faults, err
	}
	var f brandFile
	if ok, err := doc.decode(&f); !ok {
		return nil, faults, err
	}
	faults = append(faults, doc.further(slices.Concat(
		f.faults(doc, path.Base(dir), &c.Server), f.callFaults(doc, calls), f.optionalCallFaults(doc, &c.Server, calls)))...)
	datas, more, err := readFolder(files, path.Join(dir, "datas"), dataFiles)
	if err != nil {
		return nil, nil, err
	}
	faults = append(faults, more...)
	for name, raw := range datas {
		if fault := jsonFault(path.Join(dir, "datas", name), raw); fault != nil {
			faults = append(faults, *fault)
		}
	}
	logos, more, err := readLogos(files, path.Join(dir, "logo"))
	if err != nil {
		return nil, nil, err
	}
	faults = append(faults, more...)
	if len(doc.broken) > 0 {
		return nil, faults, nil
	}
	b, err := f.brand(&c.Server, datas, logos, calls)
	if err != nil {
		return nil, nil, err
	}
	warnings := append(f.warnings(doc, b.Theme), f.unmappedCallWarnings(doc, &c.Server, calls)...)
	if c.Server.Profile == production {
		warnings = append(warnings, f.productionWarnings(doc)...)
	}
	return &loadedBrand{Brand: b, doc: doc, warnings: warnings}, faults, nil
}

// jsonFault returns the fault of a file that is not JSON, where reading it fails.
func jsonFault(file string, raw []byte) *Fault {
	var value any
	err := json.Unmarshal(raw, &value)
	if err == nil {
		return nil
	}
	at := len(raw)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		at = min(max(int(syntax.Offset)-1, 0), len(raw))
	}
	read := raw[:at]
	return &Fault{
		File: file, Line: 1 + bytes.Count(read, []byte("\n")), Column: 1 + utf8.RuneCount(read[bytes.LastIndexByte(read, '\n')+1:]), Problem: "is not JSON: " + err.Error(),
	}
}

// The required files of a brand folder in addition to brand.yaml.
var (
	dataFiles = []string{"header-menu.json", "footer-menu.json", "partners.json", "investment-methods.json"}
	logoFiles = []string{"dark.svg", "light.svg", "mark.svg"}
)

// readLogos reads every SVG file of a logo folder and the brand's icons; the three logo files are required.
func readLogos(files fs.FS, dir string) (map[string][]byte, Faults, error) {
	found, err := fs.Glob(files, path.Join(dir, "*.svg"))
	if err != nil {
		return nil, nil, fmt.Errorf("config: %w", err)
	}
	names := slices.Clone(logoFiles)
	for _, f := range found {
		if name := path.Base(f); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, icon := range bff.Icons {
		if _, err := fs.Stat(files, path.Join(dir, icon.File)); err == nil {
			names = append(names, icon.File)
		}
	}
	assets, faults, err := readFolder(files, dir, names)
	return assets, append(faults, iconFaults(dir, assets)...), err
}

// iconFaults returns the faults of icons that are no PNG files of their size.
func iconFaults(dir string, assets map[string][]byte) Faults {
	var faults Faults
	for _, icon := range bff.Icons {
		raw, ok := assets[icon.File]
		if !ok {
			continue
		}
		if c, err := png.DecodeConfig(bytes.NewReader(raw)); err != nil || c.Width != icon.Size || c.Height != icon.Size {
			faults = append(faults, Fault{File: path.Join(dir, icon.File), Problem: "is not a PNG picture of " + icon.Sizes() + " pixels"})
		}
	}
	return faults
}

// readFolder reads the named files of dir; a missing file is a fault.
func readFolder(files fs.FS, dir string, names []string) (map[string][]byte, Faults, error) {
	out, faults := map[string][]byte{}, Faults(nil)
	for _, name := range names {
		raw, err := fs.ReadFile(files, path.Join(dir, name))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			faults = append(faults, Fault{File: path.Join(dir, name), Problem: "is missing"})
		case err != nil:
			return nil, nil, fmt.Errorf("config: %w", err)
		default:
			out[name] = raw
		}
	}
	return out, faults, nil
}

// read parses a file and validates it against its schema. The document is nil for an unreadable file.
func read(files fs.FS, file, schema string, overlay func(*document) (Faults, error)) (*document, Faults, error) {
	raw, err := fs.ReadFile(files, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, Faults{{File: file, Problem: "is missing"}}, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("config: %w", err)
	}
	doc, fault := parse(file, raw)
	if fault != nil {
		return nil, Faults{*fault}, nil
	}
	var faults Faults
	if overlay != nil {
		if faults, err = overlay(doc); err != nil {
			return nil, nil, err
		}
	}
	broken, err := doc.check(schema)
	return doc, append(faults, broken...), err
}
