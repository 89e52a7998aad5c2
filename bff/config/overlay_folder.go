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
	"croupier/bff/internal/yamlnode"
)

// folder contains the files of a brand directory, by name below the directory.
type folder map[string][]byte

// brandFolder returns the files that Croupier reads for a brand.
func (c *Config) brandFolder(brand string) folder {
	out := folder{}
	for name, raw := range c.contents {
		if below, ok := strings.CutPrefix(name, c.brandsDir+"/"+brand+"/"); ok {
			out[below] = raw
		}
	}
	return out
}

// FileName returns the name of a picture (dir media) or language pack (dir packs) in overlays. It
// contains a hash of the content, and the extension of name.
func FileName(dir, name string, content []byte) string {
	return fmt.Sprintf("%s/%x%s", dir, sha256.Sum256(content), path.Ext(name))[:len(dir)+1+32] + path.Ext(name)
}

// builtIn are the languages whose texts the player site has.
var builtIn = []string{"tr", "en", "de", "ru", "ar"}

var (
	menus       = []string{"datas/header-menu.json", "datas/footer-menu.json"}
	textFile    = regexp.MustCompile(`^texts/([a-z]{2})/([A-Za-z][A-Za-z0-9_-]*)\.json$`)
	textField   = regexp.MustCompile(`^texts\.([a-z]{2})\.([A-Za-z][A-Za-z0-9_-]*)\.(.+)$`)
	packField   = regexp.MustCompile(`^packs\.([a-z]{2})$`)
	namedFile   = regexp.MustCompile(`(?:media/[0-9a-f]{32}\.(?:svg|png|jpg|webp)|packs/[0-9a-f]{32}\.json)`)
	brandFields = []string{"theme", "tagline", "languages", "lobby", "sections"} // in brand.yaml
)

// isLogo reports whether the file is a logo that an overlay may replace.
func isLogo(name string) bool {
	file, ok := strings.CutPrefix(name, "logo/")
	isIcon := func(i bff.Icon) bool { return i.File == file }
	return ok && (slices.Contains(logoFiles, file) || slices.ContainsFunc(bff.Icons, isIcon))
}

// jsonOf decodes JSON. It keeps numbers as they are.
func jsonOf(raw []byte) (any, error) { return jsonschema.UnmarshalJSON(bytes.NewReader(raw)) }

// yamlOf decodes YAML to the values of JSON.
func yamlOf(raw []byte) (any, error) {
	if _, invalid := yamlnode.Parse(raw); invalid != nil {
		return nil, invalid
	}
	var content any
	if err := yaml.Unmarshal(raw, &content); err != nil {
		return nil, err
	}
	text, err := json.Marshal(content)
	if err != nil {
		return nil, err
	}
	return jsonOf(text)
}

func encodeJSON(_ string, value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
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

// values returns the values of all fields, and the pictures and language packs by name.
func (f folder) values() (map[string]json.RawMessage, map[string][]byte, error) {
	fields, files, failed := map[string]json.RawMessage{}, map[string][]byte{}, error(nil)
	set := func(name string, value any) { fields[name], _ = encodeJSON("", value) }
	decode := func(file string, decode func([]byte) (any, error)) any {
		value, err := decode(f[file])
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("could not read %s: %w", file, err))
		}
		return value
	}
	packs := map[string]map[string]any{}
	for name, raw := range f {
		text := textFile.FindStringSubmatch(name)
		switch {
		case name == "brand.yaml":
			brand, _ := decode(name, yamlOf).(map[string]any)
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
		case name == "content.yaml":
			list, _ := decode(name, yamlOf).([]any)
			for _, item := range list {
				if item, ok := item.(map[string]any); ok {
					id := item["id"]
					delete(item, "id")
					set(fmt.Sprint("content.", id), item)
				}
			}
		case slices.Contains(menus, name):
			set(name, decode(name, jsonOf))
		case isLogo(name):
			picture := FileName("media", name, raw)
			set(name, picture)
			files[picture] = raw
		case strings.HasPrefix(name, "media/"):
			files[name] = raw
		case text != nil && slices.Contains(builtIn, text[1]):
			leaves("texts."+text[1]+"."+text[2], decode(name, jsonOf), set)
		case text != nil:
			if packs[text[1]] == nil {
				packs[text[1]] = map[string]any{}
			}
			packs[text[1]][text[2]] = decode(name, jsonOf)
		}
	}
	for lang, texts := range packs {
		raw, _ := encodeJSON("", texts)
		file := FileName("packs", "x.json", raw)
		set("packs."+lang, file)
		files[file] = raw
	}
	return fields, files, failed
}

