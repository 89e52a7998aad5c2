// Package webpage has the common parts of the mock's server-rendered pages: responses, languages,
// texts and number formats.
package webpage

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

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

// mediaTypes does not depend on the machine, whose table may have text/plain for scripts.
var mediaTypes = map[string]string{
	".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8",
	".csv": "text/csv; charset=utf-8", ".svg": "image/svg+xml",
}

// ServeFile serves an embedded file, which browsers request again each time: another build may have
// another file.
func ServeFile(w http.ResponseWriter, r *http.Request, files fs.FS, name string) {
	body, err := fs.ReadFile(files, path.Clean(name))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sum, head := sha256.Sum256(body), w.Header()
	head.Set("Content-Type", mediaTypes[path.Ext(name)])
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Cache-Control", "no-cache")
	head.Set("ETag", `"`+hex.EncodeToString(sum[:10])+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(body))
}

var compressor = compression.NewCompressor(compression.Levels{Gzip: gzip.BestCompression})

// Compressed compresses a file with gzip.
func Compressed(raw []byte) []byte { return compressor.Compress(compression.Gzip, raw) }

// Money formats an amount, which must not be negative, as the site does: "1.234,50 TL".
func Money(lang string, amount bff.MinorUnits) string {
	group, point := ".", ","
	switch lang {
	case "en", "ar":
		group, point = ",", "."
	case "ru":
		group = "\u00a0"
	}
	return Grouped(int64(amount/100), group) + point + strconv.FormatInt(int64(amount%100)+100, 10)[1:] + "\u00a0TL"
}

// Grouped formats a number with a separator between thousands.
func Grouped(n int64, separator string) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + separator + s[i:]
	}
	return s
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

// BrowserLanguage returns the first language of the Accept-Language header that pages have, else
// the fallback.
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

// LoadTexts reads the texts of a folder's files LANGUAGE.json by language and key. It panics if one
// is invalid.
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

// Fill replaces {{name}} in an embedded page by the escaped value of that name and {{raw name}} by
// the value itself. Of a block {{if name}}…{{else}}…{{end}} it keeps the part for a value or for an
// empty one. It panics on an unknown name.
//
// It stands in for html/template, which calls methods by name: with it the linker keeps every
// method of every type, and the binary grows by 10 MB.
func Fill(page string, values map[string]string) string {
	f := filler{rest: page, values: values}
	out, _ := f.block()
	return out
}

type filler struct {
	rest   string
	values map[string]string
}

// block fills up to the action that ends a part of a block, and returns that action.
func (f *filler) block() (out, end string) {
	var b strings.Builder
	for {
		text, after, found := strings.Cut(f.rest, "{{")
		b.WriteString(text)
		if !found {
			f.rest = ""
			return b.String(), ""
		}
		var action string
		action, f.rest, _ = strings.Cut(after, "}}")
		verb, name, hasVerb := strings.Cut(action, " ")
		switch {
		case action == "else" || action == "end":
			return b.String(), action
		case !hasVerb:
			b.WriteString(html.EscapeString(f.value(action)))
		case verb == "raw":
			b.WriteString(f.value(name))
		case verb == "if":
			kept, end := f.block()
			other := ""
			if end == "else" {
				other, _ = f.block()
			}
			if f.value(name) == "" {
				kept = other
			}
			b.WriteString(kept)
		default:
			panic(fmt.Sprintf("fill page: unknown action {{%s}}", action))
		}
	}
}

func (f *filler) value(name string) string {
	value, ok := f.values[name]
	if !ok {
		panic(fmt.Sprintf("fill page: no value %q", name))
	}
	return value
}
