package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"croupier/bff"
)

// ExportFolder returns the files of a known brand with an overlay, except secrets.
func (c *Config) ExportFolder(brand string, o Overlay) (map[string][]byte, error) {
	b, _ := c.ByID(brand)
	m := mergeFolder(c.files().brandFolder(brand).withoutSecrets(b), o)
	if len(m.faults) > 0 {
		return nil, m.faults
	}
	return m.merged(), nil
}

// withoutSecrets removes the secrets of a brand from its files.
func (f folder) withoutSecrets(b *bff.Brand) folder {
	if b.Images != nil {
		delete(f, path.Clean(b.Images.KeyFile))
		delete(f, path.Clean(b.Images.SaltFile))
	}
	return f
}

// ImportFields returns the overlay that turns the files of a brand into a changed folder. It fails
// if they also differ in something that an overlay cannot express.
func (c *Config) ImportFields(brand string, changed fs.FS) (o Overlay, err error) {
	b, err := c.KnownBrand(brand)
	if err != nil {
		return o, err
	}
	files, err := filesOf(changed)
	if err != nil {
		return o, err
	}
	after, err := files.withoutSecrets(b).values()
	if err != nil {
		return o, err
	}
	before, _ := c.files().brandFolder(brand).withoutSecrets(b).values() // was decoded
	o = Overlay{Fields: map[string]json.RawMessage{}, Files: map[string][]byte{}}
	for name, value := range after.fields {
		if bytes.Equal(before.fields[name], value) {
			continue
		}
		o.Fields[name] = value
		for _, file := range FileNames(value) {
			if raw, ok := after.files[file]; ok {
				o.Files[file] = raw
			}
		}
	}
	var refused []string
	for name := range before.fields {
		if after.fields[name] == nil {
			refused = append(refused, name+" (removed)")
		}
	}
	others := maps.Clone(before.others)
	maps.Copy(others, after.others)
	for name := range others {
		if before.others[name] != after.others[name] {
			refused = append(refused, name)
		}
	}
	if len(refused) > 0 {
		slices.Sort(refused)
		return o, fmt.Errorf("the studio cannot change %s: change the files of the brand instead",
			strings.Join(refused, ", "))
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
