package art

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// layer is a row of scenes.txt. y and size are fractions of the height.
type layer struct {
	kind                string
	y, size             float64
	n                   int
	fill, opacity, path string
}

// scenes are the layers of the backgrounds by theme: a sky, brightest at the hero, then a horizon
// and a pattern.
var scenes = grouped("scenes.txt", func(r []string) layer {
	return layer{r[1], atof(r[2]), atof(r[3]), int(atof(r[4])), r[5], r[6], strings.Join(r[7:], "")}
})

// span returns the width of the picture in covers, so that wide pictures get the same density.
func (c *canvas) span() float64 { return float64(c.w) / float64(c.h) / 0.75 }

func (c *canvas) layer(l layer, r rng) {
	w, h := float64(c.w), float64(c.h)
	x, y, size := w*c.focus, h*l.y, h*l.size
	many := int(float64(l.n) * c.span())
	switch l.kind {
	case "fill":
		c.fill(l.fill)
	case "sky": // the palette's light, brightest at the focus and y
		c.fill("$2")
		c.fill(c.define("sky", "sky", num(x), num(y), num(math.Hypot(w, h)*0.62)))
	case "rays": // the dashes of a circle
		reach := w + h
		light := c.define("ray", "ray", num(x), num(y), num(h*0.85), l.fill)
		c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="none" stroke="%s" stroke-width="%s" pathLength="%d" `+
			`stroke-dasharray="1" stroke-dashoffset="%s" opacity="%s"/>`, num(x), num(y), num(reach/2), light,
			num(reach), 2*l.n, num(r.between(0, 2)), l.opacity)
	case "sun":
		c.glow(x, y, size+h*0.24, "$1", 0.7)
		c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="%s" opacity="%s"/>`, num(x), num(y), num(size), l.fill, l.opacity)
	case "glows": // soft lights out of focus
		for range l.n {
			c.glow(r.between(0, w), r.between(0, h*0.8), size*r.between(0.4, 1.4), l.fill,
				atof(l.opacity)*r.between(0.5, 1.4))
		}
	case "dots": // stars, or lit windows
		d := ""
		for range many {
			d += "M" + num(r.between(0, w)) + " " + num(r.between(y, y+size)) + "h1"
		}
		c.drawf(`<path d="%s" stroke="%s" stroke-width="1.8" stroke-linecap="round" opacity="%s"/>`, d, l.fill,
			l.opacity)
	case "scatter": // copies of the path along a line
		for i := range many {
			at, scale := w*(float64(i)+r.between(-0.2, 1))/float64(many), l.size*r.between(0.7, 1.3)*h/400
			c.shape(l, at, y, scale, scale)
		}
	case "frame": // the path at the left edge, and mirrored at the right one
		for _, side := range []float64{1, -1} {
			c.shape(l, w*(1-side)/2, 0, side*h/400, h/400)
		}
	case "stretch":
		c.shape(l, 0, 0, w/100, h/100)
	// copies of the path side by side, every second one mirrored. With a negative y, they hang from
	// the upper edge
	case "tiles":
		flip := r.IntN(2)
		for i := range int(math.Ceil(c.span())) {
			x, across, top, down := float64(i)*h*0.75, h/400, 0.0, h/400
			if (i+flip)%2 == 1 {
				x, across = x+h*0.75, -across
			}
			if l.y < 0 {
				top, down = h, -down
			}
			c.shape(l, x, top, across*1.004, down) // overlapping, so that no seam shows
		}
	}
}

func (c *canvas) shape(l layer, x, y, across, down float64) {
	c.drawf(`<path transform="translate(%s %s)scale(%s %s)" d="%s" fill="%s" opacity="%s"/>`,
		num(x), num(y), num2(across), num2(down), l.path, l.fill, l.opacity)
}

func (c *canvas) fill(colour string) {
	c.drawf(`<path fill="%s" d="M0 0h%dv%dH0z"/>`, colour, c.w, c.h)
}

// glow draws a soft disc of light. colour is a palette mark or six hex digits.
func (c *canvas) glow(x, y, radius float64, colour string, opacity float64) {
	c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="{c %s %s00}" opacity="%s"/>`, num(x), num(y), num(radius), colour,
		colour, num2(opacity))
}

func (c *canvas) sparkles(r rng, kind string, n int, x0, y0, x1, y1 float64) {
	for range n {
		c.drawf(`<g transform="translate(%s %s)scale(%s)" opacity="%s">%s</g>`, num(r.between(x0, x1)),
			num(r.between(y0, y1)), num(r.between(0.5, 1.8)), num(r.between(0.4, 0.9)), marks[kind][0])
	}
}

// canvas collects definitions and drawing of a picture. Ids have a prefix, so that pictures in one
// page do not clash.
type canvas struct {
	w, h          int
	focus         float64 // horizontal centre of hero and light, as a fraction of the width
	prefix, title string
	colour        *strings.Replacer
	defs, body    bytes.Buffer
	seen          map[string]string // url() or id by gradient or name of a definition
}

func newCanvas(w, h int, prefix, title string, pal palette) *canvas {
	marks := []string{}
	for i, colour := range pal.colours {
		marks = append(marks, fmt.Sprint("$", i+1), colour)
	}
	return &canvas{
		w: w, h: h, focus: 0.5, prefix: prefix, title: title, colour: strings.NewReplacer(marks...),
		seen: map[string]string{},
	}
}

// draw adds a fragment after resolving its shorthands: $1 to $6 are the colours of the palette, and
// {v #a #b} is a gradient down. {h …} runs to the right, {d …} and {s …} along the diagonals, {r …}
// from above, {c …} from the centre.
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

func (c *canvas) drawf(format string, args ...any) { c.draw(fmt.Sprintf(format, args...)) }

// place draws a motif with the light from above right. A negative scale mirrors it.
func (c *canvas) place(m motif, x, y, scale, turn float64) {
	c.define(m.name, "edge", m.edge)
	c.part("lit", map[string]string{
		"x": num(x), "y": num(y), "turn": num(turn), "across": num2(scale), "down": num2(math.Abs(scale)),
		"edge": "#" + c.prefix + m.name, "drawing": m.svg,
	})
}

// define adds a part to <defs> once per name and returns its url(). The first value of the part is
// its id.
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
	"s": {"linearGradient", ` x1="1" x2="0" y2="1"`},
}

// gradient defines the gradient of a shorthand (a stop may have a position in percent: "v #fff
// #000@80").
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

func (c *canvas) bytes() []byte {
	var title bytes.Buffer
	if c.title != "" {
		title.WriteString("<title>")
		_ = xml.EscapeText(&title, []byte(c.title)) // a buffer never fails
		title.WriteString("</title>")
	}
	return fmt.Appendf(nil,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img">`+
			`%[3]s<defs>%[4]s</defs>%[5]s</svg>`, c.w, c.h, title.Bytes(), c.defs.Bytes(), c.body.Bytes())
}

// num formats a coordinate with at most one decimal, num2 a factor with at most three.
func num(f float64) string  { return strconv.FormatFloat(math.Round(f*10)/10, 'f', -1, 64) }
func num2(f float64) string { return strconv.FormatFloat(math.Round(f*1000)/1000, 'f', -1, 64) }
