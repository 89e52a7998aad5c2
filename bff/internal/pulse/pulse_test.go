package pulse

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestLateTellsTheLongestDelay(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(1_000_000 + int64(ms)) }
	p := &Pulse{due: at(10)}
	p.beat(at(11)) // due at 10: nothing
	p.beat(at(61)) // due at 21: 40 late
	p.beat(at(76)) // due at 71: 5 late
	for name, row := range map[string]struct{ since, now, want int }{
		"of both":                    {0, 80, 40},
		"of one that ends within":    {61, 80, 40},
		"of the second":              {62, 80, 5},
		"of none":                    {77, 80, 0},
		"a beat is due":              {77, 87, 0},
		"a beat is overdue":          {77, 97, 11},
		"longer than the second one": {62, 99, 13},
	} {
		assert.Equal(t, time.Duration(row.want)*time.Millisecond, p.Late(at(row.since), at(row.now)), name)
	}
	for i := range 3 * memory { // the oldest delays are forgotten
		p.beat(at(1000 + 13*i))
	}
	assert.Equal(t, 3*time.Millisecond, p.Late(at(0), at(1000+13*3*memory)), "later")
	assert.EqualValues(t, 0, (*Pulse)(nil).Late(at(0), at(1)), "no pulse is late")
}

func TestPulseBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := Start(ctx)
		began := time.Now()
		time.Sleep(time.Minute)
		assert.EqualValues(t, 0, p.Late(began, time.Now()))
		cancel()
		time.Sleep(time.Second)
		assert.GreaterOrEqual(t, p.Late(began, time.Now()), 900*time.Millisecond, "it beats on")
	})
}
