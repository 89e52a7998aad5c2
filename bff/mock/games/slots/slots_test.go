package slots

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMixReturnsWhatIsAskedFor(t *testing.T) {
	returns := [2]float64{0.9, 0.98}
	for _, c := range []struct{ rtp, want float64 }{{90, 90}, {94, 94}, {96.37, 96.37}, {98, 98}, {0, 90}, {150, 98}} {
		if got := NewMix(c.rtp, returns).RTP(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("asked for %v %%, returns %v %%, want %v %%", c.rtp, got, c.want)
		}
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
	if rich < spins*28/100 || rich > spins*32/100 {
		t.Errorf("the rich variant was drawn %d times of %d", rich, spins)
	}
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
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for n := range want {
		if math.Abs(got[n]-want[n]) > 1e-12 {
			t.Errorf("%d events happen with probability %v, want %v", n, got[n], want[n])
		}
	}
}

func TestStripWindowWrapsAround(t *testing.T) {
	strip := Strip{High1, Low1, Low2}
	if got, want := strip.Window(2, 4), []Symbol{Low2, High1, Low1, Low2}; !slices.Equal(got, want) {
		t.Errorf("shows %v, want %v", got, want)
	}
}
