package config

import (
	"fmt"
	"math"
	"strconv"

	"croupier/bff"
)

// Families are the font families that the player site has files of (web/scripts/fonts.ts). Others are
// drawn with a font of the visitor's device.
var Families = []string{
	"Cormorant Garamond Variable", "IBM Plex Sans Arabic", "IBM Plex Sans Variable", "Inter Variable", "Manrope Variable", "Sora Variable",
}

// The least contrasts of WCAG 2.2, level AA: of text (1.4.3), and of what marks the focus (1.4.11).
const (
	TextContrast = 4.5
	MarkContrast = 3
)

// Contrast returns the contrast ratio of two colours #RRGGBB by WCAG 2.2, from 1 to 21.
func Contrast(a, b string) (float64, error) {
	la, err := luminance(a)
	if err != nil {
		return 0, err
	}
	lb, err := luminance(b)
	if err != nil {
		return 0, err
	}
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05), nil
}

// luminance is the relative luminance of WCAG 2.2.
func luminance(colour string) (float64, error) {
	if len(colour) != len("#RRGGBB") || colour[0] != '#' {
		return 0, fmt.Errorf("colour %q: want #RRGGBB", colour)
	}
	rgb, err := strconv.ParseUint(colour[1:], 16, 32)
	if err != nil {
		return 0, fmt.Errorf("colour %q: want #RRGGBB", colour)
	}
	linear := func(shift uint) float64 {
		c := float64(rgb>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0), nil
}

// pair is a colour with what it is drawn on.
type pair struct {
	Mode                   string // dark or light
	Foreground, Background string // colour roles of a brand file: text, surface_raised, gradient.from
	Colours                [2]string
	Least                  float64 // contrast of AA
}

// pairs returns the pairs of colours that players have to read or to see, in both modes.
func pairs(t bff.Theme) []pair {
	type role struct{ name, colour string }
	var out []pair
	add := func(mode string, foreground, background role, least float64) {
		out = append(out, pair{mode, foreground.name, background.name, [2]string{foreground.colour, background.colour}, least})
	}
	for _, mode := range []struct {
		name string
		bff.Palette
	}{{"dark", t.Modes.Dark}, {"light", t.Modes.Light}} {
		p := mode.Palette
		bg := role{"bg", p.BG}
		for _, behind := range []role{bg, {"surface", p.Surface}, {"surface_raised", p.SurfaceRaised}} {
			for _, text := range []role{
				{"text", p.Text}, {"text_dim", p.TextDim}, {"accent", p.Accent}, {"positive", p.Positive}, {"negative", p.Negative}, {"warning", p.Warning},
			} {
				add(mode.name, text, behind, TextContrast)
			}
		}
		// Buttons and badges are filled with the gradient.
		for _, behind := range []role{{"gradient.from", t.Gradient.From}, {"gradient.to", t.Gradient.To}} {
			add(mode.name, role{"on_accent", p.OnAccent}, behind, TextContrast)
		}
		add(mode.name, role{"focus", p.Focus}, bg, MarkContrast)
	}
	return out
}
