package mock

import (
	"hash/fnv"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"croupier/bff/mock/art"
	"croupier/bff/mock/webpage"
	"croupier/bff/mock/world"
)

func (c *Casino) showPicture(g *gin.Context) {
	c.sendPicture(g, g.Param("kind"), g.Param("file"), g.Query("v"), 0)
}

// sendPicture sends a picture. Its address has the seed, so that browsers may cache it without
// end. A width selects a smaller rendition of a bitmap.
func (c *Casino) sendPicture(g *gin.Context, kind, file, seed string, width int) {
	g.Header("Access-Control-Allow-Origin", "*")
	g.Header("Cross-Origin-Resource-Policy", "cross-origin")
	key, format, _ := strings.Cut(file, ".")
	svg := draw(c.worlds.version(seed), kind, key)
	bitmap, ok := bitmapOf(kind, key, format, width)
	if svg == nil || !ok && (format != "svg" || width > 0) {
		g.Status(http.StatusNotFound)
		return
	}
	g.Header("Cache-Control", "public, max-age=31536000, immutable")
	g.Header("X-Content-Type-Options", "nosniff")
	// A picture that is opened as a document must not run anything.
	g.Header("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	if ok {
		file := c.bitmaps.get(bitmap)
		g.Data(http.StatusOK, http.DetectContentType(file), file)
		return
	}
	send(g, "image/svg+xml; charset=utf-8", svg)
}

// send sends a body, compressed if the client accepts gzip.
func send(g *gin.Context, media string, body []byte) {
	g.Header("Vary", "Accept-Encoding")
	if strings.Contains(g.GetHeader("Accept-Encoding"), "gzip") {
		g.Header("Content-Encoding", "gzip")
		body = webpage.Compressed(body)
	}
	g.Data(http.StatusOK, media, body)
}

func draw(c *world.Catalogue, kind, key string) []byte {
	switch kind {
	case "slide":
		return drawSlide(key)
	case "method":
		return drawMethod(key)
	}
	id, err := strconv.Atoi(key)
	if err != nil {
		return nil
	}
	if svg := drawOffered(c, kind, id); svg != nil {
		return svg
	}
	return drawOffered(c.Big(), kind, id)
}

func drawOffered(c *world.Catalogue, kind string, id int) []byte {
	switch kind {
	case "cover":
		if s, ok := c.Slot(id); ok {
			return art.Cover(art.CoverSpec{
				ID: s.ID, Title: s.Name, Provider: s.Provider.Name, Theme: s.Theme, Lang: s.Lang,
				Jackpot: s.Jackpot != nil,
			})
		}
	case "table":
		if t, ok := c.Table(id); ok {
			return art.Table(t.ID, t.Name, t.Type)
		}
	case "provider":
		if id >= 1 && id <= len(c.Providers) {
			return art.Provider(id, c.Providers[id-1].Name)
		}
	case "bank":
		if b, ok := world.BankByID(id); ok {
			return art.Bank(b.Name)
		}
	}
	return nil
}

// slideKey is the key of a slide's picture: use, name, theme, and rtl if mirrored.
var slideKey = regexp.MustCompile(`^(hero|side|promo|popup|tournament)-([a-z]{1,24})-([a-z]{1,16})(-rtl)?$`)

var slideSizes = map[string][2]int{
	"hero": {1680, 720}, "side": {1280, 720}, "promo": {1280, 720}, "tournament": {1280, 720}, "popup": {800, 1000},
}

// subjects are the icons of slides by name. Other slides have the subject of their theme.
var subjects = map[string]string{
	"welcome": "bonus", "cashback": "cashback", "live": "live", "livebonus": "live", "salon": "live",
	"weekend": "bonus", "freespins": "bonus", "friend": "bonus", "derby": "trophy",
}

func drawSlide(key string) []byte {
	m := slideKey.FindStringSubmatch(key)
	if m == nil || !slices.Contains(art.Themes(), m[3]) {
		return nil
	}
	subject := subjects[m[2]]
	if m[1] == "tournament" {
		subject = "trophy"
	}
	h := fnv.New32a()
	h.Write([]byte(strings.TrimSuffix(key, m[4])))
	return art.Slide(art.SlideSpec{
		ID: int(h.Sum32() >> 1), Theme: m[3], Subject: subject, Mirror: m[4] != "",
		Width: slideSizes[m[1]][0], Height: slideSizes[m[1]][1],
	})
}

var icons = map[int]string{
	world.TransferBank: "transfer", world.TransferCep: "phone", world.TransferCard: "card",
	world.TransferWallet: "wallet", world.TransferQR: "qr", world.TransferCoin: "crypto", world.TransferCode: "voucher",
}

// drawMethod draws a payment method, or a group of methods with the icon of its first one.
func drawMethod(logo string) []byte {
	for _, m := range world.CashMethods {
		for _, g := range world.CashGroups {
			if g.ID == m.Group && g.Logo == logo {
				return art.Method(g.Name, icons[m.Transfer])
			}
		}
		if m.Logo == logo {
			return art.Method(m.Name, icons[m.Transfer])
		}
	}
	return nil
}
