package art

import (
	"slices"
	"strconv"
	"strings"
)

// CoverSpec describes a slot cover.
type CoverSpec struct {
	ID       int    // seed; neighbouring ids get far-apart colours
	Title    string // set in two lines; any script, escaped here
	Provider string // small mark at the lower edge
	Theme    string // one of Themes(); if empty or unknown, the seed chooses
	Lang     string // language of the title, for upper case ("tr": i → İ)
	Jackpot  bool   // gilded frame and coins
}

// placement is the position, size and rotation of a motif.
type placement struct{ x, y, scale, turn float64 }

// layouts places the hero, the motif behind it and the motif in front of it on 300×400. An edge or the
// title always crops the hero.
var layouts = [][3]placement{
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

	picked := t.pick(r, pal, spec.Title)
	at := layouts[r.intn(len(layouts))]
	hero := at[0]
	c.glow(hero.x, hero.y, 180, "$1", 0.9)
	put := func(light string, scale float64, m motif, at placement) {
		c.draw(`<g` + c.depth(light, scale) + `>`)
		c.place(m, at.x, at.y, at.scale, at.turn+r.between(-5, 5), "")
		c.draw(`</g>`)
	}
	put("far", 0.7, picked[1], at[1])
	put("near", 1.3, picked[0], hero)
	put("far", 0.7, picked[2], at[2])
	c.sparkles(r, t.sparkle, 9, 10, 14, 290, 250)

	c.draw(`<path fill="{c $400@64 $4a8@100}" d="M-60-80H360V480H-60z"/><path fill="{v $400 $4@62}" d="M0 210h300v190H0z"/>`)
	if spec.Jackpot {
		c.goldFrame()
	}
	w := []warp{lens, lens, arch, climb, flat}[r.intn(5)]
	metal := []string{t.metal, "enamel"}[r.intn(2)]
	c.drawTitle(capitals(spec.Title, spec.Lang), t.face, metal, box{18, 276, 264, 84}, w)
	c.drawLine(strings.ToUpper(spec.Provider), "tech", 150, 384, 7.5, 220, 50, 0.5, `fill="#fff" fill-opacity=".72"`)
	return c.bytes()
}

// goldFrame draws the frame of a jackpot cover.
func (c *canvas) goldFrame() {
	c.draw(`<path d="M6 6H294V394H6z" fill="none" stroke="{d #fff6c8 #e8a826@30 #8a4a06@50 #ffe28a@70 #a8640c}" stroke-width="5"/><path d="M11.500 11.500H288.500V388.500H11.500z" fill="none" stroke="#fff3c0" stroke-opacity=".5" stroke-width="1"/>`)
}

// idPrefix returns the id prefix of a picture, unique by kind and seed.
func idPrefix(kind string, seed uint64) string {
	digits := []byte(strconv.FormatUint(seed, 36))
	slices.Reverse(digits)
	return kind + string(digits) + "-"
}
