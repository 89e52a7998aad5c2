package art

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// canvas collects the definitions and the drawing of a picture. Ids have a prefix made from the seed, so
// that two pictures inlined into one page do not refer to each other's gradients.
type canvas struct {
	w, h   int
	focus  float64 // horizontal centre of hero and light, as a fraction of the width
	prefix string
	title  string
	colour *strings.Replacer
	defs   bytes.Buffer
	body   bytes.Buffer
	seen   map[string]string // url() or id by gradient or name of a definition
}

func newCanvas(w, h int, prefix, title string, pal palette) *canvas {
	marks := []string{}
	for i, colour := range pal.colours {
		marks = append(marks, fmt.Sprint("$", i+1), colour)
	}
	return &canvas{
		w: w, h: h, focus: 0.5, prefix: prefix, title: title, colour: strings.NewReplacer(marks...), seen: map[string]string{},
	}
}

// draw adds a fragment after resolving its shorthands: $1 to $6 are the colours of the palette, and {v #a #b}, {h …},
// {d …}, {r …} and {c …} a vertical, horizontal, diagonal, top-lit and centred gradient.
func (c *canvas) draw(fragment string) {
	s := c.colour.Replace(fragment)
	for {
		before, rest, found := strings.Cut(s, "{")
		c.body.WriteString(before)
		if !found {
			return
		}
		spec, after, _ := strings.Cut(rest, "}")
		c.body.WriteString(c.gradient(spec))
		s = after
	}
}

// drawf formats a fragment and draws it.
func (c *canvas) drawf(format string, args ...any) { c.draw(fmt.Sprintf(format, args...)) }

// place draws a motif at x, y, scaled and rotated.
func (c *canvas) place(m motif, x, y, scale, turn float64, attrs string) {
	c.drawf(`<g transform="translate(%s %s)rotate(%s)scale(%s)"%s>%s</g>`, num(x), num(y), num(turn), num2(scale), attrs, m.svg)
}

// define adds a part to <defs> once per name and returns its url(). The first value of the part is its id.
func (c *canvas) define(name, part string, values ...string) string {
	id := c.prefix + name
	if c.seen["#"+name] == "" {
		c.seen["#"+name] = "url(#" + id + ")"
		c.defs.WriteString(c.colour.Replace(fragment(part, numbered(append([]string{id}, values...)...))))
	}
	return c.seen["#"+name]
}

// gradients maps the letters of the shorthand to element names and attributes.
var gradients = map[string][2]string{
	"v": {"linearGradient", ` x2="0" y2="1"`}, "h": {"linearGradient", ""}, "d": {"linearGradient", ` x2="1" y2="1"`},
	"r": {"radialGradient", ` cx=".36" cy=".28" r=".8"`}, "c": {"radialGradient", ""},
}

// gradient defines the gradient of a shorthand ("v #fff #000@80") and returns its url(). A stop may
// have its position in percent after an @; the others are spread evenly.
func (c *canvas) gradient(spec string) string {
	if url, ok := c.seen[spec]; ok {
		return url
	}
	id := c.prefix + strconv.Itoa(len(c.seen))
	c.seen[spec] = "url(#" + id + ")"
	kind, stops := gradients[spec[:1]], strings.Fields(spec[1:])
	fmt.Fprintf(&c.defs, `<%s id="%s"%s>`, kind[0], id, kind[1])
	for i, stop := range stops {
		colour, at, placed := strings.Cut(stop, "@")
		if !placed {
			at = strconv.Itoa(i * 100 / max(1, len(stops)-1))
		}
		fmt.Fprintf(&c.defs, `<stop offset="%s%%" stop-color="%s"/>`, at, colour)
	}
	c.defs.WriteString("</" + kind[0] + ">")
	return c.seen[spec]
}

// bytes returns the document.
func (c *canvas) bytes() []byte {
	var title bytes.Buffer
	if c.title != "" {
		title.WriteString("<title>")
		_ = xml.EscapeText(&title, []byte(c.title)) // a buffer never fails
		title.WriteString("</title>")
	}
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img">`+
		`%[3]s<defs>%[4]s</defs>%[5]s</svg>`, c.w, c.h, title.Bytes(), c.defs.Bytes(), c.body.Bytes())
}

// num formats a coordinate with at most one decimal, num2 a factor with at most three.
func num(f float64) string  { return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64) }
func num2(f float64) string { return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64) }
