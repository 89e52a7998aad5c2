// Package config loads the server file and the brand folders: schema validation, defaults,
// overrides from the environment, and all faults at once with file and line.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

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
	if server.DataDir == "" {
		server.DataDir, _ = DefaultDataDir(s.Env) // whoever needs the folder reports that there is none
	}
	server.TLS.resolve(filepath.Join(s.Dir, path.Dir(name)))
	check := &checker{document: doc}
	for _, up := range slices.Sorted(maps.Keys(server.Upstreams)) {
		u := server.Upstreams[up]
		u.readFiles(check, files, path.Dir(name), up)
		if u.Adapter == "rest" && u.MappingYAML != nil && s.Mapping != nil {
			check.found = append(check.found, s.Mapping(u.Mapping, u.MappingYAML)...)
		}
		u.checkCalls(check, up, contractCalls())
		server.Upstreams[up] = u
	}
	server.Webhooks.readFiles(check, files, path.Dir(name))
	server.check(check)
	for _, f := range doc.further(check.found) {
		doc.broken = append(doc.broken, strings.Split(f.Field, "."))
		faults = append(faults, f)
	}

	c := &Config{Server: server, file: doc, dir: s.Dir, hosts: map[string]*bff.Brand{}}
	warnings := &checker{document: doc}
	server.warn(warnings)
	c.warnings = warnings.found
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
		brandFaults, err := c.addBrand(files, at)
		if err != nil {
			return nil, err
		}
		faults = append(faults, brandFaults...)
	}
	if err := c.readDrafts(files, path.Join(path.Dir(name), server.draftsDir())); err != nil {
		return nil, err
	}
	receivers := &checker{document: doc}
	server.Webhooks.warn(receivers, c.BrandIDs())
	c.warnings = append(c.warnings, receivers.found...)
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
