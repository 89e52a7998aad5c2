// Package art draws the pictures of the demo casino as SVG: slot covers, live-table scenes, slides
// and word-marks.
//
// All functions are pure: the same spec yields the same bytes. Drawings are SVG fragments with the
// shorthands of canvas.draw. The folder data has most of them, in tables (columns separated by
// tabs) and templates.
package art

import (
	"embed"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"croupier/bff/internal/lists"
	"croupier/bff/mock/webpage"
)

//go:embed data
var dataFiles embed.FS

// rows reads a table of dataFiles. It panics if the file is missing.
func rows(name string) (out [][]string) {
	raw, err := dataFiles.ReadFile("data/" + name)
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(raw)) {
		if !strings.HasPrefix(line, "# ") {
			out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return out
}

func table[T any](name string, item func(row []string) T) []T { return lists.Map(rows(name), item) }

// grouped reads a table of items by its first column.
func grouped[T any](name string, item func(row []string) T) map[string][]T {
	out := map[string][]T{}
	for _, r := range rows(name) {
		out[r[0]] = append(out[r[0]], item(r))
	}
	return out
}

// fragment returns a fixed part of a picture, an SVG file in canvas.draw's notation, with the given
// values.
func fragment(name string, values map[string]string) string {
	raw, err := dataFiles.ReadFile("data/" + name + ".svg")
	if err != nil {
		panic(err) // embedded files: a test draws every part
	}
	return strings.ReplaceAll(webpage.Fill(string(raw), values), "\n", "")
}

// numbered names values by their place: {{0}}, {{1}}.
func numbered(values ...string) map[string]string {
	out := map[string]string{}
	for i, value := range values {
		out[strconv.Itoa(i)] = value
	}
	return out
}

func (c *canvas) part(name string, values map[string]string) { c.draw(fragment(name, values)) }

// anyHue marks a motif without a dominant colour (steel, paper, black and white).
const anyHue = -1

// motif is one drawing in the box -50…50, upright, light from above left.
type motif struct {
	name  string
	hue   int      // dominant hue in degrees, or anyHue
	stems []string // beginnings of title words, without Turkish marks, that choose the motif as the hero
	svg   string
	edge  string // its outline, for shadow, rim and shade
}

// motifs are the motifs by theme. The theme "promo" contains the heroes of slides about an offer,
// and "dealer" the edges of dealers.
var motifs = grouped("motifs.txt", func(r []string) motif {
	return motif{name: r[1], hue: int(atof(r[2])), stems: strings.Fields(r[3]), svg: r[4], edge: r[5]}
})

// named returns the motif of a theme with a name. It reports false if there is none.
func named(theme, name string) (motif, bool) {
	return lists.Find(motifs[theme], func(m motif) bool { return m.name == name })
}

type theme struct {
	name, face string
	metal      string // of half the titles; the others are enamel
	sparkle    string // the particles in the air: star, dot, bubble, petal or dash
	scene      []layer
}

var themes = table("themes.txt", func(r []string) theme { return theme{r[0], r[1], r[2], r[3], scenes[r[0]]} })

// Themes returns the names of all themes in a fixed order.
func Themes() []string { return table("themes.txt", func(r []string) string { return r[0] }) }

// themeFor returns the theme of a name. The seed chooses one for an empty or unknown name.
func themeFor(name string, r rng) theme {
	chosen := r.IntN(len(themes))
	if i := slices.IndexFunc(themes, func(t theme) bool { return t.name == name }); i >= 0 {
		chosen = i
	}
	return themes[chosen]
}

// unmarked replaces the Turkish letters of a title with plain ones.
var unmarked = strings.NewReplacer("ç", "c", "Ç", "c", "ğ", "g", "Ğ", "g", "ı", "i", "İ", "i", "ö", "o", "Ö", "o",
	"ş", "s", "Ş", "s", "ü", "u", "Ü", "u", "â", "a", "Â", "a", "î", "i", "û", "u")

// pick shuffles the motifs and puts the one first that the title names, or one whose colour differs
// from the palette's.
func (t theme) pick(r rng, p palette, title string) []motif {
	picked := slices.Clone(motifs[t.name])
	r.Shuffle(len(picked), func(i, j int) { picked[i], picked[j] = picked[j], picked[i] })
	hero := -1
	for word := range strings.FieldsSeq(strings.ToLower(unmarked.Replace(title))) {
		begins := func(stem string) bool { return strings.HasPrefix(word, stem) }
		if hero < 0 {
			hero = slices.IndexFunc(picked, func(m motif) bool { return slices.ContainsFunc(m.stems, begins) })
		}
	}
	if hero < 0 {
		hero = slices.IndexFunc(picked, func(m motif) bool {
			gap := (m.hue - p.hue + 360) % 360
			return m.hue == anyHue || min(gap, 360-gap) > 34
		})
	}
	hero = max(hero, 0)
	picked[0], picked[hero] = picked[hero], picked[0]
	return picked
}

// palette is one hue family: the colours $1 to $6 go from light to dark, then the two tones of the
// lettering.
type palette struct {
	hue     int
	colours [6]string
}

var palettes = table("palettes.txt", func(r []string) palette { return palette{int(atof(r[1])), [6]string(r[2:])} })

// stride is the step per id on the circle of palettes. Its first eight multiples are at least a
// twelfth of the circle away from zero, so that neighbours in a grid differ in colour.
const stride = 0.4474

// choose returns the element of an id by a low-discrepancy sequence.
func choose[T any](id int, from []T) T {
	f := float64(id) * stride
	return from[int((f-math.Floor(f))*float64(len(from)))]
}

// atof reads a number of the tables. A test checks the tables.
func atof(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// rng is a random source whose sequence depends on its seed alone.
type rng struct{ *rand.Rand }

// newRng seeds a source. salt separates the sources of one id.
func newRng(id int, salt uint64) rng { return rng{rand.New(rand.NewPCG(uint64(int64(id)), salt))} }

func (r rng) between(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

// hash derives a seed (FNV-1a) from a name, for pictures without an id.
func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}
