package art

import "strings"

// CoverSpec says what a slot cover shows.
type CoverSpec struct {
	ID       int    // seed; neighbouring ids get far-apart colours
	Title    string // set in two lines; any script, escaped here
	Provider string // small mark at the lower edge
	Theme    string // one of Themes(); empty or unknown: chosen by the seed
	Lang     string // language of the title, for its capitals ("tr": i → İ); empty: guessed
	Jackpot  bool   // gilded frame and coins
}

// spot is where a motif stands: place, size and tilt.
type spot struct{ x, y, scale, turn float64 }

// layouts of hero, the one behind it and the one before it, on 300×400; the hero is always cut by an
// edge or by the title.
var layouts = [][3]spot{
	{{182, 146, 2.95, 8}, {46, 84, 1.0, -16}, {56, 232, 1.5, -8}},
	{{118, 146, 2.95, -8}, {254, 84, 1.0, 16}, {246, 232, 1.5, 8}},
	{{150, 138, 2.8, 0}, {44, 232, 1.35, -14}, {258, 236, 1.45, 14}},
	{{196, 130, 3.1, 14}, {70, 74, 0.85, 12}, {62, 206, 1.7, -12}},
	{{104, 132, 3.1, -14}, {236, 74, 0.85, -12}, {238, 206, 1.7, 12}},
	{{150, 152, 3.3, -5}, {38, 62, 0.95, -14}, {264, 250, 1.15, 12}},
	{{214, 162, 3.3, 9}, {72, 78, 1.3, -10}, {44, 236, 1.3, 10}},
	{{88, 162, 3.3, -9}, {230, 78, 1.3, 10}, {256, 236, 1.3, -10}},
}

// Cover draws a slot cover, 300×400.
func Cover(spec CoverSpec) []byte {
	r := newRng(spec.ID, 1)
	t := themeFor(spec.Theme, r)
	pal := t.tint(paletteFor(spec.ID))
	c := newCanvas(300, 400, idPrefix("c", uint64(int64(spec.ID))), spec.Title, pal)
	t.scene(c, r, 300, 400)

	motifs := t.pick(r, pal, spec.Title)
	at := layouts[r.intn(len(layouts))]
	hero := at[0]
	c.glow(hero.x, hero.y, 180, "$1", 0.9)
	put := func(light string, scale float64, m motif, at spot) {
		c.draw(`<g` + c.depth(light, scale) + `>`)
		c.place(m, at.x, at.y, at.scale, at.turn+r.between(-5, 5), "")
		c.draw(`</g>`)
	}
	put("far", 0.7, motifs[1], at[1])
	put("near", 1.3, motifs[0], hero)
	put("far", 0.7, motifs[2], at[2])
	c.sparkles(r, t.sparkle, 9, 10, 14, 290, 250)

	c.draw(`<path fill="{c $400@64 $4a8@100}" d="M-60-80H360V480H-60z"/><path fill="{v $400 $4@62}" d="M0 210h300v190H0z"/>`)
	if spec.Jackpot {
		c.gild()
	}
	w := []warp{lens, lens, arch, climb, flat}[r.intn(5)]
	metal := []string{t.metal, "enamel"}[r.intn(2)]
	c.drawTitle(capitals(spec.Title, spec.Lang), t.face, metal, box{18, 276, 264, 84}, w)
	c.drawLine(strings.ToUpper(spec.Provider), "tech", 150, 384, 7.5, 220, 50, 0.5, `fill="#fff" fill-opacity=".72"`)
	return c.bytes()
}

// gild frames a jackpot cover in gold.
func (c *canvas) gild() {
	c.draw(`<path d="M6 6H294V394H6z" fill="none" stroke="{d #fff6c8 #e8a826@30 #8a4a06@50 #ffe28a@70 #a8640c}" stroke-width="5"/><path d="M11.500 11.500H288.500V388.500H11.500z" fill="none" stroke="#fff3c0" stroke-opacity=".5" stroke-width="1"/>`)
}

// idPrefix makes the ids of one picture differ from those of every other: kind, then the seed.
func idPrefix(kind string, seed uint64) string {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	out := []byte(kind)
	for {
		out = append(out, digits[seed%36])
		if seed /= 36; seed == 0 {
			return string(out) + "-"
		}
	}
}
