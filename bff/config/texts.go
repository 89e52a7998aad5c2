package config

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

// fallbackOf returns the language of the texts that a language pack lacks: the default language of
// the brand, or its first language with built-in texts.
func (f *brandFile) fallbackOf(builtIn []string) string {
	for _, l := range f.Languages {
		if slices.Contains(builtIn, l.Lang) {
			return l.Lang
		}
	}
	return "en"
}

// completeTexts gives the languages of packs the texts of brand.yaml that they lack.
func (f *brandFile) completeTexts(site bff.SiteTexts) {
	if site == nil || len(f.Languages) == 0 {
		return
	}
	for _, texts := range []map[string]string{f.Tagline, f.Legal.Notice, f.Legal.Licence} {
		for _, l := range f.Languages {
			if _, ok := texts[l.Lang]; !ok && texts != nil && !slices.Contains(site.Languages(), l.Lang) {
				texts[l.Lang] = texts[f.Languages[0].Lang]
			}
		}
	}
}

// readTexts reads texts/LANG/NAMESPACE.json of a brand directory. It reports the languages of the
// brand that have neither built-in texts nor a language pack.
func (f *brandFile) readTexts(
	c *checker, files *recorder, dir string, site bff.SiteTexts,
) (map[string]*bff.Texts, Faults) {
	all, faults := map[string]*bff.Texts{}, Faults(nil)
	for i, l := range f.Languages {
		at := path.Join(dir, "texts", l.Lang)
		isPack := site != nil && !slices.Contains(site.Languages(), l.Lang)
		switch {
		case isPack && !slices.Contains(site.PackLanguages(), l.Lang):
			known := slices.Concat(site.Languages(), site.PackLanguages())
			c.report(fmt.Sprintf("unknown language %q", l.Lang), strings.Join(known, ", "), "languages", fmt.Sprint(i), "lang")
		case isFolder(files, at):
			texts, found := readLanguage(files, at)
			if isPack {
				texts.Fallback = f.fallbackOf(site.Languages())
			}
			if site != nil && len(found) == 0 {
				found = checkTexts(at, l.Lang, texts, site)
			}
			if faults = append(faults, found...); len(texts.Namespaces) > 0 || isPack {
				all[l.Lang] = texts
			}
		case isPack:
			c.report(fmt.Sprintf("the site has no texts in %q", l.Lang),
				strings.Join(site.Languages(), ", ")+", or a language pack in texts/"+l.Lang, "languages", fmt.Sprint(i), "lang")
		}
	}
	if len(all) == 0 {
		return nil, faults
	}
	return all, faults
}

// readLanguage reads the namespaces of one language.
func readLanguage(files *recorder, dir string) (*bff.Texts, Faults) {
	t, faults := &bff.Texts{Namespaces: map[string]map[string]string{}}, Faults(nil)
	entries, _ := files.ReadDir(dir) // the caller has found the directory
	for _, e := range entries {
		namespace, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || strings.HasPrefix(namespace, ".") {
			continue
		}
		name := path.Join(dir, e.Name())
		raw, fault := readFile(files, name)
		if fault == nil {
			fault = jsonFault(name, raw)
		}
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		var tree any
		_ = json.Unmarshal(raw, &tree) // jsonFault has decoded it
		texts := map[string]string{}
		for _, key := range collectTexts(texts, "", tree) {
			faults = append(faults, Fault{File: name, Field: key, Problem: "is not a text", Allowed: "texts and objects"})
		}
		if len(texts) > 0 {
			t.Namespaces[namespace] = texts
		}
	}
	raw, _ := json.Marshal(t.Namespaces) // maps of texts, sorted
	sum := sha256.Sum256(raw)
	t.Version = hex.EncodeToString(sum[:8])
	return t, faults
}

// collectTexts collects the texts of a tree by key with dots. It returns the keys of other values.
func collectTexts(into map[string]string, key string, value any) (others []string) {
	switch value := value.(type) {
	case string:
		if key == "" {
			return []string{key}
		}
		into[key] = value
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			others = append(others, collectTexts(into, strings.TrimPrefix(key+"."+name, "."), value[name])...)
		}
	default:
		return []string{key}
	}
	return others
}

// checkTexts returns the faults of the texts of a language, and a warning of missing texts.
func checkTexts(dir, lang string, t *bff.Texts, site bff.SiteTexts) Faults {
	faults := lists.Map(site.Check(lang, t), func(f bff.TextFault) Fault {
		return Fault{File: path.Join(dir, f.Namespace+".json"), Field: f.Key, Problem: f.Problem, Allowed: f.Allowed}
	})
	if missing := site.Missing(lang, t); len(missing) > 0 {
		first := strings.Join(missing[:min(len(missing), 5)], ", ")
		faults = append(faults, Fault{
			File: dir, Severity: SeverityWarning,
			Problem: fmt.Sprintf("players see %d missing texts in %s, such as %s", len(missing), t.Fallback, first),
		})
	}
	return faults
}
