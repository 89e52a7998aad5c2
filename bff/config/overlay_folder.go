package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"croupier/bff"
	"croupier/bff/internal/strictjson"
)

// folder contains the files of a brand directory, by name below the directory.
type folder map[string][]byte

// brandFolder returns the files that Croupier reads for a brand.
func (c *Config) brandFolder(brand string) folder {
	out, dir := folder{}, path.Join(c.brandsDir, brand)+"/"
	for name, raw := range c.contents {
		if below, ok := strings.CutPrefix(name, dir); ok {
			out[below] = raw
		}
	}
	return out
}

// FileName returns the name of a picture (dir media) or language pack (dir packs) in overlays. It
// contains a hash of the content, and the extension of name.
func FileName(dir, name string, content []byte) string {
	sum := sha256.Sum256(content)
	return fmt.Sprintf("%s/%x%s", dir, sum[:16], path.Ext(name))
}

var namedFile = regexp.MustCompile(`(?:media/[0-9a-f]{32}\.(?:svg|png|jpg|webp)|packs/[0-9a-f]{32}\.json)`)

// FileNames returns the names of pictures and language packs in the value of a field.
func FileNames[T ~string | ~[]byte](value T) []string {
	return namedFile.FindAllString(string(value), -1)
}

// builtIn are the languages whose texts the player site has.
var builtIn = []string{"tr", "en", "de", "ru", "ar"}

var (
	menus     = []string{"datas/header-menu.json", "datas/footer-menu.json"}
	textFile  = regexp.MustCompile(`^texts/([a-z]{2})/([A-Za-z][A-Za-z0-9_-]*)\.json$`)
	textField = regexp.MustCompile(`^texts\.([a-z]{2})\.([A-Za-z][A-Za-z0-9_-]{0,99})\.([A-Za-z0-9_./-]{1,200})$`)
	packField = regexp.MustCompile(`^packs\.([a-z]{2})$`)
	anyField  = regexp.MustCompile(`^(?:languages|lobby|(?:tagline|sections|content)\.[A-Za-z0-9_./-]{1,200})$`)
)

// themeFields are the fields of a theme.
var themeFields = func() (names []string) {
	raw, _ := yaml.Marshal(bff.Theme{}) // texts and numbers
	doc, _ := parse("theme", raw)
	leaves("theme", doc.tree, func(name string, _ any) { names = append(names, name) })
	return names
}()

// IsField reports whether an overlay may have a field of this name. Only the leaves of a theme are
// fields, so that nobody changes one field by two names.
func IsField(name string) bool {
	return slices.Contains(themeFields, name) || slices.Contains(menus, name) || isLogo(name) ||
		anyField.MatchString(name) || packField.MatchString(name) || textField.MatchString(name)
}

// isLogo reports whether the file is a logo that an overlay may replace.
func isLogo(name string) bool {
	file, ok := strings.CutPrefix(name, "logo/")
	isIcon := func(i bff.Icon) bool { return i.File == file }
	return ok && (slices.Contains(logoFiles, file) || slices.ContainsFunc(bff.Icons, isIcon))
}

// jsonOf decodes JSON. It keeps numbers as they are.
func jsonOf(raw []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(raw)) }

// decodeFile decodes a JSON or YAML file of a brand to the values of JSON.
func decodeFile(name string, raw []byte) (any, error) {
	if path.Ext(name) != ".yaml" {
		return jsonOf(raw)
	}
	doc, fault := parse(name, raw)
	if fault != nil {
		return nil, Faults{*fault}
	}
	return doc.tree, nil
}

// Canonical returns equal bytes for equal JSON values, and nil for null and for other text.
func Canonical(raw []byte) json.RawMessage {
	if value, err := jsonOf(raw); err == nil && value != nil {
		return encodeJSON(value)
	}
	return nil
}

// encodeJSON encodes a value that was decoded from JSON.
func encodeJSON(value any) []byte {
	raw, _ := strictjson.Marshal(value)
	return raw
}

// indented formats JSON for files.
func indented(raw []byte) []byte {
	var out bytes.Buffer
	_ = json.Indent(&out, raw, "", "  ") // is valid
	out.WriteByte('\n')
	return out.Bytes()
}

// leaves calls visit with each value below v that is no object, and its path.
func leaves(name string, v any, visit func(name string, leaf any)) {
	in, ok := v.(map[string]any)
	if !ok {
		visit(name, v)
		return
	}
	for key, value := range in {
		leaves(strings.TrimPrefix(name+"."+key, "."), value, visit)
	}
}

// values are the settings and files of a folder in the form of an overlay.
type values struct {
	fields map[string]json.RawMessage
	files  map[string][]byte // pictures and language packs by name
	others map[string]string // settings and files that are no fields, as text that is never empty
}

