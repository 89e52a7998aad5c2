// Package webpage has what the mock's server-rendered pages share: their responses, languages,
// texts and number formats.
package webpage

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"croupier/bff"
	"croupier/bff/internal/compression"
)

// Write writes a page that is never cached and sends no referrer: its URL contains a token.
func Write(w http.ResponseWriter, status int, page, policy string) {
	head := w.Header()
	head.Set("Content-Type", "text/html; charset=utf-8")
	head.Set("Content-Security-Policy", policy)
	head.Set("Cache-Control", "no-store")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(page)) // the client may be gone
}

var compressor = compression.NewCompressor(compression.Levels{Gzip: gzip.BestCompression})

// Compressed compresses a file with gzip.
func Compressed(raw []byte) []byte { return compressor.Compress(compression.Gzip, raw) }

// Money formats an amount as the site does: "1.234,50 TL", in en and ar "1,234.50 TL", in ru with
// a non-breaking space in the number too. The amount must not be negative.
func Money(lang string, amount bff.MinorUnits) string {
	group, point := ".", ","
	switch lang {
	case "en", "ar":
		group, point = ",", "."
	case "ru":
		group = "\u00a0"
	}
	whole := strconv.FormatInt(int64(amount/100), 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	return whole + point + strconv.FormatInt(int64(amount%100)+100, 10)[1:] + "\u00a0TL"
}

// Languages are the languages of the pages. The first is the fallback.
var Languages = []string{"tr", "en", "de", "ru", "ar"}

// Language returns lang if pages have it, else the fallback.
func Language(lang string) string {
	if slices.Contains(Languages, lang) {
		return lang
	}
	return Languages[0]
}

// BrowserLanguage returns the first language of the Accept-Language header that pages have, else the fallback.
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

// LoadTexts reads the texts of a folder's files LANGUAGE.json by language and key. It panics if one is invalid.
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
