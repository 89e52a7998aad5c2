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

// Phrase returns the phrase of a key in lang. Pairs of name and value fill its placeholders {name}. For an
// unknown key it returns the key, which tests detect.
func (t *Texts) Phrase(lang, key string, pairs ...string) string {
	p, ok := t.in(lang)[key]
	if !ok {
		return key
	}
	return fill(p, pairs)
}

// MethodName returns the name of a payment method or group in lang, by default its own name.
func (t *Texts) MethodName(lang string, id int, name string) string {
	return cmp.Or(t.in(lang)["method."+strconv.Itoa(id)], name)
}

func (t *Texts) in(lang string) map[string]string {
	if m, ok := t.phrases[lang]; ok {
		return m
	}
	return t.phrases[Languages[0]]
}

// Page returns an information page in lang with its placeholders filled.
func (t *Texts) Page(lang, name string, pairs ...string) (Page, bool) {
	pages, ok := t.pages[lang]
	if !ok {
		pages = t.pages[Languages[0]]
	}
	p, ok := pages[name]
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

func loadTexts() (*Texts, error) {
	t := &Texts{phrases: map[string]map[string]string{}, pages: map[string]map[string]Page{}}
	for _, lang := range Languages {
		raw, err := textFiles.ReadFile("texts/" + lang + "/phrases.txt")
		if err != nil {
			return nil, err
		}
		if t.phrases[lang], err = parsePhrases(string(raw)); err != nil {
			return nil, fmt.Errorf("parse phrases of %s: %w", lang, err)
		}
		t.pages[lang] = map[string]Page{}
		files, err := fs.Glob(textFiles, "texts/"+lang+"/*.html")
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			raw, err := textFiles.ReadFile(file)
			if err != nil {
				return nil, err
			}
			title, body, _ := strings.Cut(strings.ReplaceAll(string(raw), "\n", ""), "</h1>")
			t.pages[lang][strings.TrimSuffix(path.Base(file), ".html")] = Page{strings.TrimPrefix(title, "<h1>"), body}
		}
	}
	return t, nil
}

// parsePhrases parses lines "key = words"; it skips empty lines and lines that begin with "#".
func parsePhrases(text string) (map[string]string, error) {
	out := map[string]string{}
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, words, ok := strings.Cut(line, "=")
		key = strings.TrimSpace(key)
		if _, twice := out[key]; !ok || twice {
			return nil, fmt.Errorf("line %d: want a new \"key = words\", got %q", n+1, line)
		}
		out[key] = strings.TrimSpace(words)
	}
	return out, nil
}
