package strips

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"croupier/bff/mock/games/face"
)

func TestMixReturnsWhatIsPromised(t *testing.T) {
	returns := [2]float64{0.9, 0.98}
	for _, c := range []struct{ rtp, want float64 }{{90, 90}, {94, 94}, {96.37, 96.37}, {98, 98}, {0, 90}, {150, 98}} {
		if got := NewMix(c.rtp, returns).RTP(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("asked for %v %%, returns %v %%, want %v %%", c.rtp, got, c.want)
		}
	}
}

func TestDrawTakesTheRichSetAsOftenAsTold(t *testing.T) {
	mix := Mix{rich: 0.3}
	rng := rand.New(rand.NewPCG(3, 3))
	sets := [2]string{"poor", "rich"}
	rich := 0
	const spins = 10_000
	for range spins {
		if *Draw(mix, rng, &sets) == "rich" {
			rich++
		}
	}
	if rich < spins*28/100 || rich > spins*32/100 {
		t.Errorf("the rich set was drawn %d times of %d", rich, spins)
	}
}

// TestCountsAreThoseOfAllOutcomes goes through every way in which reels can show and not.
func TestCountsAreThoseOfAllOutcomes(t *testing.T) {
	chances := []float64{0.1, 0.5, 0.25, 1}
	want := make([]float64, len(chances)+1)
	for outcome := range 1 << len(chances) {
		share, shown := 1.0, 0
		for reel, p := range chances {
			if outcome>>reel&1 == 1 {
				share, shown = share*p, shown+1
			} else {
				share *= 1 - p
			}
		}
		want[shown] += share
	}
	got := Counts(chances)
	if len(got) != len(want) {
		t.Fatalf("%v, want %v", got, want)
	}
	for n := range want {
		if math.Abs(got[n]-want[n]) > 1e-12 {
			t.Errorf("%d reels show in %v of all spins, want %v", n, got[n], want[n])
		}
	}
}

func TestWindowGoesRound(t *testing.T) {
	ring := []face.Symbol{face.High1, face.Low1, face.Low2}
	if got, want := Window(ring, 2, 4), []face.Symbol{face.Low2, face.High1, face.Low1, face.Low2}; !slices.Equal(got, want) {
		t.Errorf("shows %v, want %v", got, want)
	}
}
