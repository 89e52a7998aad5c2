package art

// anyHue marks a motif without a dominant colour (steel, paper, black and white).
const anyHue = -1

// motif is one drawing in the box -50…50, upright, light from above left.
type motif struct {
	name string
	hue  int // dominant hue in degrees, or anyHue
	svg  string
}

// theme joins what belongs together: motifs, the scene behind them and the lettering.
type theme struct {
	name    string
	scene   func(c *canvas, r *rng, w, h float64)
	face    string
	metal   string // of half the titles; the others are enamel
	motifs  []motif
	sparkle string // the small thing in the air: star, dot, bubble, petal, ember
}

// pick shuffles the motifs and brings the hero to the front: the one that the title names, else one
// whose colour stands off the palette.
func (t theme) pick(r *rng, p palette, title string) []motif {
	order := make([]int, len(t.motifs))
	for i := range order {
		order[i] = i
	}
	for i := len(order) - 1; i > 0; i-- {
		j := r.intn(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	named := t.spokenOf(title)
	for i, at := range order {
		m := t.motifs[at]
		if at == named || named < 0 && (m.hue == anyHue || hueGap(m.hue, p.hue) > 34) {
			order[0], order[i] = order[i], order[0]
			break
		}
	}
	picked := make([]motif, len(order))
	for i, at := range order {
		picked[i] = t.motifs[at]
	}
	return picked
}
