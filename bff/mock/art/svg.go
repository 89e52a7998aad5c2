package art

import (
	"bytes"
	"fmt"
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
	pal    palette
	colour *strings.Replacer
	defs   bytes.Buffer
	body   bytes.Buffer
	seen   map[string]string
}

func newCanvas(w, h int, prefix, title string, pal palette) *canvas {
	return &canvas{
		w: w, h: h, focus: 0.5, prefix: prefix, title: title, pal: pal,
		colour: strings.NewReplacer("$1", pal.glow, "$2", pal.mid, "$3", pal.deep, "$4", pal.ink, "$5", pal.light, "$6", pal.accent),
		seen:   map[string]string{},
	}
}

// draw adds a fragment after resolving palette marks and gradient shorthands.
func (c *canvas) draw(fragment string) {
	s := c.colour.Replace(fragment)
	for {
		open := strings.IndexByte(s, '{')
		if open < 0 {
			break
		}
		end := open + strings.IndexByte(s[open:], '}')
		c.body.WriteString(s[:open])
		c.body.WriteString(c.gradient(s[open+1 : end]))
		s = s[end+1:]
	}
	c.body.WriteString(s)
}

// drawf formats a fragment and draws it.
func (c *canvas) drawf(format string, args ...any) { c.draw(fmt.Sprintf(format, args...)) }

// place draws a motif at x, y, scaled and rotated.
func (c *canvas) place(m motif, x, y, scale, turn float64, attrs string) {
	c.drawf(`<g transform="translate(%s %s)rotate(%s)scale(%s)"%s>`, num(x), num(y), num(turn), num2(scale), attrs)
	c.draw(m.svg)
	c.draw(`</g>`)
}

// id returns the id of a named definition.
func (c *canvas) id(name string) string { return c.prefix + name }

// define adds a definition to <defs> once per name and returns its id, which the format receives as %[1]s.
func (c *canvas) define(name, format string, args ...any) string {
	id := c.id(name)
	if _, ok := c.seen["#"+name]; !ok {
		c.seen["#"+name] = id
		c.defs.WriteString(c.colour.Replace(fmt.Sprintf(format, append([]any{id}, args...)...)))
	}
	return id
}

// gradients maps the letters of the shorthand to element names and attributes; "c" is the default.
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
	url := "url(#" + id + ")"
	c.seen[spec] = url
	parts := strings.Fields(spec)
	kind, ok := gradients[parts[0]]
	if !ok {
		kind = gradients["c"]
	}
	fmt.Fprintf(&c.defs, `<%s id="%s"%s>`, kind[0], id, kind[1])
	stops := parts[1:]
	for i, stop := range stops {
		colour, at, placed := strings.Cut(stop, "@")
		if !placed {
			at = strconv.Itoa(i * 100 / max(1, len(stops)-1))
		}
		fmt.Fprintf(&c.defs, `<stop offset="%s%%" stop-color="%s"/>`, at, colour)
	}
	c.defs.WriteString("</" + kind[0] + ">")
	return url
}

// bytes returns the document.
func (c *canvas) bytes() []byte {
	var out bytes.Buffer
	out.Grow(c.defs.Len() + c.body.Len() + 256)
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`, c.w, c.h, c.w, c.h)
	if c.title != "" {
		out.WriteString("<title>" + escape(c.title) + "</title>")
	}
	out.WriteString("<defs>")
	out.Write(c.defs.Bytes())
	out.WriteString("</defs>")
	out.Write(c.body.Bytes())
	out.WriteString("</svg>")
	return out.Bytes()
}

// num formats a coordinate with at most one decimal, num2 a factor with at most three.
func num(f float64) string  { return trimFloat(f, 1) }
func num2(f float64) string { return trimFloat(f, 3) }

func trimFloat(f float64, digits int) string {
	s := strconv.FormatFloat(f, 'f', digits, 64)
	s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}

// escape makes text safe inside an element or attribute and drops characters that XML 1.0 excludes.
func escape(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&quot;")
		case r == '{', r == '}', r == '$':
			// canvas.draw would resolve these as shorthands.
			b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		case r < 0x20 || r == 0xFFFE || r == 0xFFFF || r == 0xFFFD:
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
