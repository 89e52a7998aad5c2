package art

import (
	"math"
	"strings"
	"unicode"
)

// box bounds lettering.
type box struct{ x, y, w, h float64 }

// warp is a deformation of lines.
type warp int

const (
	flat  warp = iota
	lens       // taller in the middle
	arch       // both lines on a bow
	climb      // leaning and rising to the right
)

// grain is the output unit of lettering in picture units. Long titles have small letters, where a coarser
// unit saves a fifth of the bytes.
const (
	grain       = 0.2
	coarseGrain = 0.4
	longTitle   = 16 // letters
)

// metals holds the fills of letters: enamel in the palette's tones, gold and chrome with a hard horizon.
var metals = map[string]string{
	"enamel": `{v #fff $5@28 $6@80}`,
	"gold":   `{v #fffbdc #ffd958@40 #fff0a8@47 #e2931a@53 #ffc93c@82 #fff0b0}`,
	"chrome": `{v #fff #e6f0ff@40 #fff@47 #8fa6dc@53 #dfe9ff@84 #fff}`,
}

// line is a line of a title with its layout.
type line struct {
	text          string
	size, squeeze float64 // px per grid unit; squeeze narrows further where shrinking alone gets too small
	base, width   float64
}

// drawTitle draws a title in at most two lines inside b, aligned to the bottom.
func (c *canvas) drawTitle(title, faceName, metal string, b box, w warp) {
	f := faces[faceName]()
	rows := breakTitle(f, title)
	if n := len(rows); n > 0 && strings.ContainsAny(rows[n-1], hanging) {
		b.h -= 9 // room for what hangs below the line
	}
	lines := layLines(f, rows, b)
	unit := grain
	if len([]rune(title)) > longTitle {
		unit = coarseGrain
	}
	capH := b.h
	for i, l := range lines {
		capH = math.Min(capH, l.size*f.cap)
		left := b.x + (b.w-l.width)/2
		d := f.outline(l.text, 0, func(p point) (int, int) {
			x, y := left+p.x*l.size*l.squeeze, l.base+p.y*l.size
			x, y = w.bend(x, y, l.base, f.cap*l.size, i, len(lines), b)
			return int(math.Round(x / unit)), int(math.Round(y / unit))
		})
		c.define("t"+num(float64(i)), `<path id="%[1]s" d="%[2]s"/>`, d)
	}
	c.letterLayers(len(lines), metals[metal], unit, math.Max(0.55, math.Min(1.1, capH/34)))
}

// letterLayers draws shadow, dark outline, coloured rim and face of n lines. weight is 1 for letters of
// normal height and less for smaller ones, whose outlines are thinner.
func (c *canvas) letterLayers(n int, fill string, unit, weight float64) {
	c.drawf(`<g transform="scale(%s)" stroke-linejoin="round">`, num2(unit))
	layer := func(down, stroke float64, attrs string) {
		for i := range n {
			c.drawf(`<use href="#%s" y="%s" stroke-width="%s" %s/>`, c.id("t"+num(float64(i))), num(down*weight/unit), num(stroke*weight/unit), attrs)
		}
	}
	layer(4.4, 12.4, `fill="$4" stroke="$4"`)
	layer(0.8, 12.4, `fill="$4" stroke="$4"`)
	layer(1.4, 6, `fill="$3" stroke="{v $2 $3}"`)
	layer(0, 0.6, `fill="`+fill+`" stroke="#fff" stroke-opacity=".55"`)
	c.draw(`</g>`)
}

// bend moves a point of line i of n.
func (w warp) bend(x, y, base, capH float64, i, n int, b box) (float64, float64) {
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
	return x, y
}

// breakTitle splits a title into the two lines closest in length; one word stays one line.
func breakTitle(f *face, title string) []string {
	words := strings.Fields(title)
	if len(words) == 0 {
		return nil
	}
	best, at := math.Inf(1), 0
	for i := 1; i < len(words); i++ {
		a := f.width(strings.Join(words[:i], " "), 0)
		z := f.width(strings.Join(words[i:], " "), 0)
		// Short words join the next line: "Book / of Gold", not "Book of / Gold".
		cost := math.Max(a, z)
		if i > 1 && len([]rune(words[i-1])) <= 2 {
			cost *= 1.15
		}
		if cost < best {
			best, at = cost, i
		}
	}
	if at == 0 || f.width(title, 0) < 5.2*f.cap {
		return []string{strings.Join(words, " ")}
	}
	return []string{strings.Join(words[:at], " "), strings.Join(words[at:], " ")}
}

// layLines computes sizes and baselines: each line is as large as width and height allow and at most 1.6
// times as large as the other.
func layLines(f *face, texts []string, b box) []line {
	if len(texts) == 0 {
		return nil
	}
	sizes := make([]float64, len(texts))
	smallest := math.Inf(1)
	for i, t := range texts {
		sizes[i] = b.w / f.width(t, 0)
		smallest = math.Min(smallest, sizes[i])
	}
	// Narrowing long words by up to a fifth gains height.
	tallest := b.h / f.cap
	if len(texts) == 1 {
		tallest *= 0.74
	}
	var total float64
	for i := range sizes {
		sizes[i] = math.Min(math.Min(sizes[i]*1.22, tallest), smallest*1.22*1.6)
		total += sizes[i] * f.cap
	}
	gap := 0.0
	if len(texts) > 1 {
		gap = lineGap(texts[0], texts[1]) * b.h
	}
	if total > b.h-gap {
		for i := range sizes {
			sizes[i] *= (b.h - gap) / total
		}
	}
	out := make([]line, len(texts))
	y := b.y + b.h
	for i := len(texts) - 1; i >= 0; i-- {
		full := f.width(texts[i], 0) * sizes[i]
		squeeze := math.Min(1, b.w/full)
		out[i] = line{text: texts[i], size: sizes[i], squeeze: squeeze, base: y, width: full * squeeze}
		y -= sizes[i]*f.cap + gap
	}
	return out
}

// hanging and rising are the letters that reach below the baseline or above the capitals.
const (
	hanging = "ÇŞçşgjpqyğ,"
	rising  = "ĞİÖÜÂÎÛÄÁÉÈÍÓÚÑ"
)

// lineGap returns the gap between two lines as a fraction of the height: more where a cedilla would meet a
// dot.
func lineGap(upper, lower string) float64 {
	gap := 0.12
	if strings.ContainsAny(upper, hanging) {
		gap += 0.05
	}
	if strings.ContainsAny(lower, rising) {
		gap += 0.05
	}
	return gap
}

// drawLine draws one small line. anchor is 0 (left), 0.5 or 1.
func (c *canvas) drawLine(text, faceName string, x, base, capH, maxW, track, anchor float64, attrs string) {
	f := faces[faceName]()
	size := math.Min(capH/f.cap, maxW/f.width(text, track))
	left := x - f.width(text, track)*size*anchor
	d := f.outline(text, track, func(p point) (int, int) {
		return int(math.Round((left + p.x*size) / grain)), int(math.Round((base + p.y*size) / grain))
	})
	c.drawf(`<path transform="scale(.2)" d="%s" %s/>`, d, attrs)
}

// capitals converts a title to upper case by the rules of its language: Turkish i becomes İ.
func capitals(title, lang string) string {
	if lang == "tr" {
		return strings.ToUpperSpecial(unicode.TurkishCase, title)
	}
	return strings.ToUpper(title)
}
