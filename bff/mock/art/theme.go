package art

import "strings"

// theme combines motifs, the scene behind them and the lettering.
type theme struct {
	name    string
	scene   func(c *canvas, r *rng, w, h float64)
	face    string
	metal   string // of half the titles; the others are enamel
	sparkle string // the particles in the air: star, dot, bubble, petal or dash
}

// themes is ordered; a seed chooses by position.
var themes = []theme{
	{"fruit", fruitScene, "round", "enamel", "star"},
	{"gems", gemScene, "serif", "chrome", "star"},
	{"anatolia", anatoliaScene, "serif", "gold", "petal"},
	{"sea", seaScene, "round", "enamel", "bubble"},
	{"space", spaceScene, "tech", "chrome", "star"},
	{"desert", desertScene, "serif", "gold", "dot"},
	{"forest", forestScene, "round", "gold", "dot"},
	{"neon", neonScene, "tech", "chrome", "dash"},
	{"sweets", sweetsScene, "round", "enamel", "petal"},
	{"myth", mythScene, "serif", "gold", "dot"},
	{"cards", cardScene, "slab", "gold", "star"},
	{"gold", goldScene, "slab", "gold", "dot"},
}

// Themes returns the names of all themes in a fixed order.
func Themes() []string {
	names := make([]string, len(themes))
	for i, t := range themes {
		names[i] = t.name
	}
	return names
}

// themeFor returns the theme of a name. The seed chooses one for an empty or unknown name.
func themeFor(name string, r *rng) theme {
	chosen := themes[r.intn(len(themes))]
	for _, t := range themes {
		if t.name == name {
			return t
		}
	}
	return chosen
}

// pick shuffles the motifs and puts the hero first: the one that the title names, otherwise one whose
// colour differs from the palette's.
func (t theme) pick(r *rng, p palette, title string) []motif {
	all := motifs[t.name]
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	for i := len(order) - 1; i > 0; i-- {
		j := r.intn(i + 1)
		order[i], order[j] = order[j], order[i]
	}
	named := t.namedBy(title)
	for i, at := range order {
		if m := all[at]; at == named || named < 0 && (m.hue == anyHue || hueGap(m.hue, p.hue) > 34) {
			order[0], order[i] = order[i], order[0]
			break
		}
	}
	picked := make([]motif, len(order))
	for i, at := range order {
		picked[i] = all[at]
	}
	return picked
}

// unmarked replaces the Turkish letters of a title with plain ones.
var unmarked = strings.NewReplacer("ç", "c", "Ç", "c", "ğ", "g", "Ğ", "g", "ı", "i", "İ", "i", "ö", "o", "Ö", "o",
	"ş", "s", "Ş", "s", "ü", "u", "Ü", "u", "â", "a", "Â", "a", "î", "i", "û", "u")

// namedBy returns the index of the motif that the first matching word of a title names, or -1.
func (t theme) namedBy(title string) int {
	for word := range strings.FieldsSeq(strings.ToLower(unmarked.Replace(title))) {
		for i, m := range motifs[t.name] {
			for _, stem := range m.stems {
				if strings.HasPrefix(word, stem) {
					return i
				}
			}
		}
	}
	return -1
}
