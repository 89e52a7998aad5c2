package games

import (
	_ "embed"
	"html/template"
	"net/http"
	"net/url"

	"croupier/bff/mock/webpage"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// pagePolicy lets a page load nothing but its own files and be framed by any site: in a
// frame of opaque origin 'self' is still the address the page came from.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *"

// pageData fills the one page that all games share.
type pageData struct {
	Lang, Dir, Theme, Title string
	Styles                  []string
	Script                  string
	Boot                    *boot // nil on the page of a failure
	Failure                 string
}

// boot is what a game's script starts from.
type boot struct {
	Lang     string `json:"lang"`
	Theme    string `json:"theme"`
	Name     string `json:"name"`
	Provider string `json:"provider"`
	Currency string `json:"currency"`
	Demo     bool   `json:"demo"`
	Balances
	Base  string `json:"base"` // what the game's calls begin with
	Game  any    `json:"game"` // of the kind
	Texts texts  `json:"texts"`
}

// page serves the page of one kind of game.
func (h *handler) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		token := r.PathValue("token")
		session, err := h.wallet.Session(r.Context(), token)
		if err != nil {
			writeFailurePage(w, r, preferred(r), err)
			return
		}
		game, err := kinds[name].describe(session)
		if err != nil {
			writeFailurePage(w, r, session.Lang, err)
			return
		}
		lang := speakable(session.Lang)
		writePage(w, http.StatusOK, pageData{
			Lang: lang, Theme: session.Theme, Title: session.Name,
			Styles: stylesFor(name), Script: assetPath(name + "/" + name + ".js"),
			Boot: &boot{
				Lang: lang, Theme: session.Theme, Name: session.Name, Provider: session.Provider,
				Currency: session.Currency, Demo: session.Demo, Balances: session.Balances,
				Base: Prefix + name + "/" + url.PathEscape(token), Game: game, Texts: wordsOf(name, lang),
			},
		})
	}
}

// writeFailurePage says why there is no game.
func writeFailurePage(w http.ResponseWriter, r *http.Request, lang string, err error) {
	status, word := failureOf(r, err)
	lang = speakable(lang)
	words := wordsFor(lang)
	writePage(w, status, pageData{
		Lang: lang, Title: words["error.title"], Failure: words["error."+word], Styles: stylesOf("frame"),
	})
}

func writePage(w http.ResponseWriter, status int, data pageData) {
	data.Dir = "ltr"
	if data.Lang == "ar" {
		data.Dir = "rtl"
	}
	webpage.Write(w, status, pageTemplate, data, pagePolicy)
}
