package art

import (
	"embed"
	"strconv"
	"strings"
	"sync"
)

// Outlines of the display faces; see glyphs/OFL.txt. Lettering uses outlines instead of <text>, so that it
// looks the same where the faces are not installed.
//
//go:embed glyphs/*.txt
var glyphFiles embed.FS

// em is the number of grid units per em of the outline tables.
const em = 400.0

// point is a position on the grid; y points down, the baseline is 0.
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

// face is one parsed outline table.
type face struct {
	cap    float64
	glyphs map[rune]glyph
	kern   map[[2]rune]float64
}

// faces holds the faces by name; they are parsed on first use.
var faces = map[string]func() *face{"round": loadFace("round"), "serif": loadFace("serif"), "slab": loadFace("slab"), "tech": loadFace("tech")}

func loadFace(name string) func() *face {
	return sync.OnceValue(func() *face {
		table, err := glyphFiles.ReadFile("glyphs/" + name + ".txt")
		if err != nil {
			panic(err)
		}
		return parseFace(string(table))
	})
}

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
			f.glyphs[[]rune(fields[0])[0]] = glyph{advance: atof(fields[1]), outline: parseOutline(fields[2:])}
		}
	}
	return f
}

func parseOutline(fields []string) []segment {
	var out []segment
	for i := 0; i < len(fields); {
		op := fields[i][0]
		n := map[byte]int{'M': 1, 'L': 1, 'Q': 2, 'C': 3, 'Z': 0}[op]
		s := segment{op: op}
		for k := range n {
			s.pts = append(s.pts, point{atof(strings.TrimLeft(fields[i+2*k], "MLQC")), atof(fields[i+2*k+1])})
		}
		out = append(out, s)
		i += max(1, 2*n)
	}
	return out
}

// atof reads a number of the tables; a test checks the tables.
func atof(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// has reports whether the face has all letters of a text. Missing letters are drawn as spaces.
func (f *face) has(text string) bool {
	for _, r := range text {
		if _, ok := f.glyphs[r]; !ok && r != ' ' {
			return false
		}
	}
	return true
}

// width returns the length of a line in grid units, with track added after each letter.
func (f *face) width(text string, track float64) float64 {
	var x float64
	f.walk(text, track, func(_ glyph, _, end float64) { x = end })
	return x
}

// walk visits the glyphs of a line with their start and end.
func (f *face) walk(text string, track float64, visit func(g glyph, start, end float64)) {
	var x float64
	var last rune
	for _, r := range text {
		g, ok := f.glyphs[r]
		if !ok {
			g = glyph{advance: em * 0.24}
		}
		x += f.kern[[2]rune{last, r}]
		visit(g, x, x+g.advance)
		x += g.advance + track
		last = r
	}
}

// outline returns the path data of a line. The place function converts grid points (x along the line, y
// from the baseline, up negative) to whole output units and may warp them.
func (f *face) outline(text string, track float64, place func(point) (int, int)) string {
	var b strings.Builder
	f.walk(text, track, func(g glyph, start, _ float64) {
		var cx, cy, sx, sy int
		for _, s := range g.outline {
			if s.op == 'Z' {
				b.WriteByte('z')
				cx, cy = sx, sy
				continue
			}
			pts := make([][2]int, len(s.pts))
			for i, p := range s.pts {
				x, y := place(point{p.x + start, p.y})
				pts[i] = [2]int{x, y}
			}
			end := pts[len(pts)-1]
			if s.op == 'M' {
				b.WriteByte('M')
				writePair(&b, end[0], end[1], true)
				sx, sy = end[0], end[1]
			} else {
				b.WriteByte(s.op + 'a' - 'A')
				for i, p := range pts {
					writePair(&b, p[0]-cx, p[1]-cy, i == 0)
				}
			}
			cx, cy = end[0], end[1]
		}
	})
	return b.String()
}

// writePair writes two numbers with the fewest separators that path data allows.
func writePair(b *strings.Builder, x, y int, first bool) {
	if !first && x >= 0 {
		b.WriteByte(' ')
	}
	b.WriteString(strconv.Itoa(x))
	if y >= 0 {
		b.WriteByte(' ')
	}
	b.WriteString(strconv.Itoa(y))
}
