package config_test

import (
	"os"
	"regexp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/config"
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
		got, err := config.Contrast(row.a, row.b)
		require.NoError(t, err)
		assert.InDelta(t, row.want, got, 0.005, "%s on %s", row.a, row.b)
	}
	for _, colour := range []string{"", "#FFF", "red", "#GGGGGG", "0A12200"} {
		_, err := config.Contrast(colour, "#000000")
		assert.Error(t, err, "%q is accepted", colour)
	}
}

func TestFamiliesAreThoseOfTheSite(t *testing.T) {
	raw, err := os.ReadFile("../../web/scripts/fonts.ts")
	require.NoError(t, err)
	var shipped []string
	for _, m := range regexp.MustCompile(`family: '(\w[^']+)'`).FindAllStringSubmatch(string(raw), -1) {
		shipped = append(shipped, m[1])
	}
	slices.Sort(shipped)
	assert.Equal(t, config.Families, shipped, "the site has %q", shipped)
}
