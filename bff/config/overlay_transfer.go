package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// ExportFolder returns the files of a brand with an overlay.
func (c *Config) ExportFolder(brand string, o Overlay) (map[string][]byte, error) {
	base := c.files().brandFolder(brand)
	if len(base) == 0 {
		return nil, fmt.Errorf("unknown brand %s (allowed: %s)", brand, strings.Join(c.BrandIDs(), ", "))
	}
	m := mergeFolder(base, o)
	if len(m.faults) > 0 {
		return nil, m.faults
	}
	return m.merged(), nil
}

// ImportFields returns the overlay that turns the files of a brand into a changed folder. It fails
// if they also differ in something that an overlay cannot express.
func ImportFields(base, changed fs.FS) (Overlay, error) {
	var v [2]values
	for i, from := range []fs.FS{base, changed} {
		files, err := filesOf(from)
		if err == nil {
			v[i], err = files.values()
		}
		if err != nil {
			return Overlay{}, err
		}
	}
	o := Overlay{Fields: map[string]json.RawMessage{}, Files: map[string][]byte{}}
	for name, value := range v[1].fields {
		if bytes.Equal(v[0].fields[name], value) {
			continue
		}
		o.Fields[name] = value
		for _, file := range FileNames(value) {
			if raw, ok := v[1].files[file]; ok {
				o.Files[file] = raw
			}
		}
	}
	var refused []string
	for name := range v[0].fields {
		if v[1].fields[name] == nil {
			refused = append(refused, name+" (removed)")
		}
	}
	for i := range v {
		for name, value := range v[i].others {
			if other, ok := v[1-i].others[name]; !ok || other != value {
				refused = append(refused, name)
			}
		}
	}
	if len(refused) > 0 {
		slices.Sort(refused)
		return Overlay{}, fmt.Errorf("the studio cannot change %s: change the files of the brand instead",
			strings.Join(slices.Compact(refused), ", "))
	}
	return o, nil
}

// filesOf reads the files of a brand folder, except hidden ones.
func filesOf(from fs.FS) (folder, error) {
	if _, fault := readFile(from, "brand.yaml"); fault != nil { // another folder may be large
		return nil, Faults{*fault}
	}
	out := folder{}
	err := fs.WalkDir(from, ".", func(name string, d fs.DirEntry, err error) error {
		switch isHidden := strings.HasPrefix(d.Name(), ".") && name != "."; {
		case err != nil:
			return err
		case isHidden && d.IsDir():
			return fs.SkipDir
		case isHidden || d.IsDir():
			return nil
		}
		raw, fault := readFile(from, name)
		if fault != nil {
			return Faults{*fault}
		}
		out[name] = raw
		return nil
	})
	return out, err
}
