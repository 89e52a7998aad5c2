package pay

import (
	"embed"
	"net/http"
	"net/url"
	"strconv"
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

var allTexts = sync.OnceValue(func() map[string]map[string]string { return webpage.LoadTexts(textFiles, "text") })

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

// textKey returns the key of the text below the heading.
func (v view) textKey() string {
	if v.Payment.Address != "" && v.State == Open {
		return "coins.text"
	}
	return string(v.State) + ".text"
}

// values returns what page.html shows.
func (v view) values() map[string]string {
	p := v.Payment
	out := map[string]string{
		"lang": v.Lang, "dir": webpage.Direction(v.Lang), "style": v.Style, "base": v.Base, "state": string(v.State),
		"title": v.text(string(v.State) + ".title"), "text": v.text(v.textKey()),
		"open": "", "unknown": "", "fee": "", "logo": p.Logo, "back": p.Back, "merchant": p.Merchant, "reference": strconv.Itoa(p.ID),
		"amount": v.money(p.Amount), "total": v.money(p.Amount + p.Fee), "coins": p.Coins, "address": p.Address,
	}
	if v.State == Open || v.State == "unknown" {
		out[string(v.State)] = "yes"
	}
	if p.Fee > 0 {
		out["fee"] = v.money(p.Fee)
	}
	for key := range allTexts()[v.Lang] {
		out["text."+key] = v.text(key)
	}
	return out
}

// text returns a text of the page's language with its placeholders filled in.
func (v view) text(key string) string {
	until := v.Payment.Until.In(world.Zone).Format("15:04")
	return strings.NewReplacer("{merchant}", v.Payment.Merchant, "{provider}", v.Payment.Provider, "{until}", until).
		Replace(allTexts()[v.Lang][key])
}

func (v view) money(amount bff.MinorUnits) string { return webpage.Money(v.Lang, amount) }

func write(w http.ResponseWriter, status int, v view) {
	webpage.Write(w, status, webpage.Fill(pageSource, v.values()), policy)
}

func serveStyle(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(style) // the client may have disconnected
}
