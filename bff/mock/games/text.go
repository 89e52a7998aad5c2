package games

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"strings"
	"sync"

	"croupier/bff"
	"croupier/bff/mock/webpage"
)

//go:embed text/*/*.json
var textFiles embed.FS

// texts are the texts of one language by key.
type texts map[string]string

// defaultLang is the fallback for languages without texts.
const defaultLang = "tr"

// sharedTexts is the folder of the texts that all pages share.
const sharedTexts = "frame"

// library returns all texts by folder (one for each kind and the shared ones) and language.
var library = sync.OnceValue(func() map[string]map[string]texts {
	all := map[string]map[string]texts{}
	err := fs.WalkDir(textFiles, "text", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := textFiles.ReadFile(name)
		if err != nil {
			return err
		}
		var t texts
		if err := json.Unmarshal(raw, &t); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		folder := path.Base(path.Dir(name))
		if all[folder] == nil {
			all[folder] = map[string]texts{}
		}
		all[folder][strings.TrimSuffix(path.Base(name), ".json")] = t
		return nil
	})
	if err != nil {
		panic(err) // embedded files: fails in every test or never
	}
	return all
})

// languageOf returns lang if it has texts, else the default language.
func languageOf(lang string) string {
	if _, ok := library()[sharedTexts][lang]; ok {
		return lang
	}
	return defaultLang
}

// textsFor returns the texts that all pages share.
func textsFor(lang string) texts { return library()[sharedTexts][languageOf(lang)] }

// textsOf returns all texts of the page of a kind.
func textsOf(kind, lang string) texts {
	lang = languageOf(lang)
	t := maps.Clone(library()[sharedTexts][lang])
	maps.Copy(t, library()[kinds[kind].shares][lang])
	maps.Copy(t, library()[kind][lang])
	return t
}

// browserLanguage returns the first language of the Accept-Language header.
func browserLanguage(r *http.Request) string {
	head := r.Header.Get("Accept-Language")
	return strings.ToLower(head[:min(len(head), 2)])
}

// fill returns a text with values in place of its {placeholders}.
func (t texts) fill(key string, values map[string]string) string {
	s := t[key]
	for name, value := range values {
		s = strings.ReplaceAll(s, "{"+name+"}", value)
	}
	return s
}

var currencySigns = map[string]string{"TRY": "₺", "EUR": "€", "USD": "$", "GBP": "£"}

// formatMoney formats an amount: "₺1.234,50", in en and ar "₺1,234.50".
func formatMoney(lang, currency string, amount bff.MinorUnits) string {
	sign, ok := currencySigns[currency]
	if !ok {
		sign = currency + "\u00a0"
	}
	return sign + webpage.Figure(lang, amount)
}
