package pay

import (
	"embed"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
)

//go:embed text/*.json
var textFiles embed.FS

// languages of the pages; the first is what another language falls back to.
var languages = []string{"tr", "en", "de", "ru", "ar"}

// words are the texts of one language.
type words struct {
	Lang  string
	Dir   string
	texts map[string]string
}

var allWords = sync.OnceValue(func() map[string]words {
	out := map[string]words{}
	for _, lang := range languages {
		raw, err := textFiles.ReadFile("text/" + lang + ".json")
		w := words{Lang: lang, Dir: "ltr"}
		if err == nil {
			err = json.Unmarshal(raw, &w.texts)
		}
		if err != nil {
			panic(err) // embedded: cannot fail once built
		}
		if lang == "ar" {
			w.Dir = "rtl"
		}
		out[lang] = w
	}
	return out
})

func wordsFor(lang string) words {
	if w, ok := allWords()[lang]; ok {
		return w
	}
	return allWords()[languages[0]]
}

// preferred is the first language of the browser that the pages speak.
func preferred(r *http.Request) string {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Language"), ",") {
		lang, _, _ := strings.Cut(strings.TrimSpace(part), "-")
		lang, _, _ = strings.Cut(lang, ";")
		if _, ok := allWords()[lang]; ok {
			return lang
		}
	}
	return languages[0]
}
