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
)

// ExportFolder returns the files of a brand with an overlay.
func (c *Config) ExportFolder(brand string, o Overlay) (map[string][]byte, error) {
	base := c.files().brandFolder(brand)
	m := mergeFolder(base, o)
	files := m.encoded(func(name string, value any) ([]byte, error) {
		if path.Ext(name) == ".yaml" {
			return encodeYAML(base[name], value)
		}
		return json.MarshalIndent(value, "", "  ")
	})
	if len(m.faults) > 0 {
		return nil, m.faults
	}
	return files, nil
}

// ImportFields returns the overlay that turns the files of a brand into a changed folder. It fails
// if they also differ in something that an overlay cannot express.
func ImportFields(base, changed fs.FS) (Overlay, error) {
	var fields [2]map[string]json.RawMessage
	var others [2]map[string]string
	var files map[string][]byte
	for i, from := range []fs.FS{base, changed} {
		read, err := readFiles(from)
		if err != nil {
			return Overlay{}, err
		}
		if fields[i], files, err = read.values(); err != nil {
			return Overlay{}, err
		}
		others[i] = read.others()
	}
	o := Overlay{Fields: map[string]json.RawMessage{}, Files: map[string][]byte{}}
	var refused []string
	for name, value := range fields[1] {
		if bytes.Equal(fields[0][name], value) {
			continue
		}
		o.Fields[name] = value
		for _, file := range namedFile.FindAllString(string(value), -1) {
			if raw, ok := files[file]; ok {
				o.Files[file] = raw
				if FileName(path.Dir(file), file, raw) != file {
					refused = append(refused, file+" (the name is not the hash of the content)")
				}
			}
		}
	}
	for name := range fields[0] {
		if fields[1][name] == nil {
			refused = append(refused, name+" (removed)")
		}
	}
	for i := range others {
		for name, value := range others[i] {
			if others[1-i][name] != value {
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

// readFiles reads the files of a folder except hidden ones.
func readFiles(from fs.FS) (folder, error) {
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

// others returns the settings and files that are no fields.
func (f folder) others() map[string]string {
	out := map[string]string{}
	for name, raw := range f {
		switch {
		case name == "brand.yaml":
			value, _ := yamlOf(raw) // was decoded before
			if brand, ok := value.(map[string]any); ok {
				maps.DeleteFunc(brand, func(field string, _ any) bool { return slices.Contains(brandFields, field) })
				leaves("", brand, func(field string, leaf any) {
					text, _ := encodeJSON("", leaf)
					out[field] = string(text)
				})
			}
		case name == "content.yaml" || slices.Contains(menus, name) || isLogo(name) || textFile.MatchString(name) ||
			strings.HasPrefix(name, "media/"):
		default:
			out[name] = string(raw)
		}
	}
	return out
}
