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
		c.moneyWheel(320+side*110, 150, 150)
		x = 320 - side*120
	}
	c.dealer(r, x)
	c.feltTable(felt)
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
		for i := range 5 {
			c.drawf(`<path transform="translate(%d 0)" d="M-58 300V96C-58 50-30 24 0 8 30 24 58 50 58 96V300z" fill="{v $3 $4}" fill-opacity=".75" stroke="{v #ffe0a0 #c8862c00}" stroke-width="3"/>`, i*140+40)
		}
	case 1: // slats with strips of light
		for i := range 16 {
			c.drawf(`<path d="M%d 0h26v300h-26z" fill="{h $3 $4}" fill-opacity=".7"/>`, i*42-8)
		}
		c.draw(`<g fill="#ffe6b0" opacity=".85"><path d="M70 0h5v290h-5zM196 0h5v290h-5zM448 0h5v290h-5zM574 0h5v290h-5z"/></g>`)
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
	woman := r.intn(2) == 0
	c.drawf(`<g transform="translate(%s 196)scale(2.4)"%s>`, num(x), c.depth("rim", 1))
	if woman {
		c.drawf(`<path d="M1-44C15-45 20-35 19-24 18-14 23-8 25 4 22 13 12 12 9 6H-9C-13 12-22 12-25 3-22-8-18-14-19-24-19-36-12-44 1-44z" fill="%s"/>`, hair)
	}
	c.drawf(`<path d="M-50 60C-50 30-42 16-24 10-13 6-7 3-7-6H7C7 3 13 6 24 10 42 16 50 30 50 60z" fill="{v #fdf6f2 #b9aab4@40 #54465a}"/>`)
	c.drawf(`<path d="M-15 7C-12 16-6 24 0 31 6 24 12 16 15 7L27 12C32 22 34 40 34 60H-34C-34 40-32 22-27 12z" fill="{h %s #4a3c50@32 %s@62}"/><path d="M-15 7C-12 16-6 24 0 31V60M15 7C12 16 6 24 0 31" fill="none" stroke="#000" stroke-opacity=".35" stroke-width="1.2"/><path d="M-27 12C-32 22-34 40-34 60M27 12C32 22 34 40 34 60" fill="none" stroke="#000" stroke-opacity=".3" stroke-width="1.5"/><circle cx="0" cy="38" r="1.2" fill="#e8c878"/>`, vest, vest)
	c.drawf(`<path d="M-8 4C-5 9-2 10 0 13 2 10 5 9 8 4L7-9H-7z" fill="{v %s@0 %s@60}"/>`, skin[1], skin[0])
	c.drawf(`<path d="M-9 3-1 12-8 17-13 6zM9 3 1 12 8 17 13 6z" fill="#fff"/><path d="M0 13-9 8.5V18zM0 13 9 8.5V18z" fill="%s"/><circle cy="13.2" r="2.3" fill="%s"/>`, tie, tie)
	c.drawf(`<path d="M0-39C10-39 14-32 14-24 14-13 7-3.5 0-2.5-7-3.5-14-13-14-24-14-32-10-39 0-39z" fill="{h %s %s@55 %s}"/>`, skin[1], skin[0], skin[0])
	c.drawf(`<path d="M-9-23.5q3.5-2.4 6.8-.6M9-23.5q-3.5-2.4-6.8-.6" fill="none" stroke="%s" stroke-width="1.3" stroke-linecap="round" stroke-opacity=".85"/><path d="M-8.3-19.8Q-5.6-22.2-2.8-19.6M8.3-19.8Q5.6-22.2 2.8-19.6" fill="none" stroke="#1c0e0c" stroke-width="1.7" stroke-linecap="round"/><path d="M.4-18-1.2-13.2H1" fill="none" stroke="%s" stroke-width=".9" stroke-opacity=".7"/><path d="M-4-8.8Q-1.8-10-0-9.3 1.8-10 4-8.8 0-5.6-4-8.8z" fill="#a23c46"/>`, hair, skin[1])
	if woman {
		c.drawf(`<path d="M-15-15C-18-32-12-43 1-43 14-43 18-32 15-14 15-22 12-30 3-35-2-30-13-28-15-15z" fill="%s"/><path d="M-11-34C-7-39 0-41 8-38" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="1.8" stroke-linecap="round"/>`, hair)
	} else {
		c.drawf(`<path d="M-14.5-20C-18-36-10-44 2-43.5 13-44 18-35 14.5-20 14-25 12.5-29 10-31 3-29-6-30-11-33-12.5-29-14-25-14.5-20z" fill="%s"/><path d="M-9-38.5C-4-41 4-41 9-37.5" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="1.8" stroke-linecap="round"/>`, hair)
	}
	c.draw(`<path d="M-50 62V20H50V62z" fill="{v #12060a00 #12060acc}"/></g>`)
}

// feltTable draws the curved table in front: padded rail, gold line, cloth.
func (c *canvas) feltTable(felt [3]string) {
	c.draw(`<path d="M-60 420V300C100 224 540 224 700 300V420z" fill="{v #8a5028 #3a1a0a@30 #1a0a04}"/><path d="M-60 312C100 232 540 232 700 312" fill="none" stroke="#ffca8a" stroke-opacity=".5" stroke-width="2.5"/>`)
	c.drawf(`<path d="M-60 420V332C110 254 530 254 700 332V420z" fill="{c %s %s@55 %s}" stroke="{h #8a5a14 #ffe9a8@40 #ffe9a8@60 #8a5a14}" stroke-width="3.5"/>`, felt[0], felt[1], felt[2])
	c.draw(`<path d="M-60 372C120 290 520 290 700 372" fill="none" stroke="#fff" stroke-opacity=".22" stroke-width="2"/>`)
}
