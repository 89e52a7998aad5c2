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

	"croupier/bff/mock/scenario"
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

// pagePolicy allows own files only and frames of any site. In a frame of opaque origin, 'self' is
// the URL of the page.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

func (wallet Wallet) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s, lang, err := wallet.use(r, name, scenario.Page, func(Session, Account) error { return nil })
		if err != nil {
			writeFailurePage(w, r, lang, err)
			return
		}
		folder := kinds[name].folder
		// json.Marshal escapes < and >, so that no text ends the script element.
		boot, _ := json.Marshal(merged(balances(s.Balances), Object{
			"lang": lang, "theme": s.Theme, "name": s.Name, "provider": s.Provider, "currency": world.Currency,
			"demo": s.Demo,
			"base": Prefix + name + "/" + url.PathEscape(r.PathValue("token")), // prefix of the requests of the game
			"game": kinds[name].describe(s), "texts": textsOf(lang),
		}))
		writePage(w, http.StatusOK, lang, map[string]string{
			"theme": s.Theme, "title": s.Name, "boot": string(boot), "noscript": textsOf(lang)["noscript"],
			"script": Prefix + "assets/" + folder + "/" + name + ".js", "failure": "",
		}, "frame", folder)
	}
}

func writeFailurePage(w http.ResponseWriter, r *http.Request, lang string, err error) {
	status, code := failureOf(r, err)
	t := textsOf(lang)
	writePage(w, status, lang, map[string]string{
		"theme": "", "title": t["error.title"], "boot": "", "noscript": "", "script": "", "failure": t["error."+code],
	}, "frame")
}

// writePage fills the page with values. folders contain its style sheets.
func writePage(w http.ResponseWriter, status int, lang string, values map[string]string, folders ...string) {
	values["lang"], values["dir"] = lang, webpage.Direction(lang)
	for _, folder := range folders {
		styles, _ := fs.Glob(assetFiles, "assets/"+folder+"/*.css") // the pattern is valid
		for _, style := range styles {
			values["styles"] += fmt.Sprintf(`<link rel="stylesheet" href="%s" />`, Prefix+style)
		}
	}
	webpage.Write(w, status, webpage.Fill(pageSource, values), pagePolicy)
}

// maxRequest bounds a request in bytes: a coupon of many picks, a table full of chips.
const maxRequest = 16 << 10

// Object is a JSON object.
type Object = map[string]any

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

// answer writes v as JSON that must not be cached.
func answer(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // fails only if the client has gone
}

// readJSON reads one JSON object without unknown fields.
func readJSON[T any](body io.Reader) (in T, err error) {
	raw, err := io.ReadAll(body)
	if err == nil {
		err = world.Decode(raw, &in, "")
	}
	if err != nil {
		return in, fmt.Errorf("%w: %w", errBody, err)
	}
	return in, nil
}

//go:embed assets
var assetFiles embed.FS
