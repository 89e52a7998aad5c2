package world

import (
	"math/rand/v2"
	"strconv"
)

// words are the vocabularies of one theme. Openers and nouns of one language combine
// freely; they were chosen so that every pair reads like a title.
type words struct {
	theme              string
	trOpeners, trNouns []string
	enOpeners, enNouns []string
}

// perLanguage is how many titles a theme gets in each of its two languages.
const perLanguage = 26

// title is a slot's name with what its words say about it.
type title struct {
	name, lang, theme string
	board             bool // a table game rather than reels
}

// titles draws every slot's name: perLanguage Turkish and perLanguage English ones a
// theme, none twice.
func titles(rng *rand.Rand) []title {
	var out []title
	seen := map[string]bool{}
	draw := func(theme, lang string, openers, nouns []string, board bool) {
		openers, nouns = shuffled(rng, openers), shuffled(rng, nouns)
		for k, made := 0, 0; made < perLanguage; k++ {
			// Walking both lists at once spreads every word evenly; the second term
			// shifts the nouns each time the openers come round.
			name := openers[k%len(openers)] + " " + nouns[(k+k/len(openers)*3)%len(nouns)]
			if seen[Fold(name)] {
				continue
			}
			seen[Fold(name)] = true
			out = append(out, title{name: name, lang: lang, theme: theme, board: board})
			made++
		}
	}
	for _, w := range vocabularies {
		draw(w.theme, "tr", w.trOpeners, w.trNouns, w.theme == "cards")
		draw(w.theme, "en", w.enOpeners, w.enNouns, false)
	}
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// decorate adds what slot makers add to a title: the mechanic, or the number of lines.
func decorate(rng *rand.Rand, name, kind string) string {
	switch {
	case kind == TypeWays && rng.IntN(3) == 0:
		return name + " Ways"
	case kind == TypeClassic && rng.IntN(4) == 0:
		return name + " " + strconv.Itoa(pick(rng, []int{5, 10, 20, 40, 100}))
	case kind == Type3D && rng.IntN(3) == 0:
		return name + " 3D"
	case kind == TypeVideo && rng.IntN(12) == 0:
		return name + " Deluxe"
	}
	return name
}

func shuffled(rng *rand.Rand, from []string) []string {
	out := append([]string(nil), from...)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
