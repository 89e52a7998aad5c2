package pay

import (
	_ "embed"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"croupier/bff"
	"croupier/bff/mock/webpage"
)

//go:embed page.html
var pageSource string

//go:embed pay.css
var style []byte

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

const stylePath = Prefix + "style/pay.css"

// policy lets a page load nothing but its looks and pictures, send its forms to its own
// address, and be framed by nobody: who confirms a payment has to see where.
const policy = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// zone is the time that pages tell, the brands' (calls.md §2).
var zone = time.FixedZone("Europe/Istanbul", 3*60*60)

// view is what the page shows.
type view struct {
	words
	State  State // or "unknown"
	Slip   Slip
	Base   string // what the forms' addresses begin with
	Amount string
	Fee    string // empty where there is none
	Total  string
	Until  string // hh:mm
	Coin   bool
}

func viewOf(s Slip, token string) view {
	v := view{
		words: wordsFor(s.Lang), State: s.State, Slip: s, Base: Prefix + url.PathEscape(token),
		Amount: money(s.Lang, s.Currency, s.Amount), Total: money(s.Lang, s.Currency, s.Amount+s.Fee),
		Until: s.Until.In(zone).Format("15:04"), Coin: s.Address != "",
	}
	if s.Fee > 0 {
		v.Fee = money(s.Lang, s.Currency, s.Fee)
	}
	return v
}

// TitleKey is the key of what is said of the payment.
func (v view) TitleKey() string { return string(v.State) + ".title" }

// TextKey is the key of what is said below it.
func (v view) TextKey() string {
	if v.Coin && v.State == Open {
		return "coins.text"
	}
	return string(v.State) + ".text"
}

// Style is the address of the looks.
func (view) Style() string { return stylePath }

// Say gives words of the page's language; {merchant}, {provider} and {until} are filled in.
func (v view) Say(key string) string {
	return strings.NewReplacer("{merchant}", v.Slip.Merchant, "{provider}", v.Slip.Provider, "{until}", v.Until).Replace(v.texts[key])
}

func write(w http.ResponseWriter, status int, v view) {
	webpage.Write(w, status, pageTemplate, v, policy)
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(style) // the client may be gone
}

// money writes an amount as sentences of a language do: "1.234,50 ₺", "₺1,234.50".
func money(lang, currency string, k bff.MinorUnits) string {
	figure := webpage.Figure(lang, k)
	sign := currency
	if currency == "TRY" {
		sign = "₺"
	}
	if lang == "en" {
		return sign + figure
	}
	return figure + "\u00a0" + sign
}
