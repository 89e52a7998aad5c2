package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"croupier/bff"
	"croupier/bff/internal/lists"
)

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

// readTexts reads texts/LANG/NAMESPACE.json of a brand directory. It reports languages that have
// neither built-in texts nor a language pack. Without site, it checks no texts.
func (f *brandFile) readTexts(
	c *checker, files *recorder, dir string, site bff.SiteTexts,
) (all map[string]*bff.Texts, faults Faults) {
	all = map[string]*bff.Texts{}
	isBuiltIn := func(l bff.Language) bool { return site == nil || slices.Contains(site.Languages(), l.Lang) }
	for i, l := range f.Languages {
		at := path.Join(dir, l.Lang)
		isPack := !isBuiltIn(l)
		if isPack && (!isFolder(files, at) || !slices.Contains(site.PackLanguages(), l.Lang)) {
			c.report(fmt.Sprintf("the site has no texts in %q", l.Lang), fmt.Sprintf(
				"%s, or with a language pack in texts/LANG: %s",
				strings.Join(site.Languages(), ", "), strings.Join(site.PackLanguages(), ", "),
			), "languages", fmt.Sprint(i), "lang")
			continue
		}
		if !isFolder(files, at) {
			continue
		}
		texts, found := readLanguage(files, at)
		if faults = append(faults, found...); isPack {
			fallback, _ := lists.Find(f.Languages, isBuiltIn)
			texts.Fallback = cmp.Or(fallback.Lang, "en")
		}
		if isPack || len(texts.Namespaces) > 0 {
			all[l.Lang] = texts
		}
	}
	if site == nil || len(faults) > 0 {
		return all, faults
	}
	for _, lang := range slices.Sorted(maps.Keys(all)) {
		at := path.Join(dir, lang)
		for _, t := range site.Check(all, lang) {
			faults = append(faults, Fault{
				File: path.Join(at, t.Namespace+".json"), Field: t.Key, Problem: t.Problem, Allowed: t.Allowed,
			})
		}
		if missing := site.Missing(all, lang); len(missing) > 0 {
			faults = append(faults, Fault{File: at, Severity: SeverityWarning, Problem: fmt.Sprintf(
				"players see %d missing texts in %s, such as %s", len(missing), all[lang].Fallback,
				strings.Join(missing[:min(len(missing), 5)], ", "),
			)})
		}
	}
	return all, faults
}

// Maximum lengths in characters.
const (
	maxTextLength    = 2000
	maxTaglineLength = 200
)

// textProblem returns the problem of a text that is too long or has control characters, or "".
func textProblem(text string, maximum int) string {
	isControl := func(r rune) bool { return unicode.IsControl(r) && r != '\n' }
	switch {
	case utf8.RuneCountInString(text) > maximum:
		return fmt.Sprintf("has more than %d characters", maximum)
	case strings.ContainsFunc(text, isControl):
		return "contains control characters"
	}
	return ""
}

// readLanguage reads the namespaces of one language.
func readLanguage(files *recorder, dir string) (*bff.Texts, Faults) {
	t, faults := &bff.Texts{Namespaces: map[string]map[string]string{}}, Faults(nil)
	names, _ := fs.Glob(files, path.Join(dir, "[^.]*.json")) // fails for an invalid pattern only
	for _, name := range names {
		raw, fault := readFile(files, name)
		if fault == nil {
			fault = jsonFault(name, raw)
		}
		if fault != nil {
			faults = append(faults, *fault)
			continue
		}
		tree, _ := jsonOf(raw) // jsonFault has decoded it
		texts := map[string]string{}
		leaves("", tree, func(key string, value any) {
			text, ok := value.(string)
			problem := textProblem(text, maxTextLength)
			if texts[key] = text; !ok || key == "" {
				problem = "is not a text"
			}
			if problem != "" {
				faults = append(faults, Fault{File: name, Field: key, Problem: problem})
			}
		})
		if len(texts) > 0 {
			t.Namespaces[strings.TrimSuffix(path.Base(name), ".json")] = texts
		}
	}
	raw, _ := json.Marshal(t.Namespaces) // sorted by key
	sum := sha256.Sum256(raw)
	t.Version = hex.EncodeToString(sum[:8])
	return t, faults
}
