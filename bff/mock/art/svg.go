package art

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// canvas gathers a picture: definitions first, drawing after. Ids carry a prefix made from the seed,
// so that two pictures inlined into one page do not fetch each other's gradients.
type canvas struct {
	w, h   int
	focus  float64 // where the hero stands and the light falls, part of the width
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

// draw adds a fragment, with its palette marks and gradient shorthands resolved.
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

// drawf is draw with numbers filled in.
func (c *canvas) drawf(format string, args ...any) { c.draw(fmt.Sprintf(format, args...)) }

// place draws a motif of the -50…50 box at x, y, scaled and turned.
func (c *canvas) place(m motif, x, y, scale, turn float64, attrs string) {
	c.drawf(`<g transform="translate(%s %s)rotate(%s)scale(%s)"%s>`, num(x), num(y), num(turn), num2(scale), attrs)
	c.draw(m.svg)
	c.draw(`</g>`)
}

// id makes a fresh id of this picture.
func (c *canvas) id(name string) string { return c.prefix + name }

// define adds to <defs> once per name and returns the id that it was given through %[1]s.
func (c *canvas) define(name, format string, args ...any) string {
	id := c.id(name)
	if _, ok := c.seen["#"+name]; !ok {
		c.seen["#"+name] = id
		c.defs.WriteString(c.colour.Replace(fmt.Sprintf(format, append([]any{id}, args...)...)))
	}
	return id
}

// gradient defines the gradient of a shorthand ("v #fff #000@80") and returns its url(). A stop may
// carry its place in percent after an @; the others are spread evenly.
func (c *canvas) gradient(spec string) string {
	if url, ok := c.seen[spec]; ok {
		return url
	}
	id := c.prefix + strconv.Itoa(len(c.seen))
	url := "url(#" + id + ")"
	c.seen[spec] = url
	parts := strings.Fields(spec)
	tag := "linearGradient"
	switch parts[0] {
	case "v":
		fmt.Fprintf(&c.defs, `<linearGradient id="%s" x2="0" y2="1">`, id)
	case "h":
		fmt.Fprintf(&c.defs, `<linearGradient id="%s">`, id)
	case "d":
		fmt.Fprintf(&c.defs, `<linearGradient id="%s" x2="1" y2="1">`, id)
	case "r":
		tag = "radialGradient"
		fmt.Fprintf(&c.defs, `<radialGradient id="%s" cx=".36" cy=".28" r=".8">`, id)
	default:
		tag = "radialGradient"
		fmt.Fprintf(&c.defs, `<radialGradient id="%s">`, id)
	}
	stops := parts[1:]
	for i, stop := range stops {
		colour, at, placed := strings.Cut(stop, "@")
		if !placed {
			at = strconv.Itoa(i * 100 / max(1, len(stops)-1))
		}
		fmt.Fprintf(&c.defs, `<stop offset="%s%%" stop-color="%s"/>`, at, colour)
	}
	c.defs.WriteString("</" + tag + ">")
	return url
}

// bytes gives the finished document.
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

// num prints a coordinate with at most one decimal, num2 a factor with at most three.
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

// escape makes text safe inside an element or attribute, and drops what XML 1.0 cannot hold at all.
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
			// Marks of the drawing shorthands; as character references they pass through canvas.draw.
			b.WriteString("&#" + strconv.Itoa(int(r)) + ";")
		case r < 0x20 || r == 0xFFFE || r == 0xFFFF || r == 0xFFFD:
			b.WriteByte(' ')
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
