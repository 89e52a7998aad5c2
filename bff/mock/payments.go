package mock

import (
	"embed"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gin-gonic/gin"

	"croupier/bff"
	"croupier/bff/mock/calls"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

// The pages of payment providers, where a player confirms or cancels a deposit, need no script.
//
//go:embed pay
var payFiles embed.FS

var (
	//go:embed pay/page.html
	paySource string
	payTexts  = sync.OnceValue(func() map[string]map[string]string { return webpage.LoadTexts(payFiles, "pay/text") })
)

// payPolicy forbids framing: a player who confirms a payment must see the address.
const payPolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; " +
	"frame-ancestors 'none'"

// payPages mounts the pages. A token is part of the payment's URL and the page's only credential;
// it is "WORLD.SECRET".
//
//	GET  {token}            the page
//	POST {token}/confirm    its buttons; both redirect to the page
//	POST {token}/cancel
func (c *Casino) payPages(g *gin.RouterGroup) {
	g.Match([]string{http.MethodGet, http.MethodHead}, ":token", c.showPayment)
	g.POST(":token/confirm", c.decidePayment(true))
	g.POST(":token/cancel", c.decidePayment(false))
	g.GET("style/pay.css", func(g *gin.Context) {
		webpage.ServeFile(g.Writer, g.Request, payFiles, "pay/pay.css")
	})
}

func (c *Casino) showPayment(g *gin.Context) {
	sandbox, secret, err := c.sandboxOf(g.Param("token"))
	var p world.ProviderPayment
	if err == nil {
		err = sandbox.locked(func() (err error) {
			p, err = sandbox.world.ProviderPayment(secret)
			return err
		})
	}
	if err != nil {
		unknownPayment(g)
		return
	}
	state := "refused"
	switch {
	case p.Open:
		state = "open"
	case p.Status == world.StatusWaiting:
		state = "confirmed"
	case p.Status == world.StatusApproved:
		state = "approved"
	}
	lang, merchant := webpage.Language(p.Lang), p.Brand.Name
	money := func(amount bff.MinorUnits) string { return webpage.Money(lang, amount) }
	values := map[string]string{
		"base": calls.PayPath + url.PathEscape(g.Param("token")), "back": c.options.siteAt(p.Brand, p.Back),
		"merchant": merchant,
		"logo": calls.ArtPath + "method/" + p.Method.Logo + ".svg?v=" +
			strconv.FormatUint(sandbox.world.Catalogue.Seed, 10),
		"reference": strconv.Itoa(p.ID), "amount": money(p.Amount), "total": money(p.Amount + p.Fee),
		"coins": p.Coins, "address": p.Address,
	}
	if p.Fee > 0 {
		values["fee"] = money(p.Fee)
	}
	showPayPage(g, http.StatusOK, lang, state, values, "{merchant}", merchant, "{until}",
		p.Until.In(world.Zone).Format("15:04"),
		"{provider}", sandbox.world.Catalogue.Texts.MethodName(lang, p.Method.ID, p.Method.Name))
}

// decidePayment confirms or cancels a payment. It redirects to the page, also if the payment is
// already decided.
func (c *Casino) decidePayment(confirm bool) gin.HandlerFunc {
	return func(g *gin.Context) {
		sandbox, secret, err := c.sandboxOf(g.Param("token"))
		if err == nil {
			err = sandbox.locked(func() error { return sandbox.world.ResolveProviderPayment(secret, confirm) })
		}
		if err != nil && !errors.Is(err, world.ErrSettled) {
			unknownPayment(g)
			return
		}
		g.Header("Referrer-Policy", "no-referrer")
		g.Header("Location", calls.PayPath+url.PathEscape(g.Param("token")))
		g.Status(http.StatusSeeOther)
	}
}

func unknownPayment(g *gin.Context) {
	showPayPage(g, http.StatusNotFound, webpage.BrowserLanguage(g.Request), "unknown", nil)
}

// showPayPage fills the page of a state: open, confirmed (being processed), approved, refused or
// unknown.
func showPayPage(g *gin.Context, status int, lang, state string, values map[string]string, fill ...string) {
	out := map[string]string{"lang": lang, "dir": webpage.Direction(lang), "state": state}
	for name := range strings.FieldsSeq(
		"base logo back merchant reference amount total coins address fee open unknown") {
		out[name] = values[name]
	}
	if state == "open" || state == "unknown" {
		out[state] = "yes"
	}
	replacer := strings.NewReplacer(fill...)
	for key, text := range payTexts()[lang] {
		out["text."+key] = replacer.Replace(text)
	}
	out["title"], out["text"] = out["text."+state+".title"], out["text."+state+".text"]
	if state == "open" && out["address"] != "" {
		out["text"] = out["text.coins.text"]
	}
	webpage.Write(g.Writer, status, webpage.Fill(paySource, out), payPolicy)
}

// siteHost matches a host with an optional port. Others that net/url accepts may name another host
// to a browser.
var siteHost = regexp.MustCompile(`^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?$`)

// checkSites normalises the addresses of Options.Sites. It fails if a brand is unknown or
// an address is not an origin.
func checkSites(sites map[string]string) (map[string]string, error) {
	out := make(map[string]string, len(sites))
	for brand, address := range sites {
		known := slices.ContainsFunc(world.Brands, func(h world.Brand) bool { return h.ID == brand })
		if brand != "" && !known {
			return nil, fmt.Errorf("unknown brand %q, want the id of a brand of the mock", brand)
		}
		u, err := url.Parse(address)
		if err != nil {
			return nil, fmt.Errorf("could not parse the address of the site: %w", err)
		}
		origin := url.URL{Scheme: u.Scheme, Host: u.Host}
		if u.Path == "/" {
			u.Path = ""
		}
		if (u.Scheme != "http" && u.Scheme != "https") || !siteHost.MatchString(u.Host) || *u != origin {
			return nil, fmt.Errorf("mock: site address %q: want http://host or https://host, without a path",
				u.Redacted())
		}
		out[brand] = origin.String()
	}
	return out, nil
}

// siteAt returns a path of a brand's site, or "". An address from a request would be an open
// redirect.
func (o *Options) siteAt(b *world.Brand, path string) string {
	if site, ok := o.Sites[b.ID]; ok {
		return site + path
	}
	if site, ok := o.Sites[""]; ok {
		return site + path
	}
	if o.BaseURL == "" {
		return path // the site and the casino's pages have one origin
	}
	return ""
}
