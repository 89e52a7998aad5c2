package calls

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/games/lines"
)

func TestMaximumWinsAreThoseOfTheMachines(t *testing.T) {
	for volatility, want := range maxWins {
		m, err := lines.New(96, lines.Volatility(volatility))
		require.NoError(t, err)
		assert.EqualValues(t, want, m.MaxTimes(), volatility)
	}
}
