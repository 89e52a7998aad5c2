package art

// Aspect is the shape of a slide.
type Aspect string

// The shapes a slide can have, with their sizes in picture units.
const (
	Wide Aspect = "wide" // 21:9, 1680×720, hero sliders
	Card Aspect = "card" // 16:9, 1280×720, promotions and tournaments
	Tall Aspect = "tall" // 4:5, 800×1000, popups and side sliders
)

// SlideSpec says what a slide shows. The text is not drawn: the page lays it over the calm part, which
// is the start side (left) of wide and card slides and the lower part of tall ones.
type SlideSpec struct {
	ID      int
	Title   string // only named for screen readers
	Theme   string // one of Themes(); empty or unknown: chosen by the seed
	Subject string // bonus, trophy, cashback, live, sport: its sign becomes the hero; empty: the theme's own
	Aspect  Aspect // empty: Wide
	Mirror  bool   // calm part on the right, for right-to-left pages
}

// Slide draws a wide composition for sliders, promotions, popups and tournaments.
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

	motifs := t.pick(r, pal, "")
	hero := motifs[0]
	if m, ok := promoMotifs[spec.Subject]; ok {
		hero = m
	}
	// Motifs are drawn upright and must not be mirrored with the scene: letters and numerals would read backwards.
	flip := ""
	if spec.Mirror {
		flip = `<g transform="scale(-1 1)">`
	}
	put := func(m motif, x, y, scale, turn float64, attrs string) {
		if flip == "" {
			c.place(m, x, y, scale, turn, attrs)
			return
		}
		c.place(motif{svg: flip + m.svg + `</g>`}, x, y, scale, turn, attrs)
	}
	c.glow(cx, cy, h*0.62, "$1", 0.8)
	c.draw(`<g` + c.depth("far", unit*0.22) + `>`)
	put(motifs[1], cx-unit*44, cy-unit*18, unit*0.34, -14, "")
	put(motifs[2], cx+unit*42, cy-unit*22, unit*0.38, 16, "")
	c.draw(`</g><g` + c.depth("near", unit*0.4) + `>`)
	put(hero, cx, cy, unit*0.86, r.between(-7, 7), "")
	c.draw(`</g><g` + c.depth("mid", unit*0.3) + `>`)
	put(motifs[3], cx-unit*38, cy+unit*27, unit*0.46, -10, "")
	put(motifs[4], cx+unit*38, cy+unit*26, unit*0.5, 10, "")
	c.draw(`</g>`)
	// One thing out of focus in front makes the room deep.
	blur := c.define("blur", `<filter id="%[1]s" x="-20%%" y="-20%%" width="140%%" height="140%%"><feGaussianBlur stdDeviation="%[2]s"/></filter>`, num(unit*0.14))
	front := motifs[1+r.intn(2)]
	if spec.Aspect != Tall {
		put(front, w*0.98, h*0.96, unit*0.62, 20, ` filter="url(#`+blur+`)" opacity=".85"`)
	}
	c.sparkles(r, t.sparkle, int(14*span(w, h)), w*0.3, h*0.04, w, h*0.8)
	c.calm(spec.Aspect, w, h)
	if spec.Mirror {
		c.draw(`</g>`)
	}
	return c.bytes()
}

// calm darkens the part that belongs to the text, and every edge a little.
func (c *canvas) calm(a Aspect, w, h float64) {
	if a == Tall {
		c.drawf(`<path fill="{v $400@38 $4e6@66 $4}" d="M0 0h%sv%sH0z"/>`, num(w), num(h))
		return
	}
	c.drawf(`<path fill="{h $4e8 $4c8@30 $400@62}" d="M0 0h%sv%sH0z"/><path fill="{v $400@55 $4b0}" d="M0 0h%sv%sH0z"/>`, num(w), num(h), num(w), num(h))
}
