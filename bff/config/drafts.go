package config

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"croupier/bff"
)

// draft is a brand folder that is not published: what is wrong with it keeps nothing from being served.
type draft struct {
	brand  *bff.Brand // nil with faults
	faults Faults
}

// draftsDir returns the folder of drafts: by default beside that of the brands.
func (s *Server) draftsDir() string {
	if s.DraftsDir != "" {
		return s.DraftsDir
	}
	return path.Join(path.Dir(s.BrandsDir), "drafts")
}

// readDrafts reads the drafts; a folder that does not exist has none. Hosts may only be those of no other brand.
func (c *Config) readDrafts(files fs.FS, dir string, calls Calls) error {
	c.drafts = map[string]*draft{}
	if !isFolder(files, dir) {
		return nil
	}
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return fmt.Errorf("config: drafts: %w", err)
	}
	for _, e := range entries {
		at := path.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") || !isFolder(files, at) {
			continue
		}
		loaded, faults, err := c.readBrand(files, at, calls)
		if err != nil {
			return err
		}
		d := &draft{faults: faults}
		if loaded != nil {
			for i, h := range loaded.Hosts {
				if other, taken := c.hosts[h]; taken && other.ID != loaded.ID {
					d.faults = append(d.faults, loaded.doc.fault([]string{"hosts", fmt.Sprint(i)}, fmt.Sprintf("%s already belongs to brand %s", h, other.ID), ""))
				}
			}
		}
		if len(d.faults) == 0 {
			d.brand = loaded.Brand
		}
		for i := range d.faults {
			d.faults[i] = d.faults[i].below(c.dir)
		}
		d.faults = d.faults.Sorted()
		c.drafts[e.Name()] = d
	}
	return nil
}

// Draft returns the draft of a brand. It fails with Faults for an invalid one; the brand is nil where there is none.
func (c *Config) Draft(id string) (*bff.Brand, error) {
	switch d := c.drafts[id]; {
	case d == nil:
		return nil, nil //nolint:nilnil // a brand without a draft is the usual case
	case len(d.faults) > 0:
		return nil, d.faults
	default:
		return d.brand, nil
	}
}

// BrandsDir returns the folder of the published brands, below the folder of the server file.
func (c *Config) BrandsDir() string { return c.folder(c.Server.BrandsDir) }

// DraftsDir returns the folder of the drafts.
func (c *Config) DraftsDir() string { return c.folder(c.Server.draftsDir()) }

func (c *Config) folder(name string) string {
	return filepath.Join(c.dir, filepath.Dir(c.file.file), filepath.FromSlash(name))
}
