package world

import (
	"cmp"
	"embed"
	"fmt"
	"html"
	"io/fs"
	"path"
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

// Page is an information page.
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
	named := make([]string, len(pairs))
	for i, p := range pairs {
		if i%2 == 0 {
			p = "{" + p + "}"
		}
		named[i] = p
	}
	return strings.NewReplacer(named...).Replace(s)
}

func loadTexts() (*Texts, error) {
	t := &Texts{phrases: map[string]map[string]string{}, pages: map[string]map[string]Page{}}
	for _, lang := range Languages {
		t.phrases[lang], t.pages[lang] = map[string]string{}, map[string]Page{}
		files, err := fs.Glob(textFiles, "texts/"+lang+"/*.txt")
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			b, err := textFiles.ReadFile(f)
			if err != nil {
				return nil, err
			}
			name := strings.TrimSuffix(path.Base(f), ".txt")
			if name == "phrases" {
				err = readPhrases(t.phrases[lang], string(b))
			} else {
				t.pages[lang][name] = readPage(string(b))
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f, err)
			}
		}
	}
	return t, nil
}

// readPhrases parses lines "key = words"; it skips empty lines and lines that begin with "#".
func readPhrases(into map[string]string, text string) error {
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, words, ok := strings.Cut(line, "=")
		key = strings.TrimSpace(key)
		if _, twice := into[key]; !ok || twice {
			return fmt.Errorf("line %d: want a new \"key = words\", got %q", n+1, line)
		}
		into[key] = strings.TrimSpace(words)
	}
	return nil
}

// readPage converts the plain text of a page to HTML: "# " is the title, "## " a heading, "- " a list item, "? "
// a question whose answer is the following paragraphs.
func readPage(text string) Page {
	var p Page
	var b strings.Builder
	list, answer := false, false
	end := func(open *bool, tag string) {
		if *open {
			b.WriteString(tag)
			*open = false
		}
	}
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "- ") {
			end(&list, "</ul>")
		}
		switch {
		case line == "":
		case strings.HasPrefix(line, "# "):
			p.Title = line[2:]
		case strings.HasPrefix(line, "## "):
			end(&answer, "</details>")
			b.WriteString("<h2>" + html.EscapeString(line[3:]) + "</h2>")
		case strings.HasPrefix(line, "? "):
			end(&answer, "</details>")
			b.WriteString("<details><summary>" + html.EscapeString(line[2:]) + "</summary>")
			answer = true
		case strings.HasPrefix(line, "- "):
			if !list {
				b.WriteString("<ul>")
				list = true
			}
			b.WriteString("<li>" + html.EscapeString(line[2:]) + "</li>")
		default:
			b.WriteString("<p>" + html.EscapeString(line) + "</p>")
		}
	}
	end(&list, "</ul>")
	end(&answer, "</details>")
	p.HTML = b.String()
	return p
}
