package art

import (
	"embed"
	"fmt"
	"math"
	"strings"
	"sync"
	"unicode"
)

// Outlines of the display faces. See glyphs/OFL.txt. lettering uses outlines instead of <text>, so
// that it looks the same where the faces are not installed.
//
//go:embed glyphs/*.txt
var glyphFiles embed.FS

// glyph is a letter on the grid of 400 units per em. y points down, the baseline is 0. Its outline
// is relative path data that starts and ends at the origin, so that outlines can be joined.
type glyph struct {
	advance float64
	outline string
}

type face struct {
	cap    float64
	glyphs map[rune]glyph
	kern   map[[2]rune]float64
}

var faces = sync.OnceValue(func() map[string]*face {
	out := map[string]*face{}
	for _, name := range []string{"round", "serif", "slab", "tech"} {
		table, err := glyphFiles.ReadFile("glyphs/" + name + ".txt")
		if err != nil {
			panic(err)
		}
		out[name] = parseFace(string(table))
	}
	return out
})

// parseFace parses a table: "cap N", lines of "letter advance outline", and pairs after "kern".
func parseFace(table string) *face {
	f := &face{glyphs: map[rune]glyph{}, kern: map[[2]rune]float64{}}
	for line := range strings.Lines(table) {
		name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "cap":
			f.cap = atof(rest)
		case "kern":
			for pair := range strings.FieldsSeq(rest) {
				r := []rune(pair)
				f.kern[[2]rune{r[0], r[1]}] = atof(string(r[2:]))
			}
		default:
			advance, outline, _ := strings.Cut(rest, " ")
			f.glyphs[[]rune(name)[0]] = glyph{atof(advance), outline}
		}
	}
	return f
}

func (f *face) width(text string, track float64) float64 {
	var x float64
	f.walk(text, track, func(_ glyph, _, end float64) { x = end })
	return x
}

func (f *face) walk(text string, track float64, visit func(g glyph, start, end float64)) {
	var x float64
	var last rune
	for _, r := range text {
		g, ok := f.glyphs[r]
		if !ok {
			g = glyph{advance: 96}
		}
		x += f.kern[[2]rune{last, r}]
		visit(g, x, x+g.advance)
		x += g.advance + track
		last = r
	}
}

// outline returns the path data of a line. rise returns how far a letter is up by its place from -1
// to 1.
func (f *face) outline(text string, track float64, rise func(at float64) float64) string {
	var b strings.Builder
	var x, y int
	middle := f.width(text, track) / 2
	f.walk(text, track, func(g glyph, start, end float64) {
		left, up := int(math.Round(start)), -int(math.Round(rise((start+end)/2/middle-1)))
		fmt.Fprintf(&b, "m%d %d%s", left-x, up-y, g.outline)
		x, y = left, up
	})
	return b.String()
}

type box struct{ x, y, w, h float64 }

// warp is how far letters are above the baseline: by a slope, on a bow of the first or the second
// line, and all.
type warp struct{ slope, first, second, all float64 }

// warps are two lines that bulge, twice as likely as two on one bow, a slope and none.
var warps = []warp{{first: 7, second: -4}, {first: 7, second: -4}, {first: 13, second: 13, all: -6}, {slope: 9}, {}}

// metals are the fills of letters: enamel in the palette's tones, gold and chrome with a hard
// horizon.
var metals = map[string]string{
	"enamel": `{v #fff $5@28 $6@80}`,
	"gold":   `{v #fffbdc #ffd958@40 #fff0a8@47 #e2931a@53 #ffc93c@82 #fff0b0}`,
	"chrome": `{v #fff #e6f0ff@40 #fff@47 #8fa6dc@53 #dfe9ff@84 #fff}`,
}

// line is a line of a title with its layout. size is in picture units per grid unit.
type line struct {
	text       string
	size, base float64
}