// merger applies an overlay to the files of a brand.
type merger struct {
	overlay Overlay
	named   map[string][]byte // pictures and language packs by name
	files   folder
	trees   map[string]any // decoded files that the overlay changes
	faults  Faults
}

func mergeFolder(base folder, o Overlay) *merger {
	_, named, _ := base.values() // of a valid brand
	maps.Copy(named, o.Files)
	m := &merger{overlay: o, named: named, files: maps.Clone(base), trees: map[string]any{}}
	for _, field := range slices.Sorted(maps.Keys(o.Fields)) { // packs before texts
		if problem, allowed := m.set(field, o.Fields[field]); problem != "" {
			m.faults = append(m.faults, Fault{Field: field, Problem: problem, Allowed: allowed})
		}
	}
	return m
}

// set applies one field. It returns the problem of an invalid one.
func (m *merger) set(field string, raw json.RawMessage) (problem, allowed string) {
	value, err := jsonOf(raw)
	if err != nil {
		return "invalid JSON: " + err.Error(), ""
	}
	for _, file := range namedFile.FindAllString(string(raw), -1) {
		content, ok := m.named[file]
		if !ok {
			return "there is no file " + file, "upload it again"
		}
		if strings.HasPrefix(file, "media/") && !isLogo(field) {
			m.files[file] = content
		}
	}
	part, name, _ := strings.Cut(field, ".")
	file, _ := value.(string)
	text, pack := textField.FindStringSubmatch(field), packField.FindStringSubmatch(field)
	switch {
	case field == "languages" || field == "lobby" || part == "theme" && name != "":
		m.put("brand.yaml", value, strings.Split(field, ".")...)
	case (part == "tagline" || part == "sections") && name != "":
		m.put("brand.yaml", value, part, name)
	case part == "content" && name != "":
		item, ok := value.(map[string]any)
		if !ok {
			return "must be a mapping", ""
		}
		m.putContent(name, item)
	case slices.Contains(menus, field):
		var text bytes.Buffer
		_ = json.Indent(&text, raw, "", "  ") // is valid
		m.files[field] = text.Bytes()
	case isLogo(field):
		if m.named[file] == nil || path.Ext(file) != path.Ext(field) {
			return "must name a picture of the studio", "media/HASH" + path.Ext(field)
		}
		m.files[field] = m.named[file]
	case text != nil:
		m.put("texts/"+text[1]+"/"+text[2]+".json", value, strings.Split(text[3], ".")...)
	case pack != nil:
		return m.putPack(pack[1], file)
	default:
		return "unknown field", overlayFields
	}
	return "", ""
}

// tree returns a decoded file for changes.
func (m *merger) tree(file string) any {
	if m.trees[file] == nil {
		decode := jsonOf
		if path.Ext(file) == ".yaml" {
			decode = yamlOf
		}
		m.trees[file], _ = decode(m.files[file]) // of a valid brand, or absent
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

// putContent replaces or adds an item of content.yaml.
func (m *merger) putContent(id string, item map[string]any) {
	item["id"] = id
	list, _ := m.tree("content.yaml").([]any)
	at := slices.IndexFunc(list, func(v any) bool {
		old, ok := v.(map[string]any)
		return ok && old["id"] == id
	})
	if at < 0 {
		list, at = append(list, nil), len(list)
	}
	list[at] = item
	m.trees["content.yaml"] = list
}

// contentID returns the id of an item of the merged content.yaml.
func (m *merger) contentID(i int) string {
	list, _ := m.tree("content.yaml").([]any)
	if i >= len(list) {
		return ""
	}
	item, _ := list[i].(map[string]any)
	return fmt.Sprint(item["id"])
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

// encoded returns the merged files. encode encodes the changed ones.
func (m *merger) encoded(encode func(name string, value any) ([]byte, error)) folder {
	for name, value := range m.trees {
		raw, err := encode(name, value)
		if err != nil {
			m.faults = append(m.faults, Fault{File: name, Problem: err.Error()})
		}
		m.files[name] = raw
	}
	return m.files
}
