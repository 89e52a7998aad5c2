package art

import (
	"math"
	"strings"
)

// ProviderSpec names a game provider.
type ProviderSpec struct {
	ID   int
	Name string
}

// LogoSpec names a bank or a payment method.
type LogoSpec struct {
	Name string
	Kind string // bank, card, wallet, crypto, qr, transfer, phone, voucher; anything else: a plain sign
}

// signs are the marks of providers, 40×40 round the origin, drawn in one tone.
var signs = []string{
	`<path d="M0-19 16.5-9.5V9.5L0 19-16.5 9.5V-9.5zM0-9-8-4.5V4.5L0 9 8 4.5V-4.5z" fill-rule="evenodd"/>`,
	`<path d="M-19 8C-12-4-4-4 2 4 7 10 13 9 19-2 17 12 8 19-1 17-8 15-11 8-19 8zM-19-6C-12-18-4-18 2-10 7-4 13-5 19-16 17-2 8 5-1 3-8 1-11-6-19-6z"/>`,
	`<path d="M6-18A18.5 18.5 0 1 0 18 8 15 15 0 1 1 6-18zM11-12 13-6 19-4 13-2 11 4 9-2 3-4 9-6z"/>`,
	`<path d="M-19-10C-8-12 0-8 4 0 8-10 14-15 20-17 18-4 14 10-2 18 2 10 0 4-4 2-10 0-16-4-19-10z"/>`,
	`<path d="M-17 18V0A17 17 0 0 1 17 0V18H9V0A9 9 0 0 0-9 0V18zM-4 18V4H4V18z"/>`,
	`<path d="M0-20 6-6 20 0 6 6 0 20-6 6-20 0-6-6z"/>`,
	`<path d="M-18-18H18V-9H-8V-4H12V5H-8V18H-18z"/>`,
	`<path d="M0-19A19 19 0 1 1 0 19 19 19 0 1 1 0-19zM0-8A8 8 0 1 0 0 8 8 8 0 1 0 0-8zM-19-3H-6V3H-19zM6-3H19V3H6z" fill-rule="evenodd"/>`,
	`<path d="M-20 16-6-16H2L-8 6H2L10-16H20L6 16H-2L4 0H-8L-12 16z"/>`,
	`<path d="M0 20C-14 10-19 0-14-12-9-6-5-8 0-20 5-8 9-6 14-12 19 0 14 10 0 20zM0 12C5 7 6 2 0-5-6 2-5 7 0 12z" fill-rule="evenodd"/>`,
	`<path d="M-18-16H-8L0-4 8-16H18L5 3V17H-5V3z"/>`,
	`<path d="M-18 14A20 20 0 0 1 18 14L10 17A12 12 0 0 0-10 17zM-4-18H4V0H-4zM-18-10-12-14-3 2-9 6zM18-10 12-14 3 2 9 6z"/>`,
}

// methodSigns are the marks of ways to pay.
var methodSigns = map[string]string{
	"bank":     `<path d="M0-19 19-8V-4H-19V-8zM-15-1H-9V11H-15zM-3-1H3V11H-3zM9-1H15V11H9zM-19 14H19V19H-19z"/>`,
	"card":     `<path d="M-17-14H17Q20-14 20-11V11Q20 14 17 14H-17Q-20 14-20 11V-11Q-20-14-17-14zM-20-7V-1H20V-7zM-14 5V9H-3V5z" fill-rule="evenodd"/>`,
	"wallet":   `<path d="M-16-15H12Q15-15 15-12V-9H17Q20-9 20-6V12Q20 15 17 15H-16Q-20 15-20 11V-11Q-20-15-16-15zM9-1V7H20V-1zM-14-10V-7H11V-10z" fill-rule="evenodd"/>`,
	"crypto":   `<path d="M0-20 17-10V10L0 20-17 10V-10zM-6-10V10H3C12 10 12 0 6-1 10-3 9-10 2-10zM-1-6H1C4-6 4-2 1-2H-1zM-1 2H2C5 2 5 6 2 6H-1z" fill-rule="evenodd"/>`,
	"qr":       `<path d="M-19-19H-3V-3H-19zM-14-14V-8H-8V-14zM3-19H19V-3H3zM8-14V-8H14V-14zM-19 3H-3V19H-19zM-14 8V14H-8V8zM3 3H9V9H3zM11 9H19V13H11zM3 13H9V19H3zM13 15H19V19H13z" fill-rule="evenodd"/>`,
	"transfer": `<path d="M-19-10H8V-17L20-6.5 8 4V-3H-19zM19 10H-8V3L-20 13.5-8 24V17H19z" transform="translate(0-3)scale(.92)"/>`,
	"phone":    `<path d="M-9-20H9Q12-20 12-17V17Q12 20 9 20H-9Q-12 20-12 17V-17Q-12-20-9-20zM-8-14V11H8V-14zM-3 14V16.5H3V14z" fill-rule="evenodd"/>`,
	"voucher":  `<path d="M-20-13H20V-5A5 5 0 0 0 20 5V13H-20V5A5 5 0 0 0-20-5zM-3-9V-5H0V-9zM-3-2V2H0V-2zM-3 5V9H0V5z" fill-rule="evenodd"/>`,
}

