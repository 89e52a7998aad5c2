package art

// Aspect is the shape of a slide.
type Aspect string

// The shapes a slide can have, with their sizes in picture units.
const (
	Wide Aspect = "wide" // 21:9, 1680×720, hero sliders
	Card Aspect = "card" // 16:9, 1280×720, promotions and tournaments
	Tall Aspect = "tall" // 4:5, 800×1000, popups and side sliders
)

// SlideSpec describes a slide. The page lays its text over the dark part: the start side (left) of wide and
// card slides, the lower part of tall ones.
type SlideSpec struct {
	ID      int
	Title   string // for screen readers only
	Theme   string // one of Themes(); if empty or unknown, the seed chooses
	Subject string // bonus, trophy, cashback, live or sport: that motif is the hero; otherwise one of the theme
	Aspect  Aspect // empty: Wide
	Mirror  bool   // dark part on the right, for right-to-left pages
}

// Slide draws the picture of a slider, promotion, popup or tournament.
func Slide(spec SlideSpec) []byte {
	r := newRng(spec.ID, 2)
	t := themeFor(spec.Theme, r)
	pal := t.tint(paletteFor(spec.ID))
	w, h := 1680.0, 720.0
	switch spec.Aspect {
	case Wide:
	case Card:
		w, h = 1280, 720
	case Tall:
		w, h = 800, 1000
	}
	c := newCanvas(int(w), int(h), idPrefix("s", uint64(int64(spec.ID))), spec.Title, pal)
	cx, cy, unit := w*0.73, h*0.48, h/100
	c.focus = 0.73
	if spec.Aspect == Tall {
		cx, cy, unit, c.focus = w*0.5, h*0.36, w/108, 0.5
	}
	if spec.Mirror {
		c.drawf(`<g transform="translate(%s 0)scale(-1 1)">`, num(w))
	}
	t.scene(c, r, w, h)

	picked := t.pick(r, pal, "")
	hero := picked[0]
	if m, ok := offerMotif(spec.Subject); ok {
		hero = m
	}
	put := func(m motif, x, y, scale, turn float64, attrs string) {
		if spec.Mirror { // mirrored back, or letters and numerals would read backwards
			m.svg = `<g transform="scale(-1 1)">` + m.svg + `</g>`
		}
		c.place(m, x, y, scale, turn, attrs)
	}
	c.glow(cx, cy, h*0.62, "$1", 0.8)
	c.draw(`<g` + c.depth("far", unit*0.22) + `>`)
	put(picked[1], cx-unit*44, cy-unit*18, unit*0.34, -14, "")
	put(picked[2], cx+unit*42, cy-unit*22, unit*0.38, 16, "")
	c.draw(`</g><g` + c.depth("near", unit*0.4) + `>`)
	put(hero, cx, cy, unit*0.86, r.between(-7, 7), "")
	c.draw(`</g><g` + c.depth("mid", unit*0.3) + `>`)
	put(picked[3], cx-unit*38, cy+unit*27, unit*0.46, -10, "")
	put(picked[4], cx+unit*38, cy+unit*26, unit*0.5, 10, "")
	c.draw(`</g>`)
	// A motif out of focus in front adds depth.
	blur := c.define("blur", `<filter id="%[1]s" x="-20%%" y="-20%%" width="140%%" height="140%%"><feGaussianBlur stdDeviation="%[2]s"/></filter>`, num(unit*0.14))
	front := picked[1+r.intn(2)]
	if spec.Aspect != Tall {
		put(front, w*0.98, h*0.96, unit*0.62, 20, ` filter="url(#`+blur+`)" opacity=".85"`)
	}
	c.sparkles(r, t.sparkle, int(14*span(w, h)), w*0.3, h*0.04, w, h*0.8)
	c.textShade(spec.Aspect, w, h)
	if spec.Mirror {
		c.draw(`</g>`)
	}
	return c.bytes()
}

// textShade darkens the part behind the text, and every edge a little.
func (c *canvas) textShade(a Aspect, w, h float64) {
	if a == Tall {
		c.drawf(`<path fill="{v $400@38 $4e6@66 $4}" d="M0 0h%sv%sH0z"/>`, num(w), num(h))
		return
	}
	c.drawf(`<path fill="{h $4e8 $4c8@30 $400@62}" d="M0 0h%sv%sH0z"/><path fill="{v $400@55 $4b0}" d="M0 0h%sv%sH0z"/>`, num(w), num(h), num(w), num(h))
}
