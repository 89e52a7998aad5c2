package live

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestEverySpotHasTheStatedReturn(t *testing.T) {
	for spot := range Spots {
		var sum int64
		for n := range len(Wheel) {
			sum += Pocket{n}.Pays(spot)
		}
		assert.InDelta(t, RTP, float64(sum)/float64(len(Wheel)), 0.0006, spot)
	}
	for _, spot := range Usual {
		assert.Contains(t, Spots, spot)
	}
}
