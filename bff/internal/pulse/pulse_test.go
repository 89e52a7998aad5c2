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
	for name, row := range map[string]struct{ since, now, longest, total int }{
		"of both":                    {0, 80, 40, 45},
		"of one that ends within":    {61, 80, 40, 45},
		"of the second":              {62, 80, 5, 5},
		"of none":                    {77, 80, 0, 0},
		"a beat is due":              {77, 87, 0, 0},
		"a beat is overdue":          {77, 97, 11, 11},
		"longer than the second one": {62, 99, 13, 18},
	} {
		longest, total := p.Late(at(row.since), at(row.now))
		assert.EqualValues(t, row.longest, longest.Milliseconds(), name)
		assert.EqualValues(t, row.total, total.Milliseconds(), name)
	}
	for i := range 3 * memory { // the oldest delays are forgotten
		p.beat(at(1000 + 13*i))
	}
	longest, _ := p.Late(at(0), at(1000+13*3*memory))
	assert.Equal(t, 3*time.Millisecond, longest, "later")
	longest, _ = (*Pulse)(nil).Late(at(0), at(1))
	assert.Zero(t, longest, "no pulse is late")
}

func TestPulseBeats(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		p := Start(ctx)
		began := time.Now()
		time.Sleep(time.Minute)
		_, total := p.Late(began, time.Now())
		assert.Zero(t, total)
		cancel()
		time.Sleep(time.Second)
		longest, _ := p.Late(began, time.Now())
		assert.GreaterOrEqual(t, longest, 900*time.Millisecond, "it beats on")
	})
}
