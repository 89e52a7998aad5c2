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

// texts are the words of one language by key.
type texts map[string]string

// defaultLang is what a player reads whose language has no texts.
const defaultLang = "tr"

// frameWords is the folder of the words that all pages share.
const frameWords = "frame"

// library holds the texts by folder (the frame's, and one for each kind) and language.
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
		panic(err) // embedded: cannot fail once built
	}
	return all
})

// speakable gives lang where it has texts, and the default language elsewhere.
func speakable(lang string) string {
	if _, ok := library()[frameWords][lang]; ok {
		return lang
	}
	return defaultLang
}

// wordsFor gives the words that all pages share in a language, or in the default one.
func wordsFor(lang string) texts { return library()[frameWords][speakable(lang)] }

// wordsOf gives the words of a kind's page: the frame's, what it shares, its own.
func wordsOf(kind, lang string) texts {
	lang = speakable(lang)
	words := maps.Clone(library()[frameWords][lang])
	maps.Copy(words, library()[kinds[kind].shares][lang])
	maps.Copy(words, library()[kind][lang])
	return words
}

// preferred reads the first language a browser asks for; a page without a session has no other.
func preferred(r *http.Request) string {
	head := r.Header.Get("Accept-Language")
	return strings.ToLower(head[:min(len(head), 2)])
}

// fill puts values in the place of {names}.
func (t texts) fill(key string, values map[string]string) string {
	s := t[key]
	for name, value := range values {
		s = strings.ReplaceAll(s, "{"+name+"}", value)
	}
	return s
}

var currencySigns = map[string]string{"TRY": "₺", "EUR": "€", "USD": "$", "GBP": "£"}

// formatMoney writes an amount for a sentence: "₺1.234,50", "₺1,234.50" in en and ar.
func formatMoney(lang, currency string, k bff.MinorUnits) string {
	sign, ok := currencySigns[currency]
	if !ok {
		sign = currency + "\u00a0"
	}
	return sign + webpage.Figure(lang, k)
}
