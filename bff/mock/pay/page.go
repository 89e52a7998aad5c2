package pay

import (
	"embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"croupier/bff"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

//go:embed page.html
var pageSource string

//go:embed pay.css
var style []byte

//go:embed text/*.json
var textFiles embed.FS

var (
	pageTemplate = template.Must(template.New("page").Parse(pageSource))
	allTexts     = sync.OnceValue(func() map[string]map[string]string { return webpage.LoadTexts(textFiles, "text") })
)

const stylePath = Prefix + "style/pay.css"

// policy lets a page load styles and pictures, and post its forms to its own origin. It forbids
// framing: a player who confirms a payment must see the address.
const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// view is the data of the page.
type view struct {
	Lang    string
	State   State // or "unknown"
	Payment Payment
	Base    string // prefix of the forms' URLs
	Style   string // URL of the style sheet
}

func viewOf(p Payment, token string) view {
	return view{Lang: webpage.Language(p.Lang), State: p.State(), Payment: p, Base: Prefix + url.PathEscape(token), Style: stylePath}
}

// Dir returns the text direction.
func (v view) Dir() string { return webpage.Direction(v.Lang) }

// TitleKey returns the key of the heading's text.
func (v view) TitleKey() string { return string(v.State) + ".title" }

// TextKey returns the key of the text below the heading.
func (v view) TextKey() string {
	if v.Payment.Address != "" && v.State == Open {
		return "coins.text"
	}
	return string(v.State) + ".text"
}

// Text returns a text of the page's language with its placeholders filled in.
func (v view) Text(key string) string {
	until := v.Payment.Until.In(world.Zone).Format("15:04")
	return strings.NewReplacer("{merchant}", v.Payment.Merchant, "{provider}", v.Payment.Provider, "{until}", until).
		Replace(allTexts()[v.Lang][key])
}

// Total returns the amount with its fee.
func (v view) Total() bff.MinorUnits { return v.Payment.Amount + v.Payment.Fee }

// Money formats an amount.
func (v view) Money(amount bff.MinorUnits) string { return webpage.Money(v.Lang, amount) }

func write(w http.ResponseWriter, status int, v view) {
	webpage.Write(w, status, pageTemplate, v, policy)
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(style) // the client may have disconnected
}
