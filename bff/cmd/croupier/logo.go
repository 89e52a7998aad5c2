package main

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"croupier/bff"
)

// Sizes of the drawn logos, those of the header and of icons.
const (
	markSize   = 40
	logoHeight = 40
	letter     = 15 // width of a letter of the name, about
)

// drawLogos draws the three logo files of a brand: its initial on its gradient, and beside it its name in the text
// colour of each mode.
func drawLogos(name string, t bff.Theme) map[string][]byte {
	initial, _ := utf8.DecodeRuneInString(name)
	gradient := fmt.Sprintf(`<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="%s"/><stop offset="1" stop-color="%s"/></linearGradient></defs>`, t.Gradient.From, t.Gradient.To)
	mark := func(ink string) string {
		return fmt.Sprintf(`<rect width="%d" height="%d" rx="%d" fill="url(#g)"/>`, markSize, markSize, min(t.Radius, markSize/2)) +
			text(markSize/2, 28, "middle", 24, ink, strings.ToUpper(string(initial)))
	}
	wide := func(p bff.Palette) []byte {
		width := markSize + 12 + letter*utf8.RuneCountInString(name)
		return svg(name, width, logoHeight, gradient+mark(p.OnAccent)+text(markSize+12, 28, "start", 24, p.Text, name))
	}
	return map[string][]byte{
		"mark.svg":  svg(name, markSize, markSize, gradient+mark(t.Modes.Dark.OnAccent)),
		"dark.svg":  wide(t.Modes.Dark),
		"light.svg": wide(t.Modes.Light),
	}
}

func svg(label string, width, height int, content string) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-label="%s">%s</svg>`+"\n",
		width, height, width, height, html.EscapeString(label), content)
}

func text(x, y int, anchor string, size int, colour, content string) string {
	return fmt.Sprintf(`<text x="%d" y="%d" text-anchor="%s" font-family="system-ui,sans-serif" font-weight="700" font-size="%d" fill="%s">%s</text>`,
		x, y, anchor, size, colour, html.EscapeString(content))
}
