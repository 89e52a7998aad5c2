package webpage

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
)

// Languages are the languages of the pages. The first is the fallback.
var Languages = []string{"tr", "en", "de", "ru", "ar"}

// Language returns lang if pages have it, else the fallback.
func Language(lang string) string {
	if slices.Contains(Languages, lang) {
		return lang
	}
	return Languages[0]
}

// BrowserLanguage returns the first language of a request's Accept-Language header that pages
// have, else the fallback.
func BrowserLanguage(r *http.Request) string {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		lang, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		lang, _, _ = strings.Cut(strings.ToLower(lang), "-")
		if slices.Contains(Languages, lang) {
			return lang
		}
	}
	return Languages[0]
}

// Direction returns the value of the dir attribute for a language.
func Direction(lang string) string {
	if lang == "ar" {
		return "rtl"
	}
	return "ltr"
}

// LoadTexts reads a folder's files LANGUAGE.json: texts by language and key. It panics if one is
// missing or invalid; the files are embedded, so that this fails in every test or never.
func LoadTexts(files fs.FS, folder string) map[string]map[string]string {
	all := map[string]map[string]string{}
	for _, lang := range Languages {
		name := path.Join(folder, lang+".json")
		raw, err := fs.ReadFile(files, name)
		var texts map[string]string
		if err == nil {
			err = json.Unmarshal(raw, &texts)
		}
		if err != nil {
			panic(fmt.Sprintf("load texts %s: %v", name, err))
		}
		all[lang] = texts
	}
	return all
}
