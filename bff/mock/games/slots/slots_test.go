package slots

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMixReturnsWhatIsAskedFor(t *testing.T) {
	returns := [2]float64{0.9, 0.98}
	for _, c := range []struct{ rtp, want float64 }{{90, 90}, {94, 94}, {96.37, 96.37}, {98, 98}, {0, 90}, {150, 98}} {
		got := NewMix(c.rtp, returns).RTP()
		assert.True(t, !(math.Abs(got-c.want) > 1e-9), "asked for %v %%, returns %v %%, want %v %%", c.rtp, got, c.want)
	}
}

func TestMixDrawsRichVariantWithItsProbability(t *testing.T) {
	mix := Mix{rich: 0.3}
	rng := rand.New(rand.NewPCG(3, 3))
	rich := 0
	const spins = 10_000
	for range spins {
		rich += mix.Draw(rng)
	}
	assert.True(t, rich >= spins*28/100 && rich <= spins*32/100, "the rich variant was drawn %d times of %d", rich, spins)
}

// TestExactlyAgreesWithEnumeration enumerates all combinations of events.
func TestExactlyAgreesWithEnumeration(t *testing.T) {
	chances := []float64{0.1, 0.5, 0.25, 1}
	want := make([]float64, len(chances)+1)
	for outcome := range 1 << len(chances) {
		share, happened := 1.0, 0
		for event, p := range chances {
			if outcome>>event&1 == 1 {
				share, happened = share*p, happened+1
			} else {
				share *= 1 - p
			}
		}
		want[happened] += share
	}
	got := Exactly(chances)
	require.Len(t, got, len(want), "%v, want %v", got, want)
	for n := range want {
		assert.True(t, !(math.Abs(got[n]-want[n]) > 1e-12), "%d events happen with probability %v, want %v", n, got[n], want[n])
	}
}

func TestStripWindowWrapsAround(t *testing.T) {
	strip := Strip{High1, Low1, Low2}
	got, want := strip.Window(2, 4), []Symbol{Low2, High1, Low1, Low2}
	assert.Equal(t, want, got, "shows %v, want %v", got, want)
}
