package games

import (
	"embed"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"croupier/bff"
)

//go:embed text/*.json
var textFiles embed.FS

// texts are the words of one language by key.
type texts map[string]string

// defaultLang is what a player reads whose language has no texts.
const defaultLang = "tr"

var languages = sync.OnceValue(func() map[string]texts {
	all := map[string]texts{}
	files, err := textFiles.ReadDir("text")
	if err != nil {
		panic(err) // embedded: cannot fail once built
	}
	for _, f := range files {
		raw, err := textFiles.ReadFile("text/" + f.Name())
		if err != nil {
			panic(err)
		}
		var t texts
		if err := json.Unmarshal(raw, &t); err != nil {
			panic(f.Name() + ": " + err.Error())
		}
		all[strings.TrimSuffix(f.Name(), ".json")] = t
	}
	return all
})

// speakable gives lang where it has texts, and the default language elsewhere.
func speakable(lang string) string {
	if _, ok := languages()[lang]; ok {
		return lang
	}
	return defaultLang
}

// wordsFor gives the texts of a language, or of the default one.
func wordsFor(lang string) texts { return languages()[speakable(lang)] }

// preferred reads the first language a browser asks for; a page without a seat has no other.
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
func formatMoney(lang, currency string, k bff.Kurus) string {
	group, point := ".", ","
	switch lang {
	case "en", "ar":
		group, point = ",", "."
	case "ru":
		group = "\u00a0"
	}
	whole := strconv.FormatInt(int64(k/100), 10)
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + group + whole[i:]
	}
	cents := strconv.FormatInt(int64(k%100)+100, 10)[1:]
	sign, ok := currencySigns[currency]
	if !ok {
		sign = currency + "\u00a0"
	}
	return sign + whole + point + cents
}
