package art

import (
	"math"
	"strings"
)

// sky fills the picture with the palette's light, brightest at the focus and y (fraction of the height).
func (c *canvas) sky(y float64) {
	w, h, x := float64(c.w), float64(c.h), c.focus
	id := c.define("sky", `<radialGradient id="%[1]s" gradientUnits="userSpaceOnUse" cx="%[2]s" cy="%[3]s" r="%[4]s"><stop stop-color="$1"/><stop offset=".22" stop-color="$1" stop-opacity=".85"/><stop offset=".5" stop-color="$2"/><stop offset=".82" stop-color="$3"/><stop offset="1" stop-color="$4"/></radialGradient>`,
		num(w*x), num(h*y), num(math.Hypot(w, h)*0.62))
	c.drawf(`<path fill="$2" d="M0 0h%dv%dH0z"/><path fill="url(#%s)" d="M0 0h%dv%dH0z"/>`, c.w, c.h, id, c.w, c.h)
}

// rays draws n wedges of light from x, y.
func (c *canvas) rays(r *rng, x, y float64, n int, colour string, opacity float64) {
	reach := float64(c.w + c.h)
	start := r.between(0, math.Pi)
	var d strings.Builder
	for i := range n {
		a := start + 2*math.Pi*float64(i)/float64(n)
		half := math.Pi / float64(n) * r.between(0.32, 0.6)
		d.WriteString("M" + num(x) + " " + num(y))
		for _, at := range [2]float64{a - half, a + half} {
			d.WriteString("L" + num(x+reach*math.Cos(at)) + " " + num(y+reach*math.Sin(at)))
		}
		d.WriteByte('z')
	}
	id := c.define("ray", `<radialGradient id="%[1]s" gradientUnits="userSpaceOnUse" cx="%[2]s" cy="%[3]s" r="%[4]s"><stop stop-color="%[5]s" stop-opacity=".9"/><stop offset="1" stop-color="%[5]s" stop-opacity="0"/></radialGradient>`,
		num(x), num(y), num(math.Min(float64(c.h)*0.85, reach)), colour)
	c.drawf(`<path d="%s" fill="url(#%s)" opacity="%s"/>`, d.String(), id, num2(opacity))
}

// glow draws a soft disc of light; colour is a palette mark or six hex digits.
func (c *canvas) glow(x, y, radius float64, colour string, opacity float64) {
	c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="{c %s %s00}" opacity="%s"/>`, num(x), num(y), num(radius), colour, colour, num2(opacity))
}

// ridge returns the path of a rolling silhouette, closed along the bottom.
func ridge(r *rng, w, h, y, swing float64, n int) string {
	var d strings.Builder
	step := w / float64(n)
	d.WriteString("M0 " + num(h) + "V" + num(y+r.between(-swing, swing)))
	for range n {
		d.WriteString("s" + num(step*0.5) + " " + num(r.between(-swing, swing)*0.6) + " " + num(step) + " " + num(r.between(-swing, swing)))
	}
	d.WriteString("V" + num(h) + "z")
	return d.String()
}

// peaks returns the path of a jagged silhouette.
func peaks(r *rng, w, h, y, swing float64, n int) string {
	var d strings.Builder
	step := w / float64(n)
	d.WriteString("M0 " + num(h) + "V" + num(y))
	for i := range n {
		x := step * float64(i)
		d.WriteString("L" + num(x+step*r.between(0.3, 0.6)) + " " + num(y-swing*r.between(0.4, 1)))
		d.WriteString("L" + num(x+step) + " " + num(y+swing*r.between(-0.1, 0.25)))
	}
	d.WriteString("V" + num(h) + "z")
	return d.String()
}

// clouds returns the path of a row of clouds, closed along the bottom.
func clouds(r *rng, w, h, y, size float64) string {
	var d strings.Builder
	d.WriteString("M0 " + num(h) + "V" + num(y))
	for x := 0.0; x < w; {
		step := size * r.between(0.7, 1.5)
		d.WriteString("a" + num(step/2) + " " + num(step*0.42) + " 0 0 1 " + num(step) + " " + num(r.between(-0.12, 0.12)*size))
		x += step
	}
	d.WriteString("V" + num(h) + "z")
	return d.String()
}

// sparkles scatters n particles over a rectangle.
func (c *canvas) sparkles(r *rng, kind string, n int, x0, y0, x1, y1 float64) {
	for range n {
		x, y, s := r.between(x0, x1), r.between(y0, y1), r.between(0.5, 1.5)
		if s > 1.2 {
			s *= 1.35
		}
		switch kind {
		case "star":
			c.drawf(`<path transform="translate(%s %s)scale(%s)" d="M0-8C.8-2 2-.8 8 0 2 .8.8 2 0 8-.8 2-2 .8-8 0-2-.8-.8-2 0-8z" fill="#fff" opacity="%s"/>`, num(x), num(y), num(s), num(r.between(0.5, 0.95)))
		case "bubble":
			c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="{r #ffffffcc #ffffff10@40 #ffffff08@75 #ffffff88}"/>`, num(x), num(y), num(s*5))
		case "petal":
			c.drawf(`<path transform="translate(%s %s)rotate(%d)scale(%s)" d="M0-6C5-3 5 3 0 7-5 3-5-3 0-6z" fill="{v #fff $1}" opacity="%s"/>`, num(x), num(y), r.intn(180), num(s), num(r.between(0.4, 0.8)))
		case "dash":
			c.drawf(`<path d="M%s %sh%s" stroke="#fff" stroke-width="%s" stroke-linecap="round" opacity="%s"/>`, num(x), num(y), num(s*16), num(s*1.2), num(r.between(0.2, 0.6)))
		default:
			c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="{c #fff $1@40 $100}" opacity="%s"/>`, num(x), num(y), num(s*3.4), num(r.between(0.5, 0.95)))
		}
	}
}

// depth defines the lighting filter of motifs and returns it as an attribute: a bright rim from above
// right, a shaded edge below left and a soft shadow. scale is its strength in picture units. Shade and
// shadow share one blur, because blurs are expensive and a page shows dozens of covers.
func (c *canvas) depth(name string, scale float64) string {
	return ` filter="url(#` + c.define(name, `<filter id="%[1]s" x="-8%%" y="-6%%" width="114%%" height="118%%"><feGaussianBlur in="SourceAlpha" stdDeviation="%[4]s" result="b"/><feOffset dx="-%[2]s" dy="%[5]s"/><feComponentTransfer result="cast"><feFuncA type="linear" slope=".55"/></feComponentTransfer><feOffset in="b" dx="%[4]s" dy="-%[4]s"/><feComposite in2="SourceAlpha" operator="arithmetic" k1="-.62" k3=".62" result="shade"/><feOffset in="SourceAlpha" dx="-%[2]s" dy="%[3]s" result="r"/><feComposite in="SourceAlpha" in2="r" operator="out" result="e"/><feFlood flood-color="$1" flood-opacity=".92"/><feComposite in2="e" operator="in" result="rim"/><feMerge><feMergeNode in="cast"/><feMergeNode in="SourceGraphic"/><feMergeNode in="shade"/><feMergeNode in="rim"/></feMerge></filter>`,
		num(1.4*scale), num(2*scale), num(4.6*scale), num(8*scale)) + `)"`
}
