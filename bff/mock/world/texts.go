package world

import (
	"cmp"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed texts
var textFiles embed.FS

// Languages are the languages of all texts; the first is the fallback of other languages.
var Languages = []string{"tr", "en", "de", "ru", "ar"}

// Texts holds the casino's texts in every language.
type Texts struct {
	phrases map[string]map[string]string // by language and key
	pages   map[string]map[string]Page   // by language and name
}

// Page is an information page. Its file is HTML that begins with the title in <h1>.
type Page struct {
	Title string
	HTML  string
}

// Phrase returns the phrase of a key with its placeholders filled from pairs, or an unknown key itself.
func (t *Texts) Phrase(lang, key string, pairs ...string) string {
	p, ok := inLanguage(t.phrases, lang)[key]
	if !ok {
		return key
	}
	return fill(p, pairs)
}

// MethodName returns the name of a payment method or group in lang, by default its own name.
func (t *Texts) MethodName(lang string, id int, name string) string {
	return cmp.Or(inLanguage(t.phrases, lang)["method."+strconv.Itoa(id)], name)
}

// inLanguage returns the texts of a language, by default of the first one.
func inLanguage[T any](all map[string]map[string]T, lang string) map[string]T {
	if m, ok := all[lang]; ok {
		return m
	}
	return all[Languages[0]]
}

// Page returns an information page in lang with its placeholders filled.
func (t *Texts) Page(lang, name string, pairs ...string) (Page, bool) {
	p, ok := inLanguage(t.pages, lang)[name]
	return Page{fill(p.Title, pairs), fill(p.HTML, pairs)}, ok
}

func fill(s string, pairs []string) string {
	if len(pairs) == 0 || !strings.Contains(s, "{") {
		return s
	}
	pairs = slices.Clone(pairs)
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(s)
}

// loadTexts reads the phrases, lines "key = words" beside comments and empty lines, and the pages of every language.
func loadTexts() (*Texts, error) {
	t := &Texts{phrases: map[string]map[string]string{}, pages: map[string]map[string]Page{}}
	for _, lang := range Languages {
		phrases, pages := map[string]string{}, map[string]Page{}
		t.phrases[lang], t.pages[lang] = phrases, pages
		raw, err := textFiles.ReadFile("texts/" + lang + "/phrases.txt")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(raw)) {
			key, words, ok := strings.Cut(line, "=")
			key = strings.TrimSpace(key)
			if key == "" || strings.HasPrefix(key, "#") {
				continue
			}
			if _, twice := phrases[key]; !ok || twice {
				return nil, fmt.Errorf("phrases of %s: want a new \"key = words\", got %q", lang, line)
			}
			phrases[key] = strings.TrimSpace(words)
		}
		files, _ := fs.Glob(textFiles, "texts/"+lang+"/*.html") // fails only for an invalid pattern
		for _, file := range files {
			raw, err := textFiles.ReadFile(file)
			if err != nil {
				return nil, err
			}
			title, body, _ := strings.Cut(strings.ReplaceAll(string(raw), "\n", ""), "</h1>")
			pages[strings.TrimSuffix(path.Base(file), ".html")] = Page{strings.TrimPrefix(title, "<h1>"), body}
		}
	}
	return t, nil
}
