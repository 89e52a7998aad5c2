package art

import "math"

// palette is one hue family, from the light behind the hero to the dark corners, with the two tones of the
// lettering.
type palette struct {
	name   string
	hue    int    // degrees; motifs of a similar hue are not chosen as the hero
	glow   string // $1, the light
	mid    string // $2
	deep   string // $3
	ink    string // $4, outlines and corners
	light  string // $5, lettering, upper
	accent string // $6, lettering, lower
}

// stride is the step per id on the circle of palettes. Its first eight multiples are at least a twelfth of
// the circle away from zero, so that neighbours differ in colour and pictures in one column of a grid of up
// to eight columns never share a family. (The eighth multiple of the golden ratio is too close to zero.)
const stride = 0.4474

// paletteFor returns the palette of an id.
func paletteFor(id int) palette {
	return palettes[int(spread(id)*float64(len(palettes)))]
}

// spread maps an id to a low-discrepancy sequence, 0 ≤ x < 1.
func spread(id int) float64 {
	f := float64(id) * stride
	return f - math.Floor(f)
}

// hueGap returns the distance of two hues on the circle, 0…180.
func hueGap(a, b int) int {
	d := (a - b) % 360
	if d < 0 {
		d += 360
	}
	return min(d, 360-d)
}

// tint replaces the families that turn night scenes brown with others that are as far from their
// neighbours in the sequence.
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
