package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Change is one difference between two versions of a brand directory.
type Change struct {
	Name   string // path of a setting, for example "theme.radius", or of a file below the folder
	Before string // JSON of the setting; empty: absent
	After  string // JSON of the setting; empty: absent
}

// String formats the change as one line.
func (c Change) String() string {
	switch {
	case c.Before == "":
		return "+ " + c.Name + ": " + c.After
	case c.After == "":
		return "- " + c.Name + ": " + c.Before
	default:
		return "~ " + c.Name + ": " + c.Before + " → " + c.After
	}
}

// DiffBrands lists the changes from before to after: first the settings of brand.yaml, then the
// files in datas and logo. Before is nil for a new brand.
func DiffBrands(before, after fs.FS) ([]Change, error) {
	var out []Change
	for _, contents := range []func(fs.FS) (map[string]string, error){settings, brandFiles} {
		old, err := contents(before)
		if err != nil {
			return nil, err
		}
		changed, err := contents(after)
		if err != nil {
			return nil, err
		}
		out = append(out, compare(old, changed)...)
	}
	return out, nil
}

func compare(before, after map[string]string) (out []Change) {
	all := maps.Clone(before)
	maps.Copy(all, after)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if before[name] != after[name] {
			out = append(out, Change{name, before[name], after[name]})
		}
	}
	return out
}

// settings returns the leaves of a brand file.
func settings(folder fs.FS) (map[string]string, error) {
	out := map[string]string{}
	if folder == nil {
		return out, nil
	}
	raw, err := fs.ReadFile(folder, "brand.yaml")
	if err != nil {
		return nil, fmt.Errorf("could not read the brand: %w", err)
	}
	doc, fault := parse("brand.yaml", raw)
	if fault != nil {
		return nil, Faults{*fault}
	}
	flatten("", doc.tree, out)
	return out, nil
}

// flatten writes the leaves below v into out, as JSON.
func flatten(name string, v any, out map[string]string) {
	below := func(part string) string { return strings.TrimPrefix(name+"."+part, ".") }
	switch v := v.(type) {
	case map[string]any:
		for k, value := range v {
			flatten(below(k), value, out)
		}
	case []any:
		for i, value := range v {
			flatten(below(strconv.Itoa(i)), value, out)
		}
	default:
		var text bytes.Buffer
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(v) // was decoded from JSON
		out[name] = strings.TrimSpace(text.String())
	}
}

// brandFiles returns a description of each file of a brand directory except brand.yaml.
func brandFiles(folder fs.FS) (map[string]string, error) {
	out := map[string]string{}
	if folder == nil {
		return out, nil
	}
	for _, pattern := range []string{"datas/*", "logo/*"} {
		files, _ := fs.Glob(folder, pattern) // fails for an invalid pattern only
		for _, name := range files {
			raw, err := fs.ReadFile(folder, name)
			if err != nil {
				return nil, fmt.Errorf("could not read the brand: %w", err)
			}
			sum := sha256.Sum256(raw)
			out[name] = fmt.Sprintf("%d bytes, %x", len(raw), sum[:6])
		}
	}
	return out, nil
}

// notPreviewed are the settings that a preview does not show, because they affect the calls to the
// platform.
var notPreviewed = []string{
	"hosts", "site_id", "site_type", "upstream", "currency", "time_zone", "sessions", "origins.links",
	"origins.clients", "blocked_countries", "player_protection", "routing", "cache",
	"contract", "images", "limits", "exempt", "messages", "features.calls",
}

// Previewed reports whether a preview shows the change. Other changes take effect when the draft is
// published.
func (c Change) Previewed() bool {
	return !slices.ContainsFunc(notPreviewed,
		func(field string) bool { return c.Name == field || strings.HasPrefix(c.Name, field+".") })
}
