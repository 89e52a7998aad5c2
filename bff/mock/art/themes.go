package art

// themes in their fixed order; the position is what a seed chooses.
var themes = []theme{
	{"fruit", fruitScene, "round", "enamel", fruitMotifs, "star"},
	{"gems", gemScene, "serif", "chrome", gemMotifs, "star"},
	{"anatolia", anatoliaScene, "serif", "gold", anatoliaMotifs, "petal"},
	{"sea", seaScene, "round", "enamel", seaMotifs, "bubble"},
	{"space", spaceScene, "tech", "chrome", spaceMotifs, "star"},
	{"desert", desertScene, "serif", "gold", desertMotifs, "dot"},
	{"forest", forestScene, "round", "gold", forestMotifs, "dot"},
	{"neon", neonScene, "tech", "chrome", neonMotifs, "dash"},
	{"sweets", sweetsScene, "round", "enamel", sweetsMotifs, "petal"},
	{"myth", mythScene, "serif", "gold", mythMotifs, "dot"},
	{"cards", cardScene, "slab", "gold", cardMotifs, "star"},
	{"gold", goldScene, "slab", "gold", goldMotifs, "dot"},
}

// Themes names every theme that CoverSpec and SlideSpec take, in a fixed order.
func Themes() []string {
	names := make([]string, len(themes))
	for i, t := range themes {
		names[i] = t.name
	}
	return names
}

// themeFor finds a theme by name; an empty or unknown name is chosen by the seed.
func themeFor(name string, r *rng) theme {
	drawn := themes[r.intn(len(themes))]
	for _, t := range themes {
		if t.name == name {
			return t
		}
	}
	return drawn
}