// drawTitle draws a title in at most two lines inside b, aligned to the bottom. Smaller letters
// have thinner outlines.
func (c *canvas) drawTitle(title, faceName, metal string, b box, w warp) {
	f := faces()[faceName]
	lines := layLines(f, breakTitle(f, title), b)
	weight := math.Min(1.1, b.h/34)
	for i, l := range lines {
		weight = math.Max(0.55, math.Min(weight, l.size*f.cap/34))
		bow := []float64{w.first, w.second}[i]
		d := f.outline(l.text, 0, func(at float64) float64 { return (w.slope*at + bow*(1-at*at) + w.all) / l.size })
		left := b.x + (b.w-f.width(l.text, 0)*l.size)/2
		fmt.Fprintf(&c.defs, `<path id="%st%d" transform="translate(%s %s)scale(%s)" d="%s"/>`,
			c.prefix, i, num(left), num(l.base), num2(l.size), d)
	}
	c.draw(`<g stroke-linejoin="round">`)
	layer := func(down, stroke float64, attrs string) {
		for i, l := range lines {
			c.drawf(`<use href="#%st%d" y="%s" stroke-width="%s" %s/>`, c.prefix, i, num(down*weight),
				num(stroke*weight/l.size), attrs)
		}
	}
	layer(2.6, 14.6, `fill="$4" stroke="$4"`)
	layer(1.4, 6, `fill="$3" stroke="{v $2 $3}"`)
	layer(0, 0.6, `fill="`+metals[metal]+`" stroke="#fff" stroke-opacity=".55"`)
	c.draw(`</g>`)
}

// breakTitle splits a title into the two lines closest in length. One word stays one line.
func breakTitle(f *face, title string) []string {
	words := strings.Fields(title)
	best, at := math.Inf(1), 0
	for i := 1; i < len(words); i++ {
		cost := math.Max(f.width(strings.Join(words[:i], " "), 0), f.width(strings.Join(words[i:], " "), 0))
		// Short words join the next line: "Book / of Gold", not "Book of / Gold".
		if i > 1 && len([]rune(words[i-1])) <= 2 {
			cost *= 1.15
		}
		if cost < best {
			best, at = cost, i
		}
	}
	switch {
	case len(words) == 0:
		return nil
	case at == 0 || f.width(title, 0) < 5.2*f.cap:
		return []string{strings.Join(words, " ")}
	}
	return []string{strings.Join(words[:at], " "), strings.Join(words[at:], " ")}
}

const hanging = "ÇŞçşgjpqyğ,"

// layLines computes sizes and baselines: each line is as large as fits and at most 1.6 times as
// large as the other.
func layLines(f *face, texts []string, b box) []line {
	if len(texts) == 0 {
		return nil
	}
	if strings.ContainsAny(texts[len(texts)-1], hanging) {
		b.h -= 9
	}
	smallest := math.Inf(1)
	for _, t := range texts {
		smallest = math.Min(smallest, b.w/f.width(t, 0))
	}
	gap, tallest, total := 0.17*b.h, b.h/f.cap, 0.0
	if len(texts) == 1 {
		gap, tallest = 0, tallest*0.74
	}
	out := make([]line, len(texts))
	for i, t := range texts {
		size := min(b.w/f.width(t, 0), tallest, smallest*1.6)
		out[i] = line{text: t, size: size}
		total += size * f.cap
	}
	y, shrink := b.y+b.h, math.Min(1, (b.h-gap)/total)
	for i := len(out) - 1; i >= 0; i-- {
		l := &out[i]
		l.size *= shrink
		l.base = y
		y -= l.size*f.cap + gap
	}
	return out
}

// drawLine draws one small line. anchor is 0 (left), 0.5 or 1.
func (c *canvas) drawLine(text, faceName string, x, base, capH, maxW, track, anchor float64, attrs string) {
	f := faces()[faceName]
	size := math.Min(capH/f.cap, maxW/f.width(text, track))
	left := x - f.width(text, track)*size*anchor
	d := f.outline(text, track, func(float64) float64 { return 0 })
	c.drawf(`<path transform="translate(%s %s)scale(%s)" d="%s" %s/>`, num(left), num(base), num2(size), d, attrs)
}

// capitals converts a title to upper case by the rules of its language: Turkish i becomes İ.
func capitals(title, lang string) string {
	if lang == "tr" {
		return strings.ToUpperSpecial(unicode.TurkishCase, title)
	}
	return strings.ToUpper(title)
}
