package art

import "math"

// palette is one hue family: from the light behind the hero to the dark of the corners, and the two
// tones of the lettering.
type palette struct {
	name   string
	hue    int    // degrees; motifs of a near hue are not chosen as the hero
	glow   string // $1, the light
	mid    string // $2
	deep   string // $3
	ink    string // $4, outlines and corners
	light  string // $5, lettering, upper
	accent string // $6, lettering, lower
}

// palettes go round the colour circle; their order is what the walk below relies on.
var palettes = []palette{
	{"crimson", 352, "#ff9a7a", "#cf1f3c", "#6a0a28", "#220310", "#fff6d6", "#ffb63a"},
	{"ember", 20, "#ffcf7d", "#ee6320", "#8a250f", "#280a07", "#fffbe2", "#ffd54a"},
	{"amber", 40, "#fff0ae", "#eb9a1c", "#8c440c", "#2a1204", "#ffffff", "#ffe58c"},
	{"lime", 86, "#f1ffa8", "#78b81f", "#2a6416", "#0a1d09", "#fffde0", "#ffd843"},
	{"emerald", 155, "#a6ffd0", "#13a067", "#055542", "#021b17", "#fffbe0", "#ffcd4d"},
	{"teal", 182, "#a0fff2", "#0d98a4", "#064a60", "#031824", "#ffffff", "#ffe07a"},
	{"azure", 212, "#aee4ff", "#1f80e6", "#0c378e", "#040e30", "#ffffff", "#ffd75e"},
	{"indigo", 240, "#b9c3ff", "#4d4fe0", "#241c86", "#0b072e", "#ffffff", "#8ef0ff"},
	{"violet", 270, "#e0b4ff", "#8735de", "#3e1286", "#130330", "#fffbe8", "#ffcd55"},
	{"magenta", 312, "#ffb2ea", "#cb259f", "#660d68", "#200428", "#ffffff", "#ffe169"},
	{"rose", 338, "#ffd0d8", "#ea4d83", "#8f164d", "#2a0419", "#ffffff", "#ffeaa6"},
	{"sunset", 330, "#ffd793", "#e6567c", "#57206e", "#150628", "#ffffff", "#ffe08a"},
}

// stride is the walk's step on the circle of palettes. Its multiples up to the eighth all keep a
// twelfth of the circle away from zero, so that ids beside each other are far apart in colour and ids
// below each other, in grids of up to eight columns, are never of one family. (The golden ratio is
// better on the whole, but its eighth multiple almost closes the circle.)
const stride = 0.4474

// paletteFor walks the hue families by id.
func paletteFor(id int) palette {
	return palettes[int(walk(id)*float64(len(palettes)))]
}

// walk is the low-discrepancy step of an id, 0 ≤ x < 1.
func walk(id int) float64 {
	f := float64(id) * stride
	return f - math.Floor(f)
}

// hueGap is the distance of two hues on the circle, 0…180.
func hueGap(a, b int) int {
	d := (a - b) % 360
	if d < 0 {
		d += 360
	}
	return min(d, 360-d)
}

// tint exchanges the families that turn a night scene brown for others that stay as far from the
// neighbours on the walk.
func (t theme) tint(p palette) palette {
	if t.name != "space" && t.name != "neon" {
		return p
	}
	switch p.name {
	case "ember":
		return palettes[0]
	case "amber":
		return palettes[5]
	case "lime":
		return palettes[4]
	}
	return p
}
