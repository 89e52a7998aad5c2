package art

// Suit outlines, about 40 units tall around the origin.
const (
	spadePath   = `M0-20C6-10 19-4 19 7 19 15 9 17 4 11 4 15 6 18 9 20H-9C-6 18-4 15-4 11-9 17-19 15-19 7-19-4-6-10 0-20Z`
	heartPath   = `M0 20C-8 10-20 2-20-9-20-19-6-21 0-12 6-21 20-19 20-9 20 2 8 10 0 20Z`
	diamondPath = `M0-21C5-12 10-6 16 0 10 6 5 12 0 21-5 12-10 6-16 0-10-6-5-12 0-21Z`
	clubPath    = `M0-20C7-20 11-13 8-7 14-11 20-6 20 1 20 9 9 12 4 6 4 13 6 17 9 20H-9C-6 17-4 13-4 6-9 12-20 9-20 1-20-6-14-11-8-7-11-13-7-20 0-20Z`
)

// card draws a playing card in perspective on the felt, with a random rank and suit.
func (c *canvas) card(r *rng, x, y, scale, turn float64) {
	suit := r.intn(4)
	path := []string{spadePath, heartPath, clubPath, diamondPath}[suit]
	ink := []string{"#12182c", "#c8122f"}[suit%2]
	rank := []string{"A", "K", "Q", "J", "9", "8", "7", "5"}[r.intn(8)]
	c.drawf(`<g transform="translate(%s %s)scale(%s %s)rotate(%s)"><rect x="-27" y="-37" width="56" height="80" rx="6" fill="#000" fill-opacity=".35"/><rect x="-28" y="-40" width="56" height="80" rx="6" fill="{d #fff #e4e2ea}"/><path transform="translate(4 8)scale(1.15)" d="%s" fill="%s"/>`,
		num(x), num(y), num2(scale), num2(scale*0.72), num(turn), path, ink)
	c.drawLine(rank, "slab", -22, -13, 20, 24, 0, 0, `fill="`+ink+`"`)
	c.draw(`</g>`)
}

// chipStacks draws n stacks of chips side by side.
func (c *canvas) chipStacks(r *rng, x, y float64, n int) {
	colours := []string{"#d8203c", "#2a6ae0", "#1a9a5c", "#1c1a28", "#e0a020", "#7a3ad0"}
	for i := range n {
		cx, cy := x+float64(i)*37, y+float64(i%2)*9
		colour := colours[r.intn(len(colours))]
		tall := 3 + r.intn(5)
		c.drawf(`<g transform="translate(%s %s)"><ellipse cx="3" cy="5" rx="21" ry="8" fill="#000" fill-opacity=".4"/>`, num(cx), num(cy))
		for k := range tall {
			c.drawf(`<path transform="translate(0-%d)" d="M-18 0v5C-18 9.5-9 12 0 12S18 9.5 18 5V0z" fill="{h #00000066 #ffffff55@32 #00000000@55 #00000077}"/><path transform="translate(0-%d)" d="M-18 0v5C-18 9.5-9 12 0 12S18 9.5 18 5V0z" fill="%s" fill-opacity=".8"/><path transform="translate(0-%d)" d="M-12 6v5l5 1V7zM3 7.5v4.5l6-1V7z" fill="#fff" fill-opacity=".9"/>`, k*7, k*7, colour, k*7)
		}
		c.drawf(`<g transform="translate(0-%d)"><ellipse rx="18" ry="7" fill="%s"/><ellipse rx="17" ry="6.3" fill="none" stroke="#fff" stroke-opacity=".9" stroke-width="2" stroke-dasharray="5 6"/><ellipse rx="11" ry="4" fill="{d #ffffffcc #ffffff33}"/></g></g>`, tall*7-7, colour)
	}
}

