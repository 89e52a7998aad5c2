package art

import (
	"fmt"
	"math"
	"strings"
)

// ProviderSpec describes the word-mark of a game provider.
type ProviderSpec struct {
	ID   int
	Name string
}

// LogoSpec describes the word-mark of a bank or a payment method.
type LogoSpec struct {
	Name string
	Kind string // bank, card, wallet, crypto, qr, transfer, phone, voucher; otherwise a neutral mark
}

// Provider draws the word-mark of a provider, 240×64, in one tone for a white ground.
func Provider(spec ProviderSpec) []byte {
	seed := hash(spec.Name)
	face := []string{"tech", "slab", "serif", "round"}[seed>>8%4]
	return wordmark("p", spec.Name, providerMark(uint64(int64(spec.ID))), face, spread(spec.ID)*360)
}

// Method draws the word-mark of a payment method, 240×64.
func Method(spec LogoSpec) []byte {
	mark := providerMark(hash(spec.Name))
	if m := marks[spec.Kind]; len(m) == 1 {
		mark = m[0]
	}
	return wordmark("m", spec.Name, mark, "tech", float64(hash(spec.Name)%360))
}

// Bank draws the word-mark of a bank, 240×64.
func Bank(spec LogoSpec) []byte {
	return wordmark("b", spec.Name, providerMark(hash(spec.Name)), []string{"slab", "serif", "round"}[hash(spec.Name)>>8%3], float64(hash(spec.Name)%360))
}

func providerMark(n uint64) string { return marks["provider"][n%uint64(len(marks["provider"]))] }

// wordmark draws a mark and a name side by side, centred as a pair.
func wordmark(kind, name, mark, faceName string, hue float64) []byte {
	if faceName == "serif" && strings.ContainsRune(name, 'i') {
		// Its small letters are small capitals without a dot, which would turn a Turkish i into ı.
		faceName = "slab"
	}
	tone := darkTone(hue)
	c := newCanvas(240, 64, idPrefix(kind, hash(name)), name, palettes[0])
	const capH, room = 19.0, 176.0
	f := faces[faceName]()
	width := math.Min(room, float64(len([]rune(name)))*capH)
	if f.has(name) {
		width = math.Min(room, f.width(name, 8)*capH/f.cap)
	}
	left := (240 - width - 50) / 2
	c.drawf(`<g transform="translate(%s 32)" fill="%s">%s</g>`, num(left+20), tone, mark)
	c.drawLine(name, faceName, left+50, 32+capH/2, capH, room, 8, 0, `fill="`+tone+`"`)
	return c.bytes()
}

// darkTone returns the tone of a hue whose contrast on a nearly white ground is at least 4.5:1. The site shows logos on one in both modes.
func darkTone(hue float64) string {
	lo, hi := 0.0, 1.0
	for range 20 {
		mid := (lo + hi) / 2
		if luminance(hsl(hue, 0.72, mid)) < 0.15 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hexColour(hsl(hue, 0.72, lo))
}

// hsl returns red, green and blue, 0…1.
func hsl(h, s, l float64) [3]float64 {
	a := s * math.Min(l, 1-l)
	f := func(n float64) float64 {
		k := math.Mod(n+h/30, 12)
		return l - a*math.Max(-1, math.Min(math.Min(k-3, 9-k), 1))
	}
	return [3]float64{f(0), f(8), f(4)}
}

// luminance returns the relative luminance of WCAG 2.
func luminance(rgb [3]float64) float64 {
	lin := func(v float64) float64 {
		if v <= 0.04045 {
			return v / 12.92
		}
		return math.Pow((v+0.055)/1.055, 2.4)
	}
	return 0.2126*lin(rgb[0]) + 0.7152*lin(rgb[1]) + 0.0722*lin(rgb[2])
}

func hexColour(rgb [3]float64) string {
	b := func(i int) int { return int(math.Round(rgb[i] * 255)) }
	return fmt.Sprintf("#%02x%02x%02x", b(0), b(1), b(2))
}
