package games

import (
	"embed"
	"io/fs"
	"maps"
	"path"
	"strings"
	"sync"

	"croupier/bff/mock/webpage"
)

//go:embed text/*/*.json
var textFiles embed.FS

// texts are the texts of one language by key.
type texts = map[string]string

// sharedTexts is the folder of the texts that all pages share.
const sharedTexts = "frame"

// library returns all texts by folder (one for each kind and the shared ones) and language.
var library = sync.OnceValue(func() map[string]map[string]texts {
	folders, _ := fs.Glob(textFiles, "text/*") // the pattern is valid
	all := map[string]map[string]texts{}
	for _, folder := range folders {
		all[path.Base(folder)] = webpage.LoadTexts(textFiles, folder)
	}
	return all
})

// textsFor returns the texts that all pages share.
func textsFor(lang string) texts { return library()[sharedTexts][webpage.Language(lang)] }

// textsOf returns all texts of the page of a kind.
func textsOf(kind, lang string) texts {
	lang = webpage.Language(lang)
	t := maps.Clone(library()[sharedTexts][lang])
	maps.Copy(t, library()[kinds[kind].shares][lang])
	maps.Copy(t, library()[kind][lang])
	return t
}

// fill returns a text with values in place of its {placeholders}.
func fill(t texts, key string, values map[string]string) string {
	s := t[key]
	for name, value := range values {
		s = strings.ReplaceAll(s, "{"+name+"}", value)
	}
	return s
}
