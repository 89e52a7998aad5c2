package art

import (
	"embed"
	"strconv"
	"strings"

	"croupier/bff/mock/webpage"
)

// dataFiles holds the drawings that are pure data. Each file is a table: one row per line, columns
// separated by tabs, comments after "#".
//
//go:embed data
var dataFiles embed.FS

// rows reads a table of dataFiles. It panics if the file is missing.
func rows(name string) [][]string {
	raw, err := dataFiles.ReadFile("data/" + name)
	if err != nil {
		panic(err)
	}
	var out [][]string
	for line := range strings.Lines(string(raw)) {
		if !strings.HasPrefix(line, "# ") {
			out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
		}
	}
	return out
}

// part draws a fixed part of the picture with the given values. Parts are SVG files in canvas.draw's notation.
func (c *canvas) part(name string, values map[string]string) {
	raw, err := dataFiles.ReadFile("data/" + name + ".svg")
	if err != nil {
		panic(err) // embedded files: a test draws every part
	}
	c.draw(strings.ReplaceAll(webpage.Fill(string(raw), values), "\n", ""))
}

// anyHue marks a motif without a dominant colour (steel, paper, black and white).
const anyHue = -1

// motif is one drawing in the box -50…50, upright, light from above left.
type motif struct {
	name  string
	hue   int      // dominant hue in degrees, or anyHue
	stems []string // beginnings of title words, without Turkish marks, that choose the motif as the hero
	svg   string
}

// motifs holds the motifs by theme. The theme "promo" holds the heroes of slides about an offer.
var motifs = func() map[string][]motif {
	out := map[string][]motif{}
	for _, r := range rows("motifs.txt") {
		out[r[0]] = append(out[r[0]], motif{name: r[1], hue: atoi(r[2]), stems: strings.Fields(r[3]), svg: r[4]})
	}
	return out
}()

// offerMotif returns the slide hero of a subject.
func offerMotif(subject string) (motif, bool) {
	for _, m := range motifs["promo"] {
		if m.name == subject {
			return m, true
		}
	}
	return motif{}, false
}

// palettes holds the hue families in the order of the colour circle; paletteFor relies on the order.
var palettes = func() (out []palette) {
	for _, r := range rows("palettes.txt") {
		out = append(out, palette{r[0], atoi(r[1]), r[2], r[3], r[4], r[5], r[6], r[7]})
	}
	return out
}()

// marks holds the marks of word-marks by kind: "provider", chosen by number, and one per kind of
// payment method. They measure 40×40 around the origin and are drawn in one tone.
var marks = func() map[string][]string {
	out := map[string][]string{}
	for _, r := range rows("marks.txt") {
		out[r[0]] = append(out[r[0]], r[1])
	}
	return out
}()

// iconRows holds the line icons in the order of their keys.
var iconRows = rows("icons.txt")

// CategoryIcon draws the line icon of a category, 24×24 in currentColor. Unknown keys get "all".
func CategoryIcon(key string) []byte {
	body := iconRows[0][1]
	for _, r := range iconRows {
		if r[0] == key {
			body = r[1]
		}
	}
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">` + body + `</svg>`)
}

// IconKeys returns the keys of all icons in order.
func IconKeys() []string {
	keys := make([]string, len(iconRows))
	for i, r := range iconRows {
		keys[i] = r[0]
	}
	return keys
}

// atoi reads an integer of the tables; a test checks the tables.
func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
