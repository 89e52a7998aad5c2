// Package config reads the server file and the brand folders: defaults, strict decoding,
// the environment over the file, and every fault at once with file and line.
package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"croupier/bff"
)

// Config is a whole, valid configuration. It is never changed once loaded.
type Config struct {
	Server Server
	Brands []*bff.Brand // by folder name
	hosts  map[string]*bff.Brand

	file *document // the server file
	dir  string    // where it is
}

// Fault makes a fault at a field of the server file, for what only the user of a setting can
// find wrong with it.
func (c *Config) Fault(path []string, problem, allowed string) Fault {
	return c.file.fault(path, problem, allowed).below(c.dir)
}

// Brand gives the brand of a host (lower case, without port). There is never a default
// brand for a host that no configuration lists (calls.md §1, 421).
func (c *Config) Brand(host string) (*bff.Brand, bool) {
	b, ok := c.hosts[host]
	return b, ok
}

// ByID gives the brand of that id.
func (c *Config) ByID(id string) (*bff.Brand, bool) {
	i := slices.IndexFunc(c.Brands, func(b *bff.Brand) bool { return b.ID == id })
	if i < 0 {
		return nil, false
	}
	return c.Brands[i], true
}

// Load reads the server file name from files and the brands below it. The error is Faults
// where the configuration is wrong.
func Load(files fs.FS, name string, env Environment) (*Config, error) {
	return Source{Files: files, Name: name, Env: env}.Load()
}

func (s Source) load(files *recorder) (*Config, error) {
	name := s.Name
	doc, faults, err := read(files, name, "server", s.Env)
	if err != nil {
		return nil, err
	}
	server := defaults()
	if doc == nil || len(faults) > 0 {
		return nil, faults.sorted()
	}
	if err := doc.into(&server); err != nil {
		return nil, err
	}
	for _, up := range slices.Sorted(maps.Keys(server.Upstreams)) {
		u := server.Upstreams[up]
		faults = append(faults, u.readFiles(files, path.Dir(name), doc, up)...)
		if u.Adapter == "rest" && u.MappingYAML != nil && s.Mapping != nil {
			faults = append(faults, s.Mapping(u.Mapping, u.MappingYAML)...)
		}
		server.Upstreams[up] = u
	}
	faults = append(faults, server.faults(doc)...)
	faults = append(faults, server.timeoutFaults(doc, s.Calls)...)

	c := &Config{Server: server, file: doc, dir: s.Dir, hosts: map[string]*bff.Brand{}}
	dir := path.Join(path.Dir(name), server.BrandsDir)
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		faults = append(faults, doc.fault([]string{"brands"}, fmt.Sprintf("the folder %s cannot be read", dir), ""))
		return nil, faults.sorted()
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
	if len(c.Brands) == 0 && len(faults) == 0 {
		faults = append(faults, doc.fault([]string{"brands"}, fmt.Sprintf("the folder %s holds no brand", dir), "a folder with a brand.yaml for each brand"))
	}
	if len(faults) > 0 {
		return nil, faults.sorted()
	}
	return c, nil
}

// isFolder tells whether name is a folder or leads to one: mounted configurations are links.
func isFolder(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.IsDir()
}

// addBrand reads one brand folder.
func (c *Config) addBrand(files fs.FS, dir string, calls Calls) (Faults, error) {
	file := path.Join(dir, "brand.yaml")
	doc, faults, err := read(files, file, "brand", nil)
	if err != nil || doc == nil || len(faults) > 0 {
		return faults, err
	}
	var f brandFile
	if err := doc.into(&f); err != nil {
		return nil, err
	}
	faults = append(f.faults(doc, path.Base(dir), &c.Server), f.callFaults(doc, calls)...)
	datas, more, err := folder(files, path.Join(dir, "datas"), dataFiles)
	if err != nil {
		return nil, err
	}
	faults = append(faults, more...)
	for name, raw := range datas {
		if !json.Valid(raw) {
			faults = append(faults, Fault{File: path.Join(dir, "datas", name), Line: 1, Problem: "is not JSON"})
		}
	}
	logos, more, err := pictures(files, path.Join(dir, "logo"))
	if err != nil {
		return nil, err
	}
	faults = append(faults, more...)
	b, err := f.brand(&c.Server, datas, logos)
	if err != nil {
		return nil, err
	}
	for i, h := range f.Hosts {
		if other, taken := c.hosts[h]; taken {
			faults = append(faults, doc.fault([]string{"hosts", fmt.Sprint(i)}, fmt.Sprintf("%s belongs to brand %s already", h, other.ID), ""))
			continue
		}
		c.hosts[h] = b
	}
	c.Brands = append(c.Brands, b)
	return faults, nil
}

// The files that a brand folder holds beside brand.yaml.
var (
	dataFiles = []string{"header-menu.json", "footer-menu.json", "partners.json", "investment-methods.json"}
	logoFiles = []string{"dark.svg", "light.svg", "mark.svg"}
)

// pictures reads every SVG of a brand's logo folder; the logo itself must be there.
func pictures(files fs.FS, dir string) (map[string][]byte, Faults, error) {
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
	return folder(files, dir, names)
}

// folder reads the named files of dir; each that is missing is a fault.
func folder(files fs.FS, dir string, names []string) (map[string][]byte, Faults, error) {
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

// read parses a file and checks it against its schema. Without a document the faults say why.
func read(files fs.FS, file, schema string, env Environment) (*document, Faults, error) {
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
	if env != nil {
		faults = doc.overlay(env)
	}
	broken, err := doc.check(schema)
	return doc, append(faults, broken...), err
}
