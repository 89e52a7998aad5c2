package art

import (
	"math"
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
	Jackpot  bool   // gilded frame
}

// layouts places the hero, the motif behind it and the one in front of it on 300×400: x, y, scale
// and rotation.
var layouts = [][3][4]float64{
	{{182, 146, 2.95, 8}, {46, 84, 1.0, -16}, {56, 232, 1.5, -8}},
	{{150, 138, 2.8, 0}, {44, 232, 1.35, -14}, {258, 236, 1.45, 14}},
	{{196, 130, 3.1, 14}, {70, 74, 0.85, 12}, {62, 206, 1.7, -12}},
	{{150, 152, 3.3, -5}, {38, 62, 0.95, -14}, {264, 250, 1.15, 12}},
	{{214, 162, 3.3, 9}, {72, 78, 1.3, -10}, {44, 236, 1.3, 10}},
}

// Cover draws a slot cover, 300×400.
func Cover(spec CoverSpec) []byte {
	r := newRng(spec.ID, 1)
	t, pal := themeFor(spec.Theme, r), choose(spec.ID, palettes)
	c := newCanvas(300, 400, idPrefix("c", uint64(int64(spec.ID))), spec.Title, pal)
	for _, l := range t.scene {
		c.layer(l, r)
	}

	picked := t.pick(r, pal, spec.Title)
	at, mirrored := layouts[r.IntN(len(layouts))], r.IntN(2) == 1
	for _, i := range []int{1, 0, 2} {
		x, turn := at[i][0], at[i][3]
		if mirrored {
			x, turn = 300-x, -turn
		}
		if i == 0 {
			c.glow(x, at[i][1], 180, "$1", 0.9)
		}
		c.place(picked[i], x, at[i][1], at[i][2], turn+r.between(-5, 5))
	}
	c.sparkles(r, t.sparkle, 9, 10, 14, 290, 250)

	c.draw(`<path fill="{c $400@64 $4a8@100}" d="M-60-80H360V480H-60z"/><path fill="{v $400 $4@62}" d="M0 210h300v190H0z"/>`)
	if spec.Jackpot {
		c.part("goldframe", nil)
	}
	w := warps[r.IntN(len(warps))]
	metal := []string{t.metal, "enamel"}[r.IntN(2)]
	c.drawTitle(capitals(spec.Title, spec.Lang), t.face, metal, box{18, 276, 264, 84}, w)
	c.drawLine(strings.ToUpper(spec.Provider), "tech", 150, 384, 7.5, 220, 50, 0.5, `fill="#fff" fill-opacity=".72"`)
	return c.bytes()
}

func idPrefix(kind string, seed uint64) string { return kind + strconv.FormatUint(seed, 36) + "-" }

// SlideSpec describes a slide. The page lays its text over the dark part: the start side, or the
// bottom of tall ones.
type SlideSpec struct {
	ID      int
	Theme   string // one of Themes(); if empty or unknown, the seed chooses
	Subject string // bonus, trophy, cashback, live or sport: that motif is the hero; otherwise one of the theme
	Width   int
	Height  int  // more than the width for a tall slide
	Mirror  bool // dark part on the right, for right-to-left pages
}

// slideLayout places motifs around the hero, the farthest first.
var slideLayout = []struct {
	motif             int
	x, y, scale, turn float64
}{{1, -44, -18, 0.34, -14}, {2, 42, -22, 0.38, 16}, {0, 0, 0, 0.86, 0}, {3, -38, 27, 0.46, -10}, {4, 38, 26, 0.5, 10}}

// Slide draws the picture of a slider, promotion, popup or tournament.
func Slide(spec SlideSpec) []byte {
	r := newRng(spec.ID, 2)
	t, pal := themeFor(spec.Theme, r), choose(spec.ID, palettes)
	c := newCanvas(spec.Width, spec.Height, idPrefix("s", uint64(int64(spec.ID))), "", pal)
	w, h := float64(c.w), float64(c.h)
	c.focus = 0.73
	cx, cy, unit := w*0.73, h*0.48, h/100
	shade := `<path fill="{h $4e8 $4c8@30 $400@62}" d="M0 0h%[1]dv%[2]dH0z"/><path fill="{v $400@55 $4b0}" d="M0 0h%[1]dv%[2]dH0z"/>`
	if h > w {
		c.focus, cx, cy, unit = 0.5, w*0.5, h*0.36, w/108
		shade = `<path fill="{v $400@38 $4e6@66 $4}" d="M0 0h%[1]dv%[2]dH0z"/>`
	}
	side := 1.0
	if spec.Mirror {
		side = -1 // motifs are mirrored back, or letters and numerals would read backwards
		c.drawf(`<g transform="translate(%d 0)scale(-1 1)">`, c.w)
	}
	for _, l := range t.scene {
		c.layer(l, r)
	}

	picked := t.pick(r, pal, "")
	if m, ok := named("promo", spec.Subject); ok {
		picked[0] = m
	}
	c.glow(cx, cy, h*0.62, "$1", 0.8)
	for _, at := range slideLayout {
		c.place(picked[at.motif], cx+unit*at.x, cy+unit*at.y, side*unit*at.scale, at.turn+r.between(-5, 5))
	}
	c.sparkles(r, t.sparkle, int(14*c.span()), w*0.3, h*0.04, w, h*0.8)
	c.drawf(shade, c.w, c.h)
	if spec.Mirror {
		c.draw(`</g>`)
	}
	return c.bytes()
}

// marks are the marks of word-marks by kind: "provider", and one per kind of payment method.
var marks = grouped("marks.txt", func(r []string) string { return r[1] })

// Provider draws the word-mark of a provider, 240×64, in one tone for a white ground.
func Provider(id int, name string) []byte {
	return wordmark("p", name, providerMark(uint64(int64(id))), choose(id, palettes), "tech", "slab", "serif", "round")
}

// Method draws the word-mark of a payment method, 240×64. A kind that marks lacks gets a neutral
// mark.
func Method(name, kind string) []byte {
	mark := providerMark(hash(name))
	if m := marks[kind]; len(m) == 1 {
		mark = m[0]
	}
	return wordmark("m", name, mark, palettes[hash(name)%uint64(len(palettes))], "tech")
}

// Bank draws the word-mark of a bank, 240×64.
func Bank(name string) []byte {
	seed := hash(name)
	return wordmark("b", name, providerMark(seed), palettes[seed%uint64(len(palettes))], "slab", "serif", "round")
}

func providerMark(n uint64) string { return marks["provider"][n%uint64(len(marks["provider"]))] }

// wordmark draws a mark and a name side by side in the palette's deep tone, for a nearly white
// ground.
func wordmark(kind, name, mark string, pal palette, of ...string) []byte {
	faceName := of[hash(name)>>8%uint64(len(of))]
	if faceName == "serif" && strings.ContainsRune(name, 'i') {
		// Its small letters are small capitals without a dot, which would turn a Turkish i into ı.
		faceName = "slab"
	}
	c := newCanvas(240, 64, idPrefix(kind, hash(name)), name, pal)
	const capH, room = 19.0, 176.0
	f := faces()[faceName]
	left := (240 - math.Min(room, f.width(name, 8)*capH/f.cap) - 50) / 2
	c.drawf(`<g transform="translate(%s 32)" fill="$3">%s</g>`, num(left+20), mark)
	c.drawLine(name, faceName, left+50, 32+capH/2, capH, room, 8, 0, `fill="$3"`)
	return c.bytes()
}
