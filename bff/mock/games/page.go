package games

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

//go:embed page.html
var pageSource string

// pagePolicy allows a page to load only its own files and to be framed by any site. In a frame
// of opaque origin, 'self' is still the URL of the page.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// pageData is the data of page.html.
type pageData struct {
	Lang, Theme, Title string
	Styles             []string
	Script             string
	Boot               *boot // nil on an error page
	Failure            string
}

// boot is the initial data of a page's script.
type boot struct {
	Lang     string `json:"lang"`
	Theme    string `json:"theme"`
	Name     string `json:"name"`
	Provider string `json:"provider"`
	Currency string `json:"currency"`
	Demo     bool   `json:"demo"`
	world.Balances
	Base  string `json:"base"` // prefix of the requests of the game
	Game  any    `json:"game"` // see kind.describe
	Texts texts  `json:"texts"`
}

// page serves the page of a kind.
func (h *handler) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("token")
		s, err := h.wallet.Session(r.Context(), token)
		if err != nil {
			writeFailurePage(w, r, webpage.BrowserLanguage(r), err)
			return
		}
		game, err := kinds[name].describe(s)
		if err != nil {
			writeFailurePage(w, r, s.Lang, err)
			return
		}
		lang := webpage.Language(s.Lang)
		writePage(w, http.StatusOK, pageData{
			Lang: lang, Theme: s.Theme, Title: s.Name,
			Styles: stylesFor(name), Script: assetPath(name + "/" + name + ".js"),
			Boot: &boot{
				Lang: lang, Theme: s.Theme, Name: s.Name, Provider: s.Provider,
				Currency: world.Currency, Demo: s.Demo, Balances: s.Balances,
				Base: Prefix + name + "/" + url.PathEscape(token), Game: game, Texts: textsOf(name, lang),
			},
		})
	}
}

// writeFailurePage writes an error page.
func writeFailurePage(w http.ResponseWriter, r *http.Request, lang string, err error) {
	status, code := failureOf(r, err)
	lang = webpage.Language(lang)
	t := textsFor(lang)
	writePage(w, status, pageData{
		Lang: lang, Title: t["error.title"], Failure: t["error."+code], Styles: stylesOf("frame"),
	})
}

func writePage(w http.ResponseWriter, status int, data pageData) {
	values := map[string]string{
		"lang": data.Lang, "dir": webpage.Direction(data.Lang), "theme": data.Theme, "title": data.Title,
		"script": data.Script, "failure": data.Failure, "boot": "", "noscript": "",
	}
	var styles strings.Builder
	for _, style := range data.Styles {
		fmt.Fprintf(&styles, `<link rel="stylesheet" href="%s" />`, style)
	}
	values["styles"] = styles.String()
	if data.Boot != nil {
		raw, err := json.Marshal(data.Boot) // escapes < and >, so that no text ends the script element
		if err != nil {
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			return
		}
		values["boot"], values["noscript"] = string(raw), data.Boot.Texts["noscript"]
	}
	webpage.Write(w, status, webpage.Fill(pageSource, values), pagePolicy)
}
