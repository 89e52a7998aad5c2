package art

import (
	"math"
	"strings"
)

// TableSpec describes the picture of a live table.
type TableSpec struct {
	ID   int
	Name string // for screen readers only
	// Type is roulette, blackjack, baccarat, poker, gameshow, sicbo or dragontiger; other values show cards.
	Type string
}

// felts holds the table cloths: lit, plain and shaded tone.
var felts = [][3]string{
	{"#2fb877", "#0c7a4c", "#03301f"},
	{"#3a86e0", "#14489c", "#061a44"},
	{"#d8455c", "#8a1430", "#360412"},
	{"#8a5ae0", "#4a2298", "#1a083e"},
	{"#2ab4b8", "#0b6a78", "#032a34"},
	{"#d89a3c", "#8a5414", "#361c04"},
}

// rooms holds the muted hue families, which suit a studio.
var rooms = []palette{palettes[0], palettes[6], palettes[4], palettes[8], palettes[2], palettes[5], palettes[11], palettes[7]}

// Table draws a live table, 640×400: a studio, a backlit dealer and the felt in front.
func Table(spec TableSpec) []byte {
	r := newRng(spec.ID, 3)
	c := newCanvas(640, 400, idPrefix("t", uint64(int64(spec.ID))), spec.Name, rooms[int(spread(spec.ID)*float64(len(rooms)))])
	felt := felts[r.intn(len(felts))]
	c.room(r)
	kind := strings.ToLower(spec.Type)
	x := []float64{320, 250, 390}[r.intn(3)]
	side := []float64{1, -1}[r.intn(2)] // which side of the dealer the wheel stands on
	switch kind {
	case "roulette":
		x = 320 - side*90
	case "sicbo":
		x = 320 - side*165
	case "gameshow":
		c.part("moneywheel", map[string]string{"x": num(320 + side*110)})
		x = 320 - side*120
	}
	c.dealer(r, x)
	c.part("felt", map[string]string{"0": felt[0], "1": felt[1], "2": felt[2]})
	switch kind {
	case "roulette":
		c.rouletteTable(r, side)
	case "blackjack":
		c.blackjackTable(r)
	case "baccarat":
		c.pairsTable(r, "P", "B", "#2f7bf0", "#e0283f")
	case "dragontiger":
		c.pairsTable(r, "D", "T", "#e0283f", "#f0a01c")
	case "gameshow":
		c.numberStrip()
		c.chipStacks(r, 60, 352, 2)
		c.chipStacks(r, 530, 352, 2)
	case "sicbo":
		c.diceTable(r)
	default:
		c.pokerTable(r)
	}
	c.draw(`<path d="M0 0H640V400H0z" fill="{c #00000000@62 #0a040288@100}"/><path fill="{v #0a040200@74 #0a040277}" d="M0 0h640v400H0z"/>`)
	return c.bytes()
}

// room draws the studio behind the dealer.
func (c *canvas) room(r *rng) {
	c.draw(`<path fill="{v $4 $3@50 $4}" d="M0 0h640v400H0z"/>`)
	c.glow(320, 130, 330, "#ffc98a", 0.6)
	switch r.intn(3) {
	case 0: // arches
		c.part("arches", nil)
	case 1: // slats with strips of light
		c.part("slats", nil)
	default: // a screen with a skyline of soft lights
		c.draw(`<rect x="60" y="24" width="520" height="220" rx="14" fill="{v $4 $3@60 $2}" stroke="#ffdf9a" stroke-opacity=".7" stroke-width="2.5"/>`)
		d := "M64 240"
		for x := 64.0; x < 576; {
			s := math.Min(r.between(16, 40), 576-x)
			d += "V" + num(r.between(110, 200)) + "h" + num(s)
			x += s
		}
		lights := ""
		for range 46 {
			lights += "M" + num(r.between(70, 568)) + " " + num(r.between(150, 236)) + "h2"
		}
		c.drawf(`<path d="%sV240z" fill="$4" opacity=".6"/><path d="%s" stroke="#ffdf9a" stroke-width="2" opacity=".6"/>`, d, lights)
	}
	for range 14 {
		c.drawf(`<circle cx="%s" cy="%s" r="%s" fill="%s" opacity="%s"/>`, num(r.between(0, 640)), num(r.between(10, 210)), num(r.between(5, 20)), []string{"#ffe2a8", "#ffc878", "$1"}[r.intn(3)], num2(r.between(0.1, 0.34)))
	}
}

// dealer draws a backlit croupier with waistcoat and bow tie.
func (c *canvas) dealer(r *rng, x float64) {
	skin := [][2]string{{"#f0b894", "#8a4a34"}, {"#d89a70", "#6a3420"}, {"#a86a48", "#43200f"}, {"#f6c8a8", "#9a5844"}}[r.intn(4)]
	hair := []string{"#1c1012", "#3a2014", "#5a341a", "#120e18", "#7a4a22"}[r.intn(5)]
	vest := []string{"#1a1420", "#3a0c1c", "#0e1c38", "#12281e"}[r.intn(4)]
	tie := []string{"#d8a83c", "#c81f3c", "#e8e4dc"}[r.intn(3)]
	woman := []string{"yes", ""}[r.intn(2)]
	c.part("dealer", map[string]string{
		"x": num(x), "rim": c.depth("rim", 1), "hair": hair, "light": skin[0], "dark": skin[1], "vest": vest, "tie": tie, "woman": woman,
	})
}
