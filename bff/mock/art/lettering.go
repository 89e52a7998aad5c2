package art

import (
	"embed"
	"fmt"
	"math"
	"strings"
	"sync"
	"unicode"
)

// Outlines of the display faces; see glyphs/OFL.txt. Lettering uses outlines instead of <text>, so that it
// looks the same where the faces are not installed.
//
//go:embed glyphs/*.txt
var glyphFiles embed.FS

// point is a position on the grid of 400 units per em; y points down, the baseline is 0.
type point struct{ x, y float64 }

// segment is one outline command: M, L, Q or C with its points, or Z.
type segment struct {
	op  byte
	pts []point
}

type glyph struct {
	advance float64
	outline []segment
}

type face struct {
	cap    float64
	glyphs map[rune]glyph
	kern   map[[2]rune]float64
}

// faces returns the faces by name.
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
		fields := strings.Fields(line)
		switch fields[0] {
		case "cap":
			f.cap = atof(fields[1])
		case "kern":
			for _, pair := range fields[1:] {
				r := []rune(pair)
				f.kern[[2]rune{r[0], r[1]}] = atof(string(r[2:]))
			}
		default:
			g := glyph{advance: atof(fields[1])}
			for i := 2; i < len(fields); {
				s := segment{op: fields[i][0]}
				for range map[byte]int{'M': 1, 'L': 1, 'Q': 2, 'C': 3}[s.op] {
					s.pts = append(s.pts, point{atof(strings.TrimLeft(fields[i], "MLQC")), atof(fields[i+1])})
					i += 2
				}
				if s.op == 'Z' {
					i++
				}
				g.outline = append(g.outline, s)
			}
			f.glyphs[[]rune(fields[0])[0]] = g
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

// grain is the output unit of lettering in picture units: outlines have whole numbers, which are short.
const grain = 0.4

// outline returns the path data of a line in units of grain. The place function converts grid points (x
// along the line, y from the baseline, up negative) to the picture and may warp them.
func (f *face) outline(text string, track float64, place func(point) point) string {
	var b strings.Builder
	var at, start [2]int
	f.walk(text, track, func(g glyph, left, _ float64) {
		for _, s := range g.outline {
			if s.op == 'Z' {
				b.WriteByte('z')
				at = start
				continue
			}
			b.WriteByte(s.op + 'a' - 'A')
			var end [2]int
			for _, p := range s.pts {
				to := place(point{p.x + left, p.y})
				end = [2]int{int(math.Round(to.x / grain)), int(math.Round(to.y / grain))}
				fmt.Fprintf(&b, "%d %d ", end[0]-at[0], end[1]-at[1])
			}
			if at = end; s.op == 'M' {
				start = at
			}
		}
	})
	return b.String()
}

// box bounds lettering.
type box struct{ x, y, w, h float64 }

type warp int

const (
	flat  warp = iota
	lens       // taller in the middle
	arch       // both lines on a bow
	climb      // leaning and rising to the right
)

// metals holds the fills of letters: enamel in the palette's tones, gold and chrome with a hard horizon.
var metals = map[string]string{
	"enamel": `{v #fff $5@28 $6@80}`,
	"gold":   `{v #fffbdc #ffd958@40 #fff0a8@47 #e2931a@53 #ffc93c@82 #fff0b0}`,
	"chrome": `{v #fff #e6f0ff@40 #fff@47 #8fa6dc@53 #dfe9ff@84 #fff}`,
}

// line is a line of a title with its layout; size is in picture units per grid unit.
type line struct {
	text       string
	size, base float64
}

// drawTitle draws a title in at most two lines inside b, aligned to the bottom: shadow, dark outline,
// coloured rim and face. Smaller letters have thinner outlines.
func (c *canvas) drawTitle(title, faceName, metal string, b box, w warp) {
	f := faces()[faceName]
	lines := layLines(f, breakTitle(f, title), b)
	capH := b.h
	for i, l := range lines {
		capH = math.Min(capH, l.size*f.cap)
		left := b.x + (b.w-f.width(l.text, 0)*l.size)/2
		d := f.outline(l.text, 0, func(p point) point {
			return w.bend(left+p.x*l.size, l.base+p.y*l.size, l.base, f.cap*l.size, i, len(lines), b)
		})
		fmt.Fprintf(&c.defs, `<path id="%st%d" d="%s"/>`, c.prefix, i, d)
	}
	c.drawf(`<g transform="scale(%s)" stroke-linejoin="round">`, num2(grain))
	weight := math.Max(0.55, math.Min(1.1, capH/34)) / grain
	layer := func(down, stroke float64, attrs string) {
		for i := range lines {
			c.drawf(`<use href="#%st%d" y="%s" stroke-width="%s" %s/>`, c.prefix, i, num(down*weight), num(stroke*weight), attrs)
		}
	}
	layer(4.4, 12.4, `fill="$4" stroke="$4"`)
	layer(0.8, 12.4, `fill="$4" stroke="$4"`)
	layer(1.4, 6, `fill="$3" stroke="{v $2 $3}"`)
	layer(0, 0.6, `fill="`+metals[metal]+`" stroke="#fff" stroke-opacity=".55"`)
	c.draw(`</g>`)
}

func (w warp) bend(x, y, base, capH float64, i, n int, b box) point {
	u := (x - b.x - b.w/2) / (b.w / 2)
	bow := 1 - u*u
	switch w {
	case flat:
	case lens:
		up := (base - y) / capH
		if i == 0 {
			y -= up * bow * 9
		}
		if i == n-1 {
			y += (1 - up) * bow * 4
		}
	case arch:
		y -= bow*13 - 6
	case climb:
		x += (base - y) * 0.16
		y -= u * 9
	}
	return point{x, y}
}

// breakTitle splits a title into the two lines closest in length; one word stays one line.
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

// hanging are the letters that reach below the baseline.
const hanging = "ÇŞçşgjpqyğ,"

// layLines computes sizes and baselines: each line is as large as width and height allow and at most 1.6
// times as large as the other.
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
	d := f.outline(text, track, func(p point) point { return point{left + p.x*size, base + p.y*size} })
	c.drawf(`<path transform="scale(%s)" d="%s" %s/>`, num2(grain), d, attrs)
}

// capitals converts a title to upper case by the rules of its language: Turkish i becomes İ.
func capitals(title, lang string) string {
	if lang == "tr" {
		return strings.ToUpperSpecial(unicode.TurkishCase, title)
	}
	return strings.ToUpper(title)
}
