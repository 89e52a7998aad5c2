package theme_test

import (
	"math"
	"os"
	"regexp"
	"slices"
	"testing"

	"croupier/bff/theme"
)

func TestContrast(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want float64
	}{
		{"#000000", "#FFFFFF", 21},
		{"#ffffff", "#000000", 21},
		{"#777777", "#FFFFFF", 4.48}, // the examples of WCAG: just below AA
		{"#767676", "#FFFFFF", 4.54}, // and just above
		{"#FF0000", "#FFFFFF", 4.00},
		{"#0A1220", "#0A1220", 1},
	} {
		if got, err := theme.Contrast(row.a, row.b); err != nil || math.Abs(got-row.want) > 0.005 {
			t.Errorf("%s on %s: %.3f, %v, want %.2f", row.a, row.b, got, err, row.want)
		}
	}
	for _, colour := range []string{"", "#FFF", "red", "#GGGGGG", "0A12200"} {
		if _, err := theme.Contrast(colour, "#000000"); err == nil {
			t.Errorf("%q is accepted", colour)
		}
	}
}

func TestFamiliesAreThoseOfTheSite(t *testing.T) {
	raw, err := os.ReadFile("../../web/src/styles/fonts.css")
	if err != nil {
		t.Fatal(err)
	}
	var shipped []string
	for _, m := range regexp.MustCompile(`font-family: '([^']+)';`).FindAllStringSubmatch(string(raw), -1) {
		if family := m[1]; family != "Text Fallback" && !slices.Contains(shipped, family) { // metrics of the fallback, not a font
			shipped = append(shipped, family)
		}
	}
	slices.Sort(shipped)
	if !slices.Equal(shipped, theme.Families) {
		t.Errorf("the site has %q", shipped)
	}
}