// values returns the values of a folder. It fails for a file that it cannot decode.
func (f folder) values() (v values, failed error) {
	v = values{map[string]json.RawMessage{}, map[string][]byte{}, map[string]string{}}
	set := func(name string, value any) { v.fields[name] = encodeJSON(value) }
	setFile := func(field, dir, file string, raw []byte) {
		name := FileName(dir, file, raw)
		v.files[name] = raw
		set(field, name)
	}
	packs := map[string]map[string]any{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		raw := f[name]
		value, err := decodeFile(name, raw)
		text := textFile.FindStringSubmatch(name)
		isDecoded := text != nil || name == "brand.yaml" || name == contentFile || slices.Contains(menus, name)
		switch {
		case isDecoded && err != nil:
			failed = errors.Join(failed, fmt.Errorf("could not read %s: %w", name, err))
		case name == "brand.yaml":
			brand, _ := value.(map[string]any)
			leaves("theme", brand["theme"], set)
			for _, of := range []string{"tagline", "sections"} {
				below, _ := brand[of].(map[string]any)
				for key, value := range below {
					set(of+"."+key, value)
				}
			}
			set("languages", brand["languages"])
			if set("lobby", brand["lobby"]); brand["lobby"] == nil {
				set("lobby", bff.DefaultLobby())
			}
			for _, field := range []string{"theme", "tagline", "sections", "languages", "lobby"} {
				delete(brand, field)
			}
			leaves("", brand, func(name string, leaf any) { v.others[name] = fmt.Sprintf("%#v", leaf) })
		case name == contentFile:
			items, _ := value.(map[string]any)
			for id, item := range items {
				set("content."+id, item)
			}
		case slices.Contains(menus, name):
			set(name, value)
		case text != nil && slices.Contains(builtIn, text[1]):
			leaves("texts."+text[1]+"."+text[2], value, set)
		case text != nil:
			if packs[text[1]] == nil {
				packs[text[1]] = map[string]any{}
			}
			packs[text[1]][text[2]] = value
		case isLogo(name):
			setFile(name, "media", name, raw)
		case strings.HasPrefix(name, "media/"):
			v.files[name] = raw
		default:
			v.others[name] = fmt.Sprintf("%q", raw)
		}
	}
	for lang, texts := range packs {
		setFile("packs."+lang, "packs", "pack.json", encodeJSON(texts))
	}
	return v, failed
}

// merger applies an overlay to the files of a brand.
type merger struct {
	named  map[string][]byte // pictures and language packs by name
	files  folder
	trees  map[string]any // decoded files that the overlay changes
	faults Faults
}

func mergeFolder(base folder, o Overlay) *merger {
	v, _ := base.values() // of a valid brand
	maps.Copy(v.files, o.Files)
	m := &merger{named: v.files, files: maps.Clone(base), trees: map[string]any{}}
	for _, field := range slices.Sorted(maps.Keys(o.Fields)) { // packs before texts
		if problem, allowed := m.set(field, o.Fields[field]); problem != "" {
			m.faults = append(m.faults, Fault{Field: field, Problem: problem, Allowed: allowed})
		}
	}
	return m
}

// set applies one field. It returns the problem of an invalid one.
func (m *merger) set(field string, raw json.RawMessage) (problem, allowed string) {
	if !IsField(field) {
		return "unknown field", overlayFields
	}
	value, err := jsonOf(raw)
	if err != nil {
		return "invalid JSON: " + err.Error(), ""
	}
	for _, file := range FileNames(raw) {
		content, ok := m.named[file]
		if !ok {
			return "there is no file " + file, "upload it again"
		}
		if strings.HasPrefix(file, "media/") && !isLogo(field) {
			m.files[file] = content
		}
	}
	part, name, _ := strings.Cut(field, ".")
	file, isText := value.(string)
	text, pack := textField.FindStringSubmatch(field), packField.FindStringSubmatch(field)
	switch {
	case field == "languages" || field == "lobby" || part == "theme":
		m.put("brand.yaml", value, strings.Split(field, ".")...)
	case part == "tagline" || part == "sections":
		m.put("brand.yaml", value, part, name)
	case part == "content":
		m.put(contentFile, value, name)
	case slices.Contains(menus, field):
		m.files[field] = indented(raw)
	case isLogo(field):
		if m.named[file] == nil || path.Ext(file) != path.Ext(field) {
			return "must name a picture of the studio", "media/HASH" + path.Ext(field)
		}
		m.files[field] = m.named[file]
	case text != nil && !isText:
		return "must be a text", ""
	case text != nil:
		m.put("texts/"+text[1]+"/"+text[2]+".json", value, strings.Split(text[3], ".")...)
	case pack != nil:
		return m.putPack(pack[1], file)
	}
	return "", ""
}

// tree returns a decoded file for changes.
func (m *merger) tree(file string) any {
	if m.trees[file] == nil {
		m.trees[file], _ = decodeFile(file, m.files[file]) // of a valid brand, or absent
	}
	return m.trees[file]
}

// put sets a value at a path in a file.
func (m *merger) put(file string, value any, path ...string) {
	in, ok := m.tree(file).(map[string]any)
	if !ok {
		in = map[string]any{}
		m.trees[file] = in
	}
	for _, name := range path[:len(path)-1] {
		below, ok := in[name].(map[string]any)
		if !ok {
			below = map[string]any{}
			in[name] = below
		}
		in = below
	}
	in[path[len(path)-1]] = value
}

// putPack replaces the texts of a language by those of a language pack.
func (m *merger) putPack(lang, file string) (problem, allowed string) {
	value, _ := jsonOf(m.named[file])
	namespaces, ok := value.(map[string]any)
	if !ok {
		return "must name a language pack of the studio", "packs/HASH.json, a mapping of namespaces to texts"
	}
	maps.DeleteFunc(m.files, func(name string, _ []byte) bool { return strings.HasPrefix(name, "texts/"+lang+"/") })
	for namespace, texts := range namespaces {
		name := "texts/" + lang + "/" + namespace + ".json"
		if !textFile.MatchString(name) {
			return fmt.Sprintf("invalid namespace %q", namespace), "letters, digits, _ and -"
		}
		m.trees[name] = texts
	}
	return "", ""
}

// merged returns the files with the changes.
func (m *merger) merged() folder {
	for name, value := range m.trees {
		if path.Ext(name) == ".yaml" {
			m.files[name] = encodeYAML(name, m.files[name], value)
		} else {
			m.files[name] = indented(encodeJSON(value))
		}
	}
	return m.files
}
