package site

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"croupier/bff"
	"croupier/bff/internal/names"
)

const textsName = "texts.json" + brotliSuffix

// Texts are the built-in texts of a build, which brands can replace and complete. It implements
// bff.SiteTexts.
type Texts struct{ load func() *textsFile }

// namespaces are texts by namespace and key with dots.
type namespaces = map[string]map[string]string

// textsFile is the file of a build (web/src/app/shell/texts.ts).
type textsFile struct {
	Texts map[string]namespaces `json:"texts"` // by language
	Forms map[string][]string   `json:"forms"` // plural forms by language, also of languages for packs
}

// NewTexts returns the texts of a build. It reads them at their first use.
func NewTexts(dist fs.FS) *Texts {
	return &Texts{load: sync.OnceValue(func() *textsFile {
		f := &textsFile{}
		if err := readJSON(dist, textsName, f); err != nil {
			panic(err) // the binary is damaged
		}
		return f
	})}
}

// BuiltTexts returns the texts of the player site in this binary, or nil without a site.
var BuiltTexts = sync.OnceValue(func() bff.SiteTexts {
	if _, err := fs.Stat(Built(), textsName); err != nil {
		return nil
	}
	return NewTexts(Built())
})

// Languages implements bff.SiteTexts.
func (t *Texts) Languages() []string {
	return slices.Sorted(maps.Keys(notices[noticeRegion])) // needs no decompression
}

// PackLanguages implements bff.SiteTexts.
func (t *Texts) PackLanguages() []string {
	out := slices.Sorted(maps.Keys(t.load().Forms))
	return slices.DeleteFunc(out, func(lang string) bool { return t.load().Texts[lang] != nil })
}

// merged returns the texts of the site for a brand in a language, and the texts that it would show
// without those of this language.
func (t *Texts) merged(all map[string]*bff.Texts, lang string) (shown, builtIn namespaces) {
	own := cmp.Or(all[lang], &bff.Texts{})
	builtIn = t.load().Texts[cmp.Or(own.Fallback, lang)]
	if own.Fallback != "" {
		builtIn = overlaid(builtIn, all[own.Fallback])
		for _, texts := range builtIn {
			setForms(texts, t.load().Forms[lang])
		}
	}
	return overlaid(builtIn, own), builtIn
}

// overlaid returns a copy of texts in which those of a brand replace others.
func overlaid(texts namespaces, own *bff.Texts) namespaces {
	out := namespaces{}
	for namespace := range texts {
		out[namespace] = maps.Clone(texts[namespace])
		if own != nil {
			maps.Copy(out[namespace], own.Namespaces[namespace])
		}
	}
	return out
}

// setForms replaces the plural forms of a namespace with those of another language.
func setForms(texts map[string]string, forms []string) {
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		base, form := pluralKey(texts, key)
		if form != "" && !slices.Contains(forms, form) {
			delete(texts, key)
		}
		for _, missing := range forms {
			if _, ok := texts[base+"_"+missing]; form == "other" && !ok {
				texts[base+"_"+missing] = texts[key]
			}
		}
	}
}

var pluralSuffix = regexp.MustCompile(`^(.+)_(zero|one|two|few|many|other)$`)

// pluralKey splits the key of a plural form. form is empty for other keys.
func pluralKey(texts map[string]string, key string) (base, form string) {
	parts := pluralSuffix.FindStringSubmatch(key)
	if parts == nil || texts[parts[1]+"_other"] == "" {
		return key, ""
	}
	return parts[1], parts[2]
}

const maxFaults = 100 // of a language, because hints take time

// Check implements bff.SiteTexts.
func (t *Texts) Check(all map[string]*bff.Texts, lang string) (faults []bff.TextFault) {
	report := func(namespace, key, problem, allowed string) {
		faults = append(faults, bff.TextFault{Namespace: namespace, Key: key, Problem: problem, Allowed: allowed})
	}
	_, builtIn := t.merged(all, lang)
	for _, namespace := range slices.Sorted(maps.Keys(all[lang].Namespaces)) {
		texts, own := builtIn[namespace], all[lang].Namespaces[namespace]
		if texts == nil {
			known := slices.Sorted(maps.Keys(builtIn))
			problem := fmt.Sprintf("unknown namespace %q", namespace) + names.Hint(namespace, known)
			report(namespace, "", problem, strings.Join(known, ", "))
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(own)) {
			if len(faults) >= maxFaults {
				return faults
			}
			if problem, allowed := checkText(texts, key, own[key], t.load().Forms[lang]); problem != "" {
				report(namespace, key, problem, allowed)
			}
		}
	}
	return faults[:min(len(faults), maxFaults)]
}