// rouletteTable draws the wheel on one side (1 right, -1 left) and the number field on the other.
func (c *canvas) rouletteTable(r *rng, side float64) {
	c.part("field", map[string]string{"x": num(320 - side*300), "side": num(side)})
	x := 320 + side*150
	wheel, _ := offerMotif("live")
	c.drawf(`<ellipse cx="%s" cy="352" rx="176" ry="66" fill="#000" fill-opacity=".45"/><g transform="translate(%s 292)scale(3.3 2.55)">%s</g>`, num(x), num(x), wheel.svg)
	c.chipStacks(r, 283-side*187, 356, 3)
}

func (c *canvas) blackjackTable(r *rng) {
	for i, x := range []float64{90, 205, 320, 435, 550} {
		y := []float64{352, 372, 378, 372, 352}[i]
		c.drawf(`<ellipse cx="%s" cy="%s" rx="46" ry="20" fill="#000" fill-opacity=".14" stroke="#ffe9b0" stroke-opacity=".75" stroke-width="2"/>`, num(x), num(y))
	}
	c.card(r, 296, 300, 0.92, -8)
	c.card(r, 338, 302, 0.92, 7)
	c.card(r, 192, 352, 0.95, -16)
	c.card(r, 222, 346, 0.95, 2)
	c.card(r, 428, 348, 0.95, -4)
	c.card(r, 458, 352, 0.95, 14)
	c.chipStacks(r, 80, 352, 2)
	c.chipStacks(r, 534, 352, 2)
}

// pairsTable draws the two sides of baccarat or dragon tiger.
func (c *canvas) pairsTable(r *rng, left, right, leftTone, rightTone string) {
	for i, side := range []struct{ mark, tone string }{{left, leftTone}, {right, rightTone}} {
		x := 190 + float64(i)*260
		c.drawf(`<ellipse cx="%s" cy="344" rx="118" ry="48" fill="%s" fill-opacity=".42" stroke="#ffe9b0" stroke-opacity=".85" stroke-width="2.5"/>`, num(x), side.tone)
		c.card(r, x-30, 338, 1.2, -9)
		c.card(r, x+30, 340, 1.2, 8)
		badge := x - 112 + float64(i)*224
		c.drawf(`<circle cx="%s" cy="318" r="19" fill="%s" stroke="#fff3c8" stroke-width="2.5"/>`, num(badge), side.tone)
		c.drawLine(side.mark, "slab", badge, 326, 16, 30, 0, 0.5, `fill="#fff"`)
	}
	c.chipStacks(r, 302, 372, 2)
}

func (c *canvas) pokerTable(r *rng) {
	for i := range 5 {
		f := float64(i - 2)
		c.card(r, 320+f*66, 318+f*f*2.5, 1.02, f*3)
	}
	c.chipStacks(r, 84, 356, 3)
	c.chipStacks(r, 470, 362, 3)
}

func (c *canvas) diceTable(r *rng) {
	c.part("dicetray", nil)
	dice := motifs["cards"][1]
	c.place(dice, 300, 306, 1.05, 0, "")
	c.place(dice, 382, 316, 0.74, -30, "")
	c.part("dicedome", nil)
	c.chipStacks(r, 70, 352, 3)
	c.chipStacks(r, 510, 352, 3)
}

// numberStrip draws the betting fields of a money wheel.
func (c *canvas) numberStrip() {
	tones := []string{"#1a9ad8", "#f0a81c", "#e0283f", "#7a3ae0", "#14a06a"}
	for i, n := range []string{"1", "2", "5", "10", "40"} {
		f := float64(i - 2)
		x, y := 320+f*78, 334+f*f*2
		c.drawf(`<g transform="translate(%s %s)skewX(%s)"><path d="M-33-24H33Q36-24 36-21V21Q36 24 33 24H-33Q-36 24-36 21V-21Q-36-24-33-24z" fill="%s" fill-opacity=".8" stroke="#fff3c8" stroke-width="2.5"/>`, num(x), num(y), num(-f*9), tones[i])
		c.drawLine(n, "slab", 0, 12, 24, 60, 0, 0.5, `fill="#fff"`)
		c.draw(`</g>`)
	}
}
