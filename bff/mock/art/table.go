package art

import (
	"cmp"
	"strings"
)

type tableKind struct {
	part   string       // drawn on the felt; may be empty
	dealer float64      // distance from the middle, to the side that the wheel leaves free; 0: any place
	cards  [][4]float64 // x, y, scale, rotation
	chips  [][2]float64 // of the first stack
}

var tableKinds = map[string]tableKind{
	"roulette": {part: "roulette", dealer: 90},
	"blackjack": {part: "blackjack", chips: [][2]float64{{80, 352}, {534, 352}}, cards: [][4]float64{
		{296, 300, 0.92, -8},
		{338, 302, 0.92, 7},
		{192, 352, 0.95, -16},
		{222, 346, 0.95, 2},
		{428, 348, 0.95, -4},
		{458, 352, 0.95, 14},
	}},
	"baccarat":    {part: "baccarat", cards: pairs, chips: [][2]float64{{302, 372}}},
	"dragontiger": {part: "dragontiger", cards: pairs, chips: [][2]float64{{302, 372}}},
	"gameshow":    {part: "gameshow", dealer: 120, chips: [][2]float64{{60, 352}, {530, 352}}},
	"sicbo":       {part: "tray", dealer: 165, chips: [][2]float64{{70, 352}, {510, 352}}},
	"": {chips: [][2]float64{{84, 356}, {500, 362}}, cards: [][4]float64{
		{188, 328, 1.02, -6}, {254, 320, 1.02, -3}, {320, 318, 1.02, 0}, {386, 320, 1.02, 3}, {452, 328, 1.02, 6},
	}},
}

var pairs = [][4]float64{{160, 338, 1.2, -9}, {220, 340, 1.2, 8}, {420, 338, 1.2, -9}, {480, 340, 1.2, 8}}

var felts = rows("felts.txt")

// rooms are the muted hue families, which suit a studio.
var rooms = []palette{
	palettes[0], palettes[6], palettes[4], palettes[8], palettes[2], palettes[5], palettes[11], palettes[7],
}

// Table draws a live table, 640×400: a studio, a dealer and the felt in front. Kinds that
// tableKinds lacks show cards.
func Table(id int, title, kindName string) []byte {
	r := newRng(id, 3)
	c := newCanvas(640, 400, idPrefix("t", uint64(int64(id))), title, choose(id, rooms))
	name := strings.ToLower(kindName)
	kind, ok := tableKinds[name]
	if !ok {
		kind = tableKinds[""]
	}
	c.fill("{v $4 $3@50 $4}")
	c.glow(320, 130, 330, "#ffc98a", 0.6)
	c.part([]string{"arches", "slats", "screen"}[r.IntN(3)], nil)
	for range 14 {
		c.glow(r.between(0, 640), r.between(10, 210), r.between(8, 28),
			[]string{"#ffe2a8", "#ffc878", "$1"}[r.IntN(3)], r.between(0.2, 0.5))
	}
	side := []float64{1, -1}[r.IntN(2)]
	if name == "gameshow" {
		c.part("moneywheel", map[string]string{"x": num(320 + side*110)})
	}
	c.dealer(r, 320-side*cmp.Or(kind.dealer, []float64{0, 70}[r.IntN(2)]))
	c.part("felt", numbered(felts[r.IntN(len(felts))]...))
	if kind.part != "" {
		c.part(kind.part, map[string]string{"x": num(320 - side*300), "side": num(side)})
	}
	for _, at := range kind.cards {
		c.card(r, at[0], at[1], at[2], at[3])
	}
	switch name {
	case "roulette":
		x := 320 + side*150
		wheel, _ := named("promo", "live")
		c.drawf(`<ellipse cx="%[1]s" cy="352" rx="176" ry="66" fill="#000" fill-opacity=".45"/>`+
			`<g transform="translate(%[1]s 292)scale(3.3 2.55)">%[2]s</g>`, num(x), wheel.svg)
		kind.chips = [][2]float64{{283 - side*187, 356}}
	case "sicbo":
		dice := motifs["cards"][1]
		c.place(dice, 300, 306, 1.05, 0)
		c.place(dice, 382, 316, 0.74, -30)
		c.part("dome", nil)
	}
	for _, at := range kind.chips {
		c.chipStack(r, at[0], at[1])
		c.chipStack(r, at[0]+37, at[1]+9)
	}
	c.fill("{c #00000000@62 #0a040288@100}")
	c.fill("{v #0a040200@74 #0a040277}")
	return c.bytes()
}

func (c *canvas) dealer(r rng, x float64) {
	skin := [][2]string{
		{"#f0b894", "#8a4a34"},
		{"#d89a70", "#6a3420"},
		{"#a86a48", "#43200f"},
		{"#f6c8a8", "#9a5844"},
	}[r.IntN(4)]
	name := []string{"woman", "man"}[r.IntN(2)]
	m, _ := named("dealer", name)
	m.svg = fragment("dealer", map[string]string{
		"light": skin[0], "dark": skin[1],
		"woman": strings.TrimPrefix(name, "man"),
		"hair":  []string{"#1c1012", "#3a2014", "#5a341a", "#120e18", "#7a4a22"}[r.IntN(5)],
		"vest":  []string{"#1a1420", "#3a0c1c", "#0e1c38", "#12281e"}[r.IntN(4)],
		"tie":   []string{"#d8a83c", "#c81f3c", "#e8e4dc"}[r.IntN(3)],
	})
	c.place(m, x, 196, 2.4, 0)
}

// card draws a playing card in perspective on the felt, with a random rank and suit.
func (c *canvas) card(r rng, x, y, scale, turn float64) {
	suit := r.IntN(4)
	ink := []string{"#12182c", "#c8122f"}[suit%2]
	c.drawf(`<g transform="translate(%s %s)scale(%s %s)rotate(%s)"><rect x="-27" y="-37" width="56" height="80" rx="6" fill-opacity=".35"/>`+
		`<rect x="-28" y="-40" width="56" height="80" rx="6" fill="{d #fff #e4e2ea}"/><g transform="translate(4 8)scale(1.15)" fill="%s">%s</g>`,
		num(x), num(y), num2(scale), num2(scale*0.72), num(turn), ink, marks["suit"][suit])
	c.drawLine([]string{"A", "K", "Q", "J", "9", "8", "7", "5"}[r.IntN(8)], "slab", -22, -13, 20, 24, 0, 0,
		`fill="`+ink+`"`)
	c.draw(`</g>`)
}

func (c *canvas) chipStack(r rng, x, y float64) {
	colour := []string{"#d8203c", "#2a6ae0", "#1a9a5c", "#1c1a28", "#e0a020", "#7a3ad0"}[r.IntN(6)]
	tall := 3 + r.IntN(5)
	c.drawf(`<g transform="translate(%s %s)"><ellipse cx="3" cy="5" rx="21" ry="8" fill-opacity=".4"/>`, num(x), num(y))
	for k := range tall {
		c.part("chip", numbered(num(float64(-7*k)), colour))
	}
	c.draw(`</g>`)
}