// Provider draws a provider's word-mark, 240×64, in one tone that reads on dark and on light.
func Provider(spec ProviderSpec) []byte {
	seed := hash(spec.Name)
	face := []string{"tech", "slab", "serif", "round"}[seed>>8%4]
	return wordmark("p", spec.Name, signs[uint64(int64(spec.ID))%uint64(len(signs))], face, walk(spec.ID)*360)
}

// Method draws the mark of a way to pay, 240×64.
func Method(spec LogoSpec) []byte {
	sign, ok := methodSigns[spec.Kind]
	if !ok {
		sign = signs[hash(spec.Name)%uint64(len(signs))]
	}
	return wordmark("m", spec.Name, sign, "tech", float64(hash(spec.Name)%360))
}

// Bank draws a bank's mark, 240×64.
func Bank(spec LogoSpec) []byte {
	return wordmark("b", spec.Name, signs[hash(spec.Name)%uint64(len(signs))], []string{"slab", "serif", "round"}[hash(spec.Name)>>8%3], float64(hash(spec.Name)%360))
}

// wordmark sets sign and name side by side, centred as a pair.
func wordmark(kind, name, sign, faceName string, hue float64) []byte {
	if faceName == "serif" && strings.ContainsRune(name, 'i') {
		// Its small letters are small capitals without a dot, which would turn a Turkish i into ı.
		faceName = "slab"
	}
	tone := evenTone(hue)
	c := newCanvas(240, 64, idPrefix(kind, hash(name)), name, palettes[0])
	const capH, room = 19.0, 176.0
	f := faces[faceName]()
	width := math.Min(room, float64(len([]rune(name)))*capH)
	if f.has(name) {
		width = math.Min(room, f.width(name, 8)*capH/f.cap)
	}
	left := (240 - width - 50) / 2
	c.drawf(`<g transform="translate(%s 32)" fill="%s">%s</g>`, num(left+20), tone, sign)
	c.drawLine(name, faceName, left+50, 32+capH/2, capH, room, 8, 0, `fill="`+tone+`"`)
	return c.bytes()
}

// evenTone is the tone of a hue whose luminance lies midway, so that its contrast is about 4:1 both
// on a near-black and on a near-white page.
func evenTone(hue float64) string {
	lo, hi := 0.0, 1.0
	for range 20 {
		mid := (lo + hi) / 2
		if luminance(hsl(hue, 0.72, mid)) < 0.185 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hexColour(hsl(hue, 0.72, lo))
}

// hsl gives red, green and blue, 0…1.
func hsl(h, s, l float64) [3]float64 {
	a := s * math.Min(l, 1-l)
	f := func(n float64) float64 {
		k := math.Mod(n+h/30, 12)
		return l - a*math.Max(-1, math.Min(math.Min(k-3, 9-k), 1))
	}
	return [3]float64{f(0), f(8), f(4)}
}

// luminance is the relative luminance of WCAG 2.
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
	const digits = "0123456789abcdef"
	out := []byte{'#'}
	for _, v := range rgb {
		n := int(math.Round(v * 255))
		out = append(out, digits[n>>4], digits[n&15])
	}
	return string(out)
}
