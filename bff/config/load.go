// Package config loads the server file and the brand directories. It validates them against
// schemas, applies defaults and environment variables, and reports all faults with file and line.
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
	"croupier/bff/internal/lists"
	"croupier/bff/internal/yamlnode"
)

// Config is a valid configuration. It is immutable.
type Config struct {
	Server Server
	Brands []*bff.Brand // by folder name
	hosts  map[string]*bff.Brand

	source   Source
	file     *document // the server file
	warnings Faults

	contents  map[string][]byte // files that were read, by path
	brandsDir string            // path of the directory of brands in contents

	overlays map[string]Overlay // by brand
	base     *Config            // without the overlays; nil: there are none
}

// Fault returns a fault at a field of the server file, for checks outside this package.
func (c *Config) Fault(path []string, problem, allowed string) Fault {
	return c.file.fault(path, problem, allowed).below(c.source.Dir)
}

// HasFault reports whether there is a fault at a field of the server file or below.
func (c *Config) HasFault(path ...string) bool { return c.file.hasFault(path...) }

// Brand returns the brand of a host (lower case, without port).
func (c *Config) Brand(host string) (*bff.Brand, bool) {
	b, ok := c.hosts[host]
	return b, ok
}

// ByID returns the brand with an id.
func (c *Config) ByID(id string) (*bff.Brand, bool) {
	return lists.Find(c.Brands, func(b *bff.Brand) bool { return b.ID == id })
}

// BrandIDs returns the ids of the brands.
func (c *Config) BrandIDs() []string {
	return lists.Map(c.Brands, func(b *bff.Brand) string { return b.ID })
}

// KnownBrand is like ByID, but returns an error for an unknown id.
func (c *Config) KnownBrand(id string) (*bff.Brand, error) {
	b, ok := c.ByID(id)
	if !ok {
		return nil, fmt.Errorf("unknown brand %s (allowed: %s)", id, strings.Join(c.BrandIDs(), ", "))
	}
	return b, nil
}

// load returns a configuration even with faults, for further checks. The faults include warnings.
func (s Source) load(files *recorder) (*Config, Faults) {
	server := defaults()
	doc, faults := read(files, s.Name, "server", s.overlay, &server)
	if doc == nil {
		return nil, faults
	}
	if server.DataDir == "" {
		server.DataDir, _ = DefaultDataDir(s.Env) // whoever needs the folder reports that there is none
	}
	dir := path.Dir(s.Name)
	server.TLS.resolve(filepath.Join(s.Dir, dir))
	check := &checker{document: doc}
	for _, name := range slices.Sorted(maps.Keys(server.Upstreams)) {
		u := server.Upstreams[name]
		u.readFiles(check, files, dir, name)
		if u.Adapter == "rest" && u.MappingYAML != nil && s.Mapping != nil {
			check.found = append(check.found, s.Mapping(u.Mapping, u.MappingYAML)...)
		}
		u.checkCalls(check, name, contractCalls())
		server.Upstreams[name] = u
	}
	server.Redis.TLS.readFiles(check, files, dir, "redis", "tls")
	server.Webhooks.readFiles(check, files, dir)
	server.Audit.check(check, files, dir)
	server.Events.readFiles(check, files, dir)
	server.Staff.OIDC.readFiles(check, files, dir)
	server.check(check)
	server.warn(check)
	for _, f := range doc.further(check.found) {
		if f.Severity == SeverityError {
			doc.broken = append(doc.broken, strings.Split(f.Field, "."))
		}
		faults = append(faults, f)
	}

	c := &Config{Server: server, source: s, file: doc, hosts: map[string]*bff.Brand{}}
	if server.BrandsDir == "" {
		return c, faults
	}
	c.brandsDir = path.Join(dir, server.BrandsDir)
	brands := c.readBrands(files, c.brandsDir)
	ofBrands := &checker{document: doc}
	server.Webhooks.warn(ofBrands, c.BrandIDs())
	server.Staff.OIDC.checkGroups(ofBrands, c.BrandIDs())
	return c, slices.Concat(faults, brands, ofBrands.found)
}

// read checks a file against its schema and decodes it into v. The document is nil if that is
// impossible.
func read(files fs.FS, file, schema string, overlay func(*document) Faults, v any) (*document, Faults) {
	raw, fault := readFile(files, file)
	if fault != nil {
		return nil, Faults{*fault}
	}
	doc, fault := parse(file, raw)
	if fault != nil {
		return nil, Faults{*fault}
	}
	faults := append(overlay(doc), doc.check(schema)...)
	if err := doc.decode(v); err != nil {
		if len(faults) == 0 {
			faults = Faults{
				{File: file, Problem: "could not decode the file: " + yamlnode.SyntaxError(nil, err).Message},
			}
		}
		return nil, faults
	}
	return doc, faults
}

// rootCause returns the message of an error without the operation and the path.
func rootCause(err error) string {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return err.Error()
}

func readFile(files fs.FS, name string) ([]byte, *Fault) {
	raw, err := fs.ReadFile(files, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &Fault{File: name, Problem: "file not found"}
	case err != nil:
		return nil, &Fault{File: name, Problem: "could not read the file: " + rootCause(err)}
	}
	return raw, nil
}