// checkText returns the problem of one text, or "". texts are the built-in ones of its namespace.
func checkText(texts map[string]string, key, text string, forms []string) (problem, allowed string) {
	builtIn, ok := texts[key]
	base, form := pluralKey(texts, key)
	switch {
	case !ok && form != "":
		return fmt.Sprintf("the language has no plural form %q", form), strings.Join(forms, ", ")
	case !ok:
		return "unknown key" + names.Hint(key, slices.Sorted(maps.Keys(texts))), "a key of the built-in texts"
	case strings.TrimSpace(text) == "":
		return "is empty", "a text, or no key for the built-in text"
	case strings.ContainsAny(text, "⟦⟧") || strings.Contains(text, "$t("):
		return "contains characters of templates", "text without ⟦, ⟧ and $t("
	}
	known := placeholder.FindAllString(builtIn, -1)
	if form != "" { // a form can omit its values, as in "one game"
		known = append(placeholder.FindAllString(texts[base+"_other"], -1), "{{count}}")
	}
	slices.Sort(known)
	allowed = cmp.Or(strings.Join(slices.Compact(known), ", "), "no placeholder")
	given := placeholder.FindAllString(text, -1)
	for _, name := range given {
		if !slices.Contains(known, name) {
			return "unknown placeholder " + name, allowed
		}
	}
	for _, name := range known {
		if form == "" && !slices.Contains(given, name) {
			return "the placeholder " + name + " is missing", allowed
		}
	}
	return "", ""
}

// placeholder matches a placeholder such as {{name}}, also without its end.
var placeholder = regexp.MustCompile(`\{\{.*?(\}\}|$)`)

// Missing implements bff.SiteTexts.
func (t *Texts) Missing(all map[string]*bff.Texts, lang string) (missing []string) {
	if own := all[lang]; own != nil && own.Fallback != "" {
		_, builtIn := t.merged(all, lang)
		for namespace, texts := range builtIn {
			for key := range texts {
				if _, ok := own.Namespaces[namespace][key]; !ok {
					missing = append(missing, namespace+":"+key)
				}
			}
		}
	}
	slices.Sort(missing)
	return missing
}

const maxFound = 100

// Search implements bff.SiteTexts.
func (t *Texts) Search(b *bff.Brand, lang, query, only string) (total int, found []bff.SiteText) {
	own := cmp.Or(b.Texts[lang], &bff.Texts{})
	isPack := own.Fallback != ""
	lower := strings.ToLower
	if lang == "tr" || lang == "az" {
		lower = func(s string) string { return strings.ToLowerSpecial(unicode.TurkishCase, s) }
	}
	shown, builtIn := t.merged(b.Texts, lang)
	found = []bff.SiteText{}
	for _, namespace := range slices.Sorted(maps.Keys(shown)) {
		for _, key := range slices.Sorted(maps.Keys(shown[namespace])) {
			item := bff.SiteText{
				Namespace: namespace, Key: key, Text: shown[namespace][key], BuiltIn: builtIn[namespace][key],
			}
			matches := strings.Contains(lower(item.Text), lower(query)) ||
				strings.Contains(strings.ToLower(namespace+":"+key), strings.ToLower(query))
			_, isOwn := own.Namespaces[namespace][key]
			isChanged := isOwn && (isPack || item.Text != item.BuiltIn)
			if !matches || only == "missing" && (isOwn || !isPack) || only == "changed" && !isChanged {
				continue
			}
			if isPack && isOwn {
				item.BuiltIn = ""
			} else if isPack {
				item.Text = ""
			}
			if total++; total <= maxFound {
				found = append(found, item)
			}
		}
	}
	return total, found
}
