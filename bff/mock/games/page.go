package games

import (
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"sync"

	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

var (
	//go:embed page.html
	pageSource string
	//go:embed text/*.json
	textFiles embed.FS
	allTexts  = sync.OnceValue(func() map[string]texts { return webpage.LoadTexts(textFiles, "text") })
)

type texts = map[string]string

func textsOf(lang string) texts { return allTexts()[webpage.Language(lang)] }

// pagePolicy allows a page to load only its own files and to be framed by any site. In a frame of opaque
// origin, 'self' is still the URL of the page.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

type pageData struct {
	Lang, Theme, Title string
	Styles             []string
	Script             string
	Boot               Object // initial data of the script; nil on an error page
	Failure            string
}

func (h *handler) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var game Object
		s, lang, err := h.use(r, name, Load, func(s Session, _ Account) (err error) {
			game, err = kinds[name].describe(s)
			return err
		})
		if err != nil {
			writeFailurePage(w, r, lang, err)
			return
		}
		folder := kinds[name].folder
		writePage(w, http.StatusOK, pageData{
			Lang: lang, Theme: s.Theme, Title: s.Name,
			Styles: append(stylesOf("frame"), stylesOf(folder)...), Script: assetPath(folder + "/" + name + ".js"),
			Boot: merged(balances(s.Balances), Object{
				"lang": lang, "theme": s.Theme, "name": s.Name, "provider": s.Provider, "currency": world.Currency, "demo": s.Demo,
				"base": Prefix + name + "/" + url.PathEscape(r.PathValue("token")), // prefix of the requests of the game
				"game": game, "texts": textsOf(lang),
			}),
		})
	}
}

func writeFailurePage(w http.ResponseWriter, r *http.Request, lang string, err error) {
	status, code := failureOf(r, err)
	t := textsOf(lang)
	writePage(w, status, pageData{
		Lang: lang, Title: t["error.title"], Failure: t["error."+code], Styles: stylesOf("frame"),
	})
}

func writePage(w http.ResponseWriter, status int, data pageData) {
	values := map[string]string{
		"lang": data.Lang, "dir": webpage.Direction(data.Lang), "theme": data.Theme, "title": data.Title,
		"script": data.Script, "failure": data.Failure, "boot": "", "noscript": "",
	}
	for _, style := range data.Styles {
		values["styles"] += fmt.Sprintf(`<link rel="stylesheet" href="%s" />`, style)
	}
	if data.Boot != nil {
		raw, err := json.Marshal(data.Boot) // escapes < and >, so that no text ends the script element
		if err != nil {
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			return
		}
		values["boot"], values["noscript"] = string(raw), textsOf(data.Lang)["noscript"]
	}
	webpage.Write(w, status, webpage.Fill(pageSource, values), pagePolicy)
}

// maxRequest bounds a request in bytes: a coupon of many picks, a table full of chips.
const maxRequest = 16 << 10

// Object is a JSON object.
type Object = map[string]any

// merged returns the fields of all objects; later ones win.
func merged(objects ...Object) Object {
	all := Object{}
	for _, o := range objects {
		maps.Copy(all, o)
	}
	return all
}

// balances returns balances as their struct tags would.
func balances(b world.Balances) Object {
	o := Object{"balance": b.Balance}
	if b.Bonus != nil {
		o["bonus"] = b.Bonus
	}
	return o
}

// mapped applies f to each element. The result is never nil.
func mapped[A, B any](list []A, f func(*A) B) []B {
	out := make([]B, len(list))
	for i := range list {
		out[i] = f(&list[i])
	}
	return out
}

// answer writes v as JSON that must not be cached.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // fails only if the client has gone
}

// readJSON reads one JSON object without unknown fields.
func readJSON[T any](body io.Reader) (in T, err error) {
	d := json.NewDecoder(body)
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return in, fmt.Errorf("%w: %w", errBody, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return in, fmt.Errorf("%w: more than one value", errBody)
	}
	return in, nil
}

//go:embed assets
var assetFiles embed.FS

func assetPath(file string) string { return Prefix + "assets/" + file }

// stylesOf returns the paths of the style sheets of a folder, by name.
func stylesOf(folder string) (paths []string) {
	names, _ := fs.Glob(assetFiles, "assets/"+folder+"/*.css") // the pattern is valid
	for _, name := range names {
		paths = append(paths, Prefix+name)
	}
	return paths
}
