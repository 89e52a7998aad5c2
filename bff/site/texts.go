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

var builtTexts = sync.OnceValue(func() *Texts { return NewTexts(Built()) })

// BuiltTexts returns the texts of the player site in this binary. ok is false without a site.
func BuiltTexts() (t *Texts, ok bool) {
	_, err := fs.Stat(Built(), textsName)
	return builtTexts(), err == nil
}

// Languages returns the languages with built-in texts.
func (t *Texts) Languages() []string {
	return slices.Sorted(maps.Keys(notices[noticeRegion])) // needs no decompression
}

// PackLanguages returns the other languages, which a language pack can add.
func (t *Texts) PackLanguages() []string {
	out := slices.Sorted(maps.Keys(t.load().Forms))
	return slices.DeleteFunc(out, func(lang string) bool { return t.load().Texts[lang] != nil })
}

// reference returns the built-in texts of a language, or of fallback with the plural forms of the
// language.
func (t *Texts) reference(lang, fallback string) namespaces {
	f := t.load()
	out := namespaces{}
	for namespace, texts := range f.Texts[cmp.Or(fallback, lang)] {
		out[namespace] = make(map[string]string, len(texts))
		for key, text := range texts {
			base, form := pluralKey(texts, key)
			switch {
			case form == "":
				out[namespace][key] = text
			case form == "other":
				for _, form := range f.Forms[lang] {
					other, ok := texts[base+"_"+form]
					if !ok {
						other = text
					}
					out[namespace][base+"_"+form] = other
				}
			}
		}
	}
	return out
}

var pluralForms = []string{"zero", "one", "two", "few", "many", "other"}

// pluralKey splits the key of a plural form. form is empty for other keys.
func pluralKey(texts map[string]string, key string) (base, form string) {
	i := strings.LastIndexByte(key, '_')
	if i < 0 || !slices.Contains(pluralForms, key[i+1:]) {
		return key, ""
	}
	if _, ok := texts[key[:i]+"_other"]; !ok {
		return key, ""
	}
	return key[:i], key[i+1:]
}

// Check returns the faults of a brand's texts in a language.
func (t *Texts) Check(lang string, own *bff.Texts) (faults []bff.TextFault) {
	all := t.reference(lang, own.Fallback)
	for _, namespace := range slices.Sorted(maps.Keys(own.Namespaces)) {
		texts := all[namespace]
		if texts == nil {
			known := slices.Sorted(maps.Keys(all))
			faults = append(faults, bff.TextFault{
				Namespace: namespace, Problem: fmt.Sprintf("unknown namespace %q", namespace) + names.Hint(namespace, known),
				Allowed: strings.Join(known, ", "),
			})
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(own.Namespaces[namespace])) {
			if problem, allowed := checkText(texts, key, own.Namespaces[namespace][key], t.load().Forms[lang]); problem != "" {
				faults = append(faults, bff.TextFault{Namespace: namespace, Key: key, Problem: problem, Allowed: allowed})
			}
		}
	}
	return faults
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
	required := placeholders(builtIn)
	if form != "" {
		for _, form := range forms {
			required = append(required, placeholders(texts[base+"_"+form])...)
		}
		required = append(required, "{{count}}")
	}
	given := placeholders(text)
	for _, name := range given {
		if !slices.Contains(required, name) {
			return "unknown placeholder " + name, placeholderHelp(required)
		}
	}
	for _, name := range required {
		if form == "" && !slices.Contains(given, name) {
			return "the placeholder " + name + " is missing", placeholderHelp(required)
		}
	}
	return "", ""
}

var placeholder = regexp.MustCompile(`\{\{.*?(\}\}|$)`)

// placeholders returns the placeholders of a text, such as {{name}}.
func placeholders(text string) []string { return placeholder.FindAllString(text, -1) }

func placeholderHelp(list []string) string {
	slices.Sort(list)
	return cmp.Or(strings.Join(slices.Compact(list), ", "), "no placeholder")
}

// Missing returns namespace:key of the texts that a language pack lacks.
func (t *Texts) Missing(lang string, own *bff.Texts) (missing []string) {
	if own == nil || own.Fallback == "" {
		return nil
	}
	for namespace, texts := range t.reference(lang, own.Fallback) {
		for key := range texts {
			if _, ok := own.Namespaces[namespace][key]; !ok {
				missing = append(missing, namespace+":"+key)
			}
		}
	}
	slices.Sort(missing)
	return missing
}

// of returns the texts of the site for a brand in a language, and the wordings without the texts of
// this language.
func (t *Texts) of(b *bff.Brand, lang string) (shown, builtIn namespaces) {
	own := b.Texts[lang]
	if own == nil {
		own = &bff.Texts{}
	}
	builtIn = t.reference(lang, own.Fallback)
	if other := b.Texts[own.Fallback]; other != nil {
		forms := t.load().Forms[lang]
		for namespace, texts := range other.Namespaces {
			for key, text := range texts {
				base, form := pluralKey(t.load().Texts[own.Fallback][namespace], key)
				for _, own := range forms {
					if form == own || form == "other" && texts[base+"_"+own] == "" {
						builtIn[namespace][base+"_"+own] = text
					}
				}
				if form == "" {
					builtIn[namespace][key] = text
				}
			}
		}
	}
	shown = namespaces{}
	for namespace, texts := range builtIn {
		shown[namespace] = maps.Clone(texts)
		maps.Copy(shown[namespace], own.Namespaces[namespace])
	}
	return shown, builtIn
}

// Text is a text of the player site for a brand.
type Text struct {
	Namespace string `json:"namespace"`
	Key       string `json:"key"`
	Text      string `json:"text,omitempty"`     // empty if it is missing
	BuiltIn   string `json:"built_in,omitempty"` // wording of the site, or of the default language if it is missing
}

// Values of only in Search.
const (
	OnlyMissing = "missing" // texts that a language pack lacks
	OnlyChanged = "changed" // texts with another wording than in the site
)

const maxFound = 100

// Search finds the texts of a brand in a language by what is shown and by key, sorted by namespace
// and key. total counts all, also those after the first 100.
func (t *Texts) Search(b *bff.Brand, lang, query, only string) (total int, found []Text) {
	own, found := b.Texts[lang], []Text{}
	if own == nil {
		if own = (&bff.Texts{}); t.load().Texts[lang] == nil {
			return 0, found
		}
	}
	shown, builtIn := t.of(b, lang)
	lower := strings.ToLower
	if lang == "tr" || lang == "az" {
		lower = func(s string) string { return strings.ToLowerSpecial(unicode.TurkishCase, s) }
	}
	for _, namespace := range slices.Sorted(maps.Keys(shown)) {
		for _, key := range slices.Sorted(maps.Keys(shown[namespace])) {
			text, wording := shown[namespace][key], builtIn[namespace][key]
			_, isOwn := own.Namespaces[namespace][key]
			isMissing := own.Fallback != "" && !isOwn
			isChanged := isOwn && (own.Fallback != "" || text != wording)
			matches := strings.Contains(lower(text), lower(query)) ||
				strings.Contains(strings.ToLower(namespace+":"+key), strings.ToLower(query))
			if !matches || only == OnlyMissing && !isMissing || only == OnlyChanged && !isChanged {
				continue
			}
			if total++; len(found) == maxFound {
				continue
			}
			item := Text{Namespace: namespace, Key: key, Text: text, BuiltIn: wording}
			switch {
			case isMissing:
				item.Text = ""
			case own.Fallback != "":
				item.BuiltIn = ""
			}
			found = append(found, item)
		}
	}
	return total, found
}
