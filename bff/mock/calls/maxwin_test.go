package calls

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/mock/games/cluster"
	"croupier/bff/mock/games/lines"
	"croupier/bff/mock/games/slots"
)

func TestMaximumWinsAreThoseOfTheMachines(t *testing.T) {
	for page, byVolatility := range maxWins {
		for volatility, want := range byVolatility {
			assert.Equal(t, int64(want), machineMaximum(t, page, slots.Volatility(volatility)), "%s %s %d", page, volatility, want)
		}
	}
}

func machineMaximum(t *testing.T, page string, v slots.Volatility) (most int64) {
	t.Helper()
	const rtp = 96
	var err error
	switch page {
	case "cluster":
		most, err = maximumOf(cluster.New(rtp, v))
	default:
		most, err = maximumOf(lines.New(rtp, v))
	}
	require.NoError(t, err)
	return most
}

func maximumOf[Grid any](m *slots.Machine[Grid], err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return m.MaxTimes(), nil
}
